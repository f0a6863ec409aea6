// Common: the functions at the beginning of generated scripts, which many have in common. In: a canonical text. Out: its
// beginning, read once; and what the analysis made of its functions, for scripts that define the same names. The code
// generator keeps what it makes of them by the same object (emit/kept.ts). Nothing of it changes what a script means.

import { eachForm, type Form, type ListForm } from '../grammar/form.ts';
import { decodeScript, read } from '../grammar/reader.ts';
import type { ScriptLimits } from '../grammar/scan.ts';
import type { Span } from '../grammar/span.ts';
import { asCallOf } from './context.ts';
import type { FunctionDefinition } from './core.ts';
import type { Uses } from './scope.ts';

/** The functions that stand before everything else in a text. */
interface Beginning {
  readonly forms: readonly ListForm[];
  /** Where it ends. */
  readonly end: number;
  /** Its forms, those inside others too. */
  readonly nodes: number;
  /** By node. */
  readonly spans: readonly Span[];
  /** Its functions in a script that goes on with these forms; null where they may call functions behind them. */
  before(forms: readonly Form[]): CommonFunctions | null;
}

export interface DefinitionAndUses {
  /** null when it cannot be resolved. */
  readonly definition: FunctionDefinition | null;
  readonly uses: Uses;
}

/** What the analysis makes of common functions. It depends on them, and on what the names of the script stand for. */
export class CommonFunctions {
  readonly #forms: ReadonlySet<ListForm>;
  readonly #made = new Map<ListForm, DefinitionAndUses>();

  constructor(forms: readonly ListForm[]) {
    this.#forms = new Set(forms);
  }

  /** How many there are: the first functions of the program. */
  get count(): number {
    return this.#forms.size;
  }

  /** Whether the analysis of each of them is kept. */
  get isWhole(): boolean {
    return this.#made.size === this.#forms.size;
  }

  get(form: ListForm): DefinitionAndUses | undefined {
    return this.#made.get(form);
  }

  /** Keeps what was made of one of the functions; others are not kept. */
  keep(form: ListForm, made: DefinitionAndUses): void {
    if (this.#forms.has(form)) this.#made.set(form, made);
  }
}

/** Beginnings that were met, the latest last; null for those that were met once. */
const MET = new Map<string, Beginning | null>();
const MET_MAX = 32;
/** Longer ones are rules that somebody wrote, which no other script has. */
const END_MAX = 64 * 1024;
const NAMES_MAX = 16;

/** What was read of a canonical text before, with another one; null for beginnings that were met for the first time. */
export function beginningOf(text: string, limits: ScriptLimits): Beginning | null {
  const end = text.indexOf('\n(def ') + 1;
  if (end === 0 || end > END_MAX) return null;
  const beginning = text.slice(0, end);
  const known = MET.get(beginning);
  if (known !== undefined && known !== null) return known;
  // A slice would keep the whole text.
  const key = Buffer.from(beginning).toString();
  const made = known === undefined ? null : readBeginning(key, limits);
  MET.delete(key);
  MET.set(key, made);
  if (MET.size > MET_MAX) MET.delete(MET.keys().next().value!);
  return made;
}

function readBeginning(text: string, limits: ScriptLimits): Beginning | null {
  const { source, reporter } = decodeScript(text, limits);
  const { forms, state } = read(source, reporter, limits);
  const functions = forms.map((form) => asCallOf('defn', form));
  if (state !== 'whole' || !functions.every((form) => form !== null)) return null;
  const spans: Span[] = [];
  eachForm(functions, ({ node, span }) => {
    spans[node] = span;
  });
  const byNames = new Map<string, CommonFunctions>();
  return {
    forms: functions,
    end: text.length,
    nodes: spans.length,
    spans,
    before(others) {
      if (others.some((form) => asCallOf('defn', form) !== null)) return null;
      const names = others.map(definedAs).join('\n');
      let common = byNames.get(names);
      if (common === undefined) {
        if (byNames.size === NAMES_MAX) byNames.clear();
        byNames.set(names, (common = new CommonFunctions(functions)));
      }
      return common;
    },
  };
}

/** The head and the name of a definition; of what is none, the head says so. */
function definedAs(form: Form): string {
  const [head, name] = form.kind === 'list' ? form.items : [];
  return `${head?.kind === 'symbol' ? head.name : ''} ${name?.kind === 'symbol' ? name.name : ''}`;
}
