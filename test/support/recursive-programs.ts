// Recursive programs: random `defn`s that call themselves and each other, most of them without end.
// In: a list of choices. Out: source, and for every function the kinds of its parameters. Made to attack the proof of
// recursion.ts: whatever it accepts is run. The first alternative everywhere is the simplest, so that cases shrink.

/** What a parameter is meant to hold; values of other kinds would only be faults. */
type Sort = 'data' | 'number' | 'text';

interface RecursiveProgram {
  readonly source: string;
  readonly functions: readonly { readonly name: string; readonly params: readonly Sort[] }[];
}

/** Arguments to call such functions with; small, so that whatever ends does so before calls nest too deep. */
export const ARGUMENTS: Readonly<Record<Sort, readonly string[]>> = {
  data: ['nil', '[]', '[nil]', '[[]]', '{:a nil}', '{}', '{:a {:a [1]} :b []}', '[[nil] [[]]]'],
  number: ['0', '3', '-1', '0.5', '-0.5', '-1e-18', '5'],
  text: ['""', '"ab"'],
};

const LITERALS: Readonly<Record<Sort, readonly string[]>> = {
  data: ['nil', '[]', '[[]]', '{:a 1}'],
  number: ['0', '1', '-1', '0.5', '5'],
  text: ['""', '"a"'],
};

/** `x` and `y` are names of that sort. */
const PASSED: Readonly<Record<Sort, readonly string[]>> = {
  data: [
    'x',
    '(rest x)',
    '(first x)',
    '(butlast x)',
    '(:a x)',
    '(get x :a)',
    '(last x)',
    '(drop 1 x)',
    '(drop 0 x)',
    '(take 1 x)',
    '(filter some? x)',
    '(rest (first x))',
    '(first (rest x))',
    '(vals x)',
    '(reverse x)',
    '(rest (vals x))',
    '(rest (rest x))',
    '(get-in x [:a])',
    '(get-in x [0])',
    '(get-in x [])',
    '(sort x)',
    '(distinct x)',
    '(:a x [])',
    '(vec x)',
    '(remove nil? x)',
    '(some-> x first)',
    '(let [[_ & r] x] r)',
    '(let [[q] x] q)',
    '(let [{:keys [a]} x] a)',
    '(let [{:keys [a] :or {a []}} x] a)',
    '(cond-> x true rest)',
    '(do x)',
    '(entries x)',
    '(take-while some? x)',
    '(conj x 1)',
  ],
  number: [
    'x',
    '(dec x)',
    '(- x 1)',
    '(- x 2)',
    '(- x 0.5)',
    '(quot x 2)',
    '(quot x 1)',
    '(mod y x)',
    '(rem y x)',
    '(mod 7 x)',
    '(rem 7 x)',
    '(inc x)',
    '(- x)',
    '(mod x 3)',
    '(let [z x] (dec z))',
    '(floor x)',
    '(- 3 x)',
    '(- x 1 1)',
    '(mod (dec y) x)',
    '(mod (quot y 2) x)',
  ],
  text: ['x', '(subs x 1)', '(subs x 0)', '(subs x 0 1)', '(subs x 1 2)', '(trim x)', '(subs (subs x 1) 0)'],
};

const TESTS: Readonly<Record<Sort, readonly string[]>> = {
  data: [
    'x',
    '(empty? x)',
    '(nil? x)',
    '(some? x)',
    '(first x)',
    '(:a x)',
    '(some? (first x))',
    '(rest x)',
    '(rest (first x))',
    '(= x nil)',
    '(= x "")',
    '(= x [])',
    '(pos? (count x))',
    '(> (count x) 0)',
    '(= (count x) 0)',
    '(< 0 (count x))',
    '(>= (count x) 0)',
    '(empty? (rest x))',
    '(empty? (filter some? x))',
    '(map? x)',
    '(not= 0 (count x))',
    '(empty? (first x))',
  ],
  number: [
    '(pos? x)',
    '(> x 0)',
    '(>= x 0)',
    '(<= x 0)',
    '(< x 1)',
    '(= x 0)',
    '(zero? x)',
    '(= 0 x)',
    '(not= x 0)',
    '(neg? x)',
    '(= x 1)',
    '(> x -3)',
    '(< 0 x 9)',
    '(< x 0)',
    '(even? (floor x))',
    '(= x 0.5)',
    'x',
  ],
  text: ['(empty? x)', '(blank? x)', '(= x "")', '(not= "" x)', '(pos? (count x))', 'x'],
};

/** Ways to call a function of one parameter over data. */
const APPLIED = [
  '(map f x)',
  '(map (fn [e] (f e)) x)',
  '(reduce (fn [acc e] (f e)) 0 x)',
  '(map-vals f x)',
  '(update x :a f)',
  '(map f (rest x))',
];

type Names = readonly { readonly name: string; readonly sort: Sort }[];

export function buildRecursiveProgram(choices: readonly number[]): RecursiveProgram {
  return new Builder(choices).program();
}

class Builder {
  readonly #choices: readonly number[];
  #at = 0;
  #names = 0;
  readonly #functions: { name: string; params: Sort[] }[] = [];

  constructor(choices: readonly number[]) {
    this.#choices = choices;
  }

  program(): RecursiveProgram {
    const params = (): Sort[] =>
      Array.from({ length: 1 + this.#pick(2) }, () => this.#of(['data', 'number', 'data', 'number', 'text'] as const));
    this.#functions.push({ name: 'f', params: params() });
    if (this.#pick(3) === 1)
      this.#functions.push({ name: 'g', params: this.#pick(2) === 0 ? this.#functions[0]!.params : params() });
    const texts = this.#functions.map(({ name, params: sorts }) => {
      const names = sorts.map((sort, index) => ({ name: `p${index}`, sort }));
      const isVariadic = this.#pick(12) === 11;
      const written = names.map(({ name: param }, index) =>
        isVariadic && index === names.length - 1 ? `& ${param}` : param,
      );
      return `(defn ${name} [${written.join(' ')}] ${this.#body(name, names, 1 + this.#pick(3))})`;
    });
    return { source: texts.join('\n'), functions: this.#functions };
  }

  #pick(n: number): number {
    const choice = this.#choices[this.#at] ?? 0;
    this.#at += 1;
    return choice % n;
  }

  #of<T>(alternatives: readonly T[]): T {
    return alternatives[this.#pick(alternatives.length)]!;
  }

  #body(own: string, names: Names, depth: number): string {
    if (depth === 0) return this.#pick(4) === 1 ? '0' : this.#call(own, names);
    const inner = (more: Names = []): string => this.#body(own, [...names, ...more], depth - 1);
    const fresh = (): string => `v${(this.#names += 1)}`;
    switch (this.#pick(9)) {
      case 0:
        return `(if ${this.#test(names, 1)} 0 ${inner()})`;
      case 1:
      case 2:
      case 3:
        return `(if ${this.#test(names, 1)} ${inner()} ${inner()})`;
      case 4:
        return `(cond ${this.#test(names, 1)} ${inner()} ${this.#test(names, 1)} ${inner()} :else ${this.#body(own, names, 0)})`;
      case 5: {
        const { sort } = this.#of(names);
        const name = fresh();
        return `(${this.#of(['if-let', 'if-some'])} [${name} ${this.#argument(sort, names)}] ${inner([{ name, sort }])} ${inner()})`;
      }
      case 6: {
        const { sort } = this.#of(names);
        const name = fresh();
        return `(let [${name} ${this.#argument(sort, names)}] ${inner([{ name, sort }])})`;
      }
      case 7:
        return `(case ${this.#of(names).name} ${this.#of(['0', '1', 'nil', '""', '(0 1)'])} ${inner()} ${inner()})`;
      default:
        return `(if-some [${fresh()} ${this.#test(names, 1)}] ${inner()} 0)`;
    }
  }

  #call(own: string, names: Names): string {
    const { name, params } = this.#of(this.#functions);
    const data = names.filter(({ sort }) => sort === 'data');
    if (params.length === 1 && data.length > 0 && this.#pick(8) === 7)
      return write(this.#of(APPLIED), this.#of(data).name, '', name);
    const head = name === own && this.#pick(10) === 9 ? 'recur' : name;
    return `(${[head, ...params.map((sort) => this.#argument(sort, names))].join(' ')})`;
  }

  #argument(sort: Sort, names: Names): string {
    const fitting = names.filter((candidate) => candidate.sort === sort);
    if (fitting.length === 0 || this.#pick(25) === 24) return this.#of(LITERALS[sort]);
    return write(this.#of(PASSED[sort]), this.#of(fitting).name, this.#of(fitting).name);
  }

  #test(names: Names, depth: number): string {
    if (depth > 0 && this.#pick(4) === 3) {
      const test = (): string => this.#test(names, depth - 1);
      return this.#of([() => `(not ${test()})`, () => `(and ${test()} ${test()})`, () => `(or ${test()} ${test()})`])();
    }
    const { name, sort } = this.#of(names);
    return write(this.#of(TESTS[sort]), name, '');
  }
}

function write(template: string, x: string, y: string, f = ''): string {
  return template.replaceAll(/(?<![\w?&:-])[xyf](?![\w?-])/g, (name) => ({ x, y, f })[name]!);
}
