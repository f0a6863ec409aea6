// JSON sink: the bytes of JSON text that is being written.
// In: pieces of it. Out: UTF-8. Why bytes: a text that is added up from thousands of short pieces has to be flattened and encoded
// before it is sent, and takes twice as long and several times the memory.

const START_BYTES = 65_536;
// A larger buffer goes back before the next text: one long answer must not hold its room for the life of the process.
const KEPT_BYTES_MAX = 2 ** 20;
// Longer texts are looked through faster by the host.
const QUOTED_BY_HAND_MAX = 64;
// A UTF-16 unit is at most three bytes.
const UNIT_BYTES_MAX = 3;
// From here on counting the bytes is cheaper than the room for the worst.
const COUNTED_FROM = 4096;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

export class JsonSink {
  #bytes = Buffer.allocUnsafeSlow(START_BYTES);
  #at = 0;

  /** Forgets what was put. */
  clear(): void {
    this.#at = 0;
    if (this.#bytes.length > KEPT_BYTES_MAX) this.#bytes = Buffer.allocUnsafeSlow(START_BYTES);
  }

  /** Bytes that were put. */
  get length(): number {
    return this.#at;
  }

  toString(): string {
    return this.#bytes.toString('utf8', 0, this.#at);
  }

  /** A copy. */
  toBytes(): Buffer {
    return Buffer.from(this.#bytes.subarray(0, this.#at));
  }

  /** One ASCII character. */
  putCode(code: number): void {
    if (this.#at === this.#bytes.length) this.#grow(1);
    this.#bytes[this.#at] = code;
    this.#at += 1;
  }

  /** A word or a number. */
  putAscii(text: string): void {
    const count = text.length;
    if (this.#at + count > this.#bytes.length) this.#grow(count);
    for (let at = 0; at < count; at += 1) this.#bytes[this.#at + at] = text.charCodeAt(at);
    this.#at += count;
  }

  /** A text that is JSON already. */
  putJson(text: string): void {
    const bytes = text.length < COUNTED_FROM ? text.length * UNIT_BYTES_MAX : Buffer.byteLength(text);
    if (this.#at + bytes > this.#bytes.length) this.#grow(bytes);
    this.#at += this.#bytes.write(text, this.#at, 'utf8');
  }

  /** A string in quotes, escaped: most are short and need no escape. */
  putString(text: string): void {
    const count = text.length;
    if (count > QUOTED_BY_HAND_MAX) {
      this.putJson(JSON.stringify(text));
      return;
    }
    if (this.#at + count + 2 > this.#bytes.length) this.#grow(count + 2);
    const bytes = this.#bytes;
    let to = this.#at;
    bytes[to++] = QUOTE;
    for (let at = 0; at < count; at += 1) {
      const code = text.charCodeAt(at);
      if (code < 0x20 || code === QUOTE || code === BACKSLASH || code > 0x7e) {
        this.putJson(JSON.stringify(text));
        return;
      }
      bytes[to++] = code;
    }
    bytes[to++] = QUOTE;
    this.#at = to;
  }

  #grow(bytes: number): void {
    const larger = Buffer.allocUnsafeSlow(Math.max(this.#bytes.length * 2, this.#at + bytes));
    larger.set(this.#bytes.subarray(0, this.#at));
    this.#bytes = larger;
  }
}
