// Machine: the state of one run, and the two ways it can end early.
// In: fuel. Out: exact steps, counted one at a time; faults with their node and chain of calls.
// Tasks are generators that yield the tasks they wait for; `drive` keeps them on a stack of its own, so neither nested
// text nor nested calls use the host's.

import type { Callee, Core, Program } from '../../compiler/core.ts';
import type { FaultCode } from '../../compiler/faults.ts';
import type { Value } from './value.ts';

export interface Machine {
  readonly program: Program;
  readonly input: Value;
  readonly globals: Value[];
  readonly fuel: number;
  steps: number;
  /** The nodes of the active calls of `defn`s, outermost first. */
  readonly calls: number[];
  /** Steps by the node they were counted at, when somebody wants to know. */
  readonly profile: Map<number, number> | null;
  /** Who wants to explain the run; a watched run is the same run. */
  readonly watch: Watch | null;
}

/**
 * Is told what happens in a run. The value that was told last is the one that `bind`, `append` and `define` are about: where it
 * came from is what a watch keeps. `frame` tells the slots of one call from those of another.
 */
export interface Watch {
  begin(input: Value): void;
  /** The evaluation of a node begins; `leave` ends the one that began last. */
  enter(core: Core): void;
  leave(value: Value, frame: object): void;
  /** A function of a higher-order builtin is applied; `leave` ends that, too. */
  apply(callee: Callee, args: readonly Value[]): void;
  bind(frame: object, slot: number): void;
  define(global: number): void;
  /** The value that came last was put at the end of a list of arguments. */
  append(args: readonly Value[]): void;
  /** The argument at a position comes next. */
  pick(args: readonly Value[], at: number): void;
  /** The first arguments of another list are those of this one. */
  derive(args: readonly Value[], from: readonly Value[]): void;
  /** What stands at a key of a collection comes next; `node` reads it. A key of null: all that is left of it. */
  part(collection: Value, key: string | number | null, node: number): void;
  /** A node caught a fault: what it had begun goes on no longer. */
  resume(core: Core): void;
  stop(stop: Stop): void;
  finish(output: Value): void;
}

/** Evaluates something; yields other tasks and is resumed with their values. */
export type Task = Generator<Task, Value, Value>;

/** What is known of a fault beside its code where it happens; it goes to people alone. */
export type Why =
  /** `value` stands where `wanted` ("a number") was. */
  | { readonly kind: 'value'; readonly value: Value; readonly wanted: string }
  /** `length` elements or characters; `end` where a part from `index` to `end` was wanted. */
  | { readonly kind: 'index'; readonly index: number; readonly end: number | null; readonly length: number }
  /** Two numbers that an operation got. */
  | { readonly kind: 'operands'; readonly operands: readonly Value[] }
  /** In words, as the rest of a sentence that begins with the builtin: "takes no step of 0". */
  | { readonly kind: 'words'; readonly words: string };

/** Thrown to end a run; caught in `interpret` and by `attempt` (evaluate.ts). `node` is null only for `out-of-fuel`. */
export class Stop {
  readonly code: FaultCode;
  readonly node: number | null;
  readonly text: string | null;
  readonly why: Why | null;

  constructor(code: FaultCode, node: number | null, text: string | null = null, why: Why | null = null) {
    this.code = code;
    this.node = node;
    this.text = text;
    this.why = why;
  }
}

/** Counts `steps` more, or ends the run: what a meter that counts one by one would have seen is all of the fuel. */
export function count(machine: Machine, steps: number, node: number): void {
  const counted = Math.min(steps, machine.fuel - machine.steps);
  machine.profile?.set(node, (machine.profile.get(node) ?? 0) + counted);
  machine.steps += counted;
  if (counted < steps) throw new Stop('out-of-fuel', null);
}

export function drive(root: Task): Value {
  const stack: Task[] = [root];
  let value: Value = null;
  for (let top = stack[0]; top !== undefined; top = stack[stack.length - 1]) {
    const step = resumed(stack, top, value);
    if (step.done === true) {
      stack.pop();
      value = step.value;
    } else {
      stack.push(step.value);
    }
  }
  return value;
}

/** Goes on with the last task, or with the one that catches what it throws. */
function resumed(stack: Task[], top: Task, value: Value): IteratorResult<Task, Value> {
  try {
    return top.next(value);
  } catch (error) {
    return rescued(stack, error);
  }
}

/** The tasks that wait get to see what was thrown, the innermost first. */
function rescued(stack: Task[], thrown: unknown): IteratorResult<Task, Value> {
  for (;;) {
    stack.pop();
    const waiting = stack.at(-1);
    if (waiting === undefined) throw thrown;
    try {
      return waiting.throw(thrown);
    } catch (error) {
      if (error !== thrown) throw error;
    }
  }
}

/** One application of a builtin: where it stands, and what it may do to the run. */
export interface Application {
  readonly node: number;
  readonly order: '<' | '>' | null;
  /** Whether the function of a higher-order builtin can be applied to no arguments. */
  readonly takesNothing: boolean;
  /** Whether a higher-order builtin makes it. */
  readonly isApplied: boolean;
  /** Whether the phrases of `locate` and its kin were made ready before the run. */
  readonly hasReadyPhrases: boolean;
  /** Takes the surcharge, before the work; ends the run when fuel cannot pay it. */
  charge(steps: number): void;
  fail(code: FaultCode, text?: string | null, why?: Why): never;
  /** The fault `type`: `value` stands where `wanted` ("a number") was. */
  reject(value: Value, wanted: string): never;
}

/** Applies the function of a higher-order builtin; counts one each time, then its body. */
export type Apply = (args: readonly Value[]) => Task;

export function applicationAt(
  machine: Machine,
  node: number,
  known: Partial<Pick<Application, 'order' | 'takesNothing' | 'isApplied' | 'hasReadyPhrases'>> = {},
): Application {
  return {
    node,
    order: null,
    takesNothing: false,
    isApplied: false,
    hasReadyPhrases: false,
    ...known,
    charge: (steps) => count(machine, steps, node),
    fail: (code, text, why) => {
      throw new Stop(code, node, text ?? null, why ?? null);
    },
    reject: (value, wanted) => {
      throw new Stop('type', node, null, { kind: 'value', value, wanted });
    },
  };
}
