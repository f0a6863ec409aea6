// Artifact: a .wasm file and what it says of itself.
// In: a path. Out: the module and its section, what runs it, or a sentence about what is wrong with the file.

import type { ArtifactInfo } from '../compiler/emit/section.ts';
import type { RunResult } from '../compiler/faults.ts';
import { artifactProblem, readArtifact } from '../runtime/artifact.ts';
import { note, readBytes, UsageError } from './command.ts';
import { isSigned } from './trust.ts';
import { isVerified } from './verified.ts';

export interface Artifact {
  readonly module: WebAssembly.Module;
  readonly info: ArtifactInfo;
  readonly bytes: Uint8Array;
}

/** What vouches for an artifact on the command line, beside the notes of `evident build` and `evident verify`. */
export interface TrustFlags {
  /** A file with an Ed25519 public key; an artifact that its owner did not sign is refused. */
  readonly key: string | undefined;
  /** Milliseconds a run of an unverified artifact may take. */
  readonly runMs: number;
}

type RunArtifact = (input: Uint8Array | null, fuel: number) => RunResult;

const SCRIPT_HELP = 'evident check says what it is, evident build makes an artifact of it';

/** To be looked at: it may say what is not so. */
export function openArtifact(path: string): Artifact {
  const bytes = readBytes(path);
  try {
    return { ...readArtifact(bytes), bytes };
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    const isScript = path.endsWith('.script');
    throw new UsageError(
      isScript ? `${path} is a script and no artifact: ${SCRIPT_HELP}` : `${path} is ${error.message}`,
    );
  }
}

/** To be run: in this thread when somebody vouches for it, else in one that a deadline ends, and a notice says so. */
export async function openRunnable(
  path: string,
  { key, runMs }: TrustFlags,
): Promise<Artifact & { readonly run: RunArtifact }> {
  const artifact = openArtifact(path);
  const { module, info, bytes } = artifact;
  const problem = artifactProblem(info);
  if (problem !== null) throw new UsageError(`${path} cannot be run: ${problem}`);
  if (key !== undefined && !(await isSigned(bytes, key)))
    throw new UsageError(`${path} is not signed by the owner of ${key}`);
  if (key !== undefined || isVerified(bytes)) {
    const { execute, instantiateArtifact } = await import('../runtime/execute.ts');
    const exports = instantiateArtifact(module);
    return { ...artifact, run: (input, fuel) => execute(exports, input, fuel) };
  }
  note(`${path} is unverified: its hash is only what it says of itself; evident verify ${path} builds it again`);
  const { BoundedArtifact } = await import('../runtime/bounded-artifact.ts');
  const bounded = new BoundedArtifact(bytes, runMs);
  return { ...artifact, run: (input, fuel) => bounded.run(input, fuel) };
}
