// Bad input: why an input was refused, for people.
// In: the bytes of an input that a run refused, or what the strict reader says of them. Out: a sentence.
// Why here: a module says where its input is not acceptable, and has no room for reasons. Its host reads the same bytes once
// more, by the same rules (test/runtime.test.ts holds the two readers to each other), and only when there is something to say.

import { FAULTS } from '../compiler/faults.ts';
import { NESTING_MAX } from '../compiler/steps.ts';
import { JsonError, parseJson, placeInWords } from '../grammar/json.ts';

/** A longer input is not read again, for that takes as long as the run: its message has the place alone. */
export const EXPLAINED_BYTES_MAX = 1_048_576;

/** The reason and the place, which the module found at `byte` and `path`; null when the strict reader takes the input. */
export function explainBadInput(input: Uint8Array, byte: number, path: string): string | null {
  if (input.length > EXPLAINED_BYTES_MAX) return `${FAULTS['bad-input'].message}, ${placeInWords(byte, path)}`;
  try {
    parseJson(input, { depthMax: NESTING_MAX });
    return null;
  } catch (error) {
    if (error instanceof JsonError) return badInputText(error);
    throw error;
  }
}

export function badInputText(error: JsonError): string {
  return `${FAULTS['bad-input'].message}: ${error.message}, ${error.where}`;
}
