#!/usr/bin/env node
// The command line: finds the command, turns what goes wrong into one line and an exit code.
// Commands are imported when they are asked for: `check` should not wait for the server.

import * as modules from 'node:module';
import { nodeProblem } from '../server/node-version.ts';
import { cacheFolder } from './cache-folder.ts';
import { type Command, EXIT, note, print, streamFailed, UsageError } from './command.ts';

const COMMANDS: Readonly<Record<string, () => Promise<{ command: Command }>>> = {
  check: () => import('./check.ts'),
  run: () => import('./run.ts'),
  why: () => import('./why.ts'),
  test: () => import('./test.ts'),
  build: () => import('./build.ts'),
  inspect: () => import('./inspect.ts'),
  verify: () => import('./verify.ts'),
  decide: () => import('./decide.ts'),
  learn: () => import('./learn.ts'),
  eval: () => import('./eval.ts'),
  lint: () => import('./lint.ts'),
  fmt: () => import('./fmt.ts'),
  repl: () => import('./repl.ts'),
  docs: () => import('./docs.ts'),
  explain: () => import('./explain.ts'),
  route: () => import('./route.ts'),
  serve: () => import('./serve.ts'),
  keys: () => import('./keys.ts'),
  mcp: () => import('./mcp.ts'),
  policies: () => import('./policies.ts'),
  audit: () => import('./audit.ts'),
  log: () => import('./log.ts'),
  backup: () => import('./backup.ts'),
};

async function main(args: readonly string[]): Promise<number> {
  const problem = nodeProblem();
  if (problem !== null) {
    note(problem);
    return 1;
  }
  // Parsing what is imported takes longer than most commands; Node keeps the result.
  const cache = cacheFolder('node');
  if (cache !== null) modules.enableCompileCache(cache);
  const [name, ...rest] = args;
  if (name === undefined || name === '--help' || name === '-h' || (name === 'help' && rest.length === 0)) {
    print(await helpText());
    return name === undefined ? EXIT.usage : EXIT.ok;
  }
  if (name === '--version' || name === '-v') {
    print(await version());
    return EXIT.ok;
  }
  // The form MCP clients are configured with: `evident --mcp-stdio …`.
  if (name.startsWith('--') && args.includes('--mcp-stdio')) return run('serve', args);
  if (name === 'help') return run(rest[0]!, ['--help']);
  return run(name, rest);
}

async function run(name: string, args: readonly string[]): Promise<number> {
  const load = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (load === undefined) {
    note(`evident: there is no command ${name}; evident --help lists them`);
    return EXIT.usage;
  }
  const { command } = await load();
  if (name !== 'serve' && (args.includes('--help') || args.includes('-h'))) {
    print(commandHelp(command));
    return EXIT.ok;
  }
  try {
    return await command.run(args);
  } catch (error) {
    // Told by its code: its class would load the code generator for every command.
    const isUnavailable = error instanceof Error && 'code' in error && error.code === 'build-unavailable';
    if (!isUnavailable && !(error instanceof UsageError)) throw error;
    note(`evident ${name}: ${error.message}`);
    if (!isUnavailable) note(`usage: ${command.usage}`);
    return EXIT.usage;
  }
}

function commandHelp({ usage, summary, options }: Command): string {
  const width = Math.max(0, ...options.map(([option]) => option.length));
  return [
    `usage: ${usage}`,
    '',
    summary,
    '',
    ...options.map(([option, meaning]) => `  ${option.padEnd(width)}  ${meaning}`),
  ].join('\n');
}

async function helpText(): Promise<string> {
  const commands = await Promise.all(
    Object.keys(COMMANDS).map(async (name) => ({ name, ...(await COMMANDS[name]!()).command })),
  );
  return [
    'evident: decisions with evidence, scripts with exact steps',
    '',
    ...commands.map(({ name, summary }) => `  evident ${name.padEnd(7)} ${summary}`),
    '',
    '  evident help COMMAND   how to use one',
    '  evident --mcp-stdio    short for evident serve --mcp-stdio',
    '  evident --version',
    '',
    'exit codes: 0 done; 1 the script is not valid, or fmt --check found a difference;',
    '2 the command line is wrong or a file cannot be read or written; 3 the run ended in a fault;',
    '70 evident itself failed',
  ].join('\n');
}

async function version(): Promise<string> {
  const { ENGINE } = await import('../server/engines/identity.ts');
  return ENGINE.replace('/', ' ');
}

// `evident docs | head -1`: whoever reads has what they wanted, and what is left to print goes nowhere.
process.stdout.on('error', (error) => streamFailed('standard output', error));
process.stderr.on('error', (error) => streamFailed('standard error', error));

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  // A defect of ours. Node would print the line of code, and a line of generated code has thousands of columns.
  note(
    `evident failed, and the fault is its own: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
  );
  process.exitCode = EXIT.defect;
}
