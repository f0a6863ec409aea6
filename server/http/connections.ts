// Connections: which are open, and which are closed to make room.
// In: the server before it listens. Out: every open connection with its last request. Why: Node counts a connection that has not
// sent a whole head as busy until it times out, so that a thousand of those would keep everybody else out.

import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

import { isStalled } from './budget.ts';

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

export interface Connection {
  /** The last request that came over it. */
  exchange: Exchange | null;
  /** When that came, and the bytes that had been read by then. */
  sinceMs: number;
  bytesBefore: number;
}

export interface Connections {
  readonly all: ReadonlyMap<Socket, Connection>;
  /** How many there have been. */
  readonly count: () => number;
}

// An idle connection takes some ten thousand bytes and a descriptor of a thousand or more that a process has.
export const CONNECTIONS_MAX = 1_000;
// From the first packet to the end of a head: what takes longer gives way when there is no place left.
const HEAD_MS_MAX = 1_000;
// Scanning all connections for each one that is refused would itself be an attack surface.
const LOOK_MS = 100;

export function trackConnections(server: Server): Connections {
  const all = new Map<Socket, Connection>();
  let count = 0;
  server.on('connection', (socket: Socket) => {
    count += 1;
    all.set(socket, { exchange: null, sinceMs: performance.now(), bytesBefore: 0 });
    socket.once('close', () => all.delete(socket));
  });
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const connection = all.get(request.socket);
    if (connection === undefined) return;
    connection.exchange = { request, response };
    connection.sinceMs = performance.now();
    connection.bytesBefore = request.socket.bytesRead;
  });
  return { all, count: () => count };
}

/** Keeps the number of connections below the limit: idle connections are closed to make room for new ones. */
/** `onDropped` is told of each that is turned away. */
export function limitConnections(server: Server, { all }: Connections, onDropped: () => void): void {
  server.maxConnections = CONNECTIONS_MAX;
  let lookedMs = Number.NEGATIVE_INFINITY;
  server.on('drop', () => {
    onDropped();
    const now = performance.now();
    if (now - lookedMs < LOOK_MS) return;
    lookedMs = now;
    server.closeIdleConnections();
    for (const [socket, connection] of all)
      if (isIdling(socket, connection, now - connection.sinceMs)) socket.destroy();
  });
}

/** It has no whole head by now, or a body that hardly arrives. */
function isIdling(socket: Socket, { exchange, bytesBefore }: Connection, ms: number): boolean {
  if (exchange === null) return ms > HEAD_MS_MAX;
  return !exchange.request.complete && isStalled(socket.bytesRead - bytesBefore, ms);
}
