// Timing: days and hours whose word before them says another relation than their parameter's.
// In: a filled tool. Out: the places of such days and of delays that are none.
// Why: "pause it tomorrow" says when the pause begins, and the one day that the tool takes may be its end. A day fits any parameter
// for days by its kind; whether it begins, ends, or is the last one for something is said by the word that leads to it.

import type { Clock } from '../../../services/routing/wire/clock.ts';
import { localMs } from '../../../services/routing/wire/clock.ts';
import { allMatches } from '../text/all-matches.ts';
import { readWords, stemOf } from '../text/words.ts';
import { perLeaf, perTool } from '../tools/per-leaf.ts';
import type { Leaf, Tool } from '../tools/tools.ts';
import { sideOf, wantOf } from '../tools/wants.ts';
import { overlaps } from '../values/assign.ts';
import type { Place } from '../values/candidate.ts';
import type { Filled, Slot } from '../values/fill.ts';
import type { Source } from '../values/spans/span.ts';
import { WEEKDAYS } from '../values/spans/weekdays.ts';

export function findUntimely({ tool, sent }: Filled, ageMax: number): Place[] {
  return sent.flatMap((slot) => {
    const [place, ...more] = slot.assigned?.candidate.places ?? [];
    return place !== undefined &&
      more.length === 0 &&
      place.source.age <= ageMax &&
      slot.leaf.enumValues.length === 0 &&
      (isCompared(place, slot.leaf) ||
        (tool.acting && (isOtherRelation(place, slot, sent, tool) || isHowLong(place, slot.leaf))))
      ? [place]
      : [];
  });
}

/** "Today at 9 am", said at ten, where the day and the hour are two parameters. */
export function findGone({ tool, sent }: Filled, clock: Clock | null, ageMax: number): Place[] {
  if (clock === null || !tool.acting || recordsOf(tool)) return [];
  const now = new Date(localMs(clock)).toISOString();
  const of = (want: string): readonly Slot[] =>
    sent.filter(({ leaf, assigned }) => leaf.type === 'string' && wantOf(leaf) === want && assigned !== null);
  const valueOf = (slot: Slot | undefined): string => String(slot?.assigned?.candidate.value ?? '');
  const [day, ...moreDays] = of('date');
  const [hour, ...moreHours] = of('time');
  if (moreDays.length + moreHours.length > 0 || !/^\d{2}:\d{2}/u.test(valueOf(hour))) return [];
  const isToday = valueOf(day) === now.slice(0, DAY_LENGTH);
  return isToday && valueOf(hour) < now.slice(DAY_LENGTH + 1, DAY_LENGTH + 1 + valueOf(hour).length)
    ? (hour?.assigned?.candidate.places ?? []).filter(({ source }) => source.age <= ageMax)
    : [];
}

const DAY_LENGTH = 'YYYY-MM-DD'.length;

/** "This evening", "Friday morning": a part of a day that a tool which acts would not be told, as it takes a day or no time at all. */
export function findHalfDays({ tool, sent }: Filled, texts: readonly Source[], used: readonly Place[]): Place[] {
  if (!tool.acting || sent.some(({ leaf }) => HOURLY.has(wantOf(leaf)))) return [];
  return texts.flatMap((source) =>
    allMatches(source.text, HALF_DAY).flatMap(({ 0: said, index }): Place[] => {
      const place = { source, start: index, end: index + said.length };
      const holders = used.filter((one) => overlaps(one, place));
      const isDay = sent.some(
        ({ leaf, assigned }) =>
          wantOf(leaf) === 'date' && assigned?.candidate.places.some((one) => holders.includes(one)) === true,
      );
      return holders.length === 0 || isDay ? [place] : [];
    }),
  );
}

const HOURLY: ReadonlySet<string> = new Set(['time', 'datetime']);
const HALF_DAY = new RegExp(
  `(?<=\\b(?:this|(?:in|during|by|until) the|today|tomorrow|${WEEKDAYS.join('|')}) )(?:morning|afternoon|evening|night)\\b`,
  'giu',
);

/** `end`: up to when something goes on. `due`: by when it has to be done. `day`: when it is. */
type Role = 'end' | 'due' | 'day' | null;

const TIMED: ReadonlySet<string> = new Set(['date', 'time', 'datetime']);

const roleOf: (leaf: Leaf) => Role = perLeaf((leaf) => {
  if (leaf.type !== 'string' || !TIMED.has(wantOf(leaf))) return null;
  const name = leaf.nameWords.join(' ');
  if (DUE_NAME.test(name)) return 'due';
  if (END_NAME.test(name)) return 'end';
  if (sideOf(leaf) !== null || FIRST_NAME.test(name)) return null;
  if (!leaf.nameWords.every((word) => PLAIN.has(word))) return 'day';
  if (END_TOLD.test(leaf.description)) return 'end';
  return DUE_TOLD.test(leaf.description) ? 'due' : FIRST_TOLD.test(leaf.description) ? null : 'day';
});

const DUE_NAME = /\b(?:due|deadline)\b/u;
const END_NAME =
  /\b(?:until|till|end|ends|ending|expir\w+|expire|expires|through)\b|^(?:valid |date )?to(?: date| day)?$|^last (?:day|date)$/u;
const FIRST_NAME =
  /\b(?:effective|valid|available|active|launch|live|resum\w*|reopen\w*|join\w*|hire|hired|move|moving|entry)\b/u;
/** Names that say no more than that it is a time. */
const PLAIN: ReadonlySet<string> = new Set(['date', 'day', 'time', 'datetime', 'when', 'on', 'at']);
const END_TOLD = /^(?:the )?(?:last|final|end(?:ing)?) (?:day|date)\b|^until\b|\b(?:ends|expires)\b/iu;
const DUE_TOLD = /^(?:the )?(?:latest|due|deadline)\b|\bby when\b/iu;
const FIRST_TOLD = /^(?:the )?(?:first|start(?:ing)?) (?:day|date)\b|\b(?:from|since|starts?|begins?|effective)\b/iu;

const ENDING: ReadonlySet<string> = new Set(
  'until till til untill through thru to end ends ending expire expires expiring'.split(' '),
);
const DUE: ReadonlySet<string> = new Set('by before due deadline latest within'.split(' '));
const FROM: ReadonlySet<string> = new Set('from since starting beginning after'.split(' '));
/** Words that only stand between a day and what leads to it. */
const BETWEEN: ReadonlySet<string> = new Set('the this next coming following on at is be of it'.split(' '));

function isOtherRelation(place: Place, { leaf }: Slot, sent: readonly Slot[], tool: Tool): boolean {
  const role = roleOf(leaf);
  if (role === null) return false;
  const lead = leadOf(place);
  if (role === 'day') return FROM.has(lead) && wantOf(leaf) === 'date' && !hasLength(sent) && !recordsOf(tool);
  if (isJoined(place, sent) || isNamed(place, leaf, role, sent) || isAnswer(place, sent, lead)) return false;
  if (FROM.has(lead)) return true;
  // Who extends a deadline speaks of it with the act alone.
  if (tool.nameWords.some((word) => isOwn(word, stemOf(word), leaf, role))) return false;
  if (role === 'end') {
    // "In two hours" is when.
    if (/^in\b/iu.test(textOf(place))) return true;
    return !ENDING.has(lead) && !endsBy(tool);
  }
  if (DUE.has(lead) || lead === 'to' || lead === 'for' || /^(?:in|within)\b/iu.test(textOf(place))) return false;
  return ENDING.has(lead) ? tool.makes.size === 0 && sent.some(isState) : !makesChore(tool);
}

/** "On hold until Friday": how long a state lasts. */
const isState = ({ leaf }: Slot): boolean => leaf.enumValues.length > 0 || leaf.type === 'boolean';

const textOf = ({ source, start, end }: Place): string => source.text.slice(start, end);

/** The word that leads to a day; empty where none does. */
function leadOf({ source, start }: Place): string {
  const before = source.text.slice(Math.max(0, start - REACH), start);
  const words = readWords(before);
  let end = before.length;
  for (const { surface, start: from, end: to } of words.toReversed()) {
    if (!/^[\s"'“(]*$/u.test(before.slice(to, end))) return '';
    if (!BETWEEN.has(surface)) return surface;
    end = from;
  }
  return '';
}

/** Characters before a day. */
const REACH = 60;

/** "3 to 5 June", "today and tomorrow": behind another day of the same call, by a word that joins them. */
function isJoined({ source, start }: Place, sent: readonly Slot[]): boolean {
  return sent.some(({ leaf, assigned }) =>
    (assigned?.candidate.places ?? []).some(
      (other) =>
        TIMED.has(wantOf(leaf)) &&
        other.source === source &&
        other.end <= start &&
        JOINT.test(source.text.slice(other.end, start)),
    ),
  );
}

const JOINT = /^\s*(?:[-–—]|,|and|to|till|until|through)\s*(?:on )?(?:the )?$/iu;

/** "End date 3 June", "move its deadline to Friday", "3 June as its last day": words of the parameter in the clause, and no value. */
function isNamed({ source, start, end }: Place, leaf: Leaf, role: Role, sent: readonly Slot[]): boolean {
  const from = Math.max(0, start - CLAUSE_REACH);
  const before = /[^.!?;\n]*$/u.exec(source.text.slice(from, start))?.[0] ?? '';
  const behind = /^[^.!?;,\n]*/u.exec(source.text.slice(end, end + BEHIND_REACH))?.[0] ?? '';
  const values = sent.flatMap(({ assigned }) => [...(assigned?.candidate.places ?? [])]);
  const isFree = (at: number): boolean =>
    !values.some((place) => place.source === source && place.start <= at && place.end > at);
  const names = (text: string, offset: number): boolean =>
    readWords(text).some(({ surface, stem, start: at }) => isOwn(surface, stem, leaf, role) && isFree(offset + at));
  return names(before, start - before.length) || names(behind, end);
}

function isOwn(surface: string, stem: string, leaf: Leaf, role: Role): boolean {
  return (
    (role === 'due' ? DUE_WORD : END_WORD).test(surface) || (leaf.nameStems.includes(stem) && !GENERIC.has(surface))
  );
}

const CLAUSE_REACH = 100;
const BEHIND_REACH = 40;
const END_WORD = /^(?:ends?|ending|expir\p{L}*|last|final|finish\p{L}*|lapses?|lapsing|closes|stops)$/u;
const DUE_WORD = /^(?:due|deadlines?|latest)$/u;
const GENERIC: ReadonlySet<string> = new Set('date day time at on in when to new until till through'.split(' '));

/** A day alone in its turn, which answers what was asked or puts a value right. */
function isAnswer({ source, start, end }: Place, sent: readonly Slot[], lead: string): boolean {
  const others = sent.flatMap(({ assigned }) => [...(assigned?.candidate.places ?? [])]);
  if (others.some((place) => place.source === source && (place.end <= start || place.start >= end))) return false;
  const isLater = others.some((place) => place.source !== source);
  return isLater ? !FROM.has(lead) : readWords(source.text).length <= ANSWER_WORDS;
}

/** "On Thursday, please". */
const ANSWER_WORDS = 4;

/** The act is an end: what is ended on a day ends on that day. */
const endsBy: (tool: Tool) => boolean = perTool(({ actWords }) => END_ACTS.some((act) => actWords.has(act)));
const END_ACTS = ['end', 'expire', 'terminate', 'finish', 'close', 'cancel', 'stop', 'extend', 'prolong', 'return'];

/** What somebody has to do is done on its day. */
const makesChore: (tool: Tool) => boolean = perTool(
  ({ makes, actWords, nameWords }) =>
    (makes.size > 0 || actWords.has('add') || actWords.has('create')) && nameWords.some((word) => CHORES.has(word)),
);
const CHORES: ReadonlySet<string> = new Set(
  'task tasks todo todos reminder reminders chore chores errand errands homework'.split(' '),
);

/** "As yesterday", "than on Monday": a day that something else is like. */
function isCompared({ source, start }: Place, leaf: Leaf): boolean {
  return (
    TIMED.has(wantOf(leaf)) &&
    /\b(?:as|than|(?<!\b(?:be|is|are|was|were|looks?|looked|looking) )like) (?:on |at )?(?:the )?$/iu.test(
      source.text.slice(Math.max(0, start - REACH), start),
    )
  );
}

/** How long it goes on is said beside the day on which it begins. */
function hasLength(sent: readonly Slot[]): boolean {
  return sent.some(({ leaf }) => leaf.nameWords.some((word) => LENGTHS.has(word)) || isEnd(leaf));
}

const isEnd = (leaf: Leaf): boolean => roleOf(leaf) === 'end' || sideOf(leaf) === 'to';
const LENGTHS: ReadonlySet<string> = new Set('days nights weeks months duration length minutes hours'.split(' '));

/** "A bill from 3 May": what is put down has its day. */
const recordsOf: (tool: Tool) => boolean = perTool(
  ({ actWords, leaves }) =>
    ['log', 'record', 'track', 'add', 'enter', 'register'].some((act) => actWords.has(act)) && leaves.length > 0,
);

/** "For 30 minutes" says how long, and a delay takes when. */
function isHowLong({ source, start }: Place, leaf: Leaf): boolean {
  if (!leaf.nameWords.some((word) => word === 'delay' || word === 'wait')) return false;
  const before = source.text.slice(Math.max(0, start - REACH), start);
  return (
    /\bfor (?:the next |another |about )?$/iu.test(before) &&
    !readWords(before).some(({ stem }) => leaf.nameStems.includes(stem) || stem === stemOf('wait') || stem === 'delay')
  );
}
