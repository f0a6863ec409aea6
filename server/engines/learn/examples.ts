// Examples: the texts to learn from.
// In: JSON lines, `{"text": …, "label": …}`. Out: the examples in an order of their own, or the lines that are wrong.
// Why sorted: what is learned must depend on what was said, not on the order in which somebody wrote it down.

import { createHash } from 'node:crypto';
import { compareCodePoints } from '../../../grammar/form.ts';
import type { Json } from '../../../grammar/json.ts';
import { type LineProblem, readJsonLines } from '../../../grammar/json-lines.ts';

export interface Example {
  readonly text: string;
  /** null: a text that none of the labels is right for. */
  readonly label: string | null;
}

type ExamplesReading =
  | {
      readonly kind: 'ok';
      readonly examples: readonly Example[] /** Lines that say what another one said. */;
      readonly repeated: number;
    }
  | {
      readonly kind: 'invalid';
      readonly problems: readonly LineProblem[] /** How many more there are. */;
      readonly more: number;
    };

// Counting takes memory for each word of each text; this many of 500 bytes take some minutes and a gigabyte.
export const EXAMPLES_MAX = 100_000;
/** Words of all texts: while they are counted, each takes some 60 bytes. 100,000 texts of 500 bytes have 9 million. */
export const WORDS_MAX = 16_000_000;
/** Different ones, which take some 200 bytes each. No language has so many; texts of random characters have. */
export const STEMS_MAX = 1_000_000;
// An example is what one person says at once. A book would have every word, and every phrase would be found in it.
export const TEXT_BYTES_MAX = 16_384;

/** Reads JSON lines. Empty lines are skipped; other members of a line are ignored. */
export function readExamples(bytes: Uint8Array): ExamplesReading {
  const reading = readJsonLines(bytes, EXAMPLES_MAX, 'examples', readExample);
  if (reading.kind === 'invalid') return reading;
  const examples = new Map(reading.lines.map(({ value }) => [keyOf(value), value]));
  return { kind: 'ok', examples: sortExamples([...examples.values()]), repeated: reading.lines.length - examples.size };
}

/** The same order for the same examples. */
export function sortExamples(examples: readonly Example[]): Example[] {
  return [...examples].sort((a, b) => compareLabels(a.label, b.label) || compareCodePoints(a.text, b.text));
}

function compareLabels(a: string | null, b: string | null): number {
  if (a === null || b === null) return Number(b === null) - Number(a === null);
  return compareCodePoints(a, b);
}

/**
 * Which of `parts` a text belongs to, from 0. It depends on the text alone, so that equal texts are never on both sides
 * of a split; `salt` makes splits for different purposes independent.
 */
export function partOf(text: string, salt: string, parts: number): number {
  return createHash('sha256').update(`${salt}\n${text}`).digest().readUInt32BE(0) % parts;
}

function keyOf({ text, label }: Example): string {
  return JSON.stringify([label, text]);
}

/** An example, or what is wrong with the line. */
function readExample(json: Json): Example | string {
  if (!(json instanceof Map)) return 'expected an object with "text" and "label"';
  const text = json.get('text');
  const label = json.get('label');
  if (typeof text !== 'string') return '"text" must be a string';
  if (text.trim() === '') return '"text" is empty';
  if (Buffer.byteLength(text) > TEXT_BYTES_MAX) return `"text" has more than ${TEXT_BYTES_MAX} bytes`;
  if (typeof label !== 'string' && label !== null)
    return '"label" must be a string, or null for a text that fits no label';
  return { text, label };
}
