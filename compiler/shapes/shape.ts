// Shape: what is known of a value before it is there.
// In: nothing, constants, or other shapes. Out: shapes: the kinds a value may have, its members and items, its constants, and where
// in the input it comes from. A shape says what may be, never less: what is not known may be anything.

import { ALL_KINDS, MAP, NIL, VECTOR } from './kinds.ts';

export interface Shape {
  /** Bits of kinds.ts. */
  readonly kinds: number;
  /** Of a value of the input: where it stands, `/items/-/price`; null for what the script makes. */
  readonly path: string | null;
  /** The values it may have, as canonical JSON; null where they are not listed. */
  readonly constants: ReadonlySet<string> | null;
  /**
   * A text of an instant: as anybody writes it, or as builtins print it, so that equal ones are equal texts. The order of
   * such texts is not that of the instants. null for what may be something else; dates and local times sort as their texts.
   */
  readonly instant: 'written' | 'printed' | null;
  /** How many shapes it was put together from, one in the other. */
  readonly depth: number;
  /** Names of the members that are known. */
  names(): readonly string[];
  /** The shape of a member; null where the value has no member of this name. */
  member(name: string): Shape | null;
  item(): Shape;
}

// Deeper ones may have anything in them: a vector may have as many items as a script has nodes.
const DEPTH_MAX = 64;

/** Of which nothing is known. */
export const ANY: Shape = made(ALL_KINDS);

/** What a script makes, of these kinds. */
export function made(kinds: number, constants: ReadonlySet<string> | null = null): Shape {
  return { kinds, path: null, constants, instant: null, depth: 0, names: () => [], member: () => ANY, item: () => ANY };
}

export const NOTHING: Shape = made(NIL, new Set(['null']));

export function vectorOf(item: Shape): Shape {
  return item.depth >= DEPTH_MAX ? made(VECTOR) : { ...made(VECTOR), depth: item.depth + 1, item: () => item };
}

/** `path`: where it stands when it is of the input; then it has no other members. */
export function mapOf(members: ReadonlyMap<string, Shape>, path: string | null = null): Shape {
  const other = path === null ? NOTHING : null;
  return { ...made(MAP), path, names: () => [...members.keys()], member: (name) => members.get(name) ?? other };
}

/** A value of the input that has one of these shapes, all standing in the same place. */
export function oneOf(shapes: readonly Shape[]): Shape {
  const [first = ANY, ...others] = shapes;
  if (others.length === 0) return first;
  return {
    kinds: shapes.reduce((sum, { kinds }) => sum | kinds, 0),
    path: first.path,
    constants: null,
    instant: null,
    depth: first.depth,
    names: () => [...new Set(shapes.flatMap((shape) => shape.names()))],
    member(name) {
      const found = shapes.flatMap((shape) => shape.member(name) ?? []);
      return found.length === 0 ? null : oneOf(found);
    },
    item: () => oneOf(shapes.map((shape) => shape.item())),
  };
}

/** A value that has one shape or the other. */
export function either(a: Shape, b: Shape): Shape {
  if (a === b || b.kinds === 0) return a;
  if (a.kinds === 0) return b;
  const kinds = a.kinds | b.kinds;
  // nil has no members, so those of the other are all there are.
  if (a.kinds === NIL) return { ...b, kinds, constants: joined(a, b) };
  if (b.kinds === NIL) return { ...a, kinds, constants: joined(a, b) };
  const depth = Math.max(a.depth, b.depth) + 1;
  if (depth > DEPTH_MAX) return made(kinds);
  const instant = a.instant === b.instant ? a.instant : null;
  return { ...made(kinds, joined(a, b)), instant, depth, item: () => either(a.item(), b.item()) };
}

/** The same value where it is known to have one of these kinds. */
export function narrowed(shape: Shape, kinds: number): Shape {
  return { ...shape, kinds: shape.kinds & kinds };
}

function joined(a: Shape, b: Shape): ReadonlySet<string> | null {
  return a.constants === null || b.constants === null ? null : new Set([...a.constants, ...b.constants]);
}
