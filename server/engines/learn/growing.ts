// Growing: numbers of which it is not known how many there will be, 4 or 8 bytes each.

type Numbers = Int32Array | Float64Array;

class Growing<N extends Numbers> {
  readonly #make: (length: number) => N;
  #numbers: N;
  #length = 0;

  constructor(make: (length: number) => N) {
    this.#make = make;
    this.#numbers = make(LENGTH_AT_FIRST);
  }

  get length(): number {
    return this.#length;
  }

  push(number: number): void {
    if (this.#length === this.#numbers.length) {
      const grown = this.#make(2 * this.#length);
      grown.set(this.#numbers);
      this.#numbers = grown;
    }
    this.#numbers[this.#length] = number;
    this.#length += 1;
  }

  /** All of them; they may be sorted in place. Nothing can be added afterwards. */
  taken(): N {
    return this.#numbers.subarray(0, this.#length) as N;
  }
}

const LENGTH_AT_FIRST = 1024;

export const growingIntegers = (): Growing<Int32Array> => new Growing((length) => new Int32Array(length));
export const growingNumbers = (): Growing<Float64Array> => new Growing((length) => new Float64Array(length));
