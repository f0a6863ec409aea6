// Random programs: what the generator of the fuzzers makes is valid, reaches the whole language, and shrinks.

import * as fc from 'fast-check';
import * as assert from 'uvu/assert';
import { BUILTIN_NAMES, builtin } from '../compiler/builtins.ts';
import { check } from '../compiler/check.ts';
import type { Core, Program, Target } from '../compiler/core.ts';
import type { RunResult } from '../compiler/faults.ts';
import { SPECIALS } from '../compiler/specials.ts';
import { parts } from '../compiler/walk.ts';
import { interpret } from '../runtime/interpret/evaluate.ts';
import { programOf } from './support/interpret.ts';
import type { GeneratedProgram } from './support/programs.ts';
import { HANDED, programs } from './support/programs.ts';
import { test } from './support/test.ts';

const RUNS = 500;
/** Enough to reach what is rare; the seed makes it the same programs each time. */
const SLICE = { numRuns: 16_000, seed: 31 };
/** Random programs are small; what counts further is a loop over many elements. */
const RANDOM_FUEL = 20_000;

test('random programs pass the check, whatever the choices', () => {
  fc.assert(
    fc.property(programs(), ({ source }) => check(source, { kinds: 'ignore' }).ok),
    { numRuns: RUNS },
  );
});

test('a slice of them runs every form, calls and hands on every builtin, and meets every fault it can have, but for a few', () => {
  const reached = new Set<string>();
  for (const generated of fc.sample(programs(), SLICE)) {
    for (const word of generated.source.matchAll(/\(([a-z>-]+)/g)) reached.add(`word ${word[1]}`);
    const program = programOf(generated.source);
    const profile = new Map<number, number>();
    const result = run(program, generated, profile);
    const names = namesOf(program);
    for (const node of profile.keys()) reached.add(names.get(node) ?? '');
    if (result.kind === 'fault') reached.add(`${result.fault.code} ${names.get(result.fault.node ?? -1) ?? ''}`);
  }
  // A new row in the table moves all choices, so a few may be missing; more missing would be a hole.
  const neverHanded = HANDED.filter((name) => !reached.has(`hand ${name}`));
  assert.ok(neverHanded.length <= HANDED.length / 5, neverHanded.join(' '));
  const wanted = [
    ...BUILTIN_NAMES.flatMap((name) =>
      builtin(name).shape.kind === 'maker'
        ? [`word ${name}`]
        : [`call ${name}`, ...builtin(name).faults.map((code) => `${code} call ${name}`)],
    ),
    'hand defn',
    'type pattern',
    'too-deep defn',
    'failed case',
    'bad-input ',
    // Linking leaves no `use`.
    ...Object.keys(SPECIALS).flatMap((name) => (name === 'use' ? [] : [`word ${name}`])),
  ];
  // A fault of a builtin that was handed on is that builtin's, too.
  const never = wanted.filter((what) => !reached.has(what) && !reached.has(what.replace(' call ', ' hand ')));
  assert.ok(never.length <= wanted.length / 50, never.join(', '));
});

test('a random program that fails a test shrinks to a line', () => {
  const found = fc.check(
    fc.property(programs(), (generated) => {
      const result = run(programOf(generated.source), generated);
      return result.kind === 'finished' || result.fault.code !== 'index';
    }),
    { numRuns: RUNS, seed: 1 },
  );
  assert.ok(found.failed);
  const [{ source }] = found.counterexample!;
  assert.ok(source.length < 80, source);
});

function run(program: Program, { input }: GeneratedProgram, profile?: Map<number, number>): RunResult {
  return interpret(
    program,
    input === null ? null : Buffer.from(input),
    profile === undefined ? { fuel: RANDOM_FUEL } : { fuel: RANDOM_FUEL, profile },
  );
}

/** What stands at the nodes of a program, as far as a test asks. */
function namesOf(program: Program): Map<number, string> {
  const names = new Map<number, string>();
  const pattern = (target: Target): void => {
    if (target.kind === 'vector' || target.kind === 'map') names.set(target.node, 'pattern');
  };
  const visit = (core: Core): void => {
    if (core.kind === 'builtin' || core.kind === 'higher') names.set(core.node, `call ${core.name}`);
    if (core.kind === 'call') names.set(core.node, 'defn');
    if (core.kind === 'case') names.set(core.node, 'case');
    if (core.kind === 'let' || core.kind === 'loop') core.bindings.forEach(({ target }) => pattern(target));
    if (core.kind === 'bind-test') pattern(core.target);
    if (core.kind === 'higher') {
      const { callee } = core;
      if (callee.kind === 'builtin') names.set(callee.node, `hand ${callee.name}`);
      if (callee.kind === 'function') names.set(callee.node, 'hand defn');
      if (callee.kind === 'fn') callee.params.forEach(pattern);
    }
    parts(core).forEach(visit);
  };
  for (const { params, body } of program.functions) {
    params.forEach(pattern);
    visit(body);
  }
  for (const { value } of program.items) visit(value);
  return names;
}

test.run();
