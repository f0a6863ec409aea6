// The artifact's custom section: what a host can learn of a `.wasm` without running it.

import type { Schedule } from '../steps.ts';
import { ByteWriter } from './bytes.ts';
import type { SiteRow } from './sites.ts';

/** Name of the custom section. */
export const SECTION = 'evident';
/** How many numbers a site is in it. */
const SITE_NUMBERS = 4;

/** What an artifact exports to its host, and all it does (LANGUAGE.md section 10). */
export const ARTIFACT_EXPORTS = ['memory', 'alloc', 'run', 'status', 'output_ptr', 'output_len', 'steps'] as const;

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

/** Sites are written as one list, of four numbers each: node, start, length, refund. Names and brackets would take more room. */
export function encodeSection(info: ArtifactInfo): Uint8Array {
  const sites = info.sites.flatMap(({ node, start, end, refund }) => [node, start, end - start, refund]);
  return new TextEncoder().encode(JSON.stringify({ ...info, sites }));
}

/** Reads the section's content. Throws when it is one that build never wrote. */
export function decodeSection(content: ArrayBuffer): ArtifactInfo {
  const info = JSON.parse(new TextDecoder().decode(content)) as Omit<ArtifactInfo, 'sites'> & {
    readonly sites: readonly number[];
  };
  const sites = Array.from({ length: info.sites.length / SITE_NUMBERS }, (_, index): SiteRow => {
    const [node, start, length, refund] = info.sites.slice(index * SITE_NUMBERS, (index + 1) * SITE_NUMBERS) as [
      number,
      number,
      number,
      number,
    ];
    return { node, start, end: start + length, refund };
  });
  return { ...info, sites };
}

/** Name of the custom section of an artifact that was built from questions: their text, as JSON in UTF-8. */
export const QUESTIONS_SECTION = 'evident-questions';

/** The module with one more custom section. */
export function addSection(module: Uint8Array, name: string, content: Uint8Array): Uint8Array {
  const section = new ByteWriter();
  section.text(name);
  section.bytes(content);
  const out = new ByteWriter();
  out.bytes(module);
  out.byte(CUSTOM);
  out.sized(section.finish());
  return out.finish();
}

const CUSTOM = 0;
