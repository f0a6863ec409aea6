// API keys for a test: a data folder of its own and keys written by a second connection, as the command line writes them.

import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { hashToken, writeToken } from '../../server/keys.ts';
import { openStore } from '../../server/store/sqlite.ts';
import type { KeyRow } from '../../server/store/store.ts';

export interface KeyFolder {
  readonly path: string;
  /** Issues a key and answers its token. */
  add(name: string, scopes: string, changes?: Partial<KeyRow>): Promise<string>;
  revoke(name: string): Promise<void>;
  /** Deletes the folder. */
  remove(): void;
}

export function openKeyFolder(): KeyFolder {
  const path = mkdtempSync(join(tmpdir(), 'evident-keys-'));
  const file = join(path, 'evident.db');
  return {
    path,
    async add(name, scopes, changes = {}) {
      const token = writeToken(randomBytes(32));
      const store = openStore(file);
      await store.addKey({
        name,
        hash: hashToken(token),
        scopes,
        undecided: null,
        resultBytes: null,
        createdAtMs: 0,
        expiresAtMs: null,
        revokedAtMs: null,
        ...changes,
      });
      await store.close();
      return token;
    },
    async revoke(name) {
      const store = openStore(file);
      await store.revokeKey(name, 1);
      await store.close();
    },
    remove: () => rmSync(path, { recursive: true, force: true }),
  };
}
