// Deeds: verbs that compute with information, and act on any other thing.
// In: the words of a tool's name and of the first clause of its description. Out: whether such a verb has another thing for its object.
// Why: "reverse a text" leaves the world as it was, and "reverse a payment" moves money. Its object tells: with what is no
// information the verb is an act, as any verb is of which nothing else is known.

import { isStopWord, stemOf } from '../text/words.ts';
import { bareOf, DETERMINERS } from './naming.ts';

/** Verbs of both kinds, each with the objects besides information with which it only looks or computes. Written for this project. */
const VERBS: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  [
    'reverse: geocode lookup dns complement',
    'split: amount total bill',
    'select: feature model',
    'match: resume candidate',
    'answer:',
    'exchange: currency money rate',
    'sort:',
    'group:',
    'test: connection hypothesis regex model theory primality',
    'verify: email phone iban vat isbn checksum identity solution proof claim fact',
    'validate: email phone iban vat isbn checksum identity card solution proof model sudoku',
    'review: code essay pull',
    'plan: route trip itinerary journey path travel meal menu diet workout vacation tour commute',
    'ask: model assistant ai oracle wolfram llm',
    'divide: amount total',
    'multiply: amount',
    'round: amount',
    'sum: amount',
    'subtract: amount',
  ].map((line): [string, ReadonlySet<string>] => {
    const [verb = '', words = ''] = line.split(':');
    return [verb, new Set(words.trim().split(' ').map(stemOf))];
  }),
);

/** What becomes another thing when it is converted; quantities and formats stay what they are. */
const CONVERTED: ReadonlySet<string> = new Set(
  'lead leads deal deals trial trials quote quotes prospect prospects opportunity opportunities draft drafts point points mile miles voucher vouchers credit credits'.split(
    ' ',
  ),
);

/** What things of information are called. Written for this project. */
const INFORMATION: ReadonlySet<string> = new Set(
  (
    'text string word sentence paragraph letter character name number integer digit value list array sequence element set data dataset series row column record ' +
    'image picture photo document file article essay expression equation formula matrix matrices vector graph polynomial fraction question query answer code json xml yaml csv html schema ' +
    'url link address password token signature date time format syntax input output statement information info content passage result pattern key hash color colour price'
  )
    .split(' ')
    .map(stemOf),
);

/** Whether the verb of a name or of the clause that opens a description has an object that is no information. */
export function isDeed(nameWords: readonly string[], headlineWords: readonly string[]): boolean {
  const opening = bareOf(headlineWords[0] ?? '');
  if (opening === 'give' && GIVES.test(headlineWords.join(' '))) return true;
  if (opening === 'convert') return objectOf(headlineWords).some((word) => CONVERTED.has(word));
  if (VERBS.has(opening)) return !isJudging(opening, headlineWords) && actsOn(opening, objectOf(headlineWords));
  const [first = ''] = nameWords;
  return headlineWords.length === 0 && VERBS.has(first) && actsOn(first, nameWords.slice(1));
}

/** "Gives a ship its name": what is given to something, and not to who asks. */
const GIVES =
  /^gives? (?:an?|the|each|every) (?!user|caller|client|reader|agent|model|assistant)\p{L}+(?: \p{L}+)? (?:an?|its|their|his|her|new|\d+|one|two|three|four|five|ten)\b/u;

/** "Verifies the authenticity of a coin", "selects the best strategy", "selects suitable games": it finds out how or which. */
function isJudging(verb: string, [, first = '', ...more]: readonly string[]): boolean {
  const isOne = DETERMINERS.has(first);
  const words = isOne ? more : [first, ...more];
  const joint = words.findIndex((word) => JOINTS.has(word));
  const object = joint < 0 ? words : words.slice(0, joint);
  const isProperty = first === 'the' && /^(?:of|for)$/u.test(words[joint] ?? '') && joint <= PROPERTY_WORDS_MAX;
  return (
    (isProperty && JUDGING.has(verb)) ||
    object.some((word) => WHICH.has(word)) ||
    (!isOne && verb === 'select' && /[^s]s$/u.test(object.at(-1) ?? ''))
  );
}

const JUDGING: ReadonlySet<string> = new Set(['verify', 'validate', 'test', 'review', 'select', 'plan']);
const PROPERTY_WORDS_MAX = 3;
const WHICH: ReadonlySet<string> = new Set(
  'best optimal suitable appropriate right random most ideal access details credentials status compliance'.split(' '),
);

/** The words between the verb and the first preposition. */
function objectOf([, ...words]: readonly string[]): readonly string[] {
  const end = words.findIndex((word) => JOINTS.has(word));
  return (end < 0 ? words : words.slice(0, end)).filter((word) => !isStopWord(word));
}

const JOINTS: ReadonlySet<string> = new Set(
  'of for with from to in into among between using on at by as that which whether if against and or via based'.split(
    ' ',
  ),
);

function actsOn(verb: string, object: readonly string[]): boolean {
  const looks = VERBS.get(verb);
  const stems = object.map(stemOf);
  return stems.length > 0 && !stems.some((stem) => INFORMATION.has(stem) || looks?.has(stem) === true);
}
