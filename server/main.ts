// Main: the process of the server.
// In: arguments, environment, signals. Out: a listening server or a stdio MCP server, and an exit code.
// Why so little is imported: what follows needs a newer Node than the check below, and its imports would fail before it.

import { realpathSync, writeSync } from 'node:fs';
import { constants } from 'node:os';
import { fileURLToPath } from 'node:url';

import { readConfig } from './config.ts';
import { messageOf } from './errors.ts';
import { boundHeap } from './heap.ts';
import { nodeProblem } from './node-version.ts';
import type { RunningServer } from './start.ts';

// npm and container runtimes hand the same signal on more than once; a person who means it presses again later.
const REPEATED_SIGNAL_MS = 5_000;
// Answers that take longer, from when the port is closed, are cut off: orchestrators kill the process soon after anyway.
const GRACE_MS = 10_000;
// Local tool servers get this long to end after the last answer; whatever still holds the process then is a fault of ours.
const HANGING_MS = 20_000;
// The command line is wrong, as with every other command.
const WRONG_USE = 2;

/** Serves until a signal ends it. Arguments as on the command line, without program names. */
export async function serve(args: readonly string[], env: NodeJS.ProcessEnv): Promise<void> {
  const problem = nodeProblem();
  if (problem !== null) return fail(problem);
  const reading = readConfig(args, env);
  if (reading.kind === 'help') {
    process.stdout.write(`${reading.text}\n`);
    return;
  }
  if (reading.kind === 'invalid') return fail(reading.message, WRONG_USE);
  const { config } = reading;
  boundHeap();
  try {
    const { startServer, startStdio } = await import('./start.ts');
    if (config.mcpStdio) {
      const stdio = await startStdio(config);
      stopOnSignal(() => stdio.close(), HANGING_MS);
      reloadOnHangup(stdio.reload);
      await stdio.ended;
      await stdio.close();
      return;
    }
    const server = await startServer(config);
    stopOnSignal((signal) => stop(server, signal), config.drainMs + GRACE_MS + HANGING_MS);
    reloadOnHangup(server.reload);
    process.stdout.write(`evident listening on ${server.url}\n`);
    void server.warm();
  } catch (error) {
    fail(messageOf(error));
  }
}

/** Resolves when everything has ended. */
async function stop(server: RunningServer, signal: NodeJS.Signals): Promise<void> {
  // SIGINT is a person at a terminal: there is no load balancer to wait for.
  if (signal === 'SIGTERM') await server.drain();
  const grace = setTimeout(() => {
    process.stderr.write(`evident: cutting off what is not answered after ${GRACE_MS / 1000} s\n`);
    server.cutOff();
  }, GRACE_MS);
  await server.close();
  clearTimeout(grace);
}

/** Ends gracefully on the first SIGTERM or SIGINT, at once on one that comes when the first had its time. */
function stopOnSignal(end: (signal: NodeJS.Signals) => Promise<void>, limitMs: number): void {
  let stoppingSince: number | null = null;
  const onSignal = (signal: NodeJS.Signals): void => {
    const now = performance.now();
    if (stoppingSince !== null) {
      if (now - stoppingSince >= REPEATED_SIGNAL_MS) process.exit(signal === 'SIGINT' ? 130 : 143);
      return;
    }
    stoppingSince = now;
    setTimeout(() => {
      process.stderr.write(`evident: not ended after ${limitMs / 1000} s\n`);
      process.exit(1);
    }, limitMs).unref();
    end(signal).then(
      () => process.exit(0),
      (error: unknown) => {
        process.stderr.write(`evident: ${String(error)}\n`);
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);
}

/** Reads the operator's files again on SIGHUP; what is wrong with them is one line, and changes nothing. */
function reloadOnHangup(reload: () => Promise<string>): void {
  process.on('SIGHUP', (signal) => {
    // SIGHUP from a closed terminal means end: nobody is left to stop the process.
    if (terminalIsGone()) process.exit(128 + constants.signals[signal]);
    void reload().then(
      (line) => {
        process.stderr.write(`evident: ${line}\n`);
      },
      (error: unknown) => {
        process.stderr.write(`evident: not reloaded: ${messageOf(error)}\n`);
      },
    );
  });
}

function terminalIsGone(): boolean {
  if (!process.stderr.isTTY) return false;
  try {
    writeSync(2, '');
    return false;
  } catch {
    return true;
  }
}

function fail(message: string, exitCode = 1): void {
  process.stderr.write(`evident: ${message}\n`);
  process.exitCode = exitCode;
}

// Only when it is the program itself; importing it does nothing.
if (process.argv[1] !== undefined && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  await serve(process.argv.slice(2), process.env);
}
