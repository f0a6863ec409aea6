// Post: one request to an upstream engine and its answer, within a time and a size.
// In: a body, and the signal of the caller. Out: the bytes of a 200, or why there are none. It never rejects.
// Why not the platform's fetch: it follows redirects with our headers, decompresses without end, and bounds nothing.

interface Endpoint {
  readonly url: URL;
  /** With secrets filled in: never shown, never logged. */
  readonly headers: Readonly<Record<string, string>>;
  /** For everything, from the connection to the last byte. */
  readonly timeoutMs: number;
  readonly responseBytesMax: number;
  readonly connectionsMax: number;
}

export type PostResult =
  | { readonly kind: 'answered'; readonly bytes: Uint8Array }
  | { readonly kind: 'failed'; readonly status: 'timeout' | 'unreachable' | 'bad-status' | 'too-large' }
  /** The caller went away. */
  | { readonly kind: 'gone' };

interface Post {
  /** `more`: headers of this request. */
  send(body: string, signal: AbortSignal, more?: Readonly<Record<string, string>>): Promise<PostResult>;
  close(): Promise<void>;
}

export function createPost({ url, headers, timeoutMs, responseBytesMax, connectionsMax }: Endpoint): Post {
  // Imported here, because a service without an upstream would start later and hold 6 MB more for it.
  const opening = import('undici').then(({ Agent, request }) => ({
    request,
    // One clock for the whole request; undici's own would each start anew.
    agent: new Agent({
      connections: connectionsMax,
      connect: { timeout: timeoutMs },
      headersTimeout: 0,
      bodyTimeout: 0,
    }),
  }));
  return {
    async send(body, signal, more = {}) {
      const ending = new AbortController();
      let cause: 'timeout' | 'gone' | null = null;
      const end = (why: 'timeout' | 'gone'): void => {
        cause ??= why;
        ending.abort();
      };
      const onGone = (): void => end('gone');
      const timer = setTimeout(() => end('timeout'), timeoutMs);
      signal.addEventListener('abort', onGone, { once: true });
      if (signal.aborted) onGone();
      try {
        const { request, agent } = await opening;
        const answer = await request(url, {
          method: 'POST',
          headers: { ...headers, ...more },
          body,
          signal: ending.signal,
          dispatcher: agent,
        });
        // What is not read is cut off below; that is no error of ours.
        answer.body.on('error', () => {});
        if (answer.statusCode !== 200) return { kind: 'failed', status: 'bad-status' };
        const chunks: Uint8Array[] = [];
        let length = 0;
        for await (const chunk of answer.body as AsyncIterable<Uint8Array>) {
          length += chunk.length;
          if (length > responseBytesMax) return { kind: 'failed', status: 'too-large' };
          chunks.push(chunk);
        }
        return { kind: 'answered', bytes: Buffer.concat(chunks) };
      } catch {
        if (cause === 'gone') return { kind: 'gone' };
        return { kind: 'failed', status: cause ?? 'unreachable' };
      } finally {
        clearTimeout(timer);
        signal.removeEventListener('abort', onGone);
        // Nothing more is wanted of this answer, whichever way it ended.
        ending.abort();
      }
    },
    close: async () => (await opening).agent.destroy(),
  };
}
