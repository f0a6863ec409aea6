// Prices: every number that the price of a step or a surcharge is made of. They are data:
// the rules in words (steps.ts), the interpreter, growth and the docs read them here, the runtime's copy is generated
// from them by the build (runtime/shared-source.ts), and the schedule's hash covers them. A new price is one line here.

/** What an element of `sum product mean` costs when a number among them is not whole or not below 10^18. */
const LONG_STEPS = 4;

// A `…_STEPS` is what one of its kind costs; a `…_BYTES`, `…_NODES` or `…_ELEMENTS` is how many of its kind cost one step.
export const PRICES = {
  /** Bytes of a text that its size counts as one. */
  SIZE_BYTES: 16,
  /** Bytes of text copied or printed. */
  MADE_BYTES: 16,
  /** Bytes of text searched. */
  SEARCHED_BYTES: 8,
  /** Bytes of text read character by character, more than once. */
  READ_BYTES: 4,
  /** `upper` and `lower`: each byte beyond one a code point. */
  BEYOND_ASCII_STEPS: 2,
  /** A vector of two that is made for its parts: an entry of a map where a vector is wanted, a pair of `zip`. */
  PAIR_STEPS: 2,
  /** `take`, `drop` and `slice`: elements of the smaller part, unless all have size 1. */
  VIEW_ELEMENTS: 4,
  /** Writing a key: each level of the tree, which is read and copied. */
  WRITE_LEVEL_STEPS: 2,
  /** `deep-merge`: each key of two maps that are merged. */
  DEEP_KEY_STEPS: 2,
  /** Reading a key: a map of more levels than this no longer fits a processor's cache, … */
  NEAR_LEVELS: 10,
  /** … and each further level costs so many steps. */
  FAR_LEVEL_STEPS: 4,
  /** Levels that ordering is charged for at least, and with keys that a function gives. */
  ORDER_LEVELS_MIN: 1,
  SORT_BY_LEVELS_MIN: 2,
  /** Class `heavy`: what takes as long as several sums, whatever it is given. */
  HEAVY_STEPS: 4,
  /** `pow`: each bit of the exponent's magnitude. */
  POWER_BIT_STEPS: 4,
  /** Class `series`: exponentials and logarithms, to 63 decimals; a power with a fraction is two of them. */
  SERIES_STEPS: 400,
  /** `stddev`: each element, squared and added up exactly. */
  DEVIATION_STEPS: 8,
  /** `stddev`: digits that the places of its elements span, of which the steps are the square. */
  DEVIATION_DIGITS: 9,
  LONG_STEPS,
  /** Arithmetic with such a number, applied by a higher-order builtin; with the application's own step the same. */
  APPLIED_STEPS: LONG_STEPS - 1,
  /** `range`, when it counts with numbers from 10^18 on. */
  RANGE_LONG_STEPS: 1000,
  /** Nodes of a pattern for which each byte of the text is charged once more. */
  PATTERN_NODES: 8,
  /** Phrases that are made ready during the run: together, … */
  PHRASES_STEPS: 100,
  /** … and each. */
  PHRASE_STEPS: 20,
  /** `locate-all`: each place found. */
  PLACE_STEPS: 20,
} as const;
