// The rule, against its own definition: the program judges, this says in so many words what is meant.

import fc from 'fast-check';
import * as assert from 'uvu/assert';
import { parseJson } from '../grammar/json.ts';
import type { Place } from '../runtime/locate/locate.ts';
import { locateAll } from '../runtime/locate/locate.ts';
import type { Verdict } from '../server/engines/systemone/judge.ts';
import { judge } from '../server/engines/systemone/judge.ts';
import type { Option } from '../server/engines/systemone/questions.ts';
import type { Answer } from '../server/services/decisions/wire/answer.ts';
import { PLAIN_MANNER } from '../server/services/decisions/wire/criteria.ts';
import { engine } from './support/engine.ts';
import { test } from './support/test.ts';

// Phrases that are parts of each other, so that places lie inside others.
const PHRASES = ['p', 'q', 'r', 'p q', 'q r', 'p q r', 'not p', 'switch'];
const phrase = fc.constantFrom(...PHRASES);
const group = fc.uniqueArray(phrase, { minLength: 1, maxLength: 2 });
const groups = (maxLength: number): fc.Arbitrary<string[][]> => fc.array(group, { maxLength });
const options = fc
  .array(fc.tuple(groups(3), groups(1)), { minLength: 1, maxLength: 4 })
  .map((parts) => parts.map(([any, vetoes], position): Option => ({ key: `o${position}`, any, vetoes })));
const text = fc
  .array(fc.constantFrom('p', 'q', 'r', 'x', 'not', 'not p', '.', 'x x switch'), { maxLength: 6 })
  .map((words) => words.join(' '));
const states = fc.array(fc.array(text, { maxLength: 3 }), { minLength: 1, maxLength: 12 });

test('law: the verdict is what the definition says', async () => {
  const met = new Map<string, number>();
  await fc.assert(
    fc.asyncProperty(options, states, async (asked, given) => {
      const question = {
        question: { kind: 'choice' as const, id: 'q', instructions: null, manner: PLAIN_MANNER, options: new Map() },
        options: asked,
        paths: [],
        listed: null,
        heedless: false,
        quoted: false,
      };
      for (const state of given) {
        const bytes = Buffer.from(JSON.stringify(state));
        const judged = await judge(engine, [question], bytes);
        if (judged.kind !== 'judged') throw new Error(judged.kind);
        const [verdict] = judged.verdicts;
        const places = locateAll(
          parseJson(bytes),
          asked.flatMap(({ any, vetoes }) => [...any, ...vetoes].flat()),
        );
        assert.equal(verdict, define(asked, places), JSON.stringify({ asked, state }));
        met.set(verdict!.reason ?? 'decided', (met.get(verdict!.reason ?? 'decided') ?? 0) + 1);
      }
    }),
    { numRuns: 250 },
  );
  for (const reason of [
    'decided',
    'two-supported',
    'vetoed',
    'negated',
    'nothing-found',
    'nothing-to-look-for',
    'passing-word',
  ])
    assert.ok(met.get(reason)! >= 10, `${reason}: ${met.get(reason)}`);
});

function define(asked: readonly Option[], located: readonly Place[]): Verdict {
  const placesOf = (sought: string): Place[] => located.filter(({ criterion }) => criterion === sought);
  const paths = [...new Set(located.map(({ path }) => path))];
  const isWhole = (phrases: readonly string[], path: string): boolean =>
    phrases.every((sought) => placesOf(sought).some((place) => place.path === path));
  const speaks = (outer: Place, option: Option): boolean =>
    option.any.some((phrases) => phrases.includes(outer.criterion) && isWhole(phrases, outer.path));
  const isHidden = (inner: Place, option: Option): boolean =>
    located.some(
      (outer) =>
        outer.path === inner.path &&
        outer.start <= inner.start &&
        outer.end >= inner.end &&
        outer.end - outer.start > inner.end - inner.start &&
        asked.some((other) => other !== option && speaks(outer, other)),
    );
  const counting = (sought: string, option: Option): Place[] =>
    placesOf(sought).filter((place) => place.negated !== true && !isHidden(place, option));
  const together = (lists: readonly (readonly Place[])[]): Place[] => {
    for (const path of paths) {
      const firsts = lists.map((list) => list.find((place) => place.path === path));
      if (firsts.every((place) => place !== undefined)) return firsts;
    }
    return [];
  };
  // Only one word of many meanings is looked for, beside those of long texts; a place where it is named goes before one where it merely stands.
  const isWeak = (place: Place): boolean =>
    place.alone === true || (place.bare === true && place.criterion === 'switch');
  const best = (places: readonly Place[]): Place[] =>
    [...places.filter((place) => !isWeak(place)), ...places].slice(0, 1);
  const claims = asked.map((option) =>
    option.any.map((phrases) =>
      phrases.length === 1
        ? best(counting(phrases[0]!, option))
        : together(phrases.map((sought) => counting(sought, option))),
    ),
  );
  const isVetoed = asked.map(({ vetoes }) =>
    vetoes.some(
      (phrases) =>
        together(phrases.map((sought) => placesOf(sought).filter(({ negated }) => negated !== true))).length > 0,
    ),
  );
  const claimed = asked.flatMap((_, position) => (claims[position]!.flat().length > 0 ? [position] : []));
  const supported = claimed.filter((position) => !isVetoed[position]);
  const evidence = located
    .filter((place) => supported.some((position) => claims[position]!.flat().includes(place)))
    .map(({ path, start, end, text: said, criterion, by }) => ({ path, start, end, text: said, criterion, by }));
  const verdict = { supported, evidence, unfound: [], unfoundMore: 0, missing: [] };
  const said = located.filter((place) => supported.some((position) => claims[position]!.flat().includes(place)));
  const isPassing = said.every(isWeak) && new Set(said.map(({ start }) => start)).size === 1;
  if (supported.length === 1 && isPassing) return { ...verdict, outcome: 'unresolved', reason: 'passing-word' };
  if (supported.length === 1) return { ...verdict, outcome: 'decided', reason: null };
  if (supported.length > 1) return { ...verdict, outcome: 'unresolved', reason: 'two-supported' };
  const unfound = asked.flatMap((option, position) =>
    option.any.flatMap((phrases, at) => {
      const silent = phrases.filter((sought) => counting(sought, option).length === 0);
      return silent.length === 0 && claims[position]![at]!.length === 0 ? phrases : silent;
    }),
  );
  const isDenied = asked.some((option) =>
    option.any
      .flat()
      .some((sought) => placesOf(sought).some((place) => place.negated === true && !isHidden(place, option))),
  );
  return {
    ...verdict,
    outcome: 'refused',
    unfound: [...new Set(unfound)],
    reason:
      claimed.length > 0
        ? 'vetoed'
        : isDenied
          ? 'negated'
          : asked.every(({ any }) => any.length === 0)
            ? 'nothing-to-look-for'
            : 'nothing-found',
  };
}

test('a decided answer without its selection does not compile, nor an undecided one that may act', () => {
  const judged = { evidence: [], supported: [], engine: 'e' };
  // @ts-expect-error: no `choice`, `index`, `probabilities` and `confidence`.
  const empty: Answer = { type: 'choice', outcome: 'decided', may_act: true, ...judged };
  // @ts-expect-error: what is not decided may not act.
  const acting: Answer = { type: 'noul', outcome: 'refused', may_act: true, ...judged };
  const decided: Answer = { type: 'noul', outcome: 'decided', may_act: true, noul: 1, value: true, ...judged };
  const refused: Answer = { type: 'noul', outcome: 'refused', may_act: false, ...judged };
  assert.equal([empty, acting, decided, refused].length, 4);
});

test.run();
