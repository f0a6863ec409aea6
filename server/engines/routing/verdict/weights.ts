// Confidence weights: the constants of confidence.ts. Written by bench/fit-gate.ts (npm run fit:gate); not for editing.
// In: nothing. Out: a bias, a threshold and a slope for every piece of every part.
// Why: fitted on the routing sets whose bytes have sha256 c5b0be9c04d75cf7abb7553224d0249b53027bafea0fe41127a87b5c0fd3df20.

export const BIAS = -7.552;
/** Calls are sent from this logit on. */
export const CONFIDENCE_MIN = 1.94;
export const SLOPES: readonly number[] = [
  0,
  0,
  0,
  0.027,
  0,
  0.229, // explained
  0.805, // object
  0,
  0,
  0,
  0,
  0.295,
  0.117, // name
  0.915,
  0.731,
  1.372,
  0,
  0,
  0, // name-bare
  1.543,
  0, // verb
  1.794,
  1.388,
  0,
  0.921,
  0,
  0, // lead
  0,
  0,
  0,
  0,
  0.88,
  0.069, // meant
  1.102, // ordered
  0, // answers
  0,
  0.493,
  0.34, // typed
  0,
  0.329,
  0, // sent
  0,
  0.806,
  0.101,
  0, // left
];
