// Rows: folds and chains of many operands.
// In: the operands' code and what is done with a pair. Out: code that puts the operands in a row in memory and works
// through it in a loop. In place every pair would be 150 bytes and a branch: seconds of compiling for a script that
// adds up twenty thousand numbers.

import type { Expression } from './builder.ts';
import { storeAt } from './collection.ts';
import type { Code } from './context.ts';
import type { FunctionEmitter } from './function.ts';

/** Operands that are worked in place. A row takes 8 bytes of the arena for each, as a vector does. */
export const IN_PLACE_MAX = 64;

type Pair = (left: Code, right: Code) => Expression;

/** From the left: the result so far with the next operand. */
export function foldRow(f: FunctionEmitter, operands: readonly Code[], pair: Pair): Code {
  const result = f.temp();
  return emitRow(f, operands, 'i64', ({ first, second, round }) => [
    f.set(result, first()),
    round([f.set(result, pair(f.reader(result), second))]),
    f.get(result),
  ]);
}

/** Whether every two neighbours hold, an i32; the first two that do not are the last looked at. */
export function chainRow(f: FunctionEmitter, operands: readonly Code[], pair: Pair): Code {
  return emitRow(f, operands, 'i32', ({ first, second, round, end }) => [
    round([f.module.if(f.module.i32.eqz(pair(first, second)), f.module.br(end, undefined, f.i32(0)))]),
    f.i32(1),
  ]);
}

interface Row {
  /** The operand a round stands at, and the one after it. */
  readonly first: Code;
  readonly second: Code;
  /** Repeats statements for every operand but the last. */
  readonly round: (statements: readonly Expression[]) => Expression;
  /** The block around everything. */
  readonly end: string;
}

function emitRow(
  f: FunctionEmitter,
  operands: readonly Code[],
  type: 'i32' | 'i64',
  work: (row: Row) => readonly Expression[],
): Code {
  const { i32, i64 } = f.module;
  f.noteLoud();
  const start = f.temp('i32');
  const at = f.temp('i32');
  const stores = operands.map((operand, index) => storeAt(f, start, index * 8, operand));
  const [again, end] = [f.label('round'), f.label('row')];
  const round = (statements: readonly Expression[]): Expression => {
    const next = f.set(at, i32.add(f.get(at, 'i32'), f.i32(8)));
    const last = i32.add(f.get(start, 'i32'), f.i32((operands.length - 1) * 8));
    return f.module.loop(
      again,
      f.block([...statements, next, f.module.br_if(again, i32.gt_u(last, f.get(at, 'i32')))], 'none'),
    );
  };
  return () => {
    const fill = [
      f.set(start, f.call('vectorNew', [f.i32(operands.length)])),
      ...stores.map((store) => store()),
      f.set(at, f.get(start, 'i32')),
    ];
    const row = {
      first: () => i64.load(0, 8, f.get(at, 'i32')),
      second: () => i64.load(8, 8, f.get(at, 'i32')),
      round,
      end,
    };
    return f.block([...fill, ...work(row)], type, end);
  };
}
