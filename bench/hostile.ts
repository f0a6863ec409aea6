// How long does input take that was made to take long? Nothing here may grow faster than the input does: what is not
// refused at a limit is read to its end. Tests say what comes out; this says after how many milliseconds.

import { check, checkedOf } from '../compiler/check.ts';
import { JsonError, parseJson } from '../grammar/json.ts';
import { writeJson } from '../grammar/json-write.ts';
import { SCRIPT_BYTES_MAX } from '../grammar/reader.ts';
import { NODES_MAX } from '../grammar/scan.ts';
import { build, compile } from '../runtime/compile.ts';
import { createMachine } from '../runtime/run.ts';
import { Engine } from '../server/engines/engine.ts';
import { boundSchema } from '../server/engines/routing/tools/schema.ts';
import { faultOf, VALIDATION_STEPS_MAX } from '../server/engines/routing/values/validate.ts';
import { verifyCalls } from '../server/engines/routing/verify.ts';
import { decideSystemOne } from '../server/engines/systemone/systemone.ts';
import { readSystemOneRequest } from '../server/services/decisions/wire/systemone.ts';
import { CALLS_MAX } from '../server/services/routing/wire/verify.ts';
import { HOSTILE_PROGRAMS, LARGE_BUILDS } from '../test/support/hostile-programs.ts';
import { ask, definition } from '../test/support/routing.ts';
import { openServer, type TestServer } from '../test/support/server.ts';
import { benchHostileRuns } from './hostile-runs.ts';
import { duration, median, table } from './measure.ts';

const engine = new Engine();

/** One hostile input; `run` says in a word what came of it. */
interface Hostile {
  readonly name: string;
  run(): string | Promise<string>;
}

const ROUNDS = 5;
const MEGABYTE = 1_000_000;

export async function benchHostile(): Promise<string> {
  const server = await openServer();
  try {
    const inputsTable = await time([
      ...scripts(),
      ...builds(),
      ...json(),
      ...(await inputs()),
      ...states(),
      ...schemas(),
      ...requests(server),
    ]);
    return `${inputsTable}\n\n${await benchHostileRuns()}`;
  } finally {
    await server.close();
  }
}

async function time(subjects: readonly Hostile[]): Promise<string> {
  const rows: string[][] = [];
  for (const { name, run } of subjects) {
    const times: number[] = [];
    const spent: number[] = [];
    const results = new Set<string>();
    for (let round = 0; round < ROUNDS; round += 1) {
      const started = performance.now();
      const before = process.cpuUsage();
      results.add(await run());
      // On a busy machine wall-clock time grows and processor time does not.
      const { user, system } = process.cpuUsage(before);
      times.push((performance.now() - started) * 1000);
      spent.push(user + system);
    }
    rows.push([
      name,
      [...results].join(', '),
      duration(median(times)),
      duration(Math.max(...times)),
      duration(median(spent)),
    ]);
  }
  return table(['input', 'comes to', 'median', 'longest', 'processor, median'], rows);
}

function scripts(): Hostile[] {
  const texts: readonly (readonly [name: string, script: string | Uint8Array])[] = [
    ['100,000 opening brackets', '('.repeat(100_000)],
    ['100,000 pairs of brackets inside one another', `${'['.repeat(100_000)}${']'.repeat(100_000)}`],
    ['256 KiB of garbage', garbage(SCRIPT_BYTES_MAX)],
    ['256 KiB of printable garbage', garbage(SCRIPT_BYTES_MAX).map((byte) => 0x20 + (byte % 0x5f))],
    [`${NODES_MAX} nodes`, `(+${' 1'.repeat(NODES_MAX - 2)})`],
    [`${NODES_MAX + 1} nodes`, `(+${' 1'.repeat(NODES_MAX - 1)})`],
    ['a number of 200,000 digits', `1${'0'.repeat(200_000)}1`],
    ['200,000 quotes', '"'.repeat(200_000)],
    ...[
      '"\\',
      '\\',
      ':',
      '#',
      ';',
      '\n',
      ', ',
      'a ',
      ':a ',
      '-',
      '1 ',
      '()',
      '{}',
      '(fn ',
      '(let [',
      '"é" ',
      '\u{1f600}',
      '#_(',
      '(-> ',
    ].map(
      (piece) =>
        [
          `256 KiB of ${JSON.stringify(piece)}`,
          piece.repeat(Math.floor(SCRIPT_BYTES_MAX / Buffer.byteLength(piece))),
        ] as const,
    ),
    ['10 MB of text', 'a'.repeat(10 * MEGABYTE)],
    ['100,000 left-out forms', '#_'.repeat(100_000)],
    ['one map with 4,000 equal keys', `{${':a 1 '.repeat(4_000)}}`],
    ...HOSTILE_PROGRAMS.map(({ name, source }) => [name, source] as const),
  ];
  return texts.map(([name, script]) => ({ name: `script: ${name}`, run: () => firstCode(script) }));
}

function builds(): Hostile[] {
  return LARGE_BUILDS.map(([name, source]) => ({
    name: `artifact: ${name}`,
    run: async () => `${(await build(checkedOf(check(source))!)).length} bytes`,
  }));
}

function firstCode(script: string | Uint8Array): string {
  const { ok, diagnostics } = check(script);
  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  return ok ? 'ok' : `${errors[0]!.code}, ${errors.length} in all`;
}

function json(): Hostile[] {
  const texts: readonly (readonly [name: string, text: string])[] = [
    ['1 MB of opening brackets', '['.repeat(MEGABYTE)],
    ['1 MB of objects inside one another', '{"a":'.repeat(MEGABYTE / 5)],
    ['a string of 10 MB', `"${'a'.repeat(10 * MEGABYTE)}"`],
    ['a string of 10 MB of escapes', `"${'\\n'.repeat(5 * MEGABYTE)}"`],
    ['a number of 1 MB', '1'.repeat(MEGABYTE)],
    ['an object of 100,000 members', `{${Array.from({ length: 100_000 }, (_, index) => `"k${index}":1`).join(',')}}`],
  ];
  return texts.map(([name, text]) => {
    const bytes = Buffer.from(text);
    return { name: `JSON: ${name}`, run: () => readJson(bytes) };
  });
}

function readJson(bytes: Uint8Array): string {
  try {
    parseJson(bytes);
    return 'ok';
  } catch (error) {
    if (error instanceof JsonError) return error.code;
    throw error;
  }
}

async function inputs(): Promise<Hostile[]> {
  const script = await compile(checkedOf(check('(count input)'))!);
  const machine = createMachine();
  const texts: readonly (readonly [name: string, text: string])[] = [
    ['a string of 10 MB', `"${'é'.repeat(5 * MEGABYTE)}"`],
    ['a string of 10 MB of escapes', `"${'\\n'.repeat(5 * MEGABYTE)}"`],
    ['a string of 10 MB that is not closed', `"${'a'.repeat(10 * MEGABYTE)}`],
    ['1 MB of opening brackets', '['.repeat(MEGABYTE)],
    ['a number of 1 MB', '1'.repeat(MEGABYTE)],
    [
      '100,000 keys backwards',
      `{${Array.from({ length: 100_000 }, (_, index) => `"k${900_000 - index}":1`).join(',')}}`,
    ],
    [
      '100,000 keys, the first twice',
      `{${Array.from({ length: 100_000 }, (_, index) => `"k${index % 99_999}":1`).join(',')}}`,
    ],
  ];
  return texts.map(([name, text]) => {
    const input = Buffer.from(text);
    return {
      name: `run: ${name}`,
      run: () => {
        const result = machine.run(script, input, { fuel: 1000 });
        return result.kind === 'finished' ? result.output : result.fault.code;
      },
    };
  });
}

/** What comes over the network: bodies beyond the limit, and bodies that just fit. */
function requests(server: TestServer): Hostile[] {
  const fits = 1_000_000;
  const bodies: readonly (readonly [name: string, path: string, body: string])[] = [
    ['a script of 10 MB', '/v1/scripts/check', writeJson({ script: 'a'.repeat(10 * MEGABYTE) })],
    ['an input of 10 MB', '/v1/scripts/run', writeJson({ script: 'input', input: 'a'.repeat(10 * MEGABYTE) })],
    ['1 MB of opening brackets', '/v1/scripts/check', '['.repeat(fits)],
    ['a script of 1 MB', '/v1/scripts/check', writeJson({ script: 'a'.repeat(fits) })],
    [
      'an input of 1 MB of escapes',
      '/v1/scripts/run',
      `{"script":"(count input)","input":"${'\\n'.repeat(fits / 2)}"}`,
    ],
    [
      'a message of 1 MB',
      '/v1/chat/completions',
      writeJson({ model: 'm', messages: [{ role: 'user', content: 'a '.repeat(fits / 2) }], tools: [] }),
    ],
    [
      'a state of 1 MB of brackets',
      '/v1/systemone',
      `{"state":${'['.repeat(fits / 2)}${']'.repeat(fits / 2)},"questions":{}}`,
    ],
  ];
  return bodies.map(([name, path, body]) => ({
    name: `HTTP ${path}: ${name}`,
    run: async () => {
      const response = await server.post(path, body);
      await response.arrayBuffer();
      return String(response.status);
    },
  }));
}

function states(): Hostile[] {
  const question = { type: 'noul', criteria: { true: 'a' } };
  const nested = Array.from({ length: 300 }, (_, index) => 'a '.repeat(index + 1).trim());
  const requests: readonly (readonly [name: string, state: unknown, question: unknown])[] = [
    ['500,000 places of one phrase', 'a '.repeat(500_000), question],
    ['300 phrases that are parts of each other', 'a '.repeat(50_000), { type: 'choice', criteria: { a: nested } }],
    ['a key of 500,000 characters over 100,000 strings', { ['k'.repeat(500_000)]: Array(100_000).fill('a') }, question],
    ...[
      ['behind 100,000 spaces', `${' '.repeat(100_000)}${'a '.repeat(50_000)}`],
      ['behind a label', `category: ${'a '.repeat(50_000)}\nb`],
      ['behind a reply', `re: ${'a '.repeat(50_000)}`],
      ['in 10,000 headers', 'from: a\n'.repeat(10_000)],
    ].map(([where, text]) => [`100,000 bytes of places ${where}`, text, question] as const),
    ...['"', '0', '1,', 'aB', "n't ", 'one hundred and '].map((piece) => {
      const long = piece.repeat(Math.floor(100_000 / piece.length));
      return [
        `100,000 characters of ${JSON.stringify(piece)}, in the state and in the question`,
        long,
        { type: 'choice', instructions: long, criteria: { a: long, b: `${long}x` } },
      ] as const;
    }),
  ];
  return requests.map(([name, state, asked]) => {
    const bytes = Buffer.from(writeJson({ state, questions: { q: asked } }));
    const body = parseJson(bytes);
    return {
      name: `systemone: ${name}`,
      run: async () => {
        const reading = readSystemOneRequest(body);
        // As questions are that nobody asked before; only their program is known after the first round.
        return reading.kind === 'invalid'
          ? reading.kind
          : (await decideSystemOne(engine, { ...reading.request, questionsText: null }, { bytes })).kind;
      },
    };
  });
}

function schemas(): Hostile[] {
  const city = definition('get_weather', 'Get the weather forecast of a city.', {
    type: 'object',
    properties: { city: { type: 'string' } },
    required: ['city'],
  });
  const doubling = Object.fromEntries(
    Array.from({ length: 30 }, (_, level) => [
      `d${level + 1}`,
      { properties: { a: { $ref: `#/$defs/d${level}` }, b: { $ref: `#/$defs/d${level}` } } },
    ]),
  );
  const references = parseJson(
    Buffer.from(
      writeJson({ properties: { a: { $ref: '#/$defs/d30' } }, $defs: { ...doubling, d0: { type: 'string' } } }),
    ),
  );
  return [
    ...['^(a+)+$', '^(.*a){20}$', '^(([a-z])+.)+[A-Z]([a-z])+$'].map((pattern): Hostile => {
      const schema = new Map([
        ['type', 'string'],
        ['pattern', pattern],
      ]);
      return {
        name: `schema: ${pattern} on 5,000 letters`,
        run: () =>
          faultOf(`${'a'.repeat(5000)}!`, schema, { steps: VALIDATION_STEPS_MAX }) === null ? 'valid' : 'refused',
      };
    }),
    ...DEAR_SCHEMAS.map(([name, said, property]): Hostile => {
      const properties = Object.fromEntries(Array.from({ length: 64 }, (_, at) => [`note_${at}`, property]));
      const tools = Array.from({ length: 6 }, (_, at) =>
        definition(`write_note_${at}`, 'Write a note.', {
          type: 'object',
          properties,
          required: Object.keys(properties),
          $defs: { loop: { anyOf: [{ $ref: '#/$defs/loop' }, { type: 'string' }] } },
        }),
      );
      return {
        name: `chat: 6 tools of 64 parameters, each with ${name}`,
        run: () => ask(`Write a note ${said}`, tools).outcome,
      };
    }),
    {
      name: 'chat: 2,000 tools',
      run: () =>
        ask(
          'What is the weather in Oslo?',
          Array.from({ length: 2000 }, (_, at) => ({ ...city, name: `get_weather_${at}` })),
        ).outcome,
    },
    {
      name: 'verify: 16 calls of 64 values each',
      run() {
        const names = Array.from({ length: 64 }, (_, at) => `note_${at}`);
        const properties = Object.fromEntries(names.map((name) => [name, { type: 'string' }]));
        const tools = [definition('write_note', 'Write a note.', { type: 'object', properties })];
        const call = { id: null, name: 'write_note', arguments: new Map(names.map((name, at) => [name, `Ann ${at}`])) };
        const said = `Write a note to ${names.map((_, at) => `Ann ${at}`).join(', ')}`;
        const messages = [{ role: 'user' as const, texts: [{ path: '/messages/0/content', text: said }] }];
        const calls = Array.from({ length: CALLS_MAX }, () => call);
        return verifyCalls({ messages, tools, calls, countResults: false, now: null })[0]?.outcome ?? '';
      },
    },
    { name: 'schema: 30 references that double', run: () => `${boundSchema(references).open.size} open` },
    ...['"', "'", '1 ', 'not ', 'two hundred ', '5 may 2027 at 7 pm, ', '12:30 ', 'Paris, FR, '].map(
      (piece): Hostile => {
        const text = piece.repeat(Math.floor(16_000 / piece.length));
        return { name: `chat: 16,000 characters of ${JSON.stringify(piece)}`, run: () => ask(text, [city]).outcome };
      },
    ),
  ];
}

const QUOTES = Array.from({ length: 15 }, (_, at) => `"${String.fromCharCode(97 + at).repeat(900)}!"`).join(' ');

/** What a property demands, and what is said. */
const DEAR_SCHEMAS: readonly (readonly [name: string, said: string, property: unknown])[] = [
  ['a pattern of nine hundred copies', QUOTES, { type: 'string', pattern: '^(?:(?:.?){30}){30}$' }],
  ['a pattern that backtracks', QUOTES, { type: 'string', pattern: '^(([a-z])+.)+[A-Z]([a-z])+$' }],
  ['the format of a URL', `http://${'a'.repeat(900)}! ${QUOTES}`, { type: 'string', format: 'url' }],
  [
    'alternatives eight deep',
    QUOTES,
    Array.from({ length: 8 }).reduce<unknown>((inner) => ({ anyOf: [inner, inner] }), {
      type: 'string',
      minLength: 2000,
    }),
  ],
  ['nothing asked, and a text of names', 'Ann Smith, '.repeat(1_450), { type: 'string', description: 'Text' }],
  ['a reference in a circle', QUOTES, { $ref: '#/$defs/loop' }],
  ['an enum of 1,000', QUOTES, { enum: Array.from({ length: 1000 }, (_, at) => `value ${at}`) }],
];

/** The same bytes every time. */
function garbage(length: number): Uint8Array {
  let state = 1;
  return Uint8Array.from({ length }, () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return state >>> 24;
  });
}
