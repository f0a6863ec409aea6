// The package: what `npm pack` makes holds all that it promises, nothing of the tests or of the build, and works in an empty
// folder with its dependencies alone. `npm run prove:package` installs it from the registry; test/library.test.ts holds its types.

import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { builtinModules, SourceMap } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, posix } from 'node:path';
import * as assert from 'uvu/assert';
import { BINARYEN_VERSION } from '../compiler/emit/emit.ts';
import { VERSION } from '../server/engines/identity.ts';
import { type Packed, packInto } from './support/packed.ts';
import { ROOT } from './support/paths.ts';
import { test } from './support/test.ts';

interface Manifest {
  readonly version: string;
  readonly private?: boolean;
  readonly license: string;
  readonly keywords: readonly string[];
  readonly engines: { readonly node: string };
  readonly bin: Readonly<Record<string, string>>;
  readonly exports: Readonly<Record<string, string | Readonly<Record<string, string>>>>;
  readonly scripts: Readonly<Record<string, string>>;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly optionalDependencies: Readonly<Record<string, string>>;
  readonly peerDependencies: Readonly<Record<string, string>>;
  readonly peerDependenciesMeta: Readonly<Record<string, { readonly optional: boolean }>>;
}

/** Imports as the compiler writes them: of modules, of what is loaded when it is wanted, and of threads by their address. */
const IMPORT =
  /(?:^|[\s;}])(?:import|export)\b[^'"`;]*?from\s*'([^']+)'|\bimport\(\s*'([^']+)'\s*\)|^import '([^']+)'/gm;

const folder = mkdtempSync(join(tmpdir(), 'evident-package-'));
const installed = join(folder, 'node_modules', 'evident');
let packed: Packed;
let manifest: Manifest;

test.before(() => {
  packed = packInto(folder);
  mkdirSync(installed, { recursive: true });
  const { status, stderr } = spawnSync('tar', ['-xzf', packed.tarball, '-C', installed, '--strip-components=1']);
  assert.is(status, 0, String(stderr));
  manifest = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8')) as Manifest;
  // The dependencies and nothing else: neither what is optional nor what only the development needs is found from the package.
  for (const name of Object.keys(manifest.dependencies)) {
    const link = join(folder, 'node_modules', name);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(join(ROOT, 'node_modules', name), link);
  }
});
test.after(() => rmSync(folder, { recursive: true, force: true }));

test('the manifest can be published: not private, exact versions, no script that an installation would run', () => {
  assert.is(manifest.private, undefined);
  assert.is(manifest.version, VERSION);
  assert.is(manifest.license, 'MIT');
  assert.ok(manifest.keywords.length > 0);
  for (const [name, version] of Object.entries({ ...manifest.dependencies, ...manifest.optionalDependencies }))
    assert.match(version, /^\d+\.\d+\.\d+(?:-[\w.]+)?$/, name);
  for (const name of ['preinstall', 'install', 'postinstall', 'prepare']) assert.not.ok(name in manifest.scripts, name);
});

test('what builds artifacts is brought by whoever builds them, in the version that they are made with', () => {
  assert.equal(manifest.peerDependencies, { binaryen: BINARYEN_VERSION });
  assert.equal(manifest.peerDependenciesMeta, { binaryen: { optional: true } });
});

test('what is promised is in the package', () => {
  const has = new Set(packed.files);
  const promised = [
    ...['README.md', 'LICENSE', 'CHANGELOG.md', 'SECURITY.md', 'docs/README.md', 'docs/versions.md', 'package.json'],
    ...['dist/runtime/evident.wasm', 'dist/server/main.js', 'dist/server/console/index.html'],
    ...Object.values(manifest.bin),
    ...Object.values(manifest.exports).flatMap((target) =>
      typeof target === 'string' ? [target] : Object.values(target),
    ),
  ];
  assert.equal(
    promised.map((path) => posix.normalize(path)).filter((path) => !has.has(path)),
    [],
  );
  assert.match(
    readFileSync(join(installed, 'CHANGELOG.md'), 'utf8'),
    new RegExp(`^## ${VERSION.replaceAll('.', '\\.')}`, 'm'),
  );
});

test('nothing of the tests, the measurements or the build is in the package', () => {
  const unwanted = packed.files.filter(
    (path) =>
      /^dist\/(?:test|bench)\/|^dist\/(?:runtime\/build|server\/build-\w+)\.|\.(?:vsix|tsbuildinfo)$/.test(path) ||
      (/\.tsx?$/.test(path) && !path.endsWith('.d.ts') && !path.startsWith('dist/sources/')) ||
      !/^(?:dist|docs)\/|^(?:README|CHANGELOG|SECURITY)\.md$|^LICENSE$|^package\.json$/.test(path),
  );
  assert.equal(unwanted, []);
});

test('every module has a map, in which a line has the line of its source', () => {
  const modules = packed.files.filter((path) => /^dist\/(?!server\/(?:console|docs)\/).*\.js$/.test(path));
  assert.ok(modules.length > 500, `${modules.length} modules`);
  const has = new Set(packed.files);
  assert.equal(
    modules.filter((path) => !has.has(`${path}.map`)),
    [],
  );
  // Both are found by what they say, so neither number stands here.
  const says = 'serveEditor({ recursion';
  const lineIn = (text: string) => text.split('\n').findIndex((line) => line.includes(says));
  const map = new SourceMap(JSON.parse(readFileSync(join(installed, 'dist/cli/lsp.js.map'), 'utf8')));
  const place = map.findEntry(lineIn(readFileSync(join(installed, 'dist/cli/lsp.js'), 'utf8')), 20);
  assert.ok('originalLine' in place);
  assert.is(place.originalLine, lineIn(readFileSync(join(ROOT, 'cli/lsp.ts'), 'utf8')));
  assert.match(place.originalSource, /cli\/lsp\.ts$/);
});

test('every declaration has a map and its source, and no exported type leads out of the package', () => {
  const has = new Set(packed.files);
  const declarations = packed.files.filter((path) => path.endsWith('.d.ts'));
  assert.ok(declarations.length > 40, `${declarations.length} declarations`);
  for (const path of declarations) {
    const { sources } = JSON.parse(readFileSync(join(installed, `${path}.map`), 'utf8')) as { sources: string[] };
    const source = posix.join(posix.dirname(path), sources[0] as string);
    assert.ok(source.startsWith('dist/sources/') && has.has(source), `${path}: ${source}`);
    const original = join(ROOT, source.slice('dist/sources/'.length));
    assert.is(readFileSync(join(installed, source), 'utf8'), readFileSync(original, 'utf8'));
    for (const [, to] of readFileSync(join(installed, path), 'utf8').matchAll(/(?:from |import\()["'](\.[^"']+)["']/g))
      assert.ok(has.has(posix.join(posix.dirname(path), to as string).replace(/\.[jt]s$/, '.d.ts')), `${path}: ${to}`);
  }
});

test('every module finds what it imports: in the package, in a dependency, or in Node', () => {
  const has = new Set(packed.files);
  const allowed = { ...manifest.dependencies, ...manifest.optionalDependencies, ...manifest.peerDependencies };
  const lost: string[] = [];
  let seen = 0;
  for (const path of packed.files.filter((one) => one.endsWith('.js') && !one.startsWith('dist/server/console/'))) {
    for (const [, first, second, third] of readFileSync(join(installed, path), 'utf8').matchAll(IMPORT)) {
      const to = (first ?? second ?? third) as string;
      seen++;
      const isFound = to.startsWith('.')
        ? has.has(posix.join(posix.dirname(path), to))
        : to.startsWith('node:') || builtinModules.includes(to) || packageOf(to) in allowed;
      if (!isFound) lost.push(`${path}: ${to}`);
    }
  }
  assert.ok(seen > 1000, `${seen} imports`);
  assert.equal(lost, []);
});

test('every entry is imported and does its work in an empty folder', () => {
  const names = Object.keys(manifest.exports).filter((name) => name !== './package.json');
  assert.equal(names, ['.', './decide', './verify', './runtime']);
  const { code, out, err } = run(
    'entries.mjs',
    `import { check, run } from 'evident';
import { prepare } from 'evident/decide';
import { verifyCall } from 'evident/verify';
import { openArtifact } from 'evident/runtime';
import manifest from 'evident/package.json' with { type: 'json' };
console.log(check('(inc 1 2)').diagnostics[0].code, (await run('(+ 0.1 0.2)')).outputJson);
const { decide } = await prepare({ team: { type: 'choice', criteria: { billing: 'refund', technical: 'crash' } } });
console.log((await decide({ message: 'a refund' })).body.answers.team.choice);
console.log(typeof verifyCall, typeof openArtifact, manifest.version);
`,
  );
  assert.equal([code, out, err], [0, `wrong-arity 0.3\nbilling\nfunction function ${VERSION}\n`, '']);
  for (const name of names)
    assert.ok(existsSync(join(installed, (manifest.exports[name] as { types: string }).types)), name);
});

test('the command tells its version, runs a script, and says of a build what is missing', () => {
  const evident = (...args: string[]) => node([join(installed, manifest.bin['evident'] as string), ...args]);
  assert.equal(evident('--version'), { code: 0, out: `evident ${VERSION}\n`, err: '' });
  writeFileSync(join(folder, 'sum.script'), '(+ 1 2)');
  assert.equal(evident('check', 'sum.script').code, 0);
  assert.equal(evident('run', 'sum.script').out, '3\n');
  const built = evident('build', 'sum.script', '-o', 'sum.wasm');
  assert.is(built.code, 2);
  assert.match(built.err, /binaryen, which is not installed/);
  const served = evident('lsp');
  assert.is(served.code, 2);
  assert.match(served.err, /needs the optional packages vscode-languageserver…; install without --omit=optional/);
});

test('the service starts from the package, answers, serves its console, and ends', async () => {
  const bin = join(installed, manifest.bin['evident'] as string);
  const child = spawn(process.execPath, [bin, 'serve', '--port', '0', '--data', ':memory:', '--drain-ms', '0'], {
    cwd: folder,
    env: environment(),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  try {
    let said = '';
    for await (const chunk of child.stdout) {
      said += String(chunk);
      if (said.includes('\n')) break;
    }
    const url = /http:\S+/.exec(said)?.[0];
    assert.ok(url, said);
    const live = await fetch(`${url}/livez`);
    assert.is(live.status, 200);
    assert.match(await live.text(), new RegExp(`evident/${VERSION.replaceAll('.', '\\.')}`));
    const page = await fetch(`${url}/`);
    assert.match(page.headers.get('content-type') ?? '', /^text\/html/);
    assert.match(await page.text(), /<script type="module"/);
  } finally {
    child.kill('SIGTERM');
  }
  assert.is(await ended, 0);
});

function packageOf(specifier: string): string {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}

function run(name: string, source: string): ReturnType<typeof node> {
  writeFileSync(join(folder, name), source);
  return node([name]);
}

function node(args: readonly string[]): { readonly code: number | null; readonly out: string; readonly err: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: folder,
    encoding: 'utf8',
    env: environment(),
  });
  return { code: status, out: stdout, err: stderr };
}

function environment(): NodeJS.ProcessEnv {
  return { ...process.env, EVIDENT_CACHE: join(folder, 'cache') };
}

test.run();
