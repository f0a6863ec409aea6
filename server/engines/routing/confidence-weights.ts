// Confidence weights: the constants of confidence.ts. Written by bench/fit-gate.ts (npm run fit:gate); not for editing.
// In: nothing. Out: a bias, a threshold and a slope for every piece of every part.
// Why: fitted on the routing sets whose bytes have sha256 d20355078f5ccd476cbb0ccc64dfbadd29704413f0c4fbd8fb70aff0757b4253.

export const BIAS = -6.688;
/** Calls are sent from this logit on. */
export const CONFIDENCE_MIN = 2.4;
export const SLOPES: readonly number[] = [
  0, 0.126, 0, 0, 0, 0, // explained
  0, 0, 0, 0, 0, 0, // explained-bare
  0.742, // object
  1.005, 0, 0.032, 0, 0.486, 0, // name
  0, 0.947, 0.23, 0, 0, 0, // name-bare
  0.083, 0, 0.21, 0.348, 0, // description
  0, 0, 0, 0, 0, // grams
  0, 0.048, // verb
  2.963, 0.424, 0, 1.291, 0, 0.449, // lead
  0, 0, 0, 0, // strength
  0, 0, 0, 0, // margin
  0, 0, 0.443, // witness
  0, 0, 0.346, 0.358, // explained-witness
  0, 0, 0, 0.532, 0, 0, // meant
  0, 0, 0, 0, // meant-bare
  0, 0, 0, 0, // meant-asked
  0, 0, 0, // required
  1.827, 0, 0, 0, // left
  0, 0, 0, // short
  0.247, 0, // guessed
];
