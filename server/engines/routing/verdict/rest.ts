// Rest: values of the request that no argument took and nothing explains.
// In: spans, a filled tool, and where its act is ordered. Out: the places left over, and how many values are joined to used ones.
// Why: a value nobody consumed usually means that the request was misread. But not every value is an argument: "two numbers: 40
// and 50" counts them, "IP address 10.0.0.1" labels it, "5 ampere" says its unit. What has a reason to stand there is explained.

import { JsonNumber } from '../../../../grammar/json.ts';
import { isCurrencyWord, isMeasureWord, spelledOut } from '../text/units.ts';
import { isStopWord, readWords, splitIdentifier, stemOf, weightOf } from '../text/words.ts';
import { stemsSaidBy } from '../tools/says.ts';
import { groupOf, takesCurrency, wantOf } from '../tools/wants.ts';
import { overlaps } from '../values/assign.ts';
import type { Place } from '../values/candidate.ts';
import type { Filled, Slot } from '../values/fill.ts';
import { isOwnCount } from '../values/own.ts';
import type { Moment, Span, SpanKind } from '../values/spans/span.ts';
import type { ChoosingWord } from './decide.ts';

const TYPED: ReadonlySet<SpanKind> = new Set(['number', 'date', 'time', 'email', 'url', 'path', 'id', 'quoted']);

/** Spans of the turns that choose (`ageMax` 0: only the last) that no sent argument used and nothing explains. */
export function findRest(
  spans: readonly Span[],
  filled: Filled,
  words: readonly ChoosingWord[],
  ageMax: number,
): Span[] {
  const used = usedPlaces(filled);
  const says = saidBy(filled);
  return spans.filter((span) => {
    if (span.source.age > ageMax || !(TYPED.has(span.kind) || span.kind === 'name') || span.by === 'ordinal')
      return false;
    if (used.some((place) => overlaps(place, span))) return isPartly(span, used, says);
    if (isFirstOf(span, filled)) return false;
    if (span.kind === 'number') return !isCount(span, filled, says);
    if (span.kind === 'date') return !isNow(span, filled) && !isSameDay(span, used, spans);
    if (span.kind === 'id') return !isLabelOf(span, says);
    if (span.kind !== 'name') return true;
    if (isUnitOf(span, used, says, filled) || isAddressee(span, used) || isSpeaker(span, filled, used)) return false;
    const isSaid = words.some(
      (word) => word.source === span.source && word.start >= span.start && word.end <= span.end,
    );
    // Will is called like a word that says nothing.
    return (isSaid || isStopWord(span.source.text.slice(span.start, span.end).toLowerCase())) && !isLabelOf(span, says);
  });
}

/** "A DVD of The Lost Mill", of which only the DVD is taken: words of a name that no argument holds, nor the tool says. */
function isPartly({ kind, source, start, end }: Span, used: readonly Place[], says: ReadonlySet<string>): boolean {
  const { text } = source;
  return (
    kind === 'name' &&
    readWords(text.slice(start, end)).some((word) => {
      const place = { source, start: start + word.start, end: start + word.end };
      return (
        /^\p{Lu}/u.test(text.slice(place.start, place.end)) &&
        weightOf(word) === 1 &&
        !says.has(word.stem) &&
        !used.some((one) => overlaps(one, place))
      );
    })
  );
}

/** "The first 20 notes": as many as a parameter that limits them takes. */
function isFirstOf({ source, start, end }: Span, { sent }: Filled): boolean {
  return (
    /^(?:the )?first$/iu.test(source.text.slice(start, end)) &&
    sent.some(
      ({ leaf, assigned }) =>
        (leaf.nameWords.some((word) => /^(?:limit|count|max|top|size|first)$/u.test(word)) ||
          /^(?:the )?(?:max|maximum|number|how many)\b/iu.test(leaf.description)) &&
        assigned?.candidate.places.some((place) => place.source === source && place.start === end + 1) === true,
    )
  );
}

/** "50 dollars": what is measured is said with the number. */
export function isUnitBehind(place: Place, word: Place): boolean {
  return (
    word.source === place.source &&
    word.start >= place.end &&
    word.start <= place.end + 1 &&
    isMeasureWord(word.source.text.slice(word.start, word.end).toLowerCase())
  );
}

/** Left-over values joined to used ones, in any turn: "Oslo and Rome" is two calls, not one with a remark. */
export function countTwins(spans: readonly Span[], filled: Filled): number {
  const used = usedPlaces(filled);
  const says = saidBy(filled);
  return spans.filter(
    (span) =>
      (TYPED.has(span.kind) || span.kind === 'name' || isAlternative(span, says)) &&
      !used.some((place) => overlaps(place, span)) &&
      used.some((place) => isTwin(span, place)),
  ).length;
}

/** "Paris or Rome": the first word of a sentence may be a name, and joined to one it is. */
function isAlternative(span: Span, says: ReadonlySet<string>): boolean {
  const { text } = span.source;
  return (
    span.kind === 'phrase' &&
    /^\p{Lu}\p{L}+$/u.test(text.slice(span.start, span.end)) &&
    /^ (?:or|and) \p{Lu}/u.test(text.slice(span.end, span.end + 6)) &&
    !isLabelOf(span, says)
  );
}

function isTwin(span: Span, place: Place): boolean {
  if (place.source !== span.source) return false;
  const between =
    place.end <= span.start
      ? span.source.text.slice(place.end, span.start)
      : span.source.text.slice(span.end, place.start);
  return /^['"”’]?(?:,|,? and|,? or| &| as well as| plus)\s+(?:in |for |to |at |the )?['"“‘]?$/iu.test(between);
}

function usedPlaces(filled: Filled): Place[] {
  return filled.sent.flatMap((slot) => [...(slot.assigned?.candidate.places ?? [])]);
}

/** Stems that the tool itself says, and those of the names of the arguments sent: their labels in the text. */
function saidBy(filled: Filled): ReadonlySet<string> {
  const says = new Set(stemsSaidBy(filled.tool));
  for (const { leaf } of filled.sent) for (const stem of leaf.nameStems) says.add(stem);
  return says;
}

/** A name that the tool itself says ("Spotify" for play_spotify) is explained; one in a parameter's example is not. */
function isLabelOf(span: Span, says: ReadonlySet<string>): boolean {
  const text = span.source.text.slice(span.start, span.end);
  const parts = splitIdentifier(text);
  // "MapKit" for mapkit_search.
  return (
    says.has(stemOf(text.toLowerCase())) ||
    (parts.length > 1 && parts.every((word) => says.has(stemOf(word)) || isStopWord(word)))
  );
}

/** "Two depths: 40 and 50" counts what is listed; "two-sample test" is what the tool is called. Neither is a value. */
function isCount(span: Span, filled: Filled, says: ReadonlySet<string>): boolean {
  const { text } = span.source;
  if (isOwnCount(span, filled.tool)) return true;
  const count = span.value instanceof JsonNumber ? Number(span.value.text) : 0;
  if (!(count >= 2 && count <= COUNT_MAX)) return false;
  const counted = readWords(text.slice(span.end, span.end + COUNTED_LENGTH)).slice(0, COUNTED_WORDS);
  return (
    counted.some(
      (word) => says.has(word.stem) || filled.sent.some(({ leaf }) => leaf.descriptionStems.has(word.stem)),
    ) && listsOf(filled.sent).includes(count)
  );
}

/** More than this is not counted ahead in running text. */
const COUNT_MAX = 9;
/** What is counted stands right behind the count: "two given depths". */
const COUNTED_WORDS = 3;
const COUNTED_LENGTH = 48;

/** How many values were sent for parameters that differ only by a count or a side, and how long the lists are. */
function listsOf(sent: readonly Slot[]): number[] {
  const groups = new Map<string, number>();
  for (const { leaf } of sent) groups.set(groupOf(leaf), (groups.get(groupOf(leaf)) ?? 0) + 1);
  return [
    ...groups.values(),
    ...sent.flatMap(({ assigned }) =>
      Array.isArray(assigned?.candidate.value) ? [assigned.candidate.value.length] : [],
    ),
  ];
}

/** "Now" is when a call happens anyway, unless a parameter could take a time. */
function isNow(span: Span, filled: Filled): boolean {
  // What is wanted tonight is not to be done now.
  const whens = filled.tool.acting ? /^(?:(?:right )?now|today)$/iu : /^(?:(?:right )?now|today|tonight)$/iu;
  if (!whens.test(span.source.text.slice(span.start, span.end))) return false;
  return filled.tool.leaves.every((leaf) => !['date', 'time', 'datetime', 'year'].includes(wantOf(leaf)));
}

/** "Today, 4 May 2027": one day said twice; with a clock that agrees. */
function isSameDay(span: Span, used: readonly Place[], spans: readonly Span[]): boolean {
  const { source, start, end, detail } = span;
  if (!/^(?:today|tonight|tomorrow)$/iu.test(source.text.slice(start, end))) return false;
  const beside = spans.find(
    (one) =>
      one.kind === 'date' &&
      one.source === source &&
      one.start > end &&
      /^[\s,(]*$/u.test(source.text.slice(end, one.start)) &&
      used.some((place) => overlaps(place, one)),
  );
  const day = ({ year, month, day: date }: Moment = {}): string => `${year}-${month}-${date}`;
  return beside !== undefined && (detail.moment === undefined || day(detail.moment) === day(beside.detail.moment));
}

/** "5 Ampere": the unit of a number that was used. */
function isUnitOf(span: Span, used: readonly Place[], says: ReadonlySet<string>, { tool }: Filled): boolean {
  const { text } = span.source;
  const unit = text.slice(span.start, span.end);
  // A parameter for the currency would have taken it.
  if (isCurrencyWord(unit.toLowerCase()) && takesCurrency(tool)) return false;
  return (
    (isMeasureWord(unit.toLowerCase()) || says.has(stemOf(spelledOut(unit.toLowerCase())))) &&
    used.some(
      (place) =>
        place.source === span.source &&
        /^ ?(?:degrees? )?$/u.test(text.slice(place.end, span.start)) &&
        /\d$/u.test(text.slice(place.start, place.end)),
    )
  );
}

/** "Send it to John Doe at john.doe@example.com": the address says the name. */
function isAddressee(span: Span, used: readonly Place[]): boolean {
  const names = readWords(span.source.text.slice(span.start, span.end)).filter(({ surface }) => surface.length >= 3);
  return used.some(({ source, start, end }) => {
    const address = source.text.slice(start, end).toLowerCase();
    const local = address.slice(0, Math.max(0, address.indexOf('@')));
    return source === span.source && names.length > 0 && names.some(({ surface }) => local.includes(surface));
  });
}

/** "My name is Ada" introduces the speaker where no parameter takes a name, and where the whole name is taken. */
function isSpeaker(span: Span, filled: Filled, used: readonly Place[]): boolean {
  const first = `${span.source.text.slice(span.start, span.end)} `;
  if (!/\b(?:my name is|i am|i['’]m)\s+$/iu.test(span.source.text.slice(Math.max(0, span.start - 16), span.start)))
    return false;
  return (
    used.some((place) => place.source.text.slice(place.start, place.end).startsWith(first)) ||
    filled.tool.leaves.every((leaf) => wantOf(leaf) !== 'person' && !leaf.nameWords.includes('name'))
  );
}
