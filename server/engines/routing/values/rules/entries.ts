// Entries: what is put on a list or into a calendar.
// In: a leaf and the context. Out: readings. Why: "put lunch with Ann on my calendar" and "schedule a budget review tomorrow at 10" hold
// no mark around the title; it stands between the verb and what the entry is put on, or when it is.

import { functionClassOf } from '../../text/function-words.ts';
import type { Word } from '../../text/words.ts';
import { readWords, stemOf } from '../../text/words.ts';
import type { Leaf } from '../../tools/tools.ts';
import type { Want } from '../../tools/wants.ts';
import type { Context } from '../context.ts';
import { matchesIn } from '../matches.ts';
import type { Source } from '../spans/span.ts';
import type { Reading, TextRule } from './rule.ts';
import { isDenied, SEARCHED_MAX, takesTitle, takesWords } from './texts.ts';

const ORDERED =
  "(?:^|[.!?;:]\\s+|,\\s+|\\b(?:and|then)\\s+)(?:(?:please|pls|hi|hey|ok|now|just|kindly|(?:can|could|would|will) you|i(?:['’]d like| want| need) to|let['’]?s)[,\\s]+)*";

const PUT_ON = new RegExp(
  `${ORDERED}(?:add|put|stick|pop|jot(?: down)?|note(?: down)?|enter)\\s+(?<title>[^.!?;:,"“”]{2,80}?)(?<tail>\\s+(?:on|to|in|into|onto)\\s+(?:my|our|the)\\s+(?:to-?do\\s+|task\\s+|work\\s+)?(?:calendar|diary|agenda|list|to-?dos?|tasks|backlog|reminders))(?![\\p{L}\\p{N}-])`,
  'giu',
);

/** The verb, and an article; what is scheduled stands between it and when. */
const SCHEDULE = new RegExp(
  `${ORDERED}(?:schedule|book|plan|add|create|set up|arrange|put in)\\s+(?:an?\\s+|my\\s+|our\\s+|the\\s+)?(?<title>\\p{L}[\\p{L}\\p{N} '’&/-]{2,80}?)(?=\\s+(?:on|at|for|from|this|next)\\s|\\s+(?:tomorrow|today|tonight|\\p{L}+day)(?!\\p{L}))`,
  'giu',
);

const ENTRIES: ReadonlySet<string> = new Set(
  'event meeting appointment session entry task todo reminder item'.split(' ').map(stemOf),
);
const EVENTS: ReadonlySet<string> = new Set('event meeting appointment session entry'.split(' ').map(stemOf));

/** The one parameter that takes what an entry is called. */
function takesEntry(leaf: Leaf, context: Context): boolean {
  const isTaker = (one: Leaf): boolean =>
    one.required && takesWords(one, context) && (takesTitle(one) || isContent(one));
  return isTaker(leaf) && context.leaves.filter(isTaker).length === 1;
}

const isContent = ({ nameWords }: Leaf): boolean =>
  nameWords.some((word) => /^(?:summary|subject|content|task|todo|item|text|what)$/u.test(word));

const makes = ({ tool: { makes: made, nameStems, acting } }: Context, things: ReadonlySet<string>): boolean =>
  acting && [...made, ...nameStems].some((stem) => things.has(stem));

function matchPutOn(leaf: Leaf, _at: number, context: Context): Reading[] {
  if (!takesEntry(leaf, context) || !makes(context, ENTRIES)) return [];
  return context.sources.flatMap((source) =>
    matchesIn(source, PUT_ON, SEARCHED_MAX).flatMap((match): Reading[] => {
      const { title = '', tail = '' } = match.groups ?? {};
      // What goes into a calendar is no task.
      if (/(?:calendar|diary|agenda)$/iu.test(tail) && !makes(context, EVENTS) && !context.known.has('calendar'))
        return [];
      const end = match.index + match[0].length;
      const from = end - tail.length - title.length;
      const start = from + (ARTICLE.exec(title)?.[0].length ?? 0);
      return readTitle(source, start, end - tail.length, end, context);
    }),
  );
}

const ARTICLE = /^(?:an?|my|our|the) (?=\p{L})/iu;

function matchScheduled(leaf: Leaf, _at: number, context: Context): Reading[] {
  if (!takesEntry(leaf, context) || !makes(context, EVENTS)) return [];
  return context.sources.flatMap((source) =>
    matchesIn(source, SCHEDULE, SEARCHED_MAX).flatMap((match): Reading[] => {
      const { title = '' } = match.groups ?? {};
      const end = match.index + match[0].length;
      const when =
        /^\s+(?:(?:on|at|for|from)\s+(?:the\s+)?)?/iu.exec(source.text.slice(end, end + WHEN_REACH))?.[0] ?? '';
      const isWhen = context.spans.some(
        (span) =>
          (span.kind === 'date' || span.kind === 'time') && span.source === source && span.start === end + when.length,
      );
      return isWhen ? readTitle(source, end - title.length, end, end, context) : [];
    }),
  );
}

const WHEN_REACH = 16;

/** What people are invited by; where a tool takes them, who is named with the entry is one of them. */
const PERSONS: ReadonlySet<Want> = new Set<Want>(['person']);

function readTitle(source: Source, start: number, end: number, last: number, context: Context): Reading[] {
  const value = source.text.slice(start, end);
  const words = readWords(value);
  const isTyped = context.spans.some(
    (span) => span.source === source && TYPED.has(span.kind) && span.start < end && span.end > start,
  );
  if (words.length === 0 || words.length > WORDS_MAX || isTyped || isDenied(source, start, context)) return [];
  if (!words.every((word, at) => mayStand(word, words[at + 1], value, context))) return [];
  // "Put a meeting on my calendar" says no title.
  const tells = words.some(
    ({ stem, surface }) => functionClassOf(surface).kind === 'open' && !context.known.has(stem) && !ENTRIES.has(stem),
  );
  return tells ? [{ value, places: [{ source, start, end: last }] }] : [];
}

const TYPED: ReadonlySet<string> = new Set(['email', 'url', 'path', 'id', 'date', 'time', 'number', 'quoted']);
const WORDS_MAX = 8;

/** A word of a title: "with" only before a name, and nothing that joins a second thing or changes what is meant. */
function mayStand({ surface }: Word, next: Word | undefined, title: string, { wants }: Context): boolean {
  const { kind, list } = functionClassOf(surface);
  if (kind === 'open') return true;
  if (surface === 'with')
    return next !== undefined && /^\p{Lu}/u.test(title.slice(next.start)) && !wants.some((want) => PERSONS.has(want));
  return /^(?:the|for|of|to|about|re|up)$/u.test(surface) || list === 'determiner';
}

export const ENTRY_RULES: readonly TextRule[] = [
  {
    name: 'put-on-list',
    reads:
      'words between "add" or "put" and the list or the calendar that they are put on, for what the entry is called',
    matches: matchPutOn,
    types: ['string'],
    listed: false,
    strength: 2.8,
    firm: true,
    why: 'What is put on a list is its entry.',
    takes: { title: { type: 'string', description: 'Title of the task' } },
    tool: ['create_task', 'Create a task.'],
    case: ['Add oil the hinges to my list', 'oil the hinges'],
    counterCase: 'Add hinges and nails to my list',
  },
  {
    name: 'scheduled',
    reads: 'words between "schedule" and a day or an hour, for what the event is called',
    matches: matchScheduled,
    types: ['string'],
    listed: false,
    strength: 2,
    firm: true,
    why: 'Between the verb and when it is stands what it is.',
    takes: { title: { type: 'string', description: 'Title of the event' }, day: { type: 'string', format: 'date' } },
    needs: ['title', 'day'],
    tool: ['create_event', 'Create an event.'],
    now: '2027-04-14T09:00:00+02:00',
    case: ['Schedule a roof inspection on 3 May 2027', 'roof inspection'],
    counterCase: 'Schedule an event on 3 May 2027',
  },
];
