// The file of settings: what it may say, what wins over it, and what is wrong in it.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { readConfig } from '../server/config.ts';
import { CONFIG_BYTES_MAX } from '../server/config-file.ts';
import { openCommandLine } from './support/command-line.ts';
import { test } from './support/test.ts';

const folder = mkdtempSync(join(tmpdir(), 'evident-config-'));
test.after(() => rmSync(folder, { recursive: true, force: true }));
const file = join(folder, 'evident.yaml');

function settings(text: string, args: readonly string[] = [], env: Record<string, string> = {}) {
  writeFileSync(file, text);
  const reading = readConfig(['--config', file, ...args], env);
  if (reading.kind !== 'ok') throw new Error(reading.kind === 'invalid' ? reading.message : reading.kind);
  return reading.config;
}

const problem = (text: string): string => {
  try {
    settings(text);
    return 'none';
  } catch (error) {
    return (error as Error).message.replace(`${file}: `, '');
  }
};

test('a file has every kind of setting, in YAML and in JSON', () => {
  const yaml = `# The service of the shop.
port: 9000
require-keys: true
undecided: error
allow-host: [a.example, B.example]
guard-before: limit
otlp: http://localhost:4318
otlp-ratio: 0.5
mcp-secret:
  - TOKEN=env:SHOP_TOKEN@mcp.example
`;
  const json = JSON.stringify({
    port: '9000',
    'require-keys': true,
    undecided: 'error',
    'allow-host': ['a.example', 'B.example'],
    'guard-before': ['limit'],
    otlp: 'http://localhost:4318',
    'otlp-ratio': 0.5,
    'mcp-secret': 'TOKEN=env:SHOP_TOKEN@mcp.example',
  });
  for (const text of [yaml, json, json.replaceAll(',', ',\n\t')]) {
    const config = settings(text);
    assert.is(config.port, 9000);
    assert.is(config.requireKeys, true);
    assert.is(config.undecided, 'error');
    assert.equal(config.allowHosts, ['a.example', 'b.example']);
    assert.equal(config.guardsBefore, ['limit']);
    assert.is(config.otlpRatio, 0.5);
    assert.equal(config.mcpSecrets, ['TOKEN=env:SHOP_TOKEN@mcp.example']);
  }
  assert.is(settings('').port, 8787);
  assert.is(settings('# nothing yet\n').port, 8787);
});

test('flags win over variables, and both over the file', () => {
  const text = 'port: 1\nthreads: 3\nhost: 127.0.0.2\naccess-log: true\nallow-host: [a]\n';
  const config = settings(text, ['--port', '2', '--allow-host', 'b'], { EVIDENT_PORT: '3', EVIDENT_HOST: '127.0.0.3' });
  assert.equal([config.port, config.host, config.threads], [2, '127.0.0.3', 3]);
  assert.equal(config.allowHosts, ['b'], 'a list is replaced, not added to');
  assert.is(settings(text, [], { EVIDENT_ACCESS_LOG: '0' }).accessLog, false);
  writeFileSync(file, 'port: 7\n');
  const byVariable = readConfig([], { EVIDENT_CONFIG: file });
  assert.is(byVariable.kind === 'ok' && byVariable.config.port, 7);
});

test('a variable of a switch is 1 or 0, true or false, or not there', () => {
  const read = (value: string) => readConfig([], { EVIDENT_REQUIRE_KEYS: value });
  for (const [value, requireKeys] of [
    ['1', true],
    ['true', true],
    ['0', false],
    ['false', false],
    ['', false],
  ] as const) {
    const reading = read(value);
    assert.is(reading.kind === 'ok' && reading.config.requireKeys, requireKeys, value);
  }
  for (const value of ['yes', 'on', 'TRUE', 'True', ' 1', '2', 'no', 'off'])
    assert.equal(read(value), { kind: 'invalid', message: 'EVIDENT_REQUIRE_KEYS must be 1 or 0' });
  // Empty is not given: the file says it.
  assert.is(settings('require-keys: true\n', [], { EVIDENT_REQUIRE_KEYS: '' }).requireKeys, true);
  const line = openCommandLine();
  const { code, err } = line.evident(['serve'], '', { EVIDENT_LOG_BODIES: 'yes' });
  line.close();
  assert.equal([code, err.trim().split('\n').length, /EVIDENT_LOG_BODIES must be 1 or 0/.test(err)], [2, 1, true]);
});

test('a folder that is named by hand is meant instead of the database of the file', () => {
  const text = 'store: postgres://a@db.example/evident\n';
  assert.is(settings(text).store, 'postgres://a@db.example/evident');
  assert.is(settings(text, ['--data', 'here']).store, null);
  assert.is(settings(text, [], { EVIDENT_DATA: 'here' }).store, null);
});

test('what is wrong is one sentence with the file, and for a slip what was meant', () => {
  assert.is(problem('prot: 1'), 'there is no setting prot; did you mean port?');
  assert.is(problem('acces-log: true'), 'there is no setting acces-log; did you mean access-log?');
  assert.is(problem('xylophone: 1'), 'there is no setting xylophone');
  assert.is(problem('config: other.yaml'), 'there is no setting config');
  assert.is(problem('__proto__: 1'), 'there is no setting __proto__');
  assert.is(problem('require-keys: "yes"'), 'require-keys must be true or false');
  assert.is(problem('port: [1]'), 'port must be a number');
  assert.is(problem('port:'), 'port must be a number');
  assert.is(problem('host: 1'), 'host must be a text');
  assert.is(problem('allow-host: [1]'), 'allow-host must be a text or a list of texts');
  assert.is(problem('- port'), 'a setting on each line is expected, as port: 8787');
  assert.is(problem('port: 70000'), '--port must be a whole number from 0 to 65535');
  assert.match(problem('port: 1\nport: 2'), /^Map keys must be unique at line 2/);
  assert.match(problem('port: "1'), /line 1/);
  assert.match(problem('host: &a x\nundecided: *a'), /alias/i);
  assert.match(problem('host: !secret x'), /tag/i);
});

test('a file has a largest size, and one that is not there is named', () => {
  const comment = (bytes: number): string => `#${'x'.repeat(bytes - 1)}`;
  assert.is(settings(comment(CONFIG_BYTES_MAX)).port, 8787);
  assert.is(problem(comment(CONFIG_BYTES_MAX + 1)), `more than ${CONFIG_BYTES_MAX} bytes are no settings`);
  const missing = readConfig(['--config', join(folder, 'nowhere.yaml')], {});
  assert.match(missing.kind === 'invalid' ? missing.message : '', /nowhere\.yaml: there is no such file$/);
});

test('evident serve reads it, and ends with exit code 2 where it is wrong', () => {
  writeFileSync(file, 'prot: 1\n');
  const line = openCommandLine();
  const { code, err } = line.evident(['serve', '--config', file]);
  line.close();
  assert.equal([code, err], [2, `evident: ${file}: there is no setting prot; did you mean port?\n`]);
});

test.run();
