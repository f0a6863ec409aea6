// Keys: who may do what.
// In: the store's keys, a clock and the Authorization header. Out: the caller with its scopes, or a ServiceError.
// Why tokens are only hashed: they are 32 random bytes, which nobody guesses however fast the hash, and a stolen database gives
// none of them away. Why a revoked key stays: the server must not fall open because the last key was taken back.

import { hash } from 'node:crypto';
import { ServiceError } from './errors.ts';
import type { Caller, Scope } from './operation.ts';
import { SCOPES } from './operation.ts';
import type { UndecidedMode } from './services/decisions/wire/systemone.ts';
import { UNDECIDED_MODES } from './services/decisions/wire/systemone.ts';
import type { Awaitable } from './store/awaitable.ts';
import { after } from './store/awaitable.ts';
import type { KeyRow, Store } from './store/store.ts';

/** Keys as the store has them: one that another process adds or revokes counts within a second, and in a data folder at once. */
export interface Keys {
  /** Whether requests need a key: when the operator says so, and from the first key on, whatever becomes of it. */
  isNeeded(): Awaitable<boolean>;
  /** The caller behind an Authorization header; anybody where no key is needed. Throws `missing_api_key` or `invalid_api_key`. */
  admit(authorization: string | undefined): Awaitable<Caller>;
}

/** Who calls where no key is needed: a local process, or anybody on a server that has issued none. */
export const ANYBODY: Caller = { key: null, scopes: new Set(SCOPES), undecided: null, resultBytes: null };

interface KeysParts {
  readonly store: Store;
  readonly now: () => number;
  /** `--require-keys`: a key is needed also while there is none, so that a store that was lost opens nothing. */
  readonly areRequired: boolean;
}

export function createKeys({ store, now, areRequired }: KeysParts): Keys {
  // Never false again while we run: keys do not vanish, so a store without any is not the one we had.
  let wasNeeded = areRequired;
  // The store hands out the same row as long as nothing changed.
  const callers = new WeakMap<KeyRow, Caller>();
  const callerOf = (row: KeyRow): Caller => {
    let caller = callers.get(row);
    if (caller === undefined) callers.set(row, (caller = readCaller(row)));
    return caller;
  };
  const hasAny = (): Awaitable<boolean> =>
    wasNeeded
      ? true
      : after(
          readKeys(() => store.hasKeys()),
          noteNeeded,
        );
  const noteNeeded = (has: boolean): boolean => (wasNeeded ||= has);
  const admitRow = (row: KeyRow | null): Caller => {
    if (row === null) throw new ServiceError('invalid_api_key');
    const { revokedAtMs, expiresAtMs } = row;
    if (revokedAtMs !== null) throw new ServiceError('invalid_api_key', { message: 'This API key was revoked.' });
    if (expiresAtMs !== null && expiresAtMs <= now())
      throw new ServiceError('invalid_api_key', { message: 'This API key has expired.' });
    return callerOf(row);
  };
  return {
    isNeeded() {
      // Where the keys cannot be read nobody has one: the service is closed, but for what is open to everybody.
      try {
        const needed = hasAny();
        return needed instanceof Promise ? needed.catch((error) => noteNeeded(closed(error))) : needed;
      } catch (error) {
        return noteNeeded(closed(error));
      }
    },
    admit: (authorization) =>
      after(hasAny(), (isNeeded) => {
        if (!isNeeded) return ANYBODY;
        const token = bearerToken(authorization);
        if (token === null) throw new ServiceError('missing_api_key');
        // Looked up by the hash of the token: a caller cannot choose hashes, so the time of the lookup reveals nothing about existing keys.
        return after(
          readKeys(() => store.findKey(hashToken(token))),
          admitRow,
        );
      }),
  };
}

/** Why a store cannot be read is the operator's to see; the caller may be anybody. */
function readKeys<T>(read: () => Awaitable<T>): Awaitable<T> {
  try {
    const found = read();
    return found instanceof Promise ? found.catch(unreadable) : found;
  } catch (error) {
    return unreadable(error);
  }
}

function unreadable(error: unknown): never {
  if (!(error instanceof ServiceError)) throw error;
  throw new ServiceError(error.code, { message: 'The keys cannot be read.' });
}

function closed(error: unknown): true {
  if (error instanceof ServiceError) return true;
  throw error;
}

/** Throws `insufficient_scope` when the caller does not hold a scope. */
export function requireScope(caller: Caller, scope: Scope): void {
  if (caller.scopes.has(scope) || caller.scopes.has('admin')) return;
  throw new ServiceError('insufficient_scope', {
    message: `This API key does not have the scope ${scope}.`,
    details: { scope },
  });
}

const TOKEN_PREFIX = 'evd_';

/** The token of 32 random bytes. The prefix lets scanners of leaked secrets recognise it. */
export function writeToken(random: Uint8Array): string {
  return `${TOKEN_PREFIX}${Buffer.from(random).toString('base64url')}`;
}

/** What the store keeps of a token: its SHA-256, lower-case hexadecimal. */
export function hashToken(token: string): string {
  return hash('sha256', token);
}

/** A name a person gives to a key; null when it is none. It stands in lists and logs, so it is short and plain. */
export function readKeyName(text: string): string | null {
  return /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/.test(text) ? text : null;
}

function readCaller(row: KeyRow): Caller {
  return {
    key: row.name,
    scopes: new Set(readScopes(row.scopes)),
    undecided: readMode(row.undecided),
    resultBytes: row.resultBytes,
  };
}

/** The known scopes of a list with commas; a scope of a newer version gives nothing here. */
export function readScopes(text: string): Scope[] {
  const names = text.split(',').map((name) => name.trim());
  return SCOPES.filter((scope) => names.includes(scope));
}

function readMode(text: string | null): UndecidedMode | null {
  return UNDECIDED_MODES.find((mode) => mode === text) ?? null;
}

function bearerToken(authorization: string | undefined): string | null {
  return /^Bearer +(\S+) *$/i.exec(authorization ?? '')?.[1] ?? null;
}
