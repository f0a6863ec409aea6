// Compile: a checked script to something that runs. In: what `check` found. Out: a module linked to the live
// runtime (for this process), or the portable artifact.

import { createHash } from 'node:crypto';
import { BUILTIN_NAMES, BUILTINS } from '../compiler/builtins.ts';
import type { Checked } from '../compiler/check.ts';
import type { CommonFunctions } from '../compiler/common.ts';
import type { Program } from '../compiler/core.ts';
import type { PhraseAt } from '../compiler/emit/constants.ts';
import { emitLinked, emitMerged } from '../compiler/emit/emit.ts';
import type { RuntimeLayout } from '../compiler/emit/module.ts';
import { encodeSection } from '../compiler/emit/section.ts';
import { LANGUAGE_ID } from '../compiler/hash.ts';
import { scheduleOf } from '../compiler/steps.ts';
import type { ByteSpan } from '../grammar/printer.ts';
import type { RuntimeExports } from './host.ts';
import { instantiateRuntime, KEPT_BYTES_MAX, runtimeBytes } from './host.ts';
import { hosting } from './outcome.ts';
import { preparePhrases } from './prepare.ts';

/** A script ready to be instantiated beside a runtime. */
export interface CompiledScript {
  readonly hash: string;
  readonly module: WebAssembly.Module;
}

/** The schedule all compiled scripts count by. */
export const SCHEDULE = scheduleOf(BUILTIN_NAMES.map((name) => [name, BUILTINS[name].cost] as const));

export interface CompileOptions {
  /** binaryen's, 0 to 4; V8 optimises again, so little is the default. */
  readonly optimizeLevel?: number;
  /** False only to measure what metering costs: the module counts no nodes and never runs out of fuel. */
  readonly metered?: boolean;
}

/** Compiles for runs in this process. Rejects only on a defect of the toolchain. */
export async function compile(checked: Checked, options: CompileOptions = {}): Promise<CompiledScript> {
  const bytes = await emitScript(checked, options);
  return { hash: checked.hash, module: hosting(() => new WebAssembly.Module(bytes as Uint8Array<ArrayBuffer>)) };
}

/** The bytes of the module that `compile` makes: they fit the runtime of this build, and no other. */
export function emitScript(
  checked: Checked,
  { optimizeLevel, metered = true }: CompileOptions = {},
): Promise<Uint8Array> {
  return emitLinked({ ...emission(checked), metered }, optimizeLevel);
}

/** Builds the portable artifact: one module, no imports, its own meter (LANGUAGE.md section 10). */
export function build(checked: Checked, optimizeLevel?: number): Promise<Uint8Array> {
  const section = {
    language: LANGUAGE_ID,
    schedule: SCHEDULE,
    runtime: runtimeId(),
    hash: checked.hash,
    canonical: checked.canonical,
  };
  return emitMerged(
    emission(checked),
    runtimeBytes(),
    (places) => encodeSection({ ...section, places }),
    optimizeLevel,
  );
}

let id: string | null = null;

/** Names the runtime a result came from: where memory runs out depends on it, and nothing else does. */
export function runtimeId(): string {
  id ??= `runtime/${createHash('sha256').update(runtimeBytes()).digest('hex').slice(0, 16)}`;
  return id;
}

interface Emitted {
  readonly program: Program;
  readonly placeOf: (node: number) => ByteSpan;
  readonly layout: RuntimeLayout;
  readonly common: CommonFunctions | undefined;
}

function emission({ program, canonicalPlace, common }: Checked): Emitted {
  return { program, placeOf: canonicalPlace, layout: runtimeLayout(), common };
}

let layout: RuntimeLayout | null = null;

/** Memory that making phrases ready took is left to the collector when it was much. */
function prepareKept(exports: RuntimeExports, phrases: readonly PhraseAt[]): Uint8Array {
  try {
    return preparePhrases(exports, phrases);
  } finally {
    if (exports.memory.buffer.byteLength > KEPT_BYTES_MAX) layout = null;
  }
}

function runtimeLayout(): RuntimeLayout {
  if (layout === null) {
    const { exports } = instantiateRuntime();
    layout = {
      constantsBase: exports.constantsBase.value,
      callStack: exports.callStack.value,
      fuelAt: exports.fuelAt.value,
      preparePhrases: (phrases) => prepareKept(exports, phrases),
    };
  }
  return layout;
}
