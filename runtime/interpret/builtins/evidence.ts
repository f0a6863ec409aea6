// Builtins of text evidence: where a text says a phrase, over runtime/interpret/locate.ts.

import type { Json } from '../../../grammar/json.ts';
import { decimal } from '../../../grammar/decimal.ts';
import { PHRASES_STEPS, PHRASE_STEPS, PLACE_STEPS } from '../../../compiler/steps.ts';
import { expectElements, expectText } from '../expect.ts';
import type { Place } from '../locate.ts';
import { locate, locateAll } from '../locate.ts';
import { collectTexts } from '../texts.ts';
import { addSizes, isCollection, mapOf, sizeOf, utf8Length } from '../value.ts';
import type { Value } from '../value.ts';
import type { Application } from '../machine.ts';
import { expectShallow } from './family.ts';
import type { PlainTable } from './family.ts';

export const EVIDENCE: PlainTable<'evidence'> = {
  locate: (run, text, phrase) => {
    const place = locateOne(run, text, phrase);
    return place === null ? null : placeValue(place);
  },
  'located?': (run, text, phrase) => locateOne(run, text, phrase) !== null,
  'locate-all': (run, value, phrases) => {
    const wanted = typeof phrases === 'string' ? [phrases] : expectElements(run, phrases);
    expectShallow(run, value);
    if (typeof phrases !== 'string') run.charge(sizeOf(wanted));
    // Before the strings are collected: shared structure can hold more of them than memory.
    if (isCollection(value)) run.charge(sizeOf(value));
    const { texts } = collectTexts([{ path: '', value: value as Json }]);
    const made = run.hasReadyPhrases ? 0 : PHRASES_STEPS + wanted.length * PHRASE_STEPS;
    const bytes = [...texts.map(({ text }) => text), ...wanted].reduce<number>((sum, text) => addSizes(sum, typeof text === 'string' ? utf8Length(text) : 0), made);
    run.charge(bytes);
    const listed = wanted.map((phrase) => expectText(run, phrase));
    const places = locateAll(value as Json, listed);
    // The places of a string stand together and share its path.
    const paths = places.filter(({ path }, at) => path !== places[at - 1]?.path).map(({ path }) => Math.floor(utf8Length(path) / 16));
    run.charge(paths.reduce(addSizes, places.length * PLACE_STEPS));
    return places.map(placeValue);
  },
};

function locateOne(run: Application, text: Value, phrase: Value): Place | null {
  const source = expectText(run, text);
  const sought = expectText(run, phrase);
  run.charge(utf8Length(source) + utf8Length(sought) + (run.hasReadyPhrases ? 0 : PHRASES_STEPS + PHRASE_STEPS));
  return locate(source, sought);
}

function placeValue({ start, end, ...place }: Place): Value {
  return mapOf(Object.entries({ ...place, start: decimal(BigInt(start)), end: decimal(BigInt(end)) }));
}
