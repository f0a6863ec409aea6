// Artifact: what `import … from "evident/runtime"` gives: running what `evident build` made, and nothing else.
// In: the bytes of an artifact. Out: what it says of itself, and runs. Neither the reader nor the code generator is
// loaded; an artifact carries all it needs.

import { ARTIFACT_EXPORTS, readSection, type ArtifactInfo } from '../compiler/emit/section.ts';
import { LANGUAGE_ID, programHash } from '../compiler/hash.ts';
import { Source, type Place } from '../grammar/span.ts';
import { describeResult, FUEL_DEFAULT, inputBytes, type Faulted, type Finished, type RunInput } from './outcome.ts';
import { execute, instantiateArtifact, type ScriptExports } from './run.ts';

export { HostFailure } from './run.ts';
export type { ArtifactInfo } from '../compiler/emit/section.ts';
export type { Place } from '../grammar/span.ts';
export type { FaultCode } from '../compiler/faults.ts';
export type { Faulted, Finished, RunInput } from './outcome.ts';

export interface Artifact {
  /** Language, schedule and runtime ids, hash, canonical text and site table. */
  readonly info: ArtifactInfo;
  /**
   * One run. The same input and fuel give the same result, in every process and on every engine.
   * Throws HostFailure when the WebAssembly host gave out, RangeError for fuel out of range.
   */
  run(input?: RunInput): Finished | Faulted;
}

/** Opens an artifact's bytes. Throws TypeError when they are no artifact, or one that does not hold what it says. */
export function openArtifact(bytes: Uint8Array): Artifact {
  const { module, info } = readArtifact(bytes);
  const problem = artifactProblem(info);
  if (problem !== null) throw new TypeError(`this artifact cannot be trusted: ${problem}`);
  const placeOf = createPlaces(info);
  // Made when it is first needed, and reused: each run resets it.
  let exports: ScriptExports | null = null;
  return {
    info,
    run(input = {}) {
      exports ??= instantiateArtifact(module);
      return describeResult(execute(exports, inputBytes(input), input.fuel ?? FUEL_DEFAULT), info.hash, info.schedule.id, placeOf);
    },
  };
}

/** An artifact's module and what it says of itself. Throws TypeError when the bytes are no artifact. */
export function readArtifact(bytes: Uint8Array): { readonly module: WebAssembly.Module; readonly info: ArtifactInfo } {
  let module: WebAssembly.Module;
  try {
    module = new WebAssembly.Module(bytes as Uint8Array<ArrayBuffer>);
  } catch {
    throw new TypeError('not a WebAssembly module');
  }
  let info: ArtifactInfo | null;
  try {
    info = readSection(module);
  } catch {
    throw new TypeError('not an artifact: its section "evident" cannot be read');
  }
  if (info === null) throw new TypeError('not an artifact: it has no section "evident"');
  const exported = new Set(WebAssembly.Module.exports(module).map(({ name }) => name));
  const missing = ARTIFACT_EXPORTS.find((name) => !exported.has(name));
  if (missing !== undefined) throw new TypeError(`not an artifact: it does not export ${missing}`);
  return { module, info };
}

/** Why what an artifact says of itself cannot be taken for what it does; null when nothing speaks against it. */
export function artifactProblem({ language, hash, canonical }: ArtifactInfo): string | null {
  if (language !== LANGUAGE_ID) return `it is written in ${language}, and this version knows ${LANGUAGE_ID}`;
  return programHash(canonical) === hash ? null : 'the hash is not that of the canonical text';
}

/** Runs an artifact's bytes once. */
export function run(bytes: Uint8Array, input: RunInput = {}): Finished | Faulted {
  return openArtifact(bytes).run(input);
}

/** Places in the canonical text, from the spans of the site table, which are bytes. */
export function createPlaces({ canonical, sites }: ArtifactInfo): (node: number) => Place | null {
  const source = new Source(canonical);
  const bytes = new TextEncoder().encode(canonical);
  const units = (end: number): number => new TextDecoder().decode(bytes.subarray(0, end)).length;
  return (node) => {
    const site = sites.find((candidate) => candidate.node === node);
    return site === undefined ? null : source.place({ start: units(site.start), end: units(site.end) });
  };
}
