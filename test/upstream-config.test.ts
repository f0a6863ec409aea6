// The operator's file for an upstream engine: what it may say, what is told when it is wrong, and that no secret is shown.

import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { readConfig } from '../server/config.ts';
import type { UpstreamConfig } from '../server/upstream/config.ts';
import { BOUNDS, readUpstreamConfig } from '../server/upstream/config.ts';
import { moduleFile } from './support/paths.ts';
import { test } from './support/test.ts';
import { writeUpstreamFile } from './support/upstream.ts';

const MINIMAL = { name: 'judge', kind: 'systemone', url: 'http://127.0.0.1:1/v1/systemone' };
const folder = mkdtempSync(join(tmpdir(), 'evident-upstream-'));
test.after(() => rmSync(folder, { recursive: true, force: true }));

function read(upstream: unknown): UpstreamConfig {
  const file = writeUpstreamFile(upstream);
  try {
    return readUpstreamConfig(file.path);
  } finally {
    file.remove();
  }
}

/** The problems, without the file's name. */
function problem(upstream: unknown): string {
  try {
    read(upstream);
  } catch (error) {
    return (error as Error).message.replace(/^[^:]*upstream\.json: /, '');
  }
  return 'none';
}

test('a name, a kind and a URL are enough; it may not act, and every limit has a value', () => {
  const { url, headers, ...rest } = read(MINIMAL);
  assert.is(url.href, MINIMAL.url);
  assert.equal(headers, { 'content-type': 'application/json', accept: 'application/json', 'user-agent': 'evident' });
  assert.equal(rest, {
    name: 'judge',
    kind: 'systemone',
    model: null,
    mayAct: false,
    parameters: new Map(),
    responseFormat: 'schema',
    timeoutMs: 2000,
    concurrency: 8,
    questionsMax: 16,
    requestBytesMax: 262_144,
    responseBytesMax: 262_144,
  });
});

test('secrets come by reference, from the environment and from files, and are read at the start', () => {
  process.env['EVIDENT_TEST_KEY'] = 'sk-environment';
  const path = join(folder, 'key');
  writeFileSync(path, 'sk-file\n');
  const { headers } = read({
    ...MINIMAL,
    headers: { Authorization: 'Bearer ${env:EVIDENT_TEST_KEY}', 'X-Key': `\${file:${path}}` },
  });
  assert.equal([headers['authorization'], headers['x-key']], ['Bearer sk-environment', 'sk-file']);
});

const WRONG: readonly (readonly [upstream: unknown, problem: string])[] = [
  ['{', ''],
  ['[]', 'the file: an object {"upstream": {…}} is expected'],
  ['{"upstream":{},"other":1}', 'the file: an object {"upstream": {…}} is expected'],
  [{ ...MINIMAL, name: 'a b' }, 'name: must be 1 to 64 letters, digits, dots, hyphens and underscores'],
  [{ ...MINIMAL, name: 'x'.repeat(65) }, 'name: must be 1 to 64 letters, digits, dots, hyphens and underscores'],
  [{ ...MINIMAL, kind: 'anthropic' }, 'kind: must be systemone or openai'],
  [{ ...MINIMAL, kind: 'openai' }, 'model: is needed by this kind'],
  [{ ...MINIMAL, url: '/v1/systemone' }, 'url: must be the whole URL of the endpoint'],
  [{ ...MINIMAL, url: 'ftp://a/' }, 'url: must be http or https'],
  [{ ...MINIMAL, url: 'https://user:sk-hidden@a/' }, 'url: must not contain credentials; use headers'],
  [{ ...MINIMAL, model: 7 }, 'model: must be a string that is not empty'],
  [{ ...MINIMAL, may_act: 'yes' }, 'may_act: must be true or false'],
  [{ ...MINIMAL, headers: [] }, 'headers: must be an object of strings'],
  [{ ...MINIMAL, headers: { 'a b': 'x' } }, 'headers: "a b" is no header that can be set'],
  [{ ...MINIMAL, headers: { Host: 'x' } }, 'headers: "Host" is no header that can be set'],
  [{ ...MINIMAL, headers: { a: 7 } }, 'headers.a: must be a string'],
  [{ ...MINIMAL, headers: { a: 'sk-hidden\r\nb: c' } }, 'headers.a: its value has characters that no header may have'],
  [
    { ...MINIMAL, headers: { a: '${env:EVIDENT_TEST_NOTHING}' } },
    'headers.a: the value of ${env:EVIDENT_TEST_NOTHING} is not available',
  ],
  [
    { ...MINIMAL, headers: { a: '${file:/nowhere/at/all}' } },
    'headers.a: the value of ${file:/nowhere/at/all} is not available',
  ],
  [
    { ...MINIMAL, headers: { a: '${cmd:id}' } },
    'headers.a: a reference is ${secret:NAME}, ${env:NAME}, ${file:PATH}, ${VAR} or ${VAR:-default}',
  ],
  [{ ...MINIMAL, parameters: 7 }, 'parameters: must be an object'],
  [{ ...MINIMAL, parameters: { messages: [] } }, 'parameters.messages: is not for the file to set'],
  [{ ...MINIMAL, response_format: 'xml' }, 'response_format: must be json_schema or json_object'],
  [
    { ...MINIMAL, timeout: 7 },
    'timeout: there is no such member; there are name, kind, url, model, headers, may_act, parameters, response_format, timeout_ms, concurrency, questions_max, request_bytes_max, response_bytes_max',
  ],
  [
    { kind: 'systemone', url: 'x', may_act: 1 },
    'name: must be 1 to 64 letters, digits, dots, hyphens and underscores; url: must be the whole URL of the endpoint; may_act: must be true or false',
  ],
];
for (const [upstream, expected] of WRONG) {
  test(`wrong: ${JSON.stringify(upstream).slice(0, 100)}`, () => {
    const told = problem(upstream);
    if (expected === '') assert.match(told, /end|JSON|closed/i);
    else assert.is(told, expected);
    assert.not.match(told, /sk-/);
  });
}

for (const [member, { min, max }] of Object.entries(BOUNDS)) {
  test(`${member} is a whole number from ${min} to ${max}`, () => {
    for (const value of [min, max]) assert.is(problem({ ...MINIMAL, [member]: value }), 'none');
    for (const value of [min - 1, max + 1, min + 0.5, String(min), null])
      assert.is(problem({ ...MINIMAL, [member]: value }), `${member}: must be a whole number from ${min} to ${max}`);
  });
}

test('a file that is not there is named', () => {
  assert.throws(() => readUpstreamConfig(join(folder, 'nowhere.json')), /nowhere\.json: ENOENT/);
});

test('off by default; the flag and the variable name the file', () => {
  const of = (args: readonly string[], env: Record<string, string> = {}): unknown => {
    const reading = readConfig(args, env);
    return reading.kind === 'ok' ? reading.config.upstreamConfig : reading;
  };
  assert.equal(
    [of([]), of(['--upstream-config', 'a.json']), of([], { EVIDENT_UPSTREAM_CONFIG: 'b.json' })],
    [null, 'a.json', 'b.json'],
  );
  const help = readConfig(['--help'], {});
  assert.match(help.kind === 'help' ? help.text : '', /--upstream-config FILE/);
});

test('a server with a wrong file does not start, and says why in one line', async () => {
  const file = writeUpstreamFile({ ...MINIMAL, headers: { authorization: 'Bearer ${env:EVIDENT_TEST_NOTHING}' } });
  try {
    const child = spawn(
      process.execPath,
      [moduleFile('server/main'), '--port', '0', '--data', ':memory:', '--upstream-config', file.path],
      { stdio: ['ignore', 'ignore', 'pipe'] },
    );
    let stderr = '';
    child.stderr.on('data', (chunk) => {
      stderr += String(chunk);
    });
    const code = await new Promise((resolve) => child.on('close', resolve));
    assert.equal(
      [code, stderr],
      [1, `evident: ${file.path}: headers.authorization: the value of \${env:EVIDENT_TEST_NOTHING} is not available\n`],
    );
  } finally {
    file.remove();
  }
});

test.run();
