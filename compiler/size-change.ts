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

export type Arcs = ReadonlyMap<string, ReadonlyMap<string, boolean>>;

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
  const graphs = new Map<string, Graph<Call>>();
  const queue: Graph<Call>[] = [];
  let arcsLeft = ARCS_MAX;
  const look = (arcs: Arcs): void => {
    const count = countArcs(arcs);
    arcsLeft -= count;
    budget.spend(count);
  };
  const isOver = (): boolean => arcsLeft < 0 || budget.isSpent;
  const add = (graph: Graph<Call>): void => {
    const key = keyOf(graph);
    look(graph.arcs);
    if (graphs.has(key)) return;
    graphs.set(key, graph);
    queue.push(graph);
  };
  for (const call of calls) {
    if (isOver()) return null;
    add(call);
  }
  const base = groupByFrom(graphs.values());
  for (let at = 0; at < queue.length; at += 1) {
    for (const step of base.get(queue[at]!.to) ?? []) {
      add(compose(queue[at]!, step));
      if (graphs.size > COMPOSITIONS_MAX || isOver()) return null;
    }
  }
  const result: Graph<Call>[] = [];
  for (const [key, graph] of graphs) {
    if (graph.from !== graph.to) continue;
    const square = compose(graph, graph);
    look(square.arcs);
    if (isOver()) return null;
    if (keyOf(square) === key) result.push(graph);
  }
  return result;
}

/** Sizes that get smaller round a loop. */
export function shrinkingSizes<Call>({ arcs }: Graph<Call>): string[] {
  return [...arcs].filter(([from, targets]) => targets.get(from) === true).map(([from]) => from);
}

function compose<Call>(first: Graph<Call>, second: Graph<Call>): Graph<Call> {
  const arcs = new Map<string, Map<string, boolean>>();
  for (const [from, targets] of first.arcs) {
    for (const [through, firstStrict] of targets) {
      for (const [to, secondStrict] of second.arcs.get(through) ?? []) {
        let found = arcs.get(from);
        if (found === undefined) arcs.set(from, found = new Map());
        found.set(to, firstStrict || secondStrict || (found.get(to) ?? false));
      }
    }
  }
  return { from: first.from, to: second.to, arcs, call: first.arcs.size <= second.arcs.size ? first.call : second.call };
}

function countArcs(arcs: Arcs): number {
  let count = 1;
  for (const targets of arcs.values()) count += targets.size;
  return count;
}

function keyOf<Call>({ from, to, arcs }: Graph<Call>): string {
  const texts = [...arcs].flatMap(([size, targets]) => [...targets].map(([target, strict]) => `${size}>${target}${strict ? '!' : ''}`)).sort();
  return `${from} ${to} ${texts.join(' ')}`;
}

function groupByFrom<Call>(graphs: Iterable<Graph<Call>>): Map<number, Graph<Call>[]> {
  const groups = new Map<number, Graph<Call>[]>();
  for (const graph of graphs) {
    const group = groups.get(graph.from);
    if (group === undefined) groups.set(graph.from, [graph]);
    else group.push(graph);
  }
  return groups;
}
