// Paths: where in the input a value stands.
// In: the input and the origin of a value. Out: a JSON Pointer, whether something is there, and what may have been meant.
//
// Numbers, vectors and maps of the input keep their identity through a run, so that they are found again wherever they come out; nil,
// booleans and strings have none, and their origins say what they were read from.

import { suggest } from '../../compiler/suggest.ts';
import { pointer } from '../../grammar/json-pointer.ts';
import type { Value } from '../interpret/value.ts';
import { isCollection, isMap } from '../interpret/value.ts';
import type { Origin, Reading } from './evaluation.ts';
import { shorten } from './show.ts';

/** Where a value is, or is not, in the input. */
export interface InputPath {
  /** RFC 6901. */
  readonly path: string;
  readonly isMissing: boolean;
  /** A key that is there and may be meant, or the path of the only place that has the key. */
  readonly meant: string | null;
  /** Keys of the map that has no such key, where they are few and none is near; else empty. */
  readonly others: readonly string[];
}

// Of a larger input the values that come later are not known again: looking at one takes a tenth of a microsecond.
const VALUES_MAX = 500_000;
// Keys that are listed where none is near.
const KEYS_SHOWN_MAX = 5;

type Step = { readonly above: object | null; readonly key: string };

export class Paths {
  readonly #input: Value;
  #places: Map<object, Step> | null = null;
  /** By key, the maps that have it; null where there are several. */
  readonly #holders = new Map<string, object | null>();

  constructor(input: Value) {
    this.#input = input;
  }

  /** null where the value is not of the input. */
  of(value: Value, origin: Origin | null): InputPath | null {
    if (origin?.read != null) {
      const read = this.ofReading(origin.read);
      if (read !== null) return read;
    }
    if (typeof value === 'object' && value !== null) {
      const steps = this.#stepsTo(value);
      return steps === null ? null : there(steps);
    }
    // An input that is a string or nil is nowhere but in `input`.
    const isInput = origin?.evaluation?.core?.kind === 'input';
    return isInput ? there([]) : null;
  }

  /** What a key of a collection of the input leads to; null of any other collection. */
  ofReading({ collection, key, isThere, of }: Reading): InputPath | null {
    // A field of nil: what is missing is the map.
    if (collection === null) return of === null ? null : this.of(null, of);
    if (typeof collection !== 'object') return null;
    const above = this.#stepsTo(collection);
    if (above === null) return null;
    const path = pointer([...above, String(key)]);
    if (isThere) return { path, isMissing: false, meant: null, others: [] };
    return { path, isMissing: true, ...this.#meant(collection, key) };
  }

  #meant(collection: Value, key: string | number): Pick<InputPath, 'meant' | 'others'> {
    if (!isMap(collection) || typeof key !== 'string') return { meant: null, others: [] };
    const near = suggest(key, collection.keys());
    if (near !== null) return { meant: near, others: [] };
    const holder = this.#holders.get(key);
    const steps = holder === undefined || holder === null ? null : this.#stepsTo(holder);
    // Another element of the same vector is not what was meant.
    if (steps !== null && placeOf(steps) !== placeOf(this.#stepsTo(collection)!))
      return { meant: pointer([...steps, key]), others: [] };
    const others = [...collection.keys()];
    return { meant: null, others: others.length <= KEYS_SHOWN_MAX ? others : [] };
  }

  /** The keys that lead to a value of the input. */
  #stepsTo(value: object): string[] | null {
    this.#places ??= this.#find();
    const steps: string[] = [];
    for (let step = this.#places.get(value); step !== undefined; step = this.#places.get(step.above)) {
      if (step.above === null) return steps.reverse();
      steps.push(step.key);
    }
    return null;
  }

  #find(): Map<object, Step> {
    const places = new Map<object, Step>();
    const root = this.#input;
    if (typeof root !== 'object' || root === null) return places;
    places.set(root, { above: null, key: '' });
    // In the order of the levels, so that what is near the top is known.
    const waiting: Value[] = [root];
    for (let at = 0; at < waiting.length; at += 1) {
      const above = waiting[at]!;
      if (!isCollection(above)) continue;
      for (const [key, value] of above.entries()) {
        if (isMap(above)) this.#holders.set(String(key), this.#holders.has(String(key)) ? null : above);
        if (typeof value !== 'object' || value === null) continue;
        if (places.size >= VALUES_MAX) return places;
        places.set(value, { above, key: String(key) });
        waiting.push(value);
      }
    }
    return places;
  }
}

/** The steps with any element standing for all. */
function placeOf(steps: readonly string[]): string {
  return pointer(steps.map((step) => (/^\d+$/.test(step) ? '-' : step)));
}

function there(steps: readonly string[]): InputPath {
  return { path: pointer(steps), isMissing: false, meant: null, others: [] };
}

/** `/a/b`, or that it is not there, with what may have been meant. */
export function pathInWords({ path, isMissing, meant, others }: InputPath): string {
  const where = path === '' ? 'the input' : shorten(path);
  if (!isMissing) return where;
  if (meant !== null) return `${where} is not in the input (did you mean ${shorten(meant)}?)`;
  const listed =
    others.length === 1 ? ` (there is only ${shorten(others[0]!)})` : ` (there are ${shorten(others.join(', '))})`;
  return `${where} is not in the input${others.length === 0 ? '' : listed}`;
}
