// Constants: the strings, long numbers and literal collections a script mentions, laid out as the runtime keeps them,
// followed by the site table. The whole is copied to the runtime's `constantsBase` when a run begins, so addresses are known while emitting.

import { type Decimal, isComputable, printDecimal } from '../../grammar/decimal.ts';
import { codePointCount } from '../../grammar/span.ts';
import type { Constant, Core } from '../core.ts';
import { parsePattern } from '../pattern/parse.ts';
import { parseTemplate } from '../pattern/template.ts';
import { constantSize, textSize } from '../steps.ts';
import { FALSE, NIL, TAG_MAP, TAG_NUMBER, TAG_STRING, TAG_VECTOR, TRUE } from './abi.ts';
import { bytesOf, type RecordName, type RecordValues, TAG_BITS, TAGS, writeRecord } from './layout.ts';
import { encodePattern } from './pattern.ts';

/** Of the buffer constants are written to, which grows. */
const START_BYTES = 16_384;
const VALUE_BYTES = 8;
const TAG_MASK = (1n << BigInt(TAG_BITS)) - 1n;
const INTEGER_LIMIT = 10n ** 18n;
const SHORT_LIMIT = 2n ** 55n;
const SHORT_SCALE_MAX = 18;

/** A place in the code that can fault. `refund` is known after the walk. */
export interface Site {
  readonly node: number;
  readonly refund: () => number;
}

/** A phrase, and the address of its string among the constants. */
export interface PhraseAt {
  readonly text: string;
  readonly address: number;
}

/** Makes phrases ready to be searched for: bytes that may lie anywhere. */
export type PreparePhrases = (phrases: readonly PhraseAt[]) => Uint8Array;

/** A literal's runtime value, with what the header of a collection around it says of it (runtime/assembly/collection/measure.ts). */
interface Literal {
  readonly value: bigint;
  readonly size: number;
  readonly depth: number;
}

/** What phrases that were made ready need beside the search by stems. */
export interface Finds {
  numbers: boolean;
  /** Phrases that begin or end with what is no word. */
  edges: boolean;
}

// Of the automata behind a LocateBlock (runtime/assembly/locate/block-records.ts): by stems, by numbers, of edges.
const AUTOMATON_BYTES = 24;
const NODE_COUNT_AT = 4;

export class ConstantPool {
  /** Address of the first constant. */
  readonly base: number;
  readonly #values = new Map<string, bigint>();
  readonly #prepare: PreparePhrases;
  readonly finds: Finds = { numbers: false, edges: false };
  #buffer = Buffer.alloc(START_BYTES);
  #length = 0;

  constructor(base: number, prepare: PreparePhrases) {
    this.base = base;
    this.#prepare = prepare;
  }

  /** Another one with the same constants, to which more can be added. */
  fork(): ConstantPool {
    const forked = new ConstantPool(this.base, this.#prepare);
    for (const [key, value] of this.#values) forked.#values.set(key, value);
    forked.space(this.#length);
    forked.#buffer.set(this.#buffer.subarray(0, this.#length));
    return forked;
  }

  /** The runtime value of a constant. */
  value(constant: Constant): bigint {
    switch (constant.kind) {
      case 'nil':
        return NIL;
      case 'boolean':
        return constant.value ? TRUE : FALSE;
      case 'number':
        return this.#number(constant.value);
      case 'string':
        return this.string(constant.value);
    }
  }

  string(text: string): bigint {
    return this.#interned(`s${text}`, () => {
      const bytes = Buffer.byteLength(text);
      const address = this.space(bytesOf('TextHeader') + bytes);
      const data = address + bytesOf('TextHeader');
      this.#write(address, 'TextHeader', { bytes, codePoints: codePointCount(text), data });
      this.#buffer.write(text, data - this.base);
      return BigInt(address) | TAG_STRING;
    });
  }

  /** The runtime value of a node of which every part is a literal (see literal.ts). */
  literal(core: Core): bigint {
    return this.#literal(core).value;
  }

  /** Address of the program of a pattern that passed the check. */
  pattern(text: string): bigint {
    return this.#interned(`p${text}`, () => {
      const parsed = parsePattern(text);
      if (parsed.kind === 'problem') throw new Error(`an unchecked pattern: ${parsed.problem.why}`);
      const { groupNames } = parsed.pattern;
      const names = groupNames === null ? 0 : this.#texts(groupNames);
      return BigInt(this.bytes(encodePattern(parsed.pattern, names)));
    });
  }

  /** Address of the header of a vector of texts. */
  #texts(texts: readonly string[]): number {
    const parts = texts.map((text): Literal => ({ value: this.string(text), size: sizeOfText(text), depth: 0 }));
    return Number(this.#collection('VectorHeader', parts.length, parts).value & ~TAG_MASK);
  }

  /** The template of `rewrite-pattern` as a vector: texts, and the indices of groups, -1 for the whole match. */
  template(text: string, pattern: string): bigint {
    return this.#interned(`t${JSON.stringify([text, pattern])}`, () => {
      const parsed = parsePattern(pattern);
      const template = parsed.kind === 'pattern' ? parseTemplate(text, parsed.pattern) : null;
      if (template?.kind !== 'template') throw new Error('an unchecked template');
      const parts = template.parts.map((part): Literal => {
        if (part.kind === 'text') return { value: this.string(part.text), size: sizeOfText(part.text), depth: 0 };
        return { value: BigInt(part.index ?? -1) << BigInt(TAG_BITS), size: 1, depth: 0 };
      });
      return this.#collection('VectorHeader', parts.length, parts).value;
    });
  }

  /** Address of phrases that are ready to be searched for. */
  phrases(texts: readonly string[]): number {
    return Number(
      this.#interned(`l${JSON.stringify(texts)}`, () => {
        const phrases = texts.map((text): PhraseAt => ({ text, address: Number(this.string(text) & ~TAG_MASK) }));
        const block = this.#prepare(phrases);
        const nodes = (automaton: number): number =>
          new DataView(block.buffer, block.byteOffset).getInt32(
            bytesOf('LocateBlock') + automaton * AUTOMATON_BYTES + NODE_COUNT_AT,
            true,
          );
        // Each has a root.
        if (nodes(1) > 1) this.finds.numbers = true;
        if (nodes(2) > 1) this.finds.edges = true;
        return BigInt(this.bytes(block));
      }),
    );
  }

  /** Address of `bytes` bytes that are 0 when a run begins. */
  space(bytes: number): number {
    const at = this.#length;
    this.#length += align(bytes);
    if (this.#length > this.#buffer.length) {
      const grown = Buffer.alloc(Math.max(this.#buffer.length * 2, this.#length));
      grown.set(this.#buffer);
      this.#buffer = grown;
    }
    return this.base + at;
  }

  #number(value: Decimal): bigint {
    if (!isComputable(value)) return this.#wide(value);
    const { coefficient, exponent } = value;
    const size = coefficient < 0n ? -coefficient : coefficient;
    if (exponent >= 0 && exponent <= 18) {
      const whole = coefficient * 10n ** BigInt(exponent);
      if (whole < INTEGER_LIMIT && whole > -INTEGER_LIMIT) return whole << BigInt(TAG_BITS);
    }
    if (exponent < 0 && -exponent <= SHORT_SCALE_MAX && size < SHORT_LIMIT) {
      return BigInt.asIntN(64, (coefficient << 8n) | (BigInt(-exponent) << BigInt(TAG_BITS)) | BigInt(TAGS.SHORT));
    }
    return this.#interned(`n${coefficient}e${exponent}`, () => {
      const address = this.space(bytesOf('NumberRecord'));
      this.#write(address, 'NumberRecord', { coefficient, exponent });
      return BigInt(address) | TAG_NUMBER;
    });
  }

  /** A whole number of more digits than are computed with, kept digit by digit. */
  #wide(value: Decimal): bigint {
    const text = printDecimal(value);
    return this.#interned(`n${text}`, () => {
      const digits = String(value.coefficient).replace('-', '');
      const address = this.space(bytesOf('WideRecord') + digits.length);
      this.#write(address, 'WideRecord', {
        exponent: BigInt(value.exponent),
        negative: value.coefficient < 0n ? 1 : 0,
        kind: 1,
        digits: digits.length,
        printed: text.length,
        data: address + bytesOf('WideRecord'),
      });
      this.#buffer.write(digits, address + bytesOf('WideRecord') - this.base);
      return BigInt(address) | TAG_NUMBER;
    });
  }

  /** Address of bytes as they are. */
  bytes(bytes: Uint8Array): number {
    const address = this.space(bytes.length);
    this.#buffer.set(bytes, address - this.base);
    return address;
  }

  /** All constants. */
  finish(): Uint8Array {
    return this.#buffer.subarray(0, this.#length);
  }

  /** Laid out as the runtime lays out what a run makes: flat, with the size and the depth in the header. */
  #literal(core: Core): Literal {
    switch (core.kind) {
      case 'literal':
        return {
          value: this.value(core.value),
          size: constantSize(core.value),
          depth: 0,
        };
      case 'vector':
        return this.#collection(
          'VectorHeader',
          core.items.length,
          core.items.map((item) => this.#literal(item)),
        );
      case 'map': {
        const parts = core.entries.flatMap(({ key, value }) => [
          { value: this.string(key), size: sizeOfText(key), depth: 0 },
          this.#literal(value),
        ]);
        return this.#collection('MapHeader', core.entries.length, parts);
      }
      default:
        throw new Error(`a ${core.kind} is no literal`);
    }
  }

  #collection(record: 'VectorHeader' | 'MapHeader', count: number, parts: readonly Literal[]): Literal {
    const size = parts.reduce((sum, part) => sum + part.size, 1);
    const depth = parts.reduce((deepest, part) => Math.max(deepest, part.depth), 0) + 1;
    const header = bytesOf(record);
    const address = this.space(header + parts.length * VALUE_BYTES);
    const start = address + header;
    this.#write(address, record, { count, start: count === 0 ? 0 : start, size: BigInt(size), depth });
    parts.forEach((part, index) => this.#buffer.writeBigInt64LE(part.value, start - this.base + index * VALUE_BYTES));
    return { value: BigInt(address) | (record === 'MapHeader' ? TAG_MAP : TAG_VECTOR), size, depth };
  }

  #write<R extends RecordName>(address: number, record: R, values: RecordValues<R>): void {
    writeRecord(this.#buffer, address - this.base, record, values);
  }

  #interned(key: string, make: () => bigint): bigint {
    let value = this.#values.get(key);
    if (value === undefined) {
      value = make();
      this.#values.set(key, value);
    }
    return value;
  }
}

function sizeOfText(text: string): number {
  return textSize(Buffer.byteLength(text));
}

function align(bytes: number): number {
  return (bytes + 7) & ~7;
}
