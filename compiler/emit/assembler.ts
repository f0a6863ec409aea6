// Assembler: expressions to the bytes of a WebAssembly module that imports a memory and functions. It does what emitters
// need and no more, in a fifth of the time binaryen takes, because it looks at nothing twice and checks nothing: the host
// that compiles the bytes does. Where a value would be wanted of code that never gives one, `unreachable` follows it.

import type { Builder, Expression, Type, Types } from './builder.ts';
import { ByteWriter } from './bytes.ts';
import {
  BLOCK,
  ENCODED,
  END,
  I32,
  I64,
  IF,
  InstructionWriter,
  LISTS,
  LOOP,
  NONE,
  type Node,
  UNREACHABLE,
  writeLocals,
} from './instruction.ts';

interface AssembledFunction {
  readonly signature: number;
  readonly vars: readonly Type[];
  readonly body: Expression;
}

const HEADER = [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0];
const SECTION = { type: 1, import: 2, function: 3, global: 6, export: 7, code: 10, data: 11, dataCount: 12 } as const;

export class Assembler implements Builder {
  readonly #nodes: Node[] = [];
  readonly #lists: (readonly Type[])[] = [];
  readonly #signatures = new Map<string, number>();
  readonly #signatureBytes = new ByteWriter();
  readonly #imports: { readonly module: string; readonly name: string; readonly signature: number }[] = [];
  readonly #importIndexes = new Map<string, number>();
  readonly #functions: AssembledFunction[] = [];
  readonly #functionIndexes = new Map<string, number>();
  readonly #globalIndexes = new Map<string, number>();
  readonly #globals: { readonly type: Type; readonly init: Uint8Array }[] = [];
  readonly #exports: { readonly internal: string; readonly external: string }[] = [];
  /** Labels that something in the function being built jumps to. */
  readonly #targets = new Set<string>();
  /** What it goes on from: the functions there are the first ones here. */
  readonly #before: Assembler | null;
  /** The code of its functions by the imports there are, which calls are counted from. */
  readonly #codes = new Map<number, readonly Uint8Array[]>();
  #memory = { module: '', name: '', initial: 0, max: 0 };
  #segment: Uint8Array = new Uint8Array(0);

  readonly types: Types = {
    none: NONE,
    unreachable: UNREACHABLE,
    i32: I32,
    i64: I64,
    createType: (types) => LISTS + this.#lists.push(types) - 1,
    getExpressionType: (expression) => this.#nodes[expression]!.type,
  };

  /** `before`, to which nothing is added any more, has the first types, imports, globals and functions. */
  constructor(before: Assembler | null = null) {
    this.#before = before;
    if (before === null) return;
    for (const [key, index] of before.#signatures) this.#signatures.set(key, index);
    this.#signatureBytes.bytes(before.#signatureBytes.finish());
    this.#imports.push(...before.#imports);
    for (const [name, index] of before.#importIndexes) this.#importIndexes.set(name, index);
    this.#functions.push(...before.#functions);
    for (const [name, index] of before.#functionIndexes) this.#functionIndexes.set(name, index);
    this.#globals.push(...before.#globals);
    for (const [name, index] of before.#globalIndexes) this.#globalIndexes.set(name, index);
  }

  // Expressions

  block(label: string | null, children: readonly Expression[], type: Type = NONE): Expression {
    return this.#structure(BLOCK, type, children, label);
  }

  loop(label: string | null, body: Expression): Expression {
    return this.#structure(LOOP, this.#nodes[body]!.type, [body], label);
  }

  /** What nothing jumps to is only its parts; jumps stand inside what they leave, so they were built before it. */
  #structure(opcode: number, type: Type, parts: readonly Expression[], label: string | null): Expression {
    const isTarget = label !== null && this.#targets.has(label);
    return isTarget
      ? this.#add('structure', type, parts, opcode, 0, label)
      : this.#add('sequence', type, parts, opcode);
  }

  if(condition: Expression, then: Expression, otherwise?: Expression): Expression {
    if (otherwise === undefined) return this.#add('if', NONE, [condition, then], IF);
    const { type } = this.#nodes[then]!;
    return this.#add(
      'if',
      type === UNREACHABLE ? this.#nodes[otherwise]!.type : type,
      [condition, then, otherwise],
      IF,
    );
  }

  br(label: string, condition?: Expression, value?: Expression): Expression {
    if (condition !== undefined) return this.br_if(label, condition, value);
    this.#targets.add(label);
    return this.#add('branch', UNREACHABLE, value === undefined ? [] : [value], 0x0c, 0, label);
  }

  br_if(label: string, condition: Expression, value?: Expression): Expression {
    this.#targets.add(label);
    if (value === undefined) return this.#add('branch', NONE, [condition], 0x0d, 0, label);
    return this.#add('branch', this.#nodes[value]!.type, [value, condition], 0x0d, 0, label);
  }

  call(name: string, operands: readonly Expression[], result: Type): Expression {
    return this.#add('call', result, operands, 0x10, 0, name);
  }

  drop(value: Expression): Expression {
    return this.#add('operation', NONE, [value], 0x1a);
  }

  select(condition: Expression, then: Expression, otherwise: Expression): Expression {
    return this.#add('operation', this.#nodes[then]!.type, [then, otherwise, condition], 0x1b);
  }

  nop(): Expression {
    return this.#add('operation', NONE, [], 0x01);
  }

  unreachable(): Expression {
    return this.#add('operation', UNREACHABLE, [], 0x00);
  }

  readonly local: Builder['local'] = {
    get: (index, type) => this.#add('index', type, [], 0x20, index),
    set: (index, value) => this.#add('index', NONE, [value], 0x21, index),
    tee: (index, value, type) => this.#add('index', type, [value], 0x22, index),
  };

  readonly global: Builder['global'] = {
    get: (name, type) => this.#add('index', type, [], 0x23, this.#globalIndex(name)),
    set: (name, value) => this.#add('index', NONE, [value], 0x24, this.#globalIndex(name)),
  };

  readonly memory: Builder['memory'] = {
    // There is one segment.
    init: (_segment, to, from, bytes) => this.#add('init', NONE, [to, from, bytes], 0),
  };

  readonly i32: Builder['i32'] = {
    const: (value) => this.#add('i32', I32, [], 0x41, value),
    load: (offset, _align, address) => this.#add('memory', I32, [address], 0x28, offset),
    store: (offset, _align, address, value) => this.#add('memory', NONE, [address, value], 0x36, offset),
    eqz: this.#unary(I32, 0x45),
    eq: this.#binary(I32, 0x46),
    gt_u: this.#binary(I32, 0x4b),
    ge_u: this.#binary(I32, 0x4f),
    add: this.#binary(I32, 0x6a),
    sub: this.#binary(I32, 0x6b),
    and: this.#binary(I32, 0x71),
    or: this.#binary(I32, 0x72),
    shr_u: this.#binary(I32, 0x76),
    wrap: this.#unary(I32, 0xa7),
  };

  readonly i64: Builder['i64'] = {
    const: (value) => this.#add('i64', I64, [], 0x42, value),
    load: (offset, _align, address) => this.#add('memory', I64, [address], 0x29, offset),
    store: (offset, _align, address, value) => this.#add('memory', NONE, [address, value], 0x37, offset),
    eqz: this.#unary(I32, 0x50),
    eq: this.#binary(I32, 0x51),
    ne: this.#binary(I32, 0x52),
    lt_s: this.#binary(I32, 0x53),
    gt_s: this.#binary(I32, 0x55),
    le_s: this.#binary(I32, 0x57),
    ge_s: this.#binary(I32, 0x59),
    add: this.#binary(I64, 0x7c),
    sub: this.#binary(I64, 0x7d),
    mul: this.#binary(I64, 0x7e),
    div_u: this.#binary(I64, 0x80),
    rem_u: this.#binary(I64, 0x82),
    and: this.#binary(I64, 0x83),
    or: this.#binary(I64, 0x84),
    shl: this.#binary(I64, 0x86),
    shr_s: this.#binary(I64, 0x87),
    extend_u: this.#unary(I64, 0xad),
  };

  #unary(type: Type, opcode: number): (value: Expression) => Expression {
    return (value) => this.#add('operation', type, [value], opcode);
  }

  #binary(type: Type, opcode: number): (left: Expression, right: Expression) => Expression {
    return (left, right) => this.#add('operation', type, [left, right], opcode);
  }

  #add(
    kind: Node['kind'],
    type: Type,
    parts: readonly Expression[],
    opcode: number,
    number: number | bigint = 0,
    name: string | null = null,
  ): Expression {
    return this.#nodes.push({ kind, type, parts, opcode, number, name }) - 1;
  }

  // The module

  importMemory(module: string, name: string, initial: number, max: number): void {
    this.#memory = { module, name, initial, max };
  }

  importFunction(module: string, name: string, params: Type, result: Type): void {
    this.#importIndexes.set(name, this.#imports.length);
    this.#imports.push({ module, name, signature: this.#signature(params, result) });
  }

  /** The passive segment `memory.init` copies from. */
  setSegment(bytes: Uint8Array): void {
    this.#segment = bytes;
  }

  /** Globals are mutable. */
  addGlobal(name: string, type: Type, _mutable: boolean, init: Expression): void {
    this.#globalIndexes.set(name, this.#globals.length);
    this.#globals.push({ type, init: this.#code(init, 0) });
  }

  addFunction(name: string, params: Type, result: Type, vars: readonly Type[], body: Expression): void {
    this.#targets.clear();
    this.#functionIndexes.set(name, this.#functions.length);
    this.#functions.push({ signature: this.#signature(params, result), vars, body });
  }

  addFunctionExport(internal: string, external: string): void {
    this.#exports.push({ internal, external });
  }

  #signature(params: Type, result: Type): number {
    const list = params === NONE ? [] : this.#lists[params - LISTS]!;
    const key = `${list.join(' ')} ${result}`;
    let index = this.#signatures.get(key);
    if (index === undefined) {
      index = this.#signatures.size;
      this.#signatures.set(key, index);
      const bytes = this.#signatureBytes;
      bytes.byte(0x60);
      bytes.bytes([list.length, ...list.map((type) => ENCODED[type]!)]);
      bytes.bytes(result === NONE ? [0] : [1, ENCODED[result]!]);
    }
    return index;
  }

  /** The bytes of the whole. */
  finish(): Uint8Array {
    const out = new ByteWriter();
    out.bytes(HEADER);
    const section = (id: number, write: (bytes: ByteWriter) => void): void => {
      const bytes = new ByteWriter();
      write(bytes);
      out.byte(id);
      out.sized(bytes.finish());
    };
    section(SECTION.type, (bytes) => {
      bytes.unsigned(this.#signatures.size);
      bytes.bytes(this.#signatureBytes.finish());
    });
    section(SECTION.import, (bytes) => {
      bytes.unsigned(this.#imports.length + 1);
      for (const { module, name, signature } of this.#imports) {
        bytes.text(module);
        bytes.text(name);
        bytes.byte(0);
        bytes.unsigned(signature);
      }
      bytes.text(this.#memory.module);
      bytes.text(this.#memory.name);
      bytes.bytes([2, 1]);
      bytes.unsigned(this.#memory.initial);
      bytes.unsigned(this.#memory.max);
    });
    section(SECTION.function, (bytes) => {
      bytes.unsigned(this.#functions.length);
      for (const { signature } of this.#functions) bytes.unsigned(signature);
    });
    section(SECTION.global, (bytes) => {
      bytes.unsigned(this.#globals.length);
      for (const { type, init } of this.#globals) {
        bytes.bytes([ENCODED[type]!, 1]);
        bytes.bytes(init);
      }
    });
    section(SECTION.export, (bytes) => {
      bytes.unsigned(this.#exports.length);
      for (const { internal, external } of this.#exports) {
        bytes.text(external);
        bytes.byte(0);
        bytes.unsigned(this.#functionIndex(internal, this.#imports.length));
      }
    });
    section(SECTION.dataCount, (bytes) => bytes.unsigned(1));
    section(SECTION.code, (bytes) => {
      bytes.unsigned(this.#functions.length);
      for (const code of this.#codesWith(this.#imports.length)) bytes.sized(code);
    });
    section(SECTION.data, (bytes) => {
      bytes.bytes([1, 1]);
      bytes.sized(this.#segment);
    });
    return out.finish();
  }

  /** The code of all functions in a module with so many imports. */
  #codesWith(imports: number): readonly Uint8Array[] {
    let codes = this.#codes.get(imports);
    if (codes === undefined) {
      const before = this.#before === null ? [] : this.#before.#codesWith(imports);
      const own = this.#functions.slice(before.length);
      codes = [...before, ...own.map(({ vars, body }) => this.#code(body, imports, vars))];
      this.#codes.set(imports, codes);
    }
    return codes;
  }

  #functionIndex(name: string, imports: number): number {
    return this.#importIndexes.get(name) ?? imports + known(this.#functionIndexes.get(name), name);
  }

  #globalIndex(name: string): number {
    return known(this.#globalIndexes.get(name), name);
  }

  #code(expression: Expression, imports: number, vars: readonly Type[] | null = null): Uint8Array {
    const bytes = new ByteWriter();
    if (vars !== null) writeLocals(bytes, vars);
    new InstructionWriter(bytes, this.#nodes, (name) => this.#functionIndex(name, imports)).write(expression);
    bytes.byte(END);
    return bytes.finish();
  }
}

/** A wrong index might still be one that the host accepts. */
function known(index: number | undefined, name: string): number {
  if (index === undefined) throw new Error(`the module has no ${name}`);
  return index;
}
