// NATS: a connection to the broker, as an operator's URL says.
// In: nats://… or tls://…, and perhaps a file of credentials. Out: the connection with its two doors, or a StreamError.
// A user, password or token in the URL is never part of what is said.

import { readFileSync } from 'node:fs';
import type { JetStreamClient, JetStreamManager } from '@nats-io/jetstream';
import { jetstream, jetstreamManager } from '@nats-io/jetstream';
import type { NatsConnection, NodeConnectionOptions } from '@nats-io/transport-node';
import { connect, credsAuthenticator } from '@nats-io/transport-node';
import { messageOf } from '../errors.ts';

/** One sentence for the operator: the broker, a stream or a policy is not as it must be. */
export class StreamError extends Error {}

export interface Nats {
  /** What is shown of the URL. */
  readonly place: string;
  readonly connection: NatsConnection;
  readonly client: JetStreamClient;
  readonly manager: JetStreamManager;
  isConnected(): boolean;
  /** Resolves while there is a connection, else with the next one or the end. */
  connected(): Promise<void>;
  /** Sends what is written, then ends. */
  close(): Promise<void>;
}

const PORT_DEFAULT = '4222';
// A broker that does not answer is told from a slow one after twice this.
const PING_MS = 5_000;
const RECONNECT_MS = 250;

export async function openNats(text: string, { creds }: { readonly creds?: string | undefined } = {}): Promise<Nats> {
  const { place, options } = readUrl(text);
  let connection: NatsConnection;
  try {
    connection = await connect({
      ...options,
      ...(creds === undefined ? {} : { authenticator: credsAuthenticator(readCreds(creds)) }),
      name: 'evident',
      maxReconnectAttempts: -1,
      reconnectTimeWait: RECONNECT_MS,
      pingInterval: PING_MS,
      ignoreAuthErrorAbort: true,
    });
  } catch (error) {
    throw new StreamError(`no connection to NATS at ${place}: ${messageOf(error)}`);
  }
  const link = new Link(connection);
  try {
    const manager = await jetstreamManager(connection);
    return {
      place,
      connection,
      client: jetstream(connection),
      manager,
      isConnected: () => link.isUp,
      connected: () => link.connected(),
      close: () => closeConnection(connection),
    };
  } catch (error) {
    await connection.close();
    throw new StreamError(`NATS at ${place} has no JetStream for this user: ${messageOf(error)}`);
  }
}

/** Whether the connection is there, which the client tells by events alone. */
class Link {
  isUp = true;
  #waiting: (() => void)[] = [];

  constructor(connection: NatsConnection) {
    void this.#follow(connection);
    void connection.closed().then(() => this.#release());
  }

  connected(): Promise<void> {
    return this.isUp ? Promise.resolve() : new Promise((resolve) => this.#waiting.push(resolve));
  }

  async #follow(connection: NatsConnection): Promise<void> {
    for await (const { type } of connection.status()) {
      if (type === 'disconnect' || type === 'staleConnection') this.isUp = false;
      if (type === 'reconnect') this.#release();
    }
  }

  #release(): void {
    this.isUp = true;
    for (const resolve of this.#waiting.splice(0)) resolve();
  }
}

// A broker that is gone takes nothing more; whoever ends does not wait for it.
const FLUSH_MS = 2_000;

async function closeConnection(connection: NatsConnection): Promise<void> {
  if (connection.isClosed()) return;
  const flushed = connection.flush().catch(() => {});
  await Promise.race([flushed, new Promise((resolve) => setTimeout(resolve, FLUSH_MS).unref())]);
  await connection.close();
}

function readUrl(text: string): { readonly place: string; readonly options: NodeConnectionOptions } {
  const url = /^(?:nats|tls):\/\//.test(text) && URL.canParse(text) ? new URL(text) : null;
  if (url === null || url.hostname === '' || !['', '/'].includes(url.pathname) || url.search !== '')
    throw new StreamError(
      'a broker is nats://HOST:PORT or tls://HOST:PORT, with USER:PASSWORD@ or TOKEN@ before the host',
    );
  const place = `${url.hostname}:${url.port === '' ? PORT_DEFAULT : url.port}`;
  const [user, password] = [url.username, url.password].map(decoded) as [string, string];
  const login = user === '' ? {} : password === '' ? { token: user } : { user, pass: password };
  return { place, options: { servers: place, ...login, ...(url.protocol === 'tls:' ? { tls: {} } : {}) } };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new StreamError('a user, password or token has a % that begins no %XX');
  }
}

function readCreds(path: string): Uint8Array {
  try {
    return readFileSync(path);
  } catch (error) {
    throw new StreamError(`cannot read ${path}: ${(error as NodeJS.ErrnoException).code}`);
  }
}
