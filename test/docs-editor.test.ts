// docs/editor: the grammar that editors colour by comes from the tables of the language (`--update` writes it), colours what it
// says, and the extension is packed whole.

import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire, isBuiltin } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { unzipSync } from 'fflate';
import * as assert from 'uvu/assert';
import { BUILTIN_NAMES } from '../compiler/builtins.ts';
import { textMateGrammar } from '../compiler/highlight.ts';
import { SPECIAL_NAMES } from '../compiler/specials.ts';
import { VERSION } from '../server/engines/identity.ts';
import { isUpdating } from './support/golden-json.ts';
import { moduleFile, ROOT } from './support/paths.ts';
import { test } from './support/test.ts';

const EXTENSION = join(ROOT, 'docs/editor/vscode');
const GRAMMAR = join(EXTENSION, 'syntaxes/evident.tmLanguage.json');
const folder = mkdtempSync(join(tmpdir(), 'evident-editor-'));
test.after(() => rmSync(folder, { recursive: true }));

const grammar = textMateGrammar();
const written = `${JSON.stringify(grammar, null, 2)}\n`;
if (isUpdating) writeFileSync(GRAMMAR, written);

test('the grammar in the extension is the one that the tables make', () => {
  assert.is(readFileSync(GRAMMAR, 'utf8'), written);
});

/** The scope of the rule that takes the text at its start, as an editor tries them: the leftmost match, then the first rule. */
function scopeOf(text: string, at: number): string | null {
  for (const { name, match, begin, captures } of grammar.patterns) {
    const found = new RegExp(match ?? begin!, 'gm');
    found.lastIndex = at;
    if (found.exec(text)?.index === at) return name ?? captures?.['2']?.name ?? null;
  }
  return null;
}

test('every name of the language is coloured as what it is, whole', () => {
  for (const name of SPECIAL_NAMES) assert.is(scopeOf(`(${name})`, 1), 'keyword.control.evident', name);
  for (const name of BUILTIN_NAMES) assert.is(scopeOf(`(${name} x)`, 1), 'support.function.evident', name);
  for (const name of ['counter', 'my-map', 'if-so', 'mapp', 'nilly', 'inputs'])
    assert.is(scopeOf(`(${name} x)`, 1), 'variable.other.evident', name);
  assert.is(scopeOf('(defn total [x] x)', 1), 'entity.name.function.evident');
  assert.is(scopeOf(':map', 0), 'constant.other.keyword.evident');
  assert.is(scopeOf('-2.5e3', 0), 'constant.numeric.evident');
  assert.is(scopeOf('nil', 0), 'constant.language.evident');
  assert.is(scopeOf('input', 0), 'variable.language.evident');
  assert.is(scopeOf('"a"', 0), 'string.quoted.double.evident');
  assert.is(scopeOf('; map', 0), 'comment.line.semicolon.evident');
});

/** What the editor of the console tells of each part of a text: the classes of its tokens. */
async function consoleTokens(): Promise<(text: string) => readonly (readonly [text: string, token: string])[]> {
  const path = join(folder, 'script-language.mjs');
  await build({
    entryPoints: [join(ROOT, 'server/console/script-language.ts')],
    outfile: path,
    bundle: true,
    format: 'esm',
    platform: 'node',
    logLevel: 'error',
  });
  const { scriptLanguage } = await import(pathToFileURL(path).href);
  const { parser } = scriptLanguage(() => []).language;
  return (text) => {
    const tokens: (readonly [string, string])[] = [];
    parser.parse(text).iterate({
      enter({ name, from, to, node }: { name: string; from: number; to: number; node: { firstChild: unknown } }) {
        if (node.firstChild === null) tokens.push([text.slice(from, to), name]);
      },
    });
    return tokens;
  };
}

test('the editor of the console colours every name by the same tables', async () => {
  const tokensOf = await consoleTokens();
  const tokenOf = (text: string): string | undefined => tokensOf(text).find(([part]) => part === text)?.[1];
  for (const name of SPECIAL_NAMES) assert.is(tokenOf(name), 'keyword', name);
  for (const name of BUILTIN_NAMES) assert.is(tokenOf(name), 'variableName.standard', name);
  for (const name of ['counter', 'my-map', 'if-so', 'mapp', 'nilly', 'money/round-cents'])
    assert.is(tokenOf(name), 'variableName', name);
  assert.equal(['nil', 'true', ':map', '-2.5e3', '; map'].map(tokenOf), [
    'bool',
    'bool',
    'atom',
    'number',
    'lineComment',
  ]);
});

test('npm run pack:editor makes a .vsix in which everything is found that is named', () => {
  const pack = (): Buffer => {
    const { status, stderr } = spawnSync(process.execPath, [moduleFile('test/support/pack-editor')], {
      encoding: 'utf8',
    });
    assert.is(status, 0, stderr);
    return readFileSync(join(ROOT, 'dist/evident-language.vsix'));
  };
  const packed = pack();
  assert.ok(packed.equals(pack()), 'the same files make the same bytes');
  const files = unzipSync(packed);
  for (const [name, bytes] of Object.entries(files)) {
    mkdirSync(join(folder, dirname(name)), { recursive: true });
    writeFileSync(join(folder, name), bytes);
  }
  const text = (name: string): string => Buffer.from(files[name] ?? assert.unreachable(name)!).toString();
  const manifest = JSON.parse(text('extension/package.json'));
  assert.is(manifest.version, VERSION);
  const [language] = manifest.contributes.languages;
  const [{ path }] = manifest.contributes.grammars;
  for (const named of [manifest.main, path, language.configuration])
    assert.ok(files[join('extension', named)] !== undefined, named);
  JSON.parse(text(join('extension', language.configuration)));
  for (const [, asset] of text('extension.vsixmanifest').matchAll(/ Path="([^"]+)"/g)) assert.ok(files[asset!], asset);
  const types = [...text('[Content_Types].xml').matchAll(/Extension="([^"]+)"/g)].map(([, type]) => type);
  for (const name of Object.keys(files)) {
    const ending = /\.([^./]+)$/.exec(name)?.[1];
    assert.ok(ending === undefined || name === '[Content_Types].xml' || types.includes(ending), name);
  }
  resolves(join(folder, 'extension/extension.js'), 'vscode-languageclient/node', new Set());
});

/** A module is found from a file, and so is every package that it requires, all the way down. */
function resolves(from: string, wanted: string, seen: Set<string>): void {
  const path = createRequire(from).resolve(wanted);
  assert.ok(path.startsWith(folder), `${wanted} is found in the extension alone: ${path}`);
  if (seen.has(path)) return;
  seen.add(path);
  for (const [, name] of readFileSync(path, 'utf8').matchAll(/\brequire\(["']([^"']+)["']\)/g))
    if (name !== 'vscode' && !isBuiltin(name!)) resolves(path, name!, seen);
}

test.run();
