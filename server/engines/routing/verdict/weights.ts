// Confidence weights: the constants of confidence.ts. Written by bench/fit-gate.ts (npm run fit:gate); not for editing.
// In: nothing. Out: a bias, a threshold and a slope for every piece of every part.
// Why: fitted on the routing sets whose bytes have sha256 cf1e7cfa45791971cbf3108fdd0bc5bc3413acc046925220d08f728fe9ca89b3.

export const BIAS = -6.9;
/** Calls are sent from this logit on. */
export const CONFIDENCE_MIN = 1.899;
export const SLOPES: readonly number[] = [
  0,
  0,
  0,
  0,
  0,
  0.35, // explained
  0.788, // object
  0,
  0,
  0,
  0,
  0.2,
  0.163, // name
  0.979,
  0.63,
  1.254,
  0,
  0,
  0, // name-bare
  1.49,
  0, // verb
  1.383,
  0.969,
  0,
  0.888,
  0,
  0, // lead
  0.319, // alone
  0,
  0,
  0,
  0,
  0.919,
  0, // meant
  0.99, // ordered
  0.083, // answers
  0,
  0.57,
  0.488, // typed
  0,
  0.398,
  0, // sent
  0,
  0.715,
  0.244,
  0, // left
];
