// Account: what a tool and the arguments that would be sent account for in the words of a request.
// In: a filled tool. Out: the places used, and the words said by names and descriptions.
// Why: a word is explained by what is sent and by what the tool is called. What an option says that is not sent explains nothing: it
// is the option that was dropped.

import { functionClassOf } from '../text/function-words.ts';
import { saidFor } from '../text/things.ts';
import { isMeasureWord } from '../text/units.ts';
import { isActVerb } from '../text/verbs.ts';
import { splitIdentifier, stemOf } from '../text/words.ts';
import { perLeaf, perTool } from '../tools/per-leaf.ts';
import { stemsSaidBy } from '../tools/says.ts';
import type { Leaf, Tool } from '../tools/tools.ts';
import { isStay, sideAmong, wantOf } from '../tools/wants.ts';
import { overlaps } from '../values/assign.ts';
import type { Place } from '../values/candidate.ts';
import type { Filled, Slot } from '../values/fill.ts';
import type { Account, Token } from './sentences.ts';

const NONE: ReadonlySet<string> = new Set();
const TIMED: ReadonlySet<string> = new Set(['date', 'time', 'datetime', 'year']);

/** `pickup_date` is said as "pick-up" and as "pick up", and `pick_up_date` as "pickup". */
function otherWritings(words: readonly string[]): readonly string[] {
  return words.flatMap((word, at) => {
    const parts = JOINED_NOUN.exec(word);
    const joined = `${word}${words[at + 1] ?? ''}`;
    return parts !== null
      ? parts.slice(1).filter((part) => part !== undefined)
      : JOINED_NOUN.test(joined)
        ? [joined]
        : [];
  });
}

/** Nouns of a verb with its particle that name a time or a place, in one word. */
const JOINED_NOUN = /^(?:(check)(in|out)|(pick)(up)|(drop)(off))$/u;

/** What a tool says whatever is sent. */
const ownStems: (tool: Tool) => ReadonlySet<string> = perTool(
  (tool) =>
    new Set([
      ...stemsSaidBy(tool),
      ...tool.leaves.filter(({ required }) => required).flatMap(({ nameStems }) => [...nameStems]),
    ]),
);

/** Stems of what is done to whom a parameter takes: something is assigned to an assignee. */
export function doneTo({ nameWords }: Leaf): readonly string[] {
  return nameWords.filter((word) => /\p{L}{4}ees?$/u.test(word)).map((word) => stemOf(word.replace(/ees?$/u, '')));
}

/** What an argument says that is sent. */
const stemsOf: (leaf: Leaf) => readonly string[] = perLeaf((leaf) => [
  ...leaf.nameStems,
  ...saidFor(leaf.nameStems),
  ...otherWritings(leaf.nameWords).map(stemOf),
  ...doneTo(leaf),
  ...leaf.descriptionStems,
  ...leaf.path.flatMap((part) => splitIdentifier(String(part)).map(stemOf)),
]);

/** `foreign` are stems of the names of the other tools: a word of theirs is not said for one of this tool's. */
export function accountOf(filled: Filled, foreign: ReadonlySet<string> = NONE): Account {
  const { tool, sent } = filled;
  const used = sent.flatMap((slot) => [...(slot.assigned?.candidate.places ?? [])]);
  const values = sent.flatMap(({ assigned }) =>
    typeof assigned?.candidate.value === 'string' ? splitIdentifier(assigned.candidate.value) : [],
  );
  // The "not" of do_not_disturb accounts for itself alone.
  const names = new Set([
    ...tool.nameWords,
    ...sent.flatMap(({ leaf }) => [...leaf.nameWords, ...otherWritings(leaf.nameWords)]),
    ...values.filter((word) => functionClassOf(word).kind !== 'changing' || functionClassOf(word).list === 'particle'),
  ]);
  const says = new Set(ownStems(tool));
  const add = (stems: readonly string[]): void => stems.forEach((stem) => says.add(stem));
  // "Bugs", where a parameter lists `Bug`, are no issues of any kind.
  const listed = listedStems(tool);
  add(saidFor(tool.nameStems).filter((stem) => !foreign.has(stem) && !listed.has(stem)));
  // "E-mail" is cut into two words.
  if (names.has('email')) says.add('mail');
  add(values.map(stemOf));
  for (const { leaf } of sent) add(stemsOf(leaf));
  return {
    tool,
    used,
    says,
    places: sent.map(({ leaf, assigned }) => ({
      words: new Set(leaf.nameWords),
      places: assigned?.candidate.places ?? [],
    })),
    named: new Set(sent.flatMap(({ leaf }) => [...leaf.nameStems, ...leaf.descriptionStems])),
    names,
    timed: tool.leaves.some((leaf) => TIMED.has(wantOf(leaf))),
    bounds: boundsOf(filled),
    days: sent
      .filter(
        ({ leaf }) => TIMED.has(wantOf(leaf)) && !UP_TO_DAY.test(`${leaf.nameWords.join(' ')} ${leaf.description}`),
      )
      .flatMap(({ assigned }) => [...(assigned?.candidate.places ?? [])]),
    flags: sent
      .filter(({ assigned }) => typeof assigned?.candidate.value === 'boolean')
      .flatMap(({ assigned }) => [...(assigned?.candidate.places ?? [])]),
    ids: sent
      .filter(({ leaf }) => leaf.schema.has('pattern') || leaf.format !== null)
      .flatMap(({ assigned }) => [...(assigned?.candidate.places ?? [])]),
    listed: sent
      .filter(({ leaf }) => leaf.enumValues.length > 0)
      .flatMap(({ assigned }) => [...(assigned?.candidate.places ?? [])]),
    isAimed: sent.length >= 2 || sent.some(({ leaf }) => leaf.enumValues.length > 0 || leaf.type !== 'string'),
    chosen: sent
      .filter((slot) => choosesAct(slot) || leadsTo(slot, tool))
      .flatMap(({ assigned }) => [...(assigned?.candidate.places ?? [])]),
  };
}

const listedStems: (tool: Tool) => ReadonlySet<string> = perTool(
  ({ leaves }) =>
    new Set(
      leaves.flatMap(({ enumValues }) =>
        enumValues.flatMap((value) => (typeof value === 'string' ? [stemOf(value.toLowerCase())] : [])),
      ),
    ),
);

/** Whether one of the places of an account is a parameter's. */
export const isSent = ({ nameWords }: Leaf, places: Account['places']): boolean =>
  places.some(({ words }) => nameWords.every((word) => words.has(word)));

/** What says that a day is the last one, or that something is done by then. */
const UP_TO_DAY =
  /\b(?:by|before|until|till|to|end|ends|due|deadline|max|latest|last|expir\w*|deliver\w*|arriv\w*|complet\w*|finish\w*|remind\w*)\b/iu;

/** Of approve, request changes and comment: a verb with its object, in a list of verbs. */
function isActWithObject(value: unknown, values: readonly unknown[]): boolean {
  const opens = (one: unknown): boolean => typeof one === 'string' && isActVerb(splitIdentifier(one)[0] ?? '');
  return opens(value) && splitIdentifier(String(value)).length > 1 && values.filter(opens).length > values.length / 2;
}

/** "Close shelf 4" asks a tool that changes shelves for one whose state is to be `closed`: what the verb does is the value. */
function leadsTo({ leaf, assigned }: Slot, tool: Tool): boolean {
  const value = assigned?.candidate.value;
  if (leaf.enumValues.length < 2 || typeof value !== 'string' || !changesThings(tool)) return false;
  return (assigned?.candidate.places ?? []).some(({ source, start, end }) => {
    const said = source.text.slice(start, end).toLowerCase();
    const state = value.toLowerCase();
    return (
      (isActVerb(said) && said !== state && /(?:ed|en)$/u.test(state) && stemOf(state) === stemOf(said)) ||
      said === `re${state}`
    );
  });
}

/** The tool sets things to what they shall be. */
export function changesThings({ actWords }: Tool): boolean {
  return CHANGING.some((act) => actWords.has(act));
}

const CHANGING = ['update', 'change', 'modify', 'edit', 'patch', 'set'];

/** "Add milk" asks for the act that a tool for changing lists takes as an argument. */
export function choosesAct({ leaf, assigned }: Slot): boolean {
  const value = assigned?.candidate.value;
  return (
    leaf.required &&
    (assigned?.candidate.rule === 'verb-of-flag' ||
      isListedAct(leaf, value) ||
      isActWithObject(value, leaf.enumValues) ||
      (leaf.enumValues.length > 1 && typeof value === 'string' && isActVerb(value.toLowerCase())) ||
      ((leaf.enumValues.length > 1 || typeof value === 'boolean') &&
        (assigned?.candidate.places ?? []).some(({ source, start, end }) =>
          isActVerb(source.text.slice(start, end).toLowerCase()),
        )))
  );
}

/** "Power off 40417": a verb with its particle, of a parameter that lists what is done. */
function isListedAct({ nameWords, enumValues }: Leaf, value: unknown): boolean {
  const [verb = '', particle = '', ...more] = typeof value === 'string' ? splitIdentifier(value) : [];
  return (
    enumValues.length > 1 &&
    more.length === 0 &&
    nameWords.some((word) => /^(?:action|operation|command)$/u.test(word)) &&
    (isActVerb(verb) || /^(?:power|turn|switch|shut|boot|spin)$/u.test(verb)) &&
    (particle === '' || /^(?:on|off|up|down)$/u.test(particle))
  );
}

/** A parameter for a bound, with the words that say such a bound. */
export interface Bound {
  readonly places: readonly Place[];
  readonly words: ReadonlySet<string>;
}

const LOWER = 'at least minimum min more over above than greater higher larger bigger or no less exceeding';
const UPPER =
  'at most maximum max less under below than lower smaller shorter or no more longer up to fewer cheaper not within';
/** Names of the two ends of a visit or a hire. */
const VISITING = /\b(?:check ?(?:in|out)|pick ?up|drop ?off)\b/u;
const SINCE = 'after since from between';
const UNTIL = 'before until till by within between';
/** From a day on, and up to one: what acts begins and ends on the day itself, unless its parameter says otherwise. */
const FROM_ON = 'since from between';
const UP_TO = 'until till by within between';

/** The day itself belongs to what is bounded, so that "before" and "after" it are other days. */
const WITH_ITS_DAY =
  /\binclusive\b|^(?:the )?(?:first|last) day\b|\bon or (?:after|before)\b|\bup to and including\b/iu;

function boundsOf({ tool, sent }: Filled): Bound[] {
  return sent.flatMap(({ leaf, assigned }) => {
    const name = new Set(leaf.nameWords);
    const has = (words: string): boolean => words.split(' ').some((word) => name.has(word));
    // What somebody is willing to wait or to pay is a limit.
    const isLimit = /\bwilling to\b/iu.test(leaf.description);
    const isDay = !isLimit && TIMED.has(wantOf(leaf));
    // What a description says of the day itself holds, whatever the name is.
    const isTold = WITH_ITS_DAY.test(leaf.description);
    const since = isTold || (tool.acting && !has('after')) ? FROM_ON : SINCE;
    const until = isTold || (tool.acting && !has('before')) ? UP_TO : UNTIL;
    const side =
      isDay && (isStay(leaf, tool.leaves) || VISITING.test(leaf.nameWords.join(' ')))
        ? sideAmong(leaf, tool.leaves)
        : null;
    const words =
      side !== null
        ? side === 'from'
          ? since
          : until
        : isDay
          ? has('after since from start starts begin min')
            ? since
            : has('before until till end ends due deadline by to max expires expire expiry expiration')
              ? until
              : null
          : isLimit
            ? UPPER
            : has('min minimum least above over lower') ||
                /^(?:the )?(?:min|minimum|smallest|lowest)\b/iu.test(leaf.description)
              ? LOWER
              : has('max maximum most below under upper budget limit') ||
                  // So many results are that many at most.
                  /\b(?:per page|page size|page limit|max results|top)\b/u.test(leaf.nameWords.join(' ')) ||
                  /^(?:the )?(?:max|maximum|largest|highest)\b/iu.test(leaf.description)
                ? UPPER
                : null;
    // A listed value is compared with nothing, nor is a flag: the `MONTH` of limit_period, half_day_end.
    return words === null || leaf.enumValues.length > 0 || leaf.type === 'boolean'
      ? []
      : [{ places: assigned?.candidate.places ?? [], words: new Set(words.split(' ')) }];
  });
}

/** "At least 4" for `min_rating`: the parameter is the comparison. */
export function isBound(tokens: readonly Token[], at: number, { bounds }: Account): boolean {
  const token = tokens[at] as Token;
  return bounds.some(({ places, words }) => {
    if (!words.has(token.surface)) return false;
    // "Most of 100" is no "at most 100", and "until within" nothing that a day can take.
    if (
      /^(?:most|least)$/u.test(token.surface) &&
      (tokens[at - 1]?.surface !== 'at' || tokens[at + 1]?.surface === 'of')
    )
      return false;
    if (/^(?:between|within)$/u.test(token.surface) && /^(?:to|until|till|by|at)$/u.test(tokens[at - 1]?.surface ?? ''))
      return false;
    if (token.surface === 'between' && !joinsTwo(tokens, at)) return false;
    // Between today and tomorrow lies no day.
    if (token.surface === 'between' && tokens[at + 1]?.surface === 'today' && tokens[at + 3]?.surface === 'tomorrow')
      return false;
    // "No longer than" bounds from above, "longer than" from below.
    if (/^(?:longer)$/u.test(token.surface) && tokens[at - 1]?.surface !== 'no') return false;
    if (isComparedAgain(tokens, at)) return false;
    const isDay = words.has('since') || words.has('until');
    const isOwn = (one: Token | undefined): boolean =>
      one !== undefined && places.some((place) => overlaps(place, one));
    // "Within 3 days" ends on a day; "within" a day of the calendar says nothing.
    if (
      token.surface === 'within' &&
      isDay &&
      !tokens.slice(at + 1, at + BOUND_REACH + 1).some((one) => isOwn(one) && isUnit(one))
    )
      return false;
    const next = tokens.slice(at + 1, at + BOUND_REACH + 1).find(({ used }) => used);
    // "Twelve or more": behind its value with "or".
    // "100 uses at most": behind its value and what is counted.
    const before = tokens.slice(Math.max(0, at - 3), at).findLast(({ used }) => used);
    const from = before === undefined ? at : tokens.indexOf(before);
    const isBehind = !isDay && isOwn(before) && tokens.slice(from + 1, at).every(isCounted);
    // "Under 100 uses at most": who compares one value twice may mean two things.
    if (isBehind && isComparedBefore(tokens, from)) return false;
    // "Or more" is no bound from above, and "or less" none from below.
    const isOther = words.has('maximum')
      ? /^(?:more|longer|not|no)$/u
      : words.has('minimum')
        ? /^(?:less|no)$/u
        : /^not$/u;
    const isJoined = tokens[at - 1]?.surface === 'or' && !isOther.test(token.surface);
    return isOwn(next) || isBehind || (isOwn(tokens[at - 2]) && isJoined);
  });
}

/** "Within less than 5", "after after the 3rd": a second comparison before the same value, which one parameter cannot take. */
export function isComparedAgain(tokens: readonly Token[], at: number): boolean {
  if (!COMPARING.has(tokens[at]?.surface ?? '')) return false;
  const value = tokens.findIndex(({ used }, place) => place > at && used);
  return (
    value >= 0 && value <= at + BOUND_REACH && tokens.slice(at + 1, value).some(({ surface }) => COMPARING.has(surface))
  );
}

/** Words that compare by themselves: "than" and "at" only belong to one. */
const COMPARING: ReadonlySet<string> = new Set(
  'within under over below above before after since until till between up less more fewer greater least most exceeding minimum maximum'.split(
    ' ',
  ),
);

/** A comparison stands before the value, too. */
function isComparedBefore(tokens: readonly Token[], value: number): boolean {
  const first = tokens.findLastIndex(({ used }, at) => at < value && !used);
  return tokens
    .slice(Math.max(0, first - 1), first + 1)
    .some(({ classed, used }) => !used && classed.kind === 'changing' && classed.list !== 'quantifier');
}

/** Of time. */
function isUnit({ surface }: Token): boolean {
  return isMeasureWord(surface) || SPANS.has(surface);
}

const SPANS: ReadonlySet<string> = new Set(
  'day days week weeks month months quarter quarters year years hour hours minutes'.split(' '),
);

/** "Between … and …". */
function joinsTwo(tokens: readonly Token[], at: number): boolean {
  const first = tokens.findIndex(({ used }, place) => place > at && used);
  const joint = tokens.findIndex(({ used }, place) => first >= 0 && place > first && !used);
  return joint >= 0 && tokens[joint]?.surface === 'and';
}

/** A noun between a number and what compares it. */
function isCounted({ classed, surface }: Token): boolean {
  return classed.kind === 'open' || surface === 'at';
}

/** "No more than 5": a comparison stands at most so many words before its value. */
const BOUND_REACH = 4;

/** "Over ten years": how long something goes on. */
export function isLasting(tokens: readonly Token[], at: number, isActing: boolean): boolean {
  // "For over 90 minutes" is more than that: for a tool that acts, only "over the next …" says how long.
  if (isActing && tokens[at]?.surface === 'over' && tokens[at + 1]?.surface !== 'the') return false;
  if (!/^(?:over|during|next)$/u.test(tokens[at]?.surface ?? '')) return false;
  const after = tokens.slice(at + 1, at + 5);
  const value = after.findIndex(({ used }) => used);
  return (
    value >= 0 &&
    after
      .slice(value)
      .some(({ surface }) =>
        /^(?:s|secs?|seconds?|mins?|minutes?|h|hrs?|hours?|days?|nights?|weeks?|months?|quarters?|years?)$/u.test(
          surface,
        ),
      )
  );
}
