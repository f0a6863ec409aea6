// Fast numbers: arithmetic on whole numbers in place. What comes in is words; what does not pass the test of its kind is
// left to `slow`, the call of the runtime.

import type { Expression } from './builder.ts';
import type { Code } from './context.ts';
import type { FunctionEmitter } from './function.ts';
import type { Operand } from './operand.ts';

/** Evaluates both operands once; a constant stays a constant. */
export function withLocals(
  f: FunctionEmitter,
  left: Operand,
  right: Operand,
  use: (a: Code, b: Code) => Expression,
  type: 'i32' | 'i64',
): Code {
  const keep = ({ constant, code }: Operand): { assign: Code | null; read: Code } => {
    const isWord = constant !== null && (constant & 7n) !== 2n;
    const local = f.temp();
    return isWord
      ? { assign: () => f.module.drop(code()), read: () => f.i64(constant) }
      : { assign: () => f.set(local, code()), read: f.reader(local) };
  };
  const a = keep(left);
  const b = keep(right);
  return () => {
    const assigns = [a.assign, b.assign].flatMap((assign) => (assign === null ? [] : [assign()]));
    return f.block([...assigns, use(a.read, b.read)], type);
  };
}

/** What is done with words for which the fast work does not hold. */
export type Slow = (a: Code, b: Code) => Expression;

/** A word whose number is whole and below 2^58 in magnitude passes; sums and differences of two such are in range. */
const SUM_BIAS = 1n << 61n;
const SUM_MASK = BigInt.asIntN(64, ~((1n << 62n) - 8n));
/** The same below 2^29: products of two such are in range. */
const PRODUCT_BIAS = 1n << 32n;
const PRODUCT_MASK = BigInt.asIntN(64, ~((1n << 33n) - 8n));
/** Not a whole number, or negative. */
const NATURAL_MASK = BigInt.asIntN(64, (1n << 63n) | 7n);

/** The folds that are worked in place, and for which words: those that, shifted by `bias`, have no bit of `mask`. */
export const FAST_FOLDS: {
  readonly [entry: string]: {
    readonly bias: bigint;
    readonly mask: bigint;
    readonly work: (f: FunctionEmitter, a: Expression, b: Expression) => Expression;
  };
} = {
  add: { bias: SUM_BIAS, mask: SUM_MASK, work: (f, a, b) => f.module.i64.add(a, b) },
  subtract: { bias: SUM_BIAS, mask: SUM_MASK, work: (f, a, b) => f.module.i64.sub(a, b) },
  multiply: {
    bias: PRODUCT_BIAS,
    mask: PRODUCT_MASK,
    work: (f, a, b) => f.module.i64.mul(f.module.i64.shr_s(a, f.i64(3n)), b),
  },
};

export function fastBinary(f: FunctionEmitter, entry: string, left: Operand, right: Operand, slow: Slow): Code {
  const fast = FAST_FOLDS[entry];
  if (fast !== undefined) return guarded(f, left, right, fast.bias, fast.mask, (a, b) => fast.work(f, a, b), slow);
  const { before, operands } = f.operands([left.code, right.code]);
  return () => f.block([...before.map((set) => set()), slow(operands[0]!, operands[1]!)], 'i64');
}

/** `work` when both words, shifted by `bias`, have no bit of `mask`; else `slow`. */
function guarded(
  f: FunctionEmitter,
  left: Operand,
  right: Operand,
  bias: bigint,
  mask: bigint,
  work: (a: Expression, b: Expression) => Expression,
  slow: Slow,
): Code {
  const { i64 } = f.module;
  const passes = (constant: bigint | null): boolean =>
    constant !== null && (BigInt.asIntN(64, constant + bias) & mask) === 0n;
  return withLocals(
    f,
    left,
    right,
    (a, b) => {
      const open = [passes(left.constant) ? null : a, passes(right.constant) ? null : b].filter(
        (code) => code !== null,
      );
      const shifted = open.map((code) => i64.add(code(), f.i64(bias)));
      if (shifted.length === 0) return work(a(), b());
      const bits = i64.and(
        shifted.reduce((x, y) => i64.or(x, y)),
        f.i64(mask),
      );
      return f.module.if(i64.eqz(bits), work(a(), b()), slow(a, b));
    },
    'i64',
  );
}

/** `quot rem mod` of natural numbers: the words are scaled alike, so remainders carry over. */
function fastDivision(work: (f: FunctionEmitter, a: Expression, b: Expression) => Expression) {
  return (f: FunctionEmitter, left: Operand, right: Operand, slow: Slow): Code =>
    withLocals(
      f,
      left,
      right,
      (a, b) => {
        const { i32, i64 } = f.module;
        const natural = i64.eqz(i64.and(i64.or(a(), b()), f.i64(NATURAL_MASK)));
        return f.module.if(i32.and(natural, i64.ne(b(), f.i64(0n))), work(f, a(), b()), slow(a, b));
      },
      'i64',
    );
}

export const FAST_FIXED: { readonly [entry: string]: ReturnType<typeof fastDivision> } = {
  quotient: fastDivision((f, a, b) => f.module.i64.shl(f.module.i64.div_u(a, b), f.i64(3n))),
  remainder: fastDivision((f, a, b) => f.module.i64.rem_u(a, b)),
  modulo: fastDivision((f, a, b) => f.module.i64.rem_u(a, b)),
};
