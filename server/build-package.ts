// Build package: what debuggers and editors need of the sources, small enough to be installed.
// In: dist/, as TypeScript leaves it. Out: there, maps of the modules that name lines, not columns; declarations of what the package
// exports and of nothing else; and in dist/sources the files that these declarations were made from.

import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { writeDigits } from '../compiler/emit/digits.ts';
import { ROOT } from '../runtime/build.ts';

const DIST = join(ROOT, 'dist');
const SOURCES = join(DIST, 'sources');
const PACKED = ['grammar', 'compiler', 'runtime', 'server', 'cli'];
/** What another module is imported from, in a declaration. */
const IMPORT = /(?:from |import\()['"](\.[^'"]+)['"]/g;

function buildPackage(): void {
  rmSync(SOURCES, { recursive: true, force: true });
  const kept = exportedDeclarations();
  const all = PACKED.flatMap((folder) =>
    readdirSync(join(DIST, folder), { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`),
  );
  for (const path of all.filter((one) => one.endsWith('.js.map'))) thin(join(DIST, path), kept);
  for (const path of all.filter((one) => one.endsWith('.d.ts'))) {
    if (kept.has(path)) keepSource(path);
    else for (const name of [path, `${path}.map`]) rmSync(join(DIST, name), { force: true });
  }
}

/** Paths below dist/ of the declarations that those of the package's exports import, themselves among them. */
function exportedDeclarations(): Set<string> {
  const { exports } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    readonly exports: Readonly<Record<string, string | { readonly types: string }>>;
  };
  const kept = new Set<string>();
  const waiting = Object.values(exports).flatMap((entry) =>
    typeof entry === 'string' ? [] : [relative(DIST, join(ROOT, entry.types))],
  );
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (kept.has(path)) continue;
    kept.add(path);
    for (const [, to] of readFileSync(join(DIST, path), 'utf8').matchAll(IMPORT))
      waiting.push(join(dirname(path), to!).replace(/\.[jt]s$/, '.d.ts'));
  }
  return kept;
}

/** Copies the source of a declaration beside the others, and lets the declaration's map name it there. */
function keepSource(path: string): void {
  const source = path.replace(/\.d\.ts$/, '.ts');
  mkdirSync(dirname(join(SOURCES, source)), { recursive: true });
  copyFileSync(join(ROOT, source), join(SOURCES, source));
  const file = join(DIST, `${path}.map`);
  const map = JSON.parse(readFileSync(file, 'utf8')) as { sources: string[] };
  map.sources = [nameOf(source, path)];
  writeFileSync(file, JSON.stringify(map));
}

function nameOf(source: string, from: string): string {
  return relative(dirname(join(DIST, from)), join(SOURCES, source));
}

/**
 * A map with the line of the source for each line of the module: what a stack trace shows, in a sixth of the bytes of a map
 * that has a place for each token.
 */
function thin(file: string, kept: ReadonlySet<string>): void {
  const map = JSON.parse(readFileSync(file, 'utf8'));
  const module = file.slice(0, -'.map'.length);
  const places = new SourceMap(map);
  let before = 0;
  const lines = readFileSync(module, 'utf8')
    .split('\n')
    .map((line, at) => {
      const place = places.findEntry(at, line.search(/\S|$/));
      if (!('originalLine' in place) || place.generatedLine !== at) return '';
      const step = place.originalLine - before;
      before = place.originalLine;
      return `AA${writeDigits(step)}A`;
    });
  const path = relative(DIST, file).replace(/\.js\.map$/, '');
  const sources = kept.has(`${path}.d.ts`) ? [nameOf(`${path}.ts`, `${path}.js`)] : map.sources;
  writeFileSync(file, JSON.stringify({ version: 3, file: map.file, sources, names: [], mappings: lines.join(';') }));
}

buildPackage();
