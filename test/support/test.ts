// The `test` of every test file: uvu's, with one promise more. A failure is always printed and the exit code is right.
//
// uvu by itself loses failures in three ways. It formats a thrown error as if `details` were text, and what it throws
// then is dropped by a `return` in its `finally`: no word, no further test, exit code 0. The same `finally` drops an
// error thrown by a hook. And a file that forgets `test.run()` has no failing test. So each handler and hook is wrapped,
// and the end of the process counts: every test registered must have ended, and none failed.

import { inspect } from 'node:util';
import * as fc from 'fast-check';
import { type Test, test as uvuTest } from 'uvu';

// The same cases in every run, so that a failure belongs to the change that caused it. Another seed has other cases:
// `EVIDENT_TEST_SEED=7 npm test`. A failure prints the seed and the path.
fc.configureGlobal({ seed: Number(process.env['EVIDENT_TEST_SEED'] ?? 1) });

let registered = 0;
let ended = 0;
let failed = 0;
const hookErrors: string[] = [];

type Handler = (context: never) => void | Promise<void>;

/** `thrown` as an error that uvu can print: its `details` are text or absent, and it has a name and a stack. */
function printable(thrown: unknown): Error {
  const details: unknown = thrown instanceof Error && 'details' in thrown ? thrown.details : undefined;
  if (thrown instanceof Error && (details === undefined || details === false || typeof details === 'string'))
    return thrown;
  const error = new Error(thrown instanceof Error ? thrown.message : `thrown, and no Error: ${inspect(thrown)}`);
  if (thrown instanceof Error) {
    error.stack = thrown.stack ?? '';
    Object.assign(error, { details: inspect(details, { depth: 8 }) });
  }
  return error;
}

function guardTest(handler: Handler): Handler {
  registered++;
  return async (context) => {
    try {
      await handler(context);
    } catch (thrown) {
      failed++;
      throw printable(thrown);
    } finally {
      ended++;
    }
  };
}

function guardHook(kind: string, handler: Handler): Handler {
  return async (context) => {
    try {
      await handler(context);
    } catch (thrown) {
      hookErrors.push(`a hook \`${kind}\` failed: ${inspect(printable(thrown))}`);
    }
  };
}

process.on('exit', () => {
  for (const error of hookErrors) process.stderr.write(`${error}\n`);
  if (ended < registered)
    process.stderr.write(`${registered - ended} of ${registered} tests have not run to their end\n`);
  if (failed > 0 || hookErrors.length > 0 || ended < registered) process.exitCode = 1;
});

function hook(kind: string, register: (handler: never) => void): (handler: Handler) => void {
  return (handler) => register(guardHook(kind, handler) as never);
}

export const test: Test = Object.assign(
  (name: string, handler: Handler) => uvuTest(name, guardTest(handler) as never),
  {
    only: (name: string, handler: Handler) => uvuTest.only(name, guardTest(handler) as never),
    skip: (...ignored: Parameters<Test['skip']>) => uvuTest.skip(...ignored),
    before: Object.assign(hook('before', uvuTest.before), { each: hook('before.each', uvuTest.before.each) }),
    after: Object.assign(hook('after', uvuTest.after), { each: hook('after.each', uvuTest.after.each) }),
    run: () => uvuTest.run(),
  },
) as unknown as Test;
