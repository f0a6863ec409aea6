// Signatures: which kinds of values builtins take and give, as far as it is the same for all calls.
// In: the name of a builtin. Out: the kinds each argument may have, and those of its result. Derived from the names of parameters in
// BUILTINS, which are the same for the same things within a family.

import type { BuiltinName } from '../builtins.ts';
import { BUILTINS } from '../builtins.ts';
import { ROUNDING_MODES } from '../rounding.ts';
import { DATE_PARTS, SPANS, TIME_PARTS, UNITS } from '../units.ts';
import { ALL_KINDS, BOOLEAN, MAP, NIL, NUMBER, STRING, VECTOR } from './kinds.ts';

const COLLECTION = VECTOR | MAP | NIL;

/** `lt?` and its kin. */
const COMPARED_OR_NIL = new Set<BuiltinName>(['lt?', 'lte?', 'gt?', 'gte?', 'in-range?']);
/** By family, the kinds of parameters by their names; what is not named takes anything. */
const PARAMS: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  number: { x: NUMBER, y: NUMBER, numbers: NUMBER, exponent: NUMBER, places: NUMBER, mode: STRING, coll: COLLECTION },
  strings: {
    ...{ text: STRING, separator: STRING, prefix: STRING, suffix: STRING, from: STRING, to: STRING, fill: STRING },
    ...{ start: NUMBER, end: NUMBER, width: NUMBER, coll: COLLECTION | STRING },
    ...{ group: STRING | NIL, point: STRING },
  },
  vectors: { coll: COLLECTION, colls: COLLECTION, n: NUMBER, index: NUMBER, start: NUMBER, end: NUMBER, step: NUMBER },
  maps: { coll: COLLECTION, map: MAP | NIL, maps: MAP | NIL, path: COLLECTION, keys: COLLECTION },
  higher: { coll: COLLECTION, map: MAP | NIL },
  dates: {
    text: STRING,
    instant: STRING,
    from: STRING,
    to: STRING,
    a: STRING,
    b: STRING,
    unit: STRING,
    part: STRING,
    offset: STRING,
    layout: STRING,
  },
  patterns: { pattern: STRING, text: STRING, to: STRING, template: STRING },
};

/** Builtins that take more than others of their family. */
const OWN: Readonly<Partial<Record<BuiltinName, Readonly<Record<string, number>>>>> = {
  'blank?': { text: STRING | NIL },
  'empty?': { coll: COLLECTION | STRING },
  dissoc: { keys: ALL_KINDS },
};

const COMPARED = new Set<BuiltinName>(['<', '<=', '>', '>=']);
const TO_STRING = new Set<BuiltinName>([
  ...(['str', 'fixed', 'subs', 'upper', 'lower', 'trim', 'join', 'replace', 'pad-left', 'pad-right'] as const),
  ...(['instant', 'date', 'add-duration', 'local-date-time', 'local-time', 'at-offset', 'start-of', 'end-of'] as const),
  ...(['moment-key', 'format-moment', 'elapsed', 'iso-duration', 'replace-pattern', 'rewrite-pattern'] as const),
]);
const TO_VECTOR = new Set<BuiltinName>([
  ...(['split', 'lines', 'words', 'vector', 'vec', 'concat', 'rest', 'butlast', 'take', 'drop', 'slice'] as const),
  ...(['reverse', 'sort', 'distinct', 'flatten', 'range', 'repeat', 'partition', 'interleave', 'zip'] as const),
  ...(['keys', 'vals', 'entries', 'map', 'mapcat', 'map-indexed', 'filter', 'remove', 'keep', 'sort-by'] as const),
  ...(['partition-by', 'take-while', 'drop-while', 'find-patterns', 'insert-at', 'remove-at'] as const),
  ...(['split-pattern', 'capture-patterns'] as const),
  ...(['partition-all', 'indexes-of', 'groups', 'mode'] as const),
]);
const TO_NUMBER = new Set<BuiltinName>([
  'count',
  'diff',
  'weekday',
  'year',
  'month',
  'day',
  'date-part',
  'duration-in',
  'compare',
]);
const MAYBE_NUMBER = new Set<BuiltinName>(['mean', 'median', 'stddev', 'parse-number', 'index-of']);
const TO_MAP = new Set<BuiltinName>([
  'deep-merge',
  'zipmap',
  'group-by',
  'index-by',
  'count-by',
  'frequencies',
  'map-vals',
]);

/** The kinds of the argument at a position, the function of a higher-order builtin left out. */
export function takenBy(name: BuiltinName, at: number, count: number): number {
  // The first pair that does not hold ends it, so that later ones may never be looked at.
  if (COMPARED.has(name)) return at < 2 ? NUMBER | STRING : ALL_KINDS;
  if (COMPARED_OR_NIL.has(name)) return NUMBER | STRING | NIL;
  const { family, params, faults } = BUILTINS[name];
  // Who never faults takes anything.
  if (faults.length === 0) return ALL_KINDS;
  const param = paramAt(params, at, count);
  return param === null ? ALL_KINDS : (OWN[name]?.[param] ?? PARAMS[family]?.[param] ?? ALL_KINDS);
}

export interface Words {
  readonly what: string;
  readonly words: readonly string[];
}

const MODES = { mode: { what: 'a rounding mode', words: ROUNDING_MODES } };
const SPAN = { unit: { what: 'a unit', words: SPANS } };
/** What a duration is made of, and measured in. */
export const DURATION_WORDS: Words = { what: 'a unit', words: UNITS };

/** Parameters that take one of a few words. */
const WORDS: Readonly<Partial<Record<BuiltinName, Readonly<Record<string, Words>>>>> = {
  round: MODES,
  fixed: MODES,
  'start-of': SPAN,
  'end-of': SPAN,
  'date-part': { part: { what: 'a part', words: [...DATE_PARTS, ...TIME_PARTS] } },
  diff: { unit: DURATION_WORDS },
  'duration-in': { unit: DURATION_WORDS },
};

/** The words that the argument at a position may be; null where it is no word. */
export function wordsTakenBy(name: BuiltinName, at: number, count: number): Words | null {
  const words = WORDS[name];
  const param = words === undefined ? null : paramAt(BUILTINS[name].params, at, count);
  return param === null ? null : (words![param] ?? null);
}

/** Optional parameters are filled from the left, as many as are written. */
function paramAt(params: string, at: number, count: number): string | null {
  const words = params.split(' ').filter((word) => word !== 'f');
  const rest = words.indexOf('&');
  const single = rest < 0 ? words : words.slice(0, rest);
  let optional = count - single.filter((word) => !word.endsWith('?')).length;
  const written = single.filter((word) => !word.endsWith('?') || optional-- > 0);
  return (written[at] ?? (rest < 0 ? null : words[rest + 1]))?.replace('?', '') ?? null;
}

/** The kinds of the result. */
export function givenBy(name: BuiltinName): number {
  if (name.endsWith('?') || COMPARED.has(name) || ['=', 'not=', 'not', 'boolean'].includes(name)) return BOOLEAN;
  if (TO_STRING.has(name)) return STRING;
  if (TO_VECTOR.has(name)) return VECTOR;
  if (MAYBE_NUMBER.has(name)) return NUMBER | NIL;
  if (TO_MAP.has(name)) return MAP;
  return TO_NUMBER.has(name) || BUILTINS[name].family === 'number' ? NUMBER : ALL_KINDS;
}
