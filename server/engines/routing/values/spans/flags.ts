// Flags: where a text says a yes-or-no parameter, and which way.
// In: a leaf and a source, and what the tool and its other parameters are named after. Out: places that say true or false, and places
// that name the flag without telling which (`boolean-doubt`), to be asked about.
// Why: a flag is sent only for its own words. What it shares with the tool or with another parameter is said anyway, and what is
// said inside a denial says the opposite.

import { allMatches } from '../../text/all-matches.ts';
import type { Word } from '../../text/words.ts';
import { isStopWord, readWords, stemOf } from '../../text/words.ts';
import type { Leaf } from '../../tools/tools.ts';
import type { Choice } from './choices.ts';
import type { Source } from './span.ts';

/** What the flag's words are held against. */
export interface Beside {
  readonly toolStems: ReadonlySet<string>;
  /** Stems of the words that order the tool's act or say how it looks. */
  readonly acts: ReadonlySet<string>;
  /** How many parameters have a stem in their name. */
  readonly nameCounts: ReadonlyMap<string, number>;
}

const SWITCH_NAMES = new Set(
  'include included includes is has with enable enabled allow allowed use show get return want need only should flag add do with_'.split(
    ' ',
  ),
);
const INCLUDES = new Set(['include', 'included', 'includes', 'with', 'has', 'add']);
const DENIAL =
  "no|not|zero|without|w/o|don[’']?t|do not|doesn[’']?t|exclude|excluding|disable|disabled|off|never|isn[’']?t|aren[’']?t|skip|skipping|except|all but|everything but|avoid|avoiding|omit|omitting|leave out|leaving out|minus|neither|nor|nobody|none";
/** What denies a flag before its words. "Off-cycle" and "no-show" are words of their own. */
const OFF = new RegExp(`(?<![\\p{L}\\p{N}-])(?:${DENIAL})(?![\\p{L}\\p{N}-])`, 'iu');
/** The same among them, and behind them: "send no receipt", "send receipts to nobody". */
const INSIDE = /(?<![\p{L}-])(?:no|not|zero|without|w\/o|minus|never|neither|nobody|none|except)(?![\p{L}-])/iu;
const TO_NOBODY = /^\s+(?:to|for|with|by) (?:nobody|no one|none|neither)\b/iu;
const SCARCE = /\b(?:few|little|hardly|barely|rarely|seldom|lacks?|lacking)\s+(?:\p{L}+\s+)?$/iu;
/** "Downloads should be turned off". */
const SET_LENGTH_MAX = 28;
const SET =
  /^\W{0,3}(?:is|=|:|set to|to|(?:should|must) (?:be|stay)(?: (?:turned|switched|set to))?)?\s*(true|false|yes|no|on|off)\b(?!-)/iu;

/** Small words that can be all that a flag's name adds to the tool's. */
const TELLING = new Set('all every everything everyone now both only again'.split(' '));
/** Those of them that say how many: they are never left out, and stand before what they count. */
const QUANTIFIERS = new Set('all every everything everyone both'.split(' '));
const ALL_WORDS = new Set('all every each everything everyone everybody'.split(' '));
/** Small words by which a name itself denies: `no_reply` and `off_cycle` are said with them. */
const NEGATING = new Set('no not off never without non'.split(' '));
/** Small words that say how often: `once_per_customer` is not said by "customer". */
const COUNTING = new Set('once twice per'.split(' '));
/** Verbs by which a name denies: "without tests" is `skip_tests`. */
const SKIPPING = new Set(
  'skip exclude disable omit avoid ignore suppress waive forgo prevent without no not'.split(' '),
);

/** A flag is named when every content word of its name is said; it is off when the mention stands in a denial. */
export function readFlag(leaf: Leaf, source: Source, words: readonly Word[], beside: Beside): Choice[] {
  if (leaf.nameWords.every((word) => SWITCHES.has(word)))
    return readSwitch(source).map(({ on, ...place }) => ({
      ...place,
      source,
      value: on !== leaf.nameWords.includes('off'),
      by: 'boolean-cue',
    }));
  const topic = topicOf(leaf, beside);
  if (topic.length === 0) return [];
  const stems = [...new Set(topic.map(stemOf))];
  const saidBy = (word: Word): string | undefined =>
    stems.find(
      (stem) =>
        stem === word.stem ||
        stem === stemOf(derivedFrom(word.surface)) ||
        (ALL_WORDS.has(stem) && ALL_WORDS.has(word.surface)),
    );
  const found: Choice[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const window = words.slice(
      at,
      at + topic.length + 2 + countDescribed(words.slice(at + 1, at + topic.length + 4), leaf),
    );
    const first = window[0];
    if (first === undefined || saidBy(first) === undefined) continue;
    const hits = window.filter((word) => saidBy(word) !== undefined);
    if (new Set(hits.map(saidBy)).size < stems.length) continue;
    const last = hits.at(-1) ?? first;
    const said = readMention(leaf, source, words, hits, last, beside);
    if (said !== null) found.push({ source, ...said });
  }
  return [...found, ...readDenied(leaf, source, words, found, beside)];
}

/** "At the end of the billing period" for `at_period_end`: words of the description stand between those of the name. */
function countDescribed(words: readonly Word[], { nameStems, descriptionStems }: Leaf): number {
  return words.filter(
    ({ stem, surface }) => !isStopWord(surface) && descriptionStems.has(stem) && !nameStems.includes(stem),
  ).length;
}

/** The words of a flag's name that must be said: its own, what they go with, and what counts or denies. */
function topicOf(leaf: Leaf, { toolStems, acts, nameCounts }: Beside): string[] {
  // What the tool's own name says switches nothing on: `cancel_all` of cancel_order is said by "all", and "now" by `publish_now`.
  const own = leaf.nameWords.filter((word) => !SWITCH_NAMES.has(word) && !toolStems.has(stemOf(word)));
  const content = own.filter((word) => !isStopWord(word));
  const isNeeded = (word: string): boolean => QUANTIFIERS.has(word) || NEGATING.has(word) || COUNTING.has(word);
  if (content.length === 0) {
    const telling = own.filter((word) => TELLING.has(word) || NEGATING.has(word));
    if (!telling.some((word) => QUANTIFIERS.has(word))) return telling;
    // `all_projects` of delete_project counts projects: "all of project 4" says nothing of others.
    return leaf.nameWords.filter(
      (word) => telling.includes(word) || (!isStopWord(word) && !SWITCH_NAMES.has(word) && !acts.has(stemOf(word))),
    );
  }
  const isTold = content.some((word) => (nameCounts.get(stemOf(word)) ?? 0) < 2) || leaf.nameWords.some(isNeeded);
  // Where two words or more are its own, the tool's act need not stand beside them.
  const said = content.length < 2 ? leaf.nameWords : leaf.nameWords.filter((word) => !acts.has(stemOf(word)));
  return said.filter((word) =>
    SWITCH_NAMES.has(word) ? !isTold && !INCLUDES.has(word) && !isStopWord(word) : isNeeded(word) || !isStopWord(word),
  );
}

/** Which way one mention goes. */
function readMention(
  leaf: Leaf,
  source: Source,
  words: readonly Word[],
  hits: readonly Word[],
  last: Word,
  beside: Beside,
): Omit<Choice, 'source'> | null {
  const { text } = source;
  const first = hits[0] as Word;
  const place = { start: first.start, end: last.end };
  const clauseStart = clauseBefore(text, first.start);
  const lead = text.slice(clauseStart, first.start);
  const doubt = { ...place, value: true, by: 'boolean-doubt' };
  // "Few interests" is neither yes nor no.
  if (SCARCE.test(lead)) return doubt;
  const after = SET.exec(text.slice(last.end, last.end + SET_LENGTH_MAX));
  if (after !== null) {
    const value = /true|yes|on/iu.test(after[1] ?? '');
    return { start: first.start, end: last.end + after[0].length, value, by: 'boolean-cue' };
  }
  const between = hits
    .slice(1)
    .map((word, at) => text.slice((hits[at] as Word).end, word.start))
    .join(' ');
  const nobody = TO_NOBODY.exec(text.slice(last.end, last.end + 32));
  const isInside = INSIDE.test(between) || nobody !== null;
  const off = OFF.exec(lead);
  if (off !== null) {
    const start = clauseStart + off.index;
    const rest = text.slice(start + off[0].length, first.start);
    // "Not without a mail": who denies twice may want it; behind "and" the denial may be over, and "not more than" only bounds.
    if (isInside || OFF.test(rest) || BOUNDED.test(rest)) return { ...doubt, start };
    // Far from its cue the flag may not be what is negated ("not certain whether it matters about …"): then nothing is known.
    return readWords(text.slice(start, first.start)).length > DENIAL_LENGTH_MAX
      ? null
      : { start, end: last.end, value: false, by: 'boolean-cue' };
  }
  if (isInside)
    return { start: first.start, end: last.end + (nobody?.[0].length ?? 0), value: false, by: 'boolean-cue' };
  if (isShared(leaf, beside) && !isIncluded(leaf, words, hits, last)) return null;
  return isOfAnother(leaf, text, words, hits, last, beside) ? doubt : { ...place, value: true, by: 'boolean-cue' };
}

const BOUNDED = /\b(?:and|then|or|more|less|longer|later|fewer)\b/iu;

/** A denial speaks of what stands so near. */
const DENIAL_LENGTH_MAX = 3;

function clauseBefore(text: string, start: number): number {
  const but = text.lastIndexOf('but ', start);
  return Math.max(
    text.lastIndexOf('.', start),
    text.lastIndexOf(',', start),
    text.lastIndexOf(';', start),
    // "All but the newest" excepts.
    /\b(?:all|everything) $/iu.test(text.slice(Math.max(0, but - 12), but)) ? 0 : but,
    0,
  );
}

/** All that the flag is named after names another parameter, too: `include_users` beside `user`. */
function isShared(leaf: Leaf, { toolStems, nameCounts }: Beside): boolean {
  const own = leaf.nameWords.filter(
    (word) => !SWITCH_NAMES.has(word) && !isStopWord(word) && !toolStems.has(stemOf(word)),
  );
  return (
    own.length > 0 &&
    leaf.nameWords.some((word) => INCLUDES.has(word)) &&
    own.every((word) => (nameCounts.get(stemOf(word)) ?? 0) > 1)
  );
}

/** "Including users", "with users", "and its users": added to the rest, in the number that the name has. */
function isIncluded(leaf: Leaf, words: readonly Word[], hits: readonly Word[], last: Word): boolean {
  const before = words.slice(0, words.indexOf(hits[0] as Word)).map(({ surface }) => surface);
  while (/^(?:its|their|the|all|any|his|her|also)$/u.test(before.at(-1) ?? '')) before.pop();
  return (
    isPlural(leaf.nameWords.at(-1) ?? '') === isPlural(last.surface) &&
    /^(?:includ(?:e|es|ed|ing)|with|and|plus|add(?:ing)?)$/u.test(before.at(-1) ?? '')
  );
}

/** "Anonymous" and "analysis" are none. */
const isPlural = (word: string): boolean => /[^sui]s$/u.test(word);

/**
 * The words are said of something else than the flag: the name of a thing ("subproject 4", "the files project"), the whole of one
 * ("all of it"), or what is acted on itself ("delete only the files of …").
 */
function isOfAnother(
  leaf: Leaf,
  text: string,
  words: readonly Word[],
  hits: readonly Word[],
  last: Word,
  { toolStems, acts }: Beside,
): boolean {
  const behind = text.slice(last.end, last.end + 40);
  const quantifier = hits.find(({ surface }) => /^(?:all|both)$/u.test(surface));
  if (quantifier !== undefined) {
    const isBare = hits.every(({ surface }) => ALL_WORDS.has(surface) || surface === 'both');
    if (isBare && /^\s+of\b/iu.test(behind)) return true;
    if (!isBare && isPlural(leaf.nameWords.at(-1) ?? '') && !hits.some(({ surface }) => isPlural(surface))) return true;
  }
  const noun = leaf.nameWords.findLast((word) => !isStopWord(word) && !SWITCH_NAMES.has(word)) ?? '';
  if (!isPlural(noun) || stemOf(noun) !== last.stem) return false;
  if (/^\s+(?:["'“‘`]|[^\s,;.!?]*[\d@_/#])/u.test(behind)) return true;
  const at = words.indexOf(last);
  const next = words[at + 1];
  const isNear = next !== undefined && /^ $/u.test(text.slice(last.end, next.start));
  if (isNear && toolStems.has(next.stem) && !acts.has(next.stem) && !isStopWord(next.surface)) return true;
  const before = words.slice(0, at);
  while (/^(?:the|all|only|just|its|their|any|every)$/u.test(before.at(-1)?.surface ?? '')) {
    if (/^(?:only|just)$/u.test(before.pop()?.surface ?? '')) return true;
  }
  const verb = before.at(-1);
  if (verb === undefined || !acts.has(verb.stem)) return false;
  const opening = text.slice(Math.max(text.lastIndexOf('.', verb.start), 0), verb.start);
  return isNear && /^(?:of|from|in|on|for)$/u.test(next.surface) && !/,|\b(?:and|also|plus|then)\b/iu.test(opening);
}

/** "No receipt", "leave out the receipt" for `send_receipt`: who denies its noun need not say its verb. */
function readDenied(
  leaf: Leaf,
  source: Source,
  words: readonly Word[],
  found: readonly Choice[],
  { toolStems, nameCounts }: Beside,
): Choice[] {
  const content = leaf.nameWords.filter((word) => !isStopWord(word) && !SWITCH_NAMES.has(word));
  const noun = content.at(-1) ?? '';
  const stem = stemOf(noun);
  if (content.length < 2 || toolStems.has(stem) || (nameCounts.get(stem) ?? 0) > 1) return [];
  const value = leaf.nameWords.some((word) => SKIPPING.has(word));
  return words.flatMap((word): Choice[] => {
    if (word.stem !== stem || found.some(({ start, end }) => start < word.end && end > word.start)) return [];
    const clauseStart = clauseBefore(source.text, word.start);
    const lead = source.text.slice(clauseStart, word.start);
    const off = OFF.exec(lead);
    if (off === null || readWords(lead.slice(off.index)).length > DENIAL_LENGTH_MAX) return [];
    const rest = lead.slice(off.index + off[0].length);
    const isDoubtful = OFF.test(rest) || /\b(?:and|then|or|but)\b/iu.test(rest);
    const by = isDoubtful ? 'boolean-doubt' : 'boolean-cue';
    return [{ source, start: clauseStart + off.index, end: word.end, value, by }];
  });
}

/** "Permanently" says `permanent`, and "readable" `read`. */
function derivedFrom(surface: string): string {
  return surface.length > 6 ? surface.replace(/(?:ly|able|ible)$/u, '') : surface;
}

/** Names of flags that say nothing but that something is switched on, or off. */
const SWITCHES = new Set(
  'on off is turn turned switch switched enable enabled active activate activated power powered'.split(' '),
);

/** "Turn on the pump", "switch the light off", "enable it": what is switched, and which way. */
export function readSwitch({ text }: Source): { readonly start: number; readonly end: number; readonly on: boolean }[] {
  return allMatches(text, SWITCHING).map((match) => {
    const [whole, together, apart, single] = match;
    const said = together ?? apart ?? single ?? '';
    const start = match.index + whole.length - (apart === undefined ? whole.length : apart.length);
    return { start, end: match.index + whole.length, on: /^(?:on|enabl|activat)/iu.test(said) };
  });
}

/** The particle stands right behind its verb, or at the end of the clause. */
const SWITCHING =
  /\b(?:turn|switch|power|put)(?:ing|s)? (?:(on|off)\b|[^.!?;,\n]{1,60}? (on|off)(?=\s*(?:$|[.!?;,]|\b(?:please|now|again|at|in|for|and)\b)))|\b(enable|activate|disable|deactivate|enabling|disabling)\b/giu;
