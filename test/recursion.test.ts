// Recursion: what is seen to end, and what is not (test/golden/recursion.txt); and that whatever is accepted does end.
// A program that is accepted and runs for ever would be the worst defect of the check: random ones try to be one.

import * as fc from 'fast-check';
import * as assert from 'uvu/assert';
import { check } from '../compiler/check.ts';
import { CYCLE_SHOWN_MAX, type RecursionReport } from '../compiler/recursion/recursion.ts';
import {
  ARCS_MAX,
  COMPOSITIONS_MAX,
  type Graph,
  idempotentGraphs,
  ProofBudget,
  SCRIPT_ARCS_MAX,
} from '../compiler/recursion/size-change.ts';
import { interpret } from '../runtime/interpret/evaluate.ts';
import { readRecursionCases } from './support/golden-recursion.ts';
import { HOSTILE_PROGRAMS } from './support/hostile-programs.ts';
import { interpretSource } from './support/interpret.ts';
import { ARGUMENTS, buildRecursiveProgram } from './support/recursive-programs.ts';
import { test } from './support/test.ts';

const CASES = readRecursionCases();

/** The examples of LANGUAGE.md section 7, which stand first. */
const EXAMPLES = { accept: 8, reject: 5 };
const OWN_MIN = 60;

test('the corpus has at least 60 cases on either side beside the examples of the language', () => {
  for (const kind of ['accept', 'reject'] as const) {
    const own = CASES.filter(({ expected }) => expected.kind === kind).length - EXAMPLES[kind];
    assert.ok(own >= OWN_MIN, `${own} ${kind}`);
  }
});

for (const { line, source, expected } of CASES) {
  test(`recursion.txt:${line} ${expected.kind}`, () => {
    const { ok, recursion, diagnostics } = check(source);
    const refusal = diagnostics.find(({ code }) => code === 'recursion-unverified');
    if (expected.kind === 'reject') {
      assert.ok(refusal, `${source} is accepted`);
      assert.ok(refusal.message.includes(expected.reason), refusal.message);
      assert.is(recursion[0]!.status, 'refuted');
      return;
    }
    assert.ok(ok, refusal?.message);
    const { status, parameter, assumes } = recursion[0]!;
    assert.equal(
      { status, parameter, assumes },
      { status: 'verified', parameter: expected.parameter, assumes: expected.assumes },
    );
    for (const { expression, expected: output } of expected.runs) {
      const result = interpretSource(`${source}\n${expression}`);
      assert.is(result.kind === 'finished' ? result.output : `fault ${result.fault.code}`, output, expression);
    }
  });
}

/** Far above what the arguments below need, far below a run for ever. */
const FUEL = 100_000;

test('random functions that are accepted end for every argument', () => {
  let accepted = 0;
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 80, size: 'max' }), (choices) => {
      const { source, functions } = buildRecursiveProgram([...choices]);
      const { ok, recursion } = check(source);
      if (!ok || recursion.every(({ status }) => status === 'none')) return;
      // A `recur` in a function that is not recursive is a loop: fuel bounds it.
      const hasLoops = source.includes('(recur') && recursion.some(({ status }) => status === 'none');
      accepted += 1;
      const assumesWhole = recursion.some(({ assumes }) => assumes !== null);
      for (const { name, params } of functions) {
        if (!meetsOthers(name, source, recursion)) continue;
        const choicesOf = params.map((sort) => (assumesWhole && sort === 'number' ? ['1', '3', '5'] : ARGUMENTS[sort]));
        for (const args of combine(choicesOf)) {
          const text = `${source}\n(${name} ${args.join(' ')})`;
          const result = interpret(check(text).program!, null, { fuel: FUEL });
          const code = result.kind === 'fault' ? result.fault.code : null;
          if (code === 'too-deep' || (code === 'out-of-fuel' && !hasLoops)) throw new Error(`${code}: ${text}`);
        }
      }
    }),
    { numRuns: 4_000 },
  );
  // Else the test above says nothing.
  assert.ok(accepted >= 60, `only ${accepted} accepted`);
});

/** Whether a function calls no other cycle that assumes something: nobody promised that what it hands over meets that. */
function meetsOthers(name: string, source: string, recursion: readonly RecursionReport[]): boolean {
  const lines = source.split('\n');
  const reached = new Set([name]);
  for (const from of reached) {
    const line = lines.find((text) => text.startsWith(`(defn ${from} `))!;
    for (const { function: callee } of recursion)
      if (new RegExp(`[( ]${callee}[ )]`).test(line.slice(`(defn ${from}`.length))) reached.add(callee);
  }
  const { cycle } = recursion.find((report) => report.function === name)!;
  return recursion.every(
    (report) => report.assumes === null || !reached.has(report.function) || cycle.includes(report.function),
  );
}

function combine(lists: readonly (readonly string[])[]): string[][] {
  return lists.reduce<string[][]>((rows, list) => rows.flatMap((row) => list.map((item) => [...row, item])), [[]]);
}

test('a cycle is shown up to so many names', () => {
  const ring = (count: number): readonly string[] =>
    check(
      Array.from({ length: count }, (_, at) => `(defn f${at} [n] (if (> n 0) (f${(at + 1) % count} (dec n)) 0))`).join(
        '\n',
      ),
    ).recursion[0]!.cycle;
  const names = Array.from({ length: CYCLE_SHOWN_MAX }, (_, at) => `f${at}`);
  assert.equal(ring(CYCLE_SHOWN_MAX), names);
  assert.equal(ring(CYCLE_SHOWN_MAX + 1), [...names, '…']);
});

test('compositions are followed up to so many, and arcs', () => {
  const graph = (from: number, to: number, targets: readonly string[] = []): Graph<null> => ({
    from,
    to,
    arcs: new Map(targets.length === 0 ? [] : [['a', new Map(targets.map((target) => [target, true]))]]),
    call: null,
  });
  // 45 nodes in a row have 44 steps and 946 longer ways; and then some that lead nowhere.
  const row = Array.from({ length: 44 }, (_, at) => graph(at, at + 1));
  const aside = (count: number): Graph<null>[] => Array.from({ length: count }, (_, at) => graph(-1, -2 - at));
  const compositions = (44 * 45) / 2;
  assert.equal(idempotentGraphs([...row, ...aside(COMPOSITIONS_MAX - compositions)], new ProofBudget()), []);
  assert.is(idempotentGraphs([...row, ...aside(COMPOSITIONS_MAX - compositions + 1)], new ProofBudget()), null);
  // A loop and its square, each composed with the loop once more and squared, are four graphs beside the loop's own arcs.
  const loop = (arcs: number): readonly unknown[] | null =>
    idempotentGraphs(
      [
        graph(
          0,
          0,
          Array.from({ length: arcs }, (_, at) => `b${at}`),
        ),
      ],
      new ProofBudget(),
    );
  assert.is(loop(ARCS_MAX - 5)?.length, 1);
  assert.is(loop(ARCS_MAX - 4), null);
});

test('all cycles of a script share one budget of arcs', () => {
  const loop: Graph<null> = { from: 0, to: 0, arcs: new Map([['a', new Map([['a', true]])]]), call: null };
  // The loop, itself again as composed, and its square: two arcs each.
  const needed = 6;
  const spent = (arcs: number): ProofBudget => {
    const budget = new ProofBudget();
    budget.spend(arcs);
    return budget;
  };
  assert.is(idempotentGraphs([loop], spent(SCRIPT_ARCS_MAX - needed))?.length, 1);
  assert.is(idempotentGraphs([loop], spent(SCRIPT_ARCS_MAX - needed + 1)), null);
});

test('cycles behind the budget are not seen to end, and say so; those before it are proved', () => {
  const easy = (name: string): string => `(defn ${name} [n] (if (> n 0) (${name} (dec n)) 0))`;
  const hard = Array.from(
    { length: 131 },
    (_, at) => `(defn f${at} [a b c d e g] (do (f${at} b c d e g a) (f${at} b a c d e g)))`,
  );
  const { ok, recursion, diagnostics } = check([easy('before'), ...hard, easy('behind'), '1'].join('\n'));
  assert.not(ok);
  assert.equal(
    recursion.filter(({ status }) => status === 'verified').map(({ function: name }) => name),
    ['before'],
  );
  assert.match(
    diagnostics.at(-1)?.message ?? '',
    /`behind`.*the cycles before it used up what one check spends on proofs/,
  );
});

for (const { name, source, isAccepted } of HOSTILE_PROGRAMS) {
  // Without bounds each of these would be minutes; how long they take, bench/hostile.ts says.
  test(`${name}: ${isAccepted ? 'accepted' : 'refused'}, not pondered`, () => {
    const { ok, diagnostics } = check(source);
    assert.is(ok, isAccepted);
    assert.is(
      diagnostics.some(({ code }) => code === 'recursion-unverified'),
      !isAccepted,
    );
  });
}

test.run();
