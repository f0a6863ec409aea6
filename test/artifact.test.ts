// The artifact: every golden script, built, run by plain WebAssembly, gives what the service gives.

import * as assert from 'uvu/assert';
import { PROGRAMS } from '../bench/programs.ts';
import { check, checkedOf } from '../compiler/check.ts';
import { OPTIMIZED_BYTES_MAX } from '../compiler/emit/emit.ts';
import { type JsonNumber, parseJson } from '../grammar/json.ts';
import { writeJson } from '../grammar/json-write.ts';
import { readArtifact } from '../runtime/artifact.ts';
import { build, emitScript, SCHEDULE } from '../runtime/compile.ts';
import { interpret } from '../runtime/interpret/evaluate.ts';
import { readLanguageCases } from './support/golden-language.ts';
import { readStepsLines, STEPS_INPUT } from './support/golden-steps.ts';
import { LARGE_BUILDS } from './support/hostile-programs.ts';
import { openServer } from './support/server.ts';
import { test } from './support/test.ts';

interface HostRun {
  readonly status: number;
  readonly text: string;
  readonly steps: number;
}

/** A host as anyone would write it: no file of the toolchain, no imports, bytes in and bytes out. Runs one instance again and again. */
async function openHost(wasm: Uint8Array): Promise<(input: string | null, fuel: bigint) => HostRun> {
  const { instance } = await WebAssembly.instantiate(wasm as Uint8Array<ArrayBuffer>);
  const exports = instance.exports as {
    memory: WebAssembly.Memory;
    alloc(n: number): number;
    run(ptr: number, len: number, fuel: bigint): number;
    status(): number;
    steps(): bigint;
    output_ptr(): number;
    output_len(): number;
  };
  return (input, fuel) => {
    const bytes = new TextEncoder().encode(input ?? '');
    const at = exports.alloc(bytes.length);
    new Uint8Array(exports.memory.buffer).set(bytes, at);
    try {
      exports.run(at, bytes.length, fuel);
    } catch {
      // A fault or exhausted fuel traps; status says which.
    }
    const [start, length] = [exports.output_ptr(), exports.output_len()];
    const text = new TextDecoder().decode(new Uint8Array(exports.memory.buffer, start, length));
    return { status: exports.status(), text, steps: Number(exports.steps()) };
  };
}

async function hostRun(wasm: Uint8Array, input: string | null, fuel: bigint): Promise<HostRun> {
  return (await openHost(wasm))(input, fuel);
}

async function artifactOf(source: string, optimizeLevel?: number): Promise<Uint8Array> {
  const checked = check(source, { kinds: 'ignore' });
  assert.ok(checked.ok, source);
  return build(checkedOf(checked)!, optimizeLevel);
}

test('golden scripts give the service’s output, steps, fault and hash', async () => {
  const server = await openServer();
  try {
    for (const { name, source, golden, runs } of readLanguageCases()) {
      if (golden.members.has('recursion')) continue;
      const wasm = await artifactOf(source, 0);
      const { info } = readArtifact(wasm);
      for (const run of runs) {
        const body = `{"script":${JSON.stringify(source)},"input":${run.input},"fuel":${run.fuel}}`;
        const response = await fetch(`${server.url}/v1/scripts/run`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body,
        });
        const answer = parseJson(new Uint8Array(await response.arrayBuffer())) as Map<string, unknown>;
        const result = await hostRun(wasm, run.input, BigInt(run.fuel));
        assert.is(response.status, result.status === 0 ? 200 : 422, name);
        if (result.status === 0) {
          assert.equal(
            [writeJson(answer.get('output')), (answer.get('steps') as JsonNumber).text, answer.get('hash')],
            [result.text, String(result.steps), info.hash],
            name,
          );
        } else {
          const error = answer.get('error') as Map<string, unknown>;
          const details = error.get('details') as Map<string, unknown>;
          const fault = JSON.parse(result.text) as { code: string };
          assert.equal(
            [error.get('code'), (details.get('steps') as JsonNumber).text, details.get('hash')],
            [fault.code, String(result.steps), info.hash],
            name,
          );
        }
      }
    }
  } finally {
    await server.close();
  }
});

// Every line is run by the linked module (steps.test.ts), whose functions these are: merging one takes longer than all of it.
const LINES_EACH = 6;

test('lines of steps.txt cost the same in the artifact, others with each seed', async () => {
  const first = Number(process.env['EVIDENT_TEST_SEED'] ?? 1) % LINES_EACH;
  const lines = readStepsLines().filter((_, at) => at % LINES_EACH === first);
  assert.ok(lines.length > 100);
  for (const { source, steps, fault, line } of lines) {
    const result = await hostRun(await artifactOf(source, 0), STEPS_INPUT, 1_000_000n);
    const code = result.status === 0 ? null : (JSON.parse(result.text) as { code: string }).code;
    assert.equal([result.steps, code], [steps, fault], `steps.txt:${line} ${source}`);
  }
});

test('an artifact has no imports, the ABI’s exports and no more, and its section', async () => {
  const source = '(defn double [x] (* 2 x)) (map double (:items input))';
  const wasm = await artifactOf(source);
  const module = await WebAssembly.compile(wasm as Uint8Array<ArrayBuffer>);
  assert.equal(WebAssembly.Module.imports(module), []);
  assert.equal(
    WebAssembly.Module.exports(module)
      .map(({ name }) => name)
      .sort(),
    ['alloc', 'memory', 'output_len', 'output_ptr', 'run', 'status', 'steps'],
  );
  const { info } = readArtifact(wasm);
  const checked = check(source);
  assert.equal(
    [info.language, info.schedule, info.hash, info.canonical],
    ['evident/1', SCHEDULE, checked.hash, checked.canonical],
  );
  assert.ok(info.places.length > 0 && info.places.every(({ start, end }) => start < end));
});

test('an artifact is small: a rule of thirty lines fits 20,000 bytes', async () => {
  const rule = await artifactOf(PROGRAMS[0]!.script);
  assert.ok(rule.length <= 20_000, `${rule.length} bytes`);
  const trivial = await artifactOf('(+ 1 2)');
  assert.ok(trivial.length <= 11_500, `${trivial.length} bytes`);
});

test('a fault far into a long script has its place and its steps', async () => {
  const ones = (count: number): string => ' 1'.repeat(count);
  for (const source of [
    `(do "${'a'.repeat(300)}" (/ 1 0))`,
    `(do "${'é'.repeat(40_000)}" (+${ones(300)} (/ 1 0)${ones(70_000 / 10)}))`,
    `(do (+${ones(9_000)}) (nth [${ones(9_000)}] 9000))`,
  ]) {
    const checked = checkedOf(check(source))!;
    const expected = interpret(checked.program, null, { fuel: 100_000 });
    if (expected.kind !== 'fault') throw new Error('it finished');
    const { code, node } = expected.fault;
    // Optimising long functions takes seconds, and moves no site.
    const { status, text, steps } = (await openHost(await build(checked, 0)))(null, 100_000n);
    assert.equal(
      [status, steps, JSON.parse(text)],
      [2, expected.steps, { code, node, ...checked.canonicalPlace(node!), calls: [], text: null }],
    );
  }
});

test('a run resets the instance: faults and outputs of one run do not reach the next', async () => {
  const wasm = await artifactOf('(let [x (:x input)] (if (= x 0) (fail "zero") [x x]))');
  const host = await openHost(wasm);
  const once = (input: string, fuel = 100n): HostRun => host(input, fuel);
  const good = once('{"x":1}');
  assert.equal(good, { status: 0, text: '[1,1]', steps: 10 });
  const { status, text } = once('{"x":0}');
  assert.is(status, 2);
  assert.match(text, '"text":"zero"');
  assert.is(once('{"x":1}', 3n).status, 1);
  assert.is(once('{"x":').status, 2);
  assert.equal(once('{"x":1}'), good);
});

test('fuel outside 0 … 2^53−1 is the host’s failure', async () => {
  const wasm = await artifactOf('1');
  for (const fuel of [-1n, 2n ** 53n]) assert.is((await hostRun(wasm, null, fuel)).status, 3);
  assert.is((await hostRun(wasm, null, 2n ** 53n - 1n)).status, 0);
});

/** As many names taken from the input as make the program's own code just fit, and one more. */
async function aroundOptimized(): Promise<readonly [fits: string, over: string]> {
  const take = (count: number): string =>
    `(let [{:keys [${Array.from({ length: count }, (_, at) => `k${at}`).join(' ')}]} input] k0)`;
  const size = async (count: number): Promise<number> => (await emitScript(checkedOf(check(take(count)))!)).length;
  let [low, high] = [1, 4_000];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((await size(middle)) <= OPTIMIZED_BYTES_MAX) low = middle;
    else high = middle;
  }
  return [take(low), take(high)];
}

test('an artifact is optimised while its own code has at most so many bytes', async () => {
  const [fits, over] = await aroundOptimized();
  const [small, large] = [await artifactOf(fits), await artifactOf(over)];
  assert.equal(small, await artifactOf(fits, 3));
  assert.equal(large, await artifactOf(over, 0));
  assert.ok(small.length < large.length, `${small.length} and ${large.length} bytes`);
});

for (const [name, source] of LARGE_BUILDS) {
  test(`${name}: built as they were emitted, with the same output and steps`, async () => {
    const input = '{"k0":[{"k1":2},{"k1":1}],"k1":7}';
    const run = await hostRun(await artifactOf(source), input, 10_000_000n);
    const expected = interpret(checkedOf(check(source))!.program, new TextEncoder().encode(input), {
      fuel: 10_000_000,
    });
    assert.is(expected.kind, 'finished');
    assert.equal(run, { status: 0, text: expected.kind === 'finished' ? expected.output : '', steps: expected.steps });
  });
}

test.run();
