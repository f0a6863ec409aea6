// The listener: one connection of its own that hears of changes, and holds the name of the instance.
// In: a target, a channel. Out: calls when something may have changed. Why only a hint: a connection that was lost hears nothing, and
// nobody can tell from how many changes; who must follow them asks each second anyway.

import pg from 'pg';
import { connectionOptions, databaseFailed } from './database.ts';
import type { PostgresTarget } from './url.ts';

export interface Listener {
  /** Calls with what a change was made to; also whenever the connection was made anew. Answers how to stop. */
  onChange(heard: (kind: string) => void): () => void;
  close(): Promise<void>;
}

interface ListenerOptions {
  readonly target: PostgresTarget;
  readonly instance: string;
  readonly channel: string;
  /** The instance has rows of its own: no other process may have its name meanwhile. */
  readonly isExclusive: boolean;
  readonly log: (line: string) => void;
}

const AGAIN_MS = 1_000;
// After a crash of the whole machine the server keeps the name until it finds out; a new process waits so long for it.
const NAME_WAIT_MS = 15_000;

/** Throws one sentence when another process has the name of the instance, `store_unavailable` when there is no connection. */
export async function listen(options: ListenerOptions): Promise<Listener> {
  const { target, isExclusive, instance, log } = options;
  const hearers = new Set<(kind: string) => void>();
  let isClosed = false;
  let client: pg.Client | null = null;
  let again: NodeJS.Timeout | undefined;
  const tell = (kind: string): void => {
    for (const heard of hearers) heard(kind);
  };
  const connect = async (isFirst: boolean): Promise<void> => {
    const next = new pg.Client(connectionOptions(target, instance));
    const lost = (): void => {
      if (client !== next) return;
      client = null;
      retry();
    };
    next.on('error', lost);
    next.on('end', lost);
    next.on('notification', ({ payload }) => tell(payload ?? ''));
    try {
      await next.connect();
      await next.query(`LISTEN ${pg.escapeIdentifier(options.channel)}`);
      if (isExclusive) await claim(next, options, isFirst ? NAME_WAIT_MS : 0);
    } catch (error) {
      await next.end().catch(() => {});
      if (error instanceof NameTaken && !isFirst) log(`evident: ${error.message}`);
      if (error instanceof NameTaken) throw error;
      throw databaseFailed(target.place, error);
    }
    if (isClosed) return void (await next.end().catch(() => {}));
    client = next;
    if (!isFirst) tell('');
  };
  const retry = (): void => {
    if (isClosed) return;
    again = setTimeout(() => {
      connect(false).catch(retry);
    }, AGAIN_MS).unref();
  };
  await connect(true);
  return {
    onChange(heard) {
      hearers.add(heard);
      return () => void hearers.delete(heard);
    },
    async close() {
      isClosed = true;
      clearTimeout(again);
      const open = client;
      client = null;
      await open?.end().catch(() => {});
    },
  };
}

class NameTaken extends Error {}

/** A lock of the session: the server gives it back however the process ends. */
async function claim(client: pg.Client, { target, instance }: ListenerOptions, waitMs: number): Promise<void> {
  const end = performance.now() + waitMs;
  for (;;) {
    const { rows } = await client.query('SELECT pg_try_advisory_lock(hashtext($1), hashtext($2)) AS is_ours', [
      target.schema,
      instance,
    ]);
    if ((rows[0] as { readonly is_ours: boolean }).is_ours) return;
    if (performance.now() >= end)
      throw new NameTaken(
        `another service that uses ${target.place} is the instance ${instance} already; name this one with --instance`,
      );
    await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
  }
}
