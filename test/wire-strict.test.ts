// What the two decision wires read and refuse, body by body, over HTTP: test/golden/wire/systemone-strict.txt and decisions-strict.txt.
// `--update` rewrites what is told; read the difference.

import { readFileSync, writeFileSync } from 'node:fs';
import * as assert from 'uvu/assert';
import { isUpdating } from './support/golden-json.ts';
import { goldenPath } from './support/paths.ts';
import type { TestServer } from './support/server.ts';
import { openServer } from './support/server.ts';
import { test } from './support/test.ts';

let server: TestServer;
test.before(async () => {
  server = await openServer();
});
test.after(async () => {
  await server.close();
});

interface Wire {
  readonly name: string;
  readonly path: string;
  /** A list or a set of one good question. */
  readonly questions: string;
  /** What `$N7` and its like stand for. */
  readonly counted: Readonly<Record<string, (count: number) => string>>;
}

const QUESTION = '{"type":"choice","criteria":{"yes":"a","no":"b"}}';
const DECISION = '{"type":"choice","choices":[{"value":"yes","description":"a"},{"value":"no","description":"b"}]}';

const WIRES: readonly Wire[] = [
  {
    name: 'systemone',
    path: '/v1/systemone',
    questions: `{"q":${QUESTION}}`,
    counted: {
      O: (count) => `{${list(count, (at) => `"o${at}":null`)}}`,
      L: (count) => `[${list(count, () => 'null')}]`,
      N: (count) => `{${list(count, (at) => `"n${at}":${QUESTION}`)}}`,
    },
  },
  {
    name: 'decisions',
    path: '/v1/decisions',
    questions: `[${DECISION}]`,
    counted: {
      O: (count) => `[${list(count, (at) => `{"value":"o${at}"}`)}]`,
      L: (count) => `[${list(count, (at) => `{"label":"l${at}"}`)}]`,
      N: (count) => `[${list(count, () => DECISION)}]`,
    },
  },
];

function list(count: number, entry: (at: number) => string): string {
  return Array.from({ length: count }, (_, at) => entry(at)).join(',');
}

for (const wire of WIRES) {
  const file = goldenPath(`wire/${wire.name}-strict.txt`);
  const lines = readFileSync(file, 'utf8').split('\n');
  const cases = lines.flatMap((told, at) =>
    told.startsWith('  ') ? [{ at, body: lines[at - 1]!, told: told.slice(2) }] : [],
  );

  test(`${wire.name}: there are cases`, () => {
    assert.ok(cases.length >= 80);
  });

  for (const { at, body, told } of cases) {
    test(`${wire.name}, line ${at}: ${body.slice(0, 80)}`, async () => {
      const response = await server.post(wire.path, readBytes(body, wire));
      const said = `${response.status} ${escape(describe(JSON.parse(await response.text()) as Body, response.headers.get('x-evident-ignored')))}`;
      if (isUpdating) lines[at] = `  ${said}`;
      else assert.is(said, told);
    });
  }

  test(`${wire.name}: update`, () => {
    if (isUpdating) writeFileSync(file, lines.join('\n'));
  });
}

function readBytes(written: string, { questions, counted }: Wire): Uint8Array {
  const filled = written
    .replaceAll('$Q', questions)
    .replaceAll(/\$([OLN])(\d+)/g, (_, kind: string, count: string) => counted[kind]!(Number(count)));
  return Buffer.concat(
    filled.split(/(«[^»]*»)/).map((piece) => {
      const [, hex, times] = /^«([0-9A-F ]+)(?:\*(\d+))?»$/.exec(piece) ?? [];
      return hex === undefined
        ? Buffer.from(piece)
        : Buffer.concat(new Array<Buffer>(Number(times ?? 1)).fill(Buffer.from(hex.replaceAll(' ', ''), 'hex')));
    }),
  );
}

interface Answer {
  readonly name?: string | null;
  readonly outcome: string;
  readonly choice?: string | boolean;
}

interface Body {
  /** By id, or a list with names. */
  readonly answers?: Readonly<Record<string, Answer>> | readonly Answer[];
  readonly error?: string | { readonly code: string; readonly param: string | null; readonly message: string };
  readonly detail?: { readonly error_type: string } | readonly { readonly type: string }[];
}

// As much as one line shows.
const SHOWN_MAX = 160;

function describe({ answers, error, detail }: Body, ignored: string | null): string {
  const text = answers === undefined ? describeError(error!, detail) : describeAnswers(answers, ignored);
  return text.length > SHOWN_MAX ? `${text.slice(0, SHOWN_MAX)}...` : text;
}

function describeError(error: NonNullable<Body['error']>, detail: Body['detail']): string {
  if (typeof error !== 'string')
    return `${error.code}${error.param === null ? '' : ` at ${error.param}`}: ${error.message}`;
  const [first] = Array.isArray(detail) ? (detail as readonly { readonly type: string }[]) : [];
  return `${first?.type ?? (detail as { readonly error_type: string }).error_type}: ${error}`;
}

function describeAnswers(answers: NonNullable<Body['answers']>, ignored: string | null): string {
  const told = Object.entries(answers).map(([key, { name = key, outcome, choice }]) => [
    name,
    outcome,
    ...(choice === undefined ? [] : [choice]),
  ]);
  return `${JSON.stringify(told)}${ignored === null ? '' : ` ignored ${ignored}`}`;
}

/** What an editor would not show, or show elsewhere. */
function escape(text: string): string {
  return text.replaceAll(/[^ -~]/gu, (character) => `<U+${character.codePointAt(0)!.toString(16).toUpperCase()}>`);
}

test.run();
