// Rounding: the modes of `round` and `fixed`, those of java.math.

export const ROUNDING_MODES = ['half-even', 'half-up', 'half-down', 'down', 'up', 'floor', 'ceil'] as const;
export type RoundingMode = (typeof ROUNDING_MODES)[number];
