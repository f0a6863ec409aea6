// Replay: an answer of the decision log given again.
// In: the id of an entry whose request and answer were kept. Out: whether the service answers the same today, and what. The request
// is sent byte for byte as it was kept: numbers that JSON.parse would round are part of what was decided about.

import { type Json, parseJson } from '../../../grammar/json.ts';
import { memberText } from '../../../grammar/json-source.ts';
import { ask, bodyOf } from '../service.ts';

/** As deep as a value of the language may be, in an answer, in an entry. */
const DEPTH_MAX = 2_100;

export interface Replayed {
  readonly isSame: boolean;
  readonly text: string;
}

export async function replay(id: string, path: string, headers: Readonly<Record<string, string>>): Promise<Replayed> {
  const page = await ask('GET', `/v1/log?${new URLSearchParams({ id, limit: '1' })}`);
  if (page.status !== 200) bodyOf(page);
  const entries = memberText(objectOf(page.text), 'entries');
  if (entries === null || entries === '[]') throw new Error('The log has this entry no more.');
  // The list has one.
  const entry = objectOf(entries.slice(1, -1));
  const { text } = await ask('POST', path, { body: keptText(entry, 'request') ?? '', headers });
  return { isSame: isSame(text, keptText(entry, 'response')), text };
}

function objectOf(text: string): ReadonlyMap<string, Json> {
  return parseJson(new TextEncoder().encode(text), { depthMax: DEPTH_MAX }) as Map<string, Json>;
}

/** As server/log/entry.ts wrote it: as JSON, or as a string where it was no JSON on one line. */
function keptText(entry: ReadonlyMap<string, Json>, name: 'request' | 'response'): string | null {
  const text = entry.get(`${name}_text`);
  return typeof text === 'string' ? text : memberText(entry, name);
}

/** What a completion has afresh each time where its request has no seed. */
const FRESH = /"id":"(?:chatcmpl-|call_)[0-9a-f]+"|"created":\d+/g;

/** Byte for byte, but for what is fresh. */
function isSame(a: string, b: string | null): boolean {
  return a === b || a.replaceAll(FRESH, '') === b?.replaceAll(FRESH, '');
}
