// Command: what every command of the line has in common: how it ends, what it prints, how it reads files.

import { fstatSync, readFileSync, writeFileSync } from 'node:fs';
import type { LineProblem } from '../grammar/json-lines.ts';
import * as flags from '../server/flags.ts';
import { coloured } from './colour.ts';

/** How a command ends; the numbers are documented in the README and `--help`. */
export const EXIT = {
  ok: 0,
  /** The script is not valid, `fmt --check` found a difference, or a bound of `eval` does not hold. */
  invalid: 1,
  /** The command line is wrong, or a file cannot be read or written. */
  usage: 2,
  /** The run ended in a fault, or out of fuel. */
  fault: 3,
  /** Evident itself failed (EX_SOFTWARE of sysexits.h). */
  defect: 70,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** The same for `evident --help`. */
export const EXITS: readonly (readonly [code: ExitCode, meaning: string])[] = [
  [EXIT.ok, 'done'],
  [EXIT.invalid, 'what was looked at does not hold: a script is not valid, a case failed, a difference was found'],
  [EXIT.usage, 'the command line is wrong, or a file cannot be read or written'],
  [EXIT.fault, 'the run ended in a fault, or an unverified artifact failed or was ended at its deadline'],
  [EXIT.defect, 'evident itself failed'],
];

/** One sentence for the person at the terminal; ends the command with EXIT.usage. */
export class UsageError extends Error {}

export interface Command {
  readonly usage: string;
  /** Lines under the usage in `evident help COMMAND`. */
  readonly options: readonly (readonly [option: string, meaning: string])[];
  /** `all` is the table of commands, for the one that completes their names. */
  run(args: readonly string[], all: Commands): Promise<ExitCode>;
}

/** `summary` is one line of `evident --help`. */
export type Commands = Readonly<
  Record<string, { readonly summary: string; load(): Promise<{ readonly command: Command }> }>
>;

/** The bytes of a file, or of standard input for `-`. */
export function readBytes(path: string): Uint8Array {
  try {
    return readFileSync(path === '-' ? 0 : path);
  } catch (error) {
    throw new UsageError(`cannot read ${path === '-' ? 'standard input' : path}: ${reason(error)}`);
  }
}

/** The same as text, which must be UTF-8. */
export function readText(path: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(readBytes(path));
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(`${path} is not UTF-8`);
  }
}

/** Whether a command that takes a script or an artifact is given questions. */
export function isQuestions(path: string): boolean {
  return path.endsWith('.json');
}

export function print(text: string): void {
  write(`${text}\n`);
}

/**
 * To standard output, whole. Node's own stream assumes that a write to a file is complete, but a disk that is nearly full
 * takes only a part.
 */
export function write(bytes: Uint8Array | string): void {
  isFile ??= !process.stdout.isTTY && (fstatSync(1).isFile() || fstatSync(1).isCharacterDevice());
  if (!isFile) {
    process.stdout.write(bytes);
    return;
  }
  try {
    writeFileSync(1, bytes);
  } catch (error) {
    streamFailed('standard output', error);
  }
}

let isFile: boolean | undefined;

/** A standard stream takes nothing more. Ends the process; but whoever reads a pipe may have what they wanted. */
export function streamFailed(name: string, error: unknown): void {
  if ((error as NodeJS.ErrnoException).code === 'EPIPE') return;
  note(`evident: cannot write ${name}: ${reason(error)}`);
  process.exit(EXIT.usage);
}

/** Tells which lines of a file of JSON lines are wrong. */
export function noteProblems(
  path: string,
  { problems, more }: { readonly problems: readonly LineProblem[]; readonly more: number },
): void {
  for (const { line, message } of problems) note(`${path}:${line}: ${message}`);
  if (more > 0) note(`${path}: ${more} more lines are wrong`);
}

/** For people, beside the output that programs read. */
export function note(text: string): void {
  process.stderr.write(`${coloured(text, process.stderr)}\n`);
}

export function printJson(value: unknown): void {
  print(JSON.stringify(value, null, 2));
}

/** The flags and arguments of a command. A wrong flag ends the command. */
export function readFlags<const O extends flags.FlagOptions>(
  args: readonly string[],
  options: O,
): Extract<flags.FlagsReading<O>, { kind: 'ok' }> {
  const reading = flags.readFlags(args, options);
  if (reading.kind === 'invalid') throw new UsageError(reading.message);
  return reading;
}

/** The one positional argument a command takes. */
export function onlyArgument(positionals: readonly string[], what: string): string {
  if (positionals.length === 0) throw new UsageError(`name ${what}`);
  if (positionals.length > 1)
    throw new UsageError(`one ${what.replace(/^an? /, '')} at a time: ${positionals.slice(1).join(' ')} is too much`);
  return positionals[0]!;
}

/** Why a file cannot be read or written, for people. */
export function reason(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  return code === 'ENOENT'
    ? 'there is no such file'
    : code === 'EISDIR'
      ? 'it is a folder'
      : code === 'EACCES'
        ? 'permission denied'
        : code === 'ENOSPC'
          ? 'there is no space left'
          : message;
}
