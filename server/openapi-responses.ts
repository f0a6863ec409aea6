// OpenAPI responses: what each endpoint may answer, status by status, with its headers.
// In: a row of the table. Out: the `responses` of its operation. Errors come from the table of errors, so that a status, a code and a
// message are said once; here stands only which endpoint may answer which.

import type { Family } from './error-bodies.ts';
import { ERROR_HELP } from './error-help.ts';
import { type ErrorRow, SERVICE_ERRORS, type ServiceErrorCode } from './errors.ts';
import { OPENAPI_EXAMPLES } from './openapi-examples.ts';
import type { Endpoint, Schema } from './operation.ts';
import { APPROVAL_SCHEMA } from './services/tools/wire/approval-schema.ts';

type Codes = readonly ServiceErrorCode[];

/** Of every request, whatever it asks for. */
const ALWAYS: Codes = [
  'invalid_request',
  'proxy_not_trusted',
  'host_not_allowed',
  'origin_not_allowed',
  'request_timeout',
  'headers_too_large',
  'expectation_failed',
  'internal_error',
  'overloaded',
];
/** Where a key is asked for once there is one. */
const KEYED: Codes = [
  'missing_api_key',
  'invalid_api_key',
  'insufficient_scope',
  'rate_limited',
  'too_many_at_once',
  'store_unavailable',
];
/** Where there is a body. */
const WITH_BODY: Codes = [
  'invalid_json',
  'invalid_encoding',
  'body_too_large',
  'memory_exhausted',
  'unsupported_media_type',
  'unsupported_content_encoding',
];
/** Where work is done in threads, and its answer is kept. */
const WORKING: Codes = ['queue_full', 'deadline', 'log_unavailable'];
/** Where a member is refused by its name. */
const MEMBERS: Codes = [
  'missing_required_parameter',
  'invalid_type',
  'invalid_value',
  'unsupported_value',
  'unsupported_parameter',
  'model_not_found',
];
const REACHING: Codes = [
  'server_not_found',
  'server_disabled',
  'upstream_error',
  'upstream_closed',
  'upstream_protocol_error',
  'upstream_response_too_large',
  'upstream_unavailable',
  'upstream_timeout',
];
const REGISTERING: Codes = [
  'invalid_server',
  'name_conflict',
  'revision_mismatch',
  'stdio_disabled',
  'ssrf_blocked',
  'secret_not_allowed',
  'storage_failed',
];
const NAMING: Codes = ['server_not_found', 'tool_not_found', 'tool_server_mismatch', 'tool_ambiguous'];
const DECIDING: Codes = [...WORKING, 'validation_failed', 'undecided', 'state-too-large', 'model_not_found'];
const RUNNING: Codes = [...WORKING, 'missing_required_parameter', 'invalid_type', 'invalid_script', 'script_fault'];

/** By the id of an endpoint: what it may answer beside what all of its kind may. */
const OWN: Readonly<Record<string, Codes>> = {
  decide: DECIDING,
  decideBatch: DECIDING,
  answerDecisions: [...DECIDING, ...MEMBERS],
  route: [...WORKING, ...MEMBERS, 'server_not_found'],
  verifyCalls: [...WORKING, ...MEMBERS, 'server_not_found'],
  checkScript: RUNNING,
  runScript: RUNNING,
  runScriptBatch: RUNNING,
  whyScript: RUNNING,
  buildScript: [...RUNNING, 'build_unavailable'],
  getModel: ['model_not_found'],
  ready: ['not_ready', 'storage_failed', 'store_unavailable'],
  listLog: ['log_not_kept'],
  getServer: ['server_not_found'],
  registerServer: [...REGISTERING, ...REACHING],
  putServer: REGISTERING,
  deleteServer: ['server_not_found', 'name_conflict', 'storage_failed'],
  refreshServer: REACHING,
  restartServer: REACHING,
  approveTools: ['server_not_found', 'tool_not_found', 'revision_mismatch', 'storage_failed'],
  listTools: ['server_not_found'],
  searchTools: ['server_not_found'],
  describeTool: NAMING,
  callTool: [
    ...NAMING,
    ...REACHING,
    'tool_quarantined',
    'tool_not_allowed',
    'policy_denied',
    'approval_required',
    'invalid_arguments',
    'server_busy',
    'storage_failed',
  ],
  readResult: ['result_not_found'],
  getApproval: ['approval_not_found'],
  decideApproval: ['approval_not_found', 'revision_mismatch', 'storage_failed'],
  getConsoleFile: ['not_found'],
  showConsole: ['not_found'],
  getDocsFile: ['not_found'],
  showDocs: ['not_found'],
};

interface Success {
  readonly status: number;
  readonly description: string;
  /** Absent: as with 200; null: no body. */
  readonly schema?: Schema | null;
}

const CREATED: Success = { status: 201, description: 'Something was created or replaced.' };
const UNCHANGED: Success = { status: 304, description: 'The caller has it already.', schema: null };

/** Successes beside 200. */
const SUCCESSES: Readonly<Record<string, readonly Success[]>> = {
  registerServer: [CREATED],
  putServer: [CREATED],
  callTool: [{ status: 202, description: 'A policy holds the call for a person.', schema: APPROVAL_SCHEMA }],
  listTools: [UNCHANGED],
  showConsole: [UNCHANGED],
  getConsoleFile: [UNCHANGED],
  showDocs: [UNCHANGED],
  getDocsFile: [UNCHANGED],
  showErrors: [UNCHANGED],
};

/** Answers that also come as events, with `stream: true`. */
const STREAMS: ReadonlySet<string> = new Set(['route']);

const HEADERS = {
  'x-request-id': 'Of the request: the one it brought where that is harmless, else a new one.',
  'x-typesafe-request-id': 'The same, as clients of this wire read it.',
  'x-evident-ignored': 'JSON Pointers of the parts of the request that changed nothing; absent where there are none.',
  'x-evident-log': 'The id of the entry in the decision log; absent where none is kept.',
  'x-evident-outcome': 'How the decision ended.',
  'x-evident-upstream': 'What became of the question to an upstream engine; absent where none was asked.',
  etag: 'Names this version of the answer.',
  'retry-after': 'Seconds after which the same request may be answered; with codes that repeating can help.',
  'retry-after-ms': 'The same in milliseconds.',
  'www-authenticate': 'Bearer.',
} as const;
type HeaderName = keyof typeof HEADERS;

// Errors that are answers, and have an entry where a log is kept.
const KEPT: ReadonlySet<ServiceErrorCode> = new Set(['undecided', 'state-too-large', 'script_fault']);
const ANSWERS: readonly HeaderName[] = ['x-evident-log'];
const OWN_HEADERS: Readonly<Record<string, readonly HeaderName[]>> = {
  decide: [...ANSWERS, 'x-evident-upstream'],
  answerDecisions: [...ANSWERS, 'x-evident-upstream'],
  route: [...ANSWERS, 'x-evident-outcome'],
  verifyCalls: [...ANSWERS, 'x-evident-outcome'],
  runScript: ANSWERS,
  buildScript: ['etag'],
  getServer: ['etag'],
  putServer: ['etag'],
  listTools: ['etag'],
  showConsole: ['etag'],
  getConsoleFile: ['etag'],
  showDocs: ['etag'],
  getDocsFile: ['etag'],
  showErrors: ['etag'],
};

/** The ids that stand above; each must be that of a row. */
export const NAMED_OPERATIONS: readonly string[] = [
  ...new Set([OWN, SUCCESSES, OWN_HEADERS, OPENAPI_EXAMPLES].flatMap((table) => Object.keys(table)).concat(...STREAMS)),
];

/** Codes of an endpoint, each once. */
export function errorsOf({ id, scope, request }: Endpoint): Codes {
  const codes = [
    ...ALWAYS,
    ...(scope === null ? [] : KEYED),
    ...(request === null ? [] : WITH_BODY),
    ...(OWN[id] ?? []),
  ];
  return [...new Set(codes)];
}

export function responsesOf(operation: Endpoint): Record<string, unknown> {
  const responses: Record<string, unknown> = {};
  const own: readonly HeaderName[] = [
    ...(operation.request === null ? [] : ['x-evident-ignored' as const]),
    ...(OWN_HEADERS[operation.id] ?? []),
  ];
  const type = operation.produces ?? 'application/json';
  const example = OPENAPI_EXAMPLES[operation.id];
  for (const { status, description, schema } of [
    { status: 200, description: 'Success.' } as Success,
    ...(SUCCESSES[operation.id] ?? []),
  ]) {
    const shown = schema === undefined ? operation.response : schema;
    const events =
      STREAMS.has(operation.id) && status === 200 ? { 'text/event-stream': { schema: EVENTS_SCHEMA } } : undefined;
    const body = {
      schema: shown,
      ...(example?.response !== undefined && status === (example.status ?? 200) ? { example: example.response } : {}),
    };
    responses[status] = {
      description,
      headers: headersOf(operation.family, own),
      ...(shown === null ? {} : { content: { [type]: body, ...events } }),
    };
  }
  const byStatus = Map.groupBy(errorsOf(operation), (code) => SERVICE_ERRORS[code].status);
  for (const [status, codes] of [...byStatus].sort(([a], [b]) => a - b))
    responses[status] = errorResponse(operation, codes);
  responses['default'] = {
    description: 'Any other error has this shape too.',
    content: { 'application/json': { schema: errorSchema(operation.family) } },
  };
  return responses;
}

function errorResponse({ id, family }: Endpoint, codes: Codes): unknown {
  const rows = codes.map((code) => ({ code, row: SERVICE_ERRORS[code] as ErrorRow }));
  const names: HeaderName[] = [];
  if (codes.some((code) => KEPT.has(code)) && OWN_HEADERS[id]?.includes('x-evident-log')) names.push('x-evident-log');
  if (rows.some(({ row }) => row.status === 401)) names.push('www-authenticate');
  if (rows.some(({ row }) => row.retryAfterMs !== undefined)) names.push('retry-after', 'retry-after-ms');
  const example = rows[0]?.row.status === 422 ? OPENAPI_EXAMPLES[id]?.refusal : undefined;
  return {
    description: rows
      .map(({ code, row }) => `- \`${shownCode(family, code)}\`: ${row.message} ${ERROR_HELP[code]}`)
      .join('\n'),
    headers: headersOf(family, names),
    content: {
      'application/json': { schema: errorSchema(family), ...(example === undefined ? {} : { example }) },
    },
  };
}

/** As this family's clients read it. */
function shownCode(family: Family, code: ServiceErrorCode): string {
  return family === 'scripts' ? code.replaceAll('_', '-') : code;
}

function errorSchema(family: Family): unknown {
  return { $ref: `#/components/schemas/${family}_error` };
}

function headersOf(family: Family, own: readonly HeaderName[]): Record<string, unknown> {
  const names: HeaderName[] = [
    'x-request-id',
    ...(family === 'systemone' ? ['x-typesafe-request-id' as const] : []),
    ...own,
  ];
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

/** `components.headers`. */
export const OPENAPI_HEADERS: Readonly<Record<string, unknown>> = Object.fromEntries(
  Object.entries(HEADERS).map(([name, description]) => [name, { description, schema: { type: 'string' } }]),
);

const EVENTS_SCHEMA = {
  type: 'string',
  description:
    'With `stream: true`: server-sent events, a `chat.completion.chunk` in the `data` of each, `data: [DONE]` at the end. Where `stream_options.include_usage` is true the last chunk before it has the usage.',
} as const;
