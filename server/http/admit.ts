// Admit: whether a request may come in, before its body is read and before anything says whether its path exists.
// In: the headers, the route's own rule and the keys. Out: the caller, or a ServiceError.
// Why one order for every route: an answer that differs by path tells somebody without a key what there is.

import type { IncomingHttpHeaders } from 'node:http';
import { ServiceError } from '../errors.ts';
import type { Keys } from '../keys.ts';
import { ANYBODY } from '../keys.ts';
import type { Caller, Scope } from '../operation.ts';
import type { Awaitable } from '../store/awaitable.ts';
import { after } from '../store/awaitable.ts';
import { checkFraming } from './framing.ts';
import { isRepeated } from './headers.ts';
import type { TalkPolicy } from './talkers.ts';
import { refuseTalker } from './talkers.ts';

/** What a route asks of a key: a scope, any key at all, or nothing. */
export type Access = Scope | 'any-key' | 'open';

export interface AdmitPolicy extends TalkPolicy {
  readonly keys: Keys;
}

export interface Arrival {
  readonly method: string;
  readonly headers: IncomingHttpHeaders;
  /** Names and values in turn, as sent: `headers` keeps the first of two Hosts and says nothing of the other. */
  readonly rawHeaders: readonly string[];
  readonly httpVersion: string;
  /** The address at the other end of the connection. */
  readonly peer: string | undefined;
  readonly access: Access;
}

/** The caller of a request. Throws ServiceError: two Hosts and strange framing first, then who may not talk, then the key. */
export function admit(
  { method, headers, rawHeaders, httpVersion, peer, access }: Arrival,
  policy: AdmitPolicy,
): Awaitable<Caller> {
  if (headers.host === undefined && httpVersion !== '1.0')
    throw new ServiceError('invalid_request', { message: 'The request has no Host.' });
  // A proxy in between may have routed by the other Host.
  if (isRepeated('host', rawHeaders))
    throw new ServiceError('invalid_request', { message: 'The request has more than one Host.' });
  checkFraming(headers);
  return after(policy.keys.isNeeded(), (needsKey) => {
    const refusal = refuseTalker({ headers, peer }, policy, needsKey);
    if (refusal !== null) throw refusal;
    if (!needsKey || access === 'open' || isPreflight(method, headers)) return ANYBODY;
    return policy.keys.admit(headers.authorization);
  });
}

/** A browser asks before it sends the key, and never with it. */
function isPreflight(method: string, headers: IncomingHttpHeaders): boolean {
  return method === 'OPTIONS' && headers.origin !== undefined && headers['access-control-request-method'] !== undefined;
}
