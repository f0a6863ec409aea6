// Unwind: what makes faults of a module catchable. In: a module whose faults trap. Out: the same module, in which a fault
// sets a flag in memory and every function that may fault gives way to its caller, up to a function whose caller catches.
//
// Why not the exceptions of WebAssembly: engines that have none, or the other of their two encodings, run artifacts too.
// Why not always: a test after each call makes a module a sixth larger, so only programs with `attempt` are changed.
//
// Terms. The function that *raises* is the runtime's `fault`. A function *may fault* when it calls one that may. What it
// gives back while the flag is set means nothing: whoever called it looks at the flag first. What is no fault of a script
// traps as before: fuel that ran out, a failure of the host, memory that ran out.

import { FAULTS } from '../faults.ts';
import { ByteWriter } from './bytes.ts';
import { UNWINDING_AT } from './layout.ts';

/** Starts the names under which the functions whose caller catches are exported. */
export const CATCHES = 'caught:';

/** A module says so itself when its functions end a run: it must not end as if it had finished. */
const TRAPPING: readonly string[] = ['run', 'alloc'];

/** Export of the runtime's function that every fault of a script goes through. */
export const RAISES = 'fault';

interface UnwindOptions {
  /** Export that raises; null: every import may fault. */
  readonly raises: string | null;
  /** Whether `run` and `alloc` trap; the runtime's functions give way to emitted code instead. */
  readonly traps: boolean;
}

const CALL = 0x10;
const CALL_INDIRECT = 0x11;
const TRAP = 0x00;
/** Reads the flag. */
const FLAG = [0x41, 0, 0x28, 2, UNWINDING_AT];
const IF = [0x04, 0x40];
const END = 0x0b;
const RETURN = 0x0f;
/** A value of each type, by its encoding. */
const ZERO: Readonly<Record<number, readonly number[]>> = {
  127: [0x41, 0],
  126: [0x42, 0],
  125: [0x43, 0, 0, 0, 0],
  124: [0x44, 0, 0, 0, 0, 0, 0, 0, 0],
};

export function unwinding(bytes: Uint8Array, { raises, traps }: UnwindOptions): Uint8Array {
  const module = readModule(bytes);
  const raising = raises === null ? null : module.exports.get(raises)!;
  const catching = new Set([...module.exports].flatMap(([name, index]) => (name.startsWith(CATCHES) ? [index] : [])));
  const trapping = new Set(traps ? TRAPPING.map((name) => module.exports.get(name)) : []);
  const faulty = mayFault(module, raising);
  const out = new ByteWriter();
  out.bytes(bytes.subarray(0, module.codeAt));
  const code = new ByteWriter();
  code.unsigned(module.bodies.length);
  module.bodies.forEach((body, at) => {
    const index = module.imported + at;
    const leave = [...module.results[index]!.flatMap((type) => ZERO[type]!), RETURN];
    const away = trapping.has(index) ? [0x41, 0, 0x41, 0, 0x36, 2, UNWINDING_AT, TRAP] : leave;
    const changed = new ByteWriter();
    let copied = body.start;
    eachInstruction(bytes, body, (opcode, from, to, called) => {
      const checks = opcode === CALL_INDIRECT || (opcode === CALL && faulty.has(called) && !catching.has(called));
      const isRaise = index === raising && opcode === TRAP;
      if (!checks && !isRaise) return;
      changed.bytes(bytes.subarray(copied, isRaise ? from : to));
      copied = to;
      changed.bytes(isRaise ? setFlag() : [...FLAG, ...IF, ...away, END]);
    });
    changed.bytes(bytes.subarray(copied, body.end));
    code.sized(changed.finish());
  });
  out.byte(SECTIONS.code);
  out.sized(code.finish());
  out.bytes(bytes.subarray(module.codeEnd));
  return out.finish();
}

/** Memory that ran out belongs to an implementation, so no script may see it. The code is the first parameter of `fault`. */
function setFlag(): number[] {
  const ranOut = FAULTS['out-of-memory'].number;
  return [0x20, 0, 0x41, ranOut, 0x46, ...IF, TRAP, END, 0x41, 0, 0x41, 1, 0x36, 2, UNWINDING_AT, RETURN];
}

/** Functions that call one that may fault, directly or not. */
function mayFault({ bytes, imported, bodies }: Module, raising: number | null): ReadonlySet<number> {
  const callers = new Map<number, number[]>();
  const callersOf = (called: number): number[] => {
    const known = callers.get(called) ?? [];
    callers.set(called, known);
    return known;
  };
  const faulty = new Set<number>();
  bodies.forEach((body, at) => {
    eachInstruction(bytes, body, (opcode, _from, _to, called) => {
      if (opcode === CALL_INDIRECT) faulty.add(imported + at);
      if (opcode === CALL) callersOf(called).push(imported + at);
    });
  });
  if (raising === null) for (let at = 0; at < imported; at += 1) faulty.add(at);
  else faulty.add(raising);
  const queue = [...faulty];
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    for (const caller of callers.get(next) ?? []) {
      if (faulty.has(caller)) continue;
      faulty.add(caller);
      queue.push(caller);
    }
  }
  return faulty;
}

// The binary format, as far as the modules of this compiler use it.

const SECTIONS = { type: 1, import: 2, function: 3, export: 7, code: 10 } as const;

interface Range {
  readonly start: number;
  readonly end: number;
}

interface Module {
  readonly bytes: Uint8Array;
  /** How many functions are imported; their indexes come first. */
  readonly imported: number;
  /** Types of results, by function. */
  readonly results: readonly (readonly number[])[];
  readonly exports: ReadonlyMap<string, number>;
  /** Of the functions that are not imported. */
  readonly bodies: readonly Range[];
  readonly codeAt: number;
  readonly codeEnd: number;
}

function readModule(bytes: Uint8Array): Module {
  const sections = readSections(bytes);
  const types = listOf(bytes, sections.get(SECTIONS.type), (reader) => {
    reader.skip(1);
    reader.skip(reader.unsigned());
    return reader.take(reader.unsigned());
  });
  const imports = listOf(bytes, sections.get(SECTIONS.import), (reader) => {
    reader.skip(reader.unsigned());
    reader.skip(reader.unsigned());
    const kind = reader.byte();
    if (kind === 0) return types[reader.unsigned()]!;
    if (kind !== 2) throw new Error(`no module of this compiler imports the kind ${kind}`);
    const limits = reader.byte();
    reader.unsigned();
    if (limits === 1) reader.unsigned();
    return null;
  }).filter((result) => result !== null);
  const own = listOf(bytes, sections.get(SECTIONS.function), (reader) => types[reader.unsigned()]!);
  const exports = listOf(bytes, sections.get(SECTIONS.export), (reader) => {
    const name = Buffer.from(reader.take(reader.unsigned())).toString();
    return { name, kind: reader.byte(), index: reader.unsigned() };
  });
  const code = sections.get(SECTIONS.code)!;
  return {
    bytes,
    imported: imports.length,
    results: [...imports, ...own],
    exports: new Map(exports.flatMap(({ name, kind, index }) => (kind === 0 ? [[name, index] as const] : []))),
    bodies: listOf(bytes, code, (reader) => {
      const length = reader.unsigned();
      const start = reader.at;
      reader.skip(length);
      return { start, end: reader.at };
    }),
    codeAt: code.at,
    codeEnd: code.end,
  };
}

interface Section extends Range {
  /** Where its number stands. */
  readonly at: number;
}

function readSections(bytes: Uint8Array): ReadonlyMap<number, Section> {
  const sections = new Map<number, Section>();
  const reader = new Reader(bytes, 8);
  while (reader.at < bytes.length) {
    const at = reader.at;
    const id = reader.byte();
    const length = reader.unsigned();
    const start = reader.at;
    reader.skip(length);
    sections.set(id, { at, start, end: reader.at });
  }
  return sections;
}

function listOf<T>(bytes: Uint8Array, section: Section | undefined, read: (reader: Reader) => T): T[] {
  if (section === undefined) return [];
  const reader = new Reader(bytes, section.start);
  return Array.from({ length: reader.unsigned() }, () => read(reader));
}

/** Tells each instruction of a function, and which function a call calls. */
function eachInstruction(
  bytes: Uint8Array,
  body: Range,
  tell: (opcode: number, from: number, to: number, called: number) => void,
): void {
  const reader = new Reader(bytes, body.start);
  for (let left = reader.unsigned(); left > 0; left -= 1) {
    reader.unsigned();
    reader.skip(1);
  }
  while (reader.at < body.end) {
    const from = reader.at;
    const opcode = reader.byte();
    const called = opcode === CALL ? reader.unsigned() : 0;
    if (opcode !== CALL) skipOperands(reader, opcode);
    tell(opcode, from, reader.at, called);
  }
}

function skipOperands(reader: Reader, opcode: number): void {
  if (opcode >= 0x28 && opcode <= 0x3e) {
    reader.unsigned();
    reader.unsigned();
  } else if (opcode >= 0x20 && opcode <= 0x24) reader.unsigned();
  else if (opcode >= 0x45 && opcode <= 0xc4) return;
  else skipRare(reader, opcode);
}

function skipRare(reader: Reader, opcode: number): void {
  switch (opcode) {
    case 0x00:
    case 0x01:
    case 0x05:
    case 0x0b:
    case 0x0f:
    case 0x1a:
    case 0x1b:
      return;
    case 0x02:
    case 0x03:
    case 0x04:
    case 0x0c:
    case 0x0d:
    case 0x3f:
    case 0x40:
    case 0x41:
    case 0x42:
      reader.unsigned();
      return;
    case 0x43:
      reader.skip(4);
      return;
    case 0x44:
      reader.skip(8);
      return;
    case CALL_INDIRECT:
      reader.unsigned();
      reader.unsigned();
      return;
    case 0x0e:
      for (let left = reader.unsigned() + 1; left > 0; left -= 1) reader.unsigned();
      return;
    case 0xfc:
      skipBulk(reader);
      return;
    default:
      throw new Error(`no module of this compiler has the instruction ${opcode}`);
  }
}

/** Conversions have no operands; `memory.init` and `memory.copy` have two, `data.drop` and `memory.fill` one. */
function skipBulk(reader: Reader): void {
  const opcode = reader.unsigned();
  if (opcode >= 8) reader.unsigned();
  if (opcode === 8 || opcode === 10) reader.unsigned();
}

class Reader {
  readonly #bytes: Uint8Array;
  at: number;

  constructor(bytes: Uint8Array, at: number) {
    this.#bytes = bytes;
    this.at = at;
  }

  byte(): number {
    const value = this.#bytes[this.at]!;
    this.at += 1;
    return value;
  }

  skip(bytes: number): void {
    this.at += bytes;
  }

  take(bytes: number): number[] {
    this.at += bytes;
    return [...this.#bytes.subarray(this.at - bytes, this.at)];
  }

  /** LEB128; of a signed one, or of 64 bits, only the length is right. */
  unsigned(): number {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = this.byte();
      if (shift < 32) value |= (byte & 0x7f) << shift;
      if (byte < 0x80) return value >>> 0;
    }
  }
}
