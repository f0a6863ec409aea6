// Files: the pages as they are served, and the console as it is written to a folder.
// In: what the build left beside the server. Out: each file with its media type, its tag and the policy a browser holds it to.

import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';

export interface ConsoleFile {
  readonly name: string;
  readonly contentType: string;
  readonly bytes: Uint8Array;
  readonly gzip: Uint8Array;
  readonly etag: string;
  readonly policy: string;
}

export const PAGE = 'index.html';

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
};

/**
 * What the page may load: its own modules and style sheet, and the service. `data:` is the empty icon, and
 * pictures and sounds that a tool answers. A browser that knows trusted
 * types lets no text become markup or code.
 */
function pagePolicy(service: string): string {
  const connect = service === '' ? "'self'" : `'self' ${new URL(service).origin}`;
  return `default-src 'none'; script-src 'self'; style-src 'self'; img-src data:; media-src data:; connect-src ${connect}; worker-src 'self'; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'; trusted-types evident-worker`;
}

/** A worker is held to the policy of its own file; compiling an artifact is all it does. */
const WORKER_POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'";
const WORKER = 'artifact-worker.js';

/** The pages about the wire: their renderer writes styles and markup of its own from the document, so no trusted types there. */
export const DOCS_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

let served: ReadonlyMap<string, ConsoleFile> | undefined;
let documented: ReadonlyMap<string, ConsoleFile> | undefined;

/** The console beside its own service, read once. Empty where the build did not make it. */
export function consoleFiles(): ReadonlyMap<string, ConsoleFile> {
  served ??= readConsole('');
  return served;
}

/** What shows the OpenAPI document, read once. Empty where the build did not make it. */
export function docsFiles(): ReadonlyMap<string, ConsoleFile> {
  documented ??= readFolder('docs', (name, read) => fileOf(name, read, DOCS_POLICY));
  return documented;
}

/** `service` is where the service is; empty where it serves the page itself. */
export function readConsole(service: string): ReadonlyMap<string, ConsoleFile> {
  const policy = pagePolicy(service);
  return readFolder('console', (name, read) => {
    const bytes =
      name === PAGE ? Buffer.from(read.toString('utf8').replace('{csp}', policy).replace('{service}', service)) : read;
    return fileOf(name, bytes, name === WORKER ? WORKER_POLICY : `${policy}; frame-ancestors 'none'`);
  });
}

function readFolder(
  part: 'console' | 'docs',
  read: (name: string, bytes: Buffer) => ConsoleFile,
): ReadonlyMap<string, ConsoleFile> {
  const folder = builtFolder(part);
  if (folder === null) return new Map();
  return new Map(
    readdirSync(folder)
      .sort()
      .map((file) => {
        const bytes = readFileSync(join(folder, file));
        // What the build packed is kept so, and told of by its own name.
        const name = file.replace(/\.gz$/, '');
        return [name, read(name, name === file ? bytes : gunzipSync(bytes))];
      }),
  );
}

export function fileOf(name: string, bytes: Uint8Array, policy: string): ConsoleFile {
  return {
    name,
    contentType: CONTENT_TYPES[name.slice(name.lastIndexOf('.') + 1)] ?? 'application/octet-stream',
    bytes,
    gzip: gzipSync(bytes, { level: 9 }),
    etag: `"${createHash('sha256').update(bytes).digest('hex').slice(0, 32)}"`,
    policy,
  };
}

/** The folder in dist/server, whether this runs from there or from its source. */
function builtFolder(name: string): string | null {
  const here = import.meta.dirname;
  const built = [join(here, '../..', name), join(here, '../../../dist/server', name)];
  return built.find((folder) => existsSync(join(folder, PAGE))) ?? null;
}
