// Rule fault: what the script of a question met, where it ended in a fault.
// In: a rule, the form and the code of its fault, the state, and the answers it reads. Out: an explanation, or none.
// Why by itself: the program of all questions searches the state, which takes the interpreter too long; the rule alone is as small as
// what somebody wrote, and the same fault at the same form or no explanation.

import { check } from '../../../compiler/check.ts';
import type { FaultCode } from '../../../compiler/faults.ts';
import type { Explanation } from '../../../runtime/explain/explanation.ts';
import { explainFault } from '../../../runtime/explain/explanation.ts';
import { interpret } from '../../../runtime/interpret/evaluate.ts';
import type { Rule } from '../../services/decisions/wire/script.ts';

// Reading a larger state takes longer than the decision.
const STATE_BYTES_MAX = 65_536;
// Two milliseconds of the interpreter; a rule compares some dozens of values. No clock: answers do not depend on one.
const LIMITS = { stepsMax: 1_000, msMax: Infinity };

/** `answers` has the answers that the rule reads, as literals of the language. */
export function explainRule(
  rule: Rule,
  fault: { readonly code: FaultCode; readonly form: number },
  state: Uint8Array,
  answers: ReadonlyMap<string, string>,
): Explanation | null {
  // A state in parts is another one for a rule.
  if (state.length > STATE_BYTES_MAX || state[0] === BRACKET) return null;
  const lead = `(defn answer [id] (get {${[...answers].map(([id, value]) => `${JSON.stringify(id)} ${value}`).join(' ')}} id))`;
  const checked = check(`${lead}\n${rule.text}`);
  if (checked.program === null) return null;
  const result = interpret(checked.program, state, { fuel: LIMITS.stepsMax });
  if (result.kind !== 'fault' || result.fault.code !== fault.code || result.fault.node === null) return null;
  const { node } = result.fault;
  const first = checked.program.items[0]!.value.node;
  // The text that was checked is not the one that somebody wrote: it has no places.
  const places = () => null;
  return node - first === fault.form ? explainFault(checked, places, state, LIMITS.stepsMax, result, LIMITS) : null;
}

const BRACKET = 0x5b;
