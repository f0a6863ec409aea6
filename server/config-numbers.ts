// The operator's settings that are numbers: what they are when nobody says, and what they may be.
// In: the texts that were given. Out: numbers, or one sentence about one that is none.

import { availableParallelism } from 'node:os';

export const NUMBERS = {
  port: { setting: 'port', standard: 8787, min: 0, max: 65_535 },
  // More threads than cores only wait for each other, and each holds a runtime's memory and a heap.
  threads: { setting: 'threads', standard: Math.max(1, Math.min(4, availableParallelism() - 1)), min: 1, max: 64 },
  // Four to ten seconds are the time-outs of most callers; a run of all the fuel there is may take four.
  'run-ms': { setting: 'runMs', standard: 10_000, min: 1, max: 3_600_000 },
  // A load balancer that asks every second has noticed by then, and a container that is given ten seconds to end still has eight.
  'drain-ms': { setting: 'drainMs', standard: 2_000, min: 0, max: 600_000 },
  // A quarter of a year: longer than most people take to notice; who must keep more exports it.
  'audit-days': { setting: 'auditDays', standard: 90, min: 1, max: 36_500 },
  // As of the audit, within what a small disk has.
  'log-days': { setting: 'logDays', standard: 90, min: 1, max: 36_500 },
  // A file of the log has 64.
  'log-mib': { setting: 'logMib', standard: 4_096, min: 128, max: 100_000_000 },
  // 0 is no limit.
  'key-rate': { setting: 'keyRate', standard: 0, min: 0, max: 1_000_000 },
  // Several times what one program has under way; far less than all the connections there may be.
  'key-concurrency': { setting: 'keyConcurrency', standard: 256, min: 1, max: 1_000_000 },
  // A standby takes over within half a minute; longer than an hour nobody should hold a key that was taken back.
  'key-grace-ms': { setting: 'keyGraceMs', standard: 30_000, min: 0, max: 3_600_000 },
  // A process has a few statements under way at once, and a database has a hundred connections for all of them.
  'store-connections': { setting: 'storeConnections', standard: 8, min: 1, max: 100 },
} as const;

type NumberFlag = keyof typeof NUMBERS;
type Settings = { readonly [Flag in NumberFlag as (typeof NUMBERS)[Flag]['setting']]: number };

/** `given` answers the text of a flag. */
export function readNumbers(given: (flag: NumberFlag) => string | undefined): Settings | string {
  const numbers: Record<string, number> = {};
  for (const [flag, { setting, standard, min, max }] of Object.entries(NUMBERS)) {
    const text = given(flag as NumberFlag);
    const number = text === undefined ? standard : /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
    if (!(number >= min && number <= max)) return `--${flag} must be a whole number from ${min} to ${max}`;
    numbers[setting] = number;
  }
  return numbers as Settings;
}
