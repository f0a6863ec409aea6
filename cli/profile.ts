// Profile: where a run's steps went, by function and by line.
// In: a checked script, its input and fuel. Out: two tables whose sums are the run's steps exactly. The reference
// interpreter counts, node by node; what the compiled run reports is held against it.

import type { CheckResult } from '../compiler/check.ts';
import type { Form } from '../grammar/form.ts';
import { read } from '../grammar/reader.ts';
import { Source } from '../grammar/span.ts';
import { type LineSteps, linesOf } from '../runtime/explain/why.ts';
import { interpret } from '../runtime/interpret/evaluate.ts';

export interface Profile {
  readonly steps: number;
  /** Most steps first. `function` is null for what stands outside of functions. */
  readonly functions: readonly { readonly function: string | null; readonly steps: number }[];
  /** In the order of the text; lines without steps are left out. */
  readonly lines: readonly LineSteps[];
}

export function profile(result: CheckResult, input: Uint8Array | null, fuel: number): Profile {
  const counts = new Map<number, number>();
  const { steps } = interpret(result.program!, input, { fuel, profile: counts });
  // Nodes are numbered form by form, so a top-level form holds all numbers up to the next one's.
  const { forms } = read(new Source(result.canonical!));
  const byFunction = new Map<string | null, number>();
  for (const [node, count] of counts) {
    const form = forms.findLast((candidate) => candidate.node <= node);
    add(byFunction, form === undefined ? null : functionName(form), count);
  }
  return {
    steps,
    functions: [...byFunction]
      .map(([name, count]) => ({ function: name, steps: count }))
      .sort((a, b) => b.steps - a.steps),
    lines: linesOf(counts, result.places),
  };
}

export function drawProfile({ steps, functions, lines }: Profile, source: Source): string {
  const width = String(steps).length;
  const row = (count: number, text: string): string =>
    `${String(count).padStart(width)}  ${percent(count, steps)}  ${text}`;
  return [
    'steps by function',
    ...functions.map(({ function: name, steps: count }) => row(count, name ?? '(top level)')),
    '',
    'steps by line',
    ...lines.map(({ line, steps: count, module }) => {
      const at = module === undefined ? '' : `${module}:`;
      return row(count, `${`${at}${line}`.padStart(4)} | ${source.of(module).line(line)}`);
    }),
    '',
    row(steps, 'all'),
  ].join('\n');
}

function functionName(form: Form): string | null {
  if (form.kind !== 'list') return null;
  const [head, name] = form.items;
  return head?.kind === 'symbol' && head.name === 'defn' && name?.kind === 'symbol' ? name.name : null;
}

function percent(count: number, all: number): string {
  return `${(all === 0 ? 0 : (100 * count) / all).toFixed(1).padStart(5)} %`;
}

function add<Key>(sums: Map<Key, number>, key: Key, count: number): void {
  sums.set(key, (sums.get(key) ?? 0) + count);
}
