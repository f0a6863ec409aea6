// Confidence weights: the constants of confidence.ts. Written by bench/fit-gate.ts (npm run fit:gate); not for editing.
// In: nothing. Out: a bias, a threshold and a slope for every piece of every part.
// Why: fitted on the routing sets whose bytes have sha256 d20355078f5ccd476cbb0ccc64dfbadd29704413f0c4fbd8fb70aff0757b4253.

export const BIAS = -5.836;
/** Calls are sent from this logit on. */
export const CONFIDENCE_MIN = 2.671;
export const SLOPES: readonly number[] = [
  0, 0, 0, 0.303, 0, 0, // explained
  1.331, // object
  0.486, 0, 0.395, 0, 0.684, 0, // name
  0, 0.465, 0.049, 0, 0, 0, // name-bare
  0.092, 0.165, // verb
  2.045, 1.543, 0.634, 0.745, 0.004, 1.084, // lead
  0, 0, 0, 0.492, 0, 0, // meant
  0, 0.025, 0, // sent
  1.393, 0.148, 0, 0, // left
];
