// Admit: whether a request may come in, before its body is read and before anything says whether its path exists.
// In: the headers, the route's own rule and the keys. Out: the caller, or a ServiceError.
// Why one order for every route: an answer that differs by path tells somebody without a key what there is.

import type { IncomingHttpHeaders } from 'node:http';

import { ANYBODY, requireScope } from '../keys.ts';
import type { Keys } from '../keys.ts';
import type { Caller, Scope } from '../operation.ts';
import { refuseTalker } from './talkers.ts';
import type { TalkPolicy } from './talkers.ts';

/** What a route asks of a key: a scope, any key at all, or nothing. */
export type Access = Scope | 'any-key' | 'open';

export interface AdmitPolicy extends TalkPolicy {
  readonly keys: Keys;
}

export interface Arrival {
  readonly method: string;
  readonly headers: IncomingHttpHeaders;
  readonly access: Access;
}

/** The caller of a request. Throws ServiceError: who may not talk first, then the key, then its scope. */
export async function admit({ method, headers, access }: Arrival, policy: AdmitPolicy): Promise<Caller> {
  const keys = await policy.keys.current();
  const refusal = refuseTalker(headers, policy, keys.isNeeded);
  if (refusal !== null) throw refusal;
  if (access === 'open' || isPreflight(method, headers)) return ANYBODY;
  const caller = keys.admit(headers.authorization);
  if (access !== 'any-key') requireScope(caller, access);
  return caller;
}

/** A browser asks before it sends the key, and never with it. */
function isPreflight(method: string, headers: IncomingHttpHeaders): boolean {
  return method === 'OPTIONS' && headers.origin !== undefined && headers['access-control-request-method'] !== undefined;
}
