// Scorecards: the same examples give the same points in any order, sums and shares are exact, and the rule is found on texts
// that were left out.

import * as assert from 'uvu/assert';
import { type Example, partOf, WORDS_MAX } from '../server/engines/learn/examples.ts';
import { LABELS_MAX } from '../server/engines/learn/learn.ts';
import { accept, findRule, type Standing, score, stand, type Trial } from '../server/engines/learn/scorecard/accept.ts';
import { type Budget, fit, type Points } from '../server/engines/learn/scorecard/fit.ts';
import { chooseByPoints, type LearnedScorecard, learnScorecard } from '../server/engines/learn/scorecard/scorecard.ts';
import { findTerms, listTerms, numberTerms, TERMS_MAX } from '../server/engines/learn/scorecard/terms.ts';
import { test } from './support/test.ts';

// Made of frames and things, so that there are enough texts to leave a fifth of them and a third of the labels out.
const FRAMES = [
  'where is my $',
  'I lost my $',
  'the $ is late',
  'please send the $ again',
  'a new $ for me',
  'my $ has a scratch',
  'who took the $',
  'is the $ ready',
];
const THINGS: Readonly<Record<string, readonly string[]>> = {
  kitchen: ['kettle', 'oven', 'toaster', 'fridge', 'blender'],
  garden: ['mower', 'shovel', 'hose', 'rake', 'hedge'],
  office: ['stapler', 'printer', 'monitor', 'keyboard', 'desk'],
};
const EXAMPLES: readonly Example[] = Object.entries(THINGS).flatMap(([label, things]) =>
  things.flatMap((thing) => FRAMES.map((frame) => ({ text: frame.replace('$', thing), label }))),
);

function learned(examples: readonly Example[], precision?: number): LearnedScorecard {
  const result = learnScorecard(examples, precision === undefined ? {} : { precision });
  if (result.kind !== 'learned') throw new Error(result.kind);
  return result.learned;
}

test('terms: words, neighbours, the first and the last word, each once; negations are words', () => {
  assert.equal(
    [...findTerms('do not stop, do not').terms.keys()],
    ['^ do', 'do', 'do not', 'not', 'not stop', 'stop', 'stop do', 'not $'],
  );
  assert.equal(findTerms('do not stop, do not').words, ['do', 'not', 'stop']);
  assert.is(findTerms(' ?! ').terms.size, 0);
  assert.equal(
    [...findTerms('go on\n> he said\nstop').terms.keys()],
    ['^ go', 'go', 'go on', 'on', 'on $', '^ stop', 'stop', 'stop $'],
  );
  assert.equal([...findTerms("don't").terms.keys()], ["^ don't", "don't", "don't $"]);
});

test('a vocabulary has what two texts share, in code point order, and no more than its limit', () => {
  const list = (texts: readonly string[], termsMax = TERMS_MAX): readonly string[] => {
    const listing = listTerms(texts, { termsMax, wordsMax: WORDS_MAX });
    return listing.kind === 'terms' ? listing.terms : [listing.kind];
  };
  assert.equal(list(['red door', 'blue door']), ['door', 'door $']);
  const texts = ['alpha', 'alpha', 'alpha', 'beta', 'beta'];
  assert.equal(list(texts, 6), ['^ alpha', '^ beta', 'alpha', 'alpha $', 'beta', 'beta $']);
  assert.equal(list(texts, 3), ['^ alpha', 'alpha', 'alpha $']);
  assert.equal(listTerms(texts, { termsMax: 6, wordsMax: 5 }).kind, 'terms');
  assert.equal(listTerms(texts, { termsMax: 6, wordsMax: 4 }), { kind: 'too-many-words', max: 4 });
  assert.ok(TERMS_MAX >= 6);
});

test('things that were learned are decided, others are not', () => {
  const { scorecard, outOfFold, outside } = learned(EXAMPLES, 0.9);
  assert.is(chooseByPoints(scorecard, 'where is my kettle'), 'kitchen');
  assert.is(chooseByPoints(scorecard, 'WHERE is my shovel?'), 'garden');
  for (const text of ['', '...', 'where is my', 'zzz qqq', 'the moon is far away from everything else'])
    assert.is(chooseByPoints(scorecard, text), null, text);
  assert.is(outOfFold.texts, EXAMPLES.length);
  assert.is(outside.texts, EXAMPLES.length);
  assert.is(outside.right, 0);
  assert.ok(outOfFold.right >= 0.9 * outOfFold.decided && outOfFold.decided > 0);
});

test('the same examples give the same scorecard in any order', () => {
  const first = learned(EXAMPLES, 0.9);
  assert.equal(learned(EXAMPLES.toReversed(), 0.9), first);
  assert.equal(
    learned(
      [...EXAMPLES].sort((a, b) => partOf(a.text, 'shuffle', 1e9) - partOf(b.text, 'shuffle', 1e9)),
      0.9,
    ),
    first,
  );
});

const budget = (terms: number, labelBytesMax = 1000): Budget => ({
  termBytes: new Int32Array(terms).fill(10),
  labelBytesMax,
});

test('texts without a label count against every label', () => {
  const terms = new Map([
    ['red', 0],
    ['blue', 1],
  ]);
  const text = (words: string, label: number): ReturnType<typeof numberTerms> & { readonly label: number } => ({
    ...numberTerms(words, terms),
    label,
  });
  const texts = [text('red', 0), text('red', 0), text('blue', 1), text('blue', 1)];
  const others = [text('red', -1), text('red', -1), text('red', -1)];
  const sumOfRed = (points: Points): number => stand(points, numberTerms('red', terms)).best;
  assert.ok(sumOfRed(fit(texts, budget(2), 2)) > 0);
  assert.ok(sumOfRed(fit([...texts, ...others], budget(2), 2)) < 0);
});

test('what cannot be learned is said', () => {
  assert.is(learnScorecard([]).kind, 'no-labels');
  assert.is(learnScorecard([{ text: 'a', label: null }]).kind, 'no-labels');
  const many = (count: number): Example[] =>
    Array.from({ length: count }, (_, at) => ({ text: `thing ${at}`, label: `label ${at}` }));
  assert.is(learnScorecard(many(LABELS_MAX)).kind, 'not-precise');
  assert.equal(learnScorecard(many(LABELS_MAX + 1)), { kind: 'too-many-labels', count: LABELS_MAX + 1 });
  // The same texts under two labels are right half of the time at best.
  assert.is(
    learnScorecard(FRAMES.flatMap((text) => ['one', 'two'].map((label) => ({ text, label })))).kind,
    'not-precise',
  );
});

test('the sums are whole, and what a fit leads to adds up by hand', () => {
  const terms = new Map(['a', 'a b', 'b'].map((term, number) => [term, number]));
  const points: Points = {
    labels: 2,
    constants: Int32Array.of(-20, -18),
    starts: Int32Array.of(0, 2, 3, 3),
    owners: Int32Array.of(0, 1, 0),
    points: Int32Array.of(30, 7, 4),
  };
  // Label 0: -20 + 30 + 4; label 1: -18 + 7. `a` is explained in full, `b` by the 4 points of the pair out of 6, `c` not. `a` speaks for both labels, `b` and `c` for none.
  const standing = stand(points, numberTerms('a b c', terms));
  assert.equal(standing, {
    label: 0,
    best: 14,
    lead: 25,
    explained: Math.ceil((1000 * (1 * 6 + 3 * 4)) / (6 * (1 + 3 + 3))),
  });
  const rule = { leadHalves: 3, explainedWeight: 2, scoreMin: 2000 * 14 + 3000 * 25 + 80 * standing.explained };
  assert.is(score(standing, rule), rule.scoreMin);
  assert.is(accept(standing, rule), 0);
  assert.is(accept(standing, { ...rule, scoreMin: rule.scoreMin + 1 }), null);
  assert.is(accept({ ...standing, explained: 0 }, { ...rule, scoreMin: -1e9 }), null);
});

test('points speak for the label whose texts have the term, and against the others', () => {
  const terms = new Map([
    ['red', 0],
    ['blue', 1],
    ['my', 2],
  ]);
  const texts = [
    ['my red', 0],
    ['the red', 0],
    ['my blue', 1],
    ['the blue', 1],
  ].map(([text, label]) => ({ ...numberTerms(text as string, terms), label: label as number }));
  const { starts, owners, points } = fit(texts, budget(terms.size), 2);
  const of = (term: number): number[][] =>
    Array.from({ length: starts[term + 1]! - starts[term]! }, (_, at) => [
      owners[starts[term]! + at]!,
      Math.sign(points[starts[term]! + at]!),
    ]);
  assert.equal(of(0), [
    [0, 1],
    [1, -1],
  ]);
  assert.equal(of(1), [
    [0, -1],
    [1, 1],
  ]);
  assert.equal(of(2), []);
});

test('a rule keeps to both bounds, and equal scores are answered together', () => {
  const at = (best: number, right: boolean): Trial => ({
    standing: { label: 0, best, lead: 1, explained: 500 } satisfies Standing,
    right,
  });
  const known = [at(9, true), at(8, true), at(7, true), at(6, true), at(6, false), at(5, true)];
  const decided = (rule: ReturnType<typeof findRule>): number =>
    known.filter(({ standing }) => rule !== null && accept(standing, rule) !== null).length;
  assert.is(decided(findRule(known, [], 1, 0)), 3);
  assert.is(decided(findRule(known, [], 0.8, 0)), 6);
  // Of two texts outside none may be answered, then one.
  const outside = [at(8, false), at(6, false)];
  assert.is(decided(findRule(known, outside, 0.8, 0)), 1);
  assert.is(decided(findRule(known, outside, 0.8, 0.5)), 3);
  assert.is(findRule([at(3, false)], [], 0.5, 0), null);
});

test.run();
