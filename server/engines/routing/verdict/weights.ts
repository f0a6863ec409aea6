// Confidence weights: the constants of confidence.ts. Written by bench/fit-gate.ts (npm run fit:gate); not for editing.
// In: nothing. Out: a bias, a threshold and a slope for every piece of every part.
// Why: fitted on the routing sets whose bytes have sha256 ba1e6b1bc6ed479239ef2655b75b127484c05ba33d9859b74db77a54f087ad89.

export const BIAS = -6.748;
/** Calls are sent from this logit on. */
export const CONFIDENCE_MIN = 1.788;
export const SLOPES: readonly number[] = [
  0,
  0,
  0,
  0.022,
  0,
  0.267, // explained
  0.964, // object
  0,
  0,
  0,
  0,
  0.487,
  0.194, // name
  0.777,
  0.477,
  1.236,
  0,
  0,
  0, // name-bare
  1.56,
  0, // verb
  1.992,
  0.969,
  0,
  1.035,
  0,
  0, // lead
  0,
  0,
  0,
  0,
  0.644,
  0.002, // meant
  1.243, // ordered
  0,
  0.481,
  0.27, // typed
  0,
  0.398,
  0, // sent
  0,
  0.544,
  0,
  0, // left
];
