// Results: what a builtin makes of its arguments, and gives to a function, as far as it depends on their shapes.

import type { BuiltinName } from '../builtins.ts';
import { ALL_KINDS, NIL, NUMBER, STRING } from './kinds.ts';
import type { Shape } from './shape.ts';
import { ANY, either, made, NOTHING, narrowed, vectorOf } from './shape.ts';
import { givenBy } from './signatures.ts';

/** Of a builtin that takes no function. */
export function resultOf(name: BuiltinName, args: readonly Shape[]): Shape {
  const [first = ANY, second = ANY, third = null] = args;
  switch (name) {
    case 'identity':
      return first;
    case 'first':
    case 'second':
    case 'last':
      return either(first.item(), NOTHING);
    case 'next':
      return either(vectorOf(first.item()), NOTHING);
    case 'nth':
      return third === null ? first.item() : either(first.item(), third);
    case 'rest':
    case 'butlast':
    case 'remove-at':
    case 'reverse':
    case 'distinct':
      return vectorOf(first.item());
    case 'take':
    case 'drop':
      return vectorOf(second.item());
    case 'sort':
      return vectorOf(args.at(-1)!.item());
    case 'vals':
      return vectorOf(ANY);
  }
  return name === 'instant' ? { ...made(STRING), instant: 'printed' } : made(givenBy(name));
}

/** Of one that takes a function, whose result is `result`; `item` is an element that it is given. */
export function resultOfHigher(name: BuiltinName, item: Shape, result: Shape): Shape {
  switch (name) {
    case 'map':
    case 'map-indexed':
      return vectorOf(result);
    case 'keep':
      return vectorOf(narrowed(result, ALL_KINDS - NIL));
    case 'filter':
    case 'remove':
    case 'take-while':
    case 'drop-while':
    case 'sort-by':
      return vectorOf(item);
    case 'find':
    case 'min-by':
    case 'max-by':
      return either(item, NOTHING);
    default:
      return made(givenBy(name));
  }
}

/** What is known of the arguments with which a builtin calls a function. */
export function argumentsOf(name: string, item: Shape): readonly Shape[] {
  switch (name) {
    case 'reduce':
      return [ANY, item];
    case 'map-indexed':
      return [made(NUMBER), item];
    case 'update':
    case 'update-in':
    case 'map-vals':
    case 'filter-vals':
      return [ANY];
    default:
      return [item];
  }
}

/** What is written where the elements of a vector are meant. */
export function ofElements(name: BuiltinName): string {
  const own: Partial<Record<BuiltinName, string>> = { '+': '(sum …)', '*': '(product …)' };
  return own[name] ?? `(reduce ${name} …)`;
}
