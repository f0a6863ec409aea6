// Artifact: a .wasm file and what it says of itself.
// In: a path. Out: the module and its section, or a sentence about what is wrong with the file.

import { readSection, type ArtifactInfo } from '../compiler/emit/section.ts';
import { readBytes, UsageError } from './command.ts';

export interface Artifact {
  readonly module: WebAssembly.Module;
  readonly info: ArtifactInfo;
  readonly bytes: number;
}

export function openArtifact(path: string): Artifact {
  const bytes = readBytes(path);
  let module: WebAssembly.Module;
  try {
    module = new WebAssembly.Module(bytes as Uint8Array<ArrayBuffer>);
  } catch {
    throw new UsageError(`${path} is not a WebAssembly module`);
  }
  let info: ArtifactInfo | null;
  try {
    info = readSection(module);
  } catch {
    throw new UsageError(`${path} has a section "evident" that cannot be read`);
  }
  if (info === null) throw new UsageError(`${path} is not an artifact: it has no section "evident"`);
  return { module, info, bytes: bytes.length };
}
