// Applying builtins that take no function. Arithmetic and comparisons on whole numbers are done in place; everything
// else is a call of the runtime, which checks types, takes the surcharge and works.
//
// The fast paths hold because of the value layout (runtime/assembly/README.md): a whole number is `v << 3`, so tags are
// three zero bits, order and sums of the words are those of the numbers, and equal scalars off the heap have equal bits.

import { BUILTINS, type BuiltinName, builtinArity, type NameOfShape, type Shape } from '../builtins.ts';
import type { Order } from '../core.ts';
import { ABSENT, FALSE, NIL, type SupportName, TAG_MAP, TAG_NUMBER, TAG_STRING, TAG_VECTOR, TRUE } from './abi.ts';
import type { Expression } from './builder.ts';
import { emitVector } from './collection.ts';
import type { Code } from './context.ts';
import { FAST_FIXED, FAST_FOLDS, fastBinary, type Slow, withLocals } from './fast-number.ts';
import type { FunctionEmitter } from './function.ts';
import type { Operand } from './operand.ts';
import { chainRow, foldRow, IN_PLACE_MAX } from './row.ts';

/** Applies `name` to arguments walked just before; `node` is where it faults, `applied` whether a higher-order builtin does it. */
export function applyBuiltin(
  f: FunctionEmitter,
  name: BuiltinName,
  order: Order | null,
  args: readonly Operand[],
  node: number,
  applied = false,
): Code {
  const shape: Shape = BUILTINS[name].shape;
  switch (shape.kind) {
    case 'test': {
      const condition = applyCondition(f, name, args, node);
      return () => f.boolean(condition());
    }
    case 'fixed':
      return applyFixed(f, name, shape.entry, order, args, node, applied);
    case 'variadic': {
      const few = WITHOUT_VECTOR[name];
      if (few !== undefined && args.length === few.count) {
        const codes = args.map((arg) => arg.code);
        return callWith(f, few.entry, codes, siteOf(f, name, node, applied));
      }
      const packed = emitVector(
        f,
        args.slice(shape.lead).map((arg) => arg.code),
      );
      const site = siteOf(f, name, node, applied);
      return callWith(f, shape.entry, [...args.slice(0, shape.lead).map((arg) => arg.code), packed], site);
    }
    case 'fold':
      return applyFold(f, shape, name, args, node, applied);
    case 'chain': {
      const condition = applyChain(f, shape, args, node);
      return () => f.boolean(condition());
    }
    case 'higher':
    case 'maker':
      throw new Error(`${name} is no application`);
  }
}

/** Entries for a count of arguments so common that packing the last ones is spared. */
const WITHOUT_VECTOR: { readonly [name in BuiltinName]?: { readonly entry: SupportName; readonly count: number } } = {
  conj: { entry: 'conjOne', count: 2 },
  assoc: { entry: 'assocOne', count: 3 },
  str: { entry: 'strOne', count: 1 },
};

/** Whether `applyCondition` can give this application's truth without making a value of it. */
export function isCondition(name: BuiltinName, count: number): boolean {
  const { kind } = BUILTINS[name].shape;
  return kind === 'test' || (kind === 'chain' && count > 0);
}

export function applyCondition(f: FunctionEmitter, name: BuiltinName, args: readonly Operand[], node: number): Code {
  const shape: Shape = BUILTINS[name].shape;
  if (shape.kind === 'test') return TESTS[name as NameOfShape<'test'>](f, args[0]!.code);
  if (shape.kind !== 'chain') throw new Error(`${name} is no condition`);
  return applyChain(f, shape, args, node);
}

type ChainShape = Extract<Shape, { kind: 'chain' }>;
type FoldShape = Extract<Shape, { kind: 'fold' }>;

/** Tests that cannot fault and need nothing but the value word. */
const TESTS: { readonly [name in NameOfShape<'test'>]: (f: FunctionEmitter, value: Code) => Code } = {
  not: (f, value) => () => f.module.i32.eqz(f.truthy(value())),
  boolean: (f, value) => () => f.truthy(value()),
  'nil?': (f, value) => () => f.module.i64.eq(value(), f.i64(NIL)),
  'some?': (f, value) => () => f.module.i64.ne(value(), f.i64(NIL)),
  'true?': (f, value) => () => f.module.i64.eq(value(), f.i64(TRUE)),
  'false?': (f, value) => () => f.module.i64.eq(value(), f.i64(FALSE)),
  // The two differ in one bit.
  'boolean?': (f, value) => () =>
    f.module.i64.eq(f.module.i64.and(f.module.i64.sub(value(), f.i64(FALSE)), f.i64(~(TRUE - FALSE))), f.i64(0n)),
  'number?': (f, value) => () => f.module.i64.le_s(tagOf(f, value()), f.i64(TAG_NUMBER)),
  'string?': (f, value) => () => f.module.i64.eq(tagOf(f, value()), f.i64(TAG_STRING)),
  'vector?': (f, value) => () => f.module.i64.eq(tagOf(f, value()), f.i64(TAG_VECTOR)),
  'map?': (f, value) => () => f.module.i64.eq(tagOf(f, value()), f.i64(TAG_MAP)),
};

function tagOf(f: FunctionEmitter, value: Expression): Expression {
  return f.module.i64.and(value, f.i64(7n));
}

/** The site of an application, which may take a surcharge unless it is arithmetic that is written; `inPlace` calls the runtime for uncommon values only. */
function siteOf(f: FunctionEmitter, name: BuiltinName, node: number, applied: boolean, inPlace = false): Code {
  if (BUILTINS[name].cost !== 'arithmetic' || applied) f.charger.compare();
  return inPlace ? f.quietSite(node) : f.site(node);
}

function applyFixed(
  f: FunctionEmitter,
  name: BuiltinName,
  entry: string,
  order: Order | null,
  args: readonly Operand[],
  node: number,
  applied: boolean,
): Code {
  const fast = args.length === 2 ? FAST_FIXED[entry] : undefined;
  const isStep = name === 'inc' || name === 'dec';
  const site = siteOf(f, name, node, applied, isStep || fast !== undefined);
  if (isStep) {
    const one: Operand = { code: () => f.i64(8n), constant: 8n };
    return fastBinary(
      f,
      name === 'inc' ? 'add' : 'subtract',
      args[0]!,
      one,
      paying(f, name, applied, (a) => f.call(entry, [a(), site()])),
    );
  }
  if (fast !== undefined)
    return fast(
      f,
      args[0]!,
      args[1]!,
      paying(f, name, applied, (a, b) => f.call(entry, [a(), b(), site()])),
    );
  return callWith(
    f,
    entry,
    placeArguments(
      f,
      name,
      order,
      args.map((arg) => arg.code),
    ),
    site,
  );
}

/** Calls the runtime with operands walked just before. */
function callWith(f: FunctionEmitter, entry: string, codes: readonly Code[], site: Code): Code {
  const { before, operands } = f.operands(codes);
  return () =>
    f.block([...before.map((set) => set()), f.call(entry, [...operands.map((operand) => operand()), site()])], 'i64');
}

/** Arguments at their parameters: those written fill the optional ones from the left, the others are absent. */
function placeArguments(f: FunctionEmitter, name: BuiltinName, order: Order | null, args: readonly Code[]): Code[] {
  const params = BUILTINS[name].params.split(' ').filter((param) => param !== '');
  let optional = args.length - builtinArity(name).min;
  let next = 0;
  return params.map((param) => {
    if (param === 'order?') return () => f.i64(order === '>' ? TRUE : FALSE);
    if (param.endsWith('?')) {
      if (optional === 0) return () => f.i64(ABSENT);
      optional -= 1;
    }
    next += 1;
    return args[next - 1]!;
  });
}

function applyFold(
  f: FunctionEmitter,
  shape: FoldShape,
  name: BuiltinName,
  args: readonly Operand[],
  node: number,
  applied: boolean,
): Code {
  const inPlace = shape.entry in FAST_FOLDS && (args.length > 1 || shape.alone !== 'same');
  const site = siteOf(f, name, node, applied, inPlace);
  const slow = paying(f, name, applied, (a, b) => f.call(shape.entry, [a(), b(), site()]));
  const unit = shape.alone === 'one' ? 8n : 0n;
  if (args.length === 0) return () => f.i64(unit);
  if (args.length === 1) {
    if (shape.alone !== 'same')
      return fastBinary(f, shape.entry, { code: () => f.i64(unit), constant: unit }, args[0]!, slow);
    const local = f.temp();
    return () => f.block([f.set(local, args[0]!.code()), slow(f.reader(local), f.reader(local))], 'i64');
  }
  if (args.length === 2) return fastBinary(f, shape.entry, args[0]!, args[1]!, slow);
  if (args.length > IN_PLACE_MAX)
    return foldRow(
      f,
      args.map(({ code }) => code),
      slow,
    );
  const locals = args.map(() => f.temp());
  const result = f.temp();
  const steps = args.slice(1).map((_, index) => {
    const left = f.reader(index === 0 ? locals[0]! : result);
    return fastBinary(
      f,
      shape.entry,
      { code: left, constant: null },
      { code: f.reader(locals[index + 1]!), constant: null },
      slow,
    );
  });
  return () =>
    f.block(
      [
        ...args.map((arg, index) => f.set(locals[index]!, arg.code())),
        ...steps.map((step) => f.set(result, step())),
        f.get(result),
      ],
      'i64',
    );
}

/** Neighbours from the left, until one is false. */
function applyChain(f: FunctionEmitter, shape: ChainShape, args: readonly Operand[], node: number): Code {
  const flip = (code: Expression): Expression => (shape.negated ? f.module.i32.eqz(code) : code);
  if (args.length === 1) {
    const site = f.site(node);
    return () =>
      f.block(
        [
          f.module.drop(shape.alone === null ? args[0]!.code() : f.call(shape.alone, [args[0]!.code(), site()])),
          flip(f.i32(1)),
        ],
        'i32',
      );
  }
  // Comparing with a scalar that is not on the heap costs nothing: the smaller size is 1.
  const free = args.some(({ constant }) => constant !== null && (constant & 7n) !== 2n) && args.length === 2;
  if (!free) f.charger.compare();
  const site = f.quietSite(node);
  if (args.length === 2) {
    const pair = comparePair(f, shape.entry, args[0]!, args[1]!, site);
    return () => flip(pair());
  }
  if (args.length > IN_PLACE_MAX) {
    const holds = chainRow(
      f,
      args.map(({ code }) => code),
      (a, b) => callPair(f, shape.entry, a, b, site),
    );
    return () => flip(holds());
  }
  const locals = args.map(() => f.temp());
  const end = f.label('chain');
  const pairs = args
    .slice(1)
    .map((_, index) =>
      comparePair(
        f,
        shape.entry,
        { code: f.reader(locals[index]!), constant: null },
        { code: f.reader(locals[index + 1]!), constant: null },
        site,
      ),
    );
  return () => {
    const assigns = args.map((arg, index) => f.set(locals[index]!, arg.code()));
    const tests = pairs.map((pair) => f.module.if(f.module.i32.eqz(pair()), f.module.br(end, undefined, f.i32(0))));
    return flip(f.block([...assigns, ...tests, f.i32(1)], 'i32', end));
  };
}

function comparePair(f: FunctionEmitter, entry: string, left: Operand, right: Operand, site: Code): Code {
  const slow = (a: Code, b: Code): Expression => callPair(f, entry, a, b, site);
  if (entry === 'equal') {
    const offHeap = (constant: bigint | null): boolean => constant !== null && (constant & 7n) !== 2n;
    if (offHeap(left.constant) || offHeap(right.constant)) {
      const { before, operands } = f.operands([left.code, right.code]);
      return () => f.block([...before.map((set) => set()), f.module.i64.eq(operands[0]!(), operands[1]!())], 'i32');
    }
  }
  const compare = COMPARE_WORDS[entry]!;
  return withLocals(
    f,
    left,
    right,
    (a, b) =>
      f.module.if(
        f.module.i32.eqz(f.module.i32.wrap(f.module.i64.and(f.module.i64.or(a(), b()), f.i64(7n)))),
        compare(f, a(), b()),
        slow(a, b),
      ),
    'i32',
  );
}

function callPair(f: FunctionEmitter, entry: string, a: Code, b: Code, site: Code): Expression {
  return f.module.i64.eq(f.call(entry, [a(), b(), site()]), f.i64(TRUE));
}

const COMPARE_WORDS: { readonly [entry: string]: (f: FunctionEmitter, a: Expression, b: Expression) => Expression } = {
  equal: (f, a, b) => f.module.i64.eq(a, b),
  less: (f, a, b) => f.module.i64.lt_s(a, b),
  lessOrEqual: (f, a, b) => f.module.i64.le_s(a, b),
  greater: (f, a, b) => f.module.i64.gt_s(a, b),
  greaterOrEqual: (f, a, b) => f.module.i64.ge_s(a, b),
};

/** `work`, after what arithmetic costs where a higher-order builtin applies it. */
function paying(f: FunctionEmitter, name: BuiltinName, applied: boolean, work: Slow): Slow {
  if (!applied || BUILTINS[name].cost !== 'arithmetic') return work;
  const always = name === '/' ? 1 : 0;
  return (a, b) => f.block([f.call('chargeApplied', [a(), b(), f.i32(always)]), work(a, b)], 'i64');
}
