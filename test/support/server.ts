// A real server for a test: loopback, a free port, a store in memory.
// Out: its address, a raw socket and a way to close it. Why: tests start exactly what users run.

import { connect } from 'node:net';

import type { Config } from '../../server/config.ts';
import { startServer } from '../../server/start.ts';

export const TEST_CONFIG: Config = {
  host: '127.0.0.1',
  port: 0,
  data: null,
  store: null,
  storeConnections: 8,
  instance: 'test',
  keyGraceMs: 30_000,
  mcpConfig: null,
  policies: null,
  guardsBefore: [],
  guardsAfter: [],
  guardsCalls: [],
  guardsAnswers: [],
  approvals: 'wait',
  auditDays: 90,
  decisionLog: null,
  logPolicy: 'drop-oldest',
  logBodies: false,
  logMasks: [],
  logDays: 90,
  logMib: 4_096,
  auditMode: 'best-effort',
  signingKey: null,
  otlp: null,
  otlpRatio: 1,
  mcpAllowHosts: [],
  mcpSecrets: [],
  allowHosts: [],
  corsOrigins: [],
  accessLog: false,
  mcpStdio: false,
  undecided: 'omit',
  upstreamConfig: null,
  insecureNoAuth: false,
  requireKeys: false,
  threads: 1,
  // Longer than by default: tests share a machine.
  runMs: 60_000,
  keyRate: 0,
  keyConcurrency: 256,
  drainMs: 0,
  trustProxies: [],
};

export interface TestServer {
  readonly url: string;
  /** Sends a JSON body as it is. */
  post(path: string, body: string | Uint8Array, headers?: Record<string, string>): Promise<Response>;
  /** Sends bytes over a socket of its own and answers everything that came back until the server closed it. */
  raw(text: string): Promise<string>;
  /** As SIGHUP does. */
  reload(): Promise<string>;
  close(): Promise<void>;
}

export async function openServer(changes: Partial<Config> = {}): Promise<TestServer> {
  const server = await startServer({ ...TEST_CONFIG, ...changes });
  const { port } = new URL(server.url);
  return {
    url: server.url,
    post: (path, body, headers = {}) =>
      fetch(server.url + path, {
        method: 'POST',
        body: body as string,
        headers: { 'content-type': 'application/json', ...headers },
      }),
    reload: () => server.reload(),
    raw: (text) =>
      new Promise((resolve, reject) => {
        const socket = connect(Number(port), '127.0.0.1', () => socket.write(text));
        let answer = '';
        socket
          .setEncoding('latin1')
          .on('data', (chunk) => {
            answer += String(chunk);
          })
          .on('close', () => resolve(answer))
          .on('error', reject);
      }),
    close: () => server.close(),
  };
}
