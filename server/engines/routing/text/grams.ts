// Grams: how alike two lists of words are, letter by letter.
// In: words. Out: their runs of four characters, counted, and the cosine of two such counts.
// Why: a typing error or a glued word shares no stem with what was meant, and most of its letters.

export interface Grams {
  readonly counts: ReadonlyMap<string, number>;
  /** Sum of the squared counts. */
  readonly norm: number;
}

/** Words are padded with blanks, so that their first and last letters count too. */
export function gramsOf(words: readonly string[]): Grams {
  const counts = new Map<string, number>();
  let norm = 0;
  for (const word of words) {
    const padded = ` ${word} `;
    for (let at = 0; at + 4 <= padded.length || at === 0; at += 1) {
      const gram = padded.slice(at, at + 4);
      const count = counts.get(gram) ?? 0;
      counts.set(gram, count + 1);
      norm += 2 * count + 1;
    }
  }
  return { counts, norm };
}

/** 0 when nothing is shared, 1 when everything is. */
export function cosine(a: Grams, b: Grams): number {
  if (a.norm === 0 || b.norm === 0) return 0;
  let dot = 0;
  for (const [gram, count] of a.counts) dot += count * (b.counts.get(gram) ?? 0);
  return dot / Math.sqrt(a.norm * b.norm);
}
