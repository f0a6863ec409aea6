// Recursion: proves before anything runs that recursive functions end (size-change termination: Lee, Jones and
// Ben-Amram, POPL 2001).
//
// Every call inside a cycle of the call graph becomes a size-change graph: for each parameter of the caller and each of
// the callee, whether the value passed is smaller (strict) or at most as large (weak). Graphs are composed along paths
// until nothing new appears; the cycle ends if every graph that equals its own square makes some parameter smaller,
// because an endless run would have to shrink that parameter endlessly.
//
// "Smaller" needs a measure that cannot shrink for ever, and there are several that must not be mixed on one parameter
// (halving towards 0 and counting down past 0 together could go in circles): `part` (how much data), `down` (a number
// above a literal bound, going down by whole steps), `abs` (a magnitude, by quot, mod and rem) and `to c` (a whole number
// going down by exactly 1 to a c it is tested against; true only of whole numbers not below c, which the report says).

import type { Core, FunctionDefinition, Program } from './core.ts';
import { sizeChanges, type Arc, type CallChange } from './sizes.ts';
import { parts, targetParts } from './walk.ts';

export type RecursionPolicy = 'verified' | 'forbid' | 'allow';

/** What was found of one `defn`, in source order. */
export interface RecursionReport {
  readonly function: string;
  readonly status: 'none' | 'verified' | 'refuted';
  /** The functions that call each other, in source order; empty for `none`. */
  readonly cycle: readonly string[];
  /** The parameter that shrinks, when one of this function's does in every round. */
  readonly parameter: string | null;
  /** What the proof takes for granted of the input, or null. */
  readonly assumes: string | null;
}

/** A cycle that was not proved: the call to point at, and why. */
export interface Refusal {
  /** Node of the call that closes the cycle. */
  readonly node: number;
  readonly cycle: readonly string[];
  readonly why: string;
}

export interface RecursionResult {
  readonly reports: readonly RecursionReport[];
  readonly refusals: readonly Refusal[];
}

/** Different compositions before giving up; the usual recursions have fewer than 20. */
export const COMPOSITIONS_MAX = 1_000;
/** Compositions tried before giving up: a few milliseconds' worth, so that a hostile script costs no more. */
export const ATTEMPTS_MAX = 10_000;
/** Names of a cycle that are shown; a ring of a thousand functions must not make a report of a million names. */
export const CYCLE_SHOWN_MAX = 20;

export function verifyRecursion(program: Program, policy: RecursionPolicy = 'verified'): RecursionResult {
  const graph = program.functions.map((definition) => calledBy(definition));
  const component = components(graph);
  const reports: RecursionReport[] = [];
  const refusals: Refusal[] = [];
  const done = new Map<number, { status: 'verified' | 'refuted'; proof: Proof }>();
  program.functions.forEach((definition, index) => {
    const members = component[index]!;
    const recursive = members.length > 1 || graph[index]!.includes(index);
    if (!recursive) {
      reports.push({ function: definition.name, status: 'none', cycle: [], parameter: null, assumes: null });
      return;
    }
    const first = members[0]!;
    let result = done.get(first);
    if (result === undefined) {
      const proof = prove(program, members);
      const cycle = cycleNames(program, members);
      const refused = policy === 'forbid' || (policy === 'verified' && proof.failure !== null);
      if (refused) {
        const { node, why } = proof.failure ?? { node: proof.closing, why: 'recursion is forbidden here' };
        refusals.push({ node, cycle, why: policy === 'forbid' ? 'recursion is forbidden here' : why });
      }
      result = { status: proof.failure === null && policy !== 'forbid' ? 'verified' : 'refuted', proof };
      done.set(first, result);
    }
    const cycle = cycleNames(program, members);
    const shrinking = result.proof.shrinks.get(index) ?? null;
    reports.push({
      function: definition.name,
      status: result.status,
      cycle,
      parameter: result.status === 'verified' ? (shrinking?.parameter ?? null) : null,
      assumes: result.status === 'verified' ? (shrinking?.assumes ?? null) : null,
    });
  });
  return { reports, refusals };
}

function cycleNames(program: Program, members: readonly number[]): string[] {
  const names = members.slice(0, CYCLE_SHOWN_MAX).map((member) => program.functions[member]!.name);
  return members.length > CYCLE_SHOWN_MAX ? [...names, '…'] : names;
}

interface Proof {
  readonly failure: { readonly node: number; readonly why: string } | null;
  /** A call inside the cycle, to point at. */
  readonly closing: number;
  /** For each function, the parameter that shrinks from one of its calls to the next. */
  readonly shrinks: ReadonlyMap<number, { readonly parameter: string; readonly assumes: string | null }>;
}

/** A composed size-change graph between two functions; `arcs` maps "from>to" to whether it is strict. */
interface Graph {
  readonly from: number;
  readonly to: number;
  readonly arcs: ReadonlyMap<string, boolean>;
  /** A call on the path, to point at when it fails. */
  readonly call: CallChange;
}

function prove(program: Program, members: readonly number[]): Proof {
  const calls = members.flatMap((member) => sizeChanges(program, member, members));
  const graphs = new Map<string, Graph>();
  const queue: Graph[] = [];
  const add = (graph: Graph): void => {
    const key = graphKey(graph);
    if (graphs.has(key)) return;
    graphs.set(key, graph);
    queue.push(graph);
  };
  const closing = calls[0]!.node;
  for (const call of calls) add({ from: call.caller, to: call.callee, arcs: arcsOf(call.arcs), call });
  const base = [...graphs.values()];
  let attempts = 0;
  for (let graph = queue.shift(); graph !== undefined; graph = queue.shift()) {
    for (const step of base) {
      if (graph.to !== step.from) continue;
      attempts += 1;
      add(compose(graph, step));
      if (graphs.size > COMPOSITIONS_MAX || attempts > ATTEMPTS_MAX) {
        return { failure: { node: closing, why: `its calls combine in more than ${COMPOSITIONS_MAX} ways` }, closing, shrinks: new Map() };
      }
    }
  }
  const shrinks = new Map<number, { parameter: string; assumes: string | null }>();
  for (const member of members) {
    const loops = [...graphs.values()].filter((graph) => graph.from === member && graph.to === member && isIdempotent(graph));
    for (const loop of loops) {
      if (shrinkingNodes(loop).length === 0) {
        return { failure: { node: loop.call.node, why: loop.call.why }, closing, shrinks: new Map() };
      }
    }
    const found = describeShrinking(program.functions[member]!, loops);
    if (found !== null) shrinks.set(member, found);
  }
  return { failure: null, closing, shrinks };
}

function arcsOf(arcs: readonly Arc[]): Map<string, boolean> {
  const map = new Map<string, boolean>();
  for (const { from, to, strict } of arcs) {
    const key = `${from}>${to}`;
    map.set(key, strict || (map.get(key) ?? false));
  }
  return map;
}

function compose(first: Graph, second: Graph): Graph {
  const arcs = new Map<string, boolean>();
  for (const [firstKey, firstStrict] of first.arcs) {
    const [from, through] = firstKey.split('>') as [string, string];
    for (const [secondKey, secondStrict] of second.arcs) {
      const [start, to] = secondKey.split('>') as [string, string];
      if (start !== through) continue;
      const key = `${from}>${to}`;
      arcs.set(key, firstStrict || secondStrict || (arcs.get(key) ?? false));
    }
  }
  return { from: first.from, to: second.to, arcs, call: first.arcs.size <= second.arcs.size ? first.call : second.call };
}

function graphKey(graph: Graph): string {
  const arcs = [...graph.arcs].map(([key, strict]) => `${key}${strict ? '!' : ''}`).sort();
  return `${graph.from} ${graph.to} ${arcs.join(' ')}`;
}

function isIdempotent(graph: Graph): boolean {
  return graphKey(compose(graph, graph)) === graphKey(graph);
}

/** Nodes ("parameter measure") that get smaller round a loop. */
function shrinkingNodes(graph: Graph): string[] {
  return [...graph.arcs].filter(([key, strict]) => strict && key.split('>')[0] === key.split('>')[1]).map(([key]) => key.split('>')[0]!);
}

function describeShrinking(definition: FunctionDefinition, loops: readonly Graph[]): { parameter: string; assumes: string | null } | null {
  if (loops.length === 0) return null;
  const [first, ...others] = loops.map((loop) => new Set(shrinkingNodes(loop)));
  const common = [...first!].filter((node) => others.every((set) => set.has(node)));
  // A proof without assumptions is the better one; several parameters may take turns, then the first loop's is named.
  const node = common.find((candidate) => !isAssumption(candidate)) ?? common[0] ?? [...first!][0]!;
  const index = Number(node.split(':')[0]);
  const parameter = parameterName(definition, index);
  const measures = common.includes(node) ? [node] : loops.flatMap((loop) => shrinkingNodes(loop).slice(0, 1));
  const assumed = measures.filter(isAssumption).map((measure) => {
    const [param, , bound] = measure.split(':');
    return `${parameterName(definition, Number(param))} is a whole number not below ${bound}`;
  });
  return { parameter, assumes: assumed.length === 0 ? null : [...new Set(assumed)].join(', and ') };
}

function isAssumption(node: string): boolean {
  return node.split(':')[1] === 'to';
}

function parameterName(definition: FunctionDefinition, index: number): string {
  const target = definition.params[index] ?? definition.rest;
  return target?.kind === 'slot' ? target.name : `parameter ${index + 1}`;
}

/** Functions that a definition calls, or hands to a higher-order builtin. */
function calledBy(definition: FunctionDefinition): number[] {
  const called = new Set<number>();
  const queue: Core[] = [definition.body];
  for (const target of [...definition.params, ...(definition.rest === null ? [] : [definition.rest])]) queue.push(...targetParts(target));
  for (let core = queue.pop(); core !== undefined; core = queue.pop()) {
    if (core.kind === 'call') called.add(core.function);
    if (core.kind === 'higher' && core.callee.kind === 'function') called.add(core.callee.function);
    queue.push(...parts(core));
  }
  return [...called].sort((a, b) => a - b);
}

/** Strongly connected components (Tarjan, with a stack of its own): for each function the members of its own, in source order. */
function components(graph: readonly (readonly number[])[]): number[][] {
  const order = new Array<number>(graph.length).fill(-1);
  const low = new Array<number>(graph.length).fill(-1);
  const open = new Array<boolean>(graph.length).fill(false);
  const result = new Array<number[]>(graph.length);
  const stack: number[] = [];
  let counter = 0;
  for (let start = 0; start < graph.length; start += 1) {
    if (order[start] !== -1) continue;
    const work = [{ at: start, next: 0 }];
    while (work.length > 0) {
      const frame = work.at(-1)!;
      const { at } = frame;
      if (frame.next === 0) {
        order[at] = low[at] = counter;
        counter += 1;
        stack.push(at);
        open[at] = true;
      }
      const target = graph[at]![frame.next];
      frame.next += 1;
      if (target === undefined) {
        work.pop();
        const parent = work.at(-1);
        if (parent !== undefined) low[parent.at] = Math.min(low[parent.at]!, low[at]!);
        if (low[at] === order[at]) {
          const members = stack.splice(stack.lastIndexOf(at)).sort((a, b) => a - b);
          for (const member of members) {
            open[member] = false;
            result[member] = members;
          }
        }
      } else if (order[target] === -1) {
        work.push({ at: target, next: 0 });
      } else if (open[target] === true) {
        low[at] = Math.min(low[at]!, order[target]!);
      }
    }
  }
  return result;
}
