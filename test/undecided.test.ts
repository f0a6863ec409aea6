// What is not decided, in every mode: the header of a request before the setting of its key before the server's, on both wires;
// and the profile for clients that know the vendor's fields only, held to the vendor's schemas.

import { copyFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';

import fc from 'fast-check';
import * as assert from 'uvu/assert';
import type { UndecidedMode } from '../server/services/decisions/wire/systemone.ts';
import { openKeyFolder } from './support/keys.ts';
import type { TestServer } from './support/server.ts';
import { openServer } from './support/server.ts';
import { test } from './support/test.ts';
import type { VendorQuestion } from './support/vendor-schemas.ts';
import {
  checkAnswers,
  createChecker,
  VENDOR_INVALID_SCHEMA,
  VENDOR_REQUEST_SCHEMA,
  VENDOR_RESPONSE_SCHEMA,
} from './support/vendor-schemas.ts';

const MODES: readonly UndecidedMode[] = ['omit', 'error', 'distribution'];
const folder = openKeyFolder();
/** A token for each setting of a key; null leaves it to the server. */
const tokens = new Map<UndecidedMode | null, string>();
const servers = new Map<UndecidedMode, TestServer>();
test.before(async () => {
  for (const mode of [null, ...MODES])
    tokens.set(mode, await folder.add(mode ?? 'none', 'decide', { undecided: mode }));
  for (const undecided of MODES) {
    // A folder belongs to one service.
    const data = join(folder.path, undecided);
    mkdirSync(data);
    copyFileSync(join(folder.path, 'evident.db'), join(data, 'evident.db'));
    servers.set(undecided, await openServer({ data, undecided }));
  }
});
test.after(async () => {
  for (const server of servers.values()) await server.close();
  folder.remove();
});

const ASK = {
  '/v1/systemone':
    '{"state":"a refund","questions":{"yes":{"type":"choice","criteria":{"a":"refund","b":"x"}},"no":{"type":"choice","criteria":{"a":"x","b":"y"}}}}',
  '/v1/decisions':
    '{"input":"a refund","questions":[{"type":"choice","name":"yes","choices":[{"value":"a","description":"refund"},{"value":"b","description":"x"}]},{"type":"choice","name":"no","choices":[{"value":"a","description":"x"},{"value":"b","description":"y"}]}]}',
} as const;

/** Which mode an answer was written in. */
async function modeOf(response: Response): Promise<UndecidedMode> {
  const text = await response.text();
  if (response.status === 422) return 'error';
  assert.is(response.status, 200, text);
  return /"probabilities":(?:\{"a":0\.5,|\[\{"value":"a","probability":0\.5\})/.test(text) ? 'distribution' : 'omit';
}

for (const path of Object.keys(ASK) as (keyof typeof ASK)[]) {
  test(`${path}: the header, else the key, else the server says how`, async () => {
    for (const [ofServer, server] of servers) {
      for (const [ofKey, token] of tokens) {
        for (const ofHeader of [null, ...MODES]) {
          const headers = {
            authorization: `Bearer ${token}`,
            ...(ofHeader === null ? {} : { 'x-evident-undecided': ofHeader }),
          };
          const mode = await modeOf(await server.post(path, ASK[path], headers));
          assert.is(mode, ofHeader ?? ofKey ?? ofServer, `header ${ofHeader}, key ${ofKey}, server ${ofServer}`);
        }
      }
    }
  });

  test(`${path}: the error has the ids and all answers, decided ones too`, async () => {
    const response = await post(path, ASK[path], { 'x-evident-undecided': 'error' });
    const { detail } = (await response.json()) as {
      readonly detail: {
        readonly error_type: string;
        readonly undecided: readonly string[];
        readonly response: { readonly answers: unknown };
      };
    };
    assert.equal([response.status, detail.error_type, detail.undecided], [422, 'undecided', ['no']]);
    const plain = (await (await post(path, ASK[path])).json()) as { readonly answers: unknown };
    assert.equal(detail.response.answers, plain.answers);
  });

  test(`${path}: with everything decided the modes give the same bytes`, async () => {
    const decided = ASK[path]
      .replace('"x","b":"y"', '"refund","b":"y"')
      .replace(
        '"description":"x"},{"value":"b","description":"y"',
        '"description":"refund"},{"value":"b","description":"y"',
      );
    const texts = new Set<string>();
    for (const mode of MODES) {
      const response = await post(path, decided, { 'x-evident-undecided': mode });
      assert.is(response.status, 200);
      texts.add(await response.text());
    }
    assert.is(texts.size, 1);
  });

  test(`${path}: an unknown mode or profile is 400`, async () => {
    for (const [name, value] of [
      ['x-evident-undecided', 'maybe'],
      ['x-evident-undecided', ''],
      ['x-evident-profile', 'full'],
    ] as const) {
      assert.is((await post(path, ASK[path], { [name]: value })).status, 400);
    }
  });
}

function post(path: string, body: string, headers: Record<string, string> = {}): Promise<Response> {
  return servers.get('omit')!.post(path, body, { authorization: `Bearer ${tokens.get(null)}`, ...headers });
}

const requestProblem = createChecker(VENDOR_REQUEST_SCHEMA);
const responseProblem = createChecker(VENDOR_RESPONSE_SCHEMA);
const invalidProblem = createChecker(VENDOR_INVALID_SCHEMA);

const phrase = fc.constantFrom('refund', 'late', 'broken', 'not', 'refund, late', '', '12', 'é');
const entry = fc.oneof(
  phrase,
  fc.constant(null),
  fc.array(phrase, { maxLength: 3 }),
  fc.record({ what: phrase, not_for: phrase }),
);
const instructions = fc.oneof(entry, fc.constant('Is "refund" meant?'), fc.constant({ question: 'Which?' }));
const question = fc.oneof(
  fc.record({
    type: fc.constant('choice'),
    instructions,
    criteria: fc.dictionary(fc.constantFrom('a', 'b', '10', '2', 'late', '', 'é'), entry, { minKeys: 1, maxKeys: 5 }),
  }),
  fc.record({ type: fc.constant('score'), instructions, criteria: fc.array(entry, { minLength: 1, maxLength: 10 }) }),
  fc.record({
    type: fc.constant('noul'),
    instructions,
    criteria: fc.oneof(fc.constant(null), fc.record({ true: entry, false: entry }, { requiredKeys: [] })),
  }),
);
const text = fc
  .array(fc.constantFrom('refund', 'late', 'broken', 'not', 'the', '12', 'é'), { maxLength: 6 })
  .map((words) => words.join(' '));
const state = fc.oneof(
  text,
  fc.array(text, { maxLength: 3 }),
  fc.dictionary(fc.constantFrom('a', 'b', '1'), text, { maxKeys: 3 }),
);

test('the core profile is what the vendor describes, for any request the vendor would take', async () => {
  const request = fc.record({
    state,
    questions: fc.dictionary(fc.constantFrom('q', 'r', '1', '0', ''), question, { minKeys: 1, maxKeys: 4 }),
  });
  await fc.assert(
    fc.asyncProperty(request, async (asked) => {
      assert.is(requestProblem(asked), null);
      const response = await post('/v1/systemone', JSON.stringify(asked), { 'x-evident-profile': 'core' });
      const body = (await response.json()) as { readonly answers: Parameters<typeof checkAnswers>[1] };
      assert.is(responseProblem(body), null);
      assert.is(checkAnswers(asked.questions as Record<string, VendorQuestion>, body.answers), null);
    }),
    { numRuns: 200 },
  );
});

test("what the vendor would not take is 422 in FastAPI's form, with flat text", async () => {
  for (const asked of [
    '{}',
    '{"state":null,"questions":{}}',
    '{"state":"","questions":{"q":{"type":"bool"}}}',
    '{"state":"","questions":{"q":{"type":"choice"}}}',
    '{"state":"","questions":{"q":{"type":"score","criteria":[]}}}',
    '[]',
  ]) {
    assert.ok(requestProblem(JSON.parse(asked)) !== null, asked);
    const response = await post('/v1/systemone', asked);
    assert.equal([response.status, invalidProblem(await response.json())], [422, null], asked);
  }
});

test.run();
