// Choices: the values a parameter lists itself, and yes-or-no parameters.
// In: a leaf and a source. Out: places where the text says one of its enum values, or turns its flag on or off.
// Why: an enum value said by the user is the strongest evidence there is, whatever its case or inflection; a flag is only set when
// the text names what it switches.

import type { Json } from '../../../../../grammar/json.ts';
import { JsonNumber } from '../../../../../grammar/json.ts';
import type { Word } from '../../text/words.ts';
import { isStopWord, readWords, splitIdentifier, stemOf } from '../../text/words.ts';
import type { Leaf } from '../../tools/tools.ts';
import { readWordNumber } from './numbers.ts';
import type { Source } from './span.ts';

export interface Choice {
  readonly source: Source;
  readonly start: number;
  readonly end: number;
  readonly value: Json;
  readonly by: string;
}

/** Values so short or common that a bare mention says nothing; they count only next to the parameter's own name. */
const WEAK_VALUES = new Set([
  'all',
  'any',
  'none',
  'other',
  'default',
  'true',
  'false',
  'yes',
  'no',
  'normal',
  'standard',
  'general',
  'custom',
  'auto',
  'on',
  'off',
  'new',
  'current',
  'in',
  'to',
  'a',
  'i',
]);

export function isWeakValue(value: Json): boolean {
  return (
    value instanceof JsonNumber ||
    (typeof value === 'string' && (WEAK_VALUES.has(value.toLowerCase()) || /^\d+$/u.test(value) || value.length === 1))
  );
}

/** A number as a listed value: firm only beside what it counts. */
export function isNumeric(value: Json): boolean {
  return value instanceof JsonNumber || (typeof value === 'string' && /^\d+$/u.test(value));
}

/** What each parameter's values are said by, kept with the source: several rules ask. */
const CHOICES = new WeakMap<Source, Map<Leaf, readonly Choice[]>>();

/** Places that say an enum value; a place inside a longer value's place is left out ("business" in "business class"). */
export function readEnumChoices(leaf: Leaf, source: Source): readonly Choice[] {
  let known = CHOICES.get(source);
  if (known === undefined) CHOICES.set(source, (known = new Map()));
  let choices = known.get(leaf);
  if (choices === undefined) known.set(leaf, (choices = findChoices(leaf, source, wordsOf(source))));
  return choices;
}

function findChoices(leaf: Leaf, source: Source, words: readonly Word[]): Choice[] {
  const found: Choice[] = [];
  const places = placesOf(words);
  const budget = { steps: CHOICE_STEPS_MAX };
  for (const value of leaf.enumValues) {
    if (found.length >= CHOICES_MAX) break;
    if (typeof value === 'string') {
      const whole = splitIdentifier(value);
      const own = ownWordsOf(whole, leaf);
      const said = readValue(value, whole, source, words, places, budget);
      const order = ORDERS.get(value.toLowerCase());
      found.push(
        ...(said.length > 0 || own.length === whole.length
          ? said
          : readValue(value, own, source, words, places, budget)),
        ...(order === undefined ? [] : readValue(value, [order], source, words, places, budget)),
      );
    } else if (value instanceof JsonNumber) found.push(...readNumberValue(value, source, words));
  }
  if (found.length === 0 && leaf.nameWords.some((word) => word === 'state' || word === 'status'))
    found.push(...readAgain(leaf, source, words));
  if (found.length < 2) return found;
  return found.filter(
    (choice) =>
      !found.some(
        (other) =>
          other !== choice &&
          other.start <= choice.start &&
          other.end >= choice.end &&
          other.end - other.start > choice.end - choice.start,
      ),
  );
}

/** The words that SQL's two orders are short for. */
const ORDERS: ReadonlyMap<string, string> = new Map([
  ['asc', 'ascending'],
  ['desc', 'descending'],
]);

/** Words that all values of a list begin with, or end with behind a point: they tell none from another. Read once for all texts. */
const SHARED_WORDS = new WeakMap<Leaf, { readonly before: number; readonly behind: number }>();

/** The words of a value by which it differs: `role_admin` beside `role_guest` is an admin, `pumps.core` a pump. */
function ownWordsOf(words: readonly string[], leaf: Leaf): readonly string[] {
  let shared = SHARED_WORDS.get(leaf);
  if (shared === undefined) SHARED_WORDS.set(leaf, (shared = sharedIn(leaf)));
  return words.slice(shared.before, words.length - shared.behind);
}

function sharedIn({ enumValues }: Leaf): { readonly before: number; readonly behind: number } {
  const texts = enumValues.filter((value) => typeof value === 'string');
  const values = texts.map(splitIdentifier);
  const [first = []] = values;
  if (values.length < 2 || values.length < enumValues.length) return { before: 0, behind: 0 };
  const before = first.findIndex((word, at) => values.some((other) => other[at] !== word));
  const isQualified = texts.every(
    (text) => /^[^.]+\.[^.]+$/u.test(text) && text.split('.')[1] === texts[0]?.split('.')[1],
  );
  const behind = isQualified ? splitIdentifier(texts[0]?.split('.')[1] ?? '').length : 0;
  const isTelling = (words: readonly string[]): boolean => {
    const own = words.slice(Math.max(0, before), words.length - behind);
    return own.length > 0 && own.some((word) => !isStopWord(word) && !isWeakValue(word));
  };
  return before < 0 || !values.every(isTelling) ? { before: 0, behind: 0 } : { before, behind };
}

function readValue(
  value: string,
  wanted: readonly string[],
  source: Source,
  words: readonly Word[],
  places: Places,
  budget: { steps: number },
): Choice[] {
  const apart = wanted.length === 1 ? readApart(value, source, words, budget) : [];
  if (apart.length > 0) return apart;
  // A value of which one word is nowhere is not there.
  const isNumber = wanted.length === 1 && /^\d{1,4}$/u.test(value);
  if (
    wanted.length === 0 ||
    (!isNumber &&
      wanted.some((word) => !places.has(stemOf(word)) && !(wanted.length > 2 && isStopWord(word))) &&
      !(wanted.length > 1 && places.has(stemOf(wanted.join('')))))
  )
    return [];
  const found: Choice[] = [];
  for (const at of places.get(stemOf(wanted[0] ?? '')) ?? []) {
    const opening = words[at];
    budget.steps -= 1;
    if (budget.steps < 0) break;
    if (
      found.length >= CHOICES_MAX ||
      at + wanted.length > words.length ||
      opening === undefined ||
      !sameWord(opening, wanted[0] ?? '')
    )
      continue;
    const run = words.slice(at, at + wanted.length);
    const first = run[0];
    const last = run.at(-1);
    if (first === undefined || last === undefined || !adjacent(source.text, run)) continue;
    const literal = source.text.slice(first.start, last.end);
    const by =
      literal === value
        ? 'exact'
        : literal.toLowerCase() === value.toLowerCase()
          ? 'case'
          : run.every((word, place) => word.surface === wanted[place])
            ? 'enum'
            : run.every((word, place) => sameWord(word, wanted[place] ?? ''))
              ? 'inflection'
              : null;
    // "The heating" is a thing, and says no `heat`.
    const isThing = by === 'inflection' && isGerund(first, wanted[0] ?? '', words[at - 1]?.surface);
    if (by !== null && !isThing) found.push({ source, start: first.start, end: last.end, value, by });
  }
  // "At the end of the period" for at_period_end, "the address was wrong" for wrong_address: all its content words, close together.
  const content = wanted.filter((word) => !isStopWord(word)).map(stemOf);
  if (found.length === 0 && content.length >= 2 && new Set(content).size === content.length) {
    for (const at of places.get(content[0] ?? '') ?? []) {
      budget.steps -= 1;
      if (budget.steps < 0) break;
      const around = words.slice(Math.max(0, at - NEAR_WORDS), at + NEAR_WORDS + 1);
      const near = around.filter(({ stem }) => content.includes(stem));
      const [first, last] = [near[0], near.at(-1)];
      if (
        first === undefined ||
        last === undefined ||
        new Set(near.map(({ stem }) => stem)).size < content.length ||
        near.length > content.length ||
        /[.!?;,\n]/u.test(source.text.slice(first.start, last.end)) ||
        // Other content between them is what they are said of.
        (content.length === wanted.length &&
          around.some(
            (word) =>
              word.start > first.start && word.end < last.end && !near.includes(word) && !isStopWord(word.surface),
          ))
      )
        continue;
      found.push({ source, start: first.start, end: last.end, value, by: 'inflection' });
      break;
    }
  }
  if (found.length === 0 && wanted.length === 2) found.push(...readAbbreviated(value, wanted, source, words));
  // "Statefulset" for StatefulSet: written as one word.
  if (found.length === 0 && wanted.length >= 2 && wanted.length <= 3) {
    const joined = wanted.join('');
    for (const word of words)
      if (word.surface === joined) found.push({ source, start: word.start, end: word.end, value, by: 'enum' });
  }
  if (isNumber) {
    for (const word of words) {
      if (found.length >= CHOICES_MAX) break;
      const said = readWordNumber(word.surface);
      if (said !== null && said.toString() === value)
        found.push({ source, start: word.start, end: word.end, value, by: 'number-word' });
    }
  }
  return found;
}

/** "Reopen", "reactivate": who says so wants a state that was before. */
function readAgain({ enumValues }: Leaf, source: Source, words: readonly Word[]): Choice[] {
  return words.flatMap((word) =>
    enumValues
      .filter((value): value is string => typeof value === 'string' && word.surface === `re${value.toLowerCase()}`)
      .map((value): Choice => ({ source, start: word.start, end: word.end, value, by: 'inflection' })),
  );
}

/** "Half board" for HALFBOARD, "out for delivery" for outfordelivery: words one behind the other whose letters are the value. */
function readApart(value: string, source: Source, words: readonly Word[], budget: { steps: number }): Choice[] {
  const wanted = value.toLowerCase();
  if (wanted.length < APART_LENGTH_MIN || !/^\p{L}+$/u.test(wanted)) return [];
  const found: Choice[] = [];
  for (const [at, first] of words.entries()) {
    budget.steps -= 1;
    if (budget.steps < 0 || found.length >= CHOICES_MAX) break;
    if (first.surface.length >= wanted.length || !wanted.startsWith(first.surface)) continue;
    let joined = first.surface;
    let next = at + 1;
    for (let word = words[next]; word !== undefined && joined.length < wanted.length; word = words[(next += 1)])
      joined += word.surface;
    const run = words.slice(at, next);
    if (joined === wanted && adjacent(source.text, run))
      found.push({ source, start: first.start, end: run.at(-1)?.end ?? first.end, value, by: 'enum' });
  }
  return found;
}

/** Short values are the end of one word and the beginning of another by accident. */
const APART_LENGTH_MIN = 7;

/** "Software licences" for soft_licences or software_lic: both words one after the other, one of them cut short by the schema. */
function readAbbreviated(value: string, wanted: readonly string[], source: Source, words: readonly Word[]): Choice[] {
  const isCut = (word: Word, short: string): boolean =>
    short.length >= CUT_LENGTH_MIN &&
    word.surface.length >= short.length + 2 &&
    word.surface.startsWith(short.replace(/s$/u, ''));
  return words.flatMap((first, at): Choice[] => {
    const second = words[at + 1];
    const [a = '', b = ''] = wanted;
    if (second === undefined || !adjacent(source.text, [first, second])) return [];
    const isSaid =
      (sameWord(first, a) && isCut(second, b)) || (isCut(first, a) && sameWord(second, b) && !isStopWord(b));
    return isSaid ? [{ source, start: first.start, end: second.end, value, by: 'inflection' }] : [];
  });
}

/** Shorter cuts open unrelated words. */
const CUT_LENGTH_MIN = 3;

/** The words of one value stand so close. */
const NEAR_WORDS = 4;

/** More places that say values of one parameter than this are a document about it. */
export const CHOICES_MAX = 256;

/** Places looked at for one parameter in one text: more only where text and values were made of the same few words. */
export const CHOICE_STEPS_MAX = 100_000;

/** Where each stem stands: thousands of values must not each walk through all words. */
type Places = ReadonlyMap<string, readonly number[]>;

const read = new WeakMap<readonly Word[], Places>();

/** "The whole series" for `entire_series`. */
const ALIKE: ReadonlyMap<string, string> = new Map([
  ['whole', 'entire'],
  ['entire', 'whole'],
]);

function placesOf(words: readonly Word[]): Places {
  const known = read.get(words);
  if (known !== undefined) return known;
  const places = new Map<string, number[]>();
  words.forEach(({ stem, surface }, at) => {
    for (const one of [stem, stemOf(ALIKE.get(surface) ?? surface)].filter(
      (it, place, all) => all.indexOf(it) === place,
    )) {
      const list = places.get(one);
      if (list === undefined) places.set(one, [at]);
      else list.push(at);
    }
  });
  read.set(words, places);
  return places;
}

/** "luxary" is no word of the tool, and one letter away from a listed value: meant so, perhaps. */
export function readMisspelt(leaf: Leaf, source: Source, words: readonly Word[]): Choice[] {
  const values = leaf.enumValues.filter(
    (value): value is string => typeof value === 'string' && /^\p{L}{5,24}$/u.test(value),
  );
  if (values.length === 0 || values.length * words.length > CHOICE_STEPS_MAX) return [];
  return words.flatMap((word): Choice[] => {
    if (word.surface.length < 5 || isStopWord(word.surface)) return [];
    const value = values.find(
      (one) =>
        word.surface !== one.toLowerCase() &&
        word.stem !== stemOf(one.toLowerCase()) &&
        isOneLetterOff(word.surface, one.toLowerCase()),
    );
    return value === undefined ? [] : [{ source, start: word.start, end: word.end, value, by: 'misspelt' }];
  });
}

/** One letter more, less, other, or two neighbours swapped. The first letter is rarely mistyped. */
function isOneLetterOff(a: string, b: string): boolean {
  if (a[0] !== b[0] || Math.abs(a.length - b.length) > 1) return false;
  let at = 0;
  while (at < a.length && a[at] === b[at]) at += 1;
  const [restA, restB] = [a.slice(at), b.slice(at)];
  if (restA.slice(1) === restB.slice(1) || restA.slice(1) === restB || restA === restB.slice(1)) return true;
  return restA[0] === restB[1] && restA[1] === restB[0] && restA.slice(2) === restB.slice(2);
}

function readNumberValue(value: JsonNumber, source: Source, words: readonly Word[]): Choice[] {
  return words
    .filter((word) => word.surface === value.text || readWordNumber(word.surface)?.toString() === value.text)
    .map((word) => ({
      source,
      start: word.start,
      end: word.end,
      value,
      by: word.surface === value.text ? 'exact' : 'number-word',
    }));
}

function sameWord(word: Word, wanted: string): boolean {
  if (word.surface === wanted || (word.surface === 'daily' && wanted === 'day')) return true;
  if (ALIKE.get(word.surface) === wanted) return true;
  return wanted.length >= 4 && word.stem === stemOf(wanted) && word.surface.length <= wanted.length + 3;
}

function adjacent(text: string, run: readonly Word[]): boolean {
  return run.every((word, at) => at === 0 || /^[\s_/.&-]{1,3}$/u.test(text.slice(run[at - 1]?.end ?? 0, word.start)));
}

/** Words of a source, read once for all leaves. */
export function wordsOf(source: Source): readonly Word[] {
  let words = WORDS.get(source);
  if (words === undefined) WORDS.set(source, (words = readWords(source.text)));
  return words;
}

/** Kept with its source: words that are compared with one another must be the same ones. */
const WORDS = new WeakMap<Source, readonly Word[]>();

/** "The heating" for "heat": behind a determiner it is a noun. */
function isGerund({ surface }: Word, wanted: string, before: string | undefined): boolean {
  return (
    /ing$/u.test(surface) &&
    !/ing$/u.test(wanted) &&
    /^(?:the|my|our|your|his|her|their|its|an?|this|that)$/u.test(before ?? '')
  );
}
