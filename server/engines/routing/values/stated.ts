// Stated: values whose form or place the parameter's own words fix.
// In: a leaf and the context. Out: candidates: two ends of a range, the code of a state, a text named by its parameter, a unit.
// Why: "from 2 to 5" is one range, "keel of 9 inches" says the unit too, and "the command ls -l" names what follows.

import { readScope, touches } from '../text/scope.ts';
import { isUnitName } from '../text/units.ts';
import { verbClassOf } from '../text/verbs.ts';
import { isStopWord, stemOf } from '../text/words.ts';
import type { Leaf, Tool } from '../tools/tools.ts';
import type { Want } from '../tools/wants.ts';
import { groupOf, sideOf, wantOf } from '../tools/wants.ts';
import type { Candidate } from './candidate.ts';
import type { Context } from './context.ts';
import { fitNumber } from './kinds.ts';
import { UNITS } from './spans/numbers.ts';
import { CODE_OF_STATE } from './spans/places.ts';

const BETWEEN = /^\s*(?:to|and|until|till|through|-|–|—|,)\s*(?:\p{L}\s*=\s*)?\$?$/iu;

/** An array of two numbers that is a range takes both ends of one. */
export function fitRange(leaf: Leaf, context: Context): Candidate[] {
  if (leaf.type !== 'array' || !(leaf.itemType === 'number' || leaf.itemType === 'integer')) return [];
  if (
    !/\b(?:range|interval|limits?|bounds?|between|lower|minimum|coordinates?)\b/iu.test(
      `${leaf.nameWords.join(' ')} ${leaf.description}`,
    )
  )
    return [];
  const numbers = context.spans.filter((span) => span.kind === 'number');
  const found: Candidate[] = [];
  numbers.forEach((low, place) => {
    const high = numbers[place + 1];
    if (high === undefined || high.source !== low.source || !BETWEEN.test(low.source.text.slice(low.end, high.start)))
      return;
    const ends = [low, high].map((span) => fitNumber(leaf, leaf.itemType, span));
    if (ends.some((end) => end === null)) return;
    const opened = /\b(?:from|between)\s+(?:\p{L}\s*=\s*)?\$?$/iu.test(
      low.source.text.slice(Math.max(0, low.start - 16), low.start),
    );
    const places = [low, high].map(({ source, start, end }) => ({ source, start, end }));
    found.push({
      value: ends.map((end) => end?.value ?? null),
      by: 'range',
      places,
      strength: 1.5 + (opened ? 0.5 : 0) - 0.3 * low.source.age,
      firm: false,
    });
  });
  return found;
}

/** Where a description shows the two letters of a state, its full name says them. */
export function fitRegion(leaf: Leaf, context: Context): Candidate[] {
  if (leaf.type !== 'string' || !leaf.nameWords.includes('state') || !/['"(\s][A-Z]{2}\b/u.test(leaf.description))
    return [];
  const found: Candidate[] = [];
  for (const source of context.sources) {
    for (const match of source.text.matchAll(STATE)) {
      const code = CODE_OF_STATE.get(match[0].toLowerCase());
      if (code === undefined) continue;
      found.push({
        value: code,
        by: 'state-code',
        places: [{ source, start: match.index, end: match.index + match[0].length }],
        strength: 1.6 - 0.3 * source.age,
        firm: false,
      });
    }
  }
  return found;
}

const STATE = new RegExp(`(?<![\\p{L}\\p{N}])(?:${[...CODE_OF_STATE.keys()].join('|')})(?![\\p{L}\\p{N}])`, 'giu');

/** "using the command ls -l": a text that its parameter's name announces goes on to the end of its sentence. */
export function fitStated(leaf: Leaf, at: number, context: Context): Candidate[] {
  const name = leaf.nameWords.at(-1) ?? '';
  if (
    leaf.type !== 'string' ||
    context.wants[at] !== 'text' ||
    leaf.enumValues.length > 0 ||
    !/^\p{L}{3,20}$/u.test(name)
  )
    return [];
  const pattern = new RegExp(
    `\\b(?:the|with|using|as)\\s+(?:exact\\s+)?${name}(?:\\s+(?:called|is|of|as|to be))?\\s*[:=]?\\s+`,
    'giu',
  );
  const found: Candidate[] = [];
  for (const source of context.sources) {
    const scope = context.scopes.get(source) ?? readScope(source.text);
    for (const match of source.text.slice(0, STATED_LENGTH_MAX).matchAll(pattern)) {
      const start = match.index + match[0].length;
      const text =
        /^[^\n]{1,400}?(?=[.?!]?\s*(?:\n|$)|[.?!]\s)/u.exec(source.text.slice(start, start + 402))?.[0] ?? '';
      if (
        text.trim() === '' ||
        touches(scope.negated, start, start + text.length) ||
        touches(scope.reported, start, start + text.length)
      )
        continue;
      found.push({
        value: text,
        by: 'stated',
        places: [{ source, start, end: start + text.length }],
        strength: 1.2 - 0.3 * source.age,
        firm: false,
      });
    }
  }
  return found;
}

/** A stated text stands near its name; nobody announces one behind pages. */
const STATED_LENGTH_MAX = 4000;

/**
 * "From cellar to attic": where one pair of parameters differs only by its side, the two words are its values. An article or a
 * second word ("from the old one to …") leaves open where a value ends.
 */
export function fitSides(leaf: Leaf, context: Context): Candidate[] {
  const side = sideOf(leaf);
  if (side === null || leaf.type !== 'string' || leaf.enumValues.length > 0) return [];
  const pair = context.leaves.filter((one) => one.type === 'string' && sideOf(one) !== null);
  const [first, second] = pair;
  if (
    first === undefined ||
    second === undefined ||
    pair.length !== 2 ||
    !pair.includes(leaf) ||
    sideOf(first) === sideOf(second) ||
    groupOf(first) !== groupOf(second) ||
    PATHS_AND_TIMES.has(wantOf(leaf))
  )
    return [];
  return context.sources.flatMap((source) => {
    const scope = context.scopes.get(source) ?? readScope(source.text);
    return [...source.text.matchAll(FROM_TO)].flatMap(({ index, 0: whole, 1: from = '', 2: to = '' }): Candidate[] => {
      if (
        [from, to].some((word) => isStopWord(word.toLowerCase()) || isUnitName(word)) ||
        touches(scope.negated, index, index + whole.length) ||
        touches(scope.reported, index, index + whole.length)
      )
        return [];
      const start = side === 'from' ? index + whole.indexOf(from, 5) : index + whole.length - to.length;
      const value = side === 'from' ? from : to;
      return [
        {
          value,
          by: 'exact',
          places: [{ source, start, end: start + value.length }],
          strength: 2 - 0.3 * source.age,
          firm: true,
        },
      ];
    });
  });
}

const FROM_TO =
  /\bfrom (\p{Ll}+) to (\p{Ll}+)(?=\s*(?:$|[.,;!?])| (?:on|in|at|for|with|by|please|tomorrow|today|now)\b)/gu;
/** What these take is read by its own form, and a bare word is none. */
const PATHS_AND_TIMES: ReadonlySet<Want> = new Set<Want>([
  'date',
  'time',
  'datetime',
  'year',
  'email',
  'url',
  'path',
  'currency',
  'language',
  'unit',
]);

/**
 * "Deploy checkout-api": what deploy_service acts on is a service, and so is "auth-service". Only words joined by marks are read so:
 * a word alone may be anything ("deploy everything").
 */
export function fitObject(leaf: Leaf, { act, nameStems, nameWords }: Tool, context: Context): Candidate[] {
  // The `name` of delete_database is the database's.
  const own = leaf.nameWords.filter((word) => word !== 'name' && word !== 'id');
  const [name = '', more] = own.length > 0 ? own : nameWords.filter((word) => word !== act);
  const want = wantOf(leaf);
  if (
    leaf.type !== 'string' ||
    !leaf.required ||
    leaf.enumValues.length > 0 ||
    leaf.format !== null ||
    more !== undefined ||
    !(want === 'other' || want === 'title' || want === 'id')
  )
    return [];
  const isObject = act !== null && stemOf(name) !== stemOf(act) && nameStems.includes(stemOf(name));
  return context.sources.flatMap((source) => {
    const scope = context.scopes.get(source) ?? readScope(source.text);
    return [...source.text.matchAll(JOINED_WORDS)].flatMap((match): Candidate[] => {
      const [value] = match;
      const place = { source, start: match.index, end: match.index + value.length };
      const lead =
        /(\p{L}+)(?: (?:back|up|down|out))? (?:the )?$/u
          .exec(source.text.slice(Math.max(0, match.index - 40), match.index))?.[1]
          ?.toLowerCase() ?? '';
      const saysAct =
        isObject &&
        (lead === act ||
          (verbClassOf(lead) !== undefined && verbClassOf(lead) === verbClassOf(act)) ||
          (act.startsWith(lead) && lead.length > 2));
      const saysKind = lead === name || (/^(?:of|for)$/u.test(lead) && value.toLowerCase().endsWith(`-${name}`));
      if (
        !(saysAct || saysKind) ||
        touches(scope.negated, place.start, place.end) ||
        touches(scope.reported, place.start, place.end) ||
        touches(scope.quoted, place.start, place.end)
      )
        return [];
      return [{ value, by: 'exact', places: [place], strength: 2 - 0.3 * source.age, firm: true }];
    });
  });
}

/** Words in small letters joined by "-", "_" or ".", up to a preposition or the end of the clause. */
const JOINED_WORDS =
  /(?<![\p{L}\p{N}_./@:-])\p{Ll}[\p{Ll}\p{N}]*(?:[-_.][\p{Ll}\p{N}]+)+(?=\s*(?:$|[,;!?]|\.(?:\s|$))| (?:to|in|on|from|at|with|for|by|of|and)\b)/gu;

/** "A channel called ops": one word behind "called", up to the end of its clause, is the name. Longer ones end where nobody can say. */
export function fitCalled(leaf: Leaf, context: Context): Candidate[] {
  if (
    leaf.type !== 'string' ||
    leaf.enumValues.length > 0 ||
    !leaf.nameWords.some((word) => word === 'name' || word === 'title')
  )
    return [];
  return context.sources.flatMap((source) => {
    const scope = context.scopes.get(source) ?? readScope(source.text);
    return [...source.text.matchAll(CALLED)].flatMap(({ index, 0: whole, 1: value = '' }): Candidate[] => {
      const start = index + whole.length - value.length;
      if (
        isStopWord(value.toLowerCase()) ||
        [scope.negated, scope.reported, scope.quoted].some((stretches) =>
          touches(stretches, start, start + value.length),
        )
      )
        return [];
      return [
        {
          value,
          by: 'exact',
          places: [{ source, start, end: start + value.length }],
          strength: 2 - 0.3 * source.age,
          firm: true,
        },
      ];
    });
  });
}

const CALLED = /\b(?:called|named|titled|entitled) (\p{L}[\p{L}\p{N}_-]*)(?=\s*(?:$|[;!?]|[.,](?:\s|$)))/gu;

/** "acme/webshop" for a parameter that is described as "owner/name". */
export function fitJoined(leaf: Leaf, context: Context): Candidate[] {
  if (
    leaf.type !== 'string' ||
    leaf.enumValues.length > 0 ||
    !/\b(?:owner|org|organization|organisation|user|namespace|group)\/(?:repo|name|repository|project)/iu.test(
      leaf.description,
    )
  )
    return [];
  return context.sources.flatMap((source) => {
    const scope = context.scopes.get(source) ?? readScope(source.text);
    return [...source.text.matchAll(JOINED)]
      .filter(
        (match) =>
          !touches(scope.negated, match.index, match.index + match[0].length) &&
          !touches(scope.reported, match.index, match.index + match[0].length),
      )
      .filter(([joined]) => !joined.toLowerCase().split('/').some(isStopWord))
      .map(
        (match): Candidate => ({
          value: match[0],
          by: 'exact',
          places: [{ source, start: match.index, end: match.index + match[0].length }],
          strength: 2 - 0.3 * source.age,
          firm: true,
        }),
      );
  });
}

const JOINED =
  /(?<![\p{L}\p{N}_.:/@-])[\p{L}\p{N}_-][\p{L}\p{N}_.-]{0,99}\/[\p{L}\p{N}_.-]{0,99}[\p{L}\p{N}_-](?![\p{L}\p{N}_/@-])/gu;

/** The unit beside a number, or behind "in", for a parameter that takes the unit itself. */
export function fitUnit(leaf: Leaf, at: number, context: Context): Candidate[] {
  if (leaf.type !== 'string' || context.wants[at] !== 'unit' || leaf.enumValues.length > 0) return [];
  const found: Candidate[] = [];
  for (const source of context.sources) {
    for (const match of source.text.matchAll(
      /(?<=\d\s?|\bin\s(?:the\s)?)(?:\p{L}{1,14}(?:\/\p{L}{1,6})?)(?![\p{L}\p{N}])/gu,
    )) {
      const word = match[0].toLowerCase();
      if (!UNITS.has(word) && !isUnitName(word)) continue;
      found.push({
        value: match[0],
        by: 'unit',
        places: [{ source, start: match.index, end: match.index + match[0].length }],
        strength: 1.5 - 0.3 * source.age,
        firm: /\bin\s(?:the\s)?$/u.test(source.text.slice(Math.max(0, match.index - 8), match.index)),
      });
    }
  }
  return found;
}
