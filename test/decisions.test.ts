// The Decisions wire: each question type, what abstains, typed values, parts and their paths, what is wrong and where.
// It is longer than other files because it holds all cases of one subject.

import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import * as assert from 'uvu/assert';
import { DECISIONS_RESPONSE_SCHEMA } from '../server/services/decisions/wire/decisions-schema.ts';
import { LEVELS_MAX, OPTIONS_MAX, QUESTIONS_MAX } from '../server/services/decisions/wire/systemone.ts';
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

const matchesSchema = new Ajv2020({ strict: false }).compile(DECISIONS_RESPONSE_SCHEMA);

interface Told {
  readonly type: string;
  readonly name: string | null;
  readonly choice?: unknown;
  readonly probability?: number;
  readonly probabilities?: unknown;
  readonly score?: number;
  readonly confidence?: number;
  readonly index?: number;
  readonly value?: boolean;
  readonly outcome?: string;
  readonly may_act?: boolean;
  readonly evidence?: readonly {
    readonly path: string;
    readonly start: number;
    readonly end: number;
    readonly text: string;
  }[];
  readonly supported?: readonly unknown[];
  readonly unfound?: readonly string[];
  readonly reason?: { readonly code: string };
}

interface Response200 {
  readonly id?: string;
  readonly model: string;
  readonly answers: readonly Told[];
  readonly usage: Readonly<Record<string, unknown>>;
}

async function send(request: unknown, headers: Record<string, string> = {}): Promise<Response> {
  return server.post('/v1/decisions', typeof request === 'string' ? request : JSON.stringify(request), headers);
}

async function answersOf(
  input: unknown,
  questions: readonly unknown[],
  headers: Record<string, string> = {},
): Promise<readonly Told[]> {
  const response = await send({ model: 'gpt-6-luna', input, questions }, headers);
  const text = await response.text();
  assert.is(response.status, 200, text);
  const body = JSON.parse(text) as Response200;
  assert.ok(matchesSchema(body), JSON.stringify(matchesSchema.errors));
  return body.answers;
}

async function wrong(request: unknown): Promise<readonly [status: number, code: string, param: string | null]> {
  const response = await send(request);
  const { error } = (await response.json()) as {
    readonly error: { readonly code: string; readonly param: string | null; readonly message: string };
  };
  assert.ok(error.message.length > 10);
  return [response.status, error.code, error.param];
}

const STATE = 'I was charged twice on Monday. Please refund me, it is urgent.';

test('decided answers of all three types, with our own fields beside', async () => {
  const [predicate, choice, score] = await answersOf(STATE, [
    { type: 'predicate', name: 'urgent', instructions: 'Does it say "urgent"?' },
    {
      type: 'choice',
      name: 'team',
      instructions: 'Which team?',
      choices: [
        { value: 'technical', description: 'outage, bug' },
        { value: 'billing', description: 'refund' },
      ],
    },
    {
      type: 'score',
      instructions: 'How bad?',
      levels: [
        { label: 'low', description: 'typo' },
        { label: 'high', description: 'charged twice' },
      ],
    },
  ]);
  assert.equal(
    [
      predicate?.type,
      predicate?.name,
      predicate?.probability,
      predicate?.value,
      predicate?.outcome,
      predicate?.may_act,
    ],
    ['predicate', 'urgent', 1, true, 'decided', true],
  );
  assert.equal([choice?.choice, choice?.confidence, choice?.index, choice?.supported], ['billing', 1, 1, ['billing']]);
  assert.equal(choice?.probabilities, [
    { value: 'technical', probability: 0 },
    { value: 'billing', probability: 1 },
  ]);
  assert.equal([score?.name, score?.score, score?.index, score?.supported], [null, 1, 1, [1]]);
  assert.equal(score?.probabilities, [
    { label: 'low', value: 0, probability: 0 },
    { label: 'high', value: 1, probability: 1 },
  ]);
  for (const answer of [predicate, choice, score]) {
    for (const { path, start, end, text } of answer?.evidence ?? [])
      assert.equal([path, STATE.slice(start, end)], ['/input', text]);
    assert.is(answer?.evidence?.length, 1);
  }
});

test('what is not decided is a refusal that says why, and nothing looks like a decision', async () => {
  const answers = await answersOf(STATE, [
    { type: 'predicate', name: 'a', instructions: 'Does it say "chargeback"?' },
    { type: 'choice', name: 'b', instructions: '', choices: [{ value: 'refund' }, { value: 'Monday' }] },
    { type: 'score', name: 'c', instructions: '', levels: [{ label: 'typo' }, { label: 'data loss' }] },
  ]);
  assert.equal(
    answers.map(({ type, name, outcome, may_act: mayAct }) => [type, name, outcome, mayAct]),
    [
      ['refusal', 'a', 'refused', false],
      ['refusal', 'b', 'unresolved', false],
      ['refusal', 'c', 'refused', false],
    ],
  );
  assert.equal(
    answers.map(({ reason }) => reason?.code),
    ['nothing-found', 'two-supported', 'nothing-found'],
  );
  assert.equal(
    [answers[0]?.unfound, answers[1]?.supported, answers[2]?.unfound],
    [['chargeback'], ['refund', 'Monday'], ['typo', 'data loss']],
  );
  for (const answer of answers) {
    for (const member of ['probability', 'probabilities', 'choice', 'score', 'confidence', 'index', 'value'])
      assert.not.ok(member in answer, member);
  }
});

test('choice values keep their type: "true" and true are two choices', async () => {
  const choices = [
    { value: 'true', description: 'refund' },
    { value: true, description: 'outage' },
    { value: false },
    { value: 'true ', description: 'bug' },
  ];
  for (const [input, value, index] of [
    ['a refund', 'true', 0],
    ['an outage', true, 1],
    ['that is false', false, 2],
    ['a bug', 'true ', 3],
  ] as const) {
    const [answer] = await answersOf(input, [{ type: 'choice', instructions: '', choices }]);
    assert.is(answer?.choice, value);
    assert.is(answer?.index, index);
    assert.equal(answer?.supported, [value]);
    assert.equal(
      (answer!.probabilities as { value: unknown }[]).map((entry) => entry.value),
      ['true', true, false, 'true '],
    );
  }
  // Without a description both are looked for as the same word.
  const [both] = await answersOf('this is true', [
    { type: 'choice', instructions: '', choices: [{ value: true }, { value: 'true' }] },
  ]);
  assert.equal(both?.supported, [true, 'true']);
});

test('a choice or level without a description means its name, but the number of a level means nothing', async () => {
  const [choice, level, numbered] = await answersOf('The order status is very angry, 1 and 2.', [
    {
      type: 'choice',
      instructions: '',
      choices: [{ value: 'orderStatus' }, { value: 'refund_policy', description: '' }],
    },
    { type: 'score', instructions: '', levels: [{ label: 'calm' }, { label: 'very_angry', description: ' ' }] },
    { type: 'score', instructions: '', levels: [{ label: '0' }, { label: '1' }, { label: '2', description: 'order' }] },
  ]);
  assert.is(choice?.choice, 'orderStatus');
  assert.is(level?.score, 1);
  assert.is(numbered?.score, 2);
});

test('predicates take the quoted terms, or the criteria written under the question', async () => {
  const ask = async (instructions: unknown): Promise<Told | undefined> =>
    (await answersOf(STATE, [{ type: 'predicate', instructions }]))[0];
  assert.is((await ask('Is "refund" or `chargeback` asked for?'))?.probability, 1);
  assert.is(
    (await ask('Is it urgent?\n\nCriteria for true:\nurgent, asap\n\nCriteria for false:\nno hurry'))?.probability,
    1,
  );
  assert.is((await ask('Is it calm?\n\nCriteria for true:\nno hurry\n\nCriteria for false:\nurgent'))?.probability, 0);
  assert.is((await ask('Criteria for false: "urgent"'))?.probability, 0);
  assert.is(
    (await ask('Is it urgent?\n\nCriteria for true:\n{"what":["urgent"],"not_for":["refund"]}'))?.reason?.code,
    'vetoed',
  );
  assert.is((await ask('Is it urgent?\n\nCriteria for true:\n["charged twice","not there"]'))?.probability, 1);
  // With criteria the quoted terms are only the question's words.
  assert.is((await ask('Is "refund" meant?\nCriteria for true:\nchargeback'))?.type, 'refusal');
  assert.is((await ask([{ type: 'input_text', text: 'Is it "urgent"?' }]))?.probability, 1);
  assert.is((await ask(null))?.type, 'refusal');
});

test('input_text and input_json parts are searched, and evidence leads to them', async () => {
  const input = [
    { role: 'user', content: 'a refund' },
    {
      type: 'message',
      role: 'user',
      content: [
        { type: 'input_text', text: 'é refund' },
        { type: 'input_json', data: { 'a/b': ['x', 'refund'], n: 12345678901234567000 } },
      ],
    },
    { type: 'function_call_output', call_id: '1', output: 'the refund' },
    { type: 'custom_tool_call_output', call_id: '2', output: [{ type: 'input_text', text: 'refund' }] },
  ];
  const [everywhere] = await answersOf(input, [{ type: 'predicate', instructions: '"refund"' }]);
  assert.equal(
    everywhere?.evidence?.map(({ path, start }) => [path, start]),
    [['/input/0/content', 2]],
  );
  const phrases = ['é', 'x', 'the', 'a'].map((value) => ({
    value,
    description: JSON.stringify([`${value} refund`, value]),
  }));
  const [each] = await answersOf(input, [{ type: 'choice', instructions: '', choices: phrases }]);
  assert.equal(
    [...new Set(each?.evidence?.map(({ path }) => path))],
    ['/input/0/content', '/input/1/content/0/text', '/input/1/content/1/data/a~1b/0', '/input/2/output'],
  );
  const [scoped] = await answersOf(input, [{ type: 'predicate', instructions: 'Is "refund" at `a/b`?' }]);
  assert.equal(
    scoped?.evidence?.map(({ path }) => path),
    ['/input/1/content/1/data/a~1b/1'],
  );
  const [missing] = await answersOf(input, [{ type: 'predicate', instructions: 'Is "refund" at `a.c`?' }]);
  assert.is(missing?.reason?.code, 'path-not-found');
});

test('what the system, the developer, the model and its calls say is no evidence, and is listed as ignored', async () => {
  const input = [
    { role: 'system', content: 'Route every refund.' },
    { role: 'developer', content: [{ type: 'input_text', text: 'refund' }] },
    { role: 'assistant', content: [{ type: 'output_text', text: 'refund' }] },
    { type: 'function_call', name: 'refund', arguments: '"refund"', call_id: '1' },
    { role: 'user', content: 'hello' },
  ];
  const response = await send({
    input,
    questions: [{ type: 'predicate', instructions: '"refund"' }],
    safety_identifier: 'x',
  });
  assert.is(response.headers.get('x-evident-ignored'), '/safety_identifier, /input/0, /input/1, /input/2, /input/3');
  assert.is(((await response.json()) as Response200).answers[0]?.type, 'refusal');
});

test('evidence is in the order of its paths in the request, however many parts there are', async () => {
  const content = Array.from({ length: 12 }, (_, at) => ({ type: 'input_text', text: `word${at}` }));
  const choices = [{ value: 'all', description: JSON.stringify(content.map(({ text }) => text)) }];
  const [answer] = await answersOf([{ role: 'user', content }], [{ type: 'choice', instructions: '', choices }]);
  const paths = answer?.evidence?.map(({ path }) => path) ?? [];
  assert.is(paths.length, 12);
  assert.equal(paths, content.map((_, at) => `/input/0/content/${at}/text`).sort());
  answer?.evidence?.forEach(({ path, text }) => assert.is(text, `word${path.split('/')[4]}`));
});

test('of what is not decided ten names are told, each with 64 characters', async () => {
  const told = async (names: readonly string[]): Promise<string> => {
    const questions = names.map((name) => ({ type: 'predicate', name, instructions: '"nothing"' }));
    const response = await send({ input: STATE, questions }, { 'x-evident-undecided': 'error' });
    return ((await response.json()) as { readonly error: { readonly message: string } }).error.message;
  };
  const names = Array.from({ length: 11 }, (_, at) => `n${at}`);
  assert.is(await told(names.slice(1)), `Not decided: ${names.slice(1).join(', ')}.`);
  assert.is(await told(names), `Not decided: ${names.slice(0, 10).join(', ')} and 1 more.`);
  assert.is(await told(['x'.repeat(64), 'y'.repeat(65)]), `Not decided: ${'x'.repeat(64)}, ${'y'.repeat(64)}….`);
});

test('of a path that leads nowhere 128 characters are told', async () => {
  const told = async (length: number): Promise<string | undefined> => {
    const [answer] = await answersOf(STATE, [
      { type: 'predicate', instructions: `Is "refund" at \`a.${'b'.repeat(length - 2)}\`?` },
    ]);
    return (answer?.reason as { readonly message: string } | undefined)?.message.split('`')[1];
  };
  assert.equal([await told(128), await told(129)], [`a.${'b'.repeat(126)}`, `a.${'b'.repeat(126)}…`]);
});

test('the three ways to answer what is not decided', async () => {
  const questions = [
    {
      type: 'choice',
      name: 'team',
      instructions: '',
      choices: [{ value: 'a', description: 'refund' }, { value: true, description: 'Monday' }, { value: 'c' }],
    },
    { type: 'predicate', instructions: '"nothing"' },
  ];
  const [choice, predicate] = await answersOf(STATE, questions, { 'x-evident-undecided': 'distribution' });
  assert.equal([choice?.type, choice?.choice, choice?.confidence, choice?.may_act], ['choice', 'a', 0, false]);
  assert.equal(choice?.probabilities, [
    { value: 'a', probability: 0.5 },
    { value: true, probability: 0.5 },
    { value: 'c', probability: 0 },
  ]);
  assert.equal([predicate?.probability, predicate?.value, predicate?.outcome], [0.5, undefined, 'refused']);
  const failed = await send({ input: STATE, questions }, { 'x-evident-undecided': 'error' });
  assert.is(failed.status, 422);
  const { error, detail } = (await failed.json()) as {
    readonly error: { readonly message: string; readonly code: string };
    readonly detail: { readonly undecided: readonly string[]; readonly response: Response200 };
  };
  assert.equal([error.code, error.message], ['undecided', 'Not decided: team, questions[1].']);
  assert.equal([detail.undecided, detail.response.answers.length], [['team', 'questions[1]'], 2]);
  const strict = await openServer({ undecided: 'error' });
  assert.is((await strict.post('/v1/decisions', JSON.stringify({ input: STATE, questions }))).status, 422);
  assert.is(
    (await strict.post('/v1/decisions', JSON.stringify({ input: STATE, questions }), { 'x-evident-undecided': 'omit' }))
      .status,
    200,
  );
  await strict.close();
});

test('the core profile has exactly the fields of the wire', async () => {
  const response = await send(
    {
      input: STATE,
      questions: [
        { type: 'predicate', instructions: '"refund"' },
        { type: 'score', instructions: '', levels: [{ label: 'x' }] },
      ],
    },
    { 'x-evident-profile': 'core' },
  );
  const body = (await response.json()) as Response200;
  assert.equal(Object.keys(body), ['model', 'answers', 'usage']);
  assert.equal(body.answers, [
    { type: 'predicate', name: null, probability: 1 },
    { type: 'refusal', name: null },
  ]);
});

test('usage has every field of the wire, and the same request gives the same bytes', async () => {
  const request = { input: STATE, questions: [{ type: 'predicate', instructions: '"refund"' }] };
  const first = await (await send(request)).text();
  assert.is(await (await send(request)).text(), first);
  const inputTokens = Math.ceil(JSON.stringify(request).length / 4);
  assert.equal((JSON.parse(first) as Response200).usage, {
    input_tokens: inputTokens,
    input_tokens_details: { cached_tokens: 0, cache_write_tokens: 0 },
    output_tokens: 0,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: inputTokens,
  });
});

const PREDICATE = { type: 'predicate', instructions: '"x"' };
const image = { type: 'input_image', image_url: 'data:image/png;base64,AAAA' };
for (const [name, request, code, param] of [
  ['no object', '[]', 'invalid_type', null],
  ['no input', { questions: [PREDICATE] }, 'missing_required_parameter', 'input'],
  ['null input', { input: null, questions: [PREDICATE] }, 'invalid_type', 'input'],
  ['a number for a model', { model: 1, input: '', questions: [PREDICATE] }, 'invalid_type', 'model'],
  ['no questions', { input: '' }, 'missing_required_parameter', 'questions'],
  ['empty questions', { input: '', questions: [] }, 'invalid_value', 'questions'],
  ['an unknown type', { input: '', questions: [{ type: 'noul' }] }, 'invalid_value', 'questions[0].type'],
  ['no type', { input: '', questions: [PREDICATE, {}] }, 'missing_required_parameter', 'questions[1].type'],
  [
    'a name twice',
    {
      input: '',
      questions: [
        { ...PREDICATE, name: 'a' },
        { ...PREDICATE, name: 'a' },
      ],
    },
    'invalid_value',
    'questions[1].name',
  ],
  ['a number for a name', { input: '', questions: [{ ...PREDICATE, name: 1 }] }, 'invalid_type', 'questions[0].name'],
  [
    'a number for instructions',
    { input: '', questions: [{ type: 'predicate', instructions: 1 }] },
    'invalid_type',
    'questions[0].instructions',
  ],
  ['no choices', { input: '', questions: [{ type: 'choice' }] }, 'missing_required_parameter', 'questions[0].choices'],
  [
    'a choice twice',
    { input: '', questions: [{ type: 'choice', choices: [{ value: 'a' }, { value: 'a' }] }] },
    'invalid_value',
    'questions[0].choices[1].value',
  ],
  [
    'a number for a choice',
    { input: '', questions: [{ type: 'choice', choices: [{ value: 1 }] }] },
    'invalid_type',
    'questions[0].choices[0].value',
  ],
  [
    'a list for a description',
    { input: '', questions: [{ type: 'choice', choices: [{ value: 'a', description: [] }] }] },
    'invalid_type',
    'questions[0].choices[0].description',
  ],
  [
    'a level without a label',
    { input: '', questions: [{ type: 'score', levels: [{}] }] },
    'missing_required_parameter',
    'questions[0].levels[0].label',
  ],
  [
    'a level that is a string',
    { input: '', questions: [{ type: 'score', levels: ['a'] }] },
    'invalid_type',
    'questions[0].levels[0]',
  ],
  [
    'an image',
    { input: [{ role: 'user', content: [{ type: 'input_text', text: 'x' }, image] }], questions: [PREDICATE] },
    'unsupported_value',
    'input[0].content[1].type',
  ],
  [
    'an image in a question',
    { input: '', questions: [{ type: 'predicate', instructions: [image] }] },
    'unsupported_value',
    'questions[0].instructions[0].type',
  ],
  [
    'an unknown part',
    { input: [{ role: 'user', content: [{ type: 'input_audio' }] }], questions: [PREDICATE] },
    'invalid_value',
    'input[0].content[0].type',
  ],
  [
    'a part without a type',
    { input: [{ role: 'user', content: [{ text: 'x' }] }], questions: [PREDICATE] },
    'missing_required_parameter',
    'input[0].content[0].type',
  ],
  [
    'JSON data that is a number',
    { input: [{ role: 'user', content: [{ type: 'input_json', data: 1 }] }], questions: [PREDICATE] },
    'invalid_type',
    'input[0].content[0].data',
  ],
  [
    'an unknown role',
    { input: [{ role: 'tool', content: '' }], questions: [PREDICATE] },
    'invalid_value',
    'input[0].role',
  ],
  ['no role', { input: [{ content: '' }], questions: [PREDICATE] }, 'missing_required_parameter', 'input[0].role'],
  ['an unknown item', { input: [{ type: 'reasoning' }], questions: [PREDICATE] }, 'invalid_value', 'input[0].type'],
] as const) {
  test(`${name} is 400 and names the parameter`, async () => {
    assert.equal(await wrong(request), [400, code, param]);
  });
}

for (const [name, max, request, param] of [
  [
    'questions',
    QUESTIONS_MAX,
    (count: number) => ({ input: '', questions: Array.from({ length: count }, () => PREDICATE) }),
    'questions',
  ],
  [
    'choices',
    OPTIONS_MAX,
    (count: number) => ({
      input: '',
      questions: [{ type: 'choice', choices: Array.from({ length: count }, (_, at) => ({ value: `c${at}` })) }],
    }),
    'questions[0].choices',
  ],
  [
    'levels',
    LEVELS_MAX,
    (count: number) => ({
      input: '',
      questions: [{ type: 'score', levels: Array.from({ length: count }, (_, at) => ({ label: `l${at}` })) }],
    }),
    'questions[0].levels',
  ],
] as const) {
  test(`${max} ${name} are answered, one more is 400`, async () => {
    assert.is((await send(request(max))).status, 200);
    assert.equal(await wrong(request(max + 1)), [400, 'invalid_value', param]);
  });
}

test('a request too large for its own thread is answered alike', async () => {
  const questions = [
    { type: 'choice', name: 'q', instructions: '', choices: [{ value: true, description: 'refund' }, { value: 'b' }] },
  ];
  const small = await answersOf([{ role: 'user', content: 'please refund' }], questions);
  const large = await answersOf([{ role: 'user', content: `please refund${' .'.repeat(20_000)}` }], questions);
  assert.equal(large, small);
});

test('the evidence of any input is its own slice at its own path', async () => {
  const word = fc.constantFrom('refund', 'é', '😀', 'the', 'not', '"', '\\', 'a/b', '~');
  const text = fc.array(word, { maxLength: 6 }).map((words) => words.join(' '));
  const part = fc.oneof(
    text.map((value) => ({ type: 'input_text', text: value })),
    fc
      .dictionary(fc.constantFrom('a', 'b/c', '~', '1', '__proto__'), text, { maxKeys: 3 })
      .map((data) => ({ type: 'input_json', data })),
  );
  const input = fc.array(
    fc.record({ role: fc.constant('user'), content: fc.oneof(text, fc.array(part, { maxLength: 12 })) }),
    { maxLength: 12 },
  );
  let seen = 0;
  await fc.assert(
    fc.asyncProperty(input, async (items) => {
      const request = {
        input: items,
        questions: [
          { type: 'predicate', instructions: '"refund"' },
          {
            type: 'choice',
            instructions: '',
            choices: [
              { value: 'x', description: 'the refund, é' },
              { value: 'y', description: 'a/b' },
            ],
          },
        ],
      };
      const response = await send(request);
      const { answers } = (await response.json()) as Response200;
      for (const { path, start, end, text: slice } of answers.flatMap(({ evidence }) => evidence ?? [])) {
        const source = path
          .split('/')
          .slice(1)
          .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
          .reduce<unknown>(
            (value, step) => Object.getOwnPropertyDescriptor(value as object, step)?.value,
            JSON.parse(JSON.stringify(request)),
          );
        assert.is(
          Buffer.from(source as string)
            .subarray(start, end)
            .toString(),
          slice,
        );
        seen += 1;
      }
    }),
    { numRuns: 150 },
  );
  assert.ok(seen > 50, `only ${seen} places`);
});

test('both wires say the same of the same question: outcome, support, evidence, reason', async () => {
  const phrase = fc.constantFrom('refund', 'late parcel', 'parcel', 'not late', 'refund, late', '12', 'é', '');
  const text = fc
    .array(fc.constantFrom('refund', 'late', 'parcel', 'not', 'the', '12', 'é', '.'), { maxLength: 8 })
    .map((words) => words.join(' '));
  const options = fc.uniqueArray(
    fc.record({ value: fc.constantFrom('refund', 'late', 'orderStatus', 'x y'), description: fc.option(phrase) }),
    { minLength: 1, maxLength: 4, selector: ({ value }) => value },
  );
  const outcomes = new Set<unknown>();
  await fc.assert(
    fc.asyncProperty(
      text,
      options,
      fc.array(phrase, { minLength: 1, maxLength: 4 }),
      phrase,
      phrase,
      async (state, choices, levels, whenTrue, whenFalse) => {
        const decisions = (await (
          await send({
            input: state,
            questions: [
              { type: 'choice', instructions: '?', choices },
              {
                type: 'score',
                instructions: '?',
                levels: levels.map((description, at) => ({ label: String(at), description })),
              },
              {
                type: 'predicate',
                instructions: `?\n\nCriteria for true:\n${whenTrue}\n\nCriteria for false:\n${whenFalse}`,
              },
            ],
          })
        ).json()) as Response200;
        const systemOne = (await (
          await server.post(
            '/v1/systemone',
            JSON.stringify({
              state,
              questions: {
                choice: {
                  type: 'choice',
                  instructions: '?',
                  criteria: Object.fromEntries(choices.map(({ value, description }) => [value, description])),
                },
                score: { type: 'score', instructions: '?', criteria: levels },
                noul: { type: 'noul', instructions: '?', criteria: { true: whenTrue, false: whenFalse } },
              },
            }),
          )
        ).json()) as { readonly answers: Readonly<Record<string, Told & { readonly noul?: number }>> };
        Object.values(systemOne.answers).forEach((answer, at) => {
          const other = decisions.answers[at]!;
          outcomes.add(answer.outcome);
          assert.equal(
            [
              other.outcome,
              other.may_act,
              other.choice,
              other.score,
              other.probability,
              other.index,
              other.value,
              other.unfound,
              other.reason,
              other.supported?.map(String),
            ],
            [
              answer.outcome,
              answer.may_act,
              answer.choice,
              answer.score,
              answer.noul,
              answer.index,
              answer.value,
              answer.unfound,
              answer.reason,
              answer.supported,
            ],
          );
          assert.equal(
            other.evidence,
            answer.evidence?.map((place) => ({ ...place, path: '/input' })),
          );
        });
      },
    ),
    { numRuns: 150 },
  );
  assert.is(outcomes.size, 3);
});

test.run();
