// Query: parameters of a request's address.
// In: a request. Out: their values, or `invalid_request` with the parameter.

import { ServiceError } from './errors.ts';
import type { OperationRequest } from './operation.ts';

/** null where it is not given. */
export function numberIn({ query }: OperationRequest, name: string, least: number, most: number): number | null {
  const text = query[name];
  if (text === undefined) return null;
  const number = /^\d{1,16}$/.test(text) ? Number(text) : -1;
  if (number >= least && number <= most) return number;
  throw new ServiceError('invalid_request', {
    message: `${name}: an integer from ${least} to ${most} is expected`,
    param: name,
  });
}

/** Milliseconds since the epoch; null where it is not given. */
export function instantIn({ query }: OperationRequest, name: string): number | null {
  const text = query[name];
  if (text === undefined) return null;
  const ms = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,3})?(?:Z|[+-]\d{2}:\d{2})$/.test(text)
    ? Date.parse(text)
    : Number.NaN;
  if (!Number.isNaN(ms)) return ms;
  throw new ServiceError('invalid_request', {
    message: `${name}: an instant like 2026-11-24T09:00:00Z is expected`,
    param: name,
  });
}
