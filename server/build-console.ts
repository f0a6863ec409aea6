// Build console: the pages' sources as what a browser loads.
// In: server/console of the checkout. Out: dist/server/console: modules, the style sheet and the page. What of the compiler's and the
// runtime's code the page uses is bundled from their sources, with a browser's counterpart in the place of each module of Node.
// And dist/server/docs: the page of the OpenAPI document, with Swagger UI as its package has it.

import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { ROOT } from '../runtime/build.ts';

const SOURCES = join(ROOT, 'server/console');
const TARGET = join(ROOT, 'dist/server/console');

const IN_BROWSERS: readonly (readonly [module: RegExp, counterpart: string])[] = [
  [/^node:crypto$/, 'browser/crypto.ts'],
  [/^node:worker_threads$/, 'browser/worker-threads.ts'],
  [/\.\/chevrotain\.ts$/, 'browser/chevrotain.ts'],
];

/** Bundles everything anew, which takes a fifth of a second. Throws with the bundler's messages. */
async function buildConsole(): Promise<void> {
  const { build } = await import('esbuild');
  rmSync(TARGET, { recursive: true, force: true });
  mkdirSync(TARGET, { recursive: true });
  await build({
    entryPoints: ['main.tsx', 'artifact-worker.ts', 'console.css'].map((name) => join(SOURCES, name)),
    outdir: TARGET,
    tsconfig: join(SOURCES, 'tsconfig.json'),
    bundle: true,
    splitting: true,
    format: 'esm',
    target: ['chrome123', 'firefox120', 'safari17.5'],
    minify: true,
    legalComments: 'none',
    chunkNames: '[name]-[hash]',
    logLevel: 'error',
    plugins: [
      {
        name: 'browser',
        setup(bundle) {
          for (const [filter, counterpart] of IN_BROWSERS)
            bundle.onResolve({ filter }, () => ({ path: join(SOURCES, counterpart) }));
        },
      },
    ],
    inject: [join(SOURCES, 'browser/buffer.ts')],
  });
  copyFileSync(join(SOURCES, 'index.html'), join(TARGET, 'index.html'));
}

const DOCS = join(ROOT, 'dist/server/docs');
const RENDERER = ['swagger-ui-bundle.js', 'swagger-ui.css'];

/** Maps of sources stay out, and so does the line that asks for them. Packed, because an installation is to stay small. */
function buildDocs(): void {
  rmSync(DOCS, { recursive: true, force: true });
  mkdirSync(DOCS, { recursive: true });
  const own = join(SOURCES, 'docs');
  for (const name of readdirSync(own)) copyFileSync(join(own, name), join(DOCS, name));
  const renderer = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
  for (const name of RENDERER) {
    const text = readFileSync(join(renderer, name), 'utf8');
    const shown = text.replace(/\n?(?:\/\/|\/\*)# sourceMappingURL=[^\n]*\s*$/, '\n');
    writeFileSync(join(DOCS, `${name}.gz`), gzipSync(shown, { level: 9 }));
  }
}

await buildConsole();
buildDocs();
