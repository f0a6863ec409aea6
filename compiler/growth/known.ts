// Known: what a text says of a value before any run: its kind, its size, how many elements, and which.
// In: literals, vectors and maps as they are written. Out: facts that hold in every run that finishes. What builtins make
// of known values is in growth/known-results.ts; what they cost, in growth/surcharges.ts.
//
// Every fact is made once, from those of the parts and in time linear in them, and shared: nothing here walks a value to
// its leaves, which names can nest and double beyond any size.

import type { Constant } from '../core.ts';
import { isLongNumber, wholeConstant } from '../literal.ts';
import { numberSize, textSize } from '../steps.ts';
import { between, exactly, hull, plus, type Range, times, total, UNBOUNDED, UNIT, ZERO } from './range.ts';

export const NIL = 1;
const BOOLEAN = 2;
export const NUMBER = 4;
export const STRING = 8;
export const VECTOR = 16;
export const MAP = 32;

/**
 * Collections that builtins make are known part by part up to this length, beyond it by their sizes: so checking takes time
 * linear in the text, though a name doubles what another stands for.
 */
export const PARTS_MAX = 64;

export class Known {
  /** The kinds it may be, as bits. */
  readonly kinds: number;
  /** LANGUAGE.md section 6. */
  readonly size: Range;
  /** Elements of a vector, entries of a map; 0 of all else. */
  readonly count: Range;
  /** Sizes of the keys of a map, together; 0 of all else. */
  readonly keySizes: Range;
  readonly constant: Constant | null;
  /** Elements of a vector; values of a map, in the order of `keys`. */
  readonly parts: readonly Known[] | null;
  /** Of a map, in code point order; null when one is not known. */
  readonly keys: readonly string[] | null;
  /** When it is a number: whole, and of at most this magnitude; null when it may be another. */
  readonly wholeMax: bigint | null;
  // Found out once: a name may stand for the same value thousands of times.
  #element: Known | null;
  #hasLongPart: boolean | null = null;

  constructor(
    kinds: number,
    size: Range,
    count: Range = ZERO,
    keySizes: Range = ZERO,
    parts: readonly Known[] | null = null,
    keys: readonly string[] | null = null,
    element: Known | null = null,
    constant: Constant | null = null,
    wholeMax: bigint | null = null,
  ) {
    this.kinds = kinds;
    this.size = size;
    this.count = count;
    this.keySizes = keySizes;
    this.constant = constant;
    this.parts = parts;
    this.keys = keys;
    this.wholeMax = wholeMax;
    this.#element = element;
  }

  /** What holds of each element, or of each value of a map. */
  get element(): Known {
    return (this.#element ??= this.parts === null || this.parts.length === 0 ? ANY : this.parts.reduce(eitherKnown));
  }

  /** Whether a part is written as a number that is not whole, or not below 10^18. */
  get hasLongPart(): boolean {
    return (this.#hasLongPart ??= this.parts?.some(({ constant }) => isLongNumber(constant)) ?? false);
  }

  mayBe(kinds: number): boolean {
    return (this.kinds & kinds) !== 0;
  }

  isOnly(kinds: number): boolean {
    return (this.kinds & ~kinds) === 0;
  }
}

export const ANY = new Known(
  NIL | BOOLEAN | NUMBER | STRING | VECTOR | MAP,
  between(1, Infinity),
  UNBOUNDED,
  UNBOUNDED,
);
export const NOTHING = new Known(NIL, UNIT, ZERO, ZERO, null, null, null, { kind: 'nil' });
export const SOME_BOOLEAN = new Known(BOOLEAN, UNIT);
/** A number that was computed; one of the input may be longer. */
export const SOME_NUMBER = new Known(NUMBER, UNIT);

/** Of what does not finish. */
export const NEVER = new Known(0, UNIT);

/** A whole number of at most this magnitude. */
export function wholeKnown(most: number): Known {
  return new Known(NUMBER, UNIT, ZERO, ZERO, null, null, null, null, BigInt(most));
}

/** A count or an index. */
export const SOME_COUNT = wholeKnown(Number.MAX_SAFE_INTEGER);

export function constantKnown(constant: Constant): Known {
  switch (constant.kind) {
    case 'nil':
      return NOTHING;
    case 'boolean':
      return new Known(BOOLEAN, UNIT, ZERO, ZERO, null, null, null, constant);
    case 'number':
      return new Known(
        NUMBER,
        exactly(numberSize(constant.value)),
        ZERO,
        ZERO,
        null,
        null,
        null,
        constant,
        magnitudeOf(constant),
      );
    case 'string':
      return new Known(STRING, exactly(sizeOfText(constant.value)), ZERO, ZERO, null, null, null, constant);
  }
}

function magnitudeOf(constant: Constant): bigint | null {
  const whole = wholeConstant(constant);
  return whole === null || whole >= 0n ? whole : -whole;
}

/** A string of so many bytes. */
export function textKnown(bytes: Range): Known {
  return new Known(STRING, between(textSize(bytes.min), textSize(bytes.max)));
}

/** A vector of these; `PARTS_MAX` is for callers that copy. */
export function vectorKnown(parts: readonly Known[]): Known {
  return new Known(VECTOR, plus(UNIT, total(parts.map(({ size }) => size))), exactly(parts.length), ZERO, parts);
}

/** A vector of so many that are all like `element`, together of size `sizes`. */
export function elementsKnown(count: Range, element: Known, sizes: Range = times(count, element.size)): Known {
  const parts = count.min === count.max && count.max <= PARTS_MAX ? new Array<Known>(count.max).fill(element) : null;
  return new Known(VECTOR, plus(UNIT, sizes), count, ZERO, parts, null, element);
}

/** `keys` in code point order. */
export function mapKnown(keys: readonly string[], values: readonly Known[]): Known {
  const keySizes = exactly(keys.reduce((sum, key) => sum + sizeOfText(key), 0));
  return new Known(
    MAP,
    total([UNIT, keySizes, ...values.map(({ size }) => size)]),
    exactly(keys.length),
    keySizes,
    values,
    keys,
  );
}

/** A map of so many entries, with keys and values of these sizes, together. */
export function entriesKnown(
  count: Range,
  keySizes: Range,
  element: Known,
  sizes: Range = times(count, element.size),
): Known {
  return new Known(MAP, total([UNIT, keySizes, sizes]), count, keySizes, null, null, element);
}

/** What holds of a value that is one or the other. */
export function eitherKnown(a: Known, b: Known): Known {
  if (a.kinds === 0) return b;
  if (a === b || b.kinds === 0) return a;
  return combine(
    a,
    b,
    isAlike(a, b)
      ? a.parts!.map((part, at) => (part === b.parts![at] ? part : combine(part, b.parts![at]!, null)))
      : null,
  );
}

function combine(a: Known, b: Known, parts: readonly Known[] | null): Known {
  if (a === ANY || b === ANY) return ANY;
  const wholeMax =
    a.wholeMax === null || b.wholeMax === null ? null : a.wholeMax > b.wholeMax ? a.wholeMax : b.wholeMax;
  return new Known(
    a.kinds | b.kinds,
    hull(a.size, b.size),
    hull(a.count, b.count),
    hull(a.keySizes, b.keySizes),
    parts,
    parts === null ? null : a.keys,
    null,
    null,
    wholeMax,
  );
}

/** Whether both are known part by part, of the same keys or length. */
function isAlike(a: Known, b: Known): boolean {
  if (
    a.kinds !== b.kinds ||
    a.parts === null ||
    b.parts === null ||
    a.parts.length !== b.parts.length ||
    a.parts.length > PARTS_MAX
  )
    return false;
  return a.keys === null ? b.keys === null : b.keys !== null && a.keys.every((key, at) => key === b.keys![at]);
}

/** A collection as the vector that builtins take it for: nil is empty, a map is its entries. */
export function asVector(known: Known): Known {
  if (known.kinds === VECTOR) return known;
  if (known.kinds === NIL) return vectorKnown([]);
  if (known.kinds === MAP && known.keys !== null && known.parts!.length <= PARTS_MAX) {
    const { keys, parts } = known;
    return vectorKnown(
      keys.map((key, at) => vectorKnown([constantKnown({ kind: 'string', value: key }), parts![at]!])),
    );
  }
  return new Known(
    VECTOR,
    plus(UNIT, elementSizes(known)),
    known.count,
    ZERO,
    null,
    null,
    known.mayBe(MAP) ? ANY : known.element,
  );
}

/** Sizes of the elements of a collection as a vector, together. */
export function elementSizes(known: Known): Range {
  const least = known.size.min - 1 + (known.kinds === MAP ? known.count.min : 0);
  return between(least, known.size.max - 1 + (known.mayBe(MAP) ? known.count.max : 0));
}

/** What stands at a key or an index, or `otherwise`. */
export function readKnown(known: Known, { constant }: Known, otherwise: Known = NOTHING): Known {
  if (constant?.kind === 'string') return fieldKnown(known, constant.value, otherwise);
  const at = constant === null || known.kinds !== VECTOR || known.parts === null ? null : wholeConstant(constant);
  if (at !== null) return known.parts![Number(at)] ?? otherwise;
  return known.kinds === NIL ? otherwise : eitherKnown(known.element, otherwise);
}

/** What a field holds, or `otherwise`. */
export function fieldKnown(known: Known, key: string, otherwise: Known): Known {
  if (known.kinds === NIL) return otherwise;
  if (known.keys === null) return eitherKnown(known.element, otherwise);
  const at = known.keys.indexOf(key);
  return at === -1 ? otherwise : known.parts![at]!;
}

/** Whether it is truthy; null where only the run tells. */
export function truthOf({ kinds, constant }: Known): boolean | null {
  if (constant?.kind === 'boolean') return constant.value;
  return kinds === NIL ? false : (kinds & (NIL | BOOLEAN)) === 0 ? true : null;
}

/** Whether it is not nil; null where only the run tells. */
export function isSome({ kinds }: Known): boolean | null {
  return kinds === NIL ? false : (kinds & NIL) === 0 ? true : null;
}

export function sizeOfText(text: string): number {
  // A code unit takes three bytes at most.
  return text.length <= 5 ? 1 : textSize(Buffer.byteLength(text));
}
