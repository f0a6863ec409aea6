// Connections: which are open, and which are closed to make room.
// In: the server before it listens. Out: every open connection with its last request. Why: Node counts a connection that has not
// sent a whole head as busy until it times out, and one that does not read its answer for ever, so that a thousand of those would
// keep everybody else out.

import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

import type { Taker } from './budget.ts';
import { isStalled } from './budget.ts';
import type { Taking } from './taking.ts';
import { createTaking, sentOver, TAKING_LOOK_MS } from './taking.ts';

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

export interface Connection extends Taker {
  /** The last request that came over it. */
  exchange: Exchange | null;
  /** When that came, and the bytes that had been read by then. */
  sinceMs: number;
  bytesBefore: number;
  /** How its answers are taken. */
  readonly taking: Taking;
}

export interface Connections {
  readonly all: ReadonlyMap<Socket, Connection>;
  /** How many there have been. */
  readonly count: () => number;
  readonly now: () => number;
}

// An idle connection takes some ten thousand bytes and a descriptor of a thousand or more that a process has.
export const CONNECTIONS_MAX = 1_000;
// From the first packet to the end of a head: what takes longer gives way when there is no place left.
const HEAD_MS_MAX = 1_000;
// Scanning all connections for each one that is refused would itself be an attack surface.
const LOOK_MS = 100;

/** `now`: milliseconds that only go forward. */
export function trackConnections(server: Server, now: () => number): Connections {
  const all = new Map<Socket, Connection>();
  let count = 0;
  server.on('connection', (socket: Socket) => {
    count += 1;
    const taking = createTaking({ now, sent: () => sentOver(socket) });
    all.set(socket, {
      exchange: null,
      sinceMs: now(),
      bytesBefore: 0,
      taking,
      isSlow: taking.isSlow,
      drop: () => socket.destroy(),
    });
    socket.once('close', () => all.delete(socket));
  });
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const connection = all.get(request.socket);
    if (connection === undefined) return;
    connection.exchange = { request, response };
    connection.sinceMs = now();
    connection.bytesBefore = request.socket.bytesRead;
  });
  return { all, count: () => count, now };
}

/**
 * Keeps the number of connections below the limit: idle connections, and those whose client is slow, are closed to make room for new
 * ones. `onDropped` is told of each that is turned away.
 */
export function limitConnections(server: Server, { all, now }: Connections, onDropped: () => void): void {
  server.maxConnections = CONNECTIONS_MAX;
  let lookedMs = Number.NEGATIVE_INFINITY;
  server.on('drop', () => {
    onDropped();
    const at = now();
    if (at - lookedMs < LOOK_MS) return;
    lookedMs = at;
    server.closeIdleConnections();
    for (const [socket, connection] of all)
      if (isIdling(socket, connection, at - connection.sinceMs) || connection.isSlow()) socket.destroy();
  });
}

/** Closes connections whose client has stopped taking its answer, also while there is room: one that is gone without a word holds it. */
export function closeUntaken(server: Server, { all }: Connections): void {
  const looking = setInterval(() => {
    for (const [socket, { taking }] of all) if (taking.look()) socket.destroy();
  }, TAKING_LOOK_MS).unref();
  server.once('close', () => clearInterval(looking));
}

/** It has no whole head by now, or a body that hardly arrives. */
function isIdling(socket: Socket, { exchange, bytesBefore }: Connection, ms: number): boolean {
  if (exchange === null) return ms > HEAD_MS_MAX;
  return !exchange.request.complete && isStalled(socket.bytesRead - bytesBefore, ms);
}
