// Border: what every answer depends on besides its request.
// In: nothing. Out: types, shared by the routes and by what sends their answers.

import type { Socket } from 'node:net';
import type { HttpLoad } from '../telemetry/gauges.ts';
import type { RequestRecord } from '../telemetry/observer.ts';
import type { Tracing } from '../telemetry/tracing.ts';
import type { WebEndpoint } from '../web-endpoint.ts';
import type { AdmitPolicy } from './admit.ts';
import type { Budget, Taker } from './budget.ts';
import type { Families } from './families.ts';
import type { Pressure } from './pressure.ts';
import type { Refusals } from './refusals.ts';
import type { Turnstile } from './turnstile.ts';

export interface HttpOptions extends AdmitPolicy {
  /** A fresh id with the given prefix, for requests that bring none. */
  readonly newId: (prefix: string) => string;
  readonly turnstile: Turnstile;
  /** Whether the server is told to end: answers then close their connections. */
  readonly isEnding: () => boolean;
  /** Told of each request when it is over. */
  readonly onRequest: (record: RequestRecord) => void;
  readonly tracing: Tracing;
  /** What is held and under way, for whoever looks. */
  readonly load: HttpLoad;
  /** Answers `/mcp` and `/mcp/{server}`. */
  readonly mcp: WebEndpoint;
  /** Told of every failure that is ours, for the operator's log. */
  readonly onFault: (requestId: string, error: unknown) => void;
}

export interface Border extends HttpOptions {
  readonly budget: Budget;
  readonly pressure: Pressure;
  readonly refusals: Refusals;
  readonly families: Families;
  /** Who takes the answers that go over this connection. */
  readonly takerOf: (socket: Socket) => Taker | undefined;
}
