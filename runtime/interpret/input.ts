// Input: the bytes of a run's input as a value.
// In: JSON text in UTF-8, strict and lossless (grammar/json.ts); null is nil. Out: a value, or the
// place where it is not acceptable. No steps are counted here.

import { NESTING_MAX } from '../../compiler/steps.ts';
import { parseDecimal } from '../../grammar/decimal.ts';
import type { Json } from '../../grammar/json.ts';
import { JsonError, JsonNumber, parseJson } from '../../grammar/json.ts';
import { badInputText } from '../bad-input.ts';
import type { Value } from './value.ts';
import { mapOf } from './value.ts';

type InputResult =
  | { readonly kind: 'value'; readonly value: Value }
  /** `path` is an RFC 6901 JSON Pointer, `byte` an offset into the input, `text` says why. */
  | { readonly kind: 'bad-input'; readonly path: string; readonly byte: number; readonly text: string };

export function readInput(input: Uint8Array | null): InputResult {
  if (input === null) return { kind: 'value', value: null };
  try {
    return { kind: 'value', value: valueOf(parseJson(input, { depthMax: NESTING_MAX })) };
  } catch (error) {
    if (error instanceof JsonError)
      return { kind: 'bad-input', path: error.path, byte: error.byte, text: badInputText(error) };
    throw error;
  }
}

/** The reader bounds the nesting, so recursion is safe here. */
function valueOf(json: Json): Value {
  if (json instanceof JsonNumber) return parseDecimal(json.text)!;
  if (Array.isArray(json)) return json.map(valueOf);
  if (json instanceof Map) return mapOf([...json].map(([key, value]) => [key, valueOf(value)] as const));
  return json;
}
