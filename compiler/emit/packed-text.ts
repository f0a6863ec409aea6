// Packed text: a long text that repeats itself, as a shorter one. In: a text. Out: one in which whatever stood before is
// a copy, for the section of artifacts. Why a form of our own: the bytes must be the same everywhere, and libraries that
// deflate differ between versions and processors; and it stays a text, which JSON holds without base 64.
//
// A packed text is read character by character (code points). One below U+007F stands for itself. U+007F says that the next
// one stands for itself, whatever it is. Any other begins a copy of what was read before: U+0080 of what begins 1 character
// back, U+0081 of 2, and so on, without the surrogates; the next character says how long it is, # that it is 4 characters,
// $ 5, and so on. It may reach into itself.

/** Shorter copies save nothing: two bytes say how far back a near one begins, three a far one, and one how long it is. */
const LENGTH_MIN = 4;
const LENGTH_MAX = 95;
const LENGTH_ZERO = '#'.charCodeAt(0) - LENGTH_MIN;
const ITSELF = 0x7f;
/** Of a copy that begins 1 character back. */
const NEAREST = 0x80;
const SURROGATES = 0xd800;
const SURROGATES_END = 0xe000;
const DISTANCE_MAX = 0xffff - NEAREST + 1 - (SURROGATES_END - SURROGATES);
/** From here on a character takes three bytes. */
const FAR = 0x800;
/** Places with the same beginning that are looked at, the nearest first: more find hardly more. */
const TRIES_MAX = 32;
/** Characters of a text; no program has more than 8 Mi. A packed one of 1 MB could say 30 times as many. */
export const TEXT_MAX = 2 ** 24;

export function packText(text: string): string {
  const characters = Uint32Array.from(text, (character) => character.codePointAt(0)!);
  const copies = new Copies(characters);
  let packed = '';
  for (let at = 0; at < characters.length; ) {
    const copy = copies.longestAt(at);
    const length = copy?.length ?? 1;
    if (copy === null) {
      const code = characters[at]!;
      packed += `${code >= ITSELF ? String.fromCharCode(ITSELF) : ''}${String.fromCodePoint(code)}`;
    } else {
      const far = NEAREST - 1 + copy.distance;
      packed += String.fromCharCode(
        far < SURROGATES ? far : far + SURROGATES_END - SURROGATES,
        LENGTH_ZERO + copy.length,
      );
    }
    for (let end = at + length; at < end; at += 1) copies.add(at);
  }
  return packed;
}

/** Throws when it is none that `packText` could have written. */
export function unpackText(packed: string): string {
  const characters: number[] = [];
  const reader = packed[Symbol.iterator]();
  const next = (): number | null => {
    const { done, value } = reader.next();
    return done === true ? null : (value as string).codePointAt(0)!;
  };
  for (let code = next(); code !== null; code = next()) {
    if (code < ITSELF) characters.push(code);
    else {
      const second = next();
      if (second === null) throw new Error('a packed text ends within a copy');
      if (code === ITSELF) characters.push(second);
      else
        addCopy(characters, (code < SURROGATES_END ? code : code + SURROGATES - SURROGATES_END) + 1 - NEAREST, second);
    }
    if (characters.length > TEXT_MAX) throw new Error('a packed text is too long');
  }
  return textOf(characters);
}

function addCopy(characters: number[], distance: number, lengthCode: number): void {
  const length = lengthCode - LENGTH_ZERO;
  if (distance > Math.min(DISTANCE_MAX, characters.length) || length < LENGTH_MIN || length > LENGTH_MAX)
    throw new Error('a packed text copies what is not there');
  for (let count = 0; count < length; count += 1) characters.push(characters[characters.length - distance]!);
}

/** In pieces: the arguments of a call are limited. */
function textOf(characters: readonly number[]): string {
  const piece = 4096;
  let text = '';
  for (let at = 0; at < characters.length; at += piece)
    text += String.fromCodePoint(...characters.slice(at, at + piece));
  return text;
}

interface Copy {
  readonly distance: number;
  readonly length: number;
}

/** Where four characters stood before. */
class Copies {
  readonly #characters: Uint32Array;
  /** The last place of a hash of four characters, and for each place the one before; 1 more, 0 where there is none. */
  readonly #last = new Int32Array(2 ** 16);
  readonly #before: Int32Array;

  constructor(characters: Uint32Array) {
    this.#characters = characters;
    this.#before = new Int32Array(characters.length);
  }

  add(at: number): void {
    const hash = this.#hash(at);
    this.#before[at] = this.#last[hash]!;
    this.#last[hash] = at + 1;
  }

  /** The copy that saves most; null where none saves anything. */
  longestAt(at: number): Copy | null {
    let best: Copy | null = null;
    let most = 0;
    let place = this.#last[this.#hash(at)]! - 1;
    for (let tries = 0; place >= 0 && at - place <= DISTANCE_MAX && tries < TRIES_MAX; tries += 1) {
      const distance = at - place;
      const length = this.#common(place, at);
      const saved = length - (NEAREST - 1 + distance < FAR ? 3 : 4);
      if (length >= LENGTH_MIN && saved > most) {
        best = { distance, length };
        most = saved;
      }
      place = this.#before[place]! - 1;
    }
    return best;
  }

  #common(place: number, at: number): number {
    const characters = this.#characters;
    const end = Math.min(LENGTH_MAX, characters.length - at);
    let length = 0;
    while (length < end && characters[place + length] === characters[at + length]) length += 1;
    return length;
  }

  #hash(at: number): number {
    const characters = this.#characters;
    let hash = 0;
    for (let offset = 0; offset < LENGTH_MIN; offset += 1)
      hash = Math.imul(hash ^ (characters[at + offset] ?? 0), 0x9e3779b1);
    return hash >>> 16;
  }
}
