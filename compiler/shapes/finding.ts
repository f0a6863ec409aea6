// Finding: what cannot be right, as facts of a diagnostic (grammar/diagnostics.ts).

export type Finding =
  | {
      readonly code: 'unknown-field';
      readonly node: number;
      /** JSON Pointer of the member that is not there. */
      readonly path: string;
      /** A member that may be meant. */
      readonly meant: string | null;
    }
  | {
      readonly code: 'wrong-kind';
      readonly node: number;
      readonly what: string;
      readonly wanted: string;
      readonly given: string;
      /** What may be meant by a vector where its elements are wanted. */
      readonly instead: string | null;
      /** Of the value, where it is of the input. */
      readonly path: string | null;
    }
  | { readonly code: 'never-equal'; readonly node: number; readonly left: string; readonly right: string }
  | { readonly code: 'instant-as-text'; readonly node: number; readonly what: string }
  | {
      readonly code: 'unknown-word';
      readonly node: number;
      readonly what: string;
      readonly word: string;
      readonly words: string;
      readonly meant: string | null;
    };
