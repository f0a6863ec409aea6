// Exhausted: a request that needs more memory than the runtime gets, as an error of the request.
// In: what was thrown. Out: a ServiceError, or what was thrown. Why: limits keep ordinary requests below it, and what
// remains must not look like a failure of ours, which clients send again.

import { HostFailure } from '../runtime/outcome.ts';
import { PoolError } from '../runtime/pool.ts';
import { ServiceError } from './errors.ts';

export function withExhaustion(error: unknown): unknown {
  const isExhausted = error instanceof HostFailure || (error instanceof PoolError && error.kind === 'exhausted');
  return isExhausted ? new ServiceError('memory_exhausted') : error;
}
