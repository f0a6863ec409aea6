// Operations: the console, a page for people.
// In: nothing. Out: the rows of the page and of the files it loads. It is open to everybody: it holds nothing, and what it asks of the
// service needs a key where everything does.

import { ServiceError } from '../../errors.ts';
import type { OperationRequest, Reply, Row } from '../../operation.ts';
import { type ConsoleFile, consoleFiles, PAGE } from './files.ts';

export const CONSOLE_ROWS: readonly Row<unknown>[] = [
  {
    id: 'showConsole',
    method: 'GET',
    path: '/',
    family: 'meta',
    scope: null,
    summary: 'The console: a page that shows what the service decides, and why.',
    request: null,
    response: { type: 'string' },
    produces: 'text/html',
    handle: async (_parts, request) => sendFile(PAGE, request),
  },
  {
    id: 'getConsoleFile',
    method: 'GET',
    path: '/console/{file}',
    family: 'meta',
    scope: null,
    summary: 'A file that the console loads.',
    request: null,
    response: { type: 'string' },
    produces: 'text/javascript',
    handle: async (_parts, request) => sendFile(request.params['file'] as string, request),
  },
];

function sendFile(name: string, { options }: OperationRequest): Reply {
  const file = consoleFiles().get(name);
  if (file === undefined) throw new ServiceError('not_found');
  if (options['if-none-match'] === file.etag) return { ...base(file), status: 304, bytes: new Uint8Array() };
  const isPacked = /\bgzip\b/.test(options['accept-encoding'] ?? '');
  const { headers } = base(file);
  return isPacked
    ? { ...base(file), headers: { ...headers, 'content-encoding': 'gzip' }, bytes: file.gzip }
    : { ...base(file), bytes: file.bytes };
}

function base({ contentType, etag, policy }: ConsoleFile) {
  return {
    kind: 'bytes',
    status: 200,
    contentType,
    headers: {
      etag,
      // A new version is looked for each time; the bytes come only when they differ.
      'cache-control': 'no-cache',
      vary: 'accept-encoding',
      'content-security-policy': policy,
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
    },
  } as const;
}
