// Branches: the nodes that do not evaluate all of their parts.
//
// One way through each is the straight one, walked along with what is around it; every other way is an arm, which leaves it
// at a fork (charge.ts defines the words). The straight way is walked first, then the arms.

import type { Core } from '../core.ts';
import { FAULTS } from '../faults.ts';
import { constantSize } from '../steps.ts';
import { NIL, TRUE } from './abi.ts';
import { applyCondition, isCondition } from './apply.ts';
import { bind } from './bind.ts';
import type { Expression } from './builder.ts';
import type { Code, NodeOf } from './context.ts';
import type { FunctionEmitter } from './function.ts';
import { emitOperand } from './operand.ts';

export function emitCond(f: FunctionEmitter, core: NodeOf<'cond'>): Code {
  const open = f.charger.count();
  if (core.clauses.length === 1) return f.charged(open, emitTwoWays(f, core.clauses[0]!, core.otherwise));
  const { way, joined } = f.charger.straight((fork) => ({
    tests: core.clauses.map(({ test }) => ({ condition: emitCondition(f, test), fork: fork() })),
    otherwise: emitWay(f, core.otherwise),
  }));
  const clauses = way.tests.map(({ condition, fork }, index) => ({
    test: condition,
    body: f.arm(joined(fork), () => emitWay(f, core.clauses[index]!.body)),
  }));
  // Flat, so that a long cond is not a deep tree.
  const end = f.label('cond');
  return f.charged(open, () =>
    f.block(
      [...clauses.map(({ test, body }) => f.module.if(test(), f.leave(end, body()))), way.otherwise()],
      'i64',
      end,
    ),
  );
}

/** Of two ways the first is the straight one, unless only the second goes round. */
function emitTwoWays(
  f: FunctionEmitter,
  { test, body }: NodeOf<'cond'>['clauses'][number],
  otherwise: Core | null,
): Code {
  const isFirstStraight = goesRound(body) || !goesRound(otherwise);
  const condition = emitCondition(f, test);
  const { way, joined } = f.charger.straight((fork) => ({
    fork: fork(),
    code: emitWay(f, isFirstStraight ? body : otherwise),
  }));
  const arm = f.arm(joined(way.fork), () => emitWay(f, isFirstStraight ? otherwise : body));
  const [then, or] = isFirstStraight ? [way.code, arm] : [arm, way.code];
  return () => {
    const built = condition();
    const first = then();
    return f.module.if(built, first, or());
  };
}

/** Whether a way ends in another round of the loop it stands in: then it is taken more often than not. */
function goesRound(core: Core | null): boolean {
  switch (core?.kind) {
    case 'recur':
      return true;
    case 'cond':
    case 'case':
      return core.clauses.some(({ body }) => goesRound(body)) || goesRound(core.otherwise);
    case 'bind-test':
      return goesRound(core.body) || goesRound(core.otherwise);
    case 'do':
      return goesRound(core.items.at(-1) ?? null);
    case 'let':
      return goesRound(core.body);
    case 'some-thread':
      return goesRound(core.stages.at(-1) ?? null);
    default:
      return false;
  }
}

export function emitBindTest(f: FunctionEmitter, core: NodeOf<'bind-test'>): Code {
  const open = f.charger.count();
  const value = f.value(core.value);
  const local = f.temp();
  const { way, joined } = f.charger.straight((fork) => ({
    fork: fork(),
    bound: bind(f, core.target, local, false),
    body: f.value(core.body),
  }));
  const otherwise = f.arm(joined(way.fork), () => emitWay(f, core.otherwise));
  return f.charged(open, () => {
    const assign = f.set(local, value());
    const holds = core.test === 'truthy' ? f.truthy(f.get(local)) : f.module.i64.ne(f.get(local), f.nil());
    const then = f.block([...way.bound.map((code) => code()), way.body()], 'i64', f.label('bound'));
    return f.block([assign, f.module.if(holds, then, otherwise())], 'i64');
  });
}

export function emitCase(f: FunctionEmitter, core: NodeOf<'case'>): Code {
  const open = f.charger.count();
  const subject = f.value(core.subject);
  const local = f.temp();
  const end = f.label('case');
  const { way, joined } = f.charger.straight((fork) => ({
    tests: core.clauses.map(({ constants }) =>
      constants.map((constant) => {
        const region = f.charger.count(constantSize(constant));
        const value = f.context.pool.value(constant);
        // Scalars that are not on the heap are equal exactly when their bits are.
        const byBits =
          constant.kind === 'nil' || constant.kind === 'boolean' || (constant.kind === 'number' && (value & 7n) <= 1n);
        const test = (): Expression =>
          byBits ? f.module.i64.eq(f.get(local), f.i64(value)) : f.call('same', [f.get(local), f.i64(value)]);
        return { test: f.charged(region, test, 'i32'), fork: fork() };
      }),
    ),
    otherwise: core.otherwise === null ? noMatch(f, core.node) : f.value(core.otherwise),
  }));
  const clauses = core.clauses.map(({ body }, index) => {
    const hit = f.label('hit');
    const next = f.label('next');
    const last = joined(way.tests[index]!.at(-1)!.fork);
    // An earlier constant of the clause gives back those behind it.
    const hits = way.tests[index]!.map(({ test, fork }) => ({
      test,
      credit: joined(fork).credit - last.credit,
    }));
    const code = f.arm(last, () => f.value(body));
    return (): Expression => {
      const built = hits.map(({ test, credit }) => f.leaveIf(hit, test(), credit));
      return f.block([f.block([...built, f.module.br(next)], 'none', hit), f.leave(end, code())], 'none', next);
    };
  });
  return f.charged(open, () =>
    f.block([f.set(local, subject()), ...clauses.map((clause) => clause()), way.otherwise()], 'i64', end),
  );
}

/** The end of a `case` without a default. */
function noMatch(f: FunctionEmitter, node: number): Code {
  const site = f.site(node);
  return () =>
    f.module.block(
      null,
      [f.call('fault', [f.i32(FAULTS.failed.number), site()]), f.module.unreachable()],
      f.context.wasm.unreachable,
    );
}

export function emitLogic(f: FunctionEmitter, core: NodeOf<'and'> | NodeOf<'or'>): Code {
  const open = f.charger.count();
  if (core.items.length === 0) return f.charged(open, () => f.i64(core.kind === 'and' ? TRUE : NIL));
  const last = core.items.length - 1;
  if (last === 0) return f.charged(open, f.value(core.items[0]!));
  const { way, joined } = f.charger.straight((fork) => ({
    items: core.items.slice(0, last).map((item) => ({ value: f.value(item), fork: fork() })),
    last: f.value(core.items[last]!),
  }));
  const local = f.temp();
  const end = f.label(core.kind);
  return f.charged(open, () =>
    f.block(
      [
        ...way.items.flatMap(({ value, fork }) => {
          const assign = f.set(local, value());
          const truth = f.truthy(f.get(local));
          const leaves = core.kind === 'and' ? f.module.i32.eqz(truth) : truth;
          return [assign, f.leaveIf(end, leaves, joined(fork).credit, local)];
        }),
        way.last(),
      ],
      'i64',
      end,
    ),
  );
}

export function emitSomeThread(f: FunctionEmitter, core: NodeOf<'some-thread'>): Code {
  const open = f.charger.count();
  const value = f.value(core.value);
  const local = f.slot(core.slot);
  const { way: stages, joined } = f.charger.straight((fork) =>
    core.stages.map((stage) => ({ fork: fork(), value: f.value(stage) })),
  );
  const end = f.label('some');
  return f.charged(open, () =>
    f.block(
      [
        f.set(local, value()),
        f.block(
          stages.flatMap(({ fork, value }) => [
            f.leaveIf(end, f.module.i64.eq(f.get(local), f.nil()), joined(fork).credit),
            f.set(local, value()),
          ]),
          'none',
          end,
        ),
        f.get(local),
      ],
      'i64',
    ),
  );
}

export function emitCondThread(f: FunctionEmitter, core: NodeOf<'cond-thread'>): Code {
  const open = f.charger.count();
  const value = f.value(core.value);
  const local = f.slot(core.slot);
  const stages = core.stages.map(({ test, body }) => {
    const condition = emitCondition(f, test);
    return { condition, body: f.arm(f.charger.aside(), () => f.value(body)) };
  });
  return f.charged(open, () =>
    f.block(
      [
        f.set(local, value()),
        ...stages.map(({ condition, body }) => f.module.if(condition(), f.set(local, body()))),
        f.get(local),
      ],
      'i64',
    ),
  );
}

/** A node's truth, an i32. */
function emitCondition(f: FunctionEmitter, core: Core): Code {
  if (core.kind === 'builtin' && isCondition(core.name, core.args.length)) {
    const open = f.charger.count();
    const args = core.args.map((arg) => emitOperand(f, arg));
    return f.charged(open, applyCondition(f, core.name, args, core.node), 'i32');
  }
  const value = f.value(core);
  return () => f.truthy(value());
}

function emitWay(f: FunctionEmitter, core: Core | null): Code {
  return core === null ? () => f.nil() : f.value(core);
}
