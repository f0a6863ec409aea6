// Artifact: what `evident build` made, taken apart.
// In: its bytes. Out: its module, what it says of itself and whether that can be true, and the places of its nodes.

import { ARTIFACT_EXPORTS, type ArtifactInfo, decodeSection, SECTION } from '../compiler/emit/section.ts';
import { LANGUAGE_ID, programHash } from '../compiler/hash.ts';
import { type Place, Source } from '../grammar/span.ts';

/** An artifact's module and what it says of itself. Throws TypeError when the bytes are no artifact. */
export function readArtifact(bytes: Uint8Array): { readonly module: WebAssembly.Module; readonly info: ArtifactInfo } {
  let module: WebAssembly.Module;
  try {
    module = new WebAssembly.Module(bytes as Uint8Array<ArrayBuffer>);
  } catch {
    throw new TypeError('not a WebAssembly module');
  }
  const [section] = WebAssembly.Module.customSections(module, SECTION);
  if (section === undefined) throw new TypeError('not an artifact: it has no section "evident"');
  let info: ArtifactInfo;
  try {
    info = decodeSection(section);
  } catch {
    throw new TypeError('not an artifact: its section "evident" cannot be read');
  }
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

/** Places in the canonical text, from spans that are bytes. */
export function createPlaces({ canonical, places }: ArtifactInfo): (node: number) => Place | null {
  const source = new Source(canonical);
  const bytes = new TextEncoder().encode(canonical);
  const units = (end: number): number => new TextDecoder().decode(bytes.subarray(0, end)).length;
  return (node) => {
    const place = places.find((candidate) => candidate.node === node);
    return place === undefined ? null : source.place({ start: units(place.start), end: units(place.end) });
  };
}
