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

/**
 * Words and other characters of them, white space too. Making the block takes up to 160 bytes for each, and must fit the
 * 64 MiB of the runtime that compiles.
 */
export const PREPARED_WORDS_MAX = 300_000;

export interface LiteralPhrases {
  readonly texts: readonly string[];
  /** Whether they stand in a vector. */
  readonly listed: boolean;
}

/**
 * The literal phrases of an application, also by a name that is `def`ined as such; null when they are none, or too long
 * together. `globalValue` gives what the `def` of an index is bound to.
 */
export function literalPhrases(
  { name, args }: BuiltinCore,
  globalValue: (index: number) => Core,
): LiteralPhrases | null {
  const written = args[1];
  if (written === undefined) return null;
  const meant = written.kind === 'global' ? globalValue(written.index) : written;
  const listed = name === 'locate-all' && meant.kind === 'vector';
  const texts = (listed ? meant.items : [meant]).map((item) =>
    item.kind === 'literal' && item.value.kind === 'string' ? item.value.value : null,
  );
  if (!texts.every((text) => text !== null)) return null;
  const bytes = texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
  if (bytes > PREPARED_BYTES_MAX || countPhraseWords(texts) > PREPARED_WORDS_MAX) return null;
  return { texts, listed };
}

/**
 * Words and other characters, as far as they are told apart without a table of characters: what is neither ASCII nor a
 * letter of the alphabets below U+0E00 counts as a word of its own, as it does in scripts without spaces.
 */
export function countPhraseWords(texts: Iterable<string>): number {
  let words = 0;
  for (const text of texts) {
    let inWord = false;
    for (let at = 0; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      // The second half of a pair belongs to the first.
      if (code >= 0xdc00 && code <= 0xdfff) continue;
      const goesOn = isWordCode(code);
      if (!goesOn || !inWord) words += 1;
      inWord = goesOn;
    }
  }
  return words;
}

function isWordCode(code: number): boolean {
  if (code < 0x80)
    return (
      (code >= 0x30 && code <= 0x39) ||
      (code >= 0x41 && code <= 0x5a) ||
      code === 0x5f ||
      (code >= 0x61 && code <= 0x7a)
    );
  return code >= 0xc0 && code < 0xe00;
}
