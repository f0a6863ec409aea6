// Hostile programs: recursion made to be dear to prove. In: nothing. Out: texts, and whether they are accepted.

interface HostileProgram {
  readonly name: string;
  readonly source: string;
  readonly isAccepted: boolean;
}

const range = <T>(count: number, at: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => at(index));

const many = range(400, (index) => `p${index}`).join(' ');

export const HOSTILE_PROGRAMS: readonly HostileProgram[] = [
  {
    name: '20 calls with 400 arguments each',
    source: `(defn f [${many}] (do ${range(20, () => `(f ${many})`).join(' ')}))`,
    isAccepted: false,
  },
  {
    name: 'a ring of 800 functions',
    source: range(
      800,
      (index) => `(defn f${index} [a b c] (if (= a ${index}) 0 (f${(index + 1) % 800} (dec a) c b)))`,
    ).join('\n'),
    isAccepted: false,
  },
  {
    name: '131 functions that each turn six arguments round',
    source: range(
      131,
      (index) => `(defn f${index} [a b c d e g] (do (f${index} b c d e g a) (f${index} b a c d e g)))`,
    ).join('\n'),
    isAccepted: false,
  },
  {
    name: '400 functions whose arguments take turns',
    source: range(
      400,
      (index) =>
        `(defn f${index} [a b c d e] (if (> a 0) (f${index} (dec a) b c d e) (if (> b 0) (f${index} b (dec b) e d c) (f${index} e d c b a))))`,
    ).join('\n'),
    isAccepted: false,
  },
  {
    name: '3,000 constants that stop nothing',
    source: `(defn f [n] (case n ${range(3_000, (index) => `${index} (f (dec n))`).join(' ')} (f (dec n))))`,
    isAccepted: false,
  },
  {
    name: '2,000 facts about members',
    source: `(defn f [x] (cond ${range(2_000, (index) => `(nil? (:a${index} x)) 0`).join(' ')} :else (f (:b x))))`,
    isAccepted: true,
  },
];

/** Valid scripts that are dear to build: one large function each, which an optimiser looks at again and again. */
export const LARGE_BUILDS: readonly (readonly [name: string, source: string])[] = [
  ['9,000 names taken from the input', `(let [{:keys [${range(9_000, (index) => `k${index}`).join(' ')}]} input] k1)`],
  ['1,400 calls of sort-by', `(count [${range(1_400, (index) => `(sort-by :k${index} (:k0 input))`).join(' ')}])`],
];
