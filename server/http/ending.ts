// Ending: how the server stops without losing a request that reached it.
// In: the Fastify instance before it listens. Out: hooks that its `close` runs. Why an order of its own: what is closed too early
// resets connections whose clients did everything right, and what is waited for too long lets one client hold up the end.
//
// 1. Whoever closes has told the load balancer first (`readyz`) and gone on accepting. What had connected by then is accepted.
// 2. The port is closed in the turn that found nobody waiting: what connects later is refused, which a client knows was not read.
// 3. Connections that say nothing are dropped, requests that do not go on arriving are 408. What has arrived is answered.

import type { Socket } from 'node:net';
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';

import type { FastifyInstance } from 'fastify';

import type { AnswerBroken } from './broken.ts';
import type { Connection, Connections } from './connections.ts';

// Requests that were sent before the end was known are on their way for about this long.
const ARRIVING_MS = 50;
// Turns of the event loop after that, at most: one accepts one connection, and the system holds so many ready for Node.
const ACCEPTING_TURNS_MAX = 511;
// A turn that took longer may have let somebody connect since it looked.
const SHORT_TURN_MS = 0.5;
// From the last connection to its first byte; browsers also open connections ahead of requests that never come.
const SILENT_MS = 500;
// A request that still trickles in by then would take the whole time that answers have.
const STALLED_MS = 2_000;

/** Makes `app.close` end as said above. It resolves when the last answer is out. */
export function endInOrder(app: FastifyInstance, connections: Connections, answerBroken: AnswerBroken): void {
  const { server } = app;
  app.addHook('preClose', async () => {
    if (!server.listening) return;
    await pause(ARRIVING_MS);
    for (let turn = 0, quiet = 0, startedMs = performance.now(); quiet < 2 && turn < ACCEPTING_TURNS_MAX; turn += 1) {
      const before = connections.count();
      await nextTurn();
      const nowMs = performance.now();
      // The first quiet turn reads from what the turn before accepted, the second must be short enough to be believed.
      if (connections.count() !== before) quiet = 0;
      else if (quiet === 0 || nowMs - startedMs < SHORT_TURN_MS) quiet += 1;
      startedMs = nowMs;
    }
    // Not left to Fastify, which would come to it some turns later.
    const closed = new Promise<void>((resolve) => {
      server.close(() => resolve());
    });
    const timers = [
      setTimeout(() => dropSilent(connections.all), SILENT_MS),
      setTimeout(() => refuseStalled(connections.all, answerBroken), STALLED_MS),
    ];
    await closed;
    for (const timer of timers) clearTimeout(timer);
  });
}

function dropSilent(connections: ReadonlyMap<Socket, Connection>): void {
  // Node counts a connection that has sent nothing as busy, until it times out.
  for (const socket of connections.keys()) if (socket.bytesRead === 0) socket.destroy();
}

function refuseStalled(connections: ReadonlyMap<Socket, Connection>, answerBroken: AnswerBroken): void {
  for (const [socket, { exchange }] of connections) {
    if (exchange?.request.complete === true) continue;
    const isAnswered = exchange?.response.headersSent === true;
    if (!isAnswered)
      answerBroken(Object.assign(new Error('the server ends'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), socket);
    socket.destroySoon();
  }
}
