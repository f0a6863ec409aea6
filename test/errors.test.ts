// The table of service errors: every code is used, every used code is in it, and each family shows it in its own shape.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { renderError } from '../server/error-bodies.ts';
import type { ErrorRow, ServiceErrorCode } from '../server/errors.ts';
import { SERVICE_ERRORS, ServiceError } from '../server/errors.ts';
import { ROOT } from './support/paths.ts';
import { test } from './support/test.ts';

const CODES = Object.keys(SERVICE_ERRORS) as ServiceErrorCode[];

test('a code is snake_case, a message one sentence, and only ours and upstreams answer 5xx', () => {
  for (const code of CODES) {
    const row: ErrorRow = SERVICE_ERRORS[code];
    if (code !== 'state-too-large') assert.match(code, /^[a-z]+(?:_[a-z]+)*$/);
    assert.match(row.message, /^[A-Z].*[.…]$/);
    if (row.status >= 500) assert.ok(row.type === 'upstream_error' || row.type === 'server_error', code);
    assert.ok(row.status >= 400 && row.status < 600);
  }
});

test('what says 429 or 503 says when to come back', () => {
  for (const code of CODES) {
    const row: ErrorRow = SERVICE_ERRORS[code];
    if (row.status === 429 || row.status === 503) assert.ok((row.retryAfterMs ?? 0) > 0, code);
  }
});

test('every code of the table is thrown somewhere', () => {
  const sources = readSources();
  const unused = CODES.filter((code) => !sources.includes(`'${code}'`));
  assert.equal(unused, []);
});

test('chat errors have the four members OpenAI clients read', () => {
  const { status, body } = renderError(
    'chat',
    new ServiceError('unsupported_value', { message: 'n above 1', param: 'n' }),
  );
  assert.is(status, 400);
  assert.equal(body, {
    error: { message: 'n above 1', type: 'invalid_request_error', param: 'n', code: 'unsupported_value' },
  });
  assert.equal(renderError('chat', new ServiceError('not_found')).body['error'], {
    message: 'There is no such endpoint.',
    type: 'not_found_error',
    param: null,
    code: 'not_found',
  });
});

test('System One errors are flat text with a detail in FastAPI form on 422 and an object otherwise', () => {
  const list = [{ loc: ['body', 'state'], msg: 'Field required', type: 'missing' }];
  assert.equal(
    renderError('systemone', new ServiceError('validation_failed', { message: 'state: Field required', details: list }))
      .body,
    {
      error: 'state: Field required',
      detail: list,
    },
  );
  assert.equal(renderError('systemone', new ServiceError('invalid_json', { message: 'bad' })).body, {
    error: 'bad',
    detail: { error_type: 'api_usage_error', message: 'bad' },
  });
  assert.equal(renderError('systemone', new ServiceError('state-too-large')).body, {
    error: 'The state is too large for these questions.',
    detail: [{ loc: ['body'], msg: 'The state is too large for these questions.', type: 'state-too-large' }],
  });
});

test('scripts show kebab-case, MCP snake_case, both with details', () => {
  const error = new ServiceError('invalid_script', { details: { hash: null } });
  assert.equal(renderError('scripts', error).body, {
    error: { code: 'invalid-script', message: 'The script is invalid.', details: { hash: null } },
  });
  assert.equal(renderError('mcp', new ServiceError('server_not_found', { param: 'server' })).body, {
    error: {
      code: 'server_not_found',
      message: 'No server is registered under this name.',
      details: { param: 'server' },
    },
  });
});

test('429 tells the waiting time in both units', () => {
  const { headers } = renderError('scripts', new ServiceError('queue_full', { retryAfterMs: 1500 }));
  assert.equal(headers, { 'retry-after': '2', 'retry-after-ms': '1500' });
});

function readSources(): string {
  const server = join(ROOT, 'server');
  return readdirSync(server, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && name !== 'errors.ts')
    .map((name) => readFileSync(join(server, name), 'utf8'))
    .join('\n');
}

test.run();
