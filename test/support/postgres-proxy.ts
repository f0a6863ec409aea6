// A connection to PostgreSQL that can be lost at the worst moment: after the server has kept a change and before it can say so.
// In: the URL of a database. Out: a URL of it through the proxy, on loopback.

import type { AddressInfo, Socket } from 'node:net';
import { connect, createServer } from 'node:net';

interface PostgresProxy {
  readonly url: string;
  /** Cuts the connection behind the next COMMIT, and refuses others until `mend`. */
  cutAfterCommit(): void;
  /** Connections that were refused. */
  refused(): number;
  mend(): void;
  close(): Promise<void>;
}

export async function openProxy(url: string): Promise<PostgresProxy> {
  const target = new URL(url);
  let state: 'open' | 'cutting' | 'away' = 'open';
  let refused = 0;
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    if (state === 'away') {
      refused += 1;
      client.destroy();
      return;
    }
    const upstream = connect(Number(target.port || 5432), target.hostname);
    let isEnding = false;
    const end = (): void => {
      client.destroy();
      upstream.destroy();
    };
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', end).on('close', () => {
        sockets.delete(socket);
        end();
      });
    }
    client.on('data', (bytes) => {
      isEnding ||= state === 'cutting' && bytes.includes('COMMIT');
      upstream.write(bytes);
    });
    upstream.on('data', (bytes) => {
      if (!isEnding) client.write(bytes);
      else {
        state = 'away';
        end();
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const proxied = new URL(url);
  proxied.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: proxied.href,
    cutAfterCommit: () => {
      state = 'cutting';
    },
    refused: () => refused,
    mend: () => {
      state = 'open';
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
