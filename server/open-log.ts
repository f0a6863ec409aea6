// The decision log that the operator's settings name, opened for as long as the process runs.
// In: settings, and the store that has the service's key. Out: the log, or null where none is kept.

import { join } from 'node:path';
import type { Config } from './config.ts';
import type { DecisionLogOptions } from './log/log.ts';
import { DecisionLog } from './log/log.ts';
import { isDatabase, STORED_LOG } from './log/record.ts';
import { openSigningKey } from './signing-key.ts';
import { readPostgresUrl } from './store/postgres/url.ts';
import { lockFolder } from './store/sqlite/lock.ts';
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
  if (config.decisionLog === null) return null;
  const { sink, spillFolder } = placeOf(config, config.decisionLog);
  const unlock = config.logPolicy === 'spill' && sink.kind === 'postgres' ? lockFolder(spillFolder, LOCK) : () => {};
  try {
    const { logSecret } = await openSigningKey(store, config.signingKey);
    return await DecisionLog.open({
      sink,
      policy: config.logPolicy,
      isRequired: config.auditMode === 'required',
      keepsBodies: config.logBodies,
      masks: config.logMasks,
      secret: logSecret,
      spillFolder,
      waitMs: config.runMs,
      now,
      log,
      onClosed: unlock,
    });
  } catch (error) {
    unlock();
    throw error;
  }
}

const LOCK = { file: 'spill.lock', what: 'spill folder', flag: '--instance' };

/** Where entries go, and where they wait. */
function placeOf(config: Config, path: string): Pick<DecisionLogOptions, 'sink' | 'spillFolder'> {
  const limits = {
    keepMs: config.logDays * DAY_MS,
    bytesMax: config.logMib * MIB,
    isDurable: config.auditMode === 'required',
  };
  if (path !== STORED_LOG) {
    const kind = isDatabase(path) ? 'sqlite' : 'files';
    return {
      sink: { kind, path, ...limits },
      spillFolder: kind === 'sqlite' ? `${path}.spill` : join(path, 'spill'),
    };
  }
  const { store, instance, data } = config;
  const reading = store === null ? null : readPostgresUrl(store);
  if (store === null || reading?.kind !== 'ok') throw new Error('--log store: goes with --store');
  return {
    sink: { kind: 'postgres', path: reading.target.place, url: store, instance, ...limits },
    // Of one instance: others of this machine may have the same folder.
    spillFolder: join(data ?? '', 'spill', instance),
  };
}
