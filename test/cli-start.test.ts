// Where an author begins and works: evident init, completion of shells, colours, check --watch.

import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { COMMANDS } from '../cli/commands.ts';
import { BIN, openCommandLine } from './support/command-line.ts';
import { test } from './support/test.ts';
import { until } from './support/until.ts';

const line = openCommandLine();
test.after(() => line.close());

const WRITTEN = [
  'README.md',
  'questions/team.json',
  'questions/team.states.jsonl',
  'rules/refund.cases.json',
  'rules/refund.script',
];

test('a new project passes what its README names', () => {
  const { code, out } = line.evident(['init', 'shop']);
  assert.is(code, 0);
  assert.equal(
    out.trim().split('\n').sort(),
    WRITTEN.map((name) => join('shop', name)),
  );
  const tested = line.evident(['test', 'shop/rules', '--coverage-min', '100']);
  assert.is(tested.code, 0, tested.out + tested.err);
  assert.match(tested.out, /6 passed, 0 failed/);
  assert.is(line.evident(['fmt', '--check', 'shop/rules/refund.script']).code, 0);
  const measured = line.evident([
    'eval',
    'shop/questions/team.json',
    '--labelled',
    'shop/questions/team.states.jsonl',
    '--precision',
    '1',
    '--coverage',
    '1',
    '--out-of-scope',
    '0',
  ]);
  assert.is(measured.code, 0, measured.out);
  assert.is(
    line.evident(['lint', 'shop/questions/team.json', '--states', 'shop/questions/team.states.jsonl', '--strict']).code,
    0,
  );
  const readme = readFileSync(join(line.folder, 'shop/README.md'), 'utf8');
  const commands = [...readme.matchAll(/^(?:.*\| )?evident (\S+)/gm)].map(([, name]) => name!);
  assert.ok(commands.length >= 5);
  for (const name of commands) assert.ok(Object.hasOwn(COMMANDS, name), name);
  for (const [, name] of readme.matchAll(/`((?:rules|questions)\/[^`]+)`/g)) assert.ok(WRITTEN.includes(name!), name);
});

test('init overwrites nothing, and writes all or nothing', () => {
  mkdirSync(join(line.folder, 'mine/rules'), { recursive: true });
  writeFileSync(join(line.folder, 'mine/rules/refund.script'), '1\n');
  const { code, err } = line.evident(['init', 'mine']);
  assert.is(code, 2);
  assert.match(err, /mine\/rules\/refund\.script is there already; nothing was written/);
  assert.equal(readdirSync(join(line.folder, 'mine')), ['rules']);
  assert.is(line.evident(['init', 'a', 'b']).code, 2);
});

// --- Completion

const completion = (shell: string): string => line.evident(['completion', shell]).out;

/** A test where the shell is installed; else it is skipped in plain sight. */
function withShell(shell: string, name: string, handler: () => void): void {
  if (spawnSync(shell, ['--version']).status === 0) test(name, handler);
  else {
    console.log(`skipped: ${name} (${shell} is not installed)`);
    test.skip(name);
  }
}

function shell(program: string, script: string): string {
  const { status, stdout, stderr } = spawnSync(program, ['-c', script], { cwd: line.folder, encoding: 'utf8' });
  assert.is(status, 0, stderr);
  assert.is(stderr, '');
  return stdout;
}

withShell('bash', 'bash completes commands, flags, subcommands and names', () => {
  const file = line.file('complete.bash', completion('bash'));
  const completed = (...words: string[]): string[] => {
    const list = words.map((word) => `'${word}'`).join(' ');
    const script = `source ${file}; COMP_WORDS=(evident ${list}); COMP_CWORD=${words.length}; _evident; printf '%s\\n' "\${COMPREPLY[@]}"`;
    return shell('bash', script).trimEnd().split('\n');
  };
  assert.equal(completed('che'), ['check']);
  assert.equal(completed('').sort(), [...Object.keys(COMMANDS), 'help'].sort());
  assert.equal(completed('check', '--s'), ['--schema']);
  assert.equal(completed('learn', '-'), [
    '-o',
    '--output',
    '--report',
    '--question',
    '--scorecard',
    '--compact',
    '--precision',
  ]);
  assert.equal(completed('keys', ''), ['add', 'list', 'revoke']);
  assert.equal(completed('mcp', 'log'), ['login', 'logout']);
  assert.equal(completed('docs', 'if-'), ['if-not', 'if-let', 'if-some']);
  assert.equal(completed('docs', '->>'), ['->>']);
  assert.equal(completed('explain', 'divide'), ['divide-by-zero']);
  assert.equal(completed('help', 'rep'), completed('rep'));
  assert.equal(completed('completion', ''), ['bash', 'zsh', 'fish']);
  assert.equal(completed('serve', '--log-p'), ['--log-policy']);
  // Files are bash's own to complete.
  assert.equal(completed('run', 'x'), ['']);
  assert.match(completion('bash'), /^complete -o bashdefault -o default -F _evident evident$/m);
});

withShell('fish', 'fish completes the same', () => {
  const file = line.file('complete.fish', completion('fish'));
  const completed = (text: string): string[] =>
    shell('fish', `source ${file}; complete -C '${text}'`)
      .trimEnd()
      .split('\n')
      .map((found) => found.split('\t')[0]!);
  assert.equal(completed('evident che'), ['check']);
  assert.equal(completed('evident check --sc'), ['--schema']);
  assert.equal(
    completed('evident keys ')
      .filter((name) => ['add', 'list', 'revoke'].includes(name))
      .sort(),
    ['add', 'list', 'revoke'],
  );
  assert.equal(completed('evident docs if-').sort(), ['if-let', 'if-not', 'if-some']);
});

withShell('zsh', 'zsh reads its completion', () => {
  const file = line.file('complete.zsh', completion('zsh'));
  const script = `autoload -U compinit; compinit -u -d ${line.folder}/dump; source ${file}; print $_comps[evident]; whence -w _evident`;
  assert.is(shell('zsh', script), '_evident\n_evident: function\n');
});

test('no other shell is completed', () => {
  const { code, err } = line.evident(['completion', 'tcsh']);
  assert.is(code, 2);
  assert.match(err, /there is no completion for tcsh; there are bash, zsh, fish/);
});

// --- Colours

test('colours are drawn where FORCE_COLOR asks, and not where NO_COLOR refuses or nobody looks', () => {
  const file = line.file('wrong.script', '(inc 1 2)\n');
  const check = (env: NodeJS.ProcessEnv): string => line.evident(['check', file], '', env).err;
  const plain = check({});
  assert.not.ok(plain.includes('\u001b'));
  assert.is(check({ NO_COLOR: '1' }), plain);
  const painted = check({ FORCE_COLOR: '1' });
  assert.ok(painted.includes('\u001b[31merror[wrong-arity]\u001b'), JSON.stringify(painted));
  assert.match(painted, /\u001b\[31m\^+\u001b/);
  assert.match(painted, /\u001b\[36m *help:\u001b/);
  assert.is(painted.replaceAll(/\u001b\[[0-9;]*m/g, ''), plain);
  line.file('poor.script', '(inc input)\n');
  line.file('poor.cases.json', '[{"name": "a", "input": 1, "output": 3}]');
  const failed = (env: NodeJS.ProcessEnv): string => line.evident(['test', 'poor.script'], '', env).out;
  assert.ok(
    failed({ FORCE_COLOR: '1' }).includes('\u001b[31m  FAIL\u001b'),
    JSON.stringify(failed({ FORCE_COLOR: '1' })),
  );
  assert.not.ok(failed({}).includes('\u001b'));
});

test('what a script prints is never painted', () => {
  const file = line.file('text.script', '"error[x]: no"\n');
  assert.is(line.evident(['run', file], '', { FORCE_COLOR: '1' }).out, '"error[x]: no"\n');
  const formatted = line.file('help.script', '; note[x]\n1\n');
  assert.is(line.evident(['fmt', formatted], '', { FORCE_COLOR: '1' }).out, '; note[x]\n1\n');
});

// --- Watching

test('check --watch checks again when the file changes, and ends with SIGTERM', async () => {
  const file = line.file('watched.script', '(inc 1)\n');
  const child = spawn(process.execPath, [BIN, 'check', file, '--watch'], {
    cwd: line.folder,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  process.once('exit', () => child.kill('SIGKILL'));
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += String(chunk)));
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
  await until(() => said.includes('watched.script: ok') && said.includes('waiting for changes'));
  writeFileSync(join(line.folder, file), '(inc 1 2)\n');
  await until(() => said.includes('error[wrong-arity]'));
  child.kill('SIGTERM');
  assert.is(await ended, 0);
  assert.is(line.evident(['check', '-', '--watch']).code, 2);
});

test.run();
