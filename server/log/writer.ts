// Writer: the log's thread, from the side of the service.
// In: orders, one after the other, and queries. Out: promises. A thread that dies is started again with the next order.

import { Worker } from 'node:worker_threads';
import { ServiceError } from '../errors.ts';
import type { LogNews, LogOrder, LogPage, LogQuery, LogThreadData, WriteOrder, Written } from './record.ts';

/** Whether entries were written is not known; the same order may be given again. */
export class WriteUnsure extends Error {}

export class LogWriter {
  readonly #data: LogThreadData;
  readonly #queries = new Map<number, Settle<LogPage>>();
  #thread: Worker | null = null;
  #opening: Settle<string | null> | null = null;
  #writing: Settle<Written> | null = null;
  #number = 0;
  /** Answers of the thread that somebody waits for. */
  #expected = 0;

  constructor(data: LogThreadData) {
    this.#data = data;
  }

  /** What the operator should know of the log that was found. Rejects with an Error that says why it cannot be opened. */
  open(): Promise<string | null> {
    return new Promise((resolve, reject) => {
      this.#opening = { resolve, reject };
      this.#post(null);
    });
  }

  /** What was written. Rejects with an Error that says why none were, or a WriteUnsure. Never called before the last one has ended. */
  write(order: WriteOrder): Promise<Written> {
    return new Promise((resolve, reject) => {
      this.#writing = { resolve, reject };
      this.#post(order);
    });
  }

  /** Rejects with `storage_failed`. */
  find(query: LogQuery): Promise<LogPage> {
    return new Promise((resolve, reject) => {
      this.#number += 1;
      this.#queries.set(this.#number, { resolve, reject });
      this.#post({ kind: 'query', number: this.#number, query });
    });
  }

  async close(): Promise<void> {
    const thread = this.#thread;
    if (thread === null) return;
    thread.ref();
    this.#expected += 1;
    await new Promise<void>((resolve) => {
      thread.once('exit', () => resolve());
      // Answers to queries come before.
      thread.on('message', ({ kind }: LogNews) => {
        if (kind === 'closed' || kind === 'failed') resolve();
      });
      thread.postMessage({ kind: 'close' } satisfies LogOrder);
    });
    this.#thread = null;
    await thread.terminate();
  }

  #post(order: LogOrder | null): void {
    this.#thread ??= this.#start();
    this.#thread.ref();
    if (order === null) return;
    this.#expected += 1;
    this.#thread.postMessage(order);
  }

  #start(): Worker {
    const url = new URL(import.meta.url.endsWith('.ts') ? './thread.ts' : './thread.js', import.meta.url);
    const thread = new Worker(url, { workerData: this.#data });
    // It says first whether it is ready.
    this.#expected = 1;
    thread.on('message', (news: LogNews) => {
      // What nobody waits for must not hold the process.
      this.#expected -= 1;
      if (this.#expected <= 0) thread.unref();
      this.#hear(news);
    });
    const ended = (why: string): void => {
      if (this.#thread !== thread) return;
      this.#thread = null;
      this.#fail(why);
    };
    thread.on('error', (error) => ended(error.message));
    thread.on('exit', () => ended('the thread of the log ended'));
    return thread;
  }

  #hear(news: LogNews): void {
    switch (news.kind) {
      case 'ready':
        return this.#opening?.resolve(news.note);
      case 'not-ready':
        // A thread that was started again tries once more with its next order, which fails or does not.
        return this.#opening?.reject(new Error(news.reason));
      case 'written':
        return this.#writing?.resolve(news);
      case 'failed':
        return this.#writing?.reject(news.isUnsure ? new WriteUnsure(news.reason) : new Error(news.reason));
      case 'closed':
        return;
      case 'found':
        return this.#settleQuery(news.number)?.resolve(news.page);
      case 'not-found':
        return this.#settleQuery(news.number)?.reject(new ServiceError('storage_failed', { message: news.reason }));
    }
  }

  #settleQuery(number: number): Settle<LogPage> | undefined {
    const query = this.#queries.get(number);
    this.#queries.delete(number);
    return query;
  }

  #fail(why: string): void {
    this.#opening?.reject(new Error(why));
    // It may have ended after it wrote and before it said so.
    this.#writing?.reject(new WriteUnsure(why));
    for (const { reject } of this.#queries.values()) reject(new ServiceError('storage_failed', { message: why }));
    this.#queries.clear();
  }
}

interface Settle<Value> {
  readonly resolve: (value: Value) => void;
  readonly reject: (error: Error) => void;
}
