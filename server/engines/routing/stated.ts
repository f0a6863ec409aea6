// Stated: values whose form or place the parameter's own words fix.
// In: a leaf and the context. Out: candidates: two ends of a range, the code of a state, a text named by its parameter, a unit.
// Why: "from 2 to 5" is one range, "radius of 4 inches" says the unit too, and "the command ls -l" names what follows.

import type { Candidate } from './candidate.ts';
import type { Context } from './context.ts';
import { readScope, touches } from './scope.ts';
import { UNITS } from './spans/numbers.ts';
import { CODE_OF_STATE } from './spans/places.ts';
import type { Leaf } from './tools.ts';
import { isUnitName } from './units.ts';
import { fitNumber } from './values.ts';

const BETWEEN = /^\s*(?:to|and|until|till|through|-|–|—|,)\s*(?:\p{L}\s*=\s*)?\$?$/iu;

/** An array of two numbers that is a range takes both ends of one. */
export function fitRange(leaf: Leaf, context: Context): Candidate[] {
  if (leaf.type !== 'array' || !(leaf.itemType === 'number' || leaf.itemType === 'integer')) return [];
  if (!/\b(?:range|interval|limits?|bounds?|between|lower|minimum|coordinates?)\b/iu.test(`${leaf.nameWords.join(' ')} ${leaf.description}`)) return [];
  const numbers = context.spans.filter((span) => span.kind === 'number');
  const found: Candidate[] = [];
  numbers.forEach((low, place) => {
    const high = numbers[place + 1];
    if (high === undefined || high.source !== low.source || !BETWEEN.test(low.source.text.slice(low.end, high.start))) return;
    const ends = [low, high].map((span) => fitNumber(leaf, leaf.itemType, span));
    if (ends.some((end) => end === null)) return;
    const opened = /\b(?:from|between)\s+(?:\p{L}\s*=\s*)?\$?$/iu.test(low.source.text.slice(Math.max(0, low.start - 16), low.start));
    const places = [low, high].map(({ source, start, end }) => ({ source, start, end }));
    found.push({ value: ends.map((end) => end?.value ?? null), by: 'range', places, strength: 1.5 + (opened ? 0.5 : 0) - 0.3 * low.source.age, firm: false });
  });
  return found;
}

/** Where a description shows the two letters of a state, its full name says them. */
export function fitRegion(leaf: Leaf, context: Context): Candidate[] {
  if (leaf.type !== 'string' || !leaf.nameWords.includes('state') || !/['"(\s][A-Z]{2}\b/u.test(leaf.description)) return [];
  const found: Candidate[] = [];
  for (const source of context.sources) {
    for (const match of source.text.matchAll(STATE)) {
      const code = CODE_OF_STATE.get(match[0].toLowerCase());
      if (code === undefined) continue;
      found.push({ value: code, by: 'state-code', places: [{ source, start: match.index, end: match.index + match[0].length }], strength: 1.6 - 0.3 * source.age, firm: false });
    }
  }
  return found;
}

const STATE = new RegExp(`(?<![\\p{L}\\p{N}])(?:${[...CODE_OF_STATE.keys()].join('|')})(?![\\p{L}\\p{N}])`, 'giu');

/** "using the command ls -l": a text that its parameter's name announces goes on to the end of its sentence. */
export function fitStated(leaf: Leaf, at: number, context: Context): Candidate[] {
  const name = leaf.nameWords.at(-1) ?? '';
  if (leaf.type !== 'string' || context.wants[at] !== 'text' || leaf.enumValues.length > 0 || !/^\p{L}{3,20}$/u.test(name)) return [];
  const pattern = new RegExp(`\\b(?:the|with|using|as)\\s+(?:exact\\s+)?${name}(?:\\s+(?:called|is|of|as|to be))?\\s*[:=]?\\s+`, 'giu');
  const found: Candidate[] = [];
  for (const source of context.sources) {
    const scope = context.scopes.get(source) ?? readScope(source.text);
    for (const match of source.text.slice(0, STATED_LENGTH_MAX).matchAll(pattern)) {
      const start = match.index + match[0].length;
      const text = /^[^\n]{1,400}?(?=[.?!]?\s*(?:\n|$)|[.?!]\s)/u.exec(source.text.slice(start, start + 402))?.[0] ?? '';
      if (text.trim() === '' || touches(scope.negated, start, start + text.length) || touches(scope.reported, start, start + text.length)) continue;
      found.push({ value: text, by: 'stated', places: [{ source, start, end: start + text.length }], strength: 1.2 - 0.3 * source.age, firm: false });
    }
  }
  return found;
}

/** A stated text stands near its name; nobody announces one behind pages. */
const STATED_LENGTH_MAX = 4000;

/** The unit beside a number, or behind "in", for a parameter that takes the unit itself. */
export function fitUnit(leaf: Leaf, at: number, context: Context): Candidate[] {
  if (leaf.type !== 'string' || context.wants[at] !== 'unit' || leaf.enumValues.length > 0) return [];
  const found: Candidate[] = [];
  for (const source of context.sources) {
    for (const match of source.text.matchAll(/(?<=\d\s?|\bin\s(?:the\s)?)(?:\p{L}{1,14}(?:\/\p{L}{1,6})?)(?![\p{L}\p{N}])/gu)) {
      const word = match[0].toLowerCase();
      if (!UNITS.has(word) && !isUnitName(word)) continue;
      found.push({ value: match[0], by: 'unit', places: [{ source, start: match.index, end: match.index + match[0].length }], strength: 1.5 - 0.3 * source.age, firm: /\bin\s(?:the\s)?$/u.test(source.text.slice(Math.max(0, match.index - 8), match.index)) });
    }
  }
  return found;
}
