// Policies: scripts of the operator that decide about calls (`--policies DIR`), one file a policy.
// In: a folder with NAME.script, or the store. Out: each by its name, with its hash, ready to be run on an input.
// Why scripts: a policy is pure, bounded by fuel and identified by its hash, so what it said can be said again from its input.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type CheckResult, check, checkedOf } from '../compiler/check.ts';
import type { ModuleTexts } from '../compiler/modules.ts';
import type { Shape } from '../compiler/shapes/shape.ts';
import type { Json } from '../grammar/json.ts';
import { parseJson } from '../grammar/json.ts';
import { writeJsonBytes } from '../grammar/json-write.ts';
import { moduleFile } from '../grammar/render.ts';
import type { CompiledScript } from '../runtime/compile.ts';
import { compile } from '../runtime/compile.ts';
import { type Explanation, explainFault } from '../runtime/explain/explanation.ts';
import { createMachine } from '../runtime/run.ts';
import { watchPath } from './watch.ts';

/** Steps one policy may take, and more for each byte it reads: what looks through a text pays by its length. */
const POLICY_FUEL = 100_000;
const POLICY_FUEL_PER_BYTE = 32;
/** Bytes of JSON a policy reads: with the fuel above some 50 ms, on the thread that all requests share. */
export const POLICY_INPUT_BYTES_MAX = 262_144;
// Each is compiled at the start and stays linked.
const POLICIES_MAX = 256;
// A result is at most 8 MiB of JSON, and what is made of it no more.
const MEMORY_BYTES_MAX = 64 * 1024 * 1024;
const OUTPUT_DEPTH_MAX = 2_050;
// A fault is explained on the thread that all requests share: that takes some two milliseconds at most.
const EXPLAIN_LIMITS = { stepsMax: 1_000, msMax: 50 };
const EXPLAINED_BYTES_MAX = 16_384;
export const POLICY_SUFFIX = '.script';
const NAME = /^[a-z0-9](?:[a-z0-9-]{0,62}[a-z0-9])?$/;

export type PolicyRun =
  | { readonly kind: 'ran'; readonly output: Json; readonly steps: number; readonly hash: string }
  /** `why` is a fault's code, or says that there is no such policy. */
  | {
      readonly kind: 'failed';
      readonly why: string;
      readonly steps: number;
      readonly hash: string | null;
      /** Of a fault. */
      readonly explanation: Explanation | null;
    };

export interface Policies {
  has(name: string): boolean;
  /** Names and hashes, by name. */
  list(): readonly { readonly name: string; readonly hash: string }[];
  /** Runs one on an input. Never throws: what fails is an answer too. */
  run(name: string, input: unknown): PolicyRun;
  /** Reads them again without taking them into force, so that what names them can be looked at first. Throws one sentence when a script is wrong. */
  prepare(): Promise<PreparedPolicies>;
  /** Changes with every reading. */
  generation(): number;
  /** Why a policy cannot be right about an input of this shape, in a sentence; null where it may be, and where there is none. */
  misfit(name: string, input: Shape): string | null;
  /** Stops looking for changes. */
  close(): void;
}

/** Policies that were read again and are not in force yet. */
interface PreparedPolicies extends Pick<Policies, 'has'> {
  readonly count: number;
  commit(): void;
}

/** Where policies are kept. */
export interface PolicySource {
  /** What it is called in messages. */
  readonly place: string;
  /** By name. Throws one sentence. */
  read(): Promise<readonly PolicyText[]>;
  /** Calls when something may have changed. Answers how to stop. */
  watch(changed: () => void): () => void;
}

interface PolicyText {
  readonly name: string;
  readonly text: Uint8Array;
  /** What it is called in messages. */
  readonly place: string;
  /** Texts of modules that it may use; it has none where they are left out. */
  readonly modules?: ModuleTexts;
}

/** Reads the folder, or another source, again when it changes; null has no policies. Throws one sentence that names the place. */
export async function openPolicies(from: string | PolicySource | null, log: (line: string) => void): Promise<Policies> {
  const machine = createMachine();
  const source = typeof from === 'string' ? folderOf(from) : from;
  let policies = await compileAll(source);
  let generation = 0;
  const prepare = async (): Promise<PreparedPolicies> => {
    const next = await compileAll(source);
    return {
      count: next.size,
      has: (name) => next.has(name),
      commit() {
        policies = next;
        generation += 1;
      },
    };
  };
  const unwatch =
    source?.watch(() =>
      prepare().then(
        ({ count, commit }) => {
          commit();
          log(`evident: read ${count} policies of ${source.place}`);
        },
        // The old ones stay in force.
        (error: Error) => log(`evident: policies unchanged: ${error.message}`),
      ),
    ) ?? (() => {});
  return {
    close: unwatch,
    prepare,
    generation: () => generation,
    misfit(name, input) {
      const policy = policies.get(name);
      const { diagnostics = [] } =
        policy === undefined ? {} : check(policy.text.text, { inputShape: input, modules: policy.text.modules });
      const [first] = diagnostics.filter(({ severity }) => severity === 'error');
      if (first === undefined) return null;
      const { line, column, message, help, module = name } = first;
      return `${module}${POLICY_SUFFIX}:${line}:${column}: ${message}${help === null ? '' : ` (${help})`}`;
    },
    has: (name) => policies.has(name),
    list: () => [...policies].map(([name, { script }]) => ({ name, hash: script.hash })),
    run(name, input) {
      const policy = policies.get(name);
      if (policy === undefined) return failed('no-policy', null);
      const { script, checked } = policy;
      const { hash } = script;
      const bytes = writeJsonBytes(input);
      if (bytes.length > POLICY_INPUT_BYTES_MAX) return failed('too-large', hash);
      const fuel = POLICY_FUEL + POLICY_FUEL_PER_BYTE * bytes.length;
      const result = machine.run(script, bytes, { fuel, memoryBytesMax: MEMORY_BYTES_MAX });
      if (result.kind === 'fault') {
        const explanation =
          bytes.length > EXPLAINED_BYTES_MAX
            ? null
            : explainFault(checked, checked.places, bytes, fuel, result, EXPLAIN_LIMITS);
        return failed(result.fault.code, hash, result.steps, explanation);
      }
      return { kind: 'ran', output: outputOf(policy, result.output), steps: result.steps, hash };
    },
  };
}

function failed(
  why: string,
  hash: string | null,
  steps = 0,
  explanation: Explanation | null = null,
): Extract<PolicyRun, { kind: 'failed' }> {
  return { kind: 'failed', why, steps, hash, explanation };
}

interface Policy {
  readonly script: CompiledScript;
  readonly checked: CheckResult;
  readonly text: PolicyText;
  /** What it said last, where that is short: mostly it says the same again. */
  said: { readonly text: string; readonly output: Json } | null;
}

// A verdict without arguments or content.
const SAID_LENGTH_MAX = 128;

/** Nobody may change it. */
function outputOf(policy: Policy, text: string): Json {
  if (policy.said?.text === text) return policy.said.output;
  // As deep as a value of the language may be, and a member around it.
  const output = parseJson(Buffer.from(text, 'utf8'), { depthMax: OUTPUT_DEPTH_MAX });
  if (text.length <= SAID_LENGTH_MAX) policy.said = { text, output };
  return output;
}

function folderOf(folder: string): PolicySource {
  return {
    place: folder,
    async read() {
      const names = readdirSync(folder)
        .filter((file) => file.endsWith(POLICY_SUFFIX))
        .map((file) => file.slice(0, -POLICY_SUFFIX.length))
        .sort();
      const texts = new Map(names.map((name) => [name, readFileSync(join(folder, `${name}${POLICY_SUFFIX}`))]));
      const modules = (name: string): Uint8Array | null => texts.get(name) ?? null;
      return [...texts].map(([name, text]) => ({
        name,
        place: join(folder, `${name}${POLICY_SUFFIX}`),
        text,
        modules,
      }));
    },
    watch: (changed) => watchPath(folder, changed),
  };
}

async function compileAll(source: PolicySource | null): Promise<ReadonlyMap<string, Policy>> {
  const texts = (await source?.read()) ?? [];
  if (texts.length > POLICIES_MAX) throw new Error(`${source?.place} has more than ${POLICIES_MAX} policies`);
  const policies = new Map<string, Policy>();
  for (const text of texts) policies.set(text.name, await compilePolicy(text));
  return policies;
}

/** Throws one sentence that names the place. */
export async function compilePolicy(policy: PolicyText): Promise<Policy> {
  const { name, text, place, modules } = policy;
  if (!NAME.test(name))
    throw new Error(`${place}: a policy's name is 1 to 64 of a-z, 0-9 and -, with no - at either end`);
  const result = check(text, { modules });
  const checked = checkedOf(result);
  if (checked !== null) return { script: await compile(checked), checked: result, text: policy, said: null };
  const [first] = result.diagnostics.filter(({ severity }) => severity === 'error');
  throw new Error(
    first === undefined
      ? `${place}: the script cannot be read`
      : `${first.module === undefined ? place : moduleFile(first.module, place)}:${first.line}:${first.column}: ${first.message}`,
  );
}
