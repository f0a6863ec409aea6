// Errors page: every error of the service for a person who met one.
// In: the table of errors, and what to do about each. Out: a page of HTML, made once.

import { ERROR_HELP } from '../../error-help.ts';
import { type ErrorRow, SERVICE_ERRORS, type ServiceErrorCode } from '../../errors.ts';
import { type ConsoleFile, DOCS_POLICY, fileOf } from './files.ts';

let made: ConsoleFile | undefined;

export function errorsPage(): ConsoleFile {
  made ??= fileOf('errors.html', new TextEncoder().encode(html()), DOCS_POLICY);
  return made;
}

function html(): string {
  const rows = (Object.entries(SERVICE_ERRORS) as [ServiceErrorCode, ErrorRow][])
    .map(([code, row]) => ({ code, ...row }))
    .sort((a, b) => a.status - b.status)
    .map(
      ({ code, status, type, message, retryAfterMs }) =>
        `<tr id="${code}"><th scope="row"><a href="#${code}"><code>${code}</code></a></th><td>${status}</td><td>${escape(message)}</td><td>${escape(ERROR_HELP[code])}${retryAfterMs === undefined ? '' : ' <code>retry-after</code> says when.'}</td><td><code>${type}</code></td></tr>`,
    );
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="color-scheme" content="light dark">
<title>Errors of Evident</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="../console/console.css">
</head>
<body>
<header class="top"><h1>Errors</h1><nav class="actions" aria-label="Pages"><a href="../docs">Endpoints</a><a href="../">Console</a></nav></header>
<main>
<section class="panel" aria-label="About">
<p>Match codes, never messages: a message may say more than stands here. The codes are written as here by all families but that of scripts, which writes <code>invalid-script</code> for <code>invalid_script</code> and the code of a fault for <code>script_fault</code>. <code>type</code> is what chat requests show beside the code.</p>
<section class="scroll" tabindex="0" aria-label="Every error">
<table>
<caption>Every error, by status</caption>
<thead><tr><th scope="col">code</th><th scope="col">status</th><th scope="col">why</th><th scope="col">what to do</th><th scope="col">type</th></tr></thead>
<tbody>
${rows.join('\n')}
</tbody>
</table>
</section>
</section>
</main>
</body>
</html>
`;
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
