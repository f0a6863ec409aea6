// Recursion: proves before anything runs that recursive functions end.
//
// Every call inside a cycle of the call graph becomes a size-change graph: for each parameter of the caller and each of
// the callee, whether the value passed is smaller (strict) or at most as large; recursion/size-change.ts says what follows.
//
// "Smaller" needs a measure that cannot shrink for ever, and there are several that must not be mixed on one parameter
// (halving towards 0 and counting down past 0 together could go in circles): `part` (how much data), `down` (a number
// above a literal bound, going down by whole steps, or, where it is not below 0, by quot), `abs` (a magnitude, by quot,
// mod and rem) and `to c` (a whole number going down by exactly 1, or to 0 by quot, to a c it is tested against). Steps are whole because smaller ones are lost in rounding: half
// a unit less than 123456789012345678 is 123456789012345678. For the same reason `mod` shrinks surely only when what it
// divides is whole: (mod -1e-18 5) rounds to 5. What is assumed of numbers is in recursion/assumptions.ts; a proof that assumes
// nothing is tried first.

import type { FunctionDefinition, Program, Target } from '../core.ts';
import { functionParts, parts } from '../walk.ts';
import { type Assumption, Assumptions, type Property } from './assumptions.ts';
import { components } from './components.ts';
import { COMPOSITIONS_MAX, type Graph, idempotentGraphs, ProofBudget, shrinkingSizes } from './size-change.ts';
import { type Known, knownOf, staysAbove } from './size-facts.ts';
import { compareSize, type Seen } from './size-values.ts';
import { type SizedCall, sizedCalls } from './sizes.ts';

export const RECURSION_POLICIES = ['verified', 'forbid', 'allow'] as const;

export type RecursionPolicy = (typeof RECURSION_POLICIES)[number];

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
  /** null where no recursion is allowed, whatever it does. */
  readonly why: string | null;
}

interface RecursionResult {
  readonly reports: readonly RecursionReport[];
  readonly refusals: readonly Refusal[];
}

/** Names of a cycle that are shown; a ring of a thousand functions must not make a report of a million names. */
export const CYCLE_SHOWN_MAX = 20;

export function verifyRecursion(program: Program, policy: RecursionPolicy = 'verified'): RecursionResult {
  const graph = program.functions.map((definition) => calledBy(definition));
  const component = components(graph);
  const reports: RecursionReport[] = [];
  const refusals: Refusal[] = [];
  const budget = new ProofBudget();
  const done = new Map<number, { status: 'verified' | 'refuted'; proof: Proof }>();
  program.functions.forEach((definition, index) => {
    if (definition.isLifted) return;
    const members = component[index]!;
    const recursive = members.length > 1 || graph[index]!.includes(index);
    if (!recursive) {
      reports.push({ function: definition.name, status: 'none', cycle: [], parameter: null, assumes: null });
      return;
    }
    const first = members[0]!;
    let result = done.get(first);
    if (result === undefined) {
      const proof = prove(program, members, budget);
      const cycle = cycleNames(program, members);
      const refused = policy === 'forbid' || (policy === 'verified' && proof.failure !== null);
      if (refused) {
        refusals.push({
          node: proof.failure?.node ?? proof.closing,
          cycle,
          why: policy === 'forbid' ? null : proof.failure!.why,
        });
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

const BUDGET_SPENT = 'the cycles before it used up what one check spends on proofs';

type SizeGraph = Graph<SizedCall>;

function prove(program: Program, members: readonly number[], budget: ProofBudget): Proof {
  const inCycle = new Set(members);
  const calls = members.flatMap((member) => sizedCalls(program, member, inCycle));
  const closing = calls[0]!.node;
  if (budget.isSpent) return { failure: { node: closing, why: BUDGET_SPENT }, closing, shrinks: new Map() };
  const plain = findLoops(calls, null, budget);
  if (plain.kind === 'ends')
    return { failure: null, closing, shrinks: describe(program, members, plain.loops, calls, null) };
  const assumptions = new Assumptions(calls);
  // What combines in too many ways does so with assumptions, too.
  const assuming = plain.kind === 'too-many' ? plain : findLoops(calls, assumptions, budget);
  if (assuming.kind === 'ends')
    return { failure: null, closing, shrinks: describe(program, members, assuming.loops, calls, assumptions) };
  const failure =
    assuming.kind === 'too-many'
      ? {
          node: closing,
          why: budget.isSpent ? BUDGET_SPENT : `its calls combine in more than ${COMPOSITIONS_MAX} ways`,
        }
      : { node: assuming.call.node, why: whyNot(program, assuming.call) };
  return { failure, closing, shrinks: new Map() };
}

type Loops =
  | { readonly kind: 'ends'; readonly loops: readonly SizeGraph[] }
  /** `call`: one on a round that makes nothing smaller. */
  | { readonly kind: 'open'; readonly call: SizedCall }
  | { readonly kind: 'too-many' };

function findLoops(calls: readonly SizedCall[], assumptions: Assumptions | null, budget: ProofBudget): Loops {
  const turning = turningDivisor(calls);
  const loops = idempotentGraphs(
    calls.map((call) => graphOf(call, turning, assumptions)),
    budget,
  );
  if (loops === null) return { kind: 'too-many' };
  const open = loops.find((loop) => shrinkingSizes(loop).length === 0);
  return open === undefined ? { kind: 'ends', loops } : { kind: 'open', call: open.call };
}

/**
 * The parameter b when every call is `(f b (mod a b))`, in any order and beside any others. Then rounding cannot hold it
 * up: from the second round on both have the sign of the same divisor, and the remainder is exact.
 */
function turningDivisor(calls: readonly SizedCall[]): number | null {
  const turns = calls.map(({ caller, callee, args }) => {
    const divisor = args.findIndex(({ value }, index) => value?.kind === 'mod' && value.param === index);
    const value = args[divisor]?.value;
    const dividend = value?.kind === 'mod' ? value.dividend.param : null;
    const next = dividend === null ? null : args[dividend]?.value;
    return caller === callee && next?.kind === 'same' && next.param === divisor ? { divisor, dividend } : null;
  });
  const [first] = turns;
  const isSame =
    first !== null &&
    first !== undefined &&
    turns.every((turn) => turn?.divisor === first.divisor && turn.dividend === first.dividend);
  return isSame ? first.divisor : null;
}

/** Sizes are "parameter:measure". */
function graphOf(call: SizedCall, turning: number | null, assumptions: Assumptions | null): SizeGraph {
  const arcs = new Map<string, Map<string, boolean>>();
  call.args.forEach(({ value }, index) => {
    if (value === null) return;
    for (const { measure, strict } of changes(call, value, index, turning, assumptions)) {
      const from = `${value.param}:${measure}`;
      let targets = arcs.get(from);
      if (targets === undefined) arcs.set(from, (targets = new Map()));
      targets.set(`${index}:${measure}`, strict);
    }
  });
  return { from: call.caller, to: call.callee, arcs, call };
}

interface Change {
  readonly measure: string;
  readonly strict: boolean;
}

/** What passing `value` as parameter `index` says, in every measure. */
function changes(
  call: SizedCall,
  value: Seen,
  index: number,
  turning: number | null,
  assumptions: Assumptions | null,
): Change[] {
  const known = knownOf(call.facts, value.param);
  const countedTo = (strict: boolean): Change[] =>
    (assumptions?.constants ?? []).flatMap((constant) => {
      const property: Property = { kind: 'not-below', constant };
      const holds =
        assumptions!.holds({ function: call.caller, param: value.param, property }) &&
        assumptions!.holds({ function: call.callee, param: index, property });
      return holds && (!strict || staysAbove(known, constant)) ? [{ measure: `to:${constant}`, strict }] : [];
    });
  switch (value.kind) {
    case 'same':
      return [...['part', 'down', 'abs'].map((measure) => ({ measure, strict: false })), ...countedTo(false)];
    case 'part':
    case 'list': {
      const size = compareSize(value, known);
      return size === null ? [] : [{ measure: 'part', strict: size === 'smaller' }];
    }
    case 'minus':
      return [{ measure: 'down', strict: known.above !== null }, ...(value.step === 1n ? countedTo(true) : [])];
    case 'quot':
      // What is not below 0 goes down, by one at least where it is whole, and is whole from then on.
      return [
        { measure: 'abs', strict: known.nonZero },
        ...(isNotBelowZero(known) ? [{ measure: 'down', strict: known.nonZero }] : []),
        ...countedTo(true).filter(({ measure }) => measure === TO_ZERO),
      ];
    case 'rem':
      return [{ measure: 'abs', strict: true }];
    case 'mod':
      return [{ measure: 'abs', strict: index === turning || isWhole(call, value.dividend.whole, assumptions) }];
  }
}

/** Of a whole number not below 0, a quotient is closer to 0, as one less is. */
const TO_ZERO = 'to:0';

function isNotBelowZero({ above }: Known): boolean {
  return above !== null && above.bound.coefficient >= 0n;
}

function isWhole(call: SizedCall, whole: readonly number[] | null, assumptions: Assumptions | null): boolean {
  if (whole === null || whole.length === 0) return whole !== null;
  return whole.every((param) => assumptions?.holds({ function: call.caller, param, property: WHOLE }) ?? false);
}

const WHOLE: Property = { kind: 'whole' };

/** For each function, one parameter that shrinks round its loops, and what that assumes of its parameters. */
function describe(
  program: Program,
  members: readonly number[],
  loops: readonly SizeGraph[],
  calls: readonly SizedCall[],
  assumptions: Assumptions | null,
): Proof['shrinks'] {
  const chosen = new Map(members.map((member) => [member, chooseSizes(loops.filter(({ from }) => from === member))]));
  const assumed =
    assumptions === null
      ? []
      : assumptions.closure([
          ...wholeDividends(calls, assumptions),
          ...[...chosen].flatMap(([member, sizes]) =>
            sizes.flatMap((size) => {
              const [param, measure, constant] = size.split(':');
              return measure === 'to'
                ? [
                    {
                      function: member,
                      param: Number(param),
                      property: { kind: 'not-below', constant: BigInt(constant!) } as const,
                    },
                  ]
                : [];
            }),
          ),
        ]);
  const shrinks = new Map<number, { parameter: string; assumes: string | null }>();
  for (const [member, [size]] of chosen) {
    if (size === undefined) continue;
    const definition = program.functions[member]!;
    const texts = assumed
      .filter((assumption) => assumption.function === member)
      .map(
        ({ param, property }) =>
          `${parameterName(definition, param)} is a whole number${property.kind === 'whole' ? '' : ` not below ${property.constant}`}`,
      );
    const distinct = texts.filter(
      (text, at) => texts.indexOf(text) === at && !texts.some((other) => other.startsWith(`${text} `)),
    );
    shrinks.set(member, {
      parameter: parameterName(definition, Number(size.split(':')[0])),
      assumes: distinct.length === 0 ? null : distinct.join(', and '),
    });
  }
  return shrinks;
}

/** One size that shrinks round every loop, or, when parameters take turns, one for each loop; first parameters first. */
function chooseSizes(loops: readonly SizeGraph[]): string[] {
  const [first, ...others] = loops.map((loop) => shrinkingSizes(loop).sort(byPreference));
  if (first === undefined) return [];
  const common = first.find((size) => others.every((sizes) => sizes.includes(size)));
  return common !== undefined ? [common] : [first, ...others].map((sizes) => sizes[0]!).sort(byPreference);
}

/** What assumes nothing comes first, then the parameters in order, then the smaller constant. */
function byPreference(a: string, b: string): number {
  const [left, right] = [a, b].map((size) => size.split(':'));
  const assumes = Number(left![1] === 'to') - Number(right![1] === 'to');
  return assumes !== 0
    ? assumes
    : Number(left![0]) - Number(right![0]) || Number(left![2] ?? 0) - Number(right![2] ?? 0);
}

/** What must be whole for the remainders of a cycle to shrink. */
function wholeDividends(calls: readonly SizedCall[], assumptions: Assumptions): Assumption[] {
  return calls.flatMap((call) =>
    call.args.flatMap(({ value }) => {
      if (value?.kind !== 'mod' || !isWhole(call, value.dividend.whole, assumptions)) return [];
      return value.dividend.whole!.map((param) => ({ function: call.caller, param, property: WHOLE }));
    }),
  );
}

/** Why a call makes nothing smaller, as far as its own arguments tell. */
function whyNot(program: Program, call: SizedCall): string {
  const { caller, callee, args, facts } = call;
  const given = args.filter(({ value }) => value !== null);
  const { params, rest } = program.functions[caller]!;
  const copies = args.flatMap(({ value }) => (value?.kind === 'same' ? [paramName(params[value.param] ?? rest)] : []));
  const smaller = given.some(({ value }, index) =>
    changes(call, value!, index, null, null).some(({ strict }) => strict),
  );
  if (args.length === 0) return `\`${program.functions[callee]!.name}\` takes nothing that could shrink`;
  if (copies.length === args.length) return `it passes ${copies.map((copy) => `\`${copy}\``).join(' and ')} unchanged`;
  if (smaller) return 'its arguments do not shrink together round the cycle';
  const falling = given.find(({ value }) => value!.kind === 'minus' && knownOf(facts, value!.param).above === null);
  if (falling !== undefined)
    return `nothing stops \`${paramName(params[falling.value!.param] ?? rest)}\` from going down for ever`;
  return given.length > 0 ? 'no argument gets smaller under a test that stops it' : 'no argument is seen to shrink';
}

function paramName(target: Target | null | undefined): string {
  return target?.kind === 'slot' ? target.name : 'its argument';
}

function parameterName(definition: FunctionDefinition, index: number): string {
  const target = definition.params[index] ?? definition.rest;
  return target?.kind === 'slot' ? target.name : `parameter ${index + 1}`;
}

/** Functions that a definition calls, or hands to a higher-order builtin. */
function calledBy(definition: FunctionDefinition): number[] {
  const called = new Set<number>();
  const queue = functionParts(definition);
  for (let core = queue.pop(); core !== undefined; core = queue.pop()) {
    if (core.kind === 'call') called.add(core.function);
    if (core.kind === 'higher' && core.callee.kind === 'function') called.add(core.callee.function);
    queue.push(...parts(core));
  }
  return [...called].sort((a, b) => a - b);
}
