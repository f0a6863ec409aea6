// Why: a run as a tree of what was evaluated, and the clauses that made its result so.
// In: a program, its input and fuel, and how much of the tree is wanted. Out: what the run gave, the clauses, and the tree: each
// expression with its value and the paths of the input that it read. The reference interpreter runs it, watched: what the compiled
// program would give, with the same steps.

import type { CheckResult } from '../../compiler/check.ts';
import type { Core, Program, Target } from '../../compiler/core.ts';
import type { RunResult } from '../../compiler/faults.ts';
import { compareCodePoints } from '../../grammar/form.ts';
import type { Place } from '../../grammar/span.ts';
import { interpret } from '../interpret/evaluate.ts';
import type { Value } from '../interpret/value.ts';
import { isMap } from '../interpret/value.ts';
import { clauseInWords, clausesOf } from './clauses.ts';
import type { Evaluation } from './evaluation.ts';
import { partOf } from './evaluation.ts';
import type { DescribedFault, Explained, Given } from './explanation.ts';
import { describeFault, explainTraced } from './explanation.ts';
import type { InputPath } from './paths.ts';
import { Paths } from './paths.ts';
import { kindOf, shorten, showValue } from './show.ts';
import { Texts } from './texts.ts';
import { Trace } from './trace.ts';

export interface Why {
  /** JSON text; null where the run ended in a fault. */
  readonly output: string | null;
  readonly fault: DescribedFault | null;
  readonly steps: number;
  /** What made the result so, the most telling first: of a result that is true, false or nil every clause, else the tests on the way. */
  readonly because: readonly Clause[];
  /** Where the steps went, line by line of the script, in their order; their sum is `steps`. Lines without any are left out. */
  readonly lines: readonly LineSteps[];
  /** The last expression of the script; in a run that faulted the one it ended in. */
  readonly tree: WhyNode | null;
}

export interface LineSteps {
  readonly line: number;
  readonly steps: number;
  /** The module whose line it is; left out for the script itself. */
  readonly module?: string;
}

interface Expression extends Place {
  /** In canonical form; of a long one the beginning. */
  readonly expression: string;
}

export interface Clause extends Expression {
  /** For people. */
  readonly sentence: string;
  readonly value: Given;
  readonly paths: readonly string[];
}

export interface WhyNode extends Expression {
  /** What it is there: the name it is bound to, `in NAME` for the body of a function, `round N`, `N ARGUMENTS` of an application. */
  readonly label: string | null;
  /** How it ended: with a value, with `recur` back to the start of its loop or function, or with the run. */
  readonly ended: 'value' | 'recur' | 'fault';
  /** null where it gave none. */
  readonly value: Given | null;
  /** JSON Pointers into the input that it read, the first ones. */
  readonly paths: readonly string[];
  /** It read its one path in vain: the input has nothing there. */
  readonly missing: boolean;
  /** Literals and what goes without saying are left out. */
  readonly parts: readonly WhyNode[];
  /** How many parts were left out, before the last one. */
  readonly more: number;
}

export interface WhySize {
  /** Expressions inside each other. */
  readonly depth?: number;
  /** Parts of one expression. */
  readonly width?: number;
}

export const DEPTH_DEFAULT = 6;
export const DEPTH_MAX = 32;
export const WIDTH_DEFAULT = 8;
/** The first part and the last one. */
export const WIDTH_MIN = 2;
export const WIDTH_MAX = 64;
/** Of a tree: some pages of a terminal, and a hundred kilobytes of JSON. */
export const NODES_MAX = 500;

// What is kept of a run, for the clauses lie deeper than what is shown.
const KEPT_DEPTH = 64;
const KEPT_MAX = 50_000;
const PATHS_MAX = 8;

/** `program` is that of the check. */
export function explainRun(
  program: Program,
  checked: Pick<CheckResult, 'program' | 'canonical' | 'canonicalPlace' | 'places'>,
  input: Uint8Array | null,
  fuel: number,
  { depth = DEPTH_DEFAULT, width = WIDTH_DEFAULT }: WhySize = {},
): Why {
  const trace = new Trace({ width, depth: KEPT_DEPTH, evaluations: KEPT_MAX, msMax: Infinity });
  const profile = new Map<number, number>();
  const result = interpret(program, input, { fuel, watch: trace, profile });
  const fault = result.kind === 'fault' ? faultOf(checked, trace, result) : null;
  trace.close();
  const teller = new Teller(program, new Texts(checked), checked.places, new Paths(trace.input));
  const root = trace.top.parts.at(-1) ?? null;
  return {
    output: result.kind === 'finished' ? result.output : null,
    fault,
    steps: result.steps,
    because: fault === null && root !== null ? teller.because(root) : [],
    lines: linesOf(profile, checked.places),
    tree: root === null ? null : teller.tree(root, depth, width),
  };
}

/** `profile` has the steps of each node. */
export function linesOf(profile: ReadonlyMap<number, number>, places: (node: number) => Place): LineSteps[] {
  const sums = new Map<string, LineSteps>();
  for (const [node, steps] of profile) {
    const { line, module } = places(node);
    const key = `${module ?? ''} ${line}`;
    const sum = (sums.get(key)?.steps ?? 0) + steps;
    sums.set(key, { line, steps: sum, ...(module === undefined ? {} : { module }) });
  }
  return [...sums.values()].sort((a, b) => compareCodePoints(a.module ?? '', b.module ?? '') || a.line - b.line);
}

function faultOf(
  checked: Explained & Pick<CheckResult, 'places'>,
  trace: Trace,
  result: Extract<RunResult, { kind: 'fault' }>,
): DescribedFault {
  const explanation = explainTraced(checked, checked.places, trace, result);
  return describeFault(result.fault, checked.places, explanation);
}

/** One part of an evaluation as it is shown. */
interface Shown {
  readonly label: string | null;
  readonly evaluation: Evaluation;
}

/** A node that still gets its parts. */
type Growing = Omit<WhyNode, 'parts' | 'more'> & { parts: WhyNode[]; more: number };

class Teller {
  readonly #program: Program;
  readonly #texts: Texts;
  readonly #places: (node: number) => Place;
  readonly #paths: Paths;
  readonly #read = new Map<Evaluation, readonly string[]>();

  constructor(program: Program, texts: Texts, places: (node: number) => Place, paths: Paths) {
    this.#program = program;
    this.#texts = texts;
    this.#places = places;
    this.#paths = paths;
  }

  because(root: Evaluation): Clause[] {
    const value = root.value!;
    const isVerdict = value === null || typeof value === 'boolean';
    return clausesOf(root)
      .filter((clause) => isVerdict || clause.value !== value)
      .map((clause) => ({
        sentence: clauseInWords(clause, this.#texts, this.#paths),
        ...this.#expression(clause),
        value: given(clause.value!),
        paths: this.#pathsOf(clause),
      }));
  }

  /** Level by level, so that what is near the top is there. */
  tree(root: Evaluation, depth: number, width: number): WhyNode {
    const shownRoot = unwrapped(root);
    const tree = this.#node({ label: null, evaluation: shownRoot });
    let level: (readonly [Growing, Evaluation])[] = [[tree, shownRoot]];
    let left = NODES_MAX - 1;
    for (let at = 1; at < depth; at += 1) {
      const next: (readonly [Growing, Evaluation])[] = [];
      for (const [node, evaluation] of level) {
        const parts = this.#partsOf(evaluation);
        const kept = parts.length <= width ? parts : [...parts.slice(0, width - 1), ...parts.slice(-1)];
        const shown = kept.slice(0, left);
        left -= shown.length;
        node.more = parts.length - shown.length + (parts.length < width ? 0 : evaluation.more);
        for (const part of shown) {
          const child = this.#node(part);
          node.parts.push(child);
          next.push([child, part.evaluation]);
        }
      }
      level = next;
    }
    for (const [node, evaluation] of level) node.more = this.#partsOf(evaluation).length;
    return tree;
  }

  #node({ label, evaluation }: Shown): Growing {
    const ended = evaluation.value === undefined ? 'fault' : goesBack(evaluation) ? 'recur' : 'value';
    return {
      label,
      ...this.#expression(evaluation),
      ended,
      value: ended === 'value' ? given(evaluation.value!) : null,
      paths: this.#pathsOf(evaluation),
      missing: this.#own(bodyOrItself(evaluation))?.isMissing ?? false,
      parts: [],
      more: 0,
    };
  }

  #expression({ core, application }: Evaluation): Expression {
    const callee = application?.callee;
    const node = core?.node ?? (callee?.kind === 'fn' ? callee.body.node : callee!.node);
    return { expression: shorten(this.#texts.expression(node)), ...this.#places(node) };
  }

  /** What goes without saying is left out: literals, the input, and what a field that is of the input was read from. */
  #partsOf(evaluation: Evaluation): Shown[] {
    const { core } = evaluation;
    if (core !== null && (core.kind === 'field' || isReading(core)) && this.#own(evaluation) !== null) return [];
    const body = bodyOrItself(evaluation);
    if (body !== evaluation) return this.#partsOf(body);
    const rounds = core?.kind === 'loop' || core?.kind === 'call' ? this.#roundsOf(evaluation, core) : 1;
    let round = 0;
    return evaluation.parts.flatMap((part): Shown[] => {
      if (isTold(part)) return [];
      const isBody = part.core === this.#bodyOf(core);
      // The last one has its number, whatever was left out before it.
      if (isBody) round = part === evaluation.parts.at(-1) ? rounds : round + 1;
      const label = isBody && rounds > 1 ? `round ${round}` : this.#labelOf(core, part);
      return [{ label, evaluation: unwrapped(part) }];
    });
  }

  #bodyOf(core: Core | null): Core | null {
    if (core?.kind === 'loop') return core.body;
    return core?.kind === 'call' ? this.#program.functions[core.function]!.body : null;
  }

  #roundsOf({ parts, more }: Evaluation, core: Core): number {
    return parts.filter((part) => part.core === this.#bodyOf(core)).length + more;
  }

  #labelOf(core: Core | null, { core: part, application }: Evaluation): string | null {
    if (application !== null)
      return `${application.number} ${shorten(application.args.map((arg) => showValue(arg)).join(' '))}`;
    if (core?.kind === 'let' || core?.kind === 'loop') {
      const binding = core.bindings.find(({ value }) => value === part);
      return binding === undefined ? null : this.#nameOf(binding.target);
    }
    if (core?.kind === 'bind-test' && part === core.value) return this.#nameOf(core.target);
    if (core?.kind === 'call' && part === this.#bodyOf(core))
      return `in ${this.#program.functions[core.function]!.name}`;
    if (core?.kind === 'map') return core.entries.find(({ value }) => value === part)?.key ?? null;
    return null;
  }

  #nameOf(target: Target): string {
    switch (target.kind) {
      case 'slot':
        return target.name;
      case 'ignore':
        return '_';
      default:
        return shorten(this.#texts.expression(target.node));
    }
  }

  /** Where in the input an evaluation has read its value. */
  #own(evaluation: Evaluation): InputPath | null {
    const { core, value, origin } = evaluation;
    if (value === undefined) return null;
    const target = core?.kind === 'field' ? partOf(evaluation, core.target) : null;
    // A default stands for what is not there.
    const read =
      core?.kind === 'field' && target?.value !== undefined && isMap(target.value)
        ? this.#paths.ofReading({
            collection: target.value,
            key: core.key,
            isThere: target.value.has(core.key),
            of: null,
          })
        : null;
    return read ?? this.#paths.of(value, origin);
  }

  #pathsOf(evaluation: Evaluation): readonly string[] {
    let read = this.#read.get(evaluation);
    if (read !== undefined) return read;
    const { core, parts } = evaluation;
    const isLeaf = parts.length === 0 || core?.kind === 'field' || (core !== null && isReading(core));
    const own = isLeaf ? (this.#own(evaluation)?.path ?? null) : null;
    const all = own !== null ? [own] : parts.flatMap((part) => this.#pathsOf(part));
    read = [...new Set(all)].filter((path) => path !== '' || core?.kind === 'input').slice(0, PATHS_MAX);
    this.#read.set(evaluation, read);
    return read;
  }
}

function given(value: Value): Given {
  return { kind: kindOf(value), value: showValue(value) };
}

/** An application of a function is shown as its body. */
function bodyOrItself(evaluation: Evaluation): Evaluation {
  const { kind } = evaluation.application?.callee ?? {};
  const body = kind === 'fn' || kind === 'function' ? evaluation.parts.at(-1) : undefined;
  return body === undefined ? evaluation : unwrapped(body);
}

/** Whether it ended with `recur`, in which case its value is none. */
function goesBack({ core, parts }: Evaluation): boolean {
  if (core?.kind === 'recur') return true;
  const last = parts.at(-1);
  const isTail =
    core !== null &&
    ['cond', 'bind-test', 'case', 'and', 'or', 'do', 'let', 'some-thread', 'cond-thread'].includes(core.kind);
  return isTail && last !== undefined && goesBack(last);
}

/** Builtins that read what stands at a key or an index. */
function isReading(core: Core): boolean {
  return core.kind === 'builtin' && ['get', 'get-in', 'nth', 'first', 'last', 'second'].includes(core.name);
}

/** A part that its expression tells by itself. */
function isTold({ core }: Evaluation): boolean {
  switch (core?.kind) {
    case 'literal':
    case 'input':
      return true;
    case 'local':
      return !core.counted;
    default:
      return false;
  }
}

/** Without the `do` that a body with one expression is. */
function unwrapped(evaluation: Evaluation): Evaluation {
  let inner = evaluation;
  while (inner.core?.kind === 'do' && !inner.core.counted && inner.parts.length === 1) inner = inner.parts[0]!;
  return inner;
}
