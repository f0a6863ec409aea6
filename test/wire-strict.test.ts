// What System One's wire reads and refuses, body by body, over HTTP: test/golden/wire/systemone-strict.txt.
// `--update` rewrites what is told; read the difference.

import { readFileSync, writeFileSync } from 'node:fs';
import { test } from 'uvu';
import * as assert from 'uvu/assert';

import { isUpdating } from './support/golden-json.ts';
import { goldenPath } from './support/paths.ts';
import { openServer } from './support/server.ts';
import type { TestServer } from './support/server.ts';

let server: TestServer;
test.before(async () => { server = await openServer(); });
test.after(async () => { await server.close(); });

interface Case {
  /** The line number, from 1. */
  readonly line: number;
  readonly body: string;
  readonly told: string;
}

const file = goldenPath('wire/systemone-strict.txt');
const lines = readFileSync(file, 'utf8').split('\n');
const cases = lines.flatMap((told, at): Case[] => (told.startsWith('  ') ? [{ line: at, body: lines[at - 1]!, told: told.slice(2) }] : []));

test('there are cases', () => {
  assert.ok(cases.length >= 200);
});

for (const { line, body, told } of cases) {
  test(`line ${line}: ${body.slice(0, 80)}`, async () => {
    const response = await server.post('/v1/systemone', readBytes(body));
    const said = describe(response.status, JSON.parse(await response.text()) as Body, response.headers.get('x-evident-ignored'));
    if (isUpdating) lines[line] = `  ${said}`;
    else assert.is(said, told);
  });
}

test('update', () => {
  if (isUpdating) writeFileSync(file, lines.join('\n'));
});

const QUESTION = '{"type":"choice","criteria":{"yes":"a","no":"b"}}';

function readBytes(written: string): Uint8Array {
  const count = (text: string, close: (list: string[]) => string, entry: (at: number) => string): string =>
    close(Array.from({ length: Number(text) }, (_, at) => entry(at)));
  const object = (list: string[]): string => `{${list.join(',')}}`;
  const filled = written
    .replaceAll('$Q', `{"q":${QUESTION}}`)
    .replaceAll(/\$O(\d+)/g, (_, text: string) => count(text, object, (at) => `"o${at}":null`))
    .replaceAll(/\$L(\d+)/g, (_, text: string) => count(text, (list) => `[${list.join(',')}]`, () => 'null'))
    .replaceAll(/\$N(\d+)/g, (_, text: string) => count(text, object, (at) => `"n${at}":${QUESTION}`));
  return Buffer.concat(filled.split(/(«[^»]*»)/).map((piece) => {
    const [, hex, times] = /^«([0-9A-F ]+)(?:\*(\d+))?»$/.exec(piece) ?? [];
    return hex === undefined ? Buffer.from(piece) : Buffer.concat(new Array<Buffer>(Number(times ?? 1)).fill(Buffer.from(hex.replaceAll(' ', ''), 'hex')));
  }));
}

interface Body {
  readonly answers?: Record<string, { readonly outcome: string; readonly choice?: string }>;
  readonly error?: string;
  readonly detail?: { readonly error_type?: string } | readonly { readonly type: string }[];
}

// As much as one line shows.
const SHOWN_MAX = 160;

function describe(status: number, { answers, error, detail }: Body, ignored: string | null): string {
  const text = answers === undefined
    ? `${Array.isArray(detail) ? (detail as readonly { readonly type: string }[])[0]?.type : (detail as { readonly error_type?: string }).error_type}: ${error}`
    : `${JSON.stringify(Object.entries(answers).map(([id, { outcome, choice = null }]) => [id, outcome, choice].filter((part) => part !== null)))}${ignored === null ? '' : ` ignored ${ignored}`}`;
  return `${status} ${escape(text.length > SHOWN_MAX ? `${text.slice(0, SHOWN_MAX)}...` : text)}`;
}

/** What an editor would not show, or show elsewhere. */
function escape(text: string): string {
  return text.replaceAll(/[^ -~]/gu, (character) => `<U+${character.codePointAt(0)!.toString(16).toUpperCase()}>`);
}

test.run();
