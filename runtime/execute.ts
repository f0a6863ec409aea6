// Execute: one run of a module, under fuel. In: the exports of an artifact, or of a script linked to a live runtime;
// bytes of JSON. Out: the printed output or the fault, with the exact steps. It loads neither the toolchain nor the
// runtime, so that a host that only runs artifacts stays small.

import { EMPTY_INPUT, type Fault, type FaultCode, type RunResult, STATUSES } from '../compiler/faults.ts';
import { STEPS_MAX } from '../compiler/steps.ts';
import { explainBadInput } from './bad-input.ts';
import { HostFailure } from './outcome.ts';

/** What a script module and its runtime export together (LANGUAGE.md section 10). */
export interface ScriptExports {
  readonly memory: WebAssembly.Memory;
  alloc(bytes: number): number;
  run(pointer: number, bytes: number, fuel: bigint): number;
  status(): number;
  output_ptr(): number;
  output_len(): number;
  steps(): bigint;
}

/** Runs an artifact's bytes: plain WebAssembly, nothing of the toolchain. */
export function instantiateArtifact(module: WebAssembly.Module): ScriptExports {
  return new WebAssembly.Instance(module, {}).exports as unknown as ScriptExports;
}

/** One run; an input of null is nil. Throws HostFailure when the trap was not the script's. */
export function execute(exports: ScriptExports, input: Uint8Array | null, fuel: number): RunResult {
  if (!Number.isInteger(fuel) || fuel < 0 || fuel > STEPS_MAX)
    throw new RangeError(`fuel must be a whole number from 0 to ${STEPS_MAX}`);
  const bytes = input?.length ?? 0;
  if (input !== null && bytes === 0) return EMPTY_INPUT;
  let trap: unknown = null;
  try {
    const pointer = exports.alloc(bytes);
    if (input !== null) viewOf(exports.memory).set(input, pointer);
    exports.run(pointer, bytes, BigInt(fuel));
  } catch (error) {
    trap = error;
  }
  const status = exports.status();
  if (status === STATUSES.HOST) throw new HostFailure(trap);
  const steps = Number(exports.steps());
  const start = exports.output_ptr();
  const text = viewOf(exports.memory).toString('utf8', start, start + exports.output_len());
  return status === STATUSES.FINISHED
    ? { kind: 'finished', output: text, steps }
    : { kind: 'fault', fault: explained(readFault(text), input), steps };
}

/** A module says where its input is not acceptable, and its host why. */
function explained(fault: Fault, input: Uint8Array | null): Fault {
  return fault.code === 'bad-input' && input !== null
    ? { ...fault, text: explainBadInput(input, fault.byte ?? 0, fault.path ?? '') }
    : fault;
}

let viewed: WebAssembly.Memory | null = null;
let view = Buffer.alloc(0);

/** A memory's bytes. Runs come one after the other on one memory, so the last view is kept; it is empty once memory has grown. */
function viewOf(memory: WebAssembly.Memory): Buffer {
  if (viewed !== memory || view.length === 0) {
    viewed = memory;
    view = Buffer.from(memory.buffer);
  }
  return view;
}

/** The fault as the runtime prints it, spans of the canonical text left out: hosts have better ones. */
function readFault(text: string): Fault {
  const {
    code,
    node,
    calls,
    text: reason,
    path,
    byte,
  } = JSON.parse(text) as {
    code: FaultCode;
    node: number | null;
    calls: number[];
    text: string | null;
    path?: string;
    byte?: number;
  };
  return {
    code,
    node,
    calls,
    text: reason,
    ...(path === undefined ? {} : { path }),
    ...(byte === undefined ? {} : { byte }),
  };
}
