// Machine: the state of one run, and the two ways it can end early.
// In: fuel. Out: exact steps, counted one at a time; faults with their node and chain of calls.
// Tasks are generators that yield the tasks they wait for; `drive` keeps them on a stack of its own, so neither nested
// text nor nested calls use the host's.

import type { Program } from '../../compiler/core.ts';
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
}

/** Evaluates something; yields other tasks and is resumed with their values. */
export type Task = Generator<Task, Value, Value>;

/** Thrown to end a run; caught in `interpret` and nowhere else. `node` is null only for `out-of-fuel`. */
export class Stop {
  readonly code: FaultCode;
  readonly node: number | null;
  readonly text: string | null;

  constructor(code: FaultCode, node: number | null, text: string | null = null) {
    this.code = code;
    this.node = node;
    this.text = text;
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
    const step = top.next(value);
    if (step.done === true) {
      stack.pop();
      value = step.value;
    } else {
      stack.push(step.value);
    }
  }
  return value;
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
  fail(code: FaultCode, text?: string): never;
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
    fail: (code, text) => {
      throw new Stop(code, node, text ?? null);
    },
  };
}
