// Numerals: numbers that are names: of rooms, berths, tables.
// In: a leaf with a declared pattern that only digits match, and the context. Out: readings.
// Why: "pens 31, 32 and 38" counts nothing. The noun before them says what they name, and so does their place right behind the
// verb of an order, where nothing else could be acted on.

import { JsonNumber } from '../../../../../grammar/json.ts';
import { functionClassOf } from '../../text/function-words.ts';
import { isActVerb, verbClassOf } from '../../text/verbs.ts';
import { stemOf } from '../../text/words.ts';
import type { Leaf } from '../../tools/tools.ts';
import type { Bit } from '../bits.ts';
import { bitsOf, wordBefore } from '../bits.ts';
import type { Context } from '../context.ts';
import { matchesIn } from '../matches.ts';
import type { Shape } from '../shapes.ts';
import { shapeOf } from '../shapes.ts';
import type { Source } from '../spans/span.ts';
import type { Reading, TextRule } from './rule.ts';

/** The pattern of the parameter or of its items, where only digits match. */
function digitsOf(leaf: Leaf): Shape | null {
  const items = leaf.schema.get('items');
  const schema = leaf.type === 'array' ? (items instanceof Map ? items : null) : leaf.schema;
  const pattern = schema?.get('pattern');
  if (!(leaf.type === 'string' || leaf.type === 'array') || leaf.enumValues.length > 0 || schema === null) return null;
  return typeof pattern === 'string' && /^\^(?:\\d|\[\d(?:-\d|\d*)\]|[{}\d,()?+*])+\$$/u.test(pattern)
    ? shapeOf(schema)
    : null;
}

const JOINT = /^\s*(?:,|&|\+|and|,\s*and)\s*$/iu;

/** Runs of numbers joined by commas and "and". */
function runsOf(source: Source, shape: Shape): Bit[][] {
  const runs: Bit[][] = [];
  for (const bit of bitsOf(source)) {
    if (!/^\d+$/u.test(bit.text)) continue;
    const last = runs.at(-1)?.at(-1);
    if (last !== undefined && JOINT.test(source.text.slice(last.end, bit.start))) runs.at(-1)?.push(bit);
    else runs.push([bit]);
  }
  return runs.filter((run) => run.every(({ text }) => shape.matches(text)));
}

/** No word goes with the number: "412 crates" counts them. */
function isBare({ source, end }: Bit): boolean {
  const [, sign = '', word] = /^(\s*[%€$£°]|[.:/-]\d)?\s?(\p{L}+)?/u.exec(source.text.slice(end, end + 24)) ?? [];
  return (
    sign === '' &&
    (word === undefined ||
      functionClassOf(word.toLowerCase()).kind !== 'open' ||
      /^[.,;!?]/u.test(source.text.slice(end)))
  );
}

/** Right behind the verb that opens an order, with its particle. */
function isActedOn({ source, start }: Bit, { tool }: Context): boolean {
  const [, opening, particle] =
    /(?:^|[.!?;,:]\s+|\b(?:please|you|to|and)\s+)(\p{L}+)(?: (in|out|up|down|off|on|back|away))? $/iu.exec(
      source.text.slice(Math.max(0, start - 60), start),
    ) ?? [];
  if (opening === undefined) return false;
  const verb = opening.toLowerCase();
  return (
    tool.acts.has(stemOf(verb)) ||
    tool.ways.has(verb) ||
    (particle !== undefined && tool.ways.has(`${verb}_${particle.toLowerCase()}`)) ||
    (tool.acting && (isActVerb(verb) || verbClassOf(verb) !== undefined))
  );
}

function matchNumerals(leaf: Leaf, _at: number, context: Context): Reading[] {
  const shape = digitsOf(leaf);
  if (shape === null) return [];
  const nouns = new Set(leaf.nameStems.filter((stem) => !GENERIC.has(stem)));
  const isOnly = context.leaves.filter((one) => digitsOf(one) !== null).length === 1;
  const takesNumbers = context.leaves.some(
    ({ type, required, enumValues }) =>
      required && (type === 'number' || type === 'integer') && enumValues.length === 0,
  );
  return context.sources.flatMap((source) =>
    runsOf(source, shape).flatMap((run): Reading[] => {
      const [first] = run;
      const last = run.at(-1);
      if (first === undefined || last === undefined || (leaf.type === 'string' && run.length > 1)) return [];
      const isNamed = nouns.has(stemOf(wordBefore(first)));
      const isSole = isOnly && leaf.required && !takesNumbers && isBare(last);
      // So many digits count nothing.
      const isLong = run.every(({ text }) => text.length >= LONG);
      if (!isNamed && !(isSole && (isLong || isActedOn(first, context)))) return [];
      const value = leaf.type === 'array' ? run.map(({ text }) => text) : first.text;
      return [{ value, by: 'pattern', places: run, more: isNamed ? 0.6 : 0 }];
    }),
  );
}

/** "From '19": the apostrophe stands for the century, and one listed year ends so. */
function matchShortYear({ enumValues }: Leaf, _at: number, { sources }: Context): Reading[] {
  const years = enumValues.filter((value) => /^(?:18|19|20)\d\d$/u.test(yearOf(value)));
  if (years.length === 0) return [];
  return sources.flatMap((source) =>
    matchesIn(source, SHORT_YEAR).flatMap(({ 0: said, 1: digits = '', index }): Reading[] => {
      const meant = years.filter((value) => yearOf(value).endsWith(digits));
      const [value] = meant;
      return value === undefined || meant.length > 1
        ? []
        : [{ value, by: 'enum', places: [{ source, start: index, end: index + said.length }] }];
    }),
  );
}

const SHORT_YEAR = /(?<=\b(?:from|in|of|since|year)\s)['’](\d\d)(?![\p{L}\p{N}'’]|\s*\p{L}+['’])/gu;

function yearOf(value: unknown): string {
  return value instanceof JsonNumber ? value.text : typeof value === 'string' ? value : '';
}

/** People count in fewer digits, or put commas between them. */
const LONG = 8;

const GENERIC: ReadonlySet<string> = new Set(['number', 'no', 'id', 'code'].map(stemOf));

export const NUMERALS: readonly TextRule[] = [
  {
    name: 'short-year',
    reads: 'an apostrophe and two digits, where exactly one listed year ends so',
    matches: matchShortYear,
    listed: true,
    strength: 2,
    firm: true,
    why: 'The apostrophe says that the century is left out; the list says which one it is.',
    takes: { vintage: { type: 'string', enum: ['2017', '2018', '2019'] } },
    case: ["Sell the wines from '19", '2019'],
    counterCase: 'Sell 19 wines',
  },
  {
    name: 'numerals',
    reads:
      'digits of a declared pattern behind the parameter’s noun, right behind the verb of an order, or eight and more of them',
    matches: matchNumerals,
    types: ['string', 'array'],
    listed: false,
    strength: 2,
    firm: true,
    why: 'A pattern that only digits match takes names, not amounts; what a noun announces or a verb acts on is one.',
    takes: { pens: { type: 'array', items: { type: 'string', pattern: '^[0-9]{3}$' } } },
    tool: ['sweep_pens', 'Sweep pens.'],
    case: ['Sweep pens 131, 132 and 138', ['131', '132', '138']],
    counterCase: 'Sweep 131 crates out of the pens',
  },
];
