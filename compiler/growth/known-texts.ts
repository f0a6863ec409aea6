// Known texts: how many bytes a text has, and how many one will have that is printed.

import { printDecimal } from '../../grammar/decimal.ts';
import { PRICES } from '../prices.ts';
import { type Known, NIL, NUMBER, STRING } from './known.ts';
import { between, exactly, plus, type Range, times, total } from './range.ts';

/** UTF-8 bytes of a string. */
export function textBytes({ constant, size }: Known): Range {
  if (constant?.kind === 'string') return exactly(Buffer.byteLength(constant.value));
  return between(PRICES.SIZE_BYTES * (size.min - 1), PRICES.SIZE_BYTES * size.max - 1);
}

/** Bytes of a text in the other case. Letters of two or three bytes may take one to three there; others stay as long. */
export function casedBytes({ min, max }: Range): Range {
  return between(Math.ceil(min / 3), Math.floor(max * 1.5));
}

/** Beyond this size what is printed is not looked at part by part: names can nest and double values beyond any size. */
export const PRINTED_SIZE_MAX = 256;
/** A string of size s has up to SIZE_BYTES × s − 1 bytes, of which each can take 6 in JSON; quotes, brackets and commas take less. */
const PRINTED_BYTES = between(0, 6 * PRICES.SIZE_BYTES);
/** From `0` to 18 digits behind `-0.00000`. */
const NUMBER_BYTES = between(1, 26);

/** Bytes that `str` prints of a value. */
export function printedBytes(known: Known): Range {
  if (known.kinds === STRING) return textBytes(known);
  if (known.kinds === NIL) return exactly(0);
  return jsonBytes(known);
}

/** Bytes that `join` prints of the elements of a vector. */
export function elementBytes({ parts, size, count, element }: Known): Range {
  return parts === null || size.max > PRINTED_SIZE_MAX
    ? times(count, printedBytes(element))
    : total(parts.map(printedBytes));
}

function jsonBytes(known: Known): Range {
  const { constant, parts, keys } = known;
  switch (constant?.kind) {
    case 'nil':
      return exactly(4);
    case 'number':
      return exactly(printDecimal(constant.value).length);
    case 'boolean':
    case 'string':
      return exactly(Buffer.byteLength(JSON.stringify(constant.value)));
  }
  if (known.kinds === NUMBER && known.size.max === 1) return NUMBER_BYTES;
  if (parts === null || known.size.max > PRINTED_SIZE_MAX) return times(PRINTED_BYTES, known.size);
  const names = (keys ?? []).reduce((sum, key) => sum + Buffer.byteLength(JSON.stringify(key)) + 1, 0);
  return parts.map(jsonBytes).reduce(plus, exactly(2 + Math.max(parts.length - 1, 0) + names));
}
