// Clopper and Pearson: what a share that was counted says about the share to expect.
// In: how many of how many were right. Out: the lower end of the 95 % interval (2.5 % below it).

const TAIL = 0.025;
const HALVINGS = 50;

/** The smallest true share for which seeing this many or more is no rarer than the tail; 0 when nothing was right. */
export function lowerBound(right: number, count: number): number {
  if (right === 0) return 0;
  let low = 0;
  let high = right / count;
  for (let step = 0; step < HALVINGS; step += 1) {
    const middle = (low + high) / 2;
    if (atLeast(right, count, middle) < TAIL) low = middle;
    else high = middle;
  }
  return low;
}

/** The probability of `right` or more of `count`. */
function atLeast(right: number, count: number, share: number): number {
  let sum = 0;
  let logChoose = 0;
  for (let k = count; k >= right; k -= 1) {
    sum += Math.exp(logChoose + k * Math.log(share) + (count - k) * Math.log1p(-share));
    logChoose += Math.log(k) - Math.log(count - k + 1);
  }
  return sum;
}
