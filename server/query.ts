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
