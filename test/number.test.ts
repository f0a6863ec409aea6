// Numbers: the runtime's 64-bit arithmetic against the bigint definition. Laws for every operation over the whole range,
// vectors a reader can extend (golden/decimal.txt), and how numbers lie in memory.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import * as assert from 'uvu/assert';
import { BUILTINS } from '../compiler/builtins.ts';
import { PRICES } from '../compiler/prices.ts';
import type { Decimal } from '../grammar/decimal.ts';
import {
  compareDecimals,
  EXPONENT_DIGITS_MAX,
  isComputable,
  isNumberText,
  parseDecimal,
  printDecimal,
} from '../grammar/decimal.ts';
import { compileRuntime } from '../runtime/build.ts';
import * as define from '../runtime/interpret/arithmetic.ts';
import * as series from '../runtime/interpret/series.ts';
import type { NumberRuntime } from './support/number-runtime.ts';
import { numberRuntime } from './support/number-runtime.ts';
import { goldenPath, ROOT } from './support/paths.ts';
import { test } from './support/test.ts';

type Reference = (...operands: never[]) => unknown;

/** Every operation of the number family on scalars, by its name in scripts, and what `compare` and `=` do with them. */
const OPERATIONS: Record<
  string,
  { readonly entry: string; readonly operands: 1 | 2 | 'rounding'; readonly define: Reference }
> = {
  '+': { entry: BUILTINS['+'].shape.entry, operands: 2, define: define.add },
  '-': { entry: BUILTINS['-'].shape.entry, operands: 2, define: define.subtract },
  '*': { entry: BUILTINS['*'].shape.entry, operands: 2, define: define.multiply },
  '/': { entry: BUILTINS['/'].shape.entry, operands: 2, define: define.divide },
  quot: { entry: BUILTINS.quot.shape.entry, operands: 2, define: define.quotient },
  rem: { entry: BUILTINS.rem.shape.entry, operands: 2, define: define.remainder },
  mod: { entry: BUILTINS.mod.shape.entry, operands: 2, define: define.modulo },
  min: { entry: BUILTINS.min.shape.entry, operands: 2, define: define.minimum },
  max: { entry: BUILTINS.max.shape.entry, operands: 2, define: define.maximum },
  pow: { entry: BUILTINS.pow.shape.entry, operands: 2, define: series.power },
  exp: { entry: BUILTINS.exp.shape.entry, operands: 1, define: series.exponential },
  ln: { entry: BUILTINS.ln.shape.entry, operands: 1, define: series.naturalLogarithm },
  log10: { entry: BUILTINS.log10.shape.entry, operands: 1, define: series.decimalLogarithm },
  inc: { entry: BUILTINS.inc.shape.entry, operands: 1, define: define.increment },
  dec: { entry: BUILTINS.dec.shape.entry, operands: 1, define: define.decrement },
  abs: { entry: BUILTINS.abs.shape.entry, operands: 1, define: define.absolute },
  floor: { entry: BUILTINS.floor.shape.entry, operands: 1, define: define.floor },
  ceil: { entry: BUILTINS.ceil.shape.entry, operands: 1, define: define.ceiling },
  sqrt: { entry: BUILTINS.sqrt.shape.entry, operands: 1, define: define.squareRoot },
  'integer?': { entry: BUILTINS['integer?'].shape.entry, operands: 1, define: define.isInteger },
  'even?': { entry: BUILTINS['even?'].shape.entry, operands: 1, define: define.isEven },
  'odd?': { entry: BUILTINS['odd?'].shape.entry, operands: 1, define: define.isOdd },
  'zero?': { entry: BUILTINS['zero?'].shape.entry, operands: 1, define: define.isZero },
  'pos?': { entry: BUILTINS['pos?'].shape.entry, operands: 1, define: define.isPositive },
  'neg?': { entry: BUILTINS['neg?'].shape.entry, operands: 1, define: define.isNegative },
  round: { entry: BUILTINS.round.shape.entry, operands: 'rounding', define: define.round },
  fixed: { entry: BUILTINS.fixed.shape.entry, operands: 'rounding', define: define.fixed },
  order: { entry: BUILTINS.compare.shape.entry, operands: 2, define: compareDecimals },
  equal: { entry: BUILTINS['='].shape.entry, operands: 2, define: define.equal },
  print: { entry: 'print', operands: 1, define: (x: Decimal) => x },
};

const MODES = ['half-even', 'half-up', 'half-down', 'down', 'up', 'floor', 'ceil'];

/** What the definition says, as the text that vectors use: a printed number, a boolean, an order or a fault's code. */
function defined(operation: string, operands: readonly string[]): string {
  const values = operands.map((text) => parseDecimal(text) ?? text);
  const outcome = OPERATIONS[operation]!.define(...(values as never[]));
  if (typeof outcome !== 'object') return String(outcome);
  return 'text' in outcome! ? String(outcome.text) : printDecimal(outcome as Decimal);
}

const runtime: NumberRuntime = await numberRuntime();

function computed(operation: string, operands: readonly string[]): string {
  return runtime.apply(OPERATIONS[operation]!.entry, operands);
}

function agree(operation: string, operands: readonly string[]): void {
  assert.is(computed(operation, operands), defined(operation, operands), `(${operation} ${operands.join(' ')})`);
}

const SMALL = ['1', '2', '3', '4', '5', '8', '15', '16', '25', '75', '125', '5'.repeat(18), '1'.repeat(18)];

const power10 = fc.integer({ min: 0, max: 19 }).map((k) => 10n ** BigInt(k));
/** Coefficients up to 20 digits, crowded where something changes: powers of ten and two, nines, ties. */
const coefficient = fc
  .oneof(
    {
      weight: 3,
      arbitrary: fc
        .tuple(fc.integer({ min: 1, max: 18 }), fc.bigInt(0n, 10n ** 18n - 1n))
        .map(([digits, n]) => n % 10n ** BigInt(digits)),
    },
    { weight: 2, arbitrary: fc.tuple(power10, fc.bigInt(-12n, 12n)).map(([power, near]) => power + near) },
    { weight: 1, arbitrary: fc.tuple(power10, fc.bigInt(-6n, 6n)).map(([power, near]) => power / 2n + near) },
    {
      weight: 1,
      arbitrary: fc
        .tuple(fc.integer({ min: 0, max: 62 }), fc.bigInt(-2n, 2n))
        .map(([bits, near]) => (1n << BigInt(bits)) + near),
    },
    { weight: 2, arbitrary: fc.constantFrom(...SMALL).map(BigInt) },
    { weight: 1, arbitrary: fc.integer({ min: -30, max: 1000 }).map(BigInt) },
  )
  .map((n) => (n < 0n ? -n : n));

const long = fc.bigInt(10n ** 15n, 10n ** 18n - 1n);

const exponent = fc.oneof(
  { weight: 3, arbitrary: fc.constant(0) },
  { weight: 3, arbitrary: fc.integer({ min: -19, max: 2 }) },
  { weight: 2, arbitrary: fc.integer({ min: -42, max: 42 }) },
  { weight: 1, arbitrary: fc.integer({ min: -422, max: -395 }) },
  { weight: 1, arbitrary: fc.integer({ min: 378, max: 402 }) },
  { weight: 1, arbitrary: fc.integer({ min: -430, max: 430 }) },
);

const sign = fc.constantFrom('', '-');

const numeral = fc.tuple(sign, coefficient, exponent).map(([s, c, e]) => (e === 0 ? `${s}${c}` : `${s}${c}e${e}`));

/** Pairs of which half stand close together: their exponents within reach of each other, or almost equal values. */
const pair: fc.Arbitrary<[string, string]> = fc.oneof(
  fc.tuple(numeral, numeral),
  fc
    .tuple(sign, coefficient, sign, coefficient, exponent, fc.integer({ min: -40, max: 40 }))
    .map(([s1, c1, s2, c2, e, distance]) => [`${s1}${c1}e${e}`, `${s2}${c2}e${e + distance}`] as [string, string]),
  fc
    .tuple(sign, coefficient, sign, exponent, fc.bigInt(-3n, 3n), fc.integer({ min: 0, max: 20 }))
    .map(([s1, c, s2, e, near, zeros]) => {
      const close = c + near < 0n ? 0n : c + near;
      return [`${s1}${c}e${e}`, `${s2}${close * 10n ** BigInt(zeros)}e${e - zeros}`] as [string, string];
    }),
  // Long coefficients a few places apart: sums just above 64 bits, products and quotients of full length.
  fc
    .tuple(sign, long, sign, long, exponent, fc.integer({ min: -6, max: 6 }))
    .map(([s1, c1, s2, c2, e, distance]) => [`${s1}${c1}e${e}`, `${s2}${c2}e${e + distance}`] as [string, string]),
);

const RUNS = 2500;

for (const [operation, { operands }] of Object.entries(OPERATIONS)) {
  if (operation === 'pow') continue;
  if (operands === 1) {
    test(`(${operation} x) is as defined`, () => {
      fc.assert(
        fc.property(numeral, (x) => agree(operation, [x])),
        { numRuns: RUNS },
      );
    });
  }
  if (operands === 2) {
    test(`(${operation} x y) is as defined`, () => {
      fc.assert(
        fc.property(pair, ([x, y]) => agree(operation, [x, y])),
        { numRuns: RUNS },
      );
    });
  }
  if (operands === 'rounding') {
    for (const mode of MODES) {
      test(`(${operation} x places :${mode}) is as defined`, () => {
        // Places around where the digits of x end, or anywhere.
        const places = fc
          .tuple(sign, coefficient, exponent, fc.integer({ min: -22, max: 3 }))
          .map(([s, c, e, n]) => [`${s}${c}e${e}`, String(n - e)] as const);
        const anywhere = fc
          .tuple(numeral, fc.integer({ min: -402, max: 402 }))
          .map(([x, n]) => [x, String(n)] as const);
        fc.assert(
          fc.property(fc.oneof(places, anywhere), ([x, n]) => agree(operation, [x, n, mode])),
          { numRuns: RUNS / 2 },
        );
      });
    }
  }
}

test('(pow x n) is as defined, and takes its surcharge before the work', () => {
  const whole = fc.oneof(
    fc.integer({ min: -70, max: 70 }).map(String),
    fc.integer({ min: -1200, max: 1200 }).map(String),
    fc.integer({ min: -10_000_002, max: 10_000_002 }).map(String),
    numeral,
  );
  const base = fc.oneof(
    numeral,
    fc.integer({ min: -30, max: 30 }).map(String),
    fc.tuple(sign, fc.integer({ min: 0, max: 99_999 })).map(([s, n]) => `${s}1.${String(n).padStart(6, '0')}`),
    fc
      .tuple(sign, fc.integer({ min: 1, max: 99_999 }))
      .map(([s, n]) => `${s}0.${String(100_000 - n).padStart(5, '0')}`),
  );
  fc.assert(
    fc.property(base, whole, (x, n) => {
      agree('pow', [x, n]);
      assert.is(runtime.spent(), define.powerSurcharge(parseDecimal(n)!), `surcharge of (pow ${x} ${n})`);
    }),
    { numRuns: RUNS },
  );
});

/** Around 1 and 0, where few digits are left, and everywhere; near halves of the last digit of 1 and a little. */
const aboveZero = fc.oneof(
  numeral,
  fc.tuple(coefficient, fc.integer({ min: -21, max: 3 })).map(([c, e]) => `${c}e${e}`),
  fc.integer({ min: 1, max: 100_000 }).map((n) => `${10n ** 17n + BigInt(n)}e-17`),
  fc.integer({ min: 1, max: 100_000 }).map((n) => `${10n ** 18n - BigInt(n)}e-18`),
  fc
    .tuple(sign, fc.integer({ min: 1, max: 400 }), fc.integer({ min: 0, max: 30 }))
    .map(([s, n, k]) => `${s}${5n * BigInt(n) * 10n ** BigInt(k) - 1n}e-${18 + k}`),
  fc.tuple(sign, fc.integer({ min: 900_000, max: 930_000 })).map(([s, n]) => `${s}${n}e-3`),
);

for (const operation of ['exp', 'ln', 'log10']) {
  test(`(${operation} x) is as defined, and takes its surcharge before the work`, () => {
    fc.assert(
      fc.property(aboveZero, (x) => {
        agree(operation, [x]);
        const surcharge = isComputable(parseDecimal(x)!) ? PRICES.SERIES_STEPS : 0;
        assert.is(runtime.spent(), surcharge, `surcharge of (${operation} ${x})`);
      }),
      { numRuns: RUNS },
    );
  });
}

test('(pow x y) with a fraction is as defined, and a half the square root', () => {
  const small = fc.tuple(sign, coefficient, fc.integer({ min: -24, max: -1 })).map(([s, c, e]) => `${s}${c}e${e}`);
  fc.assert(
    fc.property(fc.oneof(aboveZero, numeral), fc.oneof(small, numeral), (x, y) => agree('pow', [x, y])),
    { numRuns: RUNS },
  );
  fc.assert(
    fc.property(aboveZero, (x) => assert.is(computed('pow', [x, '0.5']), computed('sqrt', [x]), x)),
    { numRuns: RUNS },
  );
});

/** Numerals of any length; `power` is what may stand behind their digits. */
function numerals(power: fc.Arbitrary<string>): fc.Arbitrary<string> {
  const digits = fc.string({ unit: fc.constantFrom(...'00123456789'), minLength: 1, maxLength: 45 });
  const whole = digits.map((text) => text.replace(/^0+(?=.)/, ''));
  const fraction = fc.option(digits, { nil: null }).map((text) => (text === null ? '' : `.${text}`));
  return fc.tuple(sign, whole, fraction, power).map((parts) => parts.join(''));
}

test('number text of any length is read and printed exactly', () => {
  const most = BigInt('9'.repeat(EXPONENT_DIGITS_MAX));
  const far = fc.bigInt(most - 100n, most).map((n) => `00${n}`);
  const near = fc.string({ unit: fc.constantFrom(...'00123456789'), minLength: 1, maxLength: 4 });
  const power = fc.oneof(
    fc.constant(''),
    fc
      .tuple(fc.constantFrom('e', 'E'), fc.constantFrom('', '+', '-'), fc.oneof(near, far))
      .map((parts) => parts.join('')),
  );
  fc.assert(
    fc.property(numerals(power), (text) => agree('print', [text])),
    { numRuns: RUNS },
  );
  // One digit more is no number to `parse-number` and to the input; a literal of 0 is one as well.
  for (const text of [`1e${most + 1n}`, `0e-${most + 1n}`, `1.5E+0${most + 1n}`]) {
    assert.is(isNumberText(text), false);
    assert.is(parseDecimal(text), null);
  }
});

test('the order and equality of numbers of any length are those of whole numbers over one power of ten', () => {
  const scaled = (text: string): bigint => {
    const { coefficient, exponent } = parseDecimal(text)!;
    return coefficient * 10n ** BigInt(exponent + 600);
  };
  const power = fc.oneof(
    fc.constant(''),
    fc.integer({ min: -500, max: 500 }).map((n) => `e${n}`),
  );
  const near = fc
    .tuple(fc.bigInt(10n ** 17n, 10n ** 40n), fc.bigInt(-2n, 2n), fc.integer({ min: -30, max: 30 }))
    .map(([n, step, exponent]) => [`${n}e${exponent}`, `${n + step}e${exponent}`] as const);
  const cut = fc
    .tuple(fc.bigInt(10n ** 17n, 10n ** 40n), fc.integer({ min: 0, max: 25 }))
    .map(
      ([n, digits]) =>
        [`${n}`, `${String(n).slice(0, -Math.min(digits, 15) || undefined)}e${Math.min(digits, 15)}`] as const,
    );
  fc.assert(
    fc.property(fc.oneof(fc.tuple(numerals(power), numerals(power)), near, cut), ([x, y]) => {
      const [left, right] = [scaled(x), scaled(y)];
      assert.is(computed('order', [x, y]), left < right ? '-1' : left > right ? '1' : '0', `${x} ${y}`);
      assert.is(computed('equal', [x, y]), String(left === right), `${x} ${y}`);
      assert.is(computed('pos?', [x]), String(left > 0n));
      for (const operation of ['order', 'equal', 'min', 'max', 'neg?', 'zero?'])
        agree(operation, [x, y].slice(0, OPERATIONS[operation]!.operands as number));
    }),
    { numRuns: RUNS },
  );
});

test('what is printed is read as the same value, and off the heap with the same bits', () => {
  fc.assert(
    fc.property(pair, fc.constantFrom('+', '-', '*', '/'), ([x, y], operation) => {
      const bits = runtime.bits(OPERATIONS[operation]!.entry, [x, y]);
      if (bits === null) return;
      const text = computed(operation, [x, y]);
      const again = runtime.bits('print', [text])!;
      assert.is(computed('print', [text]), text);
      // Tags 0 and 1 hold the number itself; tag 2 an address.
      assert.is(again & 7n, bits & 7n);
      if ((bits & 7n) !== 2n) assert.is(again, bits);
    }),
    { numRuns: RUNS },
  );
});

test('integers and money take no memory', () => {
  const cents = fc.integer({ min: -1_000_000_00, max: 1_000_000_00 }).map((n) => `${n}e-2`);
  const integer = fc.integer({ min: -1_000_000_00, max: 1_000_000_00 }).map(String);
  fc.assert(
    fc.property(
      fc.oneof(fc.tuple(cents, cents), fc.tuple(integer, integer), fc.tuple(cents, integer)),
      fc.constantFrom('+', '-', '*', 'rem', 'min', 'order'),
      ([x, y], operation) => {
        if (operation === 'rem' && parseDecimal(y)!.coefficient === 0n) return;
        computed(operation, [x, y]);
        assert.is(runtime.allocated(), 0, `(${operation} ${x} ${y})`);
      },
    ),
    { numRuns: RUNS },
  );
});

test('a value that is no number is a type fault at every place', () => {
  for (const [operation, { operands }] of Object.entries(OPERATIONS)) {
    if (['order', 'equal', 'print', 'integer?'].includes(operation)) continue;
    const count = operands === 'rounding' ? 3 : operands;
    for (let place = 0; place < count; place += 1) {
      for (const wrong of ['nil', 'true', 'half_even']) {
        // Wide numbers beside it: the type is found first.
        const texts = Array.from({ length: count }, (_, i) => (i === place ? wrong : i === 2 ? 'half-even' : '1e500'));
        assert.is(computed(operation, texts), 'type', `(${operation} ${texts.join(' ')})`);
      }
    }
  }
});

test('arguments that are not written have their defaults', () => {
  assert.is(computed('round', ['2.5', 'absent', 'absent']), '2');
  assert.is(computed('round', ['2.345', '2', 'absent']), '2.34');
  assert.is(computed('fixed', ['2.5', '2', 'absent']), '2.50');
});

const vectors = readFileSync(goldenPath('decimal.txt'), 'utf8')
  .split('\n')
  .map((line, i) => ({ line: i + 1, text: line.replace(/\s*#.*$/, '').trim() }))
  .filter(({ text }) => text !== '');

for (const [side, answer] of [
  ['the definition', defined],
  ['the runtime', computed],
] as const) {
  test(`${side} gives every vector's result`, () => {
    assert.ok(vectors.length > 300);
    for (const { line, text } of vectors) {
      const [left, result] = text.split(/ => /);
      const [operation, ...operands] = left!.split(/ +/);
      assert.ok(OPERATIONS[operation!] !== undefined && result !== undefined, `line ${line}: ${text}`);
      assert.is(answer(operation!, operands), result, `line ${line}: ${text}`);
    }
  });
}

test('128-bit products, quotients, roots and tenths are exact, bit by bit', async () => {
  const module = new WebAssembly.Module(await compileRuntime(join(ROOT, 'runtime/assembly/number/wide.ts')));
  const wide = new WebAssembly.Instance(module, {}).exports as unknown as {
    multiplyHigh(a: bigint, b: bigint): bigint;
    divideWide(high: bigint, low: bigint, divisor: bigint): bigint;
    rootWide(high: bigint, low: bigint): bigint;
    exactTenth(n: bigint): bigint;
    exactHundredMillionth(n: bigint): bigint;
    digitsOf(n: bigint): number;
    readonly wideRemainder: WebAssembly.Global<'i64'>;
    readonly wideRootRest: WebAssembly.Global<'i64'>;
  };
  const u64 = (n: bigint): bigint => BigInt.asUintN(64, n);
  // Halves of few set or few clear bits at their ends: what makes a guessed digit wrong by one or two.
  const half = fc.oneof(
    fc.constantFrom(0n, 1n, 2n, 0x7fffffffn, 0x80000000n, 0x80000001n, 0xfffffffen, 0xffffffffn),
    fc.bigInt(0n, 0xffffffffn),
  );
  const word = fc.oneof(
    fc.tuple(half, half).map(([high, low]) => (high << 32n) | low),
    fc.tuple(half, half, fc.bigInt(0n, 63n)).map(([high, low, shift]) => ((high << 32n) | low) >> shift),
    fc.bigInt(0n, 2n ** 64n - 1n),
  );
  fc.assert(
    fc.property(word, word, word, (a, b, c) => {
      assert.is(u64(wide.multiplyHigh(a, b)), (a * b) >> 64n);
      if (c > 0n) {
        const n = ((a % c) << 64n) | b;
        assert.is(u64(wide.divideWide(a % c, b, c)), n / c);
        assert.is(u64(wide.wideRemainder.value), n % c);
        assert.is(wide.digitsOf(c), c.toString().length);
        const tenth = u64(wide.exactTenth(c));
        assert.is(c % 10n === 0n, tenth <= (2n ** 64n - 1n) / 10n);
        if (c % 10n === 0n) assert.is(tenth, c / 10n);
      }
      // Multiples of 10^8 as well as anything.
      for (const n of [c, (c % 10n ** 11n) * 10n ** 8n]) {
        const part = u64(wide.exactHundredMillionth(n));
        assert.is(n % 10n ** 8n === 0n, part <= (2n ** 64n - 1n) / 10n ** 8n);
        if (n % 10n ** 8n === 0n) assert.is(part, n / 10n ** 8n);
      }
    }),
    { numRuns: 5 * RUNS },
  );
  const square = fc
    .tuple(fc.bigInt(2n ** 32n, 2n ** 63n - 1n), fc.bigInt(-2n, 2n), fc.boolean())
    .map(([root, near, top]) => root * root + (top ? 2n * root : 0n) + near);
  fc.assert(
    fc.property(
      fc.oneof(
        square,
        fc.tuple(word, word).map(([a, b]) => ((a >> 2n) << 64n) | b),
      ),
      (n) => {
        if (n < 2n ** 64n || n >= 2n ** 126n) return;
        const root = u64(wide.rootWide(n >> 64n, u64(n)));
        assert.ok(root * root <= n && (root + 1n) * (root + 1n) > n, `root of ${n} is ${root}`);
        assert.is(u64(wide.wideRootRest.value), u64(n - root * root));
      },
    ),
    { numRuns: 2 * RUNS },
  );
});

test.run();
