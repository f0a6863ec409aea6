// Session: what the repl remembers from entry to entry.
// In: an entry's text. Out: its value, or what is wrong with it, drawn as if the entry stood alone, and its steps. The program
// that runs is every definition so far and then the entry, compiled like any other script, in a thread that can be stopped.

import { BUILTIN_NAMES } from '../compiler/builtins.ts';
import { type CheckResult, check, checkedOf } from '../compiler/check.ts';
import { type Fault, faultMessage, type RunResult } from '../compiler/faults.ts';
import type { ModuleTexts } from '../compiler/modules.ts';
import { SPECIAL_NAMES } from '../compiler/specials.ts';
import { NESTING_MAX, STEPS_MAX } from '../compiler/steps.ts';
import { JsonError, parseJson } from '../grammar/json.ts';
import { render, renderAll } from '../grammar/render.ts';
import { type Place, Source } from '../grammar/span.ts';
import { type Explanation, explainFault } from '../runtime/explain/explanation.ts';
import { FUEL_DEFAULT } from '../runtime/outcome.ts';
import { createPool, PoolError } from '../runtime/pool.ts';
import { type Definition, definitionOf, definitionsIn, endsInDefinition, fit, textOf } from './definitions.ts';
import { helpOfFault } from './fault-help.ts';
import { readFuel } from './fuel.ts';
import type { EntryRun } from './session-thread.ts';

/** JavaScript heap of the thread in MiB; values live in the arena, which has a limit of its own. */
const THREAD_HEAP_MIB = 256;

export interface Evaluation {
  /** JSON; null when there is none. */
  readonly output: string | null;
  /** Drawn diagnostics or a drawn fault, and what could not be kept. */
  readonly problems: string | null;
  /** The entry's own. Null when nothing ran, or not to its end. */
  readonly steps: number | null;
}

/** An entry and the definitions before it, as one program. */
interface Program {
  readonly checked: CheckResult;
  /** The entry alone, and where it starts in the program. */
  readonly own: Source;
  readonly lead: Lead;
}

interface Lead {
  readonly bytes: number;
  readonly lines: number;
}

export class Session {
  readonly #modules: ModuleTexts | undefined;
  #input: string | null = null;
  fuel = FUEL_DEFAULT;
  #definitions: readonly Definition[] = [];
  readonly #thread = createPool<EntryRun, RunResult>({
    workerUrl: new URL(
      import.meta.url.endsWith('.ts') ? './session-thread.ts' : './session-thread.js',
      import.meta.url,
    ),
    threadsMax: 1,
    heapMiB: THREAD_HEAP_MIB,
  });

  /** `modules`: where the texts come from that entries use. */
  constructor(modules?: ModuleTexts) {
    this.#modules = modules;
  }

  /** JSON text; null is nil. */
  get input(): string | null {
    return this.#input;
  }

  get definitions(): string[] {
    return this.#definitions.map(({ text }) => text);
  }

  /** The text of a definition; null when there is none of that name. */
  definition(name: string): string | null {
    return this.#definitions.find((definition) => definition.name === name)?.text ?? null;
  }

  /** The names that the last word of a line may become, and that word. */
  complete(line: string): [names: string[], word: string] {
    const word = /[^\s,()[\]{}"]*$/.exec(line)![0];
    if (word === '') return [[], word];
    const names = [...this.#definitions.map(({ name }) => name), 'input', ...SPECIAL_NAMES, ...BUILTIN_NAMES];
    return [[...new Set(names)].filter((name) => name.startsWith(word)).sort(), word];
  }

  reset(): void {
    this.#definitions = [];
  }

  /** What is wrong with the text as an input; null when it is the input from now on. */
  setInput(text: string): string | null {
    try {
      parseJson(new TextEncoder().encode(text), { depthMax: NESTING_MAX });
    } catch (error) {
      if (!(error instanceof JsonError)) throw error;
      return `it is not acceptable JSON: ${error.message}, ${error.where}`;
    }
    this.#input = text;
    return null;
  }

  /** Whether the text is a fuel. */
  setFuel(text: string): boolean {
    const fuel = readFuel(text);
    if (fuel !== null) this.fuel = fuel;
    return fuel !== null;
  }

  /** Ends the thread, if there is one. */
  close(): Promise<void> {
    return this.#thread.close();
  }

  /** An aborted entry leaves everything as it was; null then. */
  async evaluate(entry: string, signal?: AbortSignal): Promise<Evaluation | null> {
    try {
      return await this.#evaluate(entry, signal);
    } catch (error) {
      if (error instanceof PoolError && error.kind === 'stopped') return null;
      throw error;
    }
  }

  async #evaluate(entry: string, signal: AbortSignal | undefined): Promise<Evaluation> {
    const defined = definitionsIn(entry);
    // A definition that replaces another stands where the entry is, so what is drawn is the entry.
    const kept = this.#definitions.filter(({ name }) => !defined.some((definition) => definition.name === name));
    const program = programOf(textOf(kept), entry, this.#modules);
    const { checked } = program;
    const problems = drawProblems(program);
    if (!checked.ok) {
      if (
        defined.some(({ kind }) => kind === 'defn') &&
        checked.diagnostics.some(({ code }) => code === 'unbound-variable')
      ) {
        problems.push(
          '; nothing of it is kept; functions that call each other go into one entry, as (defn f …) (defn g …)',
        );
      }
      return { output: null, problems: joined(problems), steps: null };
    }
    const lead = kept.reduce((sum, { steps }) => sum + steps, 0);
    const fuel = Math.min(STEPS_MAX, this.fuel + lead);
    const result = await this.#run(checked, fuel, signal);
    // An input that cannot be read has no steps at all.
    const steps = Math.max(0, result.steps - lead);
    if (result.kind === 'fault') {
      const explanation = explainFault(checked, checked.places, this.#inputBytes(), fuel, result);
      return { output: null, problems: joined([...problems, drawFault(result.fault, explanation, program)]), steps };
    }
    const added: Definition[] = [];
    for (const definition of defined) {
      const valued =
        definition.kind !== 'def'
          ? definition
          : await this.#valueOf(definition.name, program.checked.source.text, fuel, signal);
      if (valued === null || !fit([...kept, ...added, valued])) {
        const { name } = definition;
        problems.push(
          `; ${name} is not kept: ${definition.kind !== 'def' ? 'there are too many definitions' : `no script can hold its value, which is too large or too deep, or has too long a number; (defn ${name} [] …) makes it where it is called`}`,
        );
        // What else the entry defines may need it.
        return { output: null, problems: joined(problems), steps };
      }
      added.push(valued);
    }
    this.#definitions = [...kept, ...added];
    const isValue = checked.program!.items.at(-1)?.kind === 'expression' && !endsInDefinition(entry);
    return { output: isValue ? result.output : null, problems: joined(problems), steps };
  }

  /** What a name is bound to when a program has run, as a definition; null when that is nothing to write down. */
  async #valueOf(
    name: string,
    program: string,
    fuel: number,
    signal: AbortSignal | undefined,
  ): Promise<Definition | null> {
    const result = await this.#run(
      check(`${program}\n${name}`, { modules: this.#modules }),
      Math.min(STEPS_MAX, fuel + 1),
      signal,
    );
    return result.kind === 'fault' ? null : definitionOf(name, result.output);
  }

  #inputBytes(): Uint8Array | null {
    return this.#input === null ? null : new TextEncoder().encode(this.#input);
  }

  async #run(checked: CheckResult, fuel: number, signal: AbortSignal | undefined): Promise<RunResult> {
    const { compile } = await import('../runtime/compile.ts');
    return this.#thread.run(
      { script: await compile(checkedOf(checked)!), input: this.#inputBytes(), fuel },
      signal === undefined ? {} : { signal },
    );
  }
}

function programOf(before: string, entry: string, modules: ModuleTexts | undefined): Program {
  const checked = check(before + entry, { modules });
  return {
    checked,
    own: new Source(entry),
    lead: { bytes: Buffer.byteLength(before), lines: before.split('\n').length - 1 },
  };
}

/** What is wrong in the entry, and then what it makes wrong in the definitions. */
function drawProblems({ checked, own, lead }: Program): string[] {
  const isOwn = ({ module, start }: Place): boolean => module === undefined && start >= lead.bytes;
  // An entry that is only a definition has no result, and what it uses is for entries behind it.
  const diagnostics = checked.diagnostics.filter(
    (diagnostic) =>
      diagnostic.code !== 'no-result' && diagnostic.code !== 'unused-module' && (isOwn(diagnostic) || !checked.ok),
  );
  const inEntry = diagnostics.filter(isOwn).map((diagnostic) => ({
    ...shift(diagnostic, lead),
    related: diagnostic.related.map((related) => shift(related, lead)),
  }));
  const elsewhere = diagnostics.filter((diagnostic) => !isOwn(diagnostic));
  return [
    ...(inEntry.length === 0 ? [] : [renderAll(inEntry, own)]),
    ...(elsewhere.length === 0 ? [] : [renderAll(elsewhere, checked.source, 'definitions')]),
  ];
}

function drawFault(fault: Fault, explanation: Explanation | null, { checked, own, lead }: Program): string {
  const { code, node } = fault;
  const message = faultMessage(fault, explanation?.sentence);
  if (node === null) return `fault[${code}]: ${message}`;
  const place = checked.places(node);
  const isOwn = place.module === undefined && place.start >= lead.bytes;
  return render(
    {
      code,
      severity: 'fault',
      message,
      help: helpOfFault(fault, explanation, place, checked.source),
      related: [],
      ...(isOwn ? shift(place, lead) : place),
    },
    isOwn ? own : checked.source,
    isOwn ? undefined : 'definitions',
  );
}

function joined(problems: readonly string[]): string | null {
  return problems.length === 0 ? null : problems.join('\n\n');
}

function shift<P extends Place>(place: P, lead: Lead): P {
  return { ...place, start: place.start - lead.bytes, end: place.end - lead.bytes, line: place.line - lead.lines };
}

/** Whether brackets or a string of the text are still open, so that more lines belong to it. */
export function isOpen(text: string): boolean {
  let depth = 0;
  let isString = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at]!;
    if (isString) {
      if (character === '\\') at += 1;
      // A line end cannot stand in a string: more lines would not close it.
      else if (character === '"' || character === '\n') isString = false;
    } else if (character === '"') isString = true;
    else if (character === ';') {
      const end = text.indexOf('\n', at);
      if (end === -1) break;
      at = end;
    } else if ('([{'.includes(character)) depth += 1;
    else if (')]}'.includes(character)) depth -= 1;
  }
  return depth > 0;
}
