// Evidence: the bytes that justify an answer, as they go over the wire.

/** How a place was found. `exact` and `case` are phrase methods; the rest name the rule that read a value. */
export type EvidenceMethod = string;

/** One place in a source string. `text` always equals the UTF-8 slice `[start, end)` of that string. */
export interface Evidence {
  /** RFC 6901 JSON Pointer to the source string; `""` for a bare string state. */
  readonly path: string;
  /** UTF-8 byte offsets into the source string. */
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** The criterion phrase, or what the place was read as. */
  readonly criterion: string;
  readonly by: EvidenceMethod;
}
