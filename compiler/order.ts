// Order: no `def` may be read before it has its value.
// In: what every top-level item and every function reads and calls. Out: `unbound-variable` for each place that reaches a
// `def` too early: its own, or a later one, also through the functions it calls. Linear in reads and calls.

import type { Reporter } from '../grammar/diagnostic.ts';
import type { Span } from '../grammar/span.ts';
import type { TopLevel } from './core.ts';
import type { Definitions } from './definitions.ts';
import type { Uses } from './scope.ts';

const MOVE_UP = 'definitions run in text order: move it up';

/** `itemUses` belong to the items, `functionUses` to the functions by index. */
export function reportEarlyReads(
  items: readonly TopLevel[],
  itemUses: readonly Uses[],
  functionUses: readonly Uses[],
  definitions: Definitions,
  reporter: Reporter,
): void {
  const names = [...definitions.globals.keys()];
  const functionNames = [...definitions.functions.keys()];
  const reach = latestReads(functionUses, names.length);
  let defined = 0;
  items.forEach((item, index) => {
    for (const [global, span] of itemUses[index]!.globals) {
      if (global < defined) continue;
      const why =
        item.kind === 'def' && item.global === global ? 'is used in its own value' : 'is used before its definition';
      reporter.report('unbound-variable', span, { name: names[global]!, why, instead: MOVE_UP });
    }
    for (const [called, span] of itemUses[index]!.calls) {
      const latest = reach[called];
      if (latest === undefined || latest === null || latest.global < defined) continue;
      const name = names[latest.global]!;
      const why = `has no value yet when \`${functionNames[called]!}\` runs here`;
      reporter.report('unbound-variable', span, { name, why, instead: MOVE_UP }, [
        { span: latest.span, message: `\`${name}\` is read here` },
      ]);
    }
    if (item.kind === 'def') defined = item.global + 1;
  });
}

interface Read {
  readonly global: number;
  readonly span: Span;
}

/** For every function the latest `def` that a call of it may read; null for none. */
function latestReads(functions: readonly Uses[], globalCount: number): (Read | null)[] {
  const callers: number[][] = functions.map(() => []);
  const readers: { readonly reader: number; readonly span: Span }[][] = Array.from({ length: globalCount }, () => []);
  functions.forEach((uses, index) => {
    for (const called of uses.calls.keys()) callers[called]!.push(index);
    for (const [global, span] of uses.globals) readers[global]!.push({ reader: index, span });
  });
  // The latest first: who reads it needs no further look, and neither do those who call them.
  const latest: (Read | null)[] = functions.map(() => null);
  for (let global = globalCount - 1; global >= 0; global -= 1) {
    for (const { reader, span } of readers[global]!) {
      const waiting = [reader];
      for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
        if (latest[next] !== null) continue;
        latest[next] = { global, span };
        waiting.push(...callers[next]!);
      }
    }
  }
  return latest;
}
