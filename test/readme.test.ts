// The README tells the truth: its requests, sent to the real service, give the answers printed under them; its commands
// print what it shows; its ten-line host runs its artifact. `--update` rewrites the answers; read the difference.

import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { moduleFile, ROOT } from './support/paths.ts';
import { openServer } from './support/server.ts';

const path = join(ROOT, 'README.md');
let text = readFileSync(path, 'utf8');
const isUpdating = process.argv.includes('--update');
const bin = moduleFile('cli/bin');

/** A curl of the README with the answer under it; those that need an upstream server have no answer that repeats. */
const REQUEST = /curl -s localhost:8787(\S+) -H 'content-type: application\/json' -d '([^']*)'\n```\n```json\n(.*)\n```/g;

test('requests give the answers printed under them', async () => {
  const server = await openServer();
  try {
    const requests = [...text.matchAll(REQUEST)].filter(([, route]) => !route!.startsWith('/v1/mcp/'));
    assert.ok(requests.length >= 3);
    for (const [, route, body, printed] of requests) {
      const answer = await (await server.post(route!, body!)).text();
      if (isUpdating) text = text.replace(printed!, () => answer);
      else assert.is(answer, printed, route);
    }
  } finally {
    await server.close();
  }
});

test('commands print what is shown', () => {
  const folder = mkdtempSync(join(tmpdir(), 'evident-readme-'));
  try {
    const [block] = [...text.matchAll(/```console\n([\s\S]*?)```/g)].map(([, inside]) => inside!);
    const parts = block!.split(/^\$ /m).filter((part) => part !== '');
    for (const part of parts) {
      const [command, ...rest] = part.split('\n');
      const shown = rest.join('\n').trimEnd();
      if (command!.startsWith('cat ')) {
        writeFileSync(join(folder, command!.slice(4)), `${shown}\n`);
        continue;
      }
      const real = command!.replace('evident ', () => `${JSON.stringify(process.execPath)} ${JSON.stringify(bin)} `);
      const printed = execFileSync('sh', ['-c', `(${real}) 2>&1 || true`], { cwd: folder, encoding: 'utf8' }).trimEnd();
      if (isUpdating) text = text.replace(`$ ${part.trimEnd()}\n`, () => `$ ${command}${printed === '' ? '' : `\n${printed}`}\n`);
      else assert.is(printed, shown, command);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('the ten-line host runs the artifact', () => {
  const folder = mkdtempSync(join(tmpdir(), 'evident-readme-'));
  try {
    const script = /\$ cat policy\.script\n([\s\S]*?)\n\$ /.exec(text)![1]!;
    const host = /```js\n(import \{ readFileSync \}[\s\S]*?)```/.exec(text)![1]!;
    assert.ok(host.trimEnd().split('\n').length <= 10);
    writeFileSync(join(folder, 'policy.script'), script);
    writeFileSync(join(folder, 'host.mjs'), host);
    execFileSync(process.execPath, [bin, 'build', 'policy.script', '-o', 'policy.wasm'], { cwd: folder, stdio: 'ignore' });
    const printed = execFileSync(process.execPath, ['host.mjs'], { cwd: folder, encoding: 'utf8' });
    assert.match(printed, /^finished \{"discount":0,"total":64.97\} \d+n\n$/);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test.after(() => {
  if (isUpdating) writeFileSync(path, text);
});

test.run();
