// Words whose keys share a place by the first hash of symbols (runtime/assembly/locate/hash.ts), as somebody would make them
// who has read it. In: how many, and how many low bits of the hash they share. Out: words without vowels, which are their own stems.

const LETTERS = 'bcdfghjklmnpqrtvwxz';
const WORD_LENGTH = 8;

export function craftWords(count: number, bits: number): string[] {
  const words: string[] = [];
  const mask = 2 ** bits - 1;
  for (let number = 0; words.length < count; number += 1) {
    let word = '';
    for (let rest = number; word.length < WORD_LENGTH; rest = Math.floor(rest / LETTERS.length))
      word += LETTERS[rest % LETTERS.length]!;
    if ((hash(word) & mask) === 0) words.push(word);
  }
  return words;
}

/** The upper half of a 64-bit number comes first. */
type Wide = readonly [high: number, low: number];

/** Of a word of eight letters. */
function hash(word: string): number {
  const half = (at: number): number =>
    word.charCodeAt(at) |
    (word.charCodeAt(at + 1) << 8) |
    (word.charCodeAt(at + 2) << 16) |
    (word.charCodeAt(at + 3) << 24);
  return mix(mix([half(4), half(0) ^ WORD_LENGTH]))[0];
}

const FACTOR: Wide = [0x9e3779b9, 0x7f4a7c15];

function mix([high, low]: Wide): Wide {
  const product = multiply([high ^ (high >>> 29), low ^ ((high << 3) | (low >>> 29))], FACTOR);
  return [product[0], product[1] ^ product[0]];
}

/** The lower 64 bits. */
function multiply([aHigh, aLow]: Wide, [bHigh, bLow]: Wide): Wide {
  const [a1, a0, b1, b0] = [aLow >>> 16, aLow & 0xffff, bLow >>> 16, bLow & 0xffff];
  const middle = a1 * b0 + ((a0 * b0) >>> 16);
  const carried = (middle % 0x10000) + a0 * b1;
  const upper = a1 * b1 + Math.floor(middle / 0x10000) + Math.floor(carried / 0x10000);
  return [(upper + Math.imul(aHigh, bLow) + Math.imul(aLow, bHigh)) | 0, Math.imul(aLow, bLow)];
}
