// Draw fault: a fault of a run as a person reads it: what it met, its place, where the value came from, and the calls.

import { type Fault, faultMessage } from '../compiler/faults.ts';
import { render } from '../grammar/render.ts';
import type { Place, Source } from '../grammar/span.ts';
import type { Explanation } from '../runtime/explain/explanation.ts';
import { helpOfFault } from './fault-help.ts';

// A deep recursion repeats itself; both ends of the chain say where it came from.
const CALLS_SHOWN_AT_EITHER_END = 2;

/** `placeOf` is null where the fault has no node. */
export function drawFault(
  fault: Fault,
  explanation: Explanation | null,
  placeOf: ((node: number) => Place | null) | null,
  source: Source,
  name: string,
): string {
  const message = faultMessage(fault, explanation?.sentence);
  const from = placeOfFrom(explanation);
  const place = placeOf === null || fault.node === null ? from : placeOf(fault.node);
  if (place === null) return `fault[${fault.code}]: ${message}`;
  const calls = fault.calls.flatMap((node) => {
    const call = placeOf?.(node) ?? null;
    return call === null ? [] : [{ ...call, message: 'called from here' }];
  });
  const ends = CALLS_SHOWN_AT_EITHER_END;
  const shown = calls.length <= 2 * ends ? calls : [...calls.slice(0, ends), ...calls.slice(-ends)];
  const isElsewhere =
    from !== null && (from.module !== place.module || from.end <= place.start || from.start >= place.end);
  const related = [...(isElsewhere ? [{ ...from, message: 'the value came from here' }] : []), ...shown.reverse()];
  const help = helpOfFault(fault, explanation, place, source);
  return render({ code: fault.code, severity: 'fault', message, ...place, help, related }, source, name);
}

function placeOfFrom(explanation: Explanation | null): Place | null {
  const { start = null, end = null, line = null, column = null, module } = explanation?.from ?? {};
  if (start === null || end === null || line === null || column === null) return null;
  return { start, end, line, column, ...(module === undefined ? {} : { module }) };
}
