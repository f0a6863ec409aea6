// Pattern: a pattern's tree → the program that the runtime matches by, as bytes among the script's constants.
//
// The program is a graph of 32-byte instructions. The runtime sweeps a text from its end and asks at every place which
// instructions lead to a match from there; so each instruction lists those that lead to it: `takes` (they take a code
// point) and `steps` (they do not), unless they are the next higher one: these are told by bits. Code points are told apart only by class: two are in one class when every set of the
// pattern holds both or neither. Offsets are from the program's start.

import type { Ranges } from '../pattern/ranges.ts';
import { CODE_POINT_MAX, WORDS } from '../pattern/ranges.ts';
import type { Pattern, PatternNode, PatternTest } from '../pattern/tree.ts';
import { stepsPerByte } from '../pattern/tree.ts';
import { bytesOf, LOOKS, OPCODES, TESTS, wordsOf } from './layout.ts';

/** Masks of more words are left out; a pattern that large pays for its lists. */
const MASK_WORDS_MAX = 4096;
/** In a list of steps: it is a test. */
const TESTED = 1 << 30;
const ASCII = 128;

const TEST_NUMBERS: Readonly<Record<PatternTest, number>> = {
  start: TESTS.START,
  end: TESTS.END,
  boundary: TESTS.BOUNDARY,
  'no-boundary': TESTS.NO_BOUNDARY,
  'line-start': TESTS.LINE_START,
  'line-end': TESTS.LINE_END,
};
/** A class of its own where lines are tested. */
const LINE_FEED: Ranges = [[0x0a, 0x0a]];

type Take = { readonly op: 'take'; readonly set: Ranges; readonly next: number };
type Instruction =
  | { readonly op: 'match' }
  | Take
  /** `next` is tried before `otherwise`. */
  | { readonly op: 'split'; readonly next: number; readonly otherwise: number }
  | { readonly op: 'save'; readonly slot: number; readonly next: number }
  | { readonly op: 'test'; readonly test: PatternTest; readonly next: number };

/** `names`: address of a vector of the names of its groups; 0 for none. */
export function encodePattern(pattern: Pattern, names: number): Uint8Array {
  const instructions: Instruction[] = [{ op: 'match' }];
  const start = addInstructions(pattern.root, MATCH, instructions);
  const sets = [
    ...new Set(instructions.flatMap((instruction) => (instruction.op === 'take' ? [instruction.set] : []))),
  ];
  const looks = looksOf(instructions);
  const classes = classify([...sets, WORDS, ...((looks & LOOKS.LINES) === 0 ? [] : [LINE_FEED])]);
  const image = new WordImage(bytesOf('PatternProgram') / 4);
  const setOffsets = new Map(
    [...sets, WORDS].map((set) => [set, image.add(bitsOf(classes.count, heldBy(classes, set)))]),
  );
  // A run begins at ASCII's end, so none lies on both sides of it.
  const within = classes.runs.filter(({ first }) => first < ASCII);
  const beyond = classes.runs.slice(within.length);
  const ascii = image.add(
    Array.from({ length: ASCII }, (_, codePoint) => within.findLast(({ first }) => first <= codePoint)!.number),
  );
  const beyondOffset = image.add(beyond.flatMap(({ first, number }) => [first, number]));
  const leading = leadingLists(instructions);
  const words = Math.ceil(instructions.length / 64);
  // What leads to the instruction just below is told by bits, all at once; the lists hold the others.
  const hasMasks = words * classes.count <= MASK_WORDS_MAX;
  const isMasked = (index: number): boolean => hasMasks && leading[index - 1]?.takes.includes(index) === true;
  const isChained = (index: number): boolean =>
    leading[index - 1]?.steps.includes(index) === true && instructions[index]!.op !== 'test';
  const listed = leading.map(({ takes, steps }, below) => ({
    takes: takes.filter((index) => !isMasked(index)),
    // A split may step to the one below it and to another.
    steps: steps.filter((index) => index !== below + 1 || !isChained(index)),
  }));
  const lists = listed.map(({ takes, steps }) => {
    const offset = image.add(takes.flatMap((index) => [index, setOffsets.get((instructions[index] as Take).set)!]));
    const stepsOffset = image.add(steps.map((index) => index | (instructions[index]!.op === 'test' ? TESTED : 0)));
    return { takes: offset, steps: stepsOffset, listsEnd: image.size };
  });
  const bits = (has: (index: number) => boolean): number =>
    image.add(bitsOf(instructions.length, [...instructions.keys()].filter(has)));
  const taken = bits((index) => listed[index]!.takes.length > 0);
  const stepped = bits((index) => listed[index]!.steps.length > 0);
  const chained = bits(isChained);
  const base = instructions.some(({ op }) => op === 'test')
    ? 0
    : image.add(bitsOf(instructions.length, steppingTo(MATCH, leading)));
  const masks = hasMasks ? image.add(takeMasks(instructions, classes, isMasked)) : 0;
  const code = image.add(
    instructions.flatMap((instruction, index) =>
      wordsOf('PatternInstruction', { ...operands(instruction, setOffsets), ...lists[index]! }),
    ),
  );
  image.set(
    0,
    wordsOf('PatternProgram', {
      stepsPerByte: stepsPerByte(pattern),
      instructions: instructions.length,
      groups: pattern.groupCount,
      classes: classes.count,
      first: start,
      code,
      ascii,
      runs: beyondOffset,
      runCount: beyond.length,
      words: setOffsets.get(WORDS)!,
      looks,
      taken,
      stepped,
      masks,
      chained,
      base,
      names,
    }),
  );
  return image.bytes();
}

/** The first instruction. */
const MATCH = 0;

/** Adds what matches `node` and goes on at `next`; returns where it begins. */
function addInstructions(node: PatternNode, next: number, instructions: Instruction[]): number {
  const add = (instruction: Instruction): number => instructions.push(instruction) - 1;
  switch (node.kind) {
    case 'take':
      return add({ op: 'take', set: node.set, next });
    case 'test':
      return add({ op: 'test', test: node.test, next });
    case 'sequence':
      return node.items.reduceRight((after, item) => addInstructions(item, after, instructions), next);
    case 'choice':
      return node.items
        .map((item) => addInstructions(item, next, instructions))
        .reduceRight((otherwise, first) => add({ op: 'split', next: first, otherwise }));
    case 'group': {
      if (node.index === null) return addInstructions(node.body, next, instructions);
      const end = add({ op: 'save', slot: 2 * node.index + 1, next });
      return add({ op: 'save', slot: 2 * node.index, next: addInstructions(node.body, end, instructions) });
    }
    case 'repeat':
      return addRepeat(node, next, instructions);
  }
}

function addRepeat(
  { body, min, max, greedy }: PatternNode & { readonly kind: 'repeat' },
  next: number,
  instructions: Instruction[],
): number {
  const split = (again: number): Instruction =>
    greedy ? { op: 'split', next: again, otherwise: next } : { op: 'split', next, otherwise: again };
  let entry = next;
  let copies = min;
  if (max === null) {
    // Its target is known when the body stands.
    const loop = instructions.push({ op: 'match' }) - 1;
    const round = addInstructions(body, loop, instructions);
    instructions[loop] = split(round);
    entry = min === 0 ? loop : round;
    copies = min === 0 ? 0 : min - 1;
  } else {
    for (let optional = max - min; optional > 0; optional -= 1)
      entry = instructions.push(split(addInstructions(body, entry, instructions))) - 1;
  }
  for (; copies > 0; copies -= 1) entry = addInstructions(body, entry, instructions);
  return entry;
}

interface Leading {
  readonly takes: number[];
  readonly steps: number[];
}

/** For every instruction, those that lead to it. */
function leadingLists(instructions: readonly Instruction[]): Leading[] {
  const lists = instructions.map((): Leading => ({ takes: [], steps: [] }));
  instructions.forEach((instruction, index) => {
    if (instruction.op === 'match') return;
    (instruction.op === 'take' ? lists[instruction.next]!.takes : lists[instruction.next]!.steps).push(index);
    if (instruction.op === 'split' && instruction.otherwise !== instruction.next)
      lists[instruction.otherwise]!.steps.push(index);
  });
  return lists;
}

/** An instruction and all from which steps alone lead to it. */
function steppingTo(index: number, leading: readonly Leading[]): number[] {
  const found = new Set([index]);
  for (const each of found) for (const step of leading[each]!.steps) found.add(step);
  return [...found];
}

/** For every class, the bits of the masked instructions that take it. */
function takeMasks(
  instructions: readonly Instruction[],
  classes: Classes,
  isMasked: (index: number) => boolean,
): number[] {
  const takes: number[][] = Array.from({ length: classes.count }, () => []);
  const held = new Map<Ranges, readonly number[]>();
  instructions.forEach((instruction, index) => {
    if (instruction.op !== 'take' || !isMasked(index)) return;
    const numbers = held.get(instruction.set) ?? [...new Set(heldBy(classes, instruction.set))];
    held.set(instruction.set, numbers);
    for (const number of numbers) takes[number]!.push(index);
  });
  return takes.flatMap((members) => bitsOf(instructions.length, members));
}

function looksOf(instructions: readonly Instruction[]): number {
  const tests = instructions.flatMap((instruction) => (instruction.op === 'test' ? [instruction.test] : []));
  const has = (...some: readonly PatternTest[]): boolean => tests.some((test) => some.includes(test));
  return (has('boundary', 'no-boundary') ? LOOKS.WORDS : 0) + (has('line-start', 'line-end') ? LOOKS.LINES : 0);
}

function operands(
  instruction: Instruction,
  setOffsets: ReadonlyMap<Ranges, number>,
): { readonly opcode: number; readonly next: number; readonly operand: number } {
  switch (instruction.op) {
    case 'match':
      return { opcode: OPCODES.MATCH, next: 0, operand: 0 };
    case 'take':
      return { opcode: OPCODES.TAKE, next: instruction.next, operand: setOffsets.get(instruction.set)! };
    case 'split':
      return { opcode: OPCODES.SPLIT, next: instruction.next, operand: instruction.otherwise };
    case 'save':
      return { opcode: OPCODES.SAVE, next: instruction.next, operand: instruction.slot };
    case 'test':
      return { opcode: OPCODES.TEST, next: instruction.next, operand: TEST_NUMBERS[instruction.test] };
  }
}

interface Classes {
  readonly count: number;
  /** From code point 0 on, where each run of one class begins. */
  readonly runs: readonly { readonly first: number; readonly number: number }[];
}

/** Code points that all sets hold alike are one class. */
function classify(sets: readonly Ranges[]): Classes {
  const edges = new Set([0, ASCII]);
  for (const set of sets) {
    for (const [first, last] of set) {
      edges.add(first);
      if (last < CODE_POINT_MAX) edges.add(last + 1);
    }
  }
  const firsts = [...edges].sort((a, b) => a - b);
  let numbers = firsts.map(() => 0);
  let count = 1;
  for (const set of sets) {
    // Each class so far is split into what this set holds and what it does not.
    const split = new Map<number, number>();
    let range = 0;
    numbers = numbers.map((number, run) => {
      while (range < set.length && set[range]![1] < firsts[run]!) range += 1;
      const key = number * 2 + (range < set.length && set[range]![0] <= firsts[run]! ? 1 : 0);
      const known = split.get(key) ?? split.size;
      split.set(key, known);
      return known;
    });
    count = split.size;
  }
  return { count, runs: firsts.map((first, run) => ({ first, number: numbers[run]! })) };
}

/** The classes that a set holds. */
function heldBy({ runs }: Classes, set: Ranges): number[] {
  let range = 0;
  return runs.flatMap(({ first, number }) => {
    while (range < set.length && set[range]![1] < first) range += 1;
    return range < set.length && set[range]![0] <= first ? [number] : [];
  });
}

/** A bit for each of `count`, in whole words of 64 bits. */
function bitsOf(count: number, members: readonly number[]): number[] {
  const words = new Array<number>(2 * Math.ceil(count / 64)).fill(0);
  for (const member of members) words[member >> 5]! |= 1 << (member & 31);
  return words;
}

/** Words in the order they are added; the header is filled in last. */
class WordImage {
  readonly #words: number[];

  constructor(headerWords: number) {
    this.#words = new Array<number>(headerWords).fill(0);
  }

  /** Returns the offset in bytes. */
  add(words: readonly number[]): number {
    const offset = this.#words.length * 4;
    for (const word of words) this.#words.push(word);
    return offset;
  }

  get size(): number {
    return this.#words.length * 4;
  }

  set(index: number, words: readonly number[]): void {
    words.forEach((word, at) => {
      this.#words[index + at] = word;
    });
  }

  bytes(): Uint8Array {
    const view = new DataView(new ArrayBuffer(this.#words.length * 4));
    this.#words.forEach((word, index) => view.setInt32(index * 4, word, true));
    return new Uint8Array(view.buffer);
  }
}
