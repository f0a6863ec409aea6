// Confidence weights: the constants of confidence.ts. Written by bench/fit-gate.ts (npm run fit:gate); not for editing.
// In: nothing. Out: a bias, a threshold and a slope for every piece of every part.
// Why: fitted on the routing sets whose bytes have sha256 d20355078f5ccd476cbb0ccc64dfbadd29704413f0c4fbd8fb70aff0757b4253.

export const BIAS = -6.901;
/** Calls are sent from this logit on. */
export const CONFIDENCE_MIN = 2.519;
export const SLOPES: readonly number[] = [
  0, 0.113, 0, 0.214, 0, 0, // explained
  1.387, // object
  0.546, 0, 0.4, 0, 0.795, 0, // name
  0, 0.703, 0.003, 0, 0, 0, // name-bare
  0.239, 0.138, // verb
  2.536, 1.666, 0.422, 0.724, 0, 1.173, // lead
  0, 0, 0, 0.415, 0, 0, // meant
  0, 0.018, 0, // sent
  1.708, 0.041, 0, 0, // left
];
