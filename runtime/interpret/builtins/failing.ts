// Builtins that end a run on purpose, with the fault `failed` and a text of the script's.

import { expectText } from '../expect.ts';
import { isTruthy } from '../value.ts';
import type { PlainTable } from './family.ts';

export const FAILING: PlainTable<'failing'> = {
  fail: (run, text) => run.fail('failed', text === undefined ? undefined : expectText(run, text)),
  assert: (run, x, text) => {
    const reason = text === undefined ? undefined : expectText(run, text);
    return isTruthy(x) ? null : run.fail('failed', reason);
  },
};
