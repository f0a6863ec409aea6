// Runs: the words of texts, and the runs of words that follow each other, as numbers.
// In: texts. Out: every word, and every run of up to RUN_MAX words that at least TEXTS_MIN texts have, with where they stand.
// Why level by level: a run that two texts have has only parts that two texts have. A table of all runs of all texts would take
// gigabytes; the sorted numbers of one length take 8 bytes for each word.

import { compareCodePoints } from '../../../grammar/form.ts';
import { readUnits } from '../../../runtime/locate/word-places.ts';
import { STEMS_MAX, WORDS_MAX } from './examples.ts';
import { growingIntegers, growingNumbers } from './growing.ts';

/** Words of one text that follow each other, at most. Longer runs are seldom said twice. */
export const RUN_MAX = 4;
// Rarer ones could not support a phrase.
export const TEXTS_MIN = 2;

/** How a word stands behind the one before it; scripts without spaces have words side by side. */
const APART = 0;
const SPACED = 1;
const GLUED = 2;

type RunsReading =
  | { readonly kind: 'runs'; readonly runs: Runs }
  | { readonly kind: 'too-many-words'; readonly max: number }
  | { readonly kind: 'too-many-different-words'; readonly max: number };

/** Runs of one length. */
interface Level {
  /** By run, ascending: the number of the run without its last word, times the symbols there are, and the last symbol. */
  readonly keys: Float64Array;
  /** By word of all texts: the run that starts there; NONE where there is none. */
  readonly starting: Int32Array;
}

export const NONE = -1;

/** Reads the words of texts and finds the runs. */
export function readRuns(
  texts: readonly string[],
  onText: () => void = () => {},
  { wordsMax, stemsMax } = { wordsMax: WORDS_MAX, stemsMax: STEMS_MAX },
): RunsReading {
  const numbers = new Map<string, number>();
  const words = growingIntegers();
  const joints = growingIntegers();
  const starts = new Int32Array(texts.length + 1);
  for (const [at, text] of texts.entries()) {
    let end = 0;
    for (const unit of readUnits(text)) {
      let number = numbers.get(unit.stem);
      if (number === undefined) numbers.set(unit.stem, (number = numbers.size));
      words.push(number);
      joints.push(!unit.follows ? APART : unit.start > end ? SPACED : GLUED);
      end = unit.end;
    }
    if (words.length > wordsMax) return { kind: 'too-many-words', max: wordsMax };
    if (numbers.size > stemsMax) return { kind: 'too-many-different-words', max: stemsMax };
    starts[at + 1] = words.length;
    onText();
  }
  return { kind: 'runs', runs: new Runs([...numbers.keys()], words.taken(), joints.taken(), starts) };
}

/** Features of texts: words, then runs of two, three and four words. Each length is numbered on from the one before it. */
export class Runs {
  /** By word of all texts. */
  readonly #joints: Int32Array;
  /** The first word of each text, and the end. */
  readonly #starts: Int32Array;
  readonly #wordCount: number;
  readonly #levels: Level[];
  /** The first number of each length, and the end. */
  readonly #firsts: number[] = [0];

  constructor(stems: readonly string[], words: Int32Array, joints: Int32Array, starts: Int32Array) {
    this.#joints = joints;
    this.#starts = starts;
    this.#wordCount = stems.length;
    this.#levels = [this.#singleWords(stems, words)];
    this.#firsts.push(stems.length);
    while (this.#levels.length < RUN_MAX) {
      const level = this.#longer(this.#levels.at(-1)!);
      this.#levels.push(level);
      this.#firsts.push(this.#firsts.at(-1)! + level.keys.length);
    }
  }

  /** How many features there are. */
  get count(): number {
    return this.#firsts.at(-1)!;
  }

  isWord(feature: number): boolean {
    return feature < this.#wordCount;
  }

  /** How many words a text has. */
  wordsOf(text: number): number {
    return this.#starts[text + 1]! - this.#starts[text]!;
  }

  /** The feature of so many words that starts at a word of a text; NONE where there is none. */
  featureAt(text: number, word: number, length: number): number {
    const number = this.#levels[length - 1]!.starting[this.#starts[text]! + word]!;
    return number === NONE ? NONE : this.#firsts[length - 1]! + number;
  }

  /** Whether nothing stands between a word of a text and the one before it. */
  isGlued(text: number, word: number): boolean {
    return this.#joints[this.#starts[text]! + word] === GLUED;
  }

  /** How many words a feature has. */
  lengthOf(feature: number): number {
    let length = 1;
    while (feature >= this.#firsts[length]!) length += 1;
    return length;
  }

  /** By their words one after the other, in code point order; a word with a space before it comes first. */
  compare(one: number, other: number): number {
    const left = this.#symbolsOf(one);
    const right = this.#symbolsOf(other);
    for (let at = 0; at < Math.min(left.length, right.length); at += 1)
      if (left[at] !== right[at]) return left[at]! - right[at]!;
    return left.length - right.length;
  }

  /** The first so many features in their order, of those that are sought. */
  first(count: number, isSought: (feature: number) => boolean): number[] {
    // Those of one length are numbered in their order.
    const next = this.#firsts.slice(0, -1);
    const advance = (at: number): void => {
      while (next[at]! < this.#firsts[at + 1]! && !isSought(next[at]!)) next[at]! += 1;
    };
    next.forEach((_, at) => advance(at));
    const found: number[] = [];
    while (found.length < count) {
      let least = NONE;
      next.forEach((feature, at) => {
        if (feature < this.#firsts[at + 1]! && (least === NONE || this.compare(feature, next[least]!) < 0)) least = at;
      });
      if (least === NONE) return found;
      found.push(next[least]!);
      next[least]! += 1;
      advance(least);
    }
    return found;
  }

  #symbolsOf(feature: number): number[] {
    const symbols: number[] = [];
    let length = this.lengthOf(feature);
    let number = feature - this.#firsts[length - 1]!;
    for (; length > 1; length -= 1) {
      const key = this.#levels[length - 1]!.keys[number]!;
      symbols.unshift(key % this.#symbols);
      number = Math.floor(key / this.#symbols);
    }
    return [number, ...symbols];
  }

  /** A word behind another one is two symbols: with a space before it, and without. */
  get #symbols(): number {
    return 2 * this.#wordCount;
  }

  /** Words are numbered in code point order, so that numbers compare as words do. */
  #singleWords(stems: readonly string[], words: Int32Array): Level {
    const ranks = new Int32Array(stems.length);
    const order = stems.map((_, at) => at).sort((a, b) => compareCodePoints(stems[a]!, stems[b]!));
    for (const [rank, at] of order.entries()) ranks[at] = rank;
    const starting = words.map((word) => ranks[word]!);
    const counts = new Int32Array(stems.length);
    this.#eachText((from, to) => {
      for (const word of new Set(starting.subarray(from, to))) counts[word]! += 1;
    });
    return { keys: new Float64Array(0), starting: starting.map((word) => (counts[word]! < TEXTS_MIN ? NONE : word)) };
  }

  #longer(shorter: Level): Level {
    const length = this.#levels.length + 1;
    const words = this.#levels[0]!.starting;
    const keyAt = (at: number, to: number): number => {
      const last = at + length - 1;
      if (last >= to || this.#joints[last] === APART) return NONE;
      const prefix = shorter.starting[at]!;
      if (prefix === NONE || shorter.starting[at + 1] === NONE) return NONE;
      return prefix * this.#symbols + words[last]! + (this.#joints[last] === GLUED ? this.#wordCount : 0);
    };
    const all = growingNumbers();
    this.#eachText((from, to) => {
      const own = new Set<number>();
      for (let at = from; at < to; at += 1) own.add(keyAt(at, to));
      own.delete(NONE);
      for (const key of own) all.push(key);
    });
    const keys = repeated(all.taken().sort());
    const starting = new Int32Array(words.length);
    this.#eachText((from, to) => {
      for (let at = from; at < to; at += 1) {
        const key = keyAt(at, to);
        starting[at] = key === NONE ? NONE : find(keys, key);
      }
    });
    return { keys, starting };
  }

  #eachText(work: (from: number, to: number) => void): void {
    for (let text = 0; text + 1 < this.#starts.length; text += 1) work(this.#starts[text]!, this.#starts[text + 1]!);
  }
}

/** Of sorted numbers those that occur often enough, each once. */
function repeated(sorted: Float64Array): Float64Array {
  let kept = 0;
  for (let from = 0, to = 0; from < sorted.length; from = to) {
    while (to < sorted.length && sorted[to] === sorted[from]) to += 1;
    if (to - from >= TEXTS_MIN) sorted[kept++] = sorted[from]!;
  }
  return sorted.slice(0, kept);
}

/** Where a number stands among sorted ones; NONE where it does not. */
export function find(sorted: Float64Array, sought: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (sorted[middle]! < sought) low = middle + 1;
    else high = middle;
  }
  return sorted[low] === sought ? low : NONE;
}
