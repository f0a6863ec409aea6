// Storage failures: what went wrong with a file, as the one error the store throws.
// In: a file and an error of SQLite or of the system. Out: `storage_failed` with the file and the reason.
// Why typed: callers must be able to tell "your change was not kept" from every other failure, and operators want the file.

import { ServiceError } from '../errors.ts';

export function storageFailed(file: string, error: unknown): ServiceError {
  if (error instanceof ServiceError) return error;
  const reason = reasonOf(error);
  return new ServiceError('storage_failed', { message: `${file}: ${reason}`, details: { file, reason } });
}

/** Why a change failed of which nobody knows whether it was kept. */
export const UNKNOWN_END = 'the connection was lost while a change was kept; whether it was kept is not known';

/** Whether an error leaves open if a change was kept. */
export function isUnknownEnd(error: unknown): boolean {
  return error instanceof ServiceError && (error.details as { reason?: unknown } | undefined)?.reason === UNKNOWN_END;
}

const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EDQUOT: 'the quota is used up',
  EFBIG: 'the file may not grow',
  EIO: 'input/output error',
  EISDIR: 'it is a folder',
  ENOENT: 'there is no such file or folder',
  ENOSPC: 'the disk is full',
  ENOTDIR: 'a part of the path is no folder',
  EPERM: 'not permitted',
  EROFS: 'the file system is read-only',
};

/** SQLite's own words for its errors; ours for the usual ones of the system, whose messages repeat paths and calls. */
function reasonOf(error: unknown): string {
  const { code, errstr, message } = error as {
    readonly code?: string;
    readonly errstr?: string;
    readonly message?: string;
  };
  return errstr ?? REASONS[code ?? ''] ?? message ?? String(error);
}
