// A child process that dies with everything it started.
// In: a command and its surroundings. Out: its pipes, and a `stop` after which no process of its group is left.
// Why: closing only the child leaves its helpers behind under PID 1; servers started through a launcher always have helpers.

import type { ChildProcessByStdio } from 'node:child_process';
import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import type { Readable, Writable } from 'node:stream';

export interface ChildCommand {
  readonly command: string;
  readonly args: readonly string[];
  /** Added to the few variables every child gets. */
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string | undefined;
}

export interface ChildGroup {
  readonly pid: number;
  readonly stdin: Writable;
  readonly stdout: Readable;
  readonly stderr: Readable;
  /** Resolves when the child itself has ended. */
  readonly exited: Promise<void>;
  /** Ends the whole group: first by closing stdin, then by SIGTERM, then by SIGKILL. Never rejects. */
  stop(): Promise<void>;
}

// A well-behaved server ends when its stdin does. Many do not, and whoever deletes a server waits for this.
const STDIN_GRACE_MS = 500;
// Between SIGTERM and SIGKILL, and from SIGKILL until we stop looking.
const SIGNAL_GRACE_MS = 2000;
const POLL_MS = 20;

// What a program needs to run at all. Everything else in our environment may be a secret of ours.
const INHERITED = ['HOME', 'LANG', 'LOGNAME', 'PATH', 'SHELL', 'TERM', 'TMPDIR', 'TZ', 'USER'];

/** Starts the command without a shell, as the leader of a new process group. Rejects when it cannot be started. */
export async function startChild(command: ChildCommand): Promise<ChildGroup> {
  const child = spawn(command.command, command.args, {
    cwd: command.cwd,
    env: { ...inheritedEnvironment(), ...command.env },
    stdio: ['pipe', 'pipe', 'pipe'],
    shell: false,
    detached: true,
  });
  await new Promise<void>((resolve, reject) => {
    child.once('spawn', resolve);
    child.once('error', reject);
  });
  return watch(child, child.pid as number);
}

function watch(child: ChildProcessByStdio<Writable, Readable, Readable>, pid: number): ChildGroup {
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  LIVE_GROUPS.add(pid);
  killGroupsAtExit();
  // A signal that cannot be delivered arrives as an event; the group is judged by what is alive, not by it.
  child.on('error', () => {});
  child.stdin.on('error', () => {});
  let stopping: Promise<void> | undefined;
  return {
    pid,
    stdin: child.stdin,
    stdout: child.stdout,
    stderr: child.stderr,
    exited,
    stop: () => (stopping ??= stopGroup(pid, child, exited)),
  };
}

async function stopGroup(
  pid: number,
  child: ChildProcessByStdio<Writable, Readable, Readable>,
  exited: Promise<void>,
): Promise<void> {
  child.stdin.end();
  await Promise.race([exited, pause(STDIN_GRACE_MS)]);
  for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
    if (!groupIsAlive(pid)) break;
    signalGroup(pid, signal);
    // By the clock, not by counting polls: on a loaded machine each takes longer than it asks for.
    const graceEnd = performance.now() + SIGNAL_GRACE_MS;
    while (performance.now() < graceEnd && groupIsAlive(pid)) await pause(POLL_MS);
  }
  LIVE_GROUPS.delete(pid);
  // A process outside the group may still hold our pipes open, and with them our event loop.
  child.stdout.destroy();
  child.stderr.destroy();
  child.stdin.destroy();
}

const LIVE_GROUPS = new Set<number>();
let hooked = false;

/** When we end without closing, nothing may survive us. A SIGKILL to us cannot be caught: then children see stdin end. */
function killGroupsAtExit(): void {
  if (hooked) return;
  hooked = true;
  process.on('exit', () => {
    for (const pid of LIVE_GROUPS) signalGroup(pid, 'SIGKILL');
  });
}

function groupIsAlive(pid: number): boolean {
  try {
    process.kill(-pid, 0);
    return hasLivingMember(pid);
  } catch (error) {
    // EPERM: alive, but not ours to signal.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Orphans that have ended stay in their group until process 1 collects them, which in containers may be never. */
function hasLivingMember(group: number): boolean {
  let names: readonly string[];
  try {
    names = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  } catch {
    // Without /proc only the result of the signal is known.
    return true;
  }
  return names.some((name) => {
    try {
      // `pid (name) state parent group …`; the name may contain anything, also parentheses.
      const fields = readFileSync(`/proc/${name}/stat`, 'latin1').split(') ').at(-1)?.split(' ') ?? [];
      return Number(fields[2]) === group && fields[0] !== 'Z' && fields[0] !== 'X';
    } catch {
      return false;
    }
  });
}

function signalGroup(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-pid, signal);
  } catch {
    // The group ended in between.
  }
}

function inheritedEnvironment(): Record<string, string> {
  const environment: Record<string, string> = {};
  for (const name of INHERITED) {
    const value = process.env[name];
    if (value !== undefined) environment[name] = value;
  }
  return environment;
}

/** Keeps the event loop alive: a stop that was begun must be finished. */
function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
