// Main: the process of the server.
// In: arguments, environment, signals. Out: a listening server or a stdio MCP server, and an exit code.
// Why so little is imported: what follows needs a newer Node than the check below, and its imports would fail before it.

import { realpathSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { readConfig } from './config.ts';
import { nodeProblem } from './node-version.ts';

// npm and container runtimes hand the same signal on more than once; a person who means it presses again later.
const REPEATED_SIGNAL_MS = 5_000;
// What is still running after this long is cut off: orchestrators kill the process soon after anyway.
const GRACE_MS = 10_000;
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
  try {
    const { startServer, startStdio } = await import('./start.ts');
    if (config.mcpStdio) {
      const stdio = await startStdio(config);
      stopOnSignal(stdio.close);
      await stdio.ended;
      await stdio.close();
      return;
    }
    const server = await startServer(config);
    stopOnSignal(server.close);
    process.stdout.write(`evident listening on ${server.url}\n`);
    void server.warm();
  } catch (error) {
    fail(error instanceof Error ? error.message : String(error));
  }
}

/** Ends gracefully on the first SIGTERM or SIGINT, at once on one that comes when the first had its time. */
function stopOnSignal(close: () => Promise<void>): void {
  let stoppingSince: number | null = null;
  const onSignal = (signal: NodeJS.Signals): void => {
    const now = performance.now();
    if (stoppingSince !== null) {
      if (now - stoppingSince >= REPEATED_SIGNAL_MS) process.exit(signal === 'SIGINT' ? 130 : 143);
      return;
    }
    stoppingSince = now;
    setTimeout(() => process.exit(1), GRACE_MS).unref();
    close().then(() => process.exit(0), (error: unknown) => {
      process.stderr.write(`evident: ${String(error)}\n`);
      process.exit(1);
    });
  };
  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);
}

function fail(message: string, exitCode = 1): void {
  process.stderr.write(`evident: ${message}\n`);
  process.exitCode = exitCode;
}

// Only when it is the program itself; importing it does nothing.
if (process.argv[1] !== undefined && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  await serve(process.argv.slice(2), process.env);
}
