// Confidence weights: the constants of confidence.ts. Written by bench/fit-gate.ts (npm run fit:gate); not for editing.
// In: nothing. Out: a bias, a threshold and a slope for every piece of every part.
// Why: fitted on the routing sets whose bytes have sha256 d20355078f5ccd476cbb0ccc64dfbadd29704413f0c4fbd8fb70aff0757b4253.

export const BIAS = -6.107;
/** Calls are sent from this logit on. */
export const CONFIDENCE_MIN = 2.636;
export const SLOPES: readonly number[] = [
  0, 0, 0, 0.121, 0, 0, // explained
  1.208, // object
  0.581, 0, 0.368, 0.257, 0.106, 0, // name
  0, 0.468, 0.092, 0, 0, 0, // name-bare
  0.166, 0.266, // verb
  2.249, 1.337, 0.285, 0.73, 0, 1.041, // lead
  0, 0, 0, 0.605, 0, 0, // meant
  0.458, 0.166, 0, // sent
  1.526, 0.119, 0, 0, // left
];
