// JSON lines: one JSON value a line, as files of examples and of labelled states are.
// In: bytes, and what reads one value. Out: what was read with its line, or the lines that are wrong.

import { type Json, JsonError, parseJson } from './json.ts';

export interface LineProblem {
  /** From 1. */
  readonly line: number;
  readonly message: string;
}

export interface Line<T> {
  /** From 1. */
  readonly line: number;
  readonly value: T;
}

export type LinesReading<T> =
  | { readonly kind: 'ok'; readonly lines: readonly Line<T>[] }
  | {
      readonly kind: 'invalid';
      readonly problems: readonly LineProblem[] /** How many more there are. */;
      readonly more: number;
    };

// A person corrects the first ones and tries again.
export const PROBLEMS_SHOWN_MAX = 20;

/**
 * Reads each line with `read`, which gives a string for a value that is wrong. Lines of white space are skipped. More than
 * `linesMax` lines with a value are one problem, told at the first line too many.
 */
export function readJsonLines<T extends object>(
  bytes: Uint8Array,
  linesMax: number,
  what: string,
  read: (json: Json) => T | string,
): LinesReading<T> {
  const lines: Line<T>[] = [];
  const problems: LineProblem[] = [];
  let count = 0;
  let more = 0;
  for (const { line, from, to } of splitLines(bytes)) {
    const text = bytes.subarray(from, to);
    if (text.every(isSpace)) continue;
    if (++count > linesMax)
      return { kind: 'invalid', problems: [{ line, message: `more than ${linesMax} ${what}` }], more: 0 };
    const value = readLine(text, read);
    if (typeof value !== 'string') lines.push({ line, value });
    else if (problems.length < PROBLEMS_SHOWN_MAX) problems.push({ line, message: value });
    else more += 1;
  }
  return problems.length > 0 ? { kind: 'invalid', problems, more } : { kind: 'ok', lines };
}

const NEWLINE = 0x0a;

function isSpace(byte: number): boolean {
  return byte === 0x20 || byte === 0x09 || byte === 0x0d;
}

function* splitLines(bytes: Uint8Array): Generator<{ line: number; from: number; to: number }> {
  for (let line = 1, from = 0; from < bytes.length; line += 1) {
    const end = bytes.indexOf(NEWLINE, from);
    const to = end < 0 ? bytes.length : end;
    yield { line, from, to };
    from = to + 1;
  }
}

function readLine<T extends object>(text: Uint8Array, read: (json: Json) => T | string): T | string {
  try {
    return read(parseJson(text));
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    return `no JSON: ${error.message}`;
  }
}
