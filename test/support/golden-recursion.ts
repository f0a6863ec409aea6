// The cases of test/golden/recursion.txt; the file says how they are written.

import { readFileSync } from 'node:fs';
import { goldenPath } from './paths.ts';

interface RecursionRun {
  readonly expression: string;
  /** JSON text, or `fault CODE`. */
  readonly expected: string;
}

interface RecursionCase {
  readonly line: number;
  readonly source: string;
  readonly expected:
    | {
        readonly kind: 'accept';
        readonly parameter: string;
        readonly assumes: string | null;
        readonly runs: readonly RecursionRun[];
      }
    | { readonly kind: 'reject'; readonly reason: string };
}

export function readRecursionCases(): RecursionCase[] {
  const lines = readFileSync(goldenPath('recursion.txt'), 'utf8').split('\n');
  return lines.flatMap((head, at): RecursionCase[] => {
    if (head === '' || head.startsWith('#') || head.startsWith(' ')) return [];
    const body: string[] = [];
    for (let next = at + 1; lines[next]?.startsWith(' ') === true; next += 1) body.push(lines[next]!.slice(2));
    const source = body.filter((line) => !line.startsWith('run ')).join('\n');
    const runs = body.filter((line) => line.startsWith('run ')).map(readRun);
    const accepted = /^accept (parameter \d+|\S+)(?: assuming (.+))?$/.exec(head);
    if (accepted !== null)
      return [
        {
          line: at + 1,
          source,
          expected: { kind: 'accept', parameter: accepted[1]!, assumes: accepted[2] ?? null, runs },
        },
      ];
    const rejected = /^reject (.+)$/.exec(head);
    if (rejected === null || runs.length > 0) throw new Error(`recursion.txt:${at + 1}: ${head}`);
    return [{ line: at + 1, source, expected: { kind: 'reject', reason: rejected[1]! } }];
  });
}

function readRun(line: string): RecursionRun {
  const [expression, expected] = line.slice('run '.length).split(' => ');
  if (expected === undefined) throw new Error(`recursion.txt: ${line} expects nothing`);
  return { expression: expression!, expected };
}
