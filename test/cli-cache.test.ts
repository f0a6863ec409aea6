// The cache of the command line: what it keeps, what it does not believe, and where it keeps nothing.

import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import * as assert from 'uvu/assert';
import { FILES_MAX } from '../cli/module-cache.ts';
import { BIN, type Ended, openCommandLine } from './support/command-line.ts';
import { ROOT } from './support/paths.ts';
import { test } from './support/test.ts';

const { folder, evident, file, close } = openCommandLine();
test.after(close);
file('rule.script', '(+ 1 (:x input))');
file('input.json', '{"x":10}');

test('a cached run is the same; a spoiled cache is made afresh', () => {
  const own = join(folder, 'own-cache');
  const run = (): Ended => evident(['run', 'rule.script', '--input', 'input.json'], '', { EVIDENT_CACHE: own });
  const first = run();
  const entries = (): string[] => readdirSync(join(own, 'scripts')).filter((name) => name.endsWith('.bin'));
  assert.is(entries().length, 1);
  assert.equal(run(), first);
  const path = join(own, 'scripts', entries()[0]!);
  const good = readFileSync(path);
  for (const spoiled of [
    good.subarray(0, good.length - 1),
    Buffer.alloc(0),
    Buffer.alloc(40),
    Buffer.from([...good.subarray(0, 99), good[99]! ^ 1, ...good.subarray(100)]),
  ]) {
    writeFileSync(path, spoiled);
    assert.equal(run(), first);
    assert.equal(readFileSync(path), good);
  }
  // A file where the folder should be: nothing is kept, nothing fails.
  writeFileSync(join(folder, 'no-folder'), '');
  assert.equal(
    evident(['run', 'rule.script', '--input', 'input.json'], '', { EVIDENT_CACHE: join(folder, 'no-folder') }),
    first,
  );
  if (process.platform === 'linux')
    assert.equal(
      evident(['run', 'rule.script', '--input', 'input.json'], '', { EVIDENT_CACHE: '/proc/no/folder' }),
      first,
    );
  assert.equal(evident(['run', 'rule.script', '--input', 'input.json'], '', { EVIDENT_CACHE: '' }), first);
});

test('an entry that is no regular file, or no module, is a miss', () => {
  const own = join(folder, 'strange-cache');
  const run = (): Ended => evident(['run', 'rule.script', '--input', 'input.json'], '', { EVIDENT_CACHE: own });
  const first = run();
  const path = join(own, 'scripts', readdirSync(join(own, 'scripts')).find((name) => name.endsWith('.bin'))!);
  const good = readFileSync(path);
  // Whole, with a digest that holds, and yet no WebAssembly.
  const content = Buffer.concat([good.subarray(32, 96), Buffer.from('no module')]);
  writeFileSync(path, Buffer.concat([createHash('sha256').update(content).digest(), content]));
  assert.equal(run(), first);
  assert.equal(readFileSync(path), good);
  const elsewhere = join(folder, 'elsewhere.bin');
  writeFileSync(elsewhere, good);
  for (const replace of [
    () => spawnSync('mkfifo', [path]),
    () => symlinkSync(elsewhere, path),
    () => mkdirSync(path),
  ]) {
    rmSync(path, { recursive: true });
    replace();
    assert.equal(run(), first);
  }
});

test('a cache that others can write to is not used', () => {
  if (process.platform === 'win32') return;
  for (const [place, mode] of [
    ['', 0o777],
    ['scripts', 0o720],
  ] as const) {
    const own = join(folder, `open-cache-${place}`);
    mkdirSync(join(own, 'scripts'), { recursive: true, mode: 0o700 });
    chmodSync(join(own, place), mode);
    assert.is(evident(['run', 'rule.script', '--input', 'input.json'], '', { EVIDENT_CACHE: own }).out, '11\n');
    assert.equal(readdirSync(join(own, 'scripts')), [], place);
    chmodSync(join(own, place), 0o700);
    evident(['run', 'rule.script', '--input', 'input.json'], '', { EVIDENT_CACHE: own });
    assert.is(readdirSync(join(own, 'scripts')).length, 1);
  }
});

test('the cache knows the compiler by its contents, whatever sizes and dates say', () => {
  const changed = join(folder, 'changed');
  cpSync(dirname(dirname(BIN)), join(changed, 'dist'), {
    recursive: true,
    filter: (path) => !/dist.(test|bench)/.test(path),
  });
  writeFileSync(join(changed, 'package.json'), '{"type":"module"}');
  symlinkSync(join(ROOT, 'node_modules'), join(changed, 'node_modules'));
  const own = join(folder, 'contents-cache');
  const bin = join(changed, 'dist', 'cli', 'bin.js');
  const run = (): number => {
    assert.is(
      spawnSync(process.execPath, [bin, 'run', file('one.script', '(+ 1 2)')], {
        cwd: folder,
        env: { ...process.env, EVIDENT_CACHE: own },
      }).status,
      0,
    );
    return readdirSync(join(own, 'scripts')).length;
  };
  assert.equal([run(), run()], [1, 1]);
  const path = join(changed, 'dist', 'compiler', 'order.js');
  const { atime, mtime } = statSync(path);
  const text = readFileSync(path, 'utf8');
  writeFileSync(path, text.replace('// Order', '// order'));
  utimesSync(path, atime, mtime);
  assert.is.not(readFileSync(path, 'utf8'), text);
  assert.is(run(), 2);
});

test('the cache keeps so many files, and forgets the oldest', () => {
  const full = join(folder, 'full-cache');
  const scripts = join(full, 'scripts');
  mkdirSync(scripts, { recursive: true });
  const old = (at: number): string => join(scripts, `${String(at).padStart(4, '0')}.bin`);
  for (let at = 1; at < FILES_MAX; at += 1) {
    writeFileSync(old(at), '');
    utimesSync(old(at), at, at);
  }
  const run = (text: string): number => {
    assert.is(evident(['run', '-'], text, { EVIDENT_CACHE: full }).code, 0);
    return readdirSync(scripts).length;
  };
  assert.is(run('1'), FILES_MAX);
  assert.ok(existsSync(old(1)));
  assert.is(run('2'), FILES_MAX - FILES_MAX / 10);
  assert.equal([existsSync(old(FILES_MAX / 10 + 1)), existsSync(old(FILES_MAX / 10 + 2))], [false, true]);
});

test('many at once share a cache', async () => {
  const own = join(folder, 'shared-cache');
  const once = (): Promise<string> =>
    new Promise((resolve) => {
      const child = spawn(process.execPath, [BIN, 'run', 'rule.script', '--input', 'input.json'], {
        cwd: folder,
        env: { ...process.env, EVIDENT_CACHE: own },
        stdio: ['ignore', 'pipe', 'ignore'],
      });
      let out = '';
      child.stdout.on('data', (chunk) => {
        out += String(chunk);
      });
      child.on('close', (code) => resolve(`${code} ${out}`));
    });
  assert.equal(await Promise.all(Array.from({ length: 4 }, once)), Array<string>(4).fill('0 11\n'));
  assert.equal(
    readdirSync(join(own, 'scripts')).filter((name) => name.endsWith('.partial')),
    [],
  );
});

test.run();
