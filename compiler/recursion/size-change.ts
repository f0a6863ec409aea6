// Size change: whether every endless sequence of calls would have to make something smaller for ever (Lee, Jones and
// Ben-Amram, POPL 2001).
// In: one graph for each call of a cycle: from each of the caller's sizes to each of the callee's, whether it is smaller
// (strict) or at most as large. Out: every composition that goes round, or that there are too many.
//
// Graphs are composed along paths until nothing new appears. The cycle ends if every graph that equals its own square
// makes some size smaller.

export interface Graph<Call> {
  readonly from: number;
  readonly to: number;
  /** From each size to those it bounds; true when strictly. */
  readonly arcs: Arcs;
  /** A call on the path, to point at when it fails. */
  readonly call: Call;
}

type Arcs = ReadonlyMap<string, ReadonlyMap<string, boolean>>;

/** Different compositions before giving up; the usual recursions have fewer than 20. */
export const COMPOSITIONS_MAX = 1_000;
/** Arcs looked at for one cycle before giving up: some milliseconds' worth. */
export const ARCS_MAX = 30_000;
/**
 * Arcs looked at for all cycles of a script. Many small cycles would otherwise take the time of one hard cycle each: 8 KB
 * of text held a check for two seconds.
 */
export const SCRIPT_ARCS_MAX = 60_000;

/** What one check may spend on its proofs. It counts arcs and not time, so that the same text is always judged alike. */
export class ProofBudget {
  #arcsLeft = SCRIPT_ARCS_MAX;

  /** Whether nothing is left, so that no further cycle is proved. */
  get isSpent(): boolean {
    return this.#arcsLeft < 0;
  }

  spend(arcs: number): void {
    this.#arcsLeft -= arcs;
  }
}

/** The graphs that equal their own square, or null when there are too many compositions for the cycle or the budget. */
export function idempotentGraphs<Call>(calls: readonly Graph<Call>[], budget: ProofBudget): Graph<Call>[] | null {
  const sizes = new Sizes(calls);
  const graphs = new Map<string, Packed<Call>>();
  const queue: Packed<Call>[] = [];
  let arcsLeft = ARCS_MAX;
  const look = (arcs: readonly number[]): void => {
    arcsLeft -= arcs.length + 1;
    budget.spend(arcs.length + 1);
  };
  const isOver = (): boolean => arcsLeft < 0 || budget.isSpent;
  const add = (graph: Packed<Call>): void => {
    look(graph.arcs);
    if (graphs.has(graph.key)) return;
    graphs.set(graph.key, graph);
    queue.push(graph);
  };
  for (const call of calls) {
    if (isOver()) return null;
    add(sizes.pack(call));
  }
  const base = groupByFrom(graphs.values());
  for (let at = 0; at < queue.length; at += 1) {
    for (const step of base.get(queue[at]!.callee) ?? []) {
      add(sizes.compose(queue[at]!, step));
      if (graphs.size > COMPOSITIONS_MAX || isOver()) return null;
    }
  }
  const result: Graph<Call>[] = [];
  for (const graph of graphs.values()) {
    if (graph.caller !== graph.callee) continue;
    const square = sizes.compose(graph, graph);
    look(square.arcs);
    if (isOver()) return null;
    if (square.key === graph.key) result.push(sizes.unpack(graph));
  }
  return result;
}

/** Sizes that get smaller round a loop. */
export function shrinkingSizes<Call>({ arcs }: Graph<Call>): string[] {
  return [...arcs].filter(([from, targets]) => targets.get(from) === true).map(([from]) => from);
}

/** A graph while graphs are composed, thousands of times: arcs are numbers, `(from × sizes + to) × 2 + strict`, ascending. */
interface Packed<Call> {
  readonly caller: number;
  readonly callee: number;
  readonly arcs: readonly number[];
  /** How many sizes arcs come from. */
  readonly sizes: number;
  /** Equal for equal graphs. */
  readonly key: string;
  readonly call: Call;
}

/** The sizes of a cycle's calls, numbered; it makes packed graphs of them, and graphs again. */
class Sizes {
  readonly #names: string[] = [];
  readonly #numbers = new Map<string, number>();
  /** For each size, what `compose` has found of the arc to it: nothing, at most as large, or smaller. */
  readonly #found: Uint8Array;
  /** For each graph composed with, where the arcs from each size begin in it, and at the end how many there are. */
  readonly #starts = new WeakMap<readonly number[], Uint32Array>();

  constructor(graphs: readonly Graph<unknown>[]) {
    for (const { arcs } of graphs) {
      for (const [from, targets] of arcs) {
        this.#add(from);
        for (const to of targets.keys()) this.#add(to);
      }
    }
    this.#found = new Uint8Array(this.#names.length);
  }

  pack<Call>({ from, to, arcs, call }: Graph<Call>): Packed<Call> {
    const packed = [...arcs].flatMap(([size, targets]) =>
      [...targets].map(([target, strict]) => this.#arc(this.#numbers.get(size)!, this.#numbers.get(target)!, strict)),
    );
    packed.sort((a, b) => a - b);
    return packedGraph(from, to, packed, arcs.size, call);
  }

  unpack<Call>({ caller, callee, arcs, call }: Packed<Call>): Graph<Call> {
    const unpacked = new Map<string, Map<string, boolean>>();
    for (const arc of arcs) {
      const from = this.#names[this.#from(arc)]!;
      if (!unpacked.has(from)) unpacked.set(from, new Map());
      unpacked.get(from)!.set(this.#names[this.#to(arc)]!, isStrict(arc));
    }
    return { from: caller, to: callee, arcs: unpacked, call };
  }

  compose<Call>(first: Packed<Call>, second: Packed<Call>): Packed<Call> {
    const arcs: number[] = [];
    let sizes = 0;
    const starts = this.#startsOf(second.arcs);
    for (let at = 0; at < first.arcs.length; ) {
      const from = this.#from(first.arcs[at]!);
      const targets: number[] = [];
      for (; at < first.arcs.length && this.#from(first.arcs[at]!) === from; at += 1) {
        const through = this.#to(first.arcs[at]!);
        for (let next = starts[through]!; next < starts[through + 1]!; next += 1) {
          const to = this.#to(second.arcs[next]!);
          if (this.#found[to] === 0) targets.push(to);
          this.#found[to]! |= isStrict(first.arcs[at]!) || isStrict(second.arcs[next]!) ? STRICT : AT_MOST;
        }
      }
      if (targets.length > 0) sizes += 1;
      for (const to of targets.sort((a, b) => a - b)) {
        arcs.push(this.#arc(from, to, (this.#found[to]! & STRICT) !== 0));
        this.#found[to] = 0;
      }
    }
    const call = first.sizes <= second.sizes ? first.call : second.call;
    return packedGraph(first.caller, second.callee, arcs, sizes, call);
  }

  #startsOf(arcs: readonly number[]): Uint32Array {
    let starts = this.#starts.get(arcs);
    if (starts !== undefined) return starts;
    starts = new Uint32Array(this.#names.length + 1);
    for (const arc of arcs) starts[this.#from(arc) + 1]! += 1;
    for (let size = 0; size < this.#names.length; size += 1) starts[size + 1]! += starts[size]!;
    this.#starts.set(arcs, starts);
    return starts;
  }

  #add(name: string): void {
    if (this.#numbers.has(name)) return;
    this.#numbers.set(name, this.#names.length);
    this.#names.push(name);
  }

  #arc(from: number, to: number, strict: boolean): number {
    return (from * this.#names.length + to) * 2 + (strict ? 1 : 0);
  }

  #from(arc: number): number {
    return Math.floor(arc / 2 / this.#names.length);
  }

  #to(arc: number): number {
    return Math.floor(arc / 2) % this.#names.length;
  }
}

const AT_MOST = 1;
const STRICT = 2;

const isStrict = (arc: number): boolean => arc % 2 === 1;

function packedGraph<Call>(
  caller: number,
  callee: number,
  arcs: readonly number[],
  sizes: number,
  call: Call,
): Packed<Call> {
  return { caller, callee, arcs, sizes, key: `${caller} ${callee} ${arcs.join(' ')}`, call };
}

function groupByFrom<Call>(graphs: Iterable<Packed<Call>>): Map<number, Packed<Call>[]> {
  const groups = new Map<number, Packed<Call>[]>();
  for (const graph of graphs) {
    const group = groups.get(graph.caller);
    if (group === undefined) groups.set(graph.caller, [graph]);
    else group.push(graph);
  }
  return groups;
}
