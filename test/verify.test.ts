// Artifacts that are not what they say: verified by building again, signed, or run where a deadline ends them.

import { generateKeyPairSync } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import initWabt from 'wabt';
import { addSection, SECTION } from '../compiler/emit/section.ts';
import { compile, signArtifact, verifyArtifact } from '../runtime/library.ts';
import { ArtifactFailure, DeadlineError, openArtifact } from '../runtime/open-artifact.ts';
import { openCommandLine } from './support/command-line.ts';
import { test } from './support/test.ts';

const APPROVE = '(if (> (:amount input) 100) "refuse" "approve")';
const line = openCommandLine();
test.after(() => line.close());

async function artifactOf(source: string): Promise<Uint8Array> {
  const script = await compile(source);
  if (script.kind !== 'script') throw new Error(source);
  return script.build();
}

/** The content of the section `name`, and the module without it. */
function takeSection(bytes: Uint8Array, name: string): { readonly content: Uint8Array; readonly rest: Uint8Array } {
  const [content] = WebAssembly.Module.customSections(new WebAssembly.Module(bytes as Uint8Array<ArrayBuffer>), name);
  if (content === undefined) throw new Error(`no section ${name}`);
  const section = addSection(new Uint8Array(), name, new Uint8Array(content));
  const at = Buffer.from(bytes).indexOf(section);
  assert.ok(at > 0, 'the section is where its bytes are');
  return {
    content: new Uint8Array(content),
    rest: Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + section.length)]),
  };
}

/** A module with the exports of an artifact whose `run` never returns, under the label of another. `extra`: fields of the module. */
async function endless(label: Uint8Array, extra = ''): Promise<Uint8Array> {
  const wabt = await initWabt();
  const module = wabt.parseWat(
    'endless.wat',
    `(module ${extra} (memory (export "memory") 1)
    (func (export "alloc") (param i32) (result i32) i32.const 0)
    (func (export "run") (param i32 i32 i64) (result i32) (loop $again (br $again)) unreachable)
    (func (export "status") (result i32) i32.const 0) (func (export "output_ptr") (result i32) i32.const 0)
    (func (export "output_len") (result i32) i32.const 0) (func (export "steps") (result i64) i64.const 0))`,
  );
  return addSection(module.toBinary({}).buffer, SECTION, label);
}

test('what build made is verified, with comments, discarded forms, questions and unproved recursion too', async () => {
  for (const source of [
    APPROVE,
    '; a comment\n(def  rate 0.5)\n#_(never (this))\n(* rate (:x input)) ; the end',
    '(defn f [x] (if (nil? x) 0 (+ 1 (f (:a x))))) (f input)',
  ]) {
    assert.is((await verifyArtifact(await artifactOf(source))).kind, 'verified', source);
  }
  line.file('loose.script', '(defn f [n] (f (+ n 1))) (f 1)');
  line.file('set.json', '{"q":{"type":"choice","criteria":{"a":"refund","b":"parcel, box"}}}');
  for (const args of [
    ['build', 'loose.script', '-o', 'loose.wasm', '--recursion', 'allow'],
    ['build', 'set.json', '-o', 'set.wasm'],
  ])
    assert.is(line.evident(args).code, 0);
  for (const file of ['loose.wasm', 'set.wasm']) {
    const { code, out, err } = line.evident(['verify', file]);
    assert.is(code, 0, out + err);
    assert.match(out, /verified: its canonical text builds to the same bytes, hash [0-9a-f]{12}/);
  }
});

test('the label of one artifact on the code of another is found out', async () => {
  const label = takeSection(await artifactOf(APPROVE), SECTION).content;
  const forged = addSection(takeSection(await artifactOf('"approve"'), SECTION).rest, SECTION, label);
  assert.is(openArtifact(forged).trust, 'unverified');
  const verification = await verifyArtifact(forged);
  assert.is(verification.kind, 'different');
  line.file('forged.wasm', forged);
  const { code, out } = line.evident(['verify', 'forged.wasm']);
  assert.is(code, 1);
  assert.match(out, /not verified: its code is not what its canonical text builds to: it differs from byte \d+/);
  const run = line.evident(['run', 'forged.wasm', '--input', '-'], '{"amount":500}');
  assert.match(run.err, /forged\.wasm is unverified/);
});

test('each changed byte of code is found', async () => {
  const bytes = await artifactOf(APPROVE);
  for (const at of [9, 200, Math.floor(bytes.length / 2)]) {
    const changed = Uint8Array.from(bytes);
    changed[at] = changed[at]! ^ 1;
    let kind: string;
    try {
      ({ kind } = await verifyArtifact(changed));
    } catch (error) {
      assert.instance(error, TypeError);
      kind = 'no artifact';
    }
    assert.is.not(kind, 'verified', `byte ${at}`);
  }
});

test('a module that never ends is ended at the deadline, and says nothing else', async () => {
  const module = await endless(takeSection(await artifactOf(APPROVE), SECTION).content);
  const artifact = openArtifact(module, { runMs: 300 });
  for (const round of [1, 2])
    assert.throws(
      () => artifact.run({ input: { amount: 1 } }),
      (error: unknown) => error instanceof DeadlineError && error.code === 'deadline',
      String(round),
    );
  line.file('endless.wasm', module);
  const { code, out, err } = line.evident(['run', 'endless.wasm', '--run-ms', '300']);
  assert.equal([code, out], [3, '']);
  assert.match(err, /the run was ended after 300 ms/);
  assert.is((await verifyArtifact(module)).kind, 'different');
});

test('a module that cannot be instantiated is a failure of its run, and does not end the process', async () => {
  const label = takeSection(await artifactOf(APPROVE), SECTION).content;
  for (const extra of ['(import "host" "call" (func))', '(func $start unreachable) (start $start)']) {
    const artifact = openArtifact(await endless(label, extra));
    for (const round of [1, 2])
      assert.throws(
        () => artifact.run({}),
        (error: unknown) => error instanceof ArtifactFailure && error.code === 'artifact-failed',
        `${extra}, round ${round}`,
      );
    // The thread's own errors arrive in a later turn.
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
});

test('what an unverified module leaves as its output is not shown unless an artifact could have written it', async () => {
  const wabt = await initWabt();
  const label = takeSection(await artifactOf(APPROVE), SECTION).content;
  for (const [length, why] of [
    [1, /its output is no JSON/],
    [9 * 1024 * 1024, /its output is longer than any artifact writes/],
  ] as const) {
    const module = wabt.parseWat(
      'loud.wat',
      `(module (memory (export "memory") 200)
      (func (export "alloc") (param i32) (result i32) i32.const 0) (func (export "run") (param i32 i32 i64) (result i32) i32.const 0)
      (func (export "status") (result i32) i32.const 0) (func (export "output_ptr") (result i32) i32.const 0)
      (func (export "output_len") (result i32) i32.const ${length}) (func (export "steps") (result i64) i64.const 0))`,
    );
    line.file('loud.wasm', addSection(module.toBinary({}).buffer, SECTION, label));
    const { code, out, err } = line.evident(['run', 'loud.wasm']);
    assert.equal([code, out], [3, '']);
    assert.match(err, why);
  }
});

test('an unverified artifact in its thread answers as a vouched one does', async () => {
  const bytes = await artifactOf('(/ 10 (:x input))');
  const [unverified, vouched] = [openArtifact(bytes), openArtifact(bytes, { vouched: true })];
  assert.equal([unverified.trust, vouched.trust], ['unverified', 'vouched']);
  for (const input of [{ x: 4 }, { x: 0 }, { x: 'a' }, undefined]) {
    for (const fuel of [0, 3, 1_000]) assert.equal(unverified.run({ input, fuel }), vouched.run({ input, fuel }));
  }
  assert.throws(() => unverified.run({ fuel: -1 }), RangeError);
  for (const runMs of [0, 1.5, Number.NaN]) assert.throws(() => openArtifact(bytes, { runMs }), RangeError);
});

test('a signature vouches for bytes, and for no others', async () => {
  const [own, other] = [generateKeyPairSync('ed25519'), generateKeyPairSync('ed25519')];
  const pem = (pair: typeof own): { readonly secret: string; readonly open: string } => ({
    secret: String(pair.privateKey.export({ type: 'pkcs8', format: 'pem' })),
    open: String(pair.publicKey.export({ type: 'spki', format: 'pem' })),
  });
  const [mine, theirs] = [pem(own), pem(other)];
  const bytes = await artifactOf(APPROVE);
  const signed = signArtifact(bytes, mine.secret);
  assert.is(openArtifact(signed, { publicKey: mine.open }).trust, 'signed');
  assert.equal(signArtifact(signed, mine.secret), signed);
  for (const [artifact, key] of [
    [signed, theirs.open],
    [bytes, mine.open],
    [addSection(signed, 'more', new Uint8Array()), mine.open],
  ] as const) {
    assert.throws(() => openArtifact(artifact, { publicKey: key }), /not signed/);
  }
  const changed = Uint8Array.from(signed);
  changed[changed.length - 200] = changed[changed.length - 200]! ^ 1;
  assert.throws(() => openArtifact(changed, { publicKey: mine.open }), TypeError);
  assert.is((await verifyArtifact(signed)).kind, 'verified');
  const { publicKey: rsa } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  for (const key of ['no key', rsa.export({ type: 'spki', format: 'pem' })])
    assert.throws(() => openArtifact(signed, { publicKey: String(key) }), TypeError);

  line.file('rule.script', APPROVE);
  line.file('secret.pem', mine.secret);
  line.file('open.pem', mine.open);
  line.file('other.pem', theirs.open);
  assert.is(line.evident(['build', 'rule.script', '-o', 'rule.wasm', '--sign', 'secret.pem']).code, 0);
  assert.equal(new Uint8Array(readFileSync(join(line.folder, 'rule.wasm'))), signed);
  assert.is(line.evident(['verify', 'rule.wasm', '--key', 'open.pem']).code, 0);
  assert.is(line.evident(['verify', 'rule.wasm', '--key', 'other.pem']).code, 1);
  const run = line.evident(['run', 'rule.wasm', '--key', 'open.pem', '--input', '-'], '{"amount":500}', {
    EVIDENT_CACHE: '',
  });
  assert.is(run.out, '"refuse"\n');
  assert.not.match(run.err, /unverified/);
  assert.is(line.evident(['run', 'rule.wasm', '--key', 'other.pem']).code, 2);
  assert.match(
    line.evident(['build', 'rule.script', '-o', 'x.wasm', '--sign', 'open.pem']).err,
    /open\.pem: not a key in PEM/,
  );
});

test('an artifact is unverified until this user built or verified it', async () => {
  line.file('strange.wasm', await artifactOf('(+ 40 2)'));
  assert.match(
    line.evident(['run', 'strange.wasm']).err,
    /strange\.wasm is unverified: .*evident verify strange\.wasm/,
  );
  assert.is(line.evident(['verify', 'strange.wasm']).code, 0);
  const { out, err } = line.evident(['run', 'strange.wasm']);
  assert.is(out, '42\n');
  assert.not.match(err, /unverified/);
});

test('an artifact of another version cannot be verified, which is not the same as being wrong', async () => {
  const { content, rest } = takeSection(await artifactOf('(+ 1 2)'), SECTION);
  const label = new TextDecoder().decode(content).replace(/runtime\/[0-9a-f]{16}/, 'runtime/0000000000000000');
  line.file('older.wasm', addSection(rest, SECTION, new TextEncoder().encode(label)));
  const { code, out } = line.evident(['verify', 'older.wasm', '--json']);
  assert.is(code, 1);
  assert.is((JSON.parse(out) as { kind: string }).kind, 'other-version');
  assert.is(line.evident(['verify', 'no.wasm']).code, 2);
});

test.run();
