// Operations: the pages for people: the console, the wire's documentation, its errors.
// In: nothing. Out: the rows of the pages and of the files they load. They are open to everybody: they hold nothing, and what they ask
// of the service needs a key where everything does.

import { ServiceError } from '../../errors.ts';
import type { OperationRequest, Reply, Row } from '../../operation.ts';
import { errorsPage } from './errors-page.ts';
import { type ConsoleFile, consoleFiles, docsFiles, PAGE } from './files.ts';

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
    handle: async (_parts, request) => sendFile(consoleFiles().get(PAGE), request),
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
    handle: async (_parts, request) => sendFile(consoleFiles().get(request.params['file'] as string), request),
  },
  {
    id: 'showDocs',
    method: 'GET',
    path: '/docs',
    family: 'meta',
    scope: null,
    summary: 'A page that shows the OpenAPI document, and tries requests.',
    request: null,
    response: { type: 'string' },
    produces: 'text/html',
    handle: async (_parts, request) => sendFile(docsFiles().get(PAGE), request),
  },
  {
    id: 'getDocsFile',
    method: 'GET',
    path: '/docs/{file}',
    family: 'meta',
    scope: null,
    summary: 'A file that the page of the OpenAPI document loads.',
    request: null,
    response: { type: 'string' },
    produces: 'text/javascript',
    handle: async (_parts, request) => sendFile(docsFiles().get(request.params['file'] as string), request),
  },
  {
    id: 'showErrors',
    method: 'GET',
    path: '/docs/errors',
    family: 'meta',
    scope: null,
    summary: 'A page with every error: its code, its status, why it comes and what to do.',
    request: null,
    response: { type: 'string' },
    produces: 'text/html',
    handle: async (_parts, request) => sendFile(errorsPage(), request),
  },
];

function sendFile(file: ConsoleFile | undefined, { options }: OperationRequest): Reply {
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
