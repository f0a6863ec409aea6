// --watch: a command again whenever a file that it reads changes.

import { watchPath } from '../server/watch.ts';
import { EXIT, type ExitCode, note, UsageError } from './command.ts';

/** Until the process is told to end. `beside`: files beside a path count too, all or those of an ending. */
export function watchAll(
  name: string,
  paths: readonly string[],
  once: () => ExitCode,
  { beside = false }: { readonly beside?: boolean | string } = {},
): Promise<ExitCode> {
  const again = (): void => {
    try {
      once();
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      note(`evident ${name}: ${error.message}`);
    }
    note('waiting for changes');
  };
  // First, so that no change while the command runs is missed.
  const stops = paths.map((path) => watchPath(path, again, { beside }));
  again();
  // The watchers alone keep no process.
  const alive = setInterval(() => {}, 2 ** 30);
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      process.once(signal, () => {
        clearInterval(alive);
        for (const stop of stops) stop();
        resolve(EXIT.ok);
      });
    }
  });
}
