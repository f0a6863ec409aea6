// Confidence weights: the constants of confidence.ts. Written by bench/fit-gate.ts (npm run fit:gate); not for editing.
// In: nothing. Out: a bias, a threshold and a slope for every piece of every part.
// Why: fitted on the routing sets whose bytes have sha256 c5b0be9c04d75cf7abb7553224d0249b53027bafea0fe41127a87b5c0fd3df20.

export const BIAS = -7.188;
/** Calls are sent from this logit on. */
export const CONFIDENCE_MIN = 2.064;
export const SLOPES: readonly number[] = [
  0,
  0,
  0,
  0,
  0,
  0.234, // explained
  0.733, // object
  0,
  0,
  0,
  0,
  0.181,
  0.226, // name
  0.905,
  0.594,
  1.274,
  0,
  0,
  0, // name-bare
  1.625,
  0, // verb
  2.033,
  0.931,
  0,
  0.879,
  0,
  0, // lead
  0,
  0,
  0,
  0,
  0.862,
  0.171, // meant
  1.046, // ordered
  0, // answers
  0,
  0.41,
  0.457, // typed
  0,
  0.457,
  0, // sent
  0,
  0.737,
  0.242,
  0, // left
];
