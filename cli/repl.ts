// evident repl: reads an entry, runs it, prints its value, and keeps what it defines.
// In: lines, from a terminal or a pipe; an entry goes on until its brackets close. Out: values on standard output, one
// line each; what is wrong, and the steps, on standard error.

import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { type Command, EXIT, note, print, readFlags, readText, UsageError } from './command.ts';
import { countSteps, FUEL_WANTED } from './fuel.ts';
import { modulesBeside } from './modules.ts';
import { isOpen, Session } from './session.ts';
import { writeBytes } from './write-bytes.ts';

const PROMPT = 'evident> ';
const MORE = '    ...> ';
/** Lines of history kept in the file: weeks of them, which are read at every start. */
export const HISTORY_MAX = 1_000;

const HELP = `Enter an expression, a (def …) or a (defn …). Definitions stay, a def with
the value it has then; a new one of the same name replaces the old; (use "name")
takes name.script of this folder. Ctrl-C stops an entry that runs.
  :help NAME    a builtin, a special form, or a definition of yours
  :input JSON   what input is from now on; :input alone shows it
  :fuel N       steps an entry may use
  :defs         the definitions so far
  :reset        forget them
  :quit         leave (or end of input)`;

export const command: Command = {
  usage: 'evident repl [--input FILE] [--fuel N] [--data FOLDER]',
  options: [
    ['--input FILE', 'the JSON input'],
    ['--fuel N', 'steps an entry may use (1000000)'],
    ['--data FOLDER', 'keep the history of lines in this folder; in memory only when left out'],
  ],
  async run(args) {
    const { values, positionals } = readFlags(args, {
      input: { type: 'string' },
      fuel: { type: 'string' },
      data: { type: 'string' },
    });
    if (positionals.length > 0) throw new UsageError(`${positionals[0]} is too much; start it and type`);
    const session = new Session(modulesBeside('-'));
    if (values.input !== undefined) {
      const problem = session.setInput(readText(values.input));
      if (problem !== null) throw new UsageError(`the input cannot be that of ${values.input}: ${problem}`);
    }
    if (values.fuel !== undefined && !session.setFuel(values.fuel))
      throw new UsageError(`--fuel must be ${FUEL_WANTED}, not ${values.fuel}`);
    const historyPath = values.data === undefined ? null : join(values.data, 'repl-history');
    await converse(session, historyPath);
    return EXIT.ok;
  },
};

async function converse(session: Session, historyPath: string | null): Promise<void> {
  const isTerminal = process.stdin.isTTY === true;
  const lines = createInterface({
    input: process.stdin,
    output: process.stderr,
    terminal: isTerminal,
    prompt: PROMPT,
    history: readHistory(historyPath),
    historySize: HISTORY_MAX,
    removeHistoryDuplicates: true,
    completer: (line: string) => session.complete(line),
  });
  let history: readonly string[] = [];
  lines.on('history', (kept) => {
    history = kept;
  });
  let entry = '';
  let running: AbortController | null = null;
  const run = async (text: string): Promise<void> => {
    running = new AbortController();
    await answer(session, text, running.signal);
    running = null;
  };
  // Ctrl-C stops an entry that runs, and gives up one that is being typed; with nothing entered it leaves.
  lines.on('SIGINT', () => {
    if (running !== null) return running.abort();
    if (entry === '' && lines.line === '') return lines.close();
    entry = '';
    process.stderr.write('\n');
    lines.setPrompt(PROMPT);
    // What was typed is the entry's, too: to its end, and back.
    lines.write(null, { ctrl: true, name: 'e' });
    lines.write(null, { ctrl: true, name: 'u' });
    lines.prompt();
  });
  if (isTerminal) {
    note('evident: :help for help, :quit to leave');
    lines.prompt();
  }
  for await (const line of lines) {
    entry = entry === '' ? line : `${entry}\n${line}`;
    if (entry.trim() === ':quit') break;
    if (!isOpen(entry)) {
      await run(entry.trim());
      entry = '';
    }
    lines.setPrompt(entry === '' ? PROMPT : MORE);
    if (isTerminal) lines.prompt();
  }
  // A pipe that ends in the middle of an entry: its error says which bracket is open.
  if (entry.trim() !== '' && entry.trim() !== ':quit') await run(entry.trim());
  lines.close();
  await session.close();
  if (historyPath !== null && history.length > 0) writeHistory(historyPath, history);
}

async function answer(session: Session, entry: string, signal: AbortSignal): Promise<void> {
  if (entry === '') return;
  const [, name, rest = ''] = /^:(help|input|fuel|defs|reset)(?:\s+([^]*))?$/.exec(entry) ?? [];
  switch (name) {
    case undefined: {
      // A keyword alone is its name; with something behind it, it was meant as a command of another repl.
      const other = /^(:[a-z?]+)\s+\S/.exec(entry);
      if (other !== null)
        return note(`${other[1]!} is no command here; :help lists them, and :help NAME tells of a builtin`);
      const result = await session.evaluate(entry, signal);
      if (result === null) return note('; stopped');
      if (result.problems !== null) note(result.problems);
      if (result.output !== null) print(result.output);
      if (result.steps !== null) note(`; ${countSteps(result.steps)}`);
      return;
    }
    case 'help': {
      if (rest === '') return note(HELP);
      const { helpOf } = await import('./reference.ts');
      const { unknownName } = await import('./docs.ts');
      const asked = rest.trim();
      return note(session.definition(asked) ?? helpOf(asked) ?? unknownName(asked));
    }
    case 'input':
      if (rest === '') note(session.input ?? 'null');
      else {
        const problem = session.setInput(rest);
        if (problem !== null) note(`the input stays what it was: ${problem}`);
      }
      return;
    case 'fuel':
      if (!session.setFuel(rest)) note(`fuel must be ${FUEL_WANTED}; it is ${session.fuel}`);
      return;
    case 'defs':
      return note(session.definitions.length === 0 ? 'nothing is defined' : session.definitions.join('\n'));
    case 'reset':
      return session.reset();
  }
}

/** Latest first, as readline wants it. */
export function readHistory(path: string | null): string[] {
  if (path === null || !existsSync(path)) return [];
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .reverse()
    .slice(0, HISTORY_MAX);
}

function writeHistory(path: string, latestFirst: readonly string[]): void {
  try {
    mkdirSync(dirname(path), { recursive: true });
    writeBytes(path, `${[...latestFirst].reverse().join('\n')}\n`);
  } catch (error) {
    note(`the history is not kept: ${(error as Error).message}`);
  }
}
