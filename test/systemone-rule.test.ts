// The rule, against its own definition: the engine sweeps, this says in so many words what is meant.

import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';

import type { Place } from '../runtime/interpret/locate.ts';
import type { Find, Verdict } from '../server/engines/systemone/decide.ts';
import { decide } from '../server/engines/systemone/decide.ts';
import type { Option } from '../server/engines/systemone/questions.ts';

const PHRASES = ['p', 'q', 'r', 's', 't'];
const phrase = fc.constantFrom(...PHRASES);
const group = fc.uniqueArray(phrase, { minLength: 1, maxLength: 2 });
const groups = (maxLength: number): fc.Arbitrary<string[][]> => fc.array(group, { maxLength });
const options = fc.array(fc.tuple(groups(3), groups(1)), { minLength: 1, maxLength: 4 })
  .map((parts) => parts.map(([any, vetoes], position): Option => ({ key: `o${position}`, any, vetoes })));

const find = fc.tuple(fc.nat(2), fc.nat(6), fc.integer({ min: 1, max: 4 }), phrase, fc.boolean(), fc.boolean()).map(
  ([source, start, length, criterion, a, b]): Find => {
    const place: Place = { path: `/${source}`, start, end: start + length, text: 'x'.repeat(length), criterion, by: 'exact' };
    return { source, place: a && b ? { ...place, negated: true } : place };
  });
const finds = fc.uniqueArray(find, { maxLength: 12, selector: ({ source, place }) => `${source} ${place.start} ${place.criterion}` })
  .map((found) => found.sort((a, b) => a.source - b.source || a.place.start - b.place.start || b.place.end - a.place.end));

test('law: the verdict is what the definition says', () => {
  fc.assert(fc.property(options, finds, (asked, found) => {
    const verdict = decide(asked, (sought) => found.filter(({ place }) => place.criterion === sought));
    const expected = define(asked, found);
    assert.equal(verdict.supported, expected.supported);
    assert.is(verdict.outcome, expected.outcome);
    assert.is(verdict.reason, expected.reason);
    assert.equal(new Set(verdict.finds.map(({ place }) => place)), new Set(expected.places));
  }), { numRuns: 5_000 });
});

function define(asked: readonly Option[], found: readonly Find[]): Omit<Verdict, 'unfound' | 'finds'> & { readonly places: readonly Place[] } {
  const own = (option: Option): Find[] => found.filter(({ place }) => option.any.flat().includes(place.criterion));
  const isCovered = (inner: Find, option: Option): boolean => asked.some((other) => other !== option && own(other).some((outer) =>
    outer.source === inner.source && outer.place.start <= inner.place.start && outer.place.end >= inner.place.end
    && outer.place.end - outer.place.start > inner.place.end - inner.place.start));
  const uncovered = (option: Option): Find[] => own(option).filter((one) => !isCovered(one, option));
  const together = (phrases: readonly string[], among: readonly Find[]): Place[] | null => {
    for (const source of [0, 1, 2]) {
      const firsts = phrases.map((sought) => among.find((one) => one.source === source && one.place.criterion === sought)?.place);
      if (firsts.every((place) => place !== undefined)) return firsts;
    }
    return null;
  };
  const affirmed = found.filter(({ place }) => place.negated !== true);
  const speaks = asked.map((option) => option.any.flatMap((phrases) => together(phrases, uncovered(option).filter(({ place }) => place.negated !== true)) ?? []));
  const isVetoed = asked.map((option) => option.vetoes.some((phrases) => together(phrases, affirmed) !== null));
  const supported = asked.flatMap((_, position) => (speaks[position]!.length > 0 && !isVetoed[position] ? [position] : []));
  const places = supported.flatMap((position) => speaks[position]!);
  if (supported.length === 1) return { outcome: 'decided', supported, places, reason: null };
  if (supported.length > 1) return { outcome: 'unresolved', supported, places, reason: 'two-supported' };
  const vetoed = asked.some((_, position) => speaks[position]!.length > 0);
  const negated = asked.some((option) => uncovered(option).some(({ place }) => place.negated === true));
  return { outcome: 'refused', supported, places, reason: vetoed ? 'vetoed' : negated ? 'negated' : 'nothing-found' };
}

test.run();
