// What does a step cost at most? Programs and inputs made for runs to take long, or much memory, for the steps they are
// charged. Goals: no more than 30 ns a step for a pattern, whatever the text, and time that grows as the text does; a few
// tens of bytes a step for what a run makes.

import { check, checkedOf } from '../compiler/check.ts';
import { compile } from '../runtime/compile.ts';
import { createMachine } from '../runtime/run.ts';
import { craftWords } from '../test/support/crafted-words.ts';
import { duration, median, table } from './measure.ts';

interface HostileRun {
  readonly name: string;
  readonly source: string;
  readonly input: unknown;
}

const ROUNDS = 5;
/** Enough for all of them: what is asked is the price, not the limit. */
const FUEL = Number.MAX_SAFE_INTEGER;

export async function benchHostileRuns(): Promise<string> {
  const rows: string[][] = [];
  for (const { name, source, input } of [...patternRuns(), ...locateRuns(), ...collectionRuns()]) {
    const machine = createMachine();
    const script = await compile(checkedOf(check(source))!);
    const text = Buffer.from(JSON.stringify(input));
    const times: number[] = [];
    let result = machine.run(script, text, { fuel: FUEL });
    for (let round = 0; round < ROUNDS; round += 1) {
      const before = process.cpuUsage();
      result = machine.run(script, text, { fuel: FUEL });
      const { user, system } = process.cpuUsage(before);
      times.push(user + system);
    }
    const spent = median(times);
    const bytes = leastBytes(
      (memoryBytesMax) => machine.run(script, text, { fuel: FUEL, memoryBytesMax }).kind === 'finished',
    );
    rows.push([
      name,
      result.kind === 'finished' ? 'ok' : result.fault.code,
      result.steps.toLocaleString('en-US'),
      duration(spent),
      `${((spent * 1000) / result.steps).toFixed(1)} ns`,
      `${(bytes / result.steps).toFixed(1)} B`,
    ]);
  }
  return table(['run', 'comes to', 'steps', 'processor', 'a step', 'arena a step'], rows);
}

const MEMORY_BYTES_MAX = 64 * 2 ** 20;

/** The smallest arena, to a kilobyte, that a run finishes in; Infinity when the largest is too small. */
function leastBytes(finishes: (memoryBytesMax: number) => boolean): number {
  if (!finishes(MEMORY_BYTES_MAX)) return Infinity;
  let [low, high] = [1, MEMORY_BYTES_MAX];
  while (high - low > 1024) {
    const middle = Math.floor((low + high) / 2);
    if (finishes(middle)) high = middle;
    else low = middle;
  }
  return high;
}

/** The dearest patterns that were found for so many nodes, on texts where nothing repeats. */
function patternRuns(): HostileRun[] {
  const text = mixed(100_000, 'ab');
  const patterns = [
    ...[0, 1, 3, 6, 12, 21, 40, 100, 250, 500, 900].map((count) => `b.{${count}}a`),
    ...[10, 60, 250].map((count) => `(?:b?){${count}}`),
    ...[3, 10, 100, 400].flatMap((count) => [
      `(?:${'c|'.repeat(count)}.)*`,
      `(?:${'c|'.repeat(count)}.)*b.{12}a`,
      `(?:${'.c|'.repeat(count / 2)}.)*b.{12}a`,
    ]),
    ...[3, 20, 100, 200].flatMap((count) => [
      `(?:b(?:[ab]|.){${count}}a|.)*`,
      `(?:b.{9}){0,${Math.ceil(count / 4)}}b.{9}[bc]|.`,
    ]),
    '.',
    'a?',
    '',
    '(((a*)+)+)+',
    '(?:b?|(?:.{5}|(a))b.{9}[ac]|((b)+)+)+?',
  ];
  return [
    {
      name: 'a pattern whose sets differ in few bits',
      source: '(matches? "zzzzzzzzzzzzzzz|c[0-4].{17}[5-9]" (join (map sqrt (range 2 8200))))',
      input: null,
    },
    ...patterns.map((pattern) => ({
      name: `100 KB: \`${short(pattern)}\``,
      source: `(count (find-patterns ${JSON.stringify(pattern)} input))`,
      input: text,
    })),
    ...[1, 10].map((megabytes) => ({
      name: `${megabytes} MB: \`b.{21}a\``,
      source: '(count (find-patterns "b.{21}a" input))',
      input: mixed(megabytes * 1_000_000, 'ab'),
    })),
    {
      name: '10,000 texts of no byte, 500 groups',
      source: `(count (map (fn [x] (capture-pattern "${'()'.repeat(500)}" x)) (repeat 10000 "")))`,
      input: null,
    },
    {
      name: '4,000 patterns, each once',
      source: `(do ${Array.from({ length: 4_000 }, (_, index) => `(matches? "${String.fromCodePoint(0x4e00 + index)}" "a")`).join(' ')})`,
      input: null,
    },
  ];
}

function locateRuns(): HostileRun[] {
  // The table of that many has 16,384 places.
  const words = craftWords(8_000, 13);
  const [phrases, others] = [words.slice(0, 4_000), words.slice(4_000)];
  return [
    {
      name: '4,000 phrases that share a place',
      source: '(count (locate-all (:text input) (:phrases input)))',
      input: { text: others.join(' '), phrases },
    },
    {
      name: '4,000 phrases that share nothing',
      source: '(count (locate-all (:text input) (:phrases input)))',
      input: {
        text: others.join(' '),
        phrases: phrases.map((word, index) => word.slice(0, 3) + String(index + 10_000)),
      },
    },
  ];
}

function collectionRuns(): HostileRun[] {
  const reads = (entries: number): HostileRun => ({
    name: `200,000 reads of a map of ${entries.toLocaleString('en-US')} entries`,
    source: '(reduce (fn [n k] (+ n (get (:map input) k))) 0 (:keys input))',
    input: {
      map: Object.fromEntries(Array.from({ length: entries }, (_, at) => [`key${at}`, at])),
      keys: Array.from({ length: 200_000 }, (_, at) => `key${(at * 245_489) % entries}`),
    },
  });
  return [
    reads(1_000),
    reads(100_000),
    reads(400_000),
    {
      name: 'a map of 50,000 entries, one by one',
      source: '(count (reduce (fn [m i] (assoc m (str i) i)) {} (range 50000)))',
      input: null,
    },
    { name: '20,000 texts of 400 decimals', source: '(count (map-indexed fixed (repeat 20000 400)))', input: null },
    {
      name: 'a key of 11,000 bytes over 1,450 places',
      source: '(count (locate-all input "refund"))',
      input: { ['k'.repeat(11_000)]: Array.from({ length: 1_450 }, () => 'a refund') },
    },
    {
      name: '1,000,000 numbers in order',
      source: '(count (sort (map (fn [i] (mod (* i 7919) 1000003)) (range 1000000))))',
      input: null,
    },
    { name: '100,000 maps of an entry', source: '(count (map (fn [x] {:a x}) (range 100000)))', input: null },
    {
      name: '5,000 texts in 16 words',
      source: '(count (map (fn [i] (words "a b c d e f g h i j k l m n o p")) (range 5000)))',
      input: null,
    },
  ];
}

function short(text: string): string {
  return (text.length > 34 ? `${text.slice(0, 12)}…${text.slice(-20)}` : text).replaceAll('|', '\\|');
}

/** A text of these characters in which nothing repeats; the same each time. */
function mixed(length: number, alphabet: string): string {
  let state = 12_345;
  return Array.from({ length }, () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    // The low bits of such a state repeat soon.
    return alphabet[Math.floor((state / 2 ** 32) * alphabet.length)]!;
  }).join('');
}
