// What every client test asks: a server that wants keys, one state, and the same three questions decided, unresolved and refused.
// Why shared: the clients must be told the same by the same server, each in its own words.

import { openKeyFolder } from './keys.ts';
import type { KeyFolder } from './keys.ts';
import { openServer } from './server.ts';
import type { TestServer } from './server.ts';

export interface ClientServer extends TestServer {
  /** A key with the scope `decide` and no other. */
  readonly key: string;
  readonly keys: KeyFolder;
  /** Keeps every thread and every place in the queue taken while `ask` runs, so that a large request is answered 429. */
  whileBusy<T>(ask: () => Promise<T>): Promise<T>;
}

export async function openClientServer(): Promise<ClientServer> {
  const keys = openKeyFolder();
  const key = await keys.add('client', 'decide');
  const server = await openServer({ data: keys.path });
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

export const TICKET = { subject: 'Double charge', body: 'I was charged twice on Monday. Please refund me as soon as possible, it is urgent.' };

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
    severity: { type: 'score' as const, instructions: 'How bad?', criteria: [score[0], score[1], score[2]] as [string, string, string] },
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

/** More than a request's own thread takes, so it needs a place in the queue. */
export const LARGE_TEXT = 'refund '.repeat(3_000);
/** More than a body may have. */
export const HUGE_TEXT = 'x'.repeat(1_100_000);

const BIG = JSON.stringify({ state: 'refund not a charge twice '.repeat(38_000), questions: { q: { type: 'choice', criteria: { a: 'refunded, charge twice', b: 'lost parcel' } } } });
const SMALL = JSON.stringify({ state: LARGE_TEXT, questions: { q: { type: 'choice', criteria: { a: 'refund' } } } });
// More than the threads there can be, and with the small ones more than the threads and the queue together.
const BIG_COUNT = 6;
const SMALL_COUNT = 40;
const REFUSED_WAIT_MS = 5;
const ATTEMPTS_MAX = 20;

async function whileBusy<T>(server: TestServer, key: string, ask: () => Promise<T>): Promise<T> {
  const release = new AbortController();
  let onFull = (): void => {};
  const full = new Promise<void>((resolve) => { onFull = resolve; });
  const loop = async (body: string): Promise<void> => {
    while (!release.signal.aborted) {
      try {
        const init = { method: 'POST', body, headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` }, signal: release.signal };
        const answer = await fetch(`${server.url}/v1/systemone`, init);
        await answer.arrayBuffer();
        if (answer.status !== 429) continue;
        onFull();
        await new Promise((resolve) => { setTimeout(resolve, REFUSED_WAIT_MS); });
      } catch (error) {
        if (!release.signal.aborted) throw error;
      }
    }
  };
  const loops = [...Array.from({ length: BIG_COUNT }, () => loop(BIG)), ...Array.from({ length: SMALL_COUNT }, () => loop(SMALL))];
  try {
    await full;
    // A thread that becomes free leaves a place in the queue for a moment.
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await ask();
      } catch (error) {
        if (!(error instanceof Answered) || attempt === ATTEMPTS_MAX) throw error;
      }
    }
  } finally {
    release.abort();
    await Promise.all(loops);
  }
}

/** What a request was rejected with. */
export async function failure<E extends Error>(request: Promise<unknown>, kind: abstract new (...args: never[]) => E): Promise<E> {
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
