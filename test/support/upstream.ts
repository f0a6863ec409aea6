// An upstream engine for a test: a real HTTP server that plays either kind and answers as it is told.
// Out: its URL, the requests it saw, and the two kinds of answer. Also a server of ours with that upstream configured.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Config } from '../../server/config.ts';
import type { TestServer } from './server.ts';
import { openServer } from './server.ts';

interface SeenRequest {
  readonly method: string | undefined;
  readonly path: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

export type Play = (response: ServerResponse, seen: SeenRequest) => void;

export interface FakeUpstream {
  readonly url: string;
  readonly seen: SeenRequest[];
  /** How the next requests are answered. */
  play: Play;
  /** How many connections have ended before their answer did. */
  readonly cutOff: () => number;
  close(): Promise<void>;
}

export async function openUpstream(play: Play): Promise<FakeUpstream> {
  let cutOff = 0;
  const server = createServer((request, response) => {
    response.on('close', () => {
      if (!response.writableFinished) cutOff += 1;
    });
    void readText(request).then(
      (text) => {
        const seen = { method: request.method, path: request.url, headers: request.headers, text };
        upstream.seen.push(seen);
        upstream.play(response, seen);
      },
      () => {},
    );
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const upstream: FakeUpstream = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen: [],
    play,
    cutOff: () => cutOff,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return upstream;
}

async function readText(request: IncomingMessage): Promise<string> {
  let text = '';
  request.setEncoding('utf8');
  for await (const chunk of request) text += String(chunk);
  return text;
}

/** Answers with a status and a body. */
export function say(body: unknown, status = 200): Play {
  return (response) => {
    response
      .writeHead(status, { 'content-type': 'application/json' })
      .end(typeof body === 'string' ? body : JSON.stringify(body));
  };
}

/** A System One answer: a choice for each question id. */
export function choose(choices: Readonly<Record<string, string>>): Play {
  const answers = Object.fromEntries(
    Object.entries(choices).map(([id, choice]) => [
      id,
      { type: 'choice', choice, probabilities: { [choice]: 1 }, confidence: 0.9 },
    ]),
  );
  return say({ model: 'jev-1.13.0', answers, usage: { input_tokens: 1, output_tokens: 1 } });
}

/** What a model writes, as a chat completion. */
export function write(content: unknown): Play {
  const text = typeof content === 'string' ? content : JSON.stringify(content);
  return say({
    id: 'x',
    object: 'chat.completion',
    choices: [{ index: 0, message: { role: 'assistant', content: text }, finish_reason: 'stop' }],
  });
}

/** A completion that proposes an option, with a quote, for question 0. */
export function propose(option: string | null, quote: string | null = null): Play {
  return write({ answers: [{ id: 'q0', option, quote }] });
}

interface UpstreamFile {
  readonly path: string;
  remove(): void;
}

/** A file for `--upstream-config`. */
export function writeUpstreamFile(upstream: unknown): UpstreamFile {
  const folder = mkdtempSync(join(tmpdir(), 'evident-upstream-'));
  const path = join(folder, 'upstream.json');
  writeFileSync(path, typeof upstream === 'string' ? upstream : JSON.stringify({ upstream }));
  return { path, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** A server of ours that may ask an upstream, and waits for it: a loaded machine is slow, not wrong. */
export async function openHelpedServer(
  upstream: Readonly<Record<string, unknown>>,
  changes: Partial<Config> = {},
): Promise<TestServer> {
  const file = writeUpstreamFile({ name: 'judge', timeout_ms: 10_000, ...upstream });
  try {
    return await openServer({ ...changes, upstreamConfig: file.path });
  } finally {
    file.remove();
  }
}
