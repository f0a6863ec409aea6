// Beside: small words that are harmless beside one another: at the end of a clause, behind a value, inside a word with a hyphen.
// In: the words of a clause and what accounts for them. Out: whether the word at a place is one of these.
// Why: accounted.ts asks for each word what it changes; these answers need the words around it and nothing else.

import { functionClassOf } from '../text/function-words.ts';
import { saidFor } from '../text/things.ts';
import { isCurrencyWord, isMeasureWord, spelledOut } from '../text/units.ts';
import { stemOf } from '../text/words.ts';
import type { Tool } from '../tools/tools.ts';
import { takesCurrency } from '../tools/wants.ts';
import { overlaps } from '../values/assign.ts';
import { changesThings } from './account.ts';
import { PARTICLES } from './forms.ts';
import type { Account, Token } from './sentences.ts';

/** The "up" of "pick-up", where the tool says the word before the hyphen. */
export function isCompoundEnd(tokens: readonly Token[], at: number, { says, names }: Account): boolean {
  const { source, start, surface } = tokens[at] as Token;
  const before = tokens[at - 1];
  return (
    PARTICLES.has(surface) &&
    before !== undefined &&
    before.end === start - 1 &&
    source.text[before.end] === '-' &&
    (says.has(before.stem) || names.has(before.surface))
  );
}

/** "Delete the tasks of the board Kiln" with a tool that deletes boards and all their tasks: the act is done to a part of its thing. */
export function isPart(tokens: readonly Token[], at: number, { tool }: Account): boolean {
  const { stem } = tokens[at] as Token;
  // Of the words behind an act its object is the first.
  const before = tokens[at - 1]?.classed.list === 'determiner' ? tokens[at - 2] : tokens[at - 1];
  const value = tokens.findIndex(({ used }, place) => used && place > at);
  return (
    tool.acting &&
    tool.descriptionStems.includes(stem) &&
    (before === undefined || tool.acts.has(before.stem)) &&
    BELONGING.has(tokens[at + 1]?.surface ?? '') &&
    ![tool, ...tool.leaves].some(({ nameStems }) => nameStems.includes(stem)) &&
    !thingsOf(tool).has(stem) &&
    // "Send the tenants of A-9 a notice": who gets the thing stands before it.
    !(value >= 0 && tokens.slice(value).some((one) => tool.nameStems.includes(one.stem)))
  );
}

const BELONGING: ReadonlySet<string> = new Set(['of', 'on', 'in', 'from', 'inside', 'within', 'under']);

/** Stems of what the act is done to: the description up to its first preposition, and what people say for it and for the name. */
function thingsOf({ descriptionWords, nameStems }: Tool): ReadonlySet<string> {
  const end = descriptionWords.findIndex((word) => functionClassOf(word).list === 'role');
  const stems = descriptionWords.slice(0, end < 0 ? undefined : end).map(stemOf);
  return new Set([...stems, ...saidFor([...nameStems, ...stems])]);
}

/** "Book it by Friday" for the day of the booking: any day up to then would do, and which is not said. */
export function leadsToDay(tokens: readonly Token[], at: number, { tool, days }: Account): boolean {
  const next = tokens.slice(at + 1, at + 3).find(({ used }) => used);
  return tool.acting && next !== undefined && days.some((place) => overlaps(place, next));
}

/** "Cancel the cancellation of K-7": the act is done to what the act made. */
export function isActOnAct(
  { surface, stem }: Token,
  tokens: readonly Token[],
  at: number,
  { tool, names }: Account,
): boolean {
  return (
    tool.acting &&
    tool.acts.has(stem) &&
    /(?:[ai]tion|sion|ment|al|ing)$/u.test(surface) &&
    tokens[at - 1]?.classed.list === 'determiner' &&
    /^(?:of|for)$/u.test(tokens[at + 1]?.surface ?? '') &&
    // "Rate it with a rating of 5": what an argument is called.
    !names.has(surface) &&
    !tool.descriptionWords.includes(surface)
  );
}

/** "In oak only": behind a value, at the end of its clause. */
export function endsBehindUsed(tokens: readonly Token[], at: number): boolean {
  return tokens[at - 1]?.used === true && endsClause(tokens, at);
}

export function endsClause(tokens: readonly Token[], at: number): boolean {
  const { source, end } = tokens[at] as Token;
  return at === tokens.length - 1 || /^\s*[,.;:!?)]/u.test(source.text.slice(end, end + 2));
}

/** The noun behind it stands in the tool's name in the plural, and no parameter takes one of them. */
export function isOwnPlural(tokens: readonly Token[], at: number, { tool }: Account): boolean {
  const noun = tokens.slice(at + 1, at + 4).find(({ classed }) => classed.kind === 'open');
  return (
    noun !== undefined &&
    !noun.used &&
    /[^s]s$/u.test(noun.surface) &&
    tool.nameWords.includes(noun.surface) &&
    tool.leaves.every(
      ({ nameStems, nameWords, type }) =>
        !nameStems.includes(noun.stem) &&
        type !== 'array' &&
        !nameWords.some((word) => /^(?:limit|count|max|maximum|top|size|first)$/u.test(word)),
    )
  );
}

/** "Tea is fine": what is agreed to, up to the end. */
export function agrees(tokens: readonly Token[], at: number): boolean {
  const rest = tokens.slice(at + 1);
  return (
    tokens[at - 1]?.used === true &&
    rest.length > 0 &&
    rest.every(({ surface }) =>
      /^(?:fine|ok|okay|good|great|perfect|right|please|thanks|then|by|with|for|me|us)$/u.test(surface),
    ) &&
    /^(?:fine|ok|okay|good|great|perfect|right)$/u.test(rest[0]?.surface ?? '')
  );
}

/** "Who was at Dock Ltd": where somebody was, and is no more. */
export function wasElsewhere(tokens: readonly Token[], at: number): boolean {
  return (
    /^(?:was|were|had|been)$/u.test(tokens[at]?.surface ?? '') &&
    tokens[at + 1]?.classed.kind === 'role' &&
    tokens[at + 1]?.used === false
  );
}

/** "50 dollars", "two people": what is measured or counted is said with the number. */
export function isMeasureBehind(tokens: readonly Token[], at: number, { tool }: Account): boolean {
  const before = tokens[at - 1];
  const surface = tokens[at]?.surface ?? '';
  return (
    before?.used === true &&
    // A parameter for the currency would have taken it.
    !(isCurrencyWord(surface) && takesCurrency(tool)) &&
    (MEASURES.has(surface) || isMeasureWord(surface)) &&
    /\p{N}$|^(?:half|quarter|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\p{L}+teen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|thousand)$/u.test(
      before.surface,
    )
  );
}

const MEASURES: ReadonlySet<string> = new Set(
  'min mins sec secs hrs dollar dollars euro euros cents yen rupees pounds usd eur gbp percent degrees celsius fahrenheit people persons person guests adults passengers minutes minute hours hour days day weeks week months month years year times items units pieces seats tickets nights copies replicas seconds miles km kilometers meters metres bucks uses points'.split(
    ' ',
  ),
);
/** "50 GB" for `gigabytes`: the short form of a unit that an argument says. */
export function isOwnUnit(tokens: readonly Token[], at: number, { named }: Account): boolean {
  const { surface } = tokens[at] as Token;
  return (
    tokens[at - 1]?.used === true &&
    /^\p{N}/u.test(tokens[at - 1]?.surface ?? '') &&
    named.has(stemOf(spelledOut(surface)))
  );
}

/** "They need 2 cots": who was named before needs what is sent. */
export function isNeeded(tokens: readonly Token[], at: number, { tool }: Account): boolean {
  return (
    tool.acting &&
    /^needs?$/u.test(tokens[at]?.surface ?? '') &&
    /^(?:we|they|he|she|it)$/u.test(tokens[at - 1]?.surface ?? '') &&
    tokens[at + 1]?.used === true &&
    tokens.slice(0, at - 1).some(({ used }) => used)
  );
}

/** "The nickname will be Rook": behind the name of a parameter, before its value. */
export function willBe(tokens: readonly Token[], at: number, { named }: Account): boolean {
  const [before, will, be, value] = tokens.slice(Math.max(0, at - 1), at + 3);
  return (
    will?.surface === 'will' &&
    be?.surface === 'be' &&
    before !== undefined &&
    named.has(before.stem) &&
    value?.used === true
  );
}

/**
 * "All rooms", "when the level … drops below": a small word right beside a content word as the tool's own description has both. That is
 * what the tool does.
 */
export function isDescribed(tokens: readonly Token[], at: number, { tool }: Account): boolean {
  const token = tokens[at];
  if (token === undefined) return false;
  const next = tokens[at + 1]?.classed.list === 'determiner' ? tokens[at + 2] : tokens[at + 1];
  const isContent = (one: Token | undefined): one is Token =>
    one !== undefined && !one.used && one.classed.kind === 'open';
  return tool.descriptionWords.some((word, place, words) => {
    if (word !== token.surface) return false;
    const behind = functionClassOf(words[place + 1] ?? '').list === 'determiner' ? words[place + 2] : words[place + 1];
    const [before] = [tokens[at - 1]];
    return (
      (isContent(next) && behind === next.surface) ||
      (isContent(before) &&
        words[place - 1] !== undefined &&
        stemOf(words[place - 1] as string) === before.stem &&
        // "A comment below one of our posts" is no "comment below CM-7"; how far below is a number.
        (next?.used !== true || /^\p{N}/u.test(next.surface)))
    );
  });
}

/** "I have an access key 88a1", "I prefer a gloss glaze": what is said so is sent, with nothing but its own name before it. */
export function statesOwn(tokens: readonly Token[], at: number, { named, tool }: Account): boolean {
  const first = /^(?:i|we)$/u.test(tokens[at]?.surface ?? '') ? at : at - 1;
  const [who, verb, ...rest] = tokens.slice(first, first + STATED_REACH);
  if (!tool.acting || first < 0 || !/^(?:i|we)$/u.test(who?.surface ?? '')) return false;
  if (!/^(?:have|prefer)$/u.test(verb?.surface ?? '')) return false;
  const value = rest.findIndex(({ used }) => used);
  return (
    value >= 0 && rest.slice(0, value).every(({ classed, stem }) => classed.list === 'determiner' || named.has(stem))
  );
}

/** "I have an access key …": the words before a value. */
const STATED_REACH = 7;

/** "My colleague Edda": between "my" and a name that is used. */
export function isApposed(tokens: readonly Token[], at: number): boolean {
  const [before, next] = [tokens[at - 1], tokens[at + 1]];
  return (
    /^(?:my|our)$/u.test(before?.surface ?? '') &&
    next?.used === true &&
    /^ \p{Lu}/u.test(next.source.text.slice(tokens[at]?.end, next.end))
  );
}

/** A value, or words of the tool and then a value. */
export function leadsToOwn(tokens: readonly Token[], at: number, says: ReadonlySet<string>): boolean {
  const next = tokens.slice(at + 1).find((token) => token.used || !says.has(token.stem));
  return next?.used === true;
}

/** "Off everything": what the tool's own description says happens where nothing else is given. */
export function isDefault(surface: string, { description }: Tool): boolean {
  return new RegExp(`\\b${surface}\\b (?:if|when|unless) (?:no|none|nothing|omitted|left|given)\\b`, 'iu').test(
    description,
  );
}

/** "Because of rain", where rain is one of the reasons that a parameter takes. */
export function leadsToReason(tokens: readonly Token[], at: number, { places }: Account): boolean {
  const value = tokens.slice(at + 1, at + 4).find(({ used }) => used);
  return (
    value !== undefined &&
    places.some((one) => one.words.has('reason') && one.places.some((place) => overlaps(place, value)))
  );
}

/**
 * "It's urgent", "urgent!": said to whoever carries out an order. Of a thing that is made, and beside a noun ("an urgent ticket"), it
 * says how the thing is, and an option has to take it.
 */
export function isHaste({ surface, source, start, end }: Token, { tool }: Account): boolean {
  return (
    surface === 'urgent' &&
    tool.makes.size === 0 &&
    /(?:^|[.,;!?(\n])\s*(?:(?:it|this|that)(?: is|['’]s)\s+)?$/iu.test(
      source.text.slice(Math.max(0, start - 16), start),
    ) &&
    /^\s*(?:$|[.,;:!)\n])/u.test(source.text.slice(end, end + 4))
  );
}

/** "By 3" is how much something changes, and no value of its own unless the parameter is a difference. */
export function changesBy(tokens: readonly Token[], at: number, { tool, names }: Account): boolean {
  const next = tokens[at + 1];
  return (
    tool.acting &&
    next?.used === true &&
    /^\p{N}/u.test(next.surface) &&
    isMeasured(next) &&
    !(TURNING.some((act) => tool.actWords.has(act)) && ANGLES.some((word) => names.has(word))) &&
    !DIFFERENCES.some((word) => names.has(word)) &&
    // What is set is no difference: the new amount of a budget.
    !(names.has('amount') && !changesThings(tool))
  );
}

const DIFFERENCES = ['by', 'delta', 'difference', 'change', 'step', 'increment', 'percent'];

/** Acts that go by an angle from where something stands. */
const TURNING = ['rotate', 'tilt', 'spin', 'turn', 'pan'];
const ANGLES = ['angle', 'degree', 'degrees', 'rotation'];

/** A number and no day. */
function isMeasured({ source, end, surface }: Token): boolean {
  return /^\p{N}+$/u.test(surface) && !/^[-:/.]\p{N}|^ ?(?:st|nd|rd|th|am|pm)\b/u.test(source.text.slice(end, end + 4));
}

/** "File it under recipes": where it goes, for a parameter that takes such a place; "under 50" compares. */
export function isFiledUnder(tokens: readonly Token[], at: number, { places, flags, tool }: Account): boolean {
  // Right behind what the tool makes: of add_page_note a note, and no page.
  const made = tool.nameWords.filter((word) => !tool.actWords.has(word)).at(-1) ?? '';
  const before = tokens[at - 1]?.stem ?? '';
  if (!tool.makes.has(before) || before !== stemOf(made)) return false;
  const next = tokens[at + 1]?.surface === 'the' ? tokens[at + 2] : tokens[at + 1];
  return (
    next?.used === true &&
    !flags.some((place) => overlaps(place, next)) &&
    places.some(
      (one) => [...one.words].some((word) => FILED.has(word)) && one.places.some((place) => overlaps(place, next)),
    )
  );
}

const FILED: ReadonlySet<string> = new Set(
  'repo repository owner project folder category parent section board label'.split(' '),
);
