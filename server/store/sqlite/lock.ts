// The lock: one service a data folder.
// In: a folder. Out: a way to give it up, or an error. Why a lock of SQLite's: the system takes it back however the process ends, so
// that a service that was killed leaves nothing to clean up. Why a file of its own: the command line writes keys beside a service.

import { closeSync, mkdirSync, openSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import { storageFailed } from '../failure.ts';

interface LockNames {
  /** The file in the folder. */
  readonly file: string;
  /** What the folder is, and the flag that names another, for the error. */
  readonly what: string;
  readonly flag: string;
}

const DATA: LockNames = { file: 'evident.lock', what: 'data folder', flag: '--data' };
const FILE_MODE = 0o600;
const FOLDER_MODE = 0o700;
// SQLITE_BUSY: somebody else holds it.
const BUSY = 5;

/** Makes the folder when there is none. Throws one sentence when another service has the folder, `storage_failed` when the file cannot be used. */
export function lockFolder(folder: string, { file: name, what, flag } = DATA): () => void {
  const file = join(resolve(folder), name);
  let database: DatabaseSync | undefined;
  try {
    mkdirSync(folder, { recursive: true, mode: FOLDER_MODE });
    closeSync(openSync(file, 'a', FILE_MODE));
    database = new DatabaseSync(file);
    // Held from here on; nothing is ever written.
    database.exec('PRAGMA journal_mode = OFF; PRAGMA busy_timeout = 0; BEGIN EXCLUSIVE;');
    const held = database;
    return () => held.close();
  } catch (error) {
    database?.close();
    if ((error as { readonly errcode?: number }).errcode === BUSY) {
      throw new Error(
        `another service already uses the ${what} ${resolve(folder)}; stop it, or name another folder with ${flag}`,
      );
    }
    throw storageFailed(file, error);
  }
}
