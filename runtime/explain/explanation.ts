// Explanation: what a fault says of itself to people: what it met, what was wanted there, and where the value came from.
// In: a program, its input, and how a run of it ended. Out: an explanation, or none. The program is pure, so it is run again in the
// interpreter, which is watched: what is explained is the same fault or nothing. Neither the output of a run nor its fault nor its
// steps come from here.

import type { CheckResult } from '../../compiler/check.ts';
import type { Program } from '../../compiler/core.ts';
import { type Fault, type FaultCode, faultMessage, type RunResult } from '../../compiler/faults.ts';
import type { Place } from '../../grammar/span.ts';
import { interpret } from '../interpret/evaluate.ts';
import { outOfMemory, type Told, told } from './faults.ts';
import type { InputPath } from './paths.ts';
import { Paths, pathInWords } from './paths.ts';
import type { KindName } from './show.ts';
import { kindOf, shorten, showValue } from './show.ts';

import { Texts } from './texts.ts';
import { Late, Trace } from './trace.ts';

/** What a fault met. Members that do not apply are null. */
export interface Explanation {
  /** All of it, for people. */
  readonly sentence: string;
  /** What was given the value: a builtin, `:key` for a field, `case`, `vector pattern`, `map pattern`. */
  readonly form: string | null;
  /** Which argument, from 1 as it is written. */
  readonly argument: number | null;
  /** What is taken there: `a number`. */
  readonly expected: string | null;
  readonly given: Given | null;
  /** Where the value came from. */
  readonly from: From | null;
  /** Of the fault `index`: the index, and how many elements or characters there are. */
  readonly index: number | null;
  readonly length: number | null;
}

export interface Given {
  readonly kind: KindName;
  /** JSON, `nil` for null; of a long one the beginning. Null where it is not for everybody who is told of the fault. */
  readonly value: string | null;
}

export interface From {
  /** The expression that gave the value, with its place. */
  readonly expression: string;
  readonly start: number | null;
  readonly end: number | null;
  readonly line: number | null;
  readonly column: number | null;
  /** The module whose text that is in; left out for the script itself. */
  readonly module?: string;
  /** JSON Pointer where the value is of the input, or would be; null where the script made it. */
  readonly path: string | null;
  /** Whether the input has nothing at `path`. */
  readonly missing: boolean;
  /** What may have been meant: a key that is there, or the path of the only place that has the key. */
  readonly meant: string | null;
}

/** What is needed of a check that found no error. */
export type Explained = Pick<CheckResult, 'program' | 'canonical' | 'canonicalPlace'>;

/** How far a run may have come to be run again: steps it counted, and milliseconds that it may take this time. */
export interface ExplainLimits {
  readonly stepsMax: number;
  readonly msMax: number;
}

/**
 * A watched step takes some two microseconds, so that this is a fifth of a second. The time is for what takes more, such as a
 * vector that grows element by element, which the interpreter copies each time: whether such a run is explained depends on the
 * machine, and nothing else does.
 */
export const EXPLAIN_LIMITS: ExplainLimits = { stepsMax: 100_000, msMax: 2_000 };

/** A run that ended in a fault, explained; null where there is nothing to say beyond the fault. `places` is of the text that people see. */
export function explainFault(
  checked: Explained,
  places: (node: number) => Place | null,
  input: Uint8Array | null,
  fuel: number,
  result: Extract<RunResult, { kind: 'fault' }>,
  { stepsMax, msMax }: ExplainLimits = EXPLAIN_LIMITS,
): Explanation | null {
  const { program } = checked;
  const { fault, steps } = result;
  if (program === null) return null;
  const texts = new Texts(checked);
  if (fault.code === 'out-of-memory' && fault.node !== null)
    return explanationOf(outOfMemory(fault.node, texts), texts, new Paths(null), places);
  if (steps > stepsMax || !needsRun(fault.code)) return null;
  const trace = new Trace({ ...WATCHED, msMax });
  const again = runAgain(program, input, fuel, trace);
  if (again?.kind !== 'fault' || again.steps !== steps || !isSame(again.fault, fault)) return null;
  return explainTraced(checked, places, trace, result);
}

/** The same of a run that was watched when it faulted. */
export function explainTraced(
  checked: Explained,
  places: (node: number) => Place | null,
  trace: Trace,
  { fault, steps }: Extract<RunResult, { kind: 'fault' }>,
): Explanation | null {
  const { program } = checked;
  const texts = new Texts(checked);
  const paths = new Paths(trace.input);
  const said = program === null ? null : told({ trace, program, texts, paths, fault, steps });
  return said === null ? null : explanationOf(said, texts, paths, places);
}

/** A fault as data, with its place in the text that people see; null where a fault has none. */
export interface DescribedFault {
  readonly code: FaultCode;
  /** For people. */
  readonly message: string;
  readonly start: number | null;
  readonly end: number | null;
  readonly line: number | null;
  readonly column: number | null;
  /** The module whose text that is in; left out for the script itself. */
  readonly module?: string;
  readonly explanation: Explanation | null;
  /** Where `bad-input` was found: JSON Pointer and byte. */
  readonly path?: string;
  readonly byte?: number;
}

export function describeFault(
  fault: Fault,
  places: (node: number) => Place | null,
  explanation: Explanation | null,
): DescribedFault {
  const {
    start = null,
    end = null,
    line = null,
    column = null,
    module,
  } = (fault.node === null ? null : places(fault.node)) ?? {};
  return {
    code: fault.code,
    message: faultMessage(fault, explanation?.sentence),
    start,
    end,
    line,
    column,
    ...(module === undefined ? {} : { module }),
    explanation,
    ...(fault.path === undefined ? {} : { path: fault.path }),
    ...(fault.byte === undefined ? {} : { byte: fault.byte }),
  };
}

/** The same for those who may know the program and not its input. */
export function withoutValues({ form, argument, expected, given, from }: Explanation): Explanation {
  const words = [
    form === null ? 'the script' : `\`${form}\``,
    expected === null ? 'failed' : `wants ${expected}${argument === null ? '' : ` as argument ${argument}`}`,
    ...(given === null || expected === null ? [] : [`and is given a ${given.kind}`]),
    ...(from === null ? [] : [`from ${from.expression}`]),
  ];
  return {
    sentence: words.join(' ').replace('given a nil', 'given nil'),
    form,
    argument,
    expected,
    given: given === null ? null : { kind: given.kind, value: null },
    from: from === null ? null : { ...from, meant: null },
    index: null,
    length: null,
  };
}

/** Whether explaining a fault takes another run. */
export function needsRun(code: FaultCode): boolean {
  return code !== 'bad-input' && code !== 'out-of-memory';
}

/** null when it took too long. */
function runAgain(program: Program, input: Uint8Array | null, fuel: number, trace: Trace): RunResult | null {
  try {
    return interpret(program, input, { fuel, watch: trace });
  } catch (error) {
    if (error instanceof Late) return null;
    throw error;
  }
}

/** The parts of what goes on, and theirs. */
const WATCHED = { width: 4, depth: null, evaluations: Infinity };

function isSame(a: Fault, b: Fault): boolean {
  return a.code === b.code && a.node === b.node && a.calls.length === b.calls.length && a.text === b.text;
}

function explanationOf(
  { form, argument, expected, met, at, words, tail, isWhole, index, length }: Told,
  texts: Texts,
  paths: Paths,
  places: (node: number) => Place | null,
): Explanation {
  const path = met === null ? null : paths.of(met.value, met.origin);
  const isLiteral = met?.origin?.evaluation?.core?.kind === 'literal';
  const node = met === null ? at : isLiteral ? null : (met.origin?.node ?? null);
  const from = node === null ? null : fromOf(node, path, texts, places);
  const cameFrom = isWhole || met === null || from === null ? '' : `, from ${from.expression}`;
  const where =
    isWhole || path === null || (path.path === '' && from?.expression === 'input') ? '' : `: ${pathInWords(path)}`;
  const isNull = where !== '' && met?.value === null && path?.isMissing === false ? ' is null' : '';
  return {
    sentence: words + cameFrom + where + isNull + tail,
    form,
    argument,
    expected,
    given: met === null ? null : { kind: kindOf(met.value), value: showValue(met.value) },
    from,
    index,
    length,
  };
}

function fromOf(node: number, path: InputPath | null, texts: Texts, places: (node: number) => Place | null): From {
  const { start = null, end = null, line = null, column = null, module } = places(node) ?? {};
  return {
    expression: shorten(texts.expression(node)),
    start,
    end,
    line,
    column,
    ...(module === undefined ? {} : { module }),
    path: path?.path ?? null,
    missing: path?.isMissing ?? false,
    meant: path?.meant ?? null,
  };
}
