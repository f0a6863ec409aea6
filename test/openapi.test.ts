// The OpenAPI document, as it is served, passes the linter that its readers use: Redocly's, with its recommended rules.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import * as assert from 'uvu/assert';
import { openServer } from './support/server.ts';
import { test } from './support/test.ts';

interface Problem {
  readonly ruleId: string;
  readonly severity: 'error' | 'warn';
  readonly message: string;
  readonly location: readonly { readonly pointer?: string }[];
}

/**
 * Warnings that stand: schemas of questions overlap where `type` may be left out, and a schema of `tool_choice` asks for a member that
 * the schema around it describes.
 */
const STANDING = ['no-illogical-composition-keywords', 'no-required-schema-properties-undefined'];

// Outside the checkout, so that no configuration is found.
const folder = mkdtempSync(join(tmpdir(), 'evident-openapi-'));
test.after(() => rmSync(folder, { recursive: true, force: true }));

test('the document that is served has no error, and no warning but those that stand', async () => {
  const server = await openServer();
  const text = await (await fetch(`${server.url}/openapi.json`)).text().finally(() => server.close());
  assert.equal(lint(text).filter(isNew), []);
});

test('a mistake is found', async () => {
  const text = JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'a', version: '1', license: { name: 'MIT', identifier: 'MIT' } },
    paths: { '/a/{b}': { get: { operationId: 'a', summary: 'a', responses: { 200: { $ref: '#/nowhere' } } } } },
  });
  const found = lint(text).map(({ ruleId }) => ruleId);
  for (const rule of ['no-empty-servers', 'path-parameters-defined', 'no-unresolved-refs'])
    assert.ok(found.includes(rule), `${rule}: ${found}`);
});

function isNew({ severity, ruleId }: Problem): boolean {
  return severity === 'error' || !STANDING.includes(ruleId);
}

function lint(text: string): readonly Problem[] {
  const manifest = createRequire(import.meta.url).resolve('@redocly/cli/package.json');
  writeFileSync(join(folder, 'openapi.json'), text);
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [join(dirname(manifest), 'bin/cli.js'), 'lint', 'openapi.json', '--format=json'],
    {
      cwd: folder,
      encoding: 'utf8',
      // It asks nobody for a newer version, and tells nobody of its use.
      env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
      maxBuffer: 16 * 1024 * 1024,
    },
  );
  if (!stdout.includes('{')) throw new Error(stderr);
  return (JSON.parse(stdout.slice(stdout.indexOf('{'))) as { readonly problems: readonly Problem[] }).problems;
}

test.run();
