// Hostile programs: recursion made to be dear to prove. In: nothing. Out: texts, and whether they are accepted.

export interface HostileProgram {
  readonly name: string;
  readonly source: string;
  readonly isAccepted: boolean;
}

const range = <T>(count: number, at: (index: number) => T): T[] => Array.from({ length: count }, (_, index) => at(index));

const many = range(400, (index) => `p${index}`).join(' ');

export const HOSTILE_PROGRAMS: readonly HostileProgram[] = [
  { name: '20 calls with 400 arguments each', source: `(defn f [${many}] (do ${range(20, () => `(f ${many})`).join(' ')}))`, isAccepted: false },
  {
    name: 'a ring of 800 functions',
    source: range(800, (index) => `(defn f${index} [a b c] (if (= a ${index}) 0 (f${(index + 1) % 800} (dec a) c b)))`).join('\n'),
    isAccepted: false,
  },
  { name: '3,000 constants that stop nothing', source: `(defn f [n] (case n ${range(3_000, (index) => `${index} (f (dec n))`).join(' ')} (f (dec n))))`, isAccepted: false },
  { name: '2,000 facts about members', source: `(defn f [x] (cond ${range(2_000, (index) => `(nil? (:a${index} x)) 0`).join(' ')} :else (f (:b x))))`, isAccepted: true },
];
