// Folding: simple case folding of Unicode 16.0 (CaseFolding.txt, C and S), one code point for one, whatever the host has.
// In: nothing. Out: what each code point folds to, for the evidence and the patterns of the language.

export const FOLDINGS: ReadonlyMap<number, number> = readFoldings();

function readFoldings(): Map<number, number> {
  const foldings = new Map<number, number>();
  let first = 0;
  for (const run of foldingRuns().split(' ')) {
    const [gap, count, step, delta] = run.split(',').map((number) => parseInt(number, 36)) as [
      number,
      number,
      number,
      number,
    ];
    first += gap;
    for (let i = 0; i < count; i += 1) foldings.set(first + i * step, first + i * step + delta);
  }
  return foldings;
}

/**
 * Generated from the Unicode Character Database. Runs are `gap,count,step,delta` in base 36: the distance from the first
 * code point of the run before, how many code points the run has, the distance between them, and what folding adds.
 */
function foldingRuns(): string {
  return (
    '1t,q,1,w 38,1,1,lj b,n,1,w o,7,1,w 14,o,2,1 1e,3,2,1 7,8,2,1 h,n,2,1 1a,1,1,-3d 1,3,2,1 6,1,1,-7g 2,1,1,5u 1,2,2,1 4,1,1,5q 1,1,1,1 2,2,1,5p 2,1,1,1 ' +
    '3,1,1,27 1,1,1,5m 1,1,1,5n 1,1,1,1 2,1,1,5p 1,1,1,5r 2,1,1,5v 1,1,1,5t 1,1,1,1 4,1,1,5v 1,1,1,5x 2,1,1,5y 1,3,2,1 6,1,1,62 1,1,1,1 2,1,1,62 3,1,1,1 ' +
    '2,1,1,62 1,1,1,1 2,2,1,61 2,2,2,1 4,1,1,63 1,1,1,1 4,1,1,1 8,1,1,2 1,1,1,1 2,1,1,2 1,1,1,1 2,1,1,2 1,9,2,1 j,9,2,1 j,1,1,2 1,2,2,1 4,1,1,-2p 1,1,1,-1k ' +
    '1,k,2,1 14,1,1,-3m 2,9,2,1 o,1,1,8bv 1,1,1,1 2,1,1,-4j 1,1,1,8bs 3,1,1,1 2,1,1,-5f 1,1,1,1x 1,1,1,1z 1,5,2,1 73,1,1,38 17,2,2,1 6,1,1,1 9,1,1,38 ' +
    '7,1,1,12 2,3,1,11 4,1,1,1s 2,2,1,1r 3,h,1,w i,9,1,w v,1,1,1 d,1,1,8 1,1,1,-u 1,1,1,-p 4,1,1,-f 1,1,1,-m 2,c,2,1 o,1,1,-1i 1,1,1,-1c 3,1,1,-1o ' +
    '1,1,1,-1s 2,1,1,1 2,1,1,-7 1,1,1,1 3,3,1,-3m 3,g,1,28 g,w,1,w 28,h,2,1 16,r,2,1 1i,1,1,f 1,7,2,1 f,1c,2,1 2p,12,1,1c 29b,12,1,5ls 13,1,1,5ls 6,1,1,5ls ' +
    'mj,6,1,-8 1oo,1,1,-4su 1,1,1,-4st 1,1,1,-4sk 1,2,1,-4si 2,1,1,-4sj 1,1,1,-4sc 1,1,1,-4ro 1,1,1,r7n 1,1,1,1 7,17,1,-2bk 19,3,1,-2bk 8z,23,2,1 ' +
    '4b,1,1,-1m 3,1,1,-5vj 2,1c,2,1 2w,8,1,-8 g,6,1,-8 g,8,1,-8 g,8,1,-8 g,6,1,-8 h,4,2,-8 f,8,1,-8 w,8,1,-8 g,8,1,-8 g,8,1,-8 g,2,1,-8 2,2,1,-22 2,1,1,-9 ' +
    '2,1,1,-5j9 a,4,1,-2e 4,1,1,-9 7,1,1,-5kz 5,2,1,-8 2,2,1,-2s 9,1,1,-5kj 5,2,1,-8 2,2,1,-34 2,1,1,-7 c,2,1,-3k 2,2,1,-3i 2,1,1,-9 8a,1,1,-5st 4,1,1,-6gv ' +
    '1,1,1,-6di 7,1,1,s 1a,g,1,g z,1,1,1 mr,q,1,q 1fu,1c,1,1c 2o,1,1,1 2,1,1,-8af 1,1,1,-2xy 1,1,1,-89z 3,3,2,1 6,1,1,-8bg 1,1,1,-8al 1,1,1,-8bj 1,1,1,-8bi ' +
    '2,1,1,1 3,1,1,1 9,2,1,-8cf 2,1e,2,1 2z,2,2,1 7,1,1,1 nym,n,2,1 1s,e,2,1 4i,7,2,1 g,v,2,1 1z,2,2,1 4,1,1,-r9g 1,5,2,1 d,1,1,1 2,1,1,-wmg 3,2,2,1 ' +
    '6,a,2,1 k,1,1,-wn8 1,1,1,-wnj 1,1,1,-wnf 1,1,1,-wn5 1,1,1,-wn8 2,1,1,-wlu 1,1,1,-wmi 1,1,1,-wlx 1,1,1,ps 1,8,2,1 g,1,1,-1c 1,1,1,-wn7 1,1,1,-raw ' +
    '1,2,2,1 4,1,1,-wo7 1,1,1,1 4,1,1,1 6,3,2,1 6,1,1,-wu9 p,1,1,1 or,28,1,-tzk fpx,1,1,1 t8,q,1,w yn,14,1,14 4w,10,1,14 5c,b,1,13 c,f,1,13 g,7,1,13 ' +
    '8,2,1,13 1d8,1f,1,1s 5s,m,1,w 28g,w,1,w gww,w,1,w o8w,y,1,y'
  );
}
