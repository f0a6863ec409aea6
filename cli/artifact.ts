// Artifact: a .wasm file and what it says of itself.
// In: a path. Out: the module and its section, or a sentence about what is wrong with the file.

import type { ArtifactInfo } from '../compiler/emit/section.ts';
import { artifactProblem, readArtifact } from '../runtime/artifact.ts';
import { readBytes, UsageError } from './command.ts';

export interface Artifact {
  readonly module: WebAssembly.Module;
  readonly info: ArtifactInfo;
  readonly bytes: number;
}

/** To be looked at: it may say what is not so. */
export function openArtifact(path: string): Artifact {
  const bytes = readBytes(path);
  try {
    return { ...readArtifact(bytes), bytes: bytes.length };
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new UsageError(`${path} is ${error.message}`);
  }
}

/** To be run. */
export function openTrusted(path: string): Artifact {
  const artifact = openArtifact(path);
  const problem = artifactProblem(artifact.info);
  if (problem !== null) throw new UsageError(`${path} cannot be run: ${problem}`);
  return artifact;
}
