// What every host of docs/language/hosts prints of a run.

import type { CheckResult } from '../../compiler/check.ts';
import type { RunResult } from '../../compiler/faults.ts';

export function hostLine(result: RunResult, { canonicalPlace }: CheckResult): string {
  if (result.kind === 'finished') return `finished after ${result.steps} steps: ${result.output}\n`;
  const { code, node, calls, text, path, byte } = result.fault;
  const { start, end } = node === null ? { start: null, end: null } : canonicalPlace(node);
  // Why an input is bad its host may find out; a module says where.
  const fault = {
    code,
    node,
    start,
    end,
    calls,
    text: code === 'bad-input' ? null : text,
    ...(path === undefined ? {} : { path, byte }),
  };
  const ends = code === 'out-of-fuel' ? code : 'fault';
  return `${ends} after ${result.steps} steps: ${JSON.stringify(fault)}\n`;
}
