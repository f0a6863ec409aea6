// docs/language/hosts: every host runs the same artifacts to the same lines. A host whose engine is not installed is
// skipped, and the last line of the tests counts it.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { check } from '../compiler/check.ts';
import { compile } from '../runtime/library.ts';
import { buildC, missingForC } from './support/c-host.ts';
import { hostLine } from './support/host-line.ts';
import { interpretSource } from './support/interpret.ts';
import { needing } from './support/needs.ts';
import { ROOT } from './support/paths.ts';
import { missingForPython, runPython } from './support/python-host.ts';
import { test } from './support/test.ts';

const HOSTS = join(ROOT, 'docs/language/hosts');
const folder = mkdtempSync(join(tmpdir(), 'evident-hosts-'));
const artifact = join(folder, 'policy.wasm');
test.after(() => rmSync(folder, { recursive: true }));

const POLICY = `(defn line-total [item] (* (:price item) (:qty item 1)))
(let [total (sum (map line-total (:items input)))]
  (assert (< total 1000) "größer als 1000")
  {:total total :discount (if (> total 100) 0.1 0)})`;

test.before(async () => {
  const script = await compile(POLICY);
  if (script.kind !== 'script') throw new Error('the policy does not check');
  writeFileSync(artifact, await script.build());
});

interface Run {
  /** JSON text; left out is nil. */
  readonly input?: string;
  /** 1,000,000 when left out. */
  readonly fuel?: number;
  readonly ends: string;
}

const RUNS: readonly Run[] = [
  { input: '{"items": [{"price": 19.99, "qty": 3}, {"price": 5}]}', fuel: 10_000, ends: 'finished' },
  { input: '{"items": [{"price": 19.99, "qty": 3}, {"price": 5}]}', ends: 'finished' },
  { ends: 'finished' },
  { input: '{"items": [{"price": 19.99, "qty": 3}]}', fuel: 20, ends: 'out-of-fuel' },
  { input: '{"items": [1]}', ends: 'fault' },
  { input: '{"items": [{"price": 2000}]}', ends: 'fault' },
  { input: '{"items": ]}', ends: 'fault' },
];

/** What a host prints of a run, as the reference interpreter has it. */
function lineOf({
  input = null,
  fuel,
  ends,
}: {
  readonly input?: string | null;
  readonly fuel?: number;
  readonly ends: string;
}): string {
  const line = hostLine(interpretSource(POLICY, input, fuel), check(POLICY));
  assert.ok(line.startsWith(`${ends} after `), line);
  return line;
}

function argumentsOf({ input, fuel }: Run): string[] {
  return input === undefined ? [] : [input, ...(fuel === undefined ? [] : [String(fuel)])];
}

interface Host {
  readonly file: string;
  readonly command: readonly string[];
  /** Succeeds where the host's engine is installed. */
  readonly probe: readonly string[];
}

const HAS_ENGINE =
  'import shutil, importlib.util as util; assert util.find_spec("wasmtime") or shutil.which("spectest-interp")';

const ALL: readonly Host[] = [
  { file: 'host.mjs', command: [process.execPath], probe: [process.execPath, '--version'] },
  { file: 'host.py', command: ['python3', '-B'], probe: ['python3', '-c', HAS_ENGINE] },
  // Offline, Go finds the module only where it was fetched before.
  { file: 'host.go', command: ['go', 'run'], probe: ['go', 'list', '-mod=mod', 'github.com/tetratelabs/wazero'] },
];

for (const { file, command, probe } of ALL) {
  const name = `${file} prints what every host prints`;
  if (!succeeds(probe)) {
    console.log(`skipped: ${name} (${probe.join(' ')} failed)`);
    test.skip(name);
    continue;
  }
  test(name, () => {
    for (const each of RUNS) {
      const args = argumentsOf(each);
      assert.is(run([...command, join(HOSTS, file), artifact, ...args]), lineOf(each), args.join(' '));
    }
  });
}

// Where wasmtime is installed, the host in Python was run on that.
needing('wabt', missingForPython())('host.py prints what every host prints, on wabt', () => {
  for (const each of RUNS) assert.is(runPython([artifact, ...argumentsOf(each)]), lineOf(each));
  assert.match(runPython([artifact, '']), 'the input is empty: it holds no JSON value\n');
});

// The host in C has the artifact in it.
needing('wabt', missingForC())('host.c prints what every host prints', () => {
  const program = buildC(readFileSync(artifact), folder);
  for (const each of RUNS) assert.is(run([program, ...argumentsOf(each)]), lineOf(each));
  assert.is(run([program, '']), 'the input is empty: it holds no JSON value\n');
});

// What can be said of a host without its engine.
if (succeeds(['python3', '--version'])) {
  test('host.py is Python', () => {
    const parse = 'import ast, sys; ast.parse(open(sys.argv[1], encoding="utf-8").read())';
    assert.is(run(['python3', '-c', parse, join(HOSTS, 'host.py')]), '');
  });
}
if (succeeds(['gofmt', '-h']))
  test('host.go is Go, and formatted', () => assert.is(run(['gofmt', '-l', join(HOSTS, 'host.go')]), ''));

test('the hosts are those the page lists', () => {
  const listed = [...readFileSync(join(ROOT, 'docs/language/artifact.md'), 'utf8').matchAll(/\[hosts\/(\S+?)\]/g)].map(
    ([, file]) => file,
  );
  assert.equal(listed, [...ALL.map(({ file }) => file), 'host.c']);
});

function succeeds([program = '', ...args]: readonly string[]): boolean {
  return spawnSync(program, args, { cwd: HOSTS, stdio: 'ignore', timeout: 30_000 }).status === 0;
}

/** Everything that was printed, errors too. */
function run([program = '', ...args]: readonly string[]): string {
  const { stdout, stderr } = spawnSync(program, args, { encoding: 'utf8' });
  return stdout + stderr;
}

test.run();
