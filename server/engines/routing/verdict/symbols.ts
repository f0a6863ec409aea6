// Symbols: signs and single letters of a request that nothing accounts for.
// In: the texts of a turn, what accounts for their words, and the places of clauses that only say why. Out: what may change a value.
// Why: "<50", "~50", "50+", "/srv/build/*" and "c. 50" say something else than the value inside them. A sign has a class as a word
// has: it ends, joins, quotes, labels or compares; one without a class is asked about, and a token is taken whole.

import { allMatches } from '../text/all-matches.ts';
import { isMeasureWord } from '../text/units.ts';
import { readWords, stemOf } from '../text/words.ts';
import { overlaps } from '../values/assign.ts';
import type { Place } from '../values/candidate.ts';
import type { Source } from '../values/spans/span.ts';
import type { Account } from './sentences.ts';
import { spokenOf } from './sentences.ts';

/** A tool that acts is held against every sign, one that looks against those beside a value. */
export function findSymbols(turn: readonly Source[], account: Account, idle: readonly Place[]): Place[] {
  return turn.flatMap((source) => {
    const seen = seenIn(source, account);
    const isHeld = (place: Place): boolean => account.tool.acting || isBeside(place, seen);
    return [
      ...signsIn(seen).filter(
        (place) => isHeld(place) && (isBeside(place, seen) || !idle.some((one) => overlaps(one, place))),
      ),
      ...lettersIn(seen).filter(isHeld),
      ...(account.tool.acting ? stepsIn(seen) : []),
    ];
  });
}

interface Seen {
  readonly source: Source;
  /** What is spoken; blanks for the rest. */
  readonly text: string;
  /** Places of this text that arguments use. */
  readonly own: readonly Place[];
  readonly account: Account;
}

function seenIn(source: Source, account: Account): Seen {
  const own = account.used.filter((place) => place.source === source);
  return { source, text: spokenOf(source, account.used), own, account };
}

/** Nothing but spaces and quotes between it and a value. */
function isBeside({ start, end }: Place, { own, text }: Seen): boolean {
  return own.some((place) =>
    /^[\s"'“”‘’]*$/u.test(place.end <= start ? text.slice(place.end, start) : text.slice(end, place.start)),
  );
}

const ALNUM = /[\p{L}\p{M}\p{N}]/u;

function signsIn(seen: Seen): Place[] {
  const { source, text, own } = seen;
  const paired = pairedIn(text);
  return allMatches(text, /[^\p{L}\p{M}\p{N}\s]+/gu).flatMap(({ 0: run, index }) => {
    // A sign inside a value is the value's.
    const first = own.find((place) => place.start < index + run.length && place.end > index);
    const ends = first === undefined ? [[index, index + run.length] as const] : partsBeside(first, index, run.length);
    return ends
      .filter(([start, end]) => !paired.has(start) && !isClassed(start, end, seen))
      .map(([start, end]) => ({ source, start, end }));
  });
}

/** "+5" is as much more, unless the parameter says that it is a difference. */
function stepsIn({ own, account: { says } }: Seen): Place[] {
  return DIFFERENCES.some((stem) => says.has(stem))
    ? []
    : own.filter(({ source, start, end }) => /^\+\d{1,6}(?:\.\d+)?$/u.test(source.text.slice(start, end)));
}

const DIFFERENCES = [
  'delta',
  'differ',
  'chang',
  'step',
  'increment',
  'offset',
  'zone',
  'timezon',
  'latitud',
  'longitud',
];

/** What of a run of signs stands before a value, and what behind it. */
function partsBeside({ start, end }: Place, from: number, length: number): (readonly [number, number])[] {
  const parts = [[from, Math.min(start, from + length)] as const, [Math.max(end, from), from + length] as const];
  return parts.filter(([one, other]) => one < other);
}

/** "**vm-3**", "<ann@example.com>": signs that set something off stand on both of its sides. */
function pairedIn(text: string): ReadonlySet<number> {
  const found = new Set<number>();
  for (const pattern of PAIRED)
    for (const { 0: run, 1: open = '', index } of allMatches(text, pattern)) {
      found.add(index);
      found.add(index + run.length - open.length);
    }
  return found;
}

const PAIRED = [
  /(?<![\p{L}\p{N}*_/])(\*{1,2}|_{1,2})(?=[^\s*_])[^*_\n]{1,200}(?<=[^\s*_])\1(?![\p{L}\p{N}*_/])/gu,
  /(?<!\S)(<)[^\s<>]{1,200}[@:][^\s<>]{1,200}>(?![^\s.,;!?])/gu,
];

/** What may stand around words in running text. */
const MARKS = /^[.,;:!?()[\]"“”„«»‘’'`…—–\-/&·•¿¡_]+$/u;
const OPENING = /^[([\]"“”„«»‘’'`—–¿¡]+$/u;
const CLOSING = /^[.,;:!?()[\]"“”„«»‘’'`…—–]+$/u;
/** Thanks and good cheer: smiles, hands that greet or thank. */
const CHEERS = /^(?:[\u{1f600}-\u{1f60b}\u{1f642}\u{1f64f}\u{1f44b}\u{1f44d}\u{1f389}]|\p{Emoji_Modifier}|\ufe0f)+$/u;
const CURRENCIES = /^[$€£¥₹]$/u;

function isClassed(start: number, end: number, seen: Seen): boolean {
  const { text, own } = seen;
  const sign = text.slice(start, end);
  const value = own.find((place) => place.start === end);
  const valueBefore = own.find((place) => place.end === start);
  const isLeft = valueBefore !== undefined || ALNUM.test(text[start - 1] ?? ' ');
  const isRight = value !== undefined || ALNUM.test(codeAt(text, end));
  if (CHEERS.test(sign) || isBullet(start, end, text) || isCompared(start, end, seen) || isLabel(start, end, seen))
    return true;
  // "€ 15", "15 €".
  if (CURRENCIES.test(sign))
    return /\p{N} ?$/u.test(text.slice(Math.max(0, start - 2), start)) || /^ ?\p{N}/u.test(text.slice(end, end + 2));
  if (sign.startsWith('°')) return /\p{N} ?$/u.test(text.slice(Math.max(0, start - 2), start));
  // "@mira", "#12": a name or a number follows.
  if (/^["'“‘(]*[@#]$/u.test(sign)) return value !== undefined;
  if (/^(?:→|->|=>)$/u.test(sign)) return leadsAcross(start, end, seen);
  // "'.toml'": the dot of an ending, where files or their types are spoken of.
  if (/^["'“‘`(]*\.$/u.test(sign) && value !== undefined && /^\p{L}/u.test(text.slice(end)) && !isLeft)
    return ENDINGS.some((stem) => seen.account.says.has(stem));
  // "team=ops": both are sent.
  if (sign === '=') return value !== undefined && valueBefore !== undefined;
  if (!MARKS.test(sign)) return false;
  if (!isLeft && !isRight) return !(sign === '-' && /^ [\p{N}]/u.test(text.slice(end, end + 2)));
  if (isLeft && isRight) return isJoint(start, end, seen);
  return isRight ? OPENING.test(sign) : CLOSING.test(sign);
}

/** "HEL → TLL": between the values of the two ends of a way. */
function leadsAcross(start: number, end: number, { source, account: { places } }: Seen): boolean {
  const has = (words: readonly string[], isBeside: (place: Place) => boolean): boolean =>
    places.some(
      (one) =>
        words.some((word) => one.words.has(word)) &&
        one.places.some((place) => place.source === source && isBeside(place)),
    );
  return (
    has(STARTS, (place) => place.end === start || place.end === start - 1) &&
    has(GOALS, (place) => place.start === end || place.start === end + 1)
  );
}

const STARTS = ['from', 'origin', 'source', 'departure', 'start'];
const GOALS = ['to', 'destination', 'target', 'arrival', 'end'];

const ENDINGS = ['file', 'extens', 'type', 'format', 'suffix'];

function codeAt(text: string, at: number): string {
  return at < text.length ? String.fromCodePoint(text.codePointAt(at) ?? 0) : ' ';
}

/** "- one" at the beginning of a line. */
function isBullet(start: number, end: number, text: string): boolean {
  return (
    /^[-*•–·+]$/u.test(text.slice(start, end)) && /(?:^|\n)[ \t]*$/u.test(text.slice(0, start)) && text[end] === ' '
  );
}

/** "< 50" for an upper bound, "50+" for a lower one: the parameter is the comparison. */
function isCompared(start: number, end: number, { text, account: { bounds }, source }: Seen): boolean {
  const sign = text.slice(start, end);
  const isUpper = /^(?:<|<=|≤)$/u.test(sign);
  const isLower = /^(?:>|>=|≥|\+)$/u.test(sign);
  return (
    (isUpper || isLower) &&
    bounds.some(
      ({ words, places }) =>
        words.has(isUpper ? 'maximum' : 'minimum') &&
        places.some(
          (place) =>
            place.source === source &&
            (sign === '+'
              ? place.end === start
              : /^ ?[$€£¥₹]?$/u.test(text.slice(end, Math.max(end, place.start))) && place.start >= end),
        ),
    )
  );
}

/** "amount=50", "recipient:Mira": between the name of a parameter, or a word of the tool, and a value. */
function isLabel(start: number, end: number, { text, own, account }: Seen): boolean {
  const label = readWords(text.slice(Math.max(0, start - LABEL_LENGTH_MAX), start).trimEnd()).at(-1);
  return (
    /^[:=]["'“`]?$/u.test(text.slice(start, end)) &&
    label !== undefined &&
    (account.named.has(label.stem) || account.tool.nameStems.includes(label.stem)) &&
    own.some((place) => place.start >= end && text.slice(end, place.start).trim() === '')
  );
}

const LABEL_LENGTH_MAX = 40;

/** Between two words without a space: "pick-up", "and/or", "Mira's", "50-dollar". A range is none, and a value is cut by none. */
function isJoint(start: number, end: number, { text, own, account }: Seen): boolean {
  const sign = text.slice(start, end);
  if (/\.\.|…|[!?]./u.test(sign)) return false;
  const isOwn = (at: number): boolean => own.some((place) => place.start <= at && place.end > at);
  const [before, behind] = [isOwn(start - 1), isOwn(end)];
  if (before && behind) return true;
  // "w/o", "c/o", "b/c": one letter and a slash shorten a word.
  if (!before && !behind)
    return !(
      sign === '/' &&
      (/(?<!\p{L})\p{L}$/u.test(text.slice(0, start)) || /^\p{L}(?!\p{L})/u.test(text.slice(end)))
    );
  if (/^[—"“”„«»‘’'`()[\],;]+$/u.test(sign)) return true;
  if (sign !== '-' && sign !== '–') return false;
  // "50-dollar", "order-17": the unit or the thing.
  const word = before
    ? readWords(text.slice(end, end + LABEL_LENGTH_MAX))[0]
    : readWords(text.slice(Math.max(0, start - LABEL_LENGTH_MAX), start)).at(-1);
  return word !== undefined && (isMeasureWord(word.surface) || account.says.has(stemOf(word.surface)));
}

/** "c. 50", "e.g.", "w/o": one letter stands for a word that nobody can know; "2 x" counts, "m" and "h" are units. */
function lettersIn({ source, text, own, account }: Seen): Place[] {
  return allMatches(text, /(?<![\p{L}\p{M}\p{N}'’])\p{L}(?![\p{L}\p{M}\p{N}])(?!['’]\p{L})/gu).flatMap(
    ({ 0: letter, index }) => {
      const place = { source, start: index, end: index + letter.length };
      const small = letter.toLowerCase();
      const isPart =
        /(?:[\p{L}\p{N}][-&]|°)$/u.test(text.slice(0, index)) || /^[-&][\p{L}\p{N}]/u.test(text.slice(place.end));
      const behind = own.some(
        (one) =>
          one.end <= index &&
          /^ ?$/u.test(text.slice(one.end, index)) &&
          /\p{N}$/u.test(text.slice(one.start, one.end)),
      );
      return own.some((one) => overlaps(one, place)) ||
        !/\p{Script=Latin}/u.test(letter) ||
        (WORDS.has(small) && text[place.end] !== '.') ||
        isPart ||
        account.says.has(small) ||
        (behind && (isMeasureWord(small) || (small === 'x' && /^ [\p{L}\p{N}]/u.test(text.slice(place.end)))))
        ? []
        : [place];
    },
  );
}

/** Words of one letter, and "u" for "you". */
const WORDS: ReadonlySet<string> = new Set(['a', 'i', 'u']);
