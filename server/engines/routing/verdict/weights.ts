// Confidence weights: the constants of confidence.ts. Written by bench/fit-gate.ts (npm run fit:gate); not for editing.
// In: nothing. Out: a bias, a threshold and a slope for every piece of every part.
// Why: fitted on the routing sets whose bytes have sha256 ba1e6b1bc6ed479239ef2655b75b127484c05ba33d9859b74db77a54f087ad89.

export const BIAS = -6.985;
/** Calls are sent from this logit on. */
export const CONFIDENCE_MIN = 1.855;
export const SLOPES: readonly number[] = [
  0, 0, 0, 0, 0, 0.243, // explained
  0.732, // object
  0, 0, 0, 0, 0.285, 0.101, // name
  0.905, 0.547, 1.221, 0, 0, 0, // name-bare
  1.615, 0, // verb
  1.917, 0.84, 0, 1.161, 0, 0, // lead
  0, 0, 0, 0, 0.527, 0.341, // meant
  1.136, // ordered
  0, 0.517, 0.277, // typed
  0, 0.443, 0, // sent
  0, 0.722, 0.273, 0, // left
];
