// The lines of test/golden/builtins: `source => result` and `source => fault code`, and the examples of BUILTINS and SPECIALS.
// In: the files, a folder with one for every family. Out: for every line a source, and the source of its result or a fault.

import { readdirSync, readFileSync } from 'node:fs';
import { BUILTIN_NAMES, BUILTINS } from '../../compiler/builtins.ts';
import { check } from '../../compiler/check.ts';
import type { FaultCode } from '../../compiler/faults.ts';
import { SPECIAL_NAMES, SPECIALS, type Special } from '../../compiler/specials.ts';
import { goldenPath } from './paths.ts';

interface BuiltinLine {
  /** Where it is written. */
  readonly place: string;
  readonly source: string;
  readonly expected:
    | { readonly kind: 'result'; readonly source: string }
    | { readonly kind: 'fault'; readonly code: FaultCode };
}

export function readBuiltinLines(): BuiltinLine[] {
  const files = readdirSync(goldenPath('builtins'))
    .filter((file) => file.endsWith('.txt'))
    .sort();
  return files.flatMap((file) =>
    readFileSync(goldenPath('builtins', file), 'utf8')
      .split('\n')
      .flatMap((text, at) => {
        if (text === '' || text.startsWith(';')) return [];
        const [source, result, ...more] = text.split(' => ');
        if (result === undefined || more.length > 0) throw new Error(`${file}:${at + 1} is no golden line`);
        const fault = /^fault ([a-z-]+)$/.exec(result);
        const expected =
          fault === null
            ? ({ kind: 'result', source: result } as const)
            : ({ kind: 'fault', code: fault[1] as FaultCode } as const);
        return [{ place: `${file}:${at + 1}`, source: source!, expected }];
      }),
  );
}

export function builtinExamples(): BuiltinLine[] {
  return BUILTIN_NAMES.map((name) => {
    const [source, result] = BUILTINS[name].example;
    return { place: `the example of ${name}`, source, expected: { kind: 'result', source: result } };
  });
}

export function specialExamples(): BuiltinLine[] {
  return SPECIAL_NAMES.map((name) => {
    const { example, modules }: Special = SPECIALS[name];
    const [source, result] = example;
    // Linked, it is a script of its own.
    const text = modules === undefined ? source : check(source, { modules }).canonical!;
    return { place: `the example of ${name}`, source: text, expected: { kind: 'result', source: result } };
  });
}
