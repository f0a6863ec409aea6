// Clauses: the parts of an expression that made it true or false.
// In: an evaluation. Out: the innermost ones that decided, the last first where a branch was chosen: of `and` that is false the clause
// that is, of a `cond` the tests and what its branch rests on, of a name what it was given. Literals decide nothing.

import type { Core } from '../../compiler/core.ts';
import { isTruthy } from '../interpret/value.ts';
import type { Evaluation } from './evaluation.ts';
import { partOf } from './evaluation.ts';
import type { Paths } from './paths.ts';
import { pathInWords } from './paths.ts';
import { shorten, showValue } from './show.ts';
import type { Texts } from './texts.ts';

/** More of them explain nothing. */
const CLAUSES_MAX = 16;

// Names may be given names, and functions call functions.
const DEPTH_MAX = 200;

export function clausesOf(evaluation: Evaluation): readonly Evaluation[] {
  const found = new Set<Evaluation>();
  collect(evaluation, found, 0);
  return [...found].slice(0, CLAUSES_MAX);
}

function collect(evaluation: Evaluation, found: Set<Evaluation>, depth: number): void {
  const inside = depth > DEPTH_MAX || evaluation.value === undefined ? null : decidingParts(evaluation);
  if (inside === null) {
    if (evaluation.core?.kind !== 'literal') found.add(evaluation);
    return;
  }
  for (const part of inside) collect(part, found, depth + 1);
}

/** What an evaluation's being true or false rests on; null where it rests on itself. */
function decidingParts(evaluation: Evaluation): readonly Evaluation[] | null {
  const { core, application, parts } = evaluation;
  if (parts.length === 0) return ofName(evaluation);
  if (application !== null) return lastOf(evaluation);
  switch (core!.kind) {
    case 'and':
    case 'or': {
      const isDecidedByOne = isTruthy(evaluation.value!) === (core!.kind === 'or');
      return isDecidedByOne ? lastOf(evaluation) : parts;
    }
    case 'cond':
    case 'bind-test':
    case 'case':
    case 'cond-thread':
      // The branch that was taken, then the test that chose it, then those before.
      return parts.toReversed();
    case 'do':
    case 'let':
    case 'loop':
    case 'call':
    case 'some-thread':
      return lastOf(evaluation);
    case 'builtin':
      return core!.name === 'not' ? parts : null;
    case 'higher':
      return ofApplications(evaluation, core!);
    default:
      return null;
  }
}

/** A name rests on what it was given, where that decides something itself. */
function ofName({ core, origin }: Evaluation): readonly Evaluation[] | null {
  if (core?.kind !== 'local' && core?.kind !== 'global') return null;
  const given = origin?.evaluation ?? null;
  return given === null || given.parts.length === 0 || given.core?.kind === 'field' ? null : [given];
}

/** One element is enough for a false `every?` and a true `any?`. */
function ofApplications(evaluation: Evaluation, core: Extract<Core, { kind: 'higher' }>): readonly Evaluation[] | null {
  const isByOne =
    core.name === 'every?'
      ? evaluation.value === false
      : ['any?', 'some'].includes(core.name) && evaluation.value !== null && evaluation.value !== false;
  const last = evaluation.parts.at(-1);
  return isByOne && last?.application != null ? [last] : null;
}

function lastOf({ parts }: Evaluation): readonly Evaluation[] {
  return parts.slice(-1);
}

/** The arguments of an evaluation, in their order, that are no literals: what its value was made of. */
function operandsOf(evaluation: Evaluation): readonly Evaluation[] {
  const { core } = evaluation;
  if (core?.kind !== 'builtin' && core?.kind !== 'higher' && core?.kind !== 'call') return [];
  return core.args.flatMap((arg) => {
    const part = arg.kind === 'literal' ? null : partOf(evaluation, arg);
    return part === null ? [] : [part];
  });
}

// Of the operands of a clause.
const OPERANDS_SHOWN_MAX = 4;

/** `(> age limit) is false: age is 16 (/age), limit is 18`. */
export function clauseInWords(clause: Evaluation, texts: Texts, paths: Paths): string {
  const operands = operandsOf(clause).slice(0, OPERANDS_SHOWN_MAX);
  const is = ({ core, application, value }: Evaluation): string => {
    const applied = application === null ? '' : ` of ${application.args.map((arg) => showValue(arg)).join(' and ')}`;
    return `${shorten(texts.expression(core?.node ?? application!.callee.node))}${applied} is ${showValue(value ?? null)}`;
  };
  const at = ({ application, value, origin }: Evaluation): string => {
    // Of an application its argument came from somewhere.
    const path =
      application === null
        ? paths.of(value ?? null, origin)
        : paths.of(application.args.at(-1) ?? null, application.origins.at(-1) ?? null);
    return path === null || path.path === '' ? '' : ` (${pathInWords(path)})`;
  };
  if (operands.length === 0) return is(clause) + at(clause);
  return `${is(clause)}: ${operands.map((operand) => is(operand) + at(operand)).join(', ')}`;
}
