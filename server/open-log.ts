// The decision log that the operator's settings name, opened for as long as the process runs.
// In: settings, and the store that has the service's key. Out: the log, or null where none is kept.

import { join } from 'node:path';
import type { Config } from './config.ts';
import { DecisionLog } from './log/log.ts';
import { isDatabase } from './log/record.ts';
import { openSigningKey } from './signing-key.ts';
import type { Store } from './store/store.ts';

const DAY_MS = 86_400_000;
const MIB = 2 ** 20;

interface LogParts {
  readonly store: Store;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly log: (line: string) => void;
}

/** Throws one sentence when it cannot be opened. */
export async function openConfiguredLog(config: Config, { store, now, log }: LogParts): Promise<DecisionLog | null> {
  const { decisionLog: path, auditMode } = config;
  if (path === null) return null;
  const { logSecret } = await openSigningKey(store, config.signingKey);
  return DecisionLog.open({
    sink: {
      kind: isDatabase(path) ? 'sqlite' : 'files',
      path,
      keepMs: config.logDays * DAY_MS,
      bytesMax: config.logMib * MIB,
      isDurable: auditMode === 'required',
    },
    policy: config.logPolicy,
    isRequired: auditMode === 'required',
    keepsBodies: config.logBodies,
    masks: config.logMasks,
    secret: logSecret,
    spillFolder: isDatabase(path) ? `${path}.spill` : join(path, 'spill'),
    waitMs: config.runMs,
    now,
    log,
  });
}
