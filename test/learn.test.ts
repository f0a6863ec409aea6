// Learning: known examples give known phrases; the numbers are what the engine finds; order means nothing; and the files are
// what the command, the service and a person take.
// It is longer than other files because it holds all cases of one subject.

import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import * as assert from 'uvu/assert';
import { lowerBound } from '../bench/clopper-pearson.ts';
import { parseJson } from '../grammar/json.ts';
import { PROBLEMS_SHOWN_MAX } from '../grammar/json-lines.ts';
import { locateAll } from '../runtime/locate/locate.ts';
import { COMBINATIONS_MAX, findCandidates, HITS_MIN, TEXT_WORDS_MAX } from '../server/engines/learn/candidates.ts';
import type { Example } from '../server/engines/learn/examples.ts';
import { EXAMPLES_MAX, partOf, readExamples, TEXT_BYTES_MAX } from '../server/engines/learn/examples.ts';
import type { Features } from '../server/engines/learn/features.ts';
import { FEATURES_MAX, findFeatures } from '../server/engines/learn/features.ts';
import type { Learned } from '../server/engines/learn/learn.ts';
import { LABELS_MAX, learn, PRECISION_DEFAULT } from '../server/engines/learn/learn.ts';
import { writeQuestions, writeReport } from '../server/engines/learn/questions.ts';
import { RUN_MAX, readRuns } from '../server/engines/learn/runs.ts';
import { moduleFile, ROOT } from './support/paths.ts';
import { openServer } from './support/server.ts';
import { test } from './support/test.ts';

const SHOP: readonly (readonly [label: string, text: string])[] = [
  ['refund', 'I want my money back for this order'],
  ['refund', 'please send my money back'],
  ['refund', 'can I get a refund for the shoes'],
  ['refund', 'refund me the second payment please'],
  ['refund', 'I was charged twice, refund one of them'],
  ['refund', 'how do I claim my money back'],
  ['delivery', 'where is my parcel'],
  ['delivery', 'my parcels have not arrived'],
  ['delivery', 'the parcel was left at the wrong door'],
  ['delivery', 'when will that thing arrive'],
  ['delivery', 'it should arrive on Monday, where is it'],
  ['delivery', 'track my parcel please'],
  ['account', 'I want no account any more'],
  ['account', 'the app says my password is wrong'],
  ['account', 'reset my password please'],
  ['account', 'I forgot the password of my account'],
  ['account', 'log in fails on my phone'],
  ['account', 'change the email of my account'],
];
const EXAMPLES: readonly Example[] = SHOP.map(([label, text]) => ({ label, text }));

async function learned(examples: readonly Example[], precision?: number): Promise<Learned> {
  const result = await learn(examples, precision === undefined ? {} : { precision });
  if (result.kind !== 'learned') throw new Error(result.kind);
  return result.learned;
}

function found(texts: readonly string[]): Features {
  const reading = findFeatures(texts);
  if (reading.kind !== 'features') throw new Error(reading.kind);
  return reading;
}

function groups(result: Learned): Record<string, unknown> {
  return Object.fromEntries(
    result.labels.map(({ label, phrases }) => [
      label,
      phrases.map(({ group }) => (group.length === 1 ? group[0] : group)),
    ]),
  );
}

test('a small shop: the words that tell its labels apart, the most general first', async () => {
  assert.equal(groups(await learned(EXAMPLES)), {
    account: ['account', 'password'],
    delivery: ['parcel', 'arrive'],
    refund: ['back', 'refund'],
  });
});

const TOGETHER: readonly Example[] = [
  ['raise', 'raise the limit of the card'],
  ['raise', 'limit raise, card'],
  ['raise', 'could the card limit be raised'],
  ['block', 'block the card'],
  ['block', 'card blocked'],
  ['block', 'the card: block it'],
  ['speed', 'raise the speed'],
  ['speed', 'speed raised'],
  ['speed', 'a speed raise'],
  ['height', 'what limit has the height'],
  ['height', 'height limit'],
  ['height', 'limit of height'],
].map(([label, text]) => ({ text: text!, label: label! }));

test('words that only together mean a label are learned together', async () => {
  const result = groups(await learned(TOGETHER));
  assert.equal(result['raise'], [['card', 'limit', 'raise']]);
  assert.equal(result['block'], [['block', 'card']]);
});

test('every phrase finds an example of its label that no other phrase of it finds', async () => {
  const text = fc.uniqueArray(fc.constantFrom<string>('zora', 'kimo', 'lupa', 'nemi', 'tovo', 'rafi', 'beku', 'sodi'), {
    minLength: 1,
    maxLength: 5,
  });
  const examples = fc.array(fc.record({ words: text, label: fc.constantFrom('one', 'two', 'three') }), {
    minLength: 20,
    maxLength: 60,
  });
  await fc.assert(
    fc.asyncProperty(examples, async (drawn) => {
      const result = await learn(
        drawn.map(({ words, label }) => ({ text: words.join(', '), label })),
        { precision: 0.6 },
      );
      if (result.kind !== 'learned') return;
      for (const { label, phrases } of result.learned.labels) {
        const finders = drawn
          .filter((example) => example.label === label)
          .map(({ words }) => phrases.filter(({ group }) => group.every((word) => words.includes(word))));
        for (const phrase of phrases)
          assert.ok(
            finders.some((found) => found.length === 1 && found[0] === phrase),
            phrase.group.join(' + '),
          );
      }
    }),
    { numRuns: 60 },
  );
});

test('what is denied counts like the rest: the negation tells the labels apart', async () => {
  const result = groups(
    await learned([
      ...['broken lamp', 'lamp is broken', 'it came broken'].map((text) => ({ text, label: 'damage' })),
      ...['is not broken', 'nothing is wrong, not broken', 'certainly not broken'].map((text) => ({
        text,
        label: 'fine',
      })),
    ]),
  );
  assert.not.ok(JSON.stringify(result['damage']).includes('broken'));
  assert.match(JSON.stringify(result['fine']), /not/);
});

test('a text without a label counts against every phrase in it', async () => {
  const before = await learned(EXAMPLES);
  assert.ok(Array.isArray(groups(before)['delivery']) && (groups(before)['delivery'] as unknown[]).includes('parcel'));
  const parcels = [
    'parcel shelf for my car',
    'a parcel of land',
    'parcel out the work',
    'part and parcel',
    'parcel tape',
  ].map((text) => ({ text, label: null }));
  const after = await learned([...EXAMPLES, ...parcels]);
  assert.not.ok((groups(after)['delivery'] as unknown[]).includes('parcel'));
  assert.is(after.unlabelled, parcels.length);
});

// Small texts over few words: labels share words, phrases overlap, some texts repeat, and most say a word of their label.
const WORDS = [
  'refund',
  'refunds',
  'not',
  'no',
  'never',
  'my',
  'the',
  'block',
  "can't",
  'é',
  '漢字',
  '5',
  'five',
  '1,200',
  'wait-list',
  '😀',
  'And',
  'ſtop',
  '.',
  ',',
];
const LABELS: readonly (readonly [label: string | null, word: string])[] = [
  ['a', 'cards'],
  ['b', 'Blocked'],
  ['c', "what's up"],
  ['__proto__', 'refunding'],
  ['10', 'three lamps'],
  ['', 'zebra'],
  [null, 'card'],
];
const corpus = fc
  .array(
    fc
      .tuple(
        fc.array(fc.constantFrom(...WORDS), { maxLength: 6 }),
        fc.constantFrom(...LABELS),
        fc.integer({ min: 0, max: 9 }),
      )
      .map(
        ([words, [label, word], chance]): Example => ({
          text: [...words, ...(chance > 0 || words.length === 0 ? [word] : [])].join(' '),
          label,
        }),
      ),
    { minLength: 12, maxLength: 80, size: 'max' },
  )
  .filter((examples) => examples.some(({ label }) => label !== null));

test('law: no order of the lines, and no repeated line, changes a byte of either file', async () => {
  const files = async (examples: readonly Example[]): Promise<string> => {
    const reading = readExamples(Buffer.from(examples.map((example) => JSON.stringify(example)).join('\n')));
    if (reading.kind !== 'ok') throw new Error('unreadable');
    const result = await learned(reading.examples, 0.9);
    return writeQuestions('q', result) + writeReport(result);
  };
  await fc.assert(
    fc.asyncProperty(
      corpus.chain((examples) =>
        fc.tuple(fc.constant(examples), fc.shuffledSubarray(examples, { minLength: examples.length })),
      ),
      async ([examples, shuffled]) => {
        assert.is(await files(examples), await files([...shuffled, shuffled[0]!]));
      },
    ),
    { numRuns: 30 },
  );
});

test('law: support and hits are what locate finds, one phrase and one text at a time', async () => {
  let phrases = 0;
  await fc.assert(
    fc.asyncProperty(corpus, async (examples) => {
      const distinct = [...new Map(examples.map((example) => [JSON.stringify(example), example])).values()];
      for (const { label, phrases: ofLabel } of (await learned(distinct, 0.8)).labels) {
        for (const { group, support, hits, estimate } of ofLabel) {
          const found = distinct.filter(({ text }) => group.every((phrase) => locateAll(text, [phrase]).length > 0));
          assert.is(support, found.length, JSON.stringify(group));
          assert.is(hits, found.filter((example) => example.label === label).length, JSON.stringify(group));
          assert.ok(hits >= HITS_MIN && estimate > 0 && estimate <= 1);
          phrases += 1;
        }
      }
    }),
    { numRuns: 50 },
  );
  assert.ok(phrases > 100, `only ${phrases} phrases were looked at`);
});

test('runs have four words at most, and an apostrophe joins a word', () => {
  const { surfaces } = found(["what's wrong with that card", "what's wrong with that card"]);
  assert.ok(surfaces.includes("what's wrong with that") && surfaces.includes("what's"));
  assert.is(Math.max(...surfaces.map((surface) => surface.split(' ').length)), RUN_MAX);
  assert.not.ok(surfaces.includes('what') || surfaces.includes('s'));
});

test('as many words are read as there is memory for', () => {
  const read = (wordsMax: number, stemsMax: number): string =>
    readRuns(['a card', 'my card'], () => {}, { wordsMax, stemsMax }).kind;
  assert.is(read(4, 3), 'runs');
  assert.is(read(3, 3), 'too-many-words');
  assert.is(read(4, 2), 'too-many-different-words');
});

test('a phrase may have to be in more examples', async () => {
  const cards = ['my card', 'a card', 'the card', 'no money', 'one card', 'card?', 'card!'];
  const examples = [
    ...cards.map((text) => ({ text, label: 'card' })),
    ...['a loan', 'the loan', 'my loan', 'two loans'].map((text) => ({ text, label: 'loan' })),
  ];
  const labelsOf = async (hitsMin: number): Promise<readonly string[]> => {
    const result = await learn(examples, { precision: 0.6, hitsMin });
    if (result.kind !== 'learned') throw new Error(result.kind);
    return result.learned.labels.filter(({ phrases }) => phrases.length > 0).map(({ label }) => label);
  };
  assert.equal(await labelsOf(HITS_MIN), ['card', 'loan']);
  assert.equal(await labelsOf(6), ['card']);
  assert.equal(await labelsOf(7), []);
});

test('a run has the spaces of its text, and no others', () => {
  const { surfaces } = found(['my 漢字 card', 'my 漢字 card', '漢 字', '漢 字']);
  for (const text of ['漢字', '漢 字', 'my 漢字 card', '字 card']) assert.ok(surfaces.includes(text), text);
  assert.not.ok(surfaces.includes('my 漢 字 card'));
  for (const surface of surfaces) assert.ok(locateAll(`my 漢字 card, 漢 字`, [surface]).length > 0, surface);
});

test('the parts of a split are those of the text alone', () => {
  assert.is(partOf('a', 'x', 5), partOf('a', 'x', 5));
  assert.equal(
    [...new Set(Array.from({ length: 100 }, (_, at) => partOf(`text ${at}`, 'x', 5)))].sort(),
    [0, 1, 2, 3, 4],
  );
});

test('wrong lines are told by their number, and all is refused', () => {
  const lines = [
    '{"text":"fine","label":"a"}',
    '{"text":"broken',
    '[]',
    '{"text":1,"label":"a"}',
    '',
    '{"text":" ","label":"a"}',
    '{"text":"x","label":2}',
    '{"text":"x"}',
    '{"text":"x","text":"y","label":"a"}',
    '{"text":"\\ud800","label":"a"}',
    'null',
  ];
  const reading = readExamples(Buffer.from(lines.join('\r\n')));
  assert.is(reading.kind, 'invalid');
  assert.equal(reading.kind === 'invalid' && reading.problems.map(({ line }) => line), [2, 3, 4, 6, 7, 8, 9, 10, 11]);
  assert.is(readExamples(new Uint8Array([0x7b, 0xff, 0x7d])).kind, 'invalid');
});

test('only so many wrong lines are told, and the rest is counted', () => {
  const read = (count: number): unknown => {
    const reading = readExamples(Buffer.from('{}\n'.repeat(count)));
    return reading.kind === 'invalid' && [reading.problems.length, reading.more];
  };
  assert.equal(read(PROBLEMS_SHOWN_MAX), [PROBLEMS_SHOWN_MAX, 0]);
  assert.equal(read(PROBLEMS_SHOWN_MAX + 1), [PROBLEMS_SHOWN_MAX, 1]);
});

test('a text of the longest size is taken, one byte more is not', () => {
  const line = (bytes: number): Uint8Array => Buffer.from(JSON.stringify({ text: 'x'.repeat(bytes), label: 'a' }));
  assert.is(readExamples(line(TEXT_BYTES_MAX)).kind, 'ok');
  assert.is(readExamples(line(TEXT_BYTES_MAX + 1)).kind, 'invalid');
});

test('as many examples as the limit are taken, one more is not', () => {
  const lines = (count: number): Uint8Array => Buffer.from('{"text":"x","label":"a"}\n'.repeat(count));
  const reading = readExamples(lines(EXAMPLES_MAX));
  assert.is(reading.kind === 'ok' && reading.repeated, EXAMPLES_MAX - 1);
  assert.is(readExamples(lines(EXAMPLES_MAX + 1)).kind, 'invalid');
});

test('as many labels as a question may have options, one more is not', async () => {
  const examples = (count: number): Example[] =>
    Array.from({ length: count }, (_, at) => ({ text: `word${at}`, label: `label${at}` }));
  assert.is((await learn(examples(LABELS_MAX))).kind, 'learned');
  assert.equal(await learn(examples(LABELS_MAX + 1)), { kind: 'too-many-labels', count: LABELS_MAX + 1 });
  assert.is((await learn([])).kind, 'no-labels');
  assert.is((await learn([{ text: 'x', label: null }])).kind, 'no-labels');
});

test('as many phrases as a request may have are learned, one more is not; those that belong together count each', async () => {
  const kept = (await learned(TOGETHER)).labels.flatMap(({ phrases }) => phrases.map(({ group }) => group));
  const count = kept.flat().length;
  assert.ok(count > kept.length);
  assert.is((await learn(TOGETHER, { phrasesMax: count })).kind, 'learned');
  assert.equal(await learn(TOGETHER, { phrasesMax: count - 1 }), { kind: 'too-many-phrases', count });
});

test('as many features as there is room for count; of one more, the last of the rarest does not', () => {
  // Commas, so that no two words are a run.
  const words = Array.from({ length: FEATURES_MAX + 1 }, (_, at) => `w${String(at).padStart(6, '0')}`);
  const count = (kept: readonly string[], often: string): readonly string[] =>
    found([kept.join(', '), kept.join(', '), often]).surfaces;
  assert.is(count(words.slice(1), '').length, FEATURES_MAX);
  const surfaces = count(words, words.at(-1)!);
  assert.is(surfaces.length, FEATURES_MAX);
  assert.ok(surfaces.includes(words.at(-1)!) && surfaces.includes(words.at(-3)!) && !surfaces.includes(words.at(-2)!));
});

test('all combinations count up to the limit; of one more, those of the rarest words', () => {
  const features = {
    kind: 'features' as const,
    wordCount: 4,
    surfaces: ['a', 'b', 'c', 'd', 'a b'],
    counts: [2, 2, 2, 3, 1],
    texts: [],
  };
  const example = { words: [0, 1, 2, 3], runs: [], label: 0, fold: 0 };
  // 4 words, 6 pairs and 4 triples; the rest is a text with many runs, which are not combined.
  const find = (combinations: number): readonly (readonly number[])[] => {
    const rest = { words: [], runs: new Array<number>(combinations - 2 * 14).fill(4), label: -1, fold: 0 };
    const candidates = findCandidates(features, [example, example, rest], 1, 1);
    return Array.from({ length: candidates.count }, (_, at) => candidates.featuresOf(at));
  };
  assert.is(find(COMBINATIONS_MAX).length, 14);
  assert.equal(find(COMBINATIONS_MAX + 1), [[0], [1], [2], [3], [0, 1], [0, 2], [1, 2], [0, 1, 2]]);
});

test('long texts count with their rarest words', async () => {
  // The common words are more than a text may combine; the pair that matters is of rare ones.
  const common = Array.from({ length: TEXT_WORDS_MAX }, (_, at) => `common${String.fromCharCode(97 + at)}`).join(', ');
  const examples = ['left', 'right'].flatMap((label) =>
    Array.from({ length: 4 }, (_, at) => ({
      text: `${common}. zebra${label}, ${common}, yak${label} ${'number '.repeat(at)}`,
      label,
    })),
  );
  const result = groups(await learned(examples));
  assert.match(JSON.stringify(result['left']), /zebraleft|yakleft/);
});

test('the lower end of the interval is that of the tables', () => {
  assert.is(lowerBound(0, 10), 0);
  // 97 of 100: 91.5 % to 99.4 %; all of 10: 69.2 %.
  assert.is(Math.round(1000 * lowerBound(97, 100)), 915);
  assert.is(Math.round(1000 * lowerBound(10, 10)), 692);
});

test('the page about learning tells the truth', async () => {
  const page = readFileSync(join(ROOT, 'docs/learn.md'), 'utf8');
  const [lines, questions] = [/```jsonl\n([^`]*)```/.exec(page)![1]!, /```json\n([^`]*)```/.exec(page)![1]!];
  const reading = readExamples(Buffer.from(lines));
  assert.is(reading.kind === 'ok' && writeQuestions('label', await learned(reading.examples)), questions);
  for (const limit of [
    `${EXAMPLES_MAX / 1000},000 examples`,
    `${TEXT_BYTES_MAX / 1024} KiB`,
    `${LABELS_MAX} labels`,
    `${TEXT_WORDS_MAX} different words`,
    `(${PRECISION_DEFAULT})`,
  ])
    assert.ok(page.includes(limit), limit);
});

// The command and the service.

const BIN = moduleFile('cli/bin');
const folder = mkdtempSync(join(tmpdir(), 'evident-learn-'));
test.after(() => rmSync(folder, { recursive: true, force: true }));

function evident(args: readonly string[], input = ''): { code: number | null; out: string; err: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [BIN, ...args], {
    cwd: folder,
    input,
    encoding: 'utf8',
  });
  return { code: status, out: stdout, err: stderr };
}

const LINES = EXAMPLES.map((example) => JSON.stringify(example)).join('\n');

test('evident learn writes questions and report, the same bytes for the same lines; without -o it prints', () => {
  writeFileSync(join(folder, 'examples.jsonl'), LINES);
  const first = evident(['learn', 'examples.jsonl', '-o', 'questions.json']);
  assert.is(first.code, 0, first.err);
  assert.is(first.out, '');
  assert.match(first.err, /6 phrases for 3 of 3 labels, from 18 examples/);
  const questions = readFileSync(join(folder, 'questions.json'), 'utf8');
  const report = JSON.parse(readFileSync(join(folder, 'questions.report.json'), 'utf8')) as {
    labels: Record<string, { phrases: unknown[] }>;
  };
  assert.equal(report.labels['delivery']!.phrases[0], {
    phrase: 'parcel',
    support: 4,
    hits: 4,
    precision: 1,
    estimate: 0.8239,
  });
  const second = evident(['learn', '-', '--report', 'second.json'], LINES.split('\n').reverse().join('\n'));
  assert.is(second.out, questions);
  assert.is(
    readFileSync(join(folder, 'second.json'), 'utf8'),
    readFileSync(join(folder, 'questions.report.json'), 'utf8'),
  );
  const decision = evident(['decide', 'questions.json', '--text', '-'], 'Parcels, parcels everywhere');
  assert.is(JSON.parse(decision.out).answers.label.choice, 'delivery');
});

test('evident learn says what is wrong, and then writes nothing', () => {
  const wrong = evident(['learn', '-', '-o', 'never.json'], '{"text":"x","label":"a"}\n{');
  assert.is(wrong.code, 1);
  assert.match(wrong.err, /^-:2: /);
  const nothing = evident(['learn', '-', '-o', 'never.json'], '{"text":"x","label":"a"}');
  assert.is(nothing.code, 1);
  assert.match(nothing.err, /more examples/);
  assert.is(evident(['learn', '-', '-o', 'never.json'], '').code, 1);
  for (const args of [
    ['learn'],
    ['learn', 'absent.jsonl'],
    ['learn', '-', '--precision', '1'],
    ['learn', '-', '--precision', '0'],
    ['learn', '-', '--precision', 'high'],
    ['learn', 'examples.jsonl', '-o', 'r.json', '--report', 'r.json'],
  ]) {
    assert.is(evident(args).code, 2, args.join(' '));
  }
  assert.not.ok(existsSync(join(folder, 'never.json')) || readdirSync(folder).some((name) => name.includes('partial')));
});

test('the service takes the learned questions, ignores nothing of them, and answers with evidence', async () => {
  const questions = writeQuestions('topic', await learned(EXAMPLES));
  parseJson(Buffer.from(questions));
  const server = await openServer();
  try {
    const response = await server.post(
      '/v1/systemone',
      `{"state":"Somebody forgot their passwords","questions":${questions}}`,
    );
    assert.is(response.status, 200);
    assert.is(response.headers.get('x-evident-ignored'), null);
    const { answers } = (await response.json()) as {
      answers: Record<string, { outcome: string; choice: string; evidence: unknown }>;
    };
    assert.is(answers['topic']!.outcome, 'decided');
    assert.is(answers['topic']!.choice, 'account');
    assert.equal(answers['topic']!.evidence, [
      { path: '', start: 22, end: 31, text: 'passwords', criterion: 'password', by: 'inflection' },
    ]);
  } finally {
    await server.close();
  }
});

test.run();
