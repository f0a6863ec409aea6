// Interpret: the definition of what a program means, evaluated in the plainest way.
// In: a checked program, input bytes and fuel. Out: output, or a fault; and exact steps, counted one node at a time when
// its evaluation begins. Compiled code must agree with this file on everything but speed.
//
// Every `evaluate…` is a task (machine.ts): it yields the task of a part and is resumed with its value.
// `recur` leaves its values in the frame and ends; the `loop` or function whose body that was starts over with them.
//
// It is longer than other files because the tasks of all kinds of nodes call each other.

import { takesNothing } from '../../compiler/arity.ts';
import { BUILTINS } from '../../compiler/builtins.ts';
import type { Callee, Constant, Core, FunctionDefinition, Program, Target } from '../../compiler/core.ts';
import { EMPTY_INPUT, type Fault, type RunResult } from '../../compiler/faults.ts';
import { literalPhrases } from '../../compiler/phrases.ts';
import { CALLS_MAX, constantSize, NESTING_MAX } from '../../compiler/steps.ts';
import { EVALUATE, EVALUATE_HIGHER, isHigher, isPlain, placeArguments } from './builtins/table.ts';
import { equal } from './compare.ts';
import { readInput } from './input.ts';
import type { Apply, Machine, Task, Watch } from './machine.ts';
import { applicationAt, count, drive, Stop } from './machine.ts';
import { print } from './print.ts';
import type { Value } from './value.ts';
import { depthOf, isMap, isTruthy, isVector, sizeOf } from './value.ts';

interface InterpretOptions {
  /** 0 … 2^53−1 */
  readonly fuel: number;
  /** UTF-8 bytes the output may print to. */
  readonly outputBytesMax?: number;
  /** Filled with the steps counted at each node; their sum is the run's steps. */
  readonly profile?: Map<number, number>;
  /** Told what happens; never changes output, fault or steps. */
  readonly watch?: Watch;
}

/** Shared structure can make a small value print huge. */
export const OUTPUT_BYTES_MAX = 8 * 1024 * 1024;

/** `input` is JSON text in UTF-8; null is nil. */
export function interpret(program: Program, input: Uint8Array | null, options: InterpretOptions): RunResult {
  if (input?.length === 0) return EMPTY_INPUT;
  const read = readInput(input);
  if (read.kind === 'bad-input')
    return faulted({ ...NO_PLACE, code: 'bad-input', text: read.text, path: read.path, byte: read.byte }, 0);
  const machine: Machine = {
    program,
    input: read.value,
    globals: [],
    fuel: options.fuel,
    steps: 0,
    calls: [],
    profile: options.profile ?? null,
    watch: options.watch ?? null,
  };
  machine.watch?.begin(read.value);
  let output: Value;
  try {
    output = drive(evaluateProgram(machine));
  } catch (error) {
    if (!(error instanceof Stop)) throw error;
    machine.watch?.stop(error);
    if (error.code === 'out-of-fuel') return faulted({ ...NO_PLACE, code: error.code }, machine.steps);
    return faulted({ code: error.code, node: error.node, calls: [...machine.calls], text: error.text }, machine.steps);
  }
  machine.watch?.finish(output);
  if (depthOf(output) > NESTING_MAX) return faulted({ ...NO_PLACE, code: 'too-deep' }, machine.steps);
  const text = print(output, options.outputBytesMax ?? OUTPUT_BYTES_MAX);
  if (text === null) return faulted({ ...NO_PLACE, code: 'output-too-large' }, machine.steps);
  return { kind: 'finished', output: text, steps: machine.steps };
}

const NO_PLACE = { node: null, calls: [], text: null } as const;

function faulted(fault: Fault, steps: number): RunResult {
  return { kind: 'fault', fault, steps };
}

/** The slots of one call of a function, or of the top level; a `fn` works in those around it. */
interface Frame {
  readonly slots: Value[];
  /** What `recur` passes on, until its target takes it. */
  recur: readonly Value[] | null;
}

function frameOf(slotCount: number): Frame {
  return { slots: new Array<Value>(slotCount).fill(null), recur: null };
}

function* evaluateProgram(machine: Machine): Task {
  const frame = frameOf(machine.program.slotCount);
  let output: Value = null;
  for (const item of machine.program.items) {
    const value = yield evaluate(machine, item.value, frame);
    if (item.kind === 'def') {
      machine.globals[item.global] = value;
      machine.watch?.define(item.global);
    } else output = value;
  }
  return output;
}

function evaluate(machine: Machine, core: Core, frame: Frame): Task {
  const task = evaluateNode(machine, core, frame);
  return machine.watch === null ? task : watched(machine.watch, core, task, frame);
}

function* watched(watch: Watch, core: Core, task: Task, frame: Frame): Task {
  watch.enter(core);
  const value = yield task;
  watch.leave(value, frame);
  return value;
}

function* evaluateNode(machine: Machine, core: Core, frame: Frame): Task {
  if (isCounted(core)) count(machine, 1, core.node);
  switch (core.kind) {
    case 'literal':
      return constantValue(core.value);
    case 'local':
      return frame.slots[core.slot]!;
    case 'global':
      return machine.globals[core.index]!;
    case 'input':
      return machine.input;
    case 'vector': {
      const items: Value[] = [];
      for (const item of core.items) items.push(yield evaluate(machine, item, frame));
      return items;
    }
    case 'map': {
      const entries: [string, Value][] = [];
      for (const { key, value } of core.entries) entries.push([key, yield evaluate(machine, value, frame)]);
      return new Map(entries);
    }
    case 'cond': {
      for (const { test, body } of core.clauses) {
        if (isTruthy(yield evaluate(machine, test, frame))) return yield evaluateOptional(machine, body, frame);
      }
      return yield evaluateOptional(machine, core.otherwise, frame);
    }
    case 'bind-test': {
      const value = yield evaluate(machine, core.value, frame);
      const holds = core.test === 'truthy' ? isTruthy(value) : value !== null;
      if (!holds) return yield evaluateOptional(machine, core.otherwise, frame);
      yield bind(machine, core.target, value, frame, null);
      return yield evaluate(machine, core.body, frame);
    }
    case 'case': {
      const subject = yield evaluate(machine, core.subject, frame);
      for (const { constants, body } of core.clauses) {
        for (const constant of constants) {
          count(machine, constantSize(constant), core.node);
          if (equal(constantValue(constant), subject)) return yield evaluate(machine, body, frame);
        }
      }
      if (core.otherwise === null)
        throw new Stop('failed', core.node, null, { kind: 'value', value: subject, wanted: 'one of its constants' });
      return yield evaluate(machine, core.otherwise, frame);
    }
    case 'and': {
      let value: Value = true;
      for (const item of core.items) {
        value = yield evaluate(machine, item, frame);
        if (!isTruthy(value)) return value;
      }
      return value;
    }
    case 'or': {
      let value: Value = null;
      for (const item of core.items) {
        value = yield evaluate(machine, item, frame);
        if (isTruthy(value)) return value;
      }
      return value;
    }
    case 'do': {
      let value: Value = null;
      for (const item of core.items) value = yield evaluate(machine, item, frame);
      return value;
    }
    case 'let': {
      for (const { target, value } of core.bindings) {
        yield bind(machine, target, yield evaluate(machine, value, frame), frame, null);
      }
      return yield evaluate(machine, core.body, frame);
    }
    case 'loop': {
      for (const { target, value } of core.bindings) {
        yield bind(machine, target, yield evaluate(machine, value, frame), frame, null);
      }
      for (;;) {
        const value = yield evaluate(machine, core.body, frame);
        const next = takeRecur(frame);
        if (next === null) return value;
        for (const [at, { target }] of core.bindings.entries()) {
          machine.watch?.pick(next, at);
          yield bind(machine, target, next[at]!, frame, null);
        }
      }
    }
    case 'recur': {
      frame.recur = (yield evaluateAll(machine, core.args, frame)) as readonly Value[];
      return null;
    }
    case 'some-thread': {
      let value = yield evaluate(machine, core.value, frame);
      for (const stage of core.stages) {
        if (value === null) return null;
        hold(machine, frame, core.slot, value);
        value = yield evaluate(machine, stage, frame);
      }
      return value;
    }
    case 'cond-thread': {
      let value = yield evaluate(machine, core.value, frame);
      hold(machine, frame, core.slot, value);
      for (const { test, body } of core.stages) {
        if (!isTruthy(yield evaluate(machine, test, frame))) continue;
        value = yield evaluate(machine, body, frame);
        hold(machine, frame, core.slot, value);
      }
      return value;
    }
    case 'call': {
      const args = (yield evaluateAll(machine, core.args, frame)) as readonly Value[];
      const task = callFunction(machine, core.function, args, core.node);
      return yield core.catches ? caught(machine, core, task) : task;
    }
    case 'field': {
      const target = yield evaluate(machine, core.target, frame);
      const otherwise = core.otherwise === null ? null : yield evaluate(machine, core.otherwise, frame);
      return readField(machine, core.key, target, otherwise, core.node);
    }
    case 'builtin': {
      const args = (yield evaluateAll(machine, core.args, frame)) as readonly Value[];
      if (!isPlain(core.name)) throw new Error(`${core.name} stands as a plain builtin`);
      return EVALUATE[core.name](
        applicationAt(machine, core.node, {
          order: core.order,
          hasReadyPhrases: hasReadyPhrases(machine.program, core),
        }),
        ...placeArguments(core.name, args),
      );
    }
    case 'higher': {
      const args = (yield evaluateAll(machine, core.args, frame)) as readonly Value[];
      if (!isHigher(core.name)) throw new Error(`${core.name} stands as a higher-order builtin`);
      const run = applicationAt(machine, core.node, {
        order: core.order,
        takesNothing: takesNothing(core.callee, (index) => machine.program.functions[index]!.params.length),
      });
      const apply: Apply = (values) => applyCallee(machine, core.callee, values, frame);
      return yield EVALUATE_HIGHER[core.name](run, apply, ...placeArguments(core.name, args));
    }
  }
}

/** What the rewriting made leaves no node. */
function isCounted(core: Core): boolean {
  return core.kind === 'local' || core.kind === 'do' || core.kind === 'vector' ? core.counted : true;
}

/** The values of parts, from the left, as a vector. */
function* evaluateAll(machine: Machine, parts: readonly Core[], frame: Frame): Task {
  const values: Value[] = [];
  for (const part of parts) {
    values.push(yield evaluate(machine, part, frame));
    machine.watch?.append(values);
  }
  return values;
}

/** The value so far of `some->` and `cond->`. */
function hold(machine: Machine, frame: Frame, slot: number, value: Value): void {
  frame.slots[slot] = value;
  machine.watch?.bind(frame, slot);
}

/** A part that was not written is nil and no node. */
function* evaluateOptional(machine: Machine, core: Core | null, frame: Frame): Task {
  return core === null ? null : yield evaluate(machine, core, frame);
}

function rejected(node: number, value: Value, wanted: string): Stop {
  return new Stop('type', node, null, { kind: 'value', value, wanted });
}

/** Reads a field of a map or nil; the default is for a missing key, not for a nil value. */
function readField(machine: Machine, key: string, target: Value, otherwise: Value, node: number): Value {
  if (target !== null && !isMap(target)) throw rejected(node, target, 'a map');
  count(machine, sizeOf(key) - 1, node);
  const value = target?.get(key);
  return value === undefined ? otherwise : value;
}

/** One application of a higher-order builtin's function: one step, then its body, or its surcharge. */
function applyCallee(machine: Machine, callee: Callee, args: readonly Value[], frame: Frame): Task {
  const task = evaluateApplication(machine, callee, args, frame);
  return machine.watch === null ? task : watchedApplication(machine.watch, callee, args, task, frame);
}

function* watchedApplication(watch: Watch, callee: Callee, args: readonly Value[], task: Task, frame: Frame): Task {
  watch.apply(callee, args);
  const value = yield task;
  watch.leave(value, frame);
  return value;
}

function* evaluateApplication(machine: Machine, callee: Callee, args: readonly Value[], frame: Frame): Task {
  count(machine, 1, callee.node);
  switch (callee.kind) {
    case 'fn': {
      const rest = callee.rest === null ? [] : args.slice(callee.params.length);
      const values = [...args.slice(0, callee.params.length), rest];
      machine.watch?.derive(values, args);
      yield bindParameters(machine, callee.params, callee.rest, values, frame);
      return yield evaluate(machine, callee.body, frame);
    }
    case 'function':
      return yield callFunction(machine, callee.function, args, callee.node);
    case 'field':
      return readField(machine, callee.key, args[0]!, args[1] ?? null, callee.node);
    case 'builtin':
      if (!isPlain(callee.name)) throw new Error(`${callee.name} is handed on`);
      return EVALUATE[callee.name](
        applicationAt(machine, callee.node, { isApplied: true }),
        ...placeArguments(callee.name, args),
      );
  }
}

/** A call of a `defn` whose arguments are evaluated; `node` is where it stands. */
function* callFunction(machine: Machine, index: number, args: readonly Value[], node: number): Task {
  if (machine.calls.length >= CALLS_MAX) throw new Stop('too-deep', node);
  machine.calls.push(node);
  const definition = machine.program.functions[index]!;
  const frame = frameOf(definition.slotCount);
  let values: readonly Value[] = withRest(definition, args);
  machine.watch?.derive(values, args);
  for (;;) {
    yield bindParameters(machine, definition.params, definition.rest, values, frame);
    const value = yield evaluate(machine, definition.body, frame);
    const next = takeRecur(frame);
    if (next === null) {
      machine.calls.pop();
      return value;
    }
    values = next;
  }
}

/** What a call gave, or what it faulted with, as data. What ends a run for good is no fault of what was called. */
function* caught(machine: Machine, core: Core, task: Task): Task {
  const calls = machine.calls.length;
  try {
    return new Map([['value', yield task]]);
  } catch (error) {
    if (!(error instanceof Stop) || error.code === 'out-of-fuel') throw error;
    machine.calls.length = calls;
    machine.watch?.resume(core);
    const text: readonly [string, Value][] = error.text === null ? [] : [['text', error.text]];
    return new Map<string, Value>([['fault', error.code], ...text]);
  }
}

/** One value for each parameter, the last a vector of the extra arguments of a variadic function. */
function withRest(definition: FunctionDefinition, args: readonly Value[]): readonly Value[] {
  const positional = definition.params.length;
  return definition.rest === null ? args : [...args.slice(0, positional), args.slice(positional)];
}

function takeRecur(frame: Frame): readonly Value[] | null {
  const values = frame.recur;
  frame.recur = null;
  return values;
}

/** `values` has one for each parameter and one for `rest`. */
function* bindParameters(
  machine: Machine,
  params: readonly Target[],
  rest: Target | null,
  values: readonly Value[],
  frame: Frame,
): Task {
  for (const [at, param] of params.entries()) {
    machine.watch?.pick(values, at);
    yield bind(machine, param, values[at]!, frame, null);
  }
  machine.watch?.pick(values, params.length);
  if (rest !== null) yield bind(machine, rest, values[params.length]!, frame, null);
  return null;
}

/** Binds a value; a name counts one inside a pattern, at whose node it is counted, and nothing as a plain binding. */
function* bind(machine: Machine, target: Target, value: Value, frame: Frame, inside: number | null): Task {
  switch (target.kind) {
    case 'slot':
      if (inside !== null) count(machine, 1, inside);
      hold(machine, frame, target.slot, value);
      return null;
    case 'ignore':
      return null;
    case 'vector': {
      if (value !== null && !isVector(value)) throw rejected(target.node, value, 'a vector');
      const items = value ?? [];
      for (const [at, item] of target.items.entries()) {
        machine.watch?.part(value, at, target.node);
        yield bind(machine, item, items[at] ?? null, frame, target.node);
      }
      machine.watch?.part(value, null, target.node);
      if (target.rest !== null) yield bind(machine, target.rest, items.slice(target.items.length), frame, target.node);
      return null;
    }
    case 'map': {
      if (value !== null && !isMap(value)) throw rejected(target.node, value, 'a map');
      for (const { key, slot, node, otherwise } of target.keys) {
        count(machine, sizeOf(key), target.node);
        const found = value?.get(key);
        machine.watch?.part(value, key, node);
        hold(machine, frame, slot, found === undefined ? yield evaluateOptional(machine, otherwise, frame) : found);
      }
      return null;
    }
  }
}

function hasReadyPhrases({ items }: Program, core: Extract<Core, { kind: 'builtin' }>): boolean {
  if (BUILTINS[core.name].cost !== 'locate') return false;
  return (
    literalPhrases(core, (index) => items.find((item) => item.kind === 'def' && item.global === index)!.value) !== null
  );
}

function constantValue(constant: Constant): Value {
  return constant.kind === 'nil' ? null : constant.value;
}
