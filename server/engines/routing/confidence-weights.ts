// Confidence weights: the constants of confidence.ts. Written by bench/fit-gate.ts (npm run fit:gate); not for editing.
// In: nothing. Out: a bias, a threshold and a slope for every piece of every part.
// Why: fitted on the routing sets whose bytes have sha256 d20355078f5ccd476cbb0ccc64dfbadd29704413f0c4fbd8fb70aff0757b4253.

export const BIAS = -7.792;
/** Calls are sent from this logit on. */
export const CONFIDENCE_MIN = 2.435;
export const SLOPES: readonly number[] = [
  0, 0.159, 0, 0, 0, 0, // explained
  0, 0, 0, 0, 0, 0, // explained-bare
  0.571, // object
  1.406, 0, 0.107, 0, 0.413, 0, // name
  0.234, 1.593, 0.466, 0, 0, 0, // name-bare
  0.297, 0, 0.372, 0.15, 0.116, // description
  0, 0, 0, 0, 0, // grams
  0.205, 0.047, // verb
  3.23, 0.168, 0, 0.983, 0, 0.171, // lead
  0, 0, 0, 0, // strength
  0, 0, 0, 0, // margin
  0, 0, 0.608, // witness
  0, 0, 0, 0.703, // explained-witness
  0, 0, 0, 0.406, 0, 0, // meant
  0, 0, 0, 0, // meant-bare
  0, 0, 0.092, 0, // meant-asked
  0, 0.151, 0, // required
  1.38, 0, 0, 0, // left
  0, 0, 0, // short
  0.039, 0, // guessed
];
