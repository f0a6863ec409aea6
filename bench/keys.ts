// How long does a request wait for its key, with how many keys? Aim: 200 µs with 10,000 of them.
// Measured on a store on disk, as the server asks it: the database for what changed, then the key. `after a change` is the first
// request after a key was issued, which reads its key again.

import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { createKeys, hashToken, writeToken } from '../server/keys.ts';
import { openStore } from '../server/store/sqlite.ts';
import { duration, median, table } from './measure.ts';

const COUNTS = [3, 1_000, 10_000];
const REQUESTS = 2_000;
const CHANGES = 5;

export async function benchKeys(): Promise<string> {
  const rows: string[][] = [];
  for (const count of COUNTS) {
    const { known, unknown, afterChange } = await measureKeys(count);
    rows.push([count.toLocaleString('en'), duration(known), duration(unknown), duration(afterChange)]);
  }
  return table(['keys', 'a known key', 'one that nobody issued', 'after a change'], rows);
}

async function measureKeys(
  count: number,
): Promise<{ readonly known: number; readonly unknown: number; readonly afterChange: number }> {
  const folder = mkdtempSync(join(tmpdir(), 'evident-bench-keys-'));
  const store = openStore(join(folder, 'evident.db'));
  const other = openStore(join(folder, 'evident.db'));
  try {
    const tokens = Array.from({ length: count }, () => writeToken(randomBytes(32)));
    const issue = (token: string, name: string): Promise<boolean> =>
      other.addKey({
        name,
        hash: hashToken(token),
        scopes: 'decide',
        undecided: null,
        resultBytes: null,
        createdAtMs: 0,
        expiresAtMs: null,
        revokedAtMs: null,
      });
    for (const [at, token] of tokens.entries()) await issue(token, `k${at}`);
    const keys = createKeys({ store, now: Date.now, areRequired: false });
    const times = async (requests: number, ask: (at: number) => Promise<void>): Promise<number> => {
      const samples: number[] = [];
      for (let at = 0; at < requests; at += 1) {
        const started = performance.now();
        await ask(at);
        samples.push((performance.now() - started) * 1000);
        // Requests that arrive together share one look at the database; these do not.
        await new Promise((resolve) => setImmediate(resolve));
      }
      return median(samples);
    };
    const admit = async (token: string): Promise<void> => {
      await keys.admit(`Bearer ${token}`);
    };
    await times(REQUESTS, (at) => admit(tokens[at % count]!));
    const known = await times(REQUESTS, (at) => admit(tokens[(at * 7919) % count]!));
    const unknown = await times(REQUESTS, (at) => admit(`evd_${at}`).catch(() => {}));
    const changes: number[] = [];
    for (let change = 0; change < CHANGES; change += 1) {
      await issue(writeToken(randomBytes(32)), `new${change}`);
      changes.push(await times(1, () => admit(tokens[0]!)));
    }
    return { known, unknown, afterChange: median(changes) };
  } finally {
    await store.close();
    await other.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
