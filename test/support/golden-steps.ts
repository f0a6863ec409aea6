// The lines of test/golden/steps.txt.
// In: the file. Out: for every line its source, its steps and its fault (null when the run finishes).

import { readFileSync } from 'node:fs';
import type { FaultCode } from '../../compiler/faults.ts';
import { goldenPath } from './paths.ts';

export interface StepsLine {
  readonly line: number;
  readonly source: string;
  readonly steps: number;
  readonly fault: FaultCode | null;
}

/** The input of every line. */
export const STEPS_INPUT = '{"amount": 5, "n": 2}';

export function readStepsLines(): StepsLine[] {
  const lines = readFileSync(goldenPath('steps.txt'), 'utf8').split('\n');
  return lines.flatMap((text, at) => {
    if (text === '' || text.startsWith(';')) return [];
    const match = /^(?:fault ([a-z-]+) )?([0-9]+)(?: (.*))?$/.exec(text);
    if (match === null) throw new Error(`steps.txt:${at + 1} is no golden line`);
    const [, fault = null, steps, source = ''] = match;
    return [{ line: at + 1, source, steps: Number(steps), fault: fault as FaultCode | null }];
  });
}
