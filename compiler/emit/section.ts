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

/** A site is written as [node, start, end, refund]: names would take more room than all numbers. */
export function encodeSection(info: ArtifactInfo): Uint8Array {
  const sites = info.sites.map(({ node, start, end, refund }) => [node, start, end, refund]);
  return new TextEncoder().encode(JSON.stringify({ ...info, sites }));
}

/** Reads the section of an artifact; null when the module has none. */
export function readSection(module: WebAssembly.Module): ArtifactInfo | null {
  const [section] = WebAssembly.Module.customSections(module, SECTION);
  if (section === undefined) return null;
  const info = JSON.parse(new TextDecoder().decode(section)) as Omit<ArtifactInfo, 'sites'> & { sites: readonly (readonly [number, number, number, number])[] };
  return { ...info, sites: info.sites.map(([node, start, end, refund]) => ({ node, start, end, refund })) };
}
