// The artifact's custom section: what a host can learn of a `.wasm` without running it.

import type { Schedule } from '../steps.ts';
import { ByteWriter } from './bytes.ts';
import { readDigits, writeDigits } from './digits.ts';
import { formSpans } from './form-spans.ts';
import { packText, unpackText } from './packed-text.ts';
import type { SiteRow } from './sites.ts';

/** Name of the custom section. */
export const SECTION = 'evident';
/** What an artifact exports to its host, and all it does (docs/language/artifact.md). */
export const ARTIFACT_EXPORTS = ['memory', 'alloc', 'run', 'status', 'output_ptr', 'output_len', 'steps'] as const;

/** The section's content, as JSON in UTF-8. */
export interface ArtifactInfo {
  readonly language: string;
  readonly schedule: Schedule;
  readonly runtime: string;
  /** Hash of the script. */
  readonly hash: string;
  readonly canonical: string;
  /** Where the nodes stand that can fault, by node. */
  readonly places: readonly NodePlace[];
}

/** A node and its span in the canonical text, in UTF-8 bytes. */
export interface NodePlace {
  readonly node: number;
  readonly start: number;
  readonly end: number;
}

/** The places of the nodes of sites, each once. */
export function placesOf(sites: readonly SiteRow[]): NodePlace[] {
  const places = new Map(sites.map(({ node, start, end }) => [node, { node, start, end }]));
  return [...places.values()].sort((a, b) => a.node - b.node);
}

/** Canonical texts of more UTF-8 bytes are packed: scripts that people write stay readable in the file. */
export const PLAIN_BYTES_MAX = 4096;

/**
 * Of places only the nodes are written, each less the one before, in the digits of source maps (base 64 VLQ): where a node
 * stands is seen in the text.
 */
export function encodeSection({ places, canonical, ...info }: ArtifactInfo): Uint8Array {
  const nodes = places.map(({ node }, at) => writeDigits(node - (places[at - 1]?.node ?? 0))).join('');
  const encoder = new TextEncoder();
  const text = encoder.encode(canonical).length > PLAIN_BYTES_MAX ? { packed: packText(canonical) } : { canonical };
  return encoder.encode(JSON.stringify({ ...info, ...text, nodes }));
}

/** What the section of any version has of the text and of the places. */
interface Written {
  readonly canonical?: string;
  readonly packed?: string;
  readonly nodes?: string;
  /** Of 0.11 a text, of 0.10 a list of numbers. */
  readonly places?: string | readonly number[];
  /** Of versions before. */
  readonly sites?: readonly number[];
}

/** Reads the section's content. Throws when it is one that build never wrote. */
export function decodeSection(content: ArrayBuffer): ArtifactInfo {
  const { canonical, packed, nodes, places, sites, ...info } = JSON.parse(new TextDecoder().decode(content)) as Omit<
    ArtifactInfo,
    'places' | 'canonical'
  > &
    Written;
  const text = packed === undefined ? canonical! : unpackText(packed);
  return { ...info, canonical: text, places: placesIn(text, { nodes, places, sites }) };
}

function placesIn(
  canonical: string,
  { nodes, places, sites }: { readonly [Name in keyof Written]: Written[Name] | undefined },
): NodePlace[] {
  if (nodes !== undefined) return readNodes(canonical, readDigits(nodes));
  if (places === undefined) return readSites(sites!);
  return readPlaces(typeof places === 'string' ? readDigits(places) : places);
}

function readNodes(canonical: string, numbers: readonly number[]): NodePlace[] {
  const spans = formSpans(new TextEncoder().encode(canonical));
  let node = 0;
  return numbers.map((number) => {
    node += number;
    const span = spans[node];
    if (span === undefined) throw new Error(`the canonical text has no node ${node}`);
    return { node, ...span };
  });
}

function readPlaces(numbers: readonly number[]): NodePlace[] {
  let before = ORIGIN;
  return rowsOf(numbers, 3).map(([node, start, length]) => {
    before = { node: before.node + node!, start: before.start + start! };
    return { ...before, end: before.start + length! };
  });
}

/** Artifacts from before 0.10.0 have four whole numbers for each site: node, start, length, and the steps that a fault gives back. */
function readSites(numbers: readonly number[]): NodePlace[] {
  return rowsOf(numbers, 4).map(([node, start, length]) => ({ node: node!, start: start!, end: start! + length! }));
}

function rowsOf(numbers: readonly number[], size: number): number[][] {
  return Array.from({ length: numbers.length / size }, (_, at) => numbers.slice(at * size, (at + 1) * size));
}

const ORIGIN: Pick<NodePlace, 'node' | 'start'> = { node: 0, start: 0 };

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
