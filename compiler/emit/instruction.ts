// Instructions: what the assembler keeps of an expression, and its bytes.

import type { Expression, Type } from './builder.ts';
import type { ByteWriter } from './bytes.ts';

/** An expression: its parts are evaluated in order, then it. */
export interface Node {
  readonly kind:
    | 'operation'
    | 'index'
    | 'i32'
    | 'i64'
    | 'memory'
    | 'call'
    | 'init'
    | 'branch'
    | 'sequence'
    | 'structure'
    | 'if';
  readonly type: Type;
  readonly parts: readonly Expression[];
  readonly opcode: number;
  /** An index, the number of a constant or an offset in memory. */
  readonly number: number | bigint;
  /** Of what is called, or the label. */
  readonly name: string | null;
}

export const NONE = 0;
export const UNREACHABLE = 1;
export const I32 = 2;
export const I64 = 3;
/** Created types are lists of parameters. */
export const LISTS = 4;

export const ENCODED: { readonly [type: Type]: number } = {
  [NONE]: 0x40,
  [UNREACHABLE]: 0x40,
  [I32]: 0x7f,
  [I64]: 0x7e,
};
export const BLOCK = 0x02;
export const LOOP = 0x03;
export const IF = 0x04;
export const END = 0x0b;
const ELSE = 0x05;
const MEMORY_INIT = [0xfc, 0x08];

/** Writes expressions of `nodes`, and finds what they call by name. */
export class InstructionWriter {
  readonly #bytes: ByteWriter;
  readonly #nodes: readonly Node[];
  readonly #functionIndex: (name: string) => number;
  /** Of the structures around the expression, innermost last. */
  readonly #labels: (string | null)[] = [];

  constructor(bytes: ByteWriter, nodes: readonly Node[], functionIndex: (name: string) => number) {
    this.#bytes = bytes;
    this.#nodes = nodes;
    this.#functionIndex = functionIndex;
  }

  write(expression: Expression): void {
    const bytes = this.#bytes;
    const labels = this.#labels;
    const { kind, type, parts, opcode, number, name } = this.#nodes[expression]!;
    if (kind === 'structure' || kind === 'if') {
      if (kind === 'if') this.write(parts[0]!);
      bytes.byte(opcode);
      bytes.byte(ENCODED[type]!);
      labels.push(name);
      for (let at = kind === 'if' ? 1 : 0; at < parts.length; at += 1) {
        if (kind === 'if' && at === 2) bytes.byte(ELSE);
        this.write(parts[at]!);
      }
      labels.pop();
      bytes.byte(END);
      if (type === UNREACHABLE) bytes.byte(0x00);
      return;
    }
    for (let at = 0; at < parts.length; at += 1) this.write(parts[at]!);
    if (kind === 'sequence') return;
    if (kind === 'init') return bytes.bytes([...MEMORY_INIT, 0, 0]);
    bytes.byte(opcode);
    switch (kind) {
      case 'operation':
        return;
      case 'index':
        return bytes.unsigned(number as number);
      case 'i32':
        return bytes.signed(number as number);
      case 'i64':
        return bytes.signedLong(number as bigint);
      case 'memory':
        // Aligned by the width of what is read or written.
        bytes.byte(opcode === 0x28 || opcode === 0x36 ? 2 : 3);
        return bytes.unsigned(number as number);
      case 'call':
        return bytes.unsigned(this.#functionIndex(name!));
      case 'branch':
        if (!labels.includes(name)) throw new Error(`no structure ${name}`);
        return bytes.unsigned(labels.length - 1 - labels.lastIndexOf(name));
    }
  }
}

/** Neighbours of one type together. */
export function writeLocals(bytes: ByteWriter, vars: readonly Type[]): void {
  const runs: { readonly type: Type; count: number }[] = [];
  for (const type of vars) {
    const last = runs.at(-1);
    if (last?.type === type) last.count += 1;
    else runs.push({ type, count: 1 });
  }
  bytes.unsigned(runs.length);
  for (const { type, count } of runs) {
    bytes.unsigned(count);
    bytes.byte(ENCODED[type]!);
  }
}
