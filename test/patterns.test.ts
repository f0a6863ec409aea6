// Patterns: both engines against each other, against JavaScript's and RE2's where the meaning is shared, and the time
// they take. Single cases a reader can extend are in golden/builtins/patterns.txt, what is refused in golden/reject.
// It is longer than other files because it holds all cases of one subject.

import fc from 'fast-check';
import { RE2JS } from 're2js';
import * as assert from 'uvu/assert';
import { check, checkedOf } from '../compiler/check.ts';
import type { RunResult } from '../compiler/faults.ts';
import { SCRIPT_PATTERN_NODES_MAX, SCRIPT_PROPERTY_RANGES_MAX } from '../compiler/pattern/literal.ts';
import { PATTERN_NODES_MAX, PATTERN_RANGES_MAX, parsePattern } from '../compiler/pattern/parse.ts';
import { compile } from '../runtime/compile.ts';
import { interpret } from '../runtime/interpret/evaluate.ts';
import { createMachine } from '../runtime/run.ts';
import { compareEngines } from './support/agreement.ts';
import { flags, matchedTexts, patterns, plainPatterns } from './support/patterns.ts';
import { test } from './support/test.ts';

const FUEL = 1_000_000;
const CPU_MICROSECONDS_MAX = 3_000_000;
const machine = createMachine();

type Script = (input: unknown, fuel?: number) => RunResult;

interface Engines {
  readonly wasm: Script;
  readonly defined: Script;
}

async function engines(source: string): Promise<Engines> {
  const checked = check(source);
  assert.ok(checked.ok, `${source} ${JSON.stringify(checked.diagnostics)}`);
  const program = checked.program!;
  const script = await compile({
    hash: checked.hash!,
    canonical: checked.canonical!,
    program,
    canonicalPlace: checked.places,
  });
  return {
    wasm: (input, fuel = FUEL) => machine.run(script, Buffer.from(JSON.stringify(input)), { fuel }),
    defined: (input, fuel = FUEL) => interpret(program, Buffer.from(JSON.stringify(input)), { fuel }),
  };
}

/** Everything the builtins say of a pattern and a text. */
const all = (pattern: string): string => {
  const literal = JSON.stringify(pattern);
  return `[(matches? ${literal} input) (find-pattern ${literal} input) (find-patterns ${literal} input) (capture-pattern ${literal} input) (replace-pattern ${literal} input "<>") (split-pattern ${literal} input) (capture-patterns ${literal} input) (rewrite-pattern ${literal} input "<$0$$>")]`;
};

function flagged(pattern: string, some: string): string {
  return some === '' ? pattern : `(?${some})${pattern}`;
}

interface Said {
  readonly matches: boolean;
  readonly first: string | null;
  readonly all: readonly string[];
  readonly groups: readonly (string | null)[] | null;
  readonly replaced: string;
  readonly pieces: readonly string[];
  readonly allGroups: readonly (readonly (string | null)[])[];
  readonly rewritten: string;
}

function said(result: RunResult): Said {
  assert.is(result.kind, 'finished');
  const [matches, first, found, groups, replaced, pieces, allGroups, rewritten] = JSON.parse(
    (result as { output: string }).output,
  ) as [boolean, string | null, string[], (string | null)[] | null, string, string[], (string | null)[][], string];
  return { matches, first, all: found, groups, replaced, pieces, allGroups, rewritten };
}

test('both engines say the same of any pattern and text, in the same steps', async () => {
  await fc.assert(
    fc.asyncProperty(
      patterns,
      fc.array(matchedTexts, { minLength: 1, maxLength: 30 }),
      fc.boolean(),
      async (text, inputs, ignoreCase) => {
        const { wasm, defined } = await engines(all(ignoreCase ? `(?i)${text}` : text));
        for (const input of inputs) assert.equal(wasm(input), defined(input), `${text} in ${JSON.stringify(input)}`);
      },
    ),
    { numRuns: 500 },
  );
});

test('both engines say the same of long texts, where sets and steps are many', async () => {
  const long = fc
    .array(fc.constantFrom('a', 'b', 'ab', 'ä', '1 ', '-', '\n'), { minLength: 200, maxLength: 600, size: 'max' })
    .map((parts) => parts.join(''));
  for (const text of [
    '(a|b)*a(a|b){9}',
    '(?:a|ab)+?(b|-|$)',
    '\\b(\\w+)\\W+(\\w*)',
    '(ä.?)+|1',
    '[^a]{3,7}a',
    '(?:(a+)b|(b+)a)*-',
  ]) {
    const { wasm, defined } = await engines(all(text));
    fc.assert(
      fc.property(long, (input) => assert.equal(wasm(input, FUEL * 10), defined(input, FUEL * 10), text)),
      { numRuns: 12 },
    );
  }
});

test('what is kept from text to text of a run changes nothing, also when it is full', async () => {
  const each = (pattern: string): string => `(map (fn [input] ${all(pattern)}) input)`;
  await fc.assert(
    fc.asyncProperty(patterns, fc.array(matchedTexts, { minLength: 10, maxLength: 40 }), async (text, inputs) => {
      const { wasm, defined } = await engines(each(text));
      assert.equal(wasm(inputs), defined(inputs), text);
    }),
    { numRuns: 150 },
  );
  // Such patterns have a set for every mixture of places where the end may be.
  const mixed = fc.array(
    fc
      .array(fc.constantFrom('a', 'b', 'c'), { minLength: 20, maxLength: 400, size: 'max' })
      .map((parts) => parts.join('')),
    { minLength: 5, maxLength: 15 },
  );
  for (const text of ['a[ab]{9}b', '(c|a[ab]{3,7}?b)+', '\\b[abc]{200,}a']) {
    const { wasm, defined } = await engines(each(text));
    fc.assert(
      fc.property(mixed, (inputs) => assert.equal(wasm(inputs, FUEL * 100), defined(inputs, FUEL * 100), text)),
      { numRuns: 10 },
    );
  }
});

test('both engines say the same of texts of many blocks, wherever their borders and matches lie', async () => {
  // A block has 1,024 bytes: characters of several bytes stand across its border, and matches begin, end and span there.
  const parts = fc
    .array(fc.constantFrom('a', 'b', 'ä', '𝒳', '1', ' ', '\n'), { minLength: 1, maxLength: 3 })
    .map((points) => points.join(''));
  const texts = fc
    .tuple(
      fc.nat(8),
      parts,
      fc.constantFrom(1000, 1021, 1022, 1023, 1024, 1025, 2047, 2048, 3072),
      parts,
      fc.nat(1100),
      parts,
    )
    .map(
      ([before, first, length, middle, more, last]) =>
        `${'z'.repeat(before)}${first.repeat(length / Buffer.byteLength(first))}${middle}${'b'.repeat(more)}${last}`,
    );
  for (const text of [
    '',
    'a',
    'b+',
    '[^z]*',
    '(?:ä|𝒳)+',
    'z(.*)b',
    '$',
    '\\b',
    '^z*',
    'b{3}$',
    '(a|b)*?1',
    '\\n.*?b',
    'x',
    'b[^z]{900}',
    '(?:b{40}){20}',
  ]) {
    const { wasm, defined } = await engines(all(text));
    fc.assert(
      fc.property(texts, (input) => assert.equal(wasm(input, FUEL * 100), defined(input, FUEL * 100), text)),
      { numRuns: 25 },
    );
  }
});

test('more sets than the tables hold change nothing', async () => {
  // Every place has a set of its own, of the largest size there is: the tables are emptied several times in a text.
  let seed = 7;
  const input = Array.from({ length: 12_000 }, () => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
    return (seed >>> 16) % 2 === 0 ? 'a' : 'b';
  }).join('');
  for (const text of [
    'b.{900}a',
    '()()()b(?:[ab]|.){200}a',
    '(?:b.{400}a|.)*',
    `(?:(?:b(.){12}a)|.)*${'()'.repeat(400)}`,
  ]) {
    const { wasm, defined } = await engines(all(text));
    assert.equal(wasm(input, FUEL * 1000), defined(input, FUEL * 1000), text);
  }
});

test('matches in long texts are those of JavaScript', async () => {
  for (const text of ['b.{30}a', '(?:a|bb)+', 'a[^b]?b', '(?:ab|b|aa){2,5}?']) {
    const { wasm } = await engines(all(text));
    const expression = new RegExp(text, 'gu');
    fc.assert(
      fc.property(
        fc
          .array(fc.constantFrom('a', 'b', 'bb', 'aba', '-'), { minLength: 1500, maxLength: 3000, size: 'max' })
          .map((parts) => parts.join('')),
        (input) => {
          const { all: ours, replaced } = said(wasm(input, FUEL * 1000));
          assert.equal(
            { ours, replaced },
            {
              ours: [...input.matchAll(expression)].map(([match]) => match),
              replaced: input.replaceAll(expression, '<>'),
            },
            text,
          );
        },
      ),
      { numRuns: 20 },
    );
  }
});

test('a long text takes little memory beside its results, whatever sets it makes', async () => {
  const input = Buffer.from(JSON.stringify('abaabbbabbab'.repeat(80_000)));
  for (const [pattern, memoryBytesMax] of [
    ['b.{21}a', 6_000_000],
    ['x.{900}y', 300_000],
  ] as const) {
    const script = await compile(checkedOf(check(`(count (find-patterns "${pattern}" input))`))!);
    assert.is(machine.run(script, input, { fuel: FUEL * 1000, memoryBytesMax }).kind, 'finished', pattern);
  }
});

test('texts made for the sets of a pattern to be many and alike take no longer than others', async () => {
  // A hundred thousand sets that differ in few instructions.
  const { wasm } = await engines('(matches? "zzzzzzzzzzzzzzz|c[0-4].{17}[5-9]" (join (map sqrt (range 2 8200))))');
  const before = process.cpuUsage();
  const result = wasm(null);
  const { user, system } = process.cpuUsage(before);
  assert.equal(result, { kind: 'finished', output: 'false', steps: 986_689 });
  assert.ok(user + system < CPU_MICROSECONDS_MAX, `took ${user + system} µs`);
});

test('work space is given back: a loop over texts needs no more memory than its results', async () => {
  const source =
    '(reduce (fn [n i] (+ n (count (find-pattern "(a|b)+c" input)) (if (matches? "c$" input) 1 0) (count (capture-pattern "(a)(z)" input)))) 0 (range 2000))';
  const checked = check(source);
  const script = await compile(checkedOf(checked)!);
  for (const length of [100, 5_000]) {
    const input = Buffer.from(JSON.stringify(`${'ab'.repeat(length / 2)}c`));
    assert.equal(machine.run(script, input, { fuel: FUEL * 1000, memoryBytesMax: 400_000 }).kind, 'finished');
  }
});

test('on what they share, matches are those of JavaScript', async () => {
  await fc.assert(
    fc.asyncProperty(
      plainPatterns,
      fc.array(matchedTexts, { minLength: 1, maxLength: 20 }),
      flags,
      async (text, inputs, written) => {
        // In JavaScript what is not a capital may be one when case is ignored.
        const some = text.includes('\\P') ? written.replace('i', '') : written;
        const { wasm } = await engines(all(flagged(text, some)));
        const expression = new RegExp(text, `gu${some}`);
        // JavaScript finds empty matches inside a pair of surrogates.
        for (const input of inputs.map((input) => input.replaceAll('𝒳', 'x'))) {
          const found = [...input.matchAll(expression)].map(([match]) => match);
          const { matches, first, all: ours, replaced, rewritten, pieces } = said(wasm(input));
          // JavaScript puts what groups took between the pieces.
          const parted = /\((?!\?)/.test(text) || input === '' ? pieces : input.split(expression);
          assert.equal(
            { matches, first, ours, replaced, rewritten, pieces },
            {
              matches: found.length > 0,
              first: found[0] ?? null,
              ours: found,
              replaced: input.replaceAll(expression, '<>'),
              rewritten: input.replaceAll(expression, '<$&$$>'),
              pieces: parted,
            },
            `${text} in ${JSON.stringify(input)}`,
          );
        }
      },
    ),
    { numRuns: 400 },
  );
});

test('matches and groups are those of RE2, for any pattern', async () => {
  await fc.assert(
    fc.asyncProperty(
      patterns,
      fc.array(matchedTexts, { minLength: 1, maxLength: 20 }),
      flags,
      async (text, inputs, some) => {
        const { wasm } = await engines(all(flagged(text, some)));
        const expression = RE2JS.compile(flagged(text, some));
        for (const input of inputs) {
          const matcher = expression.matcher(input);
          const isFound = matcher.find();
          const groupsNow = (): (string | null)[] =>
            Array.from({ length: matcher.groupCount() }, (_, group) => matcher.group(group + 1) ?? null);
          const groups = isFound ? groupsNow() : null;
          const first = isFound ? matcher.group() : null;
          const ours = said(wasm(input));
          assert.equal(
            { first: ours.first, groups: ours.groups },
            { first, groups },
            `${text} in ${JSON.stringify(input)}`,
          );
        }
      },
    ),
    { numRuns: 400 },
  );
});

test('patterns whose backtracking would never end are harmless on 100 KB', async () => {
  const text = 'a'.repeat(100_000);
  const hostile = [
    '(a*)*b',
    '(a|aa)+$',
    '(a|a)*b',
    '(a+)+b',
    '(?:a*)*?c',
    '(.*)*x',
    '(?:a|aa|aaa)+b',
    '(a?){30}a{30}b',
    'a(?:.*z)?',
    '(?:.*,){20}x',
    '(a*a*)*b',
    '^(?:(?:a+)+)+$',
    '(?:x+x+)+y',
    '\\b(a|aa)+\\b-',
  ];
  for (const pattern of hostile) {
    const { wasm } = await engines(all(pattern));
    // Processor time: the machine may be busy with something else.
    const before = process.cpuUsage();
    const { kind } = wasm(text, 1_000_000_000);
    const { user, system } = process.cpuUsage(before);
    assert.is(kind, 'finished', pattern);
    // Linear work is far below; anything else is far above.
    assert.ok(user + system < CPU_MICROSECONDS_MAX, `${pattern} took ${user + system} µs`);
  }
});

test('the price is the bytes of the text times 1 + ⌈nodes/8⌉, for each pattern size', async () => {
  for (const [pattern, nodes] of [
    ['', 0],
    ['a', 1],
    ['a{8}', 8],
    ['a{9}', 9],
    ['(?:ab|c)*', 6],
    ['x{2,5}', 8],
    ['x{3,}', 4],
    ['\\bä[a-z]$', 4],
    ['(?i)abc', 3],
  ] as const) {
    const parsed = parsePattern(pattern);
    assert.is(parsed.kind === 'pattern' ? parsed.pattern.nodeCount : null, nodes, pattern);
    const { defined } = await engines(`(matches? ${JSON.stringify(pattern)} input)`);
    assert.is(defined('größe').steps, 3 + 7 * (1 + Math.ceil(nodes / 8)), pattern);
  }
});

test('capturing costs a step for each group beside', async () => {
  for (const groups of [1, 2, 500]) {
    const { wasm, defined } = await engines(`(capture-pattern "${'()'.repeat(groups)}" input)`);
    assert.is(defined('').steps, 3 + groups);
    assert.equal(wasm(''), defined(''));
  }
});

test('a price that cannot be paid is out of fuel before any work, at every fuel', async () => {
  for (const source of [
    all('(a|b)+c?'),
    '(replace-pattern "a" "banana" "a long text to put there")',
    '(map (fn [t] (find-patterns "." t)) ["ab" 1])',
  ]) {
    const found = await compareEngines(source, '"abcab"', ['linked', 'artifact']);
    assert.is(found.kind, 'agree', JSON.stringify(found));
  }
});

test('1,000 nodes are a pattern, 1,001 are not, however they are written', () => {
  const kind = (pattern: string): string => parsePattern(pattern).kind;
  const nested = (groups: number): string => `${'(?:'.repeat(groups)}a${')'.repeat(groups)}`;
  for (const [fits, exceeds] of [
    ['a'.repeat(PATTERN_NODES_MAX), 'a'.repeat(PATTERN_NODES_MAX + 1)],
    [`a{${PATTERN_NODES_MAX}}`, `a{${PATTERN_NODES_MAX + 1}}`],
    ['(?:a{10}b{9}){50}', '(?:a{10}b{9}){50}c'],
    ['a{0,500}', 'a{0,501}'],
    [nested(PATTERN_NODES_MAX - 1), nested(PATTERN_NODES_MAX)],
    [`${'|'.repeat(PATTERN_NODES_MAX)}`, `${'|'.repeat(PATTERN_NODES_MAX + 1)}`],
  ] as const) {
    assert.is(kind(fits), 'pattern', fits);
    assert.is(kind(exceeds), 'problem', exceeds);
  }
  assert.is(kind(`(?:(?:(?:a{999}){999}){999}){999}`), 'problem');
  assert.is(kind('('.repeat(100_000)), 'problem');
});

test('the patterns of a script may have 20,000 nodes together, and not one more', () => {
  const script = (nodes: number): string =>
    Array.from(
      { length: nodes / 1_000 },
      (_, index) => `(matches? "${String.fromCodePoint(0x4e00 + index)}{1000}" "")`,
    ).join(' ');
  assert.ok(check(script(SCRIPT_PATTERN_NODES_MAX)).ok);
  const { ok, diagnostics } = check(`${script(SCRIPT_PATTERN_NODES_MAX)} (matches? "a" "") (matches? "b" "")`);
  assert.not(ok);
  assert.equal(
    diagnostics.map(({ code }) => code),
    ['bad-pattern'],
  );
});

test('the largest patterns run', async () => {
  for (const pattern of [
    'a'.repeat(PATTERN_NODES_MAX),
    `${'(?:'.repeat(999)}a${')'.repeat(999)}`,
    `${'(?:'.repeat(249)}a${'?)*'.repeat(249)}`,
    `(?:a?){333}b`,
    `(${'a|'.repeat(499)}b)`,
    '()'.repeat(500) + '()'.repeat(500),
  ]) {
    const found = await compareEngines(
      `(capture-pattern ${JSON.stringify(pattern)} input)`,
      JSON.stringify('a'.repeat(100)),
      ['linked'],
    );
    assert.is(found.kind, 'agree', JSON.stringify(found));
  }
});

test('classes may hold 1,000 characters and ranges together, and not one more', () => {
  const characters = (count: number): string =>
    Array.from({ length: count }, (_, index) => String.fromCodePoint(0x4e00 + 2 * index)).join('');
  assert.is(parsePattern(`[${characters(PATTERN_RANGES_MAX)}]`).kind, 'pattern');
  assert.is(parsePattern(`[${characters(PATTERN_RANGES_MAX - 1)}a-z]`).kind, 'pattern');
  assert.is(parsePattern(`[${characters(PATTERN_RANGES_MAX)}a-z]`).kind, 'problem');
  assert.is(parsePattern(`[${characters(600)}]|[${characters(401)}]`).kind, 'problem');
});

test('classes of Unicode may have 100,000 ranges together in a script, and not one more', () => {
  const parsed = parsePattern('\\p{L}');
  const each = parsed.kind === 'pattern' ? parsed.pattern.propertyRanges : 0;
  const most = Math.floor(SCRIPT_PROPERTY_RANGES_MAX / each);
  const script = (count: number): string =>
    Array.from({ length: count }, (_, index) => `(matches? "\\\\p{L}${index}" "")`).join(' ');
  assert.ok(check(script(most)).ok);
  assert.not(check(script(most + 1)).ok);
});

test('the categories and scripts of Unicode 16.0 are those of another table, but for what came later', () => {
  const differing = (name: string, ours: string): number => {
    const sets = parsePattern(ours);
    if (sets.kind === 'problem' || sets.pattern.root.kind !== 'take') throw new Error(ours);
    const held = new Set<number>();
    for (const [first, last] of sets.pattern.root.set) for (let at = first; at <= last; at += 1) held.add(at);
    const theirs = new RegExp(`^${name}$`, 'u');
    let count = 0;
    // What the host's table says of code points that Unicode 16.0 has.
    for (let at = 0; at <= 0x10ffff; at += 1) {
      if (unassigned.has(at) || (at >= 0xd800 && at <= 0xdfff)) continue;
      if (theirs.test(String.fromCodePoint(at)) !== held.has(at)) count += 1;
    }
    return count;
  };
  const parsed = parsePattern('\\p{Cn}');
  const unassigned = new Set<number>();
  if (parsed.kind === 'pattern' && parsed.pattern.root.kind === 'take')
    for (const [first, last] of parsed.pattern.root.set) for (let at = first; at <= last; at += 1) unassigned.add(at);
  for (const name of ['L', 'Lu', 'Nd', 'P', 'S', 'Zs', 'M'])
    assert.ok(differing(`\\p{${name}}`, `\\p{${name}}`) < 10, name);
  for (const name of ['Greek', 'Cyrillic', 'Han', 'Latin', 'Arabic'])
    assert.ok(differing(`\\p{Script=${name}}`, `\\p{${name}}`) < 10, name);
});

test('what is no pattern is refused where it is wrong, in the literal as it is written', () => {
  const place = (source: string): string => {
    const [diagnostic] = check(source).diagnostics.filter(({ code }) => code === 'bad-pattern');
    return diagnostic === undefined ? '' : Buffer.from(source).subarray(diagnostic.start, diagnostic.end).toString();
  };
  assert.is(place('(matches? "ab(" "")'), '(');
  assert.is(place('(matches? "\\u00e4\\n\\\\d**" "")'), '**');
  assert.is(place('(matches? "ä\\\\1" "")'), '\\\\1');
  assert.is(place('(matches? "a[z-a]" "")'), 'z-a');
  assert.is(place('(matches? "(?<=a)b" "")'), '(?<');
  assert.is(place('(matches? "a(?i)b" "")'), '(?i)');
  assert.is(place('(matches? "(?im)a\\\\p{Lx}" "")'), '\\\\p{Lx}');
  assert.is(place('(rewrite-pattern "(a)" "" "ö$2b")'), '$2');
  assert.is(place('(rewrite-pattern "(a)" "" input)'), 'input');
  assert.is(place('(let [p "a"] (matches? p ""))'), 'p');
  assert.is(place('(matches? :a "")'), ':a');
  assert.is(place('(map-indexed matches? [""])'), 'matches?');
  assert.is(place('(update {:a "a"} :a matches? "b")'), 'matches?');
});

test.run();
