// Confidence weights: the constants of confidence.ts. Written by bench/fit-gate.ts (npm run fit:gate); not for editing.
// In: nothing. Out: a bias, a threshold and a slope for every piece of every part.
// Why: fitted on the routing sets whose bytes have sha256 d20355078f5ccd476cbb0ccc64dfbadd29704413f0c4fbd8fb70aff0757b4253.

export const BIAS = -6.904;
/** Calls are sent from this logit on. */
export const CONFIDENCE_MIN = 2.519;
export const SLOPES: readonly number[] = [
  0, 0.112, 0, 0.214, 0, 0, // explained
  1.39, // object
  0.547, 0, 0.399, 0, 0.795, 0, // name
  0, 0.704, 0.002, 0, 0, 0, // name-bare
  0.239, 0.136, // verb
  2.537, 1.667, 0.422, 0.725, 0, 1.169, // lead
  0, 0, 0, 0.412, 0, 0, // meant
  0, 0.017, 0, // sent
  1.711, 0.043, 0, 0, // left
];
