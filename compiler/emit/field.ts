// Fields: reading a key that is a literal in the script.

import { textSize } from '../steps.ts';
import type { Code } from './context.ts';
import type { FunctionEmitter } from './function.ts';

/** Reads a field. Its surcharge is known here, so it is charged with the region; a `type` fault pays it back. */
export function readField(f: FunctionEmitter, key: string, target: Code, otherwise: Code | null, node: number): Code {
  const site = f.site(node);
  const value = f.context.pool.string(key);
  const { before, operands } = f.operands([target, () => f.i64(value), otherwise ?? (() => f.absent())]);
  const read: Code = () =>
    f.block([...before.map((set) => set()), f.call('field', [...operands.map((operand) => operand()), site()])], 'i64');
  const region = f.charger.count(textSize(Buffer.byteLength(key)) - 1);
  if (region === null) return read;
  const local = f.temp();
  return () => f.block([f.set(local, read()), f.take(region), f.get(local)], 'i64');
}
