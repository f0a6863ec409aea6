// Layout: how values and records lie in the runtime's memory. Emitted constants are written by it here; the runtime's
// constants and classes are generated from it by the build (runtime/shared-source.ts), so the two cannot differ.

/** A value is one i64: its lowest three bits are its tag, the others say which one, or where it lies (8-aligned). */
export const TAG_BITS = 3;

/** `INTEGER`: the number << 3. `SHORT`: coefficient << 8 | decimals << 3. From `NUMBER` to `MAP`: an address. */
export const TAGS = { INTEGER: 0, SHORT: 1, NUMBER: 2, STRING: 3, VECTOR: 4, MAP: 5, CONSTANT: 6 } as const;

/** `ABSENT` stands for an argument that was not written, a key that is missing. It never reaches a script. */
export const CONSTANTS = { NIL: constant(0), FALSE: constant(1), TRUE: constant(2), ABSENT: constant(3) } as const;

/** Columns of the site table (sites.ts). */
export const SITE_COLUMNS = { NODE: 0, START: 1, LENGTH: 2, REFUND: 3 } as const;

/** Address of the flag of `attempt` in the runtime's memory, an i32 below the fuel (unwind.ts). */
export const UNWINDING_AT = 8;

/** A site argument is `depth << SITE_BITS | site id`. */
export const SITE_BITS = 20;

/** What an instruction of a pattern does, and what a test asks for. */
export const OPCODES = { MATCH: 0, TAKE: 1, SPLIT: 2, SAVE: 3, TEST: 4 } as const;
export const TESTS = { START: 0, END: 1, BOUNDARY: 2, NO_BOUNDARY: 3, LINE_START: 4, LINE_END: 5 } as const;
/** What tests of a pattern look at, as bits. */
export const LOOKS = { WORDS: 1, LINES: 2 } as const;

type FieldType = 'i32' | 'u32' | 'i64';

export interface Field {
  readonly type: FieldType;
  readonly doc: string;
}

type Fields = { readonly [name: string]: Field };

const COLLECTION = {
  count: { type: 'i32', doc: 'Elements, or entries.' },
  start: { type: 'i32', doc: 'Address of the first element or entry; 0 when there is only a trie or a tree.' },
  size: { type: 'i64', doc: 'As surcharges measure it.' },
  depth: { type: 'i32', doc: 'Nesting; negative: at most so much (value/measure.ts).' },
} as const satisfies Fields;

/** Records that emitted constants and the runtime both know, field by field, each at a multiple of its own bytes. */
export const RECORDS = {
  TextHeader: {
    bytes: { type: 'i32', doc: 'UTF-8 bytes.' },
    codePoints: { type: 'i32', doc: 'Code points.' },
    data: { type: 'i32', doc: 'Address of the bytes, which may lie anywhere.' },
    free: { type: 'i32', doc: '0.' },
  },
  NumberRecord: {
    coefficient: { type: 'i64', doc: 'Normalised.' },
    exponent: { type: 'i32', doc: 'Of ten.' },
    kind: { type: 'u32', doc: '0; not 0 for a wide number.' },
  },
  /** What a number lies in that nobody can compute with (number/text.ts). */
  WideRecord: {
    exponent: { type: 'i64', doc: 'Of ten.' },
    negative: { type: 'i32', doc: '1 below 0.' },
    kind: { type: 'u32', doc: '1, where a NumberRecord has 0.' },
    digits: {
      type: 'i32',
      doc: 'How many; they are what a TextHeader that begins here has, whose code points nobody asks.',
    },
    printed: { type: 'i32', doc: 'Bytes of the text it prints.' },
    data: { type: 'i32', doc: 'Address of the digits.' },
    free: { type: 'i32', doc: '0.' },
  },
  CollectionHeader: COLLECTION,
  VectorHeader: {
    ...COLLECTION,
    buffer: { type: 'i32', doc: 'Buffer of a flat vector, tail of a trie; 0 for none.' },
    root: { type: 'i32', doc: 'Of its trie; 0 for none.' },
    first: { type: 'i32', doc: 'Index of the first element in the trie.' },
  },
  MapHeader: {
    ...COLLECTION,
    root: { type: 'i32', doc: 'Of its tree; 0 for none.' },
    entries: { type: 'i32', doc: 'Header of the entries as a vector; 0 until they are asked for.' },
    free: { type: 'i32', doc: '0.' },
  },
  /** The program of a pattern (pattern.ts). Offsets are from its start. */
  PatternProgram: {
    stepsPerByte: { type: 'i32', doc: 'Steps that matching takes for each byte of text.' },
    instructions: { type: 'i32', doc: 'How many.' },
    groups: { type: 'i32', doc: 'How many.' },
    classes: { type: 'i32', doc: 'How many: code points that every set holds both or neither of are one class.' },
    first: { type: 'i32', doc: 'Index of the first instruction.' },
    code: { type: 'i32', doc: 'Offset of the instructions.' },
    ascii: { type: 'i32', doc: 'Offset of the classes of ASCII, an i32 each.' },
    runs: { type: 'i32', doc: 'Offset of the runs beyond ASCII: first code point, class.' },
    runCount: { type: 'i32', doc: 'How many.' },
    words: { type: 'i32', doc: 'Offset of the bits of the classes of words.' },
    looks: { type: 'i32', doc: 'What tests look at: bits of LOOKS.' },
    number: { type: 'i32', doc: 'Its number in the tables; 0 when a run begins.' },
    taken: { type: 'i32', doc: 'Offset of the bits of instructions that have a list of takes.' },
    epoch: { type: 'i32', doc: 'Of the three sets that follow.' },
    lastOther: { type: 'i32', doc: 'The set at the end of a text, by what stands before: another character, …' },
    lastWord: { type: 'i32', doc: '… one of a word, …' },
    lastStart: { type: 'i32', doc: '… nothing, …' },
    lastLine: { type: 'i32', doc: '… the end of a line.' },
    stepped: { type: 'i32', doc: 'Offset of the bits of instructions that have a list of steps.' },
    masks: { type: 'i32', doc: 'Offset of the masks; 0 for none.' },
    chained: { type: 'i32', doc: 'Offset of the bits of instructions that step to the one below them.' },
    base: { type: 'i32', doc: 'Offset of the bits that every set has; 0 where there are tests.' },
    names: {
      type: 'i32',
      doc: 'Address of the header of a vector of the names of its groups, in order; 0 where they have none.',
    },
  },
  PatternInstruction: {
    opcode: { type: 'i32', doc: 'One of OPCODES.' },
    next: { type: 'i32', doc: 'Index of the instruction that follows.' },
    operand: {
      type: 'i32',
      doc: 'Of a take the offset of its classes, of a split the other way, of a save its slot, of a test which one.',
    },
    free: { type: 'i32', doc: '0.' },
    takes: {
      type: 'i32',
      doc: 'Offset of the list of those that take a code point and lead here: index, offset of its classes.',
    },
    steps: { type: 'i32', doc: 'Offset, behind it, of those that only step here: index, TESTED when it is a test.' },
    listsEnd: { type: 'i32', doc: 'Offset of their end.' },
  },
  /** Phrases made ready to be searched for, with automata behind it (locate/block.ts); the runtime makes it and the host moves it. */
  LocateBlock: {
    bytes: { type: 'i32', doc: 'Of the whole block.' },
    phraseCount: { type: 'i32', doc: 'How many phrases.' },
    phrases: { type: 'i32', doc: 'Offset of the phrases.' },
    symbols: { type: 'i32', doc: 'Offset of the table of symbols.' },
    symbolMask: { type: 'i32', doc: 'Its places − 1.' },
    symbolCount: { type: 'i32', doc: 'Symbols in it.' },
    ascii: { type: 'i32', doc: 'Offset of the symbols of ASCII characters.' },
    sieve: { type: 'i32', doc: 'Offset of the sieve.' },
  },
  LocatePhrase: {
    text: { type: 'i32', doc: 'Address of the header of its text.' },
    nextAtNode: { type: 'i32', doc: 'Next phrase + 1 that ends at the same node; 0 for none.' },
    nextByNumber: { type: 'i32', doc: 'The same in the automaton of numbers.' },
    free: { type: 'i32', doc: '0.' },
  },
} as const satisfies { readonly [record: string]: Fields };

export type RecordName = keyof typeof RECORDS;
export type RecordValues<R extends RecordName> = {
  readonly [N in keyof (typeof RECORDS)[R]]?: ValueOf<(typeof RECORDS)[R][N]>;
};
type ValueOf<F> = F extends { readonly type: 'i64' } ? bigint : number;

const BYTES: Readonly<Record<FieldType, number>> = { i32: 4, u32: 4, i64: 8 };

/** Bytes of a record, a multiple of 8. */
export function bytesOf(record: RecordName): number {
  return placed(record).bytes;
}

/** Writes a record at an offset; fields that are not given stay 0. */
export function writeRecord<R extends RecordName>(
  buffer: Buffer,
  at: number,
  record: R,
  values: RecordValues<R>,
): void {
  for (const { name, type, offset } of placed(record).fields) {
    const value = (values as Readonly<Record<string, number | bigint | undefined>>)[name];
    if (value === undefined) continue;
    if (type === 'i64') buffer.writeBigInt64LE(value as bigint, at + offset);
    else buffer.writeInt32LE(value as number, at + offset);
  }
}

/** A record as words of 32 bits; it must have no others. */
export function wordsOf<R extends RecordName>(record: R, values: RecordValues<R>): number[] {
  const buffer = Buffer.alloc(bytesOf(record));
  writeRecord(buffer, 0, record, values);
  return Array.from({ length: buffer.length / 4 }, (_, word) => buffer.readInt32LE(4 * word));
}

/** Where a field lies in its record. */
export function offsetOf<R extends RecordName>(record: R, field: keyof (typeof RECORDS)[R]): number {
  for (const { name, offset } of placed(record).fields) if (name === field) return offset;
  throw new Error(`no field ${String(field)}`);
}

interface Placed {
  readonly fields: readonly { readonly name: string; readonly type: FieldType; readonly offset: number }[];
  readonly bytes: number;
}

const PLACED = new Map<RecordName, Placed>();

/** The fields of a record with their offsets, and its size; worked out once, for there are many records. */
function placed(record: RecordName): Placed {
  let known = PLACED.get(record);
  if (known === undefined) PLACED.set(record, (known = place(RECORDS[record])));
  return known;
}

function place(fields: Fields): Placed {
  let end = 0;
  const listed = Object.entries(fields).map(([name, { type }]) => {
    const offset = Math.ceil(end / BYTES[type]) * BYTES[type];
    end = offset + BYTES[type];
    return { name, type, offset };
  });
  return { fields: listed, bytes: Math.ceil(end / 8) * 8 };
}

function constant(index: number): number {
  return (index << TAG_BITS) | 6;
}
