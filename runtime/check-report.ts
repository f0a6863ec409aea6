// Check report: what of a check is data.
// In: a check. Out: the members that may travel to a thread, over the wire and to who uses the library; the program may not.

import type { CheckResult } from '../compiler/check.ts';

export type CheckReport = Pick<
  CheckResult,
  'ok' | 'hash' | 'canonical' | 'defines' | 'builtins' | 'diagnostics' | 'recursion' | 'growth' | 'steps'
>;

export function reportOf({
  ok,
  hash,
  canonical,
  defines,
  builtins,
  diagnostics,
  recursion,
  growth,
  steps,
}: CheckResult): CheckReport {
  return { ok, hash, canonical, defines, builtins, diagnostics, recursion, growth, steps };
}
