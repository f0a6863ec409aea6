#!/usr/bin/env node
// The command line: finds the command, turns what goes wrong into one line and an exit code.

import * as modules from 'node:module';
import { nodeProblem } from '../server/node-version.ts';
import { cacheFolder } from './cache-folder.ts';
import { type Command, EXIT, EXITS, note, print, streamFailed, UsageError } from './command.ts';
import { COMMANDS } from './commands.ts';

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
    print(helpText());
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
  const known = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (known === undefined) {
    const { suggest } = await import('../compiler/suggest.ts');
    const near = suggest(name, Object.keys(COMMANDS));
    note(
      `evident: there is no command ${name}; ${near === null ? 'evident --help lists them' : `did you mean ${near}?`}`,
    );
    return EXIT.usage;
  }
  const { command } = await known.load();
  if (name !== 'serve' && (args.includes('--help') || args.includes('-h'))) {
    print(commandHelp(known.summary, command));
    return EXIT.ok;
  }
  try {
    return await command.run(args, COMMANDS);
  } catch (error) {
    // Told by its code: its class would load the code generator for every command.
    const isUnavailable = error instanceof Error && 'code' in error && error.code === 'build-unavailable';
    if (!isUnavailable && !(error instanceof UsageError)) throw error;
    note(`evident ${name}: ${error.message}`);
    if (!isUnavailable) note(`usage: ${command.usage}`);
    return EXIT.usage;
  }
}

function commandHelp(summary: string, { usage, options }: Command): string {
  const width = Math.max(0, ...options.map(([option]) => option.length));
  return [
    `usage: ${usage}`,
    '',
    summary,
    '',
    ...options.map(([option, meaning]) => `  ${option.padEnd(width)}  ${meaning}`),
  ].join('\n');
}

function helpText(): string {
  const commands = Object.entries(COMMANDS);
  const width = Math.max(...commands.map(([name]) => name.length));
  return [
    'evident: decisions with evidence, scripts with exact steps',
    '',
    ...commands.map(([name, { summary }]) => `  evident ${name.padEnd(width)}  ${summary}`),
    '',
    '  evident help COMMAND   how to use one',
    '  evident --mcp-stdio    short for evident serve --mcp-stdio',
    '  evident --version',
    '',
    'exit codes:',
    ...EXITS.map(([code, meaning]) => `  ${String(code).padEnd(3)} ${meaning}`),
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
