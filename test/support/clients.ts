// What every client test asks: a server that wants keys, one state, and the same three questions decided, unresolved and refused.
// Why shared: the clients must be told the same by the same server, each in its own words.

import type { Socket } from 'node:net';
import { connect } from 'node:net';
import type { KeyFolder } from './keys.ts';
import { openKeyFolder } from './keys.ts';
import type { TestServer } from './server.ts';
import { openServer } from './server.ts';
import { until } from './until.ts';

export interface ClientServer extends TestServer {
  /** A key with the scope `decide` and no other. */
  readonly key: string;
  readonly keys: KeyFolder;
  /** Keeps as many requests of the key under way as it may have while `ask` runs, so that one more is answered 429. */
  whileBusy<T>(ask: () => Promise<T>): Promise<T>;
}

export async function openClientServer(): Promise<ClientServer> {
  const keys = openKeyFolder();
  const key = await keys.add('client', 'decide');
  const server = await openServer({ data: keys.path, keyConcurrency: KEY_CONCURRENCY });
  return {
    ...server,
    key,
    keys,
    whileBusy: (ask) => whileBusy(server, key, ask),
    async close() {
      await server.close();
      keys.remove();
    },
  };
}

export const TICKET = {
  subject: 'Double charge',
  body: 'I was charged twice on Monday. Please refund me as soon as possible, it is urgent.',
};

interface QuestionTexts {
  readonly choice: Readonly<Record<string, string>>;
  readonly score: readonly string[];
  readonly noul: { readonly true: string; readonly false: string };
}

/** Phrases by outcome: one option supported, two, none. */
export const PHRASES = {
  decided: {
    choice: { technical: 'outage, bug', billing: 'refund, charged twice', other: 'greeting' },
    score: ['cosmetic, typo', 'refund', 'data loss'],
    noul: { true: 'urgent, asap', false: 'no hurry' },
  },
  unresolved: {
    choice: { technical: 'Monday', billing: 'refund', other: 'greeting' },
    score: ['Monday', 'refund', 'data loss'],
    noul: { true: 'urgent', false: 'Monday' },
  },
  refused: {
    choice: { technical: 'outage', billing: 'invoice', other: 'greeting' },
    score: ['typo', 'slow', 'data loss'],
    noul: { true: 'asap', false: 'no hurry' },
  },
} as const satisfies Record<string, QuestionTexts>;

export type Outcome = keyof typeof PHRASES;
export const OUTCOMES = Object.keys(PHRASES) as Outcome[];

/** The three questions in System One's words. */
export function systemOneQuestions(outcome: Outcome) {
  const { choice, score, noul } = PHRASES[outcome];
  return {
    team: { type: 'choice' as const, instructions: 'Which team?', criteria: { ...choice } },
    severity: {
      type: 'score' as const,
      instructions: 'How bad?',
      criteria: [score[0], score[1], score[2]] as [string, string, string],
    },
    urgent: { type: 'noul' as const, instructions: 'Is it urgent?', criteria: { ...noul } },
  };
}

/** The three questions in the AI SDK's words. */
export function aiQuestions(outcome: Outcome) {
  const { choice, score, noul } = PHRASES[outcome];
  return {
    team: { type: 'choice' as const, instructions: 'Which team?', criteria: { ...choice } },
    severity: { type: 'score' as const, instructions: 'How bad?', criteria: [...score] },
    urgent: { type: 'boolean' as const, instructions: 'Is it urgent?', criteria: { ...noul } },
  };
}

/** More than a request's own thread takes. */
export const LARGE_TEXT = 'refund '.repeat(3_000);
/** More than a body may have. */
export const HUGE_TEXT = 'x'.repeat(1_100_000);

const KEY_CONCURRENCY = 32;
const AGAIN_MS = 10;

async function whileBusy<T>(server: TestServer, key: string, ask: () => Promise<T>): Promise<T> {
  const port = Number(new URL(server.url).port);
  const head = `POST /v1/systemone HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json\r\nContent-Length: 10\r\n\r\n`;
  const sockets = new Set<Socket>();
  /** A request whose body never comes. One that is refused, because another got in before it, is sent again. */
  const hold = (): void => {
    const socket = connect(port, '127.0.0.1').on('error', () => {});
    socket.on('data', () => {
      socket.destroy();
      if (sockets.delete(socket)) setTimeout(hold, AGAIN_MS);
    });
    sockets.add(socket);
    socket.write(head);
  };
  for (let count = 0; count < KEY_CONCURRENCY; count += 1) hold();
  const isRefused = async (): Promise<boolean> => {
    const answer = await fetch(`${server.url}/v1/models`, { headers: { authorization: `Bearer ${key}` } });
    await answer.arrayBuffer();
    return answer.status === 429;
  };
  try {
    await until(isRefused);
    return await ask();
  } finally {
    const open = [...sockets];
    sockets.clear();
    for (const socket of open) socket.destroy();
    await until(async () => !(await isRefused()));
  }
}

/** What a request was rejected with. */
export async function failure<E extends Error>(
  request: Promise<unknown>,
  kind: abstract new (...args: never[]) => E,
): Promise<E> {
  try {
    await request;
  } catch (error) {
    if (error instanceof kind) return error;
    throw error;
  }
  throw new Answered();
}

/** A request that was to be refused was answered. */
export class Answered extends Error {}
