// Bytes: numbers and texts as WebAssembly's binary format writes them. In: one after the other. Out: one array.

const START_BYTES = 1024;

export class ByteWriter {
  #buffer = new Uint8Array(START_BYTES);
  #length = 0;

  byte(value: number): void {
    if (this.#length === this.#buffer.length) this.#grow(1);
    this.#buffer[this.#length] = value;
    this.#length += 1;
  }

  bytes(values: ArrayLike<number>): void {
    if (this.#length + values.length > this.#buffer.length) this.#grow(values.length);
    this.#buffer.set(values, this.#length);
    this.#length += values.length;
  }

  /** Bytes after their count. */
  sized(values: Uint8Array): void {
    this.unsigned(values.length);
    this.bytes(values);
  }

  text(text: string): void {
    this.sized(Buffer.from(text));
  }

  /** LEB128 of a number from 0 to 2^32−1. */
  unsigned(value: number): void {
    let rest = value;
    while (rest > 0x7f) {
      this.byte((rest & 0x7f) | 0x80);
      rest >>>= 7;
    }
    this.byte(rest);
  }

  /** Signed LEB128 of 32 bits. */
  signed(value: number): void {
    let rest = value | 0;
    while (rest < -0x40 || rest > 0x3f) {
      this.byte((rest & 0x7f) | 0x80);
      rest >>= 7;
    }
    this.byte(rest & 0x7f);
  }

  /** Signed LEB128 of 64 bits. */
  signedLong(value: bigint): void {
    let rest = BigInt.asIntN(64, value);
    while (rest < -0x40n || rest > 0x3fn) {
      if (rest >= -0x80000000n && rest <= 0x7fffffffn) return this.signed(Number(rest));
      this.byte(Number(rest & 0x7fn) | 0x80);
      rest >>= 7n;
    }
    this.byte(Number(rest & 0x7fn));
  }

  finish(): Uint8Array {
    return this.#buffer.subarray(0, this.#length);
  }

  #grow(bytes: number): void {
    const grown = new Uint8Array(Math.max(this.#buffer.length * 2, this.#length + bytes));
    grown.set(this.#buffer.subarray(0, this.#length));
    this.#buffer = grown;
  }
}
