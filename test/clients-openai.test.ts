// The Decisions wire through OpenAI's own client, unchanged, against the real server.

import OpenAI, {
  APIError,
  AuthenticationError,
  BadRequestError,
  NotFoundError,
  RateLimitError,
  UnprocessableEntityError,
} from 'openai';
import type { Decision, DecisionCreateParams } from 'openai/resources/decisions';
import * as assert from 'uvu/assert';
import type { ClientServer, Outcome } from './support/clients.ts';

import { failure, HUGE_TEXT, LARGE_TEXT, openClientServer, PHRASES, TICKET } from './support/clients.ts';
import { test } from './support/test.ts';

let server: ClientServer;
let client: OpenAI;
test.before(async () => {
  server = await openClientServer();
  client = clientWith(server.key);
});
test.after(async () => {
  await server.close();
});

function clientWith(apiKey: string): OpenAI {
  return new OpenAI({ apiKey, baseURL: `${server.url}/v1`, maxRetries: 0 });
}

function questions(outcome: Outcome): DecisionCreateParams['questions'] {
  const { choice, score, noul } = PHRASES[outcome];
  return [
    {
      type: 'choice',
      name: 'team',
      instructions: 'Which team?',
      choices: Object.entries(choice).map(([value, description]) => ({ value, description })),
    },
    {
      type: 'score',
      name: 'severity',
      instructions: 'How bad?',
      levels: score.map((description, at) => ({ label: `level ${at}`, description })),
    },
    {
      type: 'predicate',
      instructions: `Is it urgent?\n\nCriteria for true:\n${noul.true}\n\nCriteria for false:\n${noul.false}`,
    },
  ];
}

const INPUT: DecisionCreateParams['input'] = [
  {
    role: 'user',
    content: [
      { type: 'input_text', text: TICKET.subject },
      { type: 'input_json', data: { body: TICKET.body } },
    ],
  },
];

/** The client hands every field through; its types know OpenAI's only. */
type Ours = Decision['answers'][number] & {
  readonly outcome: string;
  readonly may_act: boolean;
  readonly evidence: readonly {
    readonly path: string;
    readonly start: number;
    readonly end: number;
    readonly text: string;
  }[];
  readonly supported: readonly unknown[];
};

async function answersOf(outcome: Outcome, headers: Record<string, string> = {}): Promise<readonly Ours[]> {
  const { answers } = await client.decisions.create(
    { model: 'gpt-6-luna', input: INPUT, questions: questions(outcome) },
    { headers },
  );
  return answers as Ours[];
}

test('decided answers of all three types, with evidence in the request', async () => {
  const [team, severity, urgent] = await answersOf('decided');
  assert.ok(team?.type === 'choice' && severity?.type === 'score' && urgent?.type === 'predicate');
  assert.equal(
    [team.choice, team.confidence, severity.score, urgent.probability, urgent.name],
    ['billing', 1, 1, 1, null],
  );
  assert.equal(severity.probabilities[1], { label: 'level 1', value: 1, probability: 1 });
  for (const answer of [team, severity, urgent]) {
    assert.equal([answer.outcome, answer.may_act], ['decided', true]);
    for (const { path, start, end, text } of answer.evidence) {
      assert.is(path, '/input/0/content/1/data/body');
      assert.is(Buffer.from(TICKET.body).subarray(start, end).toString(), text);
    }
  }
});

for (const outcome of ['unresolved', 'refused'] as const) {
  test(`${outcome}: each type is a refusal`, async () => {
    const answers = await answersOf(outcome);
    assert.equal(
      answers.map(({ type, name }) => [type, name]),
      [
        ['refusal', 'team'],
        ['refusal', 'severity'],
        ['refusal', null],
      ],
    );
    for (const answer of answers) assert.equal([answer.outcome, answer.may_act], [outcome, false]);
    assert.equal(answers[0]?.supported, outcome === 'unresolved' ? ['technical', 'billing'] : []);
  });
}

test('a distribution where the header asks for one', async () => {
  const [team, severity, urgent] = await answersOf('unresolved', { 'x-evident-undecided': 'distribution' });
  assert.ok(team?.type === 'choice' && severity?.type === 'score' && urgent?.type === 'predicate');
  assert.equal([team.choice, team.confidence, severity.score, urgent.probability], ['technical', 0, 0.5, 0.5]);
  assert.equal([team.may_act, severity.may_act, urgent.may_act], [false, false, false]);
});

test('a boolean choice comes back as a boolean', async () => {
  const { answers } = await client.decisions.create({
    model: 'any',
    input: 'please refund me',
    questions: [
      {
        type: 'choice',
        instructions: 'Refund?',
        choices: [
          { value: true, description: 'refund' },
          { value: 'true', description: 'not there' },
        ],
      },
    ],
  });
  assert.ok(answers[0]?.type === 'choice');
  assert.is(answers[0].choice, true);
});

const ASK = { model: 'any', input: 'x', questions: questions('decided') };

test('400, 401, 413 and 422 are told in words, and 400 names the parameter', async () => {
  const image = {
    role: 'user' as const,
    content: [{ type: 'input_image' as const, image_url: 'https://example.com/a.png' }],
  };
  const invalid = await failure(client.decisions.create({ ...ASK, input: [image] }), BadRequestError);
  assert.equal(
    [invalid.param, invalid.code, invalid.message],
    ['input[0].content[0].type', 'unsupported_value', '400 Images are not supported: evidence is located in text.'],
  );
  const wrong = await failure(clientWith('evd_wrong').decisions.create(ASK), AuthenticationError);
  assert.equal([wrong.code, wrong.message], ['invalid_api_key', '401 This API key is not valid.']);
  const huge = await failure(client.decisions.create({ ...ASK, input: HUGE_TEXT }), APIError);
  assert.equal([huge.status, huge.code], [413, 'body_too_large']);
  const undecided = await failure(
    client.decisions.create(ASK, { headers: { 'x-evident-undecided': 'error' } }),
    UnprocessableEntityError,
  );
  assert.equal([undecided.code, undecided.message], ['undecided', '422 Not decided: team, severity, questions[2].']);
});

test('429 is told in words', async () => {
  const busy = await server.whileBusy(() =>
    failure(client.decisions.create({ ...ASK, input: LARGE_TEXT }), RateLimitError),
  );
  assert.equal(
    [busy.code, busy.message],
    ['too_many_at_once', '429 This API key has as many requests under way as it may.'],
  );
});

test('the models are listed, and one is shown', async () => {
  const ids: string[] = [];
  for await (const model of client.models.list()) ids.push(model.id);
  assert.equal(ids, ['evident-1']);
  assert.equal(
    { ...(await client.models.retrieve('evident-1')) },
    {
      id: 'evident-1',
      object: 'model',
      created: 0,
      owned_by: 'evident',
      name: 'evident-1',
      description: 'Decides by evidence located in the input; deterministic, no network.',
      release_date: '2026-11-20',
    },
  );
  assert.is((await failure(client.models.retrieve('gpt-6-luna'), NotFoundError)).code, 'model_not_found');
});

test.run();
