// Evidence: the bytes that justify an answer, as they go over the wire.

/** How a place was found. `exact` and `case` are phrase methods; the rest name the rule that read a value. */
type EvidenceMethod = string;

/** One place in a source string. `text` always equals the UTF-8 slice `[start, end)` of that string. */
export interface Evidence {
  /** RFC 6901 JSON Pointer to the source string; `""` for a bare string state. Of a compared value to the value, whose source is its JSON text. */
  readonly path: string;
  /** UTF-8 byte offsets into the source string. */
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** The criterion phrase, or what the place was read as. */
  readonly criterion: string;
  readonly by: EvidenceMethod;
  /** What it counts, where `by` is `scored`. */
  readonly points?: number;
  /** The question whose answer it is evidence of, where a script reads that answer. */
  readonly via?: string;
}

/** The method of a value that a script compares. */
export const COMPARED = 'compared';

/** The method of a term that has points. */
export const SCORED = 'scored';

/** How the points of an answer add up. Of so few digits that a number of JavaScript says each of them exactly. */
export interface Scored {
  /** Of the answer: those of the evidence and the remainder. */
  readonly points: number;
  readonly remainder: number;
  /** Those of the next option; null when there is none. */
  readonly next: number | null;
  /** The share of the words that speak for the answer. */
  readonly known: number;
  /** The points, with what the lead and the known words count besides. */
  readonly score: number;
  readonly threshold: number;
}
