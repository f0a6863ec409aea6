// Pack: the extension of VS Code as one .vsix file (`npm run pack:editor`).
// In: docs/editor/vscode, and the packages its package.json names, as installed. Out: dist/evident-language.vsix, the same bytes
// for the same files. Why not vsce: it brings compiled add-ons and downloads; a .vsix is a zip with two lists of contents.

import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { zipSync } from 'fflate';
import { VERSION } from '../../server/engines/identity.ts';
import { ROOT } from './paths.ts';

const EXTENSION = join(ROOT, 'docs/editor/vscode');
const TARGET = join(ROOT, 'dist/evident-language.vsix');
// A zip has a time for each file; they begin in 1980.
const NO_TIME = new Date(1980, 0, 1);

interface Manifest {
  readonly name: string;
  readonly displayName: string;
  readonly description: string;
  readonly publisher: string;
  readonly engines: { readonly vscode: string };
  readonly dependencies?: Readonly<Record<string, string>>;
}

function pack(): void {
  const manifest = readManifest(EXTENSION);
  const files = new Map<string, Uint8Array>([
    ['extension.vsixmanifest', text(vsixManifest(manifest))],
    ['[Content_Types].xml', text(CONTENT_TYPES)],
  ]);
  addFolder(files, EXTENSION, 'extension', () => true);
  files.set('extension/package.json', text(`${JSON.stringify({ ...manifest, version: VERSION }, null, 2)}\n`));
  files.set('extension/LICENSE', readFileSync(join(ROOT, 'LICENSE')));
  addPackages(files, manifest, ROOT, new Set());
  const sorted = [...files].sort(([a], [b]) => (a < b ? -1 : 1));
  mkdirSync(dirname(TARGET), { recursive: true });
  writeFileSync(TARGET, zipSync(Object.fromEntries(sorted), { level: 9, mtime: NO_TIME }));
  console.log(`${relative(process.cwd(), TARGET)}: ${files.size} files, ${statSync(TARGET).size} bytes`);
}

/** The packages a package needs, where they are installed, and those that they need. */
function addPackages(files: Map<string, Uint8Array>, manifest: Manifest, from: string, done: Set<string>): void {
  for (const name of Object.keys(manifest.dependencies ?? {})) {
    const folder = installed(name, from);
    if (done.has(folder)) continue;
    done.add(folder);
    addFolder(files, folder, `extension/${relative(ROOT, folder).split('\\').join('/')}`, isRun);
    addPackages(files, readManifest(folder), folder, done);
  }
}

function installed(name: string, from: string): string {
  for (let folder = from; ; folder = dirname(folder)) {
    const place = join(folder, 'node_modules', name);
    if (statSync(join(place, 'package.json'), { throwIfNoEntry: false }) !== undefined) return place;
    if (folder === ROOT) throw new Error(`${name} is not installed; npm ci does it`);
  }
}

/** What runs, and the licence. */
function isRun(name: string): boolean {
  return (/\.(?:c?js|json)$/.test(name) || /(?:^|\/)licen[cs]e/i.test(name)) && !/(?:eslint|tsconfig)/.test(name);
}

function addFolder(
  files: Map<string, Uint8Array>,
  folder: string,
  to: string,
  isWanted: (name: string) => boolean,
): void {
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const path = join(folder, name);
    const isNested = /(?:^|[\\/])node_modules[\\/]/.test(name);
    if (!isNested && statSync(path).isFile() && isWanted(name))
      files.set(`${to}/${name.split('\\').join('/')}`, readFileSync(path));
  }
}

function readManifest(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;
}

function text(content: string): Uint8Array {
  return new TextEncoder().encode(content);
}

const CONTENT_TYPES = `<?xml version="1.0" encoding="utf-8"?>
<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">${Object.entries({
  js: 'application/javascript',
  cjs: 'application/javascript',
  json: 'application/json',
  md: 'text/markdown',
  txt: 'text/plain',
  vsixmanifest: 'text/xml',
})
  .map(([extension, type]) => `<Default Extension="${extension}" ContentType="${type}"/>`)
  .join('')}</Types>
`;

function vsixManifest({ name, displayName, description, publisher, engines }: Manifest): string {
  return `<?xml version="1.0" encoding="utf-8"?>
<PackageManifest Version="2.0.0" xmlns="http://schemas.microsoft.com/developer/vsx-schema/2011">
  <Metadata>
    <Identity Language="en-US" Id="${name}" Version="${VERSION}" Publisher="${publisher}"/>
    <DisplayName>${displayName}</DisplayName>
    <Description>${description}</Description>
    <Properties><Property Id="Microsoft.VisualStudio.Code.Engine" Value="${engines.vscode}"/></Properties>
  </Metadata>
  <Installation><InstallationTarget Id="Microsoft.VisualStudio.Code"/></Installation>
  <Dependencies/>
  <Assets>
    <Asset Type="Microsoft.VisualStudio.Code.Manifest" Path="extension/package.json" Addressable="true"/>
    <Asset Type="Microsoft.VisualStudio.Services.Content.Details" Path="extension/README.md" Addressable="true"/>
  </Assets>
</PackageManifest>
`;
}

pack();
