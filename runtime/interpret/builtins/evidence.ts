// Builtins of text evidence: where a text says a phrase, over runtime/locate/locate.ts.

import { PRICES } from '../../../compiler/prices.ts';
import { decimal } from '../../../grammar/decimal.ts';
import type { Json } from '../../../grammar/json.ts';
import type { Place } from '../../locate/locate.ts';
import { locate, locateAll } from '../../locate/locate.ts';
import { findMisspelled } from '../../locate/misspelled.ts';
import { collectTexts } from '../../locate/texts.ts';
import { locateWords, type WordPlace } from '../../locate/word-places.ts';
import { expectElements, expectMap, expectText, expectVector } from '../expect.ts';
import type { Application } from '../machine.ts';
import type { Value } from '../value.ts';
import { addSizes, isCollection, mapOf, sizeOf, utf8Length } from '../value.ts';
import type { PlainTable } from './family.ts';
import { expectShallow } from './family.ts';

export const EVIDENCE: PlainTable<'evidence'> = {
  locate: (run, text, phrase) => {
    const place = locateOne(run, text, phrase);
    return place === null ? null : placeValue(place);
  },
  'located?': (run, text, phrase) => locateOne(run, text, phrase) !== null,
  'locate-words': (run, value) => {
    expectShallow(run, value);
    chargeTexts(run, value);
    const places = locateWords(value as Json);
    chargePlaces(run, places);
    return places.map(placeValue);
  },
  'locate-all': (run, value, phrases, words) => {
    const wanted = typeof phrases === 'string' ? [phrases] : expectElements(run, phrases);
    const spelled = words === undefined ? null : expectSpelled(run, words);
    expectShallow(run, value);
    if (typeof phrases !== 'string') run.charge(sizeOf(wanted));
    if (words !== undefined) run.charge(sizeOf(words));
    const made = run.hasReadyPhrases ? 0 : PRICES.PHRASES_STEPS + wanted.length * PRICES.PHRASE_STEPS;
    const texts = chargeTexts(
      run,
      value,
      wanted.reduce<number>((sum, text) => addSizes(sum, typeof text === 'string' ? utf8Length(text) : 0), made),
    );
    const listed = wanted.map((phrase) => expectText(run, phrase));
    const { meant, compared } = spelled === null ? { meant: undefined, compared: 0 } : findMisspelled(texts, spelled);
    run.charge(compared);
    const places = locateAll(value as Json, listed, meant);
    chargePlaces(run, places);
    return places.map(placeValue);
  },
};

/** Words with the real words that are never taken for them. */
function expectSpelled(run: Application, words: Value): Map<string, string[]> {
  const entries = [...expectMap(run, words)];
  return new Map(entries.map(([word, texts]) => [word, expectVector(run, texts).map((text) => expectText(run, text))]));
}

/** The strings of a value, once they and what is looked for are paid for. */
function chargeTexts(run: Application, value: Value, sought = 0): string[] {
  // Before the strings are collected: shared structure can hold more of them than memory.
  if (isCollection(value)) run.charge(sizeOf(value));
  const texts = collectTexts([{ path: '', value: value as Json }]).texts.map(({ text }) => text);
  run.charge(texts.reduce((sum, text) => addSizes(sum, utf8Length(text)), sought));
  return texts;
}

function chargePlaces(run: Application, places: readonly { readonly path: string }[]): void {
  // The places of a string stand together and share its path.
  const paths = places
    .filter(({ path }, at) => path !== places[at - 1]?.path)
    .map(({ path }) => Math.floor(utf8Length(path) / PRICES.MADE_BYTES));
  run.charge(paths.reduce(addSizes, places.length * PRICES.PLACE_STEPS));
}

function locateOne(run: Application, text: Value, phrase: Value): Place | null {
  const source = expectText(run, text);
  const sought = expectText(run, phrase);
  run.charge(
    utf8Length(source) + utf8Length(sought) + (run.hasReadyPhrases ? 0 : PRICES.PHRASES_STEPS + PRICES.PHRASE_STEPS),
  );
  return locate(source, sought);
}

function placeValue(place: Place | WordPlace): Value {
  return mapOf(
    Object.entries(place).map(([key, value]) => [key, typeof value === 'number' ? decimal(BigInt(value)) : value]),
  );
}
