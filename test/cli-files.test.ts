// What commands write, and what is there already: links, pipes, modes, and a disk without room.

import { spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { BIN, openCommandLine } from './support/command-line.ts';
import { test } from './support/test.ts';

const { folder, evident, file, close } = openCommandLine();
test.after(close);

const MESSY = '(+   1\n2)\n';
const TIDY = '(+ 1 2)\n';
const path = (name: string): string => join(folder, name);
const text = (name: string): string => readFileSync(path(name), 'utf8');
const modeOf = (name: string): number => statSync(path(name)).mode & 0o7777;
const partials = (): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.partial'));
/** Windows has neither these modes nor pipes with names. */
const posixTest = process.platform === 'win32' ? test.skip : test;

file('rule.script', '(sum (:items input))');

posixTest('a file keeps its mode and its owner, and a new one gets the usual mode', () => {
  for (const mode of [0o600, 0o750]) {
    file('private.script', MESSY);
    chmodSync(path('private.script'), mode);
    assert.is(evident(['fmt', '--write', 'private.script']).code, 0);
    assert.equal([text('private.script'), modeOf('private.script')], [TIDY, mode]);
  }
  assert.is(evident(['build', 'rule.script', '-o', 'new.wasm']).code, 0);
  assert.is(modeOf('new.wasm'), 0o666 & ~process.umask());
  if (process.getuid!() === 0) {
    file('theirs.script', MESSY);
    chownSync(path('theirs.script'), 4321, 4322);
    assert.is(evident(['fmt', '--write', 'theirs.script']).code, 0);
    const { uid, gid } = statSync(path('theirs.script'));
    assert.equal([text('theirs.script'), uid, gid], [TIDY, 4321, 4322]);
  } else {
    file('sealed.script', MESSY);
    chmodSync(path('sealed.script'), 0o400);
    assert.is(evident(['fmt', '--write', 'sealed.script']).code, 2);
    assert.is(text('sealed.script'), MESSY);
  }
  assert.equal(partials(), []);
});

posixTest('a link stays a link, and what it leads to is written', () => {
  mkdirSync(path('real/deep'), { recursive: true });
  file('real/deep/a.script', MESSY);
  symlinkSync('real/deep', path('near'));
  symlinkSync('near/a.script', path('one.script'));
  symlinkSync('one.script', path('two.script'));
  assert.is(evident(['fmt', '--write', 'two.script']).code, 0);
  assert.equal(
    [text('real/deep/a.script'), readlinkSync(path('two.script')), readlinkSync(path('one.script'))],
    [TIDY, 'one.script', 'near/a.script'],
  );
  // A link to a file that is not there yet, through a folder that is a link: `..` is that of the real folder.
  symlinkSync('../made.wasm', path('near/current.wasm'));
  assert.is(evident(['build', 'rule.script', '-o', 'near/current.wasm']).code, 0);
  assert.ok(lstatSync(path('near/current.wasm')).isSymbolicLink());
  assert.is(evident(['inspect', 'real/made.wasm']).code, 0);
  symlinkSync('round.wasm', path('round.wasm'));
  symlinkSync('no/such/folder.wasm', path('nowhere.wasm'));
  assert.is(evident(['build', 'rule.script', '-o', 'round.wasm']).code, 2);
  assert.match(
    evident(['build', 'rule.script', '-o', 'nowhere.wasm']).err,
    /cannot write nowhere\.wasm: there is no such folder/,
  );
  assert.match(evident(['build', 'rule.script', '-o', 'real']).err, /cannot write real: it is a folder/);
  assert.equal(partials(), []);
});

posixTest('all names of a file have the new text', () => {
  file('first.script', MESSY);
  linkSync(path('first.script'), path('second.script'));
  assert.is(evident(['fmt', '--write', 'first.script']).code, 0);
  assert.equal([text('second.script'), statSync(path('second.script')).nlink], [TIDY, 2]);
});

posixTest('a pipe is written to, and stays a pipe', async () => {
  assert.is(spawnSync('mkfifo', [path('pipe')]).status, 0);
  symlinkSync('pipe', path('to-pipe'));
  for (const name of ['pipe', 'to-pipe']) {
    const reader = spawn('cat', [path('pipe')], { stdio: ['ignore', 'pipe', 'inherit'] });
    const chunks: Buffer[] = [];
    reader.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
    const ended = new Promise((resolve) => {
      reader.on('close', resolve);
    });
    try {
      const { code, err } = evident(['build', 'rule.script', '-o', name]);
      assert.is(code, 0, err);
      assert.ok(lstatSync(path('pipe')).isFIFO());
      await ended;
      assert.ok(WebAssembly.validate(Buffer.concat(chunks) as Uint8Array<ArrayBuffer>), name);
    } finally {
      reader.kill();
    }
  }
});

test('- is standard output, also for what is built or learned', () => {
  const built = spawnSync(process.execPath, [BIN, 'build', 'rule.script', '-o', '-'], { cwd: folder });
  assert.is(built.status, 0);
  assert.ok(WebAssembly.validate(built.stdout as Uint8Array<ArrayBuffer>));
  assert.match(String(built.stderr), /^standard output: \d+ bytes, hash [0-9a-f]{12}\n$/);
  assert.match(evident(['build', 'rule.script', '-o', '-', '--json']).err, /cannot both go to standard output/);
  const lines = ['where is my parcel', 'the parcel is late', 'a parcel came', 'no parcel yet']
    .map((said) => `{"text":"${said}","label":"delivery"}`)
    .concat(
      ['refund me', 'a refund please', 'my refund', 'refund now'].map((said) => `{"text":"${said}","label":"refund"}`),
    )
    .join('\n');
  const learned = evident(['learn', '-', '-o', '-'], lines);
  assert.is(learned.code, 0, learned.err);
  assert.is(learned.out, evident(['learn', '-'], lines).out);
  assert.is(evident(['learn', '-', '--report', '-'], lines).code, 2);
  assert.not.ok(readdirSync(folder).some((name) => name.startsWith('-')));
});

posixTest('standard output that takes nothing, or only a part, is one line and code 2', () => {
  const redirected = (script: string): { code: number | null; err: string } => {
    const { status, stderr } = spawnSync('sh', ['-c', script, 'sh', process.execPath, BIN], {
      cwd: folder,
      encoding: 'utf8',
    });
    return { code: status, err: stderr };
  };
  if (existsSync('/dev/full')) {
    for (const command of [
      'check rule.script',
      'run rule.script',
      'run rule.script --json',
      'docs',
      'build rule.script -o -',
    ]) {
      assert.equal(
        redirected(`"$@" ${command} > /dev/full`),
        { code: 2, err: 'evident: cannot write standard output: there is no space left\n' },
        command,
      );
    }
    assert.is(redirected('"$@" run rule.script 2> /dev/full').code, 2);
  }
  file('long.script', '(range 100000)');
  const { code, err } = redirected('ulimit -f 8; "$@" run long.script > part.json');
  assert.is(code, 2);
  assert.match(err, /^evident: cannot write standard output: EFBIG[^\n]*\n$/);
  assert.is(redirected('"$@" run long.script > part.json').code, 0);
  assert.is((JSON.parse(text('part.json')) as unknown[]).length, 100_000);
});

test.run();
