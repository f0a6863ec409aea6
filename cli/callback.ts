// The callback: where a browser brings the answer of a page that somebody signed in at.
// In: a port of this machine and a secret. Out: what the page sent along. Why the secret is looked at here: any page that is open in
// the browser may send it somewhere, and what does not know the secret must not end the login.

import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Callback {
  /** What the authorization server is told to send the browser to. */
  readonly url: string;
  /** Resolves with the parameters of the first request that has the secret as `state`. Rejects when nobody came in time. */
  answer(state: string, timeoutMs: number): Promise<URLSearchParams>;
  close(): void;
}

/** Listens on loopback alone; 0 is any port. Rejects when the port is taken. */
export async function openCallback(port: number): Promise<Callback> {
  let wanted: { readonly state: string; readonly found: (params: URLSearchParams) => void } | null = null;
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://127.0.0.1');
    const isAnswer = url.pathname === '/callback' && wanted !== null && url.searchParams.get('state') === wanted.state;
    response.writeHead(isAnswer ? 200 : 404, {
      'content-type': 'text/plain; charset=utf-8',
      'cache-control': 'no-store',
      connection: 'close',
    });
    // Nothing of the request is shown again.
    response.end(
      isAnswer ? 'Evident has the answer. You can close this page and go back to the terminal.\n' : 'Nothing here.\n',
    );
    if (isAnswer) wanted?.found(url.searchParams);
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/callback`,
    answer: (state, timeoutMs) =>
      new Promise((resolve, reject) => {
        const timer = setTimeout(
          () => reject(new Error(`nobody signed in within ${timeoutMs / 60_000} minutes`)),
          timeoutMs,
        );
        wanted = {
          state,
          found(params) {
            clearTimeout(timer);
            wanted = null;
            resolve(params);
          },
        };
      }),
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
