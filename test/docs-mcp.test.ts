// docs/mcp.md tells the truth: its session is run with a real service, a real tool server and a real authorization server, and every
// flag it names is one. `--update` rewrites what the commands print; what is another in every run is cut.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { readConfig } from '../server/config.ts';
import { startGuarded } from './support/authorization-server.ts';
import { BIN } from './support/command-line.ts';
import { ROOT } from './support/paths.ts';
import { Page, testSamples } from './support/samples.ts';
import { openSession, sessionSamples } from './support/session.ts';
import { test } from './support/test.ts';

const page = new Page('docs/mcp.md');
const session = await openSession('docs-mcp');
const { folder } = session;
symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));

/** Ids, times and hashes. */
function cut(text: string): string {
  return text
    .replaceAll(/(apr|call|req)_[0-9a-f]{32}/g, '$1_…')
    .replaceAll(/sha256:[0-9a-f]{64}/g, 'sha256:…')
    .replaceAll(/"(\w+_at|time)":"[^"]*"/g, '"$1":"…"')
    .replaceAll(/\d{4}-\d{2}-\d{2}T[0-9:.]+Z/g, '…')
    .replaceAll(/"(duration_ms|age_ms|steps)":\d+/g, '"$1":…')
    .replaceAll(/"day":"[^"]*"/g, '"day":"…"');
}

testSamples(page, sessionSamples(page, session, cut));

test('the login is told as it goes', async () => {
  const guarded = await startGuarded();
  try {
    const config = join(folder, 'login.json');
    writeFileSync(config, JSON.stringify({ mcpServers: { notes: { url: guarded.url } } }));
    const args = ['mcp', 'login', 'notes', '--data', join(folder, 'login'), '--mcp-config', config];
    const child = spawn(process.execPath, [BIN, ...args, '--mcp-allow-host', '127.0.0.1'], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let said = '';
    let shown = '';
    child.stdout.on('data', (chunk) => {
      shown += String(chunk);
      if (shown.includes('\n')) void guarded.consent(shown.trim());
    });
    child.stderr.on('data', (chunk) => {
      said += String(chunk);
    });
    await once(child, 'close');
    const [asks = '', signed = ''] = said.trim().split('\n');
    const told = [asks, shown.trim().replace(/(?<=client_id=).*/, '…'), signed].join('\n');
    const named = told
      .replaceAll(guarded.issuer, 'https://auth.notes.example')
      .replaceAll(new URL(guarded.url).host, 'mcp.notes.example');
    assert.ok(page.text.includes(`$ evident mcp login notes\n${named}\n`), named);
    assert.is(child.exitCode, 0, said);
  } finally {
    await guarded.close();
  }
});

test('every flag of the service that the page names is one', () => {
  const reading = readConfig(['--help'], {});
  const help = reading.kind === 'help' ? reading.text : '';
  const named = new Set(page.text.match(/(?<=`)--(?:guard|mcp|policies|approvals|audit)[a-z-]*/g));
  assert.ok(named.size > 6);
  for (const flag of named) assert.ok(help.includes(flag), flag);
});

test.run();
