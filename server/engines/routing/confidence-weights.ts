// Confidence weights: the constants of confidence.ts. Written by bench/fit-gate.ts (npm run fit:gate); not for editing.
// In: nothing. Out: a bias, a threshold and a slope for every piece of every part.
// Why: fitted on the routing sets whose bytes have sha256 d20355078f5ccd476cbb0ccc64dfbadd29704413f0c4fbd8fb70aff0757b4253.

export const BIAS = -6.261;
/** Calls are sent from this logit on. */
export const CONFIDENCE_MIN = 3.03;
export const SLOPES: readonly number[] = [
  0, 0.27, 0, 0, 0, 0, // explained
  0, 0, 0, 0, 0, 0, // explained-bare
  0.396, // object
  0, 0, 1.14, 0.286, 0, 0, // name
  0, 0.231, 0, 0, 0, 0, // name-bare
  0, 0, 0, 0.315, 0.048, // description
  0, 0, 0.022, 0, 0, // grams
  0.27, 0.728, // verb
  3.656, 0.216, 0, 0.624, 0, 0.351, // lead
  0, 0.52, 0, 0, // strength
  0, 0, 0.315, 0, // margin
  0, 0, 0.478, // witness
  0, 0, 0, 0.581, // explained-witness
  0, 0, 0, 0.023, 0, 0, // meant
  0, 0, 0, 0, // meant-bare
  0, 0.141, 0, 0, // meant-asked
  0.019, 0.462, 0, // required
  1.419, 0, 0, 0.24, // left
  0, 0, 0, // short
  0.174, 0, // guessed
];
