// Needs: tests that need a server or a program of the machine.
// In: what is needed, and why it is not here. Out: a way to define tests, which skips them in plain sight where it is not, or fails
// them where EVIDENT_TEST_REQUIRE (names with commas) says that it must be: a check that was skipped must not look like one that held.

import { test } from './test.ts';

type Need = 'postgres' | 'postgres-programs' | 'nats' | 'nats-server' | 'chromium' | 'systemd-analyze' | 'wabt';
type Define = (name: string, handler: Parameters<typeof test>[1]) => void;

/** `missing` says what is not here, in a few words; null: it is. */
export function needing(need: Need, missing: string | null): Define {
  if (missing === null) return test;
  const isRequired = (process.env['EVIDENT_TEST_REQUIRE'] ?? '').split(',').includes(need);
  return (name, handler) => {
    if (isRequired) {
      test(name, () => {
        throw new Error(missing);
      });
      return;
    }
    console.log(`skipped: ${name} (${missing})`);
    test.skip(name, handler);
  };
}
