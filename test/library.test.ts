// The library: what `import … from "evident"` and `"evident/runtime"` promise.
// It is longer than other files because it holds all cases of one subject.

import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { EMPTY_INPUT } from '../compiler/faults.ts';
import { PATH_SHOWN_MAX } from '../grammar/json.ts';
import { EXPLAINED_BYTES_MAX } from '../runtime/bad-input.ts';
import { interpret } from '../runtime/interpret/evaluate.ts';
import { ArgumentError, check, compile, run } from '../runtime/library.ts';
import { openArtifact, run as runArtifact } from '../runtime/open-artifact.ts';
import { prepare, prepareJson } from '../server/services/decisions/library.ts';
import { programOf } from './support/interpret.ts';
import { moduleFile, ROOT } from './support/paths.ts';
import { test } from './support/test.ts';

test('a script runs on a JavaScript value', async () => {
  const result = await run('(+ (:price input) 1)', { input: { price: 2 } });
  assert.equal(result, {
    kind: 'finished',
    output: 3,
    outputJson: '3',
    steps: 4,
    hash: check('(+ (:price input) 1)').hash,
    schedule: 'steps/1',
  });
});

test('numbers pass exactly as text', async () => {
  const result = await run('(+ (:n input) 1)', { inputJson: '{"n": 12345678901234567.8}' });
  assert.is(result.kind === 'finished' && result.outputJson, '12345678901234568.8');
  const wide = await run('input', { inputJson: new TextEncoder().encode('12345678901234567890123') });
  assert.is(wide.kind === 'finished' && wide.outputJson, '12345678901234567890123');
});

test('a missing input is nil, and null is nil', async () => {
  for (const input of [{}, { input: undefined }, { input: null }]) {
    const result = await run('(nil? input)', input);
    assert.is(result.kind === 'finished' && result.output, true);
  }
});

test('an input that is given and empty is refused: whoever was to write it has failed', async () => {
  const rule = await compile('(if (:blocked input) "deny" "allow")');
  if (rule.kind !== 'script') throw new Error('the rule does not check');
  const artifact = openArtifact(await rule.build());
  const program = programOf('(if (:blocked input) "deny" "allow")');
  for (const inputJson of ['', new Uint8Array()]) {
    for (const result of [
      rule.run({ inputJson }),
      artifact.run({ inputJson }),
      await run('1', { inputJson, fuel: 0 }),
    ]) {
      assert.equal(result.kind === 'fault' && [result.code, result.steps, result.byte, result.path], [
        'bad-input',
        0,
        0,
        '',
      ]);
      assert.match(result.kind === 'fault' ? result.message : '', /^the input is empty: /);
    }
  }
  assert.equal(interpret(program, new Uint8Array(), { fuel: 10 }), EMPTY_INPUT);
  assert.is(rule.run({ inputJson: 'null' }).kind, 'finished');
  assert.equal(
    [rule.run(), artifact.run()].map((result) => result.kind === 'finished' && result.output),
    ['allow', 'allow'],
  );
});

test('a mistake in a script is a value', async () => {
  const result = await run('(inc 1 2)');
  assert.is(result.kind, 'invalid');
  if (result.kind !== 'invalid') return;
  assert.equal(
    result.check.diagnostics.map(({ code }) => code),
    ['wrong-arity'],
  );
  assert.is(result.check.ok, false);
  assert.equal(Object.keys(result.check), Object.keys(check('1')));
});

test('a fault has its place, its steps and its calls', async () => {
  const result = await run('(defn f [x] (/ x 0))\n(f 1)');
  assert.is(result.kind, 'fault');
  if (result.kind !== 'fault') return;
  assert.equal([result.code, result.steps], ['divide-by-zero', 5]);
  assert.equal(result.place, { start: 12, end: 19, line: 1, column: 13 });
  assert.equal(
    result.calls.map(({ line }) => line),
    [2],
  );
  const input = await run('input', { inputJson: '{"a": 1, "a": 2}' });
  assert.equal(input.kind === 'fault' && [input.code, input.steps, input.byte], ['bad-input', 0, 9]);
});

test('a bad input is told with its reason, the same by a script and an artifact, and a long path is shown in part', async () => {
  const script = await compile('input');
  if (script.kind !== 'script') throw new Error('invalid');
  const artifact = openArtifact(await script.build());
  const nested = '['.repeat(257);
  const keyed = (length: number): string => `{"${'k'.repeat(length - 1)}": [}`;
  const path = '/0'.repeat(256);
  const cases: readonly (readonly [input: string | Uint8Array, why: string, path: string])[] = [
    ['{"a": 1, "a": 2}', 'the key occurs twice in one object, at byte 9 (/a)', '/a'],
    ['\ufeff1', 'the text starts with a byte-order mark, at byte 0', ''],
    ['1 2', 'there is text after the value, at byte 2', ''],
    [' ', 'there is no value, at byte 1', ''],
    ['["\\ud800"]', 'a string holds half of a surrogate pair, at byte 1 (/0)', '/0'],
    [new Uint8Array([0x22, 0xff, 0x22]), 'the bytes are not UTF-8, at byte 1', ''],
    [nested, `nesting is deeper than 256, at byte 256 (${path.slice(0, PATH_SHOWN_MAX)}…)`, path],
    [
      keyed(PATH_SHOWN_MAX - 2),
      `a value is expected, at byte 103 (/${'k'.repeat(PATH_SHOWN_MAX - 3)}/0)`,
      `/${'k'.repeat(PATH_SHOWN_MAX - 3)}/0`,
    ],
    [
      keyed(PATH_SHOWN_MAX - 1),
      `a value is expected, at byte 104 (/${'k'.repeat(PATH_SHOWN_MAX - 2)}/…)`,
      `/${'k'.repeat(PATH_SHOWN_MAX - 2)}/0`,
    ],
  ];
  for (const [inputJson, why, where] of cases) {
    const result = script.run({ inputJson });
    assert.equal(result.kind === 'fault' && [result.code, result.message, result.path], [
      'bad-input',
      `the input is not acceptable JSON: ${why}`,
      where,
    ]);
    assert.equal(artifact.run({ inputJson }), result);
  }
});

test('fuel is exact', async () => {
  const script = await compile('(+ 1 2)');
  assert.is(script.kind, 'script');
  if (script.kind !== 'script') return;
  assert.equal(
    [0, 2, 3].map((fuel) => script.run({ fuel })).map(({ kind, steps }) => [kind, steps]),
    [
      ['fault', 0],
      ['fault', 2],
      ['finished', 3],
    ],
  );
  assert.throws(() => script.run({ fuel: -1 }), RangeError);
  assert.throws(() => script.run({ fuel: 0.5 }), RangeError);
  assert.throws(() => script.run({ input: () => 1 }), TypeError);
});

test('what JSON or UTF-8 cannot say is refused with a code and a place, and never replaced', async () => {
  const script = await compile('input');
  assert.is(script.kind, 'script');
  if (script.kind !== 'script') return;
  const problem = (work: () => unknown): readonly [string, string] | null => {
    try {
      work();
      return null;
    } catch (error) {
      assert.instance(error, ArgumentError);
      return [(error as ArgumentError).code, (error as ArgumentError).path];
    }
  };
  const circle: unknown[] = [];
  circle.push(circle);
  const cases: readonly (readonly [unknown, readonly [string, string] | null])[] = [
    [{ a: [1, { 'b/~': Number.NaN }] }, ['not-finite', '/a/1/b~1~0']],
    [Number.POSITIVE_INFINITY, ['not-finite', '']],
    [
      [null, -Infinity],
      ['not-finite', '/1'],
    ],
    [[undefined], ['not-json', '/0']],
    [[() => 1], ['not-json', '/0']],
    [Symbol('a'), ['not-json', '']],
    [{ n: 1n }, ['not-json', '']],
    [circle, ['not-json', '']],
    [{ a: null, b: undefined }, null],
    [[null, 0], null],
  ];
  for (const [input, expected] of cases)
    assert.equal(
      problem(() => script.run({ input })),
      expected,
    );
  assert.equal(
    problem(() => script.run({ inputJson: '"\ud800"' })),
    ['lone-surrogate', ''],
  );
  assert.equal(
    problem(() => script.run({ inputJson: 5 as never })),
    ['not-text', ''],
  );
  assert.is(script.run({ inputJson: '"\u{1f600}"' }).kind, 'finished');
  // As an escape it is bytes, and the run says what is wrong with them.
  assert.is(script.run({ input: '\ud800' }).kind, 'fault');
  for (const text of [5, null, undefined, {}, new ArrayBuffer(1)])
    assert.equal(
      problem(() => check(text as never)),
      ['not-a-script', ''],
    );
  assert.not(check('"\ud800"').ok);
});

test('questions and states are held to the same', async () => {
  const codeOf = (promise: Promise<unknown>): Promise<string> =>
    promise.then(
      (value) => JSON.stringify(value),
      (error: unknown) => (error instanceof ArgumentError ? `${error.code} ${error.path}` : String(error)),
    );
  assert.is(
    await codeOf(prepare({ q: { type: 'choice', criteria: { a: [Number.NaN] } } })),
    'not-finite /q/criteria/a/0',
  );
  assert.is(await codeOf(prepareJson(5 as never)), 'not-text ');
  const triage = await prepare({ q: { type: 'choice', criteria: { a: 'refund', b: 'parcel' } } });
  if (triage.kind !== 'questions') throw new Error(triage.message);
  assert.is(await codeOf(triage.decide({ text: 'refund', amount: Number.NaN })), 'not-finite /amount');
  assert.is(await codeOf(triage.decideJson('"refund \ud800"')), 'lone-surrogate ');
});

test('a policy that is none is refused, and a run is checked by the policy and the limits it is given', async () => {
  for (const recursion of ['alow', 'toString', '', null, 1])
    assert.throws(() => check('1', { recursion } as never), /recursion must be one of verified, forbid, allow, not /);
  const endless = '(defn f [n] (f (+ n 1))) (f 1)';
  assert.equal(
    (
      await Promise.all([run(endless), run(endless, { recursion: 'forbid' }), run(endless, { recursion: 'allow' })])
    ).map(({ kind }) => kind),
    ['invalid', 'invalid', 'fault'],
  );
  assert.equal(
    (await Promise.all([run('(+ 1 2)'), run('(+ 1 2)', { limits: { bytesMax: 7, nodesMax: 2 } })])).map(
      ({ kind }) => kind,
    ),
    ['finished', 'invalid'],
  );
});

test('an artifact says the same as the script it was built from', async () => {
  const source = '(defn share [part] (/ part (:of input)))\n(map share (:parts input))';
  const script = await compile(source);
  if (script.kind !== 'script') throw new Error('invalid');
  const bytes = await script.build();
  const artifact = openArtifact(bytes);
  assert.is(artifact.info.hash, script.hash);
  assert.is(artifact.info.canonical, script.canonical);
  for (const input of [{ parts: [1, 2], of: 4 }, { parts: [1], of: 0 }, { parts: 1 }]) {
    for (const fuel of [0, 7, 1_000])
      assert.equal(artifact.run({ input, fuel }), script.run({ input, fuel, explain: false }));
  }
  assert.equal(runArtifact(bytes, { input: { parts: [1], of: 2 } }), script.run({ input: { parts: [1], of: 2 } }));
  assert.throws(() => openArtifact(new Uint8Array([1, 2, 3])), TypeError);
  assert.throws(() => openArtifact(new Uint8Array([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0])), TypeError);
});

test('an input of 1 MiB that is bad has its reason told, a longer one its place alone', async () => {
  const script = await compile('input');
  if (script.kind !== 'script') throw new Error('invalid');
  for (const [bytes, reason] of [
    [EXPLAINED_BYTES_MAX, ': the key occurs twice in one object'],
    [EXPLAINED_BYTES_MAX + 1, ''],
  ] as const) {
    const result = script.run({ inputJson: `{"a":1,"a":2}${' '.repeat(bytes - 13)}` });
    assert.equal(result.kind === 'fault' && [result.message, result.byte], [
      `the input is not acceptable JSON${reason}, at byte 7 (/a)`,
      7,
    ]);
  }
});

test('an artifact that is not what it says is not opened', async () => {
  const script = await compile('(+ 1 (count "output_ptr"))');
  if (script.kind !== 'script') throw new Error('invalid');
  const bytes = await script.build();
  const changed = (from: string, to: string): Uint8Array => {
    const copy = Buffer.from(bytes);
    const at = copy.lastIndexOf(from);
    assert.ok(at > 0, from);
    copy.write(to, at);
    return copy;
  };
  const { hash } = script;
  const cases = [
    [changed('(+ 1', '(- 1'), /the hash is not that of the canonical text/],
    [changed(hash, hash.startsWith('0') ? '1' : '0'), /the hash is not that of the canonical text/],
    [
      changed('"language":"evident/1', '"language":"evident/2'),
      /it is written in evident\/2, and this version knows evident\/1/,
    ],
    [changed('{"language"', '["language"'), /its section "evident" cannot be read/],
    [changed('output_len', 'output_lem'), /it does not export output_len/],
  ] as const;
  for (const [artifact, why] of cases)
    assert.throws(
      () => openArtifact(artifact),
      (error: unknown) => error instanceof TypeError && why.test(error.message),
    );
});

test('the run-only entry loads neither the reader nor the code generator', () => {
  const entry = moduleFile('runtime/open-artifact');
  const probe = `
    import { registerHooks } from 'node:module';
    const seen = [];
    registerHooks({ resolve(specifier, context, next) { seen.push(specifier); return next(specifier, context); } });
    await import(${JSON.stringify(entry)});
    console.log(JSON.stringify(seen));`;
  const { stdout, status, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', probe], {
    encoding: 'utf8',
  });
  assert.is(status, 0, stderr);
  const packages = (JSON.parse(stdout) as string[]).filter(
    (name) => !name.startsWith('.') && !name.startsWith('node:') && !name.startsWith('/'),
  );
  assert.equal(packages, []);
});

test('the package exports its four entries', () => {
  const { exports } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    exports: Record<string, unknown>;
  };
  assert.equal(Object.keys(exports), ['.', './decide', './verify', './runtime', './package.json']);
});

/** What somebody who installed the package writes. */
const CONSUMER = `
  import { check, compile, run, HostFailure, type Check, type Faulted, type Finished, type Growth, type Invalid, type StepBounds } from 'evident';
  import { prepare } from 'evident/decide';
  import { verifyCall, type Verification } from 'evident/verify';
  import { openArtifact, type Artifact, type ArtifactInfo } from 'evident/runtime';

  export const report: Check = check('1');
  export const growth: Growth | null = report.growth;
  export const steps: StepBounds | null = report.steps;
  export async function use(): Promise<Finished | Faulted | Invalid> {
    const script = await compile('1');
    if (script.kind === 'invalid') throw new HostFailure(script.check.diagnostics[0]?.message);
    const artifact: Artifact = openArtifact(await script.build());
    const info: ArtifactInfo = artifact.info;
    return info.hash === script.hash ? artifact.run({ fuel: 10 }) : run('1');
  }
  export const made = prepare;
  export const verify: (request: unknown) => Verification = verifyCall;
`;

test('the types of the package are whole for those who check every declaration, with the DOM and without', () => {
  const folder = mkdtempSync(join(tmpdir(), 'evident-types-'));
  const modules = join(ROOT, 'node_modules');
  const installed = join(folder, 'node_modules', 'evident');
  const tsc = (...args: string[]): void => {
    const { stdout, status } = spawnSync(process.execPath, [join(modules, 'typescript', 'bin', 'tsc'), ...args], {
      cwd: folder,
      encoding: 'utf8',
    });
    assert.is(status, 0, stdout);
  };
  try {
    mkdirSync(installed, { recursive: true });
    cpSync(join(ROOT, 'package.json'), join(installed, 'package.json'));
    for (const name of readdirSync(modules).filter((one) => one !== 'evident' && !one.startsWith('.')))
      symlinkSync(join(modules, name), join(folder, 'node_modules', name));
    // Of the entries alone, which is quick.
    writeFileSync(
      join(folder, 'entries.json'),
      JSON.stringify({
        extends: join(ROOT, 'tsconfig.json'),
        compilerOptions: { emitDeclarationOnly: true, rootDir: ROOT, outDir: join(installed, 'dist') },
        include: [join(ROOT, 'runtime/*.d.ts'), join(ROOT, 'server/**/*.d.ts')],
        files: [
          'runtime/library.ts',
          'runtime/open-artifact.ts',
          'server/services/decisions/library.ts',
          'server/services/routing/library.ts',
        ].map((name) => join(ROOT, name)),
      }),
    );
    tsc('-p', 'entries.json');
    writeFileSync(join(folder, 'consumer.mts'), CONSUMER);
    for (const lib of ['es2023', 'es2023,dom']) {
      tsc(
        'consumer.mts',
        '--noEmit',
        '--strict',
        '--skipLibCheck',
        'false',
        '--target',
        'es2023',
        '--lib',
        lib,
        '--types',
        'node',
        '--module',
        'nodenext',
        '--moduleResolution',
        'nodenext',
      );
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test.run();
