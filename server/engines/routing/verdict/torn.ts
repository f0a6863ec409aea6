// Torn: values that the words right beside them make a part of something else.
// In: a filled tool. Out: the places of such values.
// Why: "freeze Edda's card" names whose card it is and not the card, "about open windows" is searched as it stands, a stock set "to 5" does
// not change by 5, and the Friday of "Friday 13 March" may be no 13th. What is meant is not said by the value alone, so it is asked about.

import type { Json } from '../../../../grammar/json.ts';
import { JsonNumber } from '../../../../grammar/json.ts';
import { functionClassOf } from '../text/function-words.ts';
import type { Word } from '../text/words.ts';
import { readWords, stemOf } from '../text/words.ts';
import type { Leaf, Tool } from '../tools/tools.ts';
import { wantOf } from '../tools/wants.ts';
import type { Place } from '../values/candidate.ts';
import type { Filled, Slot } from '../values/fill.ts';
import { isChange } from '../values/numeric.ts';
import { isCity, isRegionName } from '../values/spans/places.ts';

interface Beside {
  readonly before: string;
  readonly text: string;
  readonly behind: string;
}

export function findTorn({ tool, sent }: Filled, ageMax: number): Place[] {
  const searches = !tool.acting && tool.leaves.some(isSearched);
  return sent.flatMap(({ leaf, assigned }) =>
    (assigned?.candidate.places ?? []).filter((place) => {
      const { source, start, end } = place;
      if (source.age > ageMax || leaf.path.length === 0) return false;
      const beside = {
        before: source.text.slice(Math.max(0, start - REACH), start),
        text: source.text.slice(start, end),
        behind: source.text.slice(end, end + REACH),
      };
      if (leaf.type === 'number' || leaf.type === 'integer')
        return isNewValue(beside, assigned?.candidate.value, leaf) || isForSome(beside, leaf, tool);
      if (leaf.enumValues.length > 0) return searches && isInSearched(beside, leaf, tool, sent, place);
      return (
        isOwner(beside, leaf, tool) ||
        isTwo(beside, leaf) ||
        isOtherDay(beside, assigned?.candidate.value, leaf) ||
        isCutName(beside, leaf, tool)
      );
    }),
  );
}

/** Characters around a value that can say what it is. */
const REACH = 60;

/** "Edda's card" for the card, and "Edda's mother" for whoever Edda is: the possessor stands for what is possessed. */
function isOwner({ before, text, behind }: Beside, leaf: Leaf, tool: Tool): boolean {
  if (tool.acting && isOwnedBy(before, text, leaf)) return true;
  const isInside = /['’]s$/u.test(text);
  const ending = /s$/iu.test(text) && !/['’‘]$/u.test(before) ? POSSESSIVE_S : POSSESSIVE;
  const owned = isInside ? /^ (?=\p{L})/u.exec(behind) : ending.exec(behind);
  if (owned === null) return false;
  const things = openRun(behind.slice(owned[0].length));
  const [head] = things.slice(-1);
  if (head === undefined) return false;
  if (!isOfPerson(leaf)) {
    const label = readWords(before).at(-1);
    const isLabelled = label !== undefined && /^\s$/u.test(before.slice(label.end));
    return (
      things.some(({ stem }) => leaf.nameStems.includes(stem)) ||
      openRun(leaf.description)[0]?.stem === head.stem ||
      (leaf.nameWords.every((word) => CALLS.has(word)) && saysThing(head, tool)) ||
      (!tool.acting && LED.test(before) && tool.leaves.some((one) => one !== leaf && isNamed(one, head))) ||
      (isLabelled && leaf.nameStems.includes(label.stem)) ||
      (tool.acting && !saysThing(head, tool))
    );
  }
  return LED.test(before) && !saysThing(head, tool);
}

/** "Ann & Mark", "Paris, London": two names for one person or one place, unless the second one says where the first one is. */
function isTwo({ before, text, behind }: Beside, leaf: Leaf): boolean {
  const isPlace = wantOf(leaf) === 'place';
  if (leaf.type !== 'string' || !(isPlace || isOfPerson(leaf))) return false;
  if (/ ?[&+] ?(?=\p{Lu})/u.test(text)) return true;
  if (wantOf(leaf) === 'person' && / (?:and|or|plus) (?:\p{L}+ ){0,3}\p{L}+$/u.test(text)) return true;
  // "Edda/Odo", whole or one of them; a path has small letters or begins with its sign.
  const [left, right] = [
    /(?:^|[^/\p{L}])(\p{Lu}\p{Ll}+ ?\/ ?)$/u.exec(before)?.[1] ?? '',
    /^ ?\/ ?\p{Lu}\p{Ll}+(?![\p{L}/])/u.exec(behind)?.[0] ?? '',
  ];
  if (/^\p{Lu}\p{Ll}+ ?\/ ?\p{Lu}\p{Ll}+$/u.test(left + text + right)) return true;
  const [, first = '', second = ''] = /^([^,]+), ([^,]+)$/u.exec(text) ?? [];
  return isPlace
    ? isCity(first.toLowerCase()) && isCity(second.toLowerCase()) && !isRegionName(second.toLowerCase())
    : /^(?!(?:Jr|Sr|I+|IV|Ph|M\.?D|Esq)\b)\p{Lu}/u.test(second);
}

/** "Letters of Edda's club", where another parameter takes the club. */
function isNamed({ type, enumValues, nameStems }: Leaf, { stem }: Word): boolean {
  return type === 'string' && enumValues.length === 0 && nameStems.at(-1) === stem;
}

/**
 * "Aula 3B": a name without its first word. The thing's own word before it ("Room 3B") is a part of its name only where a name is asked
 * for.
 */
function isCutName({ before, text }: Beside, leaf: Leaf, tool: Tool): boolean {
  if (leaf.type !== 'string' || leaf.format !== null || leaf.schema.has('pattern') || TIMED.has(wantOf(leaf)))
    return false;
  const word = /[\p{L}\p{N},] (\p{Lu}[\p{L}'’-]+) $/u.exec(before)?.[1]?.toLowerCase();
  if (word === undefined || !SHORT_CODE.test(text) || NUMBERING.test(word)) return false;
  const isOwn = [...leaf.nameStems, ...tool.nameStems].includes(stemOf(word));
  return !isOwn || /\b(?:name|title)\b/iu.test(`${leaf.nameWords.join(' ')} ${leaf.description}`);
}

const SHORT_CODE = /^(?:[vV]?\d{1,4}\p{L}?|\p{L}\d{1,3})$/u;
const TIMED: ReadonlySet<string> = new Set(['date', 'time', 'datetime', 'year']);
const NUMBERING = /^(?:no|nr|id|number|ref|code|to|in|on|at|of|for)$/u;

/** "The card of Edda", for the card; "the city of Ulm" and "the name of Edda" are called so. */
function isOwnedBy(before: string, text: string, leaf: Leaf): boolean {
  const noun = /(?:^|\s)([\p{L}-]+) of ["“]?$/u.exec(before)?.[1]?.toLowerCase();
  return (
    noun !== undefined &&
    leaf.nameStems.includes(stemOf(noun)) &&
    /^\p{Lu}\p{Ll}+$/u.test(text) &&
    OWNABLE.has(wantOf(leaf)) &&
    !isOfPerson(leaf) &&
    !CALLED.test(noun)
  );
}

/** Parameters for what the tool's thing is called: "Edda's folder" is seldom called "Edda". */
const CALLS: ReadonlySet<string> = new Set(['name', 'title', 'label', 'called']);
const OWNABLE: ReadonlySet<string> = new Set(['other', 'id']);
const CALLED =
  /^(?:name|title|type|kind|category|status|state|label|tag|role|team|group|company|brand|topic|subject)s?$/u;

const POSSESSIVE = /^["”]?['’]s (?=\p{L})/u;
const POSSESSIVE_S = /^["”]?['’]s? (?=\p{L})/u;
const LED = /\b(?:from|of|by|for|with|to)\s["“]?$/iu;

function isOfPerson(leaf: Leaf): boolean {
  const want = wantOf(leaf);
  return want === 'person' || want === 'email' || OF_PERSON.test(`${leaf.nameWords.join(' ')} ${leaf.description}`);
}

const OF_PERSON =
  /\b(?:person|people|who|whose|whom|owner|holder|customer|client|user|member|employee|patient|guest|sender|author|assignee|requester|recipient|payee|contact|tenant|driver|teacher|student)s?\b/iu;

/** Words of a noun phrase: up to the first small word or sign. */
function openRun(text: string): Word[] {
  const run: Word[] = [];
  let end = 0;
  for (const word of readWords(text)) {
    if (!/^\s*$/u.test(text.slice(end, word.start)) || functionClassOf(word.surface).kind !== 'open') break;
    run.push(word);
    end = word.end;
  }
  return run;
}

/** The tool or one of its parameters speaks of it. */
function saysThing({ stem, surface }: Word, tool: Tool): boolean {
  return (
    tool.nameStems.includes(stem) ||
    tool.descriptionStems.includes(stem) ||
    tool.makes.has(stem) ||
    tool.leaves.some(
      ({ nameStems, descriptionStems, enumValues }) =>
        nameStems.includes(stem) ||
        descriptionStems.has(stem) ||
        enumValues.some((value) => typeof value === 'string' && stemOf(value.toLowerCase()) === stemOf(surface)),
    )
  );
}

/** "Set the stock to 5", for a parameter that takes how much more or less: how much there is, or a lower amount without its sign. */
function isNewValue({ before, text, behind }: Beside, value: Json | undefined, leaf: Leaf): boolean {
  if (!isChange(leaf)) return false;
  const isMore = value instanceof JsonNumber && !value.text.startsWith('-');
  return (
    /\bto (?:the )?$/iu.test(before) ||
    /^from\b|\bto\b/iu.test(text) ||
    (isMore && (LESS.test(before) || /^(?: [\p{L}-]+)? (?:less|fewer|lower|off|away|out)\b/iu.test(behind)))
  );
}

const LESS =
  /\b(?:reduc(?:e[sd]?|ing)|lower(?:s|ed|ing)?|decreas(?:e[sd]?|ing)|remov(?:e[sd]?|ing)|subtract|deduct|shrink|cut|drop|take|write off)\b(?:(?!\b(?:add|adding|increase|raise|instead)\b)[^.!?;]){0,50}$/iu;

/** "For 4" and "for 4 people": how many of them, which bounds neither a price nor anything else. */
function isForSome({ before, text, behind }: Beside, leaf: Leaf, tool: Tool): boolean {
  if (!/\bfor (?:the |us )?$/iu.test(before) || !/^(?:\d{1,3}|\p{L}+)$/u.test(text)) return false;
  const name = leaf.nameWords.join(' ');
  if (OF_PEOPLE.test(name)) return false;
  if (/^ (?:people|persons?|of us|guests?|adults?|diners?|friends)\b/iu.test(behind))
    return !OF_PEOPLE.test(leaf.description) || / per /iu.test(leaf.description);
  return (
    /^\s*(?:$|[.,;!?)]|(?:in|at(?! most)|on|near|with|and|tonight|today|tomorrow|please)\b)/iu.test(behind) &&
    (BOUND.test(name) || (!tool.acting && /\b(?:price|cost|amount|budget|fee|total|rating|radius)\b/u.test(name)))
  );
}

const OF_PEOPLE =
  /\b(?:people|persons?|guests?|adults?|party|group|pax|size|seats?|covers|diners?|capacity|players?|count|number|quantity|heads?|servings?|portions?|travell?ers?|passengers?|attendees?|participants?)\b/iu;
const BOUND = /\b(?:min|max|minimum|maximum|limit|least|most|above|below|under|over)\b/u;

function isSearched(leaf: Leaf): boolean {
  return (
    leaf.type === 'string' &&
    leaf.enumValues.length === 0 &&
    !leaf.schema.has('pattern') &&
    leaf.nameWords.some((word) => /^(?:query|q|search|keywords?|text|term|terms|phrase)$/u.test(word))
  );
}

/** "Notes about open windows": one listed word of the phrase that is searched. "For open notes" tells which notes. */
function isInSearched(
  { before, behind }: Beside,
  leaf: Leaf,
  tool: Tool,
  sent: readonly Slot[],
  { source, start }: Place,
): boolean {
  const lead = SOUGHT.exec(before);
  if (lead === null) return false;
  const [, word = ''] = lead;
  // Behind the thing or a phrase of its own, and not behind the act: "search notes for", and no "search for".
  const led = readWords(before.slice(0, lead.index)).at(-1);
  const isAct =
    led === undefined || tool.acts.has(led.stem) || tool.actWords.has(led.surface) || ACTS.test(led.surface);
  if (/^for$/iu.test(word) && isAct && sent.some((slot) => isSearched(slot.leaf))) return false;
  const things = openRun(behind);
  if (things.some((one) => leaf.nameStems.includes(one.stem) || tool.nameStems.includes(one.stem))) return false;
  if (things.length > 0) return !things.some((one) => saysThing(one, tool));
  // Alone it is what is searched, unless something else was.
  const isEnd = /^\s*["”']?\s*(?:$|[.,;!?)])/u.test(behind);
  const isSaid = sent.some(
    (slot) =>
      isSearched(slot.leaf) &&
      slot.assigned?.candidate.places.some((place) => place.source === source && place.end <= start) === true,
  );
  return isEnd && (MENTION.test(word) || !isAct) && !isSaid;
}

const SOUGHT = /\b(for|about|mention(?:s|ing)?|contain(?:s|ing)?|saying|says?) (?:the |an? )?["“']?$/iu;
const MENTION = /^(?:mention|contain|say)/iu;
const ACTS = /^(?:search|look|find|check|scan|browse|hunt|query|searching|looking)$/u;

const WEEK = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];
const NAMED_DAY = '((?:sun|mon|tues|wednes|thurs|fri|satur)day|mon|tues?|wed|thu(?:rs?)?|fri|sat|sun)\\b\\.?';
const DATED = '(?:\\d{1,2}(?:st|nd|rd|th)?\\b|\\d{4}-|jan|feb|mar(?:ch)?\\b|apr|may\\b|jun|jul|aug|sep|oct|nov|dec)';
const DAY_AHEAD = new RegExp(`\\b${NAMED_DAY},? (?:\\(|the )?(?=${DATED})(?!\\d{1,2}(?::|\\s?[ap]\\.?m))`, 'iu');
const DAY_LEAD = new RegExp(`\\b${NAMED_DAY},? (?:\\(|the )?$`, 'iu');
const DAY_BEHIND = new RegExp(
  `(?:\\d|jan\\w*|feb\\w*|march|april|may|june|july|aug\\w*|sep\\w*|oct\\w*|nov\\w*|dec\\w*)(?:st|nd|rd|th)?(?:, (?:an? )?| \\(|, which is an? | which is an? )${NAMED_DAY}`,
  'iu',
);

/** "Friday 13 March", where that is a Saturday: one of the two is wrong. */
function isOtherDay({ before, text, behind }: Beside, value: Json | undefined, leaf: Leaf): boolean {
  const want = wantOf(leaf);
  if ((want !== 'date' && want !== 'datetime') || typeof value !== 'string' || !/^\d{4}-\d\d-\d\d/u.test(value))
    return false;
  const day = WEEK[new Date(`${value.slice(0, 10)}T00:00:00Z`).getUTCDay()];
  // "From Friday 12 March to Monday 15 March" for the new day: the last one counts.
  const own = text.replace(/^.*\b(?:to|until)\s/isu, '');
  const lead = own === text ? (DAY_LEAD.exec(before)?.[0] ?? '') : '';
  const said =
    DAY_AHEAD.exec(lead + own)?.[1] ??
    DAY_BEHIND.exec(`${own}${/^(?:, | \(| which )[^.;]{0,24}/u.exec(behind)?.[0] ?? ''}`)?.[1];
  return said !== undefined && said.slice(0, 3).toLowerCase() !== day;
}
