// The artifact's custom section: what a host can learn of a `.wasm` without running it.

import type { Schedule } from '../steps.ts';
import type { SiteRow } from './module.ts';

/** Name of the custom section. */
export const SECTION = 'evident';

/** The section's content, as JSON in UTF-8. */
export interface ArtifactInfo {
  readonly language: string;
  readonly schedule: Schedule;
  readonly runtime: string;
  /** Hash of the script. */
  readonly hash: string;
  readonly canonical: string;
  /** Places that can fault; spans are UTF-8 bytes of `canonical`. */
  readonly sites: readonly SiteRow[];
}

export function encodeSection(info: ArtifactInfo): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(info));
}

/** Reads the section of an artifact; null when the module has none. */
export function readSection(module: WebAssembly.Module): ArtifactInfo | null {
  const [section] = WebAssembly.Module.customSections(module, SECTION);
  return section === undefined ? null : (JSON.parse(new TextDecoder().decode(section)) as ArtifactInfo);
}
