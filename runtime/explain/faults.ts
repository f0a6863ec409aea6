// Faults in words: what a run met where it ended.
// In: the trace of a run, and its fault. Out: what was given a value, which argument, what is taken there, the value with its origin,
// and a sentence about it, to which the host adds where the value came from.

import { BUILTINS, builtinArity } from '../../compiler/builtins.ts';
import type { Constant, Core, Program } from '../../compiler/core.ts';
import type { Fault } from '../../compiler/faults.ts';
import { describeKinds, NIL } from '../../compiler/shapes/kinds.ts';
import { takenBy } from '../../compiler/shapes/signatures.ts';
import { CALLS_MAX, NESTING_MAX } from '../../compiler/steps.ts';
import { suggest } from '../../compiler/suggest.ts';
import { type Decimal, DIGITS_MAX, isComputable, MAGNITUDE_MAX } from '../../grammar/decimal.ts';
import { pointer } from '../../grammar/json-pointer.ts';
import type { Why } from '../interpret/machine.ts';
import type { Value } from '../interpret/value.ts';
import { depthOf, isCollection, isMap, isNumber, isVector, sizeOf } from '../interpret/value.ts';
import { clauseInWords, clausesOf } from './clauses.ts';
import type { Evaluation, Origin } from './evaluation.ts';
import { partOf } from './evaluation.ts';
import type { Paths } from './paths.ts';
import { describeValue, kindBit, kindOf, shorten, showValue } from './show.ts';
import type { Argument, Met, Subject } from './subject.ts';
import { argumentOf, elementOf, subjectOf } from './subject.ts';
import type { Texts } from './texts.ts';
import type { Trace } from './trace.ts';

export interface Told {
  readonly form: string | null;
  readonly argument: number | null;
  readonly expected: string | null;
  readonly met: Met | null;
  /** The node the words are about, where nothing was met. */
  readonly at: number | null;
  /** The sentence, up to where the value came from. */
  readonly words: string;
  /** What stands behind that. */
  readonly tail: string;
  /** The sentence needs nothing behind it. */
  readonly isWhole: boolean;
  readonly index: number | null;
  readonly length: number | null;
}

/** An interpreter has no arena that could be full: all that is known is where it was. */
export function outOfMemory(node: number, texts: Texts): Told {
  return { ...NOTHING, at: node, words: `no memory was left in ${shorten(texts.expression(node))}` };
}

/** A run that ended in a fault, and was watched. */
interface Ended {
  readonly trace: Trace;
  readonly program: Program;
  readonly texts: Texts;
  readonly paths: Paths;
  readonly fault: Fault;
  readonly steps: number;
}

/** null where there is nothing to say beyond the fault's own message. */
export function told({ trace, program, texts, paths, fault, steps }: Ended): Told | null {
  const where = trace.active.at(-1);
  const why = trace.stopped?.why ?? null;
  switch (fault.code) {
    case 'out-of-fuel':
      return outOfFuel(trace, program, texts, steps);
    case 'output-too-large':
      return { ...NOTHING, words: `the output is too large; most of it is ${heaviest(trace.output ?? null)}` };
    case 'too-deep':
      if (where === undefined)
        return {
          ...NOTHING,
          words: `the output is nested ${depthOf(trace.output ?? null)} deep; at most ${NESTING_MAX} are printed`,
        };
      if (why === null) return tooManyCalls(trace, program);
  }
  if (where === undefined || fault.node === null) return null;
  if (where.core?.kind === 'case' && fault.code === 'failed') return unmatched(where, where.core, why);
  if (where.core?.kind === 'builtin' && fault.code === 'failed') return asserted(where, where.core, texts, paths);
  const subject = subjectOf(where, fault.node);
  if (subject === null) return why?.kind === 'value' ? misfit(why.value, why.wanted, trace.last) : null;
  switch (why?.kind) {
    case 'value':
      return wrongValue(trace, subject, why.value, why.wanted);
    case 'operands':
      return wrongOperands(trace, subject, why.operands, fault.code);
    case 'index':
      return wrongIndex(subject, why);
    case 'words':
      return { ...NOTHING, form: subject.name, words: `\`${subject.name}\` ${why.words}` };
    default:
      return null;
  }
}

const NOTHING: Told = {
  form: null,
  argument: null,
  expected: null,
  met: null,
  at: null,
  words: '',
  tail: '',
  isWhole: false,
  index: null,
  length: null,
};

function misfit(value: Value, wanted: string, origin: Origin | null): Told {
  const form = `${wanted.replace(/^an? /, '')} pattern`;
  return {
    ...NOTHING,
    form,
    expected: wanted,
    met: { value, origin },
    words: `a ${form} takes ${wanted} or nil; it is given ${describeValue(value)}`,
  };
}

function wrongValue(trace: Trace, subject: Subject, met: Value, wanted: string): Told {
  const argument = writtenElsewhere(subject, argumentOf(subject, met));
  const value = argument === null ? met : argument.value;
  if (argument !== null) {
    const expected = expectedOf(subject, argument, wanted);
    // `1.5` where a whole number is wanted needs no more.
    const shown = expected.includes(kindOf(value)) ? showValue(value) : describeValue(value);
    const words = `\`${subject.name}\` wants ${wantInWords(subject, argument, expected)} ${shown}`;
    return { ...NOTHING, form: subject.name, argument: argument.position, expected, met: argument, words };
  }
  const element = elementOf(subject, value, trace);
  const shared = { ...NOTHING, form: subject.name, expected: wanted };
  if (element === null) {
    const { shape } = BUILTINS[subject.builtin ?? '+'];
    const how = shape.kind === 'higher' ? 'its function gave' : 'it met';
    const words = `\`${subject.name}\` wants ${plural(wanted)}; ${how} ${describeValue(value)}`;
    return { ...shared, met: { value, origin: null }, words };
  }
  return {
    ...shared,
    argument: element.argument.position,
    met: { value, origin: element.origin },
    words: `\`${subject.name}\` wants ${plural(wanted)}; what stands at ${element.key} is ${describeValue(value)}`,
  };
}

/** Of a pair that has no order it is not the literal that is wrong. */
function writtenElsewhere({ builtin, args }: Subject, argument: Argument | null): Argument | null {
  const isLiteral = ({ origin }: Argument): boolean => origin?.evaluation?.core?.kind === 'literal';
  if (argument === null || builtin === null || !ORDERED.has(builtin) || !isLiteral(argument)) return argument;
  return args.find((other) => !isLiteral(other) && kindOf(other.value) !== kindOf(argument.value)) ?? argument;
}

/** The kinds that an argument may have, where its kind is what is wrong. */
function expectedOf({ builtin, args }: Subject, { value, at }: Argument, wanted: string): string {
  if (builtin === null) return wanted;
  const kinds = takenBy(builtin, at, args.length);
  if (ORDERED.has(builtin)) {
    // What the others are says which of the two is meant.
    const other = args.find((one) => one.at !== at && (isNumber(one.value) || typeof one.value === 'string'));
    if (other !== undefined) return isNumber(other.value) ? 'a number' : 'a string';
  }
  if ((kinds & kindBit(value)) !== 0) return wanted;
  return describeKinds(kinds & ~NIL);
}

const ORDERED: ReadonlySet<string> = new Set(['<', '<=', '>', '>=', 'lt?', 'lte?', 'gt?', 'gte?']);

/** `numbers; the second is`, `a number; it is given`, `a string as its first argument; that is`. */
function wantInWords({ builtin, args }: Subject, { at, position }: Argument, expected: string): string {
  const ordinal = ORDINALS[position - 1] ?? `${position}th`;
  const isOfOneKind = builtin !== null && ['fold', 'chain'].includes(BUILTINS[builtin].shape.kind);
  if (isOfOneKind && args.length > 1 && plural(expected) !== expected) {
    const count = args.length === 2 ? 'two ' : '';
    return `${expected
      .split(' or ')
      .map((one) => count + plural(one))
      .join(' or ')}; the ${ordinal} is`;
  }
  const isOnly = args.length === 1 && (builtin === null || builtinArity(builtin).max === 1 || position === 1);
  return isOnly && at === 0 ? `${expected}; it is given` : `${expected} as its ${ordinal} argument; that is`;
}

const ORDINALS = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth', 'tenth'];

/** `a number` as `numbers`. */
function plural(wanted: string): string {
  if (!/^an? (whole )?\w+( or an? \w+)*$/.test(wanted)) return wanted;
  return wanted
    .split(' or ')
    .map((one) => one.replace(/^an? (\w+ )?(\w+)/, (_, adjective = '', noun = '') => `${adjective}${noun}s`))
    .join(' or ');
}

function wrongOperands(trace: Trace, subject: Subject, operands: readonly Value[], code: Fault['code']): Told | null {
  const { name } = subject;
  const shown = operands.map((operand) => showValue(operand)).join(' and ');
  const form = { ...NOTHING, form: name };
  if (code === 'type') return { ...form, words: `\`${name}\` cannot order ${shown}` };
  if (code === 'divide-by-zero') {
    const isPower = name === 'pow';
    const divisor = subject.args.find(
      ({ value, at }) =>
        isNumber(value) && value.coefficient === 0n && (at > 0 || isPower || subject.args.length === 1),
    );
    const words = isPower
      ? `\`pow\` raises ${operands.map((one) => showValue(one)).join(' to ')}, which divides by zero`
      : `\`${name}\` divides ${showValue(operands[0]!)} by 0`;
    const expected = 'a number other than 0';
    return { ...form, argument: divisor?.position ?? null, expected, met: divisor ?? null, words };
  }
  if (code !== 'number-range') return null;
  const long = operands.find((operand): operand is Decimal => isNumber(operand) && !isComputable(operand));
  if (long !== undefined) return wrongValue(trace, subject, long, `a number of at most ${DIGITS_MAX} digits`);
  const limits = `whole results have at most ${DIGITS_MAX} digits, and numbers stay below 10^${MAGNITUDE_MAX}`;
  return { ...form, words: `\`${name}\` of ${shown} is out of range: ${limits}` };
}

function wrongIndex({ name, args }: Subject, { index, end, length }: Extract<Why, { kind: 'index' }>): Told {
  // Further inside, a path leads to it.
  const [first] = args;
  const collection = first !== undefined && lengthOf(first.value) === length ? first : null;
  const things = typeof collection?.value === 'string' ? 'character' : 'element';
  const there = `there ${length === 1 ? `is 1 ${things}` : `are ${length} ${things}s`}`;
  const wanted = end === null ? `has nothing at ${index}` : `has no part from ${index} to ${end}`;
  return {
    ...NOTHING,
    form: name,
    argument: collection?.position ?? null,
    met: collection,
    words: `\`${name}\` ${wanted}: ${there}`,
    index,
    length,
  };
}

function lengthOf(value: Value): number | null {
  if (typeof value === 'string') return [...value].length;
  return isMap(value) ? value.size : isVector(value) ? value.length : null;
}

function unmatched(where: Evaluation, core: Extract<Core, { kind: 'case' }>, why: Why | null): Told | null {
  if (why?.kind !== 'value') return null;
  const { value } = why;
  const constants = core.clauses.flatMap((clause) => clause.constants.map(showConstant));
  // Without the quotation marks, which would make a slip of short ones.
  const texts = core.clauses.flatMap((clause) => clause.constants.flatMap(textOf));
  const near = typeof value === 'string' ? suggest(value, texts) : null;
  const shown = constants.slice(0, CONSTANTS_SHOWN_MAX).join(', ');
  const more = constants.length - CONSTANTS_SHOWN_MAX;
  return {
    ...NOTHING,
    form: 'case',
    expected: 'one of its constants',
    met: { value, origin: partOf(where, core.subject)?.origin ?? null },
    words: `no constant of \`case\` is ${describeValue(value)}`,
    tail: `; it has ${shown}${more > 0 ? ` and ${more} more` : ''}${near === null ? '' : ` (did you mean ${JSON.stringify(near)}?)`}`,
  };
}

// Of what made a condition false.
const CLAUSES_SHOWN_MAX = 3;

const CONSTANTS_SHOWN_MAX = 5;

function textOf(constant: Constant): string[] {
  return constant.kind === 'string' ? [constant.value] : [];
}

function showConstant(constant: Constant): string {
  return showValue(constant.kind === 'nil' ? null : constant.value);
}

/** `assert` says what did not hold, beside the text of the script; of `fail` that text is all. */
function asserted(
  where: Evaluation,
  core: Extract<Core, { kind: 'builtin' }>,
  texts: Texts,
  paths: Paths,
): Told | null {
  const condition = core.name === 'assert' ? partOf(where, core.args[0]!) : null;
  if (condition === null) return null;
  const clauses = clausesOf(condition);
  const whole = `${shorten(texts.expression(condition.core!.node))} is ${showValue(condition.value!)}`;
  const decided = clauses
    .slice(0, CLAUSES_SHOWN_MAX)
    .map((clause) => clauseInWords(clause, texts, paths))
    .join(', and ');
  return {
    ...NOTHING,
    form: 'assert',
    argument: 1,
    expected: 'what is neither nil nor false',
    met: { value: condition.value!, origin: condition.origin },
    words: clauses.includes(condition) || clauses.length === 0 ? decided || whole : `${whole}, because ${decided}`,
    isWhole: true,
  };
}

function tooManyCalls(trace: Trace, program: Program): Told {
  const names = trace.active.flatMap(({ core, application }) => {
    if (core?.kind === 'call') return [program.functions[core.function]!.name];
    return application?.callee.kind === 'function' ? [program.functions[application.callee.function]!.name] : [];
  });
  const last = names.at(-1)!;
  const before = names.lastIndexOf(last, -2);
  const cycle = before < 0 ? '' : `: ${shorten(names.slice(before).join(' -> '))}`;
  return {
    ...NOTHING,
    form: last,
    words: `${CALLS_MAX} calls are active, and \`${last}\` is called once more${cycle}`,
  };
}

/** Where the fuel went: the innermost part that goes round. */
function outOfFuel(trace: Trace, program: Program, texts: Texts, steps: number): Told | null {
  const used = `${steps === 1 ? 'the 1 step was' : `all ${steps} steps were`} used`;
  const inside = trace.active.findLast(
    ({ core }) => core?.kind === 'loop' || core?.kind === 'call' || core?.kind === 'higher',
  );
  const core = inside?.core;
  if (inside === undefined || core === null || core === undefined) {
    const last = trace.active.at(-1)?.core?.node ?? null;
    return last === null ? null : { ...NOTHING, at: last, words: `${used} in ${shorten(texts.expression(last))}` };
  }
  const expression = shorten(texts.expression(core.node));
  const about = { ...NOTHING, at: core.node };
  if (core.kind === 'higher')
    return {
      ...about,
      form: core.name,
      words: `${used} in application ${inside.applied} of the function of ${expression}`,
    };
  const body = core.kind === 'loop' ? core.body : core.kind === 'call' ? program.functions[core.function]!.body : null;
  const rounds = inside.parts.filter((part) => part.core === body).length + inside.more + 1;
  return {
    ...about,
    form: core.kind === 'loop' ? 'loop' : core.kind === 'call' ? program.functions[core.function]!.name : null,
    words: `${used} in ${rounds === 1 ? '' : `round ${rounds} of `}${expression}`,
  };
}

/** The part of a value that takes most of its room. */
function heaviest(output: Value): string {
  const steps: (string | number)[] = [];
  for (let value: Value = output; isCollection(value); ) {
    const size = sizeOf(value);
    const heavy = [...value.entries()].find(([, part]) => 2 * sizeOf(part) > size);
    if (heavy === undefined) break;
    steps.push(heavy[0]);
    value = heavy[1];
  }
  return steps.length === 0 ? 'spread over all of it' : `at ${shorten(pointer(steps))}`;
}
