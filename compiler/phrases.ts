// Phrases: which phrases of `locate` and its kin are made ready while a script is compiled. In: an application. Out: its
// phrases when they are literals, so that no run pays for them; null when a run has to make them ready, which has a price.
// The code generator and the interpreter must see the same, so they ask here.

import type { Core } from './core.ts';

type BuiltinCore = Extract<Core, { kind: 'builtin' }>;

/**
 * A block takes ten to twenty bytes for each byte of phrases, and is copied when a run begins: for 20,000 phrases half a
 * millisecond, where making it anew takes some twenty. Beyond this modules would become larger than hosts like to keep.
 */
export const PREPARED_BYTES_MAX = 1024 * 1024;

export interface LiteralPhrases {
  readonly texts: readonly string[];
  /** Whether they stand in a vector. */
  readonly listed: boolean;
}

/**
 * The literal phrases of an application, also by a name that is `def`ined as such; null when they are none, or too long
 * together. `globalValue` gives what the `def` of an index is bound to.
 */
export function literalPhrases({ name, args }: BuiltinCore, globalValue: (index: number) => Core): LiteralPhrases | null {
  const written = args[1]!;
  const meant = written.kind === 'global' ? globalValue(written.index) : written;
  const listed = name === 'locate-all' && meant.kind === 'vector';
  const texts = (listed ? meant.items : [meant]).map((item) => (item.kind === 'literal' && item.value.kind === 'string' ? item.value.value : null));
  if (!texts.every((text) => text !== null)) return null;
  const bytes = texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
  return bytes > PREPARED_BYTES_MAX ? null : { texts, listed };
}
