// Emit: a checked program to the bytes of a WebAssembly module. binaryen makes artifacts and nothing else. It is an optional
// dependency, because it is the larger part of an installation, and is loaded on first use, because importing it costs
// more than everything else the toolchain does at start.

import type binaryen from 'binaryen';
import type { ByteSpan } from '../../grammar/printer.ts';
import type { CommonFunctions } from '../common.ts';
import type { Program } from '../core.ts';
import { Assembler } from './assembler.ts';
import { features, linkedLinkage, mergedLinkage } from './link.ts';
import { caughtFunctions, emitFirst, emitProgram, type FirstFunctions, type RuntimeLayout } from './module.ts';
import { ARTIFACT_EXPORTS, type NodePlace, placesOf, SECTION } from './section.ts';
import { CATCHES, RAISES, unwinding } from './unwind.ts';

interface Emission {
  readonly program: Program;
  /** Span of a node in the canonical text, for the site table. */
  readonly placeOf: (node: number) => ByteSpan;
  readonly layout: RuntimeLayout;
  /** See ModuleContext; true when left out. */
  readonly metered?: boolean;
  /** The first functions, where other programs have them too. */
  readonly common?: CommonFunctions | undefined;
}

/**
 * Bytes of a program's own code up to which an artifact is optimised. Several of binaryen's passes take time that grows
 * with the square of a function: 9,000 names taken from a map kept a build for twenty seconds. Larger artifacts are
 * built as they were emitted, with the same outputs and steps.
 */
export const OPTIMIZED_BYTES_MAX = 64 * 1024;

/** Linked: imports a live runtime; made, and made to be compiled, quickly. Levels above 0 are binaryen's. */
export async function emitLinked(emission: Emission, optimizeLevel = 0): Promise<Uint8Array> {
  const bytes = assemble(emission);
  if (optimizeLevel === 0) return bytes;
  const wasm = await loadBinaryen();
  return withModule(wasm.readBinary(bytes), (module) => finish(wasm, module, optimizeLevel, 0, []));
}

function assemble(emission: Emission): Uint8Array {
  const { program, placeOf, layout, metered } = emission;
  const kept = metered === false ? null : keptOf(emission);
  const assembler = new Assembler(kept?.assembler);
  const before = kept?.functions ?? null;
  const { types } = assembler;
  const linkage = linkedLinkage(assembler);
  emitProgram({ wasm: types, module: assembler, linkage, layout, program, placeOf, metered, before });
  const bytes = assembler.finish();
  return caughtFunctions(program, before).length === 0 ? bytes : unwinding(bytes, { raises: null, traps: true });
}

/** Functions that were assembled before. */
interface Kept {
  readonly assembler: Assembler;
  readonly functions: FirstFunctions;
}

/** null for those that do not stand alone. */
const KEPT = new WeakMap<CommonFunctions, Kept | null>();

function keptOf({ program, placeOf, layout, common }: Emission): Kept | null {
  if (common === undefined || !common.isWhole) return null;
  let kept = KEPT.get(common);
  if (kept === undefined) {
    const assembler = new Assembler();
    const linkage = linkedLinkage(assembler);
    const functions = emitFirst(
      { wasm: assembler.types, module: assembler, linkage, layout, program, placeOf },
      common.count,
    );
    KEPT.set(common, (kept = functions === null ? null : { assembler, functions }));
  }
  return kept;
}

/** Merged: runtime and script in one module with no imports, without what the script does not use. */
export async function emitMerged(
  emission: Emission,
  runtime: Uint8Array,
  section: (places: readonly NodePlace[]) => Uint8Array,
  optimizeLevel = 3,
): Promise<Uint8Array> {
  const wasm = await loadBinaryen();
  const level = assemble(emission).length > OPTIMIZED_BYTES_MAX ? 0 : optimizeLevel;
  return withModule(wasm.readBinary(runtime), (module) => {
    module.setFeatures(features(wasm));
    const { program, placeOf, layout } = emission;
    const linkage = mergedLinkage(wasm, module);
    const sites = emitProgram({ wasm, module, linkage, layout, program, placeOf });
    const catches = caughtFunctions(program).length > 0;
    keepExports(wasm, module, (name) => isExport(name) || (catches && (name === RAISES || name.startsWith(CATCHES))));
    // Most of the runtime goes here; what is left is worth optimising.
    module.runPasses(['remove-unused-module-elements']);
    const finishNamed = (merged: binaryen.Module): Uint8Array => {
      merged.addCustomSection(SECTION, section(placesOf(sites)));
      return finish(wasm, merged, level, 1, ['const-hoisting', 'reorder-functions']);
    };
    if (!catches) return finishNamed(module);
    const changed = unwinding(module.emitBinary(), { raises: RAISES, traps: true });
    return withModule(wasm.readBinary(changed), (unwound) => {
      keepExports(wasm, unwound, isExport);
      return finishNamed(unwound);
    });
  });
}

function isExport(name: string): boolean {
  return (ARTIFACT_EXPORTS as readonly string[]).includes(name);
}

function keepExports(wasm: typeof binaryen, module: binaryen.Module, isKept: (name: string) => boolean): void {
  const names = Array.from(
    { length: module.getNumExports() },
    (_, index) => wasm.getExportInfo(module.getExportByIndex(index)).name,
  );
  for (const name of names) if (!isKept(name)) module.removeExport(name);
}

let loaded: Promise<typeof binaryen> | null = null;

function loadBinaryen(): Promise<typeof binaryen> {
  loaded ??= import('binaryen').then(
    (imported) => imported.default,
    (error: unknown) => {
      throw (error as { readonly code?: unknown }).code === 'ERR_MODULE_NOT_FOUND' ? new BuildUnavailable() : error;
    },
  );
  return loaded;
}

/** The version that artifacts are built with: another one would make other bytes of the same script. */
export const BINARYEN_VERSION = '132.0.0';

/** Building and verifying artifacts takes binaryen, an optional peer, which is not installed. Runs need none of it. */
export class BuildUnavailable extends Error {
  readonly code = 'build-unavailable';

  constructor() {
    super(
      `building and verifying artifacts needs the package binaryen, which is not installed: npm install binaryen@${BINARYEN_VERSION}`,
    );
    this.name = 'BuildUnavailable';
  }
}

/** Modules live in binaryen's own memory until disposed. */
function withModule<T>(module: binaryen.Module, use: (module: binaryen.Module) => T): T {
  try {
    return use(module);
  } finally {
    module.dispose();
  }
}

/** Hoisting constants last saves a hundred bytes of masks, the most called functions first saves 300 of their numbers; neither costs a run anything. */
function finish(
  wasm: typeof binaryen,
  module: binaryen.Module,
  optimizeLevel: number,
  shrinkLevel: number,
  lastPasses: readonly string[],
): Uint8Array {
  module.setFeatures(features(wasm));
  if (module.validate() !== 1) throw new Error('the compiler emitted an invalid module');
  // Levels are global to the process, so they are set every time. trapsNeverHappen stays off: it would delete the fuel check.
  wasm.setOptimizeLevel(optimizeLevel);
  wasm.setShrinkLevel(shrinkLevel);
  wasm.setTrapsNeverHappen(false);
  if (optimizeLevel > 0) {
    module.optimize();
    module.runPasses([...lastPasses]);
  }
  return module.emitBinary();
}
