// The cases of test/golden/explanations.txt.
// In: the file. Out: each case; and the file again with other last lines.

import { readFileSync, writeFileSync } from 'node:fs';
import { goldenPath } from './paths.ts';

interface ExplanationCase {
  /** Of the script, from 1. */
  readonly line: number;
  readonly script: string;
  /** JSON text. */
  readonly input: string | null;
  readonly fuel: number | null;
  /** `CODE: SENTENCE`. */
  readonly expected: string;
}

const FILE = 'explanations.txt';

export function readExplanationCases(): ExplanationCase[] {
  const cases: ExplanationCase[] = [];
  let [line, script] = [0, ''];
  let input: string | null = null;
  let fuel: number | null = null;
  for (const [at, text] of lines().entries()) {
    if (text === '' || text.startsWith('#')) continue;
    if (text.startsWith('  input ')) input = text.slice(8);
    else if (text.startsWith('  fuel ')) fuel = Number(text.slice(7));
    else if (text.startsWith('  = ')) {
      cases.push({ line, script, input, fuel, expected: text.slice(4) });
      [input, fuel] = [null, null];
    } else [line, script] = [at + 1, text];
  }
  return cases;
}

/** Writes what is said now in place of what was expected, in the order of the cases. */
export function updateExplanations(said: readonly string[]): void {
  let at = 0;
  const text = lines().map((line) => (line.startsWith('  =') ? `  = ${said[at++]!}` : line));
  writeFileSync(goldenPath(FILE), text.join('\n'));
}

function lines(): string[] {
  return readFileSync(goldenPath(FILE), 'utf8').split('\n');
}
