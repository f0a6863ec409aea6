// Higher-order builtins: loops in place. What they apply is known, so there is no closure and no indirect call: the body
// of a `fn` stands inside the loop. Each round is one application: fuel is compared, one step and the body's first
// region are charged, the callee is applied, and the builtin's own step uses the result.

import { takesNothing } from '../arity.ts';
import type { BuiltinName } from '../builtins.ts';
import type { Callee, Core } from '../core.ts';
import { FALSE, NIL, TRUE } from './abi.ts';
import { applyBuiltin } from './apply.ts';
import { bind } from './bind.ts';
import type { Expression } from './builder.ts';
import { callFunction } from './call.ts';
import { emitVector } from './collection.ts';
import type { Code } from './context.ts';
import { readField } from './field.ts';
import type { FunctionEmitter } from './function.ts';
import type { Local } from './locals.ts';

type Higher = Extract<Core, { kind: 'higher' }>;

export function emitHigher(f: FunctionEmitter, core: Higher): Code {
  const open = f.charger.count();
  const args = core.args.map((arg) => {
    const code = f.value(arg);
    const local = f.temp();
    return { local, assign: () => f.set(local, code()) };
  });
  const work = EMITTERS[core.name]!(
    f,
    core,
    args.map(({ local }) => local),
  );
  return f.charged(open, () => f.block([...args.map(({ assign }) => assign()), work()], 'i64'));
}

/** One application: `enter` compares fuel and charges its one step and what the callee begins with; then `code`. */
interface Application {
  readonly enter: Code;
  readonly code: Code;
}

function applyCallee(f: FunctionEmitter, callee: Callee, args: readonly Code[]): Application {
  f.charger.compare();
  return f.charger.inside(() => {
    const region = f.charger.open();
    f.charger.count();
    const code = calleeCode(f, callee, args);
    return { enter: () => f.compareFuel(region), code };
  });
}

function calleeCode(f: FunctionEmitter, callee: Callee, args: readonly Code[]): Code {
  switch (callee.kind) {
    case 'fn': {
      const locals = callee.params.map((target) => (target.kind === 'slot' ? f.slot(target.slot) : f.temp()));
      const rest =
        callee.rest === null ? null : { local: f.temp(), code: emitVector(f, args.slice(callee.params.length)) };
      const patterns = [
        ...callee.params.flatMap((target, index) =>
          target.kind === 'slot' ? [] : bind(f, target, locals[index]!, false),
        ),
        ...(callee.rest === null ? [] : bind(f, callee.rest, rest!.local, false)),
      ];
      const body = f.value(callee.body);
      return () =>
        f.block(
          [
            ...locals.map((local, index) => f.set(local, args[index]!())),
            ...(rest === null ? [] : [f.set(rest.local, rest.code())]),
            ...patterns.map((pattern) => pattern()),
            body(),
          ],
          'i64',
        );
    }
    case 'function':
      return callFunction(f, callee.function, args, callee.node);
    case 'builtin':
      return applyBuiltin(
        f,
        callee.name,
        null,
        args.map((code) => ({ code, constant: null })),
        callee.node,
        true,
      );
    case 'field':
      return readField(f, callee.key, args[0]!, args[1] ?? null, callee.node);
  }
}

/** What a builtin does around its loop. */
interface Loop {
  /** Statements before the first round. */
  readonly before?: () => Expression[];
  /** The callee's arguments in a round; the element alone when left out. */
  readonly args?: (element: Code, index: Code) => Code[];
  /** Statements of a round, after the result is in its local; `leave` ends the loop. */
  readonly each: (round: {
    readonly element: Code;
    readonly result: Code;
    readonly index: Code;
    readonly leave: () => Expression;
  }) => Expression[];
  /** The value after the loop. Called in the walk, so that it may take a site and end the region. */
  readonly after: () => Code;
}

/** A loop over the elements of the collection in `collection`; `start` is the first index. */
function iterate(f: FunctionEmitter, core: Higher, collection: Local, loop: (vector: Local) => Loop, start = 0): Code {
  const vector = f.temp();
  const count = f.temp('i32');
  const index = f.temp('i32');
  const element = f.temp();
  const result = f.temp();
  const site = f.payingSite(core.node);
  const parts = loop(vector);
  const readElement = f.reader(element);
  const readIndex: Code = () => f.module.i64.shl(f.module.i64.extend_u(f.get(index, 'i32')), f.i64(3n));
  const application = applyCallee(f, core.callee, parts.args?.(readElement, readIndex) ?? [readElement]);
  const after = parts.after();
  const done = f.label('done');
  const round = f.label('round');
  return () => {
    const { module } = f;
    const leave = (): Expression => module.br(done);
    const body = [
      module.br_if(done, module.i32.ge_u(f.get(index, 'i32'), f.get(count, 'i32'))),
      application.enter(),
      f.set(element, f.call('vectorAt', [f.get(vector), f.get(index, 'i32')])),
      f.set(result, application.code()),
      ...parts.each({ element: readElement, result: f.reader(result), index: readIndex, leave }),
      f.set(index, module.i32.add(f.get(index, 'i32'), f.i32(1))),
      module.br(round),
    ];
    return f.block(
      [
        f.set(vector, f.call('elementsPaid', [f.get(collection), site()])),
        f.set(count, f.call('vectorCount', [f.get(vector)])),
        f.set(index, f.i32(start)),
        ...(parts.before?.() ?? []),
        f.block([module.loop(round, f.block(body, 'none'))], 'none', done),
        after(),
      ],
      'i64',
    );
  };
}

/** Loops that gather values in a list; `gather` says which. */
function gathering(
  gather: (f: FunctionEmitter, list: Local, round: Parameters<Loop['each']>[0]) => Expression[],
  args?: Loop['args'],
) {
  return (f: FunctionEmitter, core: Higher, locals: readonly Local[]): Code => {
    const list = f.temp('i32');
    return iterate(f, core, locals[0]!, () => ({
      before: () => [f.set(list, f.call('listNew', []))],
      ...(args === undefined ? {} : { args }),
      each: (round) => gather(f, list, round),
      after: () => () => f.call('listDone', [f.get(list, 'i32')]),
    }));
  };
}

function push(f: FunctionEmitter, list: Local, value: Code): Expression {
  return f.call('listPush', [f.get(list, 'i32'), value()]);
}

/** Loops that end early with a value; `otherwise` is the value of running through. */
function searching(
  otherwise: bigint,
  found: (f: FunctionEmitter, answer: Local, round: Parameters<Loop['each']>[0]) => Expression[],
) {
  return (f: FunctionEmitter, core: Higher, locals: readonly Local[]): Code => {
    const answer = f.temp();
    return iterate(f, core, locals[0]!, () => ({
      before: () => [f.set(answer, f.i64(otherwise))],
      each: (round) => found(f, answer, round),
      after: () => f.reader(answer),
    }));
  };
}

/** Loops that apply the function to every element and hand elements and results to the runtime, which pays and works. */
function keyed(
  entry: 'groupBy' | 'groups' | 'indexBy' | 'countBy' | 'minBy' | 'maxBy' | 'partitionBy' | 'sortBy' | 'concatAll',
) {
  return (f: FunctionEmitter, core: Higher, locals: readonly Local[]): Code => {
    const list = f.temp('i32');
    return iterate(f, core, locals[0]!, (vector) => ({
      before: () => [f.set(list, f.call('listNew', []))],
      each: ({ result }) => [push(f, list, result)],
      after: () => {
        const site = f.payingSite(core.node);
        return () => {
          const results = f.call('listDone', [f.get(list, 'i32')]);
          if (entry === 'concatAll') return f.call(entry, [results, site()]);
          const order = entry === 'sortBy' ? [f.i64(core.order === '>' ? TRUE : FALSE)] : [];
          return f.call(entry, [f.get(vector), results, ...order, site()]);
        };
      },
    }));
  };
}

/** `take-while`, `drop-while`: a part of the vector, from the first element for which the function is falsy. */
function parting(side: 'take' | 'drop') {
  return (f: FunctionEmitter, core: Higher, locals: readonly Local[]): Code => {
    const split = f.temp();
    return iterate(f, core, locals[0]!, (vector) => ({
      before: () => [f.set(split, f.i64(0n))],
      each: ({ result, index, leave }) => [
        f.module.if(f.module.i32.eqz(f.truthy(result())), leave()),
        f.set(split, f.module.i64.add(index(), f.i64(8n))),
      ],
      after: () => {
        const site = f.payingSite(core.node);
        return () => f.call(side, [f.get(split), f.get(vector), site()]);
      },
    }));
  };
}

/** `map-vals`, `filter-vals`: over the values of a map, in the order of its keys. */
function overValues(entry: 'mapValsDone' | 'filterValsDone') {
  return (f: FunctionEmitter, core: Higher, locals: readonly Local[]): Code => {
    const list = f.temp('i32');
    const map = f.temp();
    const site = f.payingSite(core.node);
    const loop = iterate(f, core, map, () => ({
      before: () => [f.set(list, f.call('listNew', []))],
      each: ({ result }) => [push(f, list, entry === 'mapValsDone' ? result : () => f.boolean(f.truthy(result())))],
      after: () => () => f.call(entry, [f.get(locals[0]!), f.call('listDone', [f.get(list, 'i32')])]),
    }));
    return () =>
      f.block(
        [
          f.set(locals[0]!, f.call('paidMap', [f.get(locals[0]!), site()])),
          f.set(map, f.call('vectorOfValues', [f.get(locals[0]!)])),
          loop(),
        ],
        'i64',
      );
  };
}

function emitReduce(f: FunctionEmitter, core: Higher, locals: readonly Local[]): Code {
  const result = f.temp();
  if (locals.length === 2) {
    return iterate(f, core, locals[1]!, () => ({
      before: () => [f.set(result, f.get(locals[0]!))],
      args: (element) => [f.reader(result), element],
      each: (round) => [f.set(result, round.result())],
      after: () => f.reader(result),
    }));
  }
  // Without a first value: the first element is it, and of nothing it is `(f)` where f takes no arguments.
  const empty = takesNothing(core.callee, (index) => f.context.functionParams(index).fixed) ? null : () => f.nil();
  const loop = iterate(
    f,
    core,
    locals[0]!,
    (vector) => ({
      before: () => [f.set(result, f.call('elementOr', [f.get(vector), f.i32(0)]))],
      args: (element) => [f.reader(result), element],
      each: (round) => [f.set(result, round.result())],
      after: () => {
        if (empty !== null) return f.reader(result);
        const application = applyCallee(f, core.callee, []);
        return () =>
          f.module.if(
            f.module.i32.eqz(f.call('vectorCount', [f.get(vector)])),
            f.block([application.enter(), application.code()], 'i64', f.label('empty')),
            f.get(result),
          );
      },
    }),
    1,
  );
  return loop;
}

function updating(begin: 'updateBegin' | 'updateInBegin', end: 'updateEnd' | 'updateInEnd') {
  return (f: FunctionEmitter, core: Higher, locals: readonly Local[]): Code => {
    const [target, key, ...extra] = locals;
    const old = f.temp();
    const value = f.temp();
    const site = f.payingSite(core.node);
    const application = applyCallee(f, core.callee, [f.reader(old), ...extra.map((local) => f.reader(local))]);
    const endSite = f.payingSite(core.node);
    return () =>
      f.block(
        [
          f.set(old, f.call(begin, [f.get(target!), f.get(key!), site()])),
          application.enter(),
          f.set(value, application.code()),
          f.call(end, [f.get(target!), f.get(key!), f.get(value), endSite()]),
        ],
        'i64',
      );
  };
}

type Emitter = (f: FunctionEmitter, core: Higher, locals: readonly Local[]) => Code;

/** `some-thread` and friends are core nodes; these are the builtins of shape `higher`. */
const EMITTERS: { readonly [name in BuiltinName]?: Emitter } = {
  map: gathering((f, list, { result }) => [push(f, list, result)]),
  'map-indexed': gathering(
    (f, list, { result }) => [push(f, list, result)],
    (element, index) => [index, element],
  ),
  filter: gathering((f, list, { element, result }) => [f.module.if(f.truthy(result()), push(f, list, element))]),
  remove: gathering((f, list, { element, result }) => [
    f.module.if(f.module.i32.eqz(f.truthy(result())), push(f, list, element)),
  ]),
  keep: gathering((f, list, { result }) => [f.module.if(f.module.i64.ne(result(), f.i64(NIL)), push(f, list, result))]),
  mapcat: keyed('concatAll'),
  reduce: emitReduce,
  some: searching(NIL, (f, answer, { result, leave }) => [
    f.module.if(f.truthy(result()), f.block([f.set(answer, result()), leave()], 'none', f.label('found'))),
  ]),
  'every?': searching(TRUE, (f, answer, { result, leave }) => [
    f.module.if(
      f.module.i32.eqz(f.truthy(result())),
      f.block([f.set(answer, f.i64(FALSE)), leave()], 'none', f.label('found')),
    ),
  ]),
  'any?': searching(FALSE, (f, answer, { result, leave }) => [
    f.module.if(f.truthy(result()), f.block([f.set(answer, f.i64(TRUE)), leave()], 'none', f.label('found'))),
  ]),
  find: searching(NIL, (f, answer, { element, result, leave }) => [
    f.module.if(f.truthy(result()), f.block([f.set(answer, element()), leave()], 'none', f.label('found'))),
  ]),
  'group-by': keyed('groupBy'),
  groups: keyed('groups'),
  'index-by': keyed('indexBy'),
  'count-by': keyed('countBy'),
  'sort-by': keyed('sortBy'),
  'min-by': keyed('minBy'),
  'max-by': keyed('maxBy'),
  'partition-by': keyed('partitionBy'),
  'take-while': parting('take'),
  'drop-while': parting('drop'),
  'map-vals': overValues('mapValsDone'),
  'filter-vals': overValues('filterValsDone'),
  update: updating('updateBegin', 'updateEnd'),
  'update-in': updating('updateInBegin', 'updateInEnd'),
};
