// Fault message: what went wrong in a run, in one sentence.

import { FAULTS, type Fault } from '../compiler/faults.ts';

export function messageOf(fault: Fault): string {
  const where = fault.byte === undefined ? '' : ` (byte ${fault.byte}${fault.path === undefined || fault.path === '' ? '' : `, at ${fault.path}`})`;
  return fault.text ?? `${FAULTS[fault.code].message}${where}`;
}
