// Size values: what a value is, seen from one parameter of the function it is computed in, for recursion/sizes.ts.
// In: a value's parts. Out: how it compares with the parameter.
//
// The size of data that is meant here: nil is 0; an empty collection, an empty string, a number and a boolean are 1; a
// string grows with its code points; a collection that holds something is 2 more than all it holds, each element one more
// than its own size and each entry of a map as much as the pair of its key and value. So a part is smaller than what it
// was read from, a map's entries as a vector are no larger than the map, and nil (what a missing part reads as) is smaller
// than anything but itself: above all, the empty list that `(rest nil)` makes is larger than nil.

import type { Core } from '../core.ts';
import { wholeLiteral } from '../literal.ts';
import type { Known } from './size-facts.ts';

export type Seen =
  /** The parameter itself. */
  | { readonly kind: 'same'; readonly param: number }
  /** Read out of it; nil when it was missing. `smaller`: it was surely there. */
  | { readonly kind: 'part'; readonly param: number; readonly smaller: boolean }
  /**
   * A collection of elements of it, or of a part of it; [] for nil. `tail`: at least one is left out, if there is one.
   * `text`: code points of a string, which cannot have been nil.
   */
  | {
      readonly kind: 'list';
      readonly param: number;
      readonly of: 'same' | 'part';
      readonly smaller: boolean;
      readonly tail: boolean;
      readonly text: boolean;
    }
  /** parameter − a whole literal above 0 */
  | { readonly kind: 'minus'; readonly param: number; readonly step: bigint }
  /** quot of the parameter by a whole literal of at least 2 */
  | { readonly kind: 'quot'; readonly param: number }
  /** rem of `dividend` by the parameter */
  | { readonly kind: 'rem'; readonly param: number; readonly dividend: Dividend }
  /** mod of `dividend` by the parameter */
  | { readonly kind: 'mod'; readonly param: number; readonly dividend: Dividend };

interface Dividend {
  /** The parameter it is, if it is one. */
  readonly param: number | null;
  readonly whole: Whole;
}

/** The parameters that must be whole numbers for a number to be one; null when nothing is known. */
export type Whole = readonly number[] | null;

/** How much data a value is, beside its parameter: null when it may be more. */
export function compareSize(value: Seen, known: Known): 'smaller' | 'not larger' | null {
  switch (value.kind) {
    case 'same':
      return 'not larger';
    case 'part':
      return value.smaller || known.some ? 'smaller' : 'not larger';
    case 'list':
      if (value.of === 'part')
        return value.smaller || value.text || known.nonEmpty ? 'smaller' : known.some ? 'not larger' : null;
      if (value.tail && (known.nonEmpty || (value.text && known.nonEmptyText))) return 'smaller';
      return known.some || value.text ? 'not larger' : null;
    default:
      return null;
  }
}

/** A field or element of a value. */
export function partOf(value: Seen | null): Seen | null {
  switch (value?.kind) {
    case 'same':
      return { kind: 'part', param: value.param, smaller: false };
    case 'part':
    case 'list':
      return { kind: 'part', param: value.param, smaller: value.smaller };
    default:
      return null;
  }
}

/** What a higher-order builtin hands out of a collection: it is there, so it is smaller. */
export function elementOf(value: Seen | null): Seen | null {
  const part = partOf(value);
  return part?.kind === 'part' ? { ...part, smaller: true } : null;
}

/** Elements of a collection, each at most as often; with `tail`, at least one less. */
export function listOf(value: Seen | null, tail: boolean, text = false): Seen | null {
  switch (value?.kind) {
    case 'same':
      return { kind: 'list', param: value.param, of: 'same', smaller: false, tail, text };
    case 'part':
      return { kind: 'list', param: value.param, of: 'part', smaller: value.smaller, tail, text };
    case 'list':
      return { ...value, tail: value.tail || tail, text: value.text && text };
    default:
      return null;
  }
}

/** Under which assumptions an argument is a whole number. */
export function wholeOf(value: Seen | null, core: Core | undefined): Whole {
  if (core !== undefined && wholeLiteral(core) !== null) return [];
  switch (value?.kind) {
    case 'same':
    case 'minus':
      return [value.param];
    case 'quot':
      return [];
    case 'rem':
    case 'mod':
      return value.dividend.whole === null ? null : [value.param, ...value.dividend.whole];
    default:
      return null;
  }
}

export function builtinValue(core: Extract<Core, { kind: 'builtin' }>, args: readonly (Seen | null)[]): Seen | null {
  const [first = null, second = null] = args;
  const literal = (index: number): bigint | null => wholeLiteral(core.args[index]);
  switch (core.name) {
    case '-':
    case 'dec': {
      const step = core.name === 'dec' ? 1n : core.args.length === 2 ? literal(1) : null;
      return first?.kind === 'same' && step !== null && step > 0n ? { kind: 'minus', param: first.param, step } : null;
    }
    case 'quot':
      return first?.kind === 'same' && (literal(1) ?? 0n) >= 2n ? { kind: 'quot', param: first.param } : null;
    case 'mod':
    case 'rem': {
      if (second?.kind !== 'same') return null;
      const dividend = { param: first?.kind === 'same' ? first.param : null, whole: wholeOf(first, core.args[0]) };
      return { kind: core.name, param: second.param, dividend };
    }
    case 'rest':
    case 'butlast':
    case 'remove-at':
      return listOf(first, true);
    case 'drop':
      return listOf(second, (literal(0) ?? 0n) >= 1n);
    case 'take':
      return listOf(second, false);
    case 'subs':
      return listOf(first, (literal(1) ?? 0n) >= 1n, true);
    case 'sort':
      return listOf(args.at(-1) ?? null, false);
    case 'reverse':
    case 'distinct':
    case 'vals':
      return listOf(first, false);
    case 'identity':
      return first;
    case 'first':
    case 'second':
    case 'last':
    // What is left, or nil where nothing is: a vector that is smaller, so it compares as a part does.
    case 'next':
      return partOf(first);
    case 'nth':
    case 'get':
      // A default may be anything.
      return core.args.length === 2 ? partOf(first) : null;
    case 'get-in': {
      const path = core.args[1]!;
      if (core.args.length !== 2 || path.kind !== 'vector') return null;
      return path.items.reduce((value: Seen | null) => partOf(value), first);
    }
    default:
      return null;
  }
}
