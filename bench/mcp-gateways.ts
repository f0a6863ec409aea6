// The gateways that bench/mcp.ts compares, each a process of its own with a stdio server behind it.
// In: nothing, or a folder to work in. Out: where it takes calls, what a call looks like, and how much processor it has used.

import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { freePort } from '../test/support/mcp.ts';
import { moduleFile, ROOT } from '../test/support/paths.ts';

const require = createRequire(import.meta.url);
const EVERYTHING = require.resolve('@modelcontextprotocol/server-everything/dist/index.js');

/** The server behind every gateway, and the one tool that is called. */
const EVERY = { command: process.execPath, args: [EVERYTHING, 'stdio'] };
const ARGUMENTS = { message: 'a short message, as most are' };

export interface Gateway {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Seconds of processor that the gateway alone has used: its server is a process of its own. */
  processorSeconds(): number;
  close(): Promise<void>;
}

// A budget for each key and a bound of the arguments before a call, addresses and secrets taken out after it.
const BEFORE = `(let [{:keys [key tool]} (:counts input)]
  (cond
    (>= key 100000000) {:verdict "deny" :reason "too many calls today"}
    (> (count (get-in input [:arguments :message])) 1000) {:verdict "deny" :reason "too long"}
    :else {:verdict "allow"}))`;

/** The service as an operator runs it: keys, a policy before and one after every call, the audit, a store on disk. */
export async function startEvident(folder: string, isGuarded = true): Promise<Gateway> {
  const data = join(folder, isGuarded ? 'guarded' : 'plain');
  const policies = join(folder, 'policies');
  const config = join(folder, 'evident.json');
  writeFileSync(config, JSON.stringify({ mcpServers: { every: { ...EVERY, protocol: 'legacy' } } }));
  const headers: Record<string, string> = { 'content-type': 'application/json' };
  const flags = ['--port', '0', '--data', data, '--mcp-config', config, '--key-concurrency', '1024'];
  if (isGuarded) {
    headers['authorization'] = `Bearer ${await addKey(data)}`;
    writeFileSync(join(policies, 'before.script'), BEFORE);
    const redact = readFileSync(join(ROOT, 'docs/policies/redact-secrets.script'), 'utf8');
    writeFileSync(join(policies, 'after.script'), redact);
    flags.push('--policies', policies, '--guard-before', 'before', '--guard-after', 'after');
  }
  const child = spawn(process.execPath, [moduleFile('server/main'), ...flags], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  child.stdout.resume();
  const gateway = {
    url: `${line.toString().trim().split(' ').at(-1)}/v1/mcp/call`,
    headers,
    body: JSON.stringify({ server: 'every', tool: 'echo', arguments: ARGUMENTS }),
    ...processOf(child),
  };
  await untilCalled(gateway);
  return gateway;
}

async function addKey(data: string): Promise<string> {
  const add = spawn(
    process.execPath,
    [moduleFile('cli/bin'), 'keys', 'add', 'bench', '--scope', 'mcp:call', '--data', data],
    {
      stdio: ['ignore', 'pipe', 'ignore'],
    },
  );
  let text = '';
  add.stdout.on('data', (chunk) => {
    text += String(chunk);
  });
  await once(add, 'close');
  const token = /evd_\S+/.exec(text)?.[0];
  if (token === undefined) throw new Error(`no key was issued: ${text}`);
  return token;
}

// It looks for a list of servers on the internet when it starts: nobody is at this address, for its fetch and for its curl.
const OFFLINE = { NODE_USE_ENV_PROXY: '1', HTTPS_PROXY: 'http://127.0.0.1:9', https_proxy: 'http://127.0.0.1:9' };

/** The npm package mcp-hub, which has a REST endpoint for calls and neither keys nor policies nor an audit. */
export async function startHub(folder: string): Promise<Gateway> {
  const port = await freePort();
  const config = join(folder, 'hub.json');
  writeFileSync(config, JSON.stringify({ mcpServers: { every: EVERY } }));
  const hub = join(require.resolve('mcp-hub/package.json'), '../dist/cli.js');
  const child = spawn(process.execPath, [hub, '--port', String(port), '--config', config], {
    env: { ...process.env, ...OFFLINE, HOME: folder, XDG_STATE_HOME: folder },
    stdio: ['ignore', 'ignore', 'ignore'],
  });
  const gateway = {
    url: `http://127.0.0.1:${port}/api/servers/tools`,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ server_name: 'every', tool: 'echo', arguments: ARGUMENTS }),
    ...processOf(child),
  };
  await untilCalled(gateway);
  return gateway;
}

/** The SDK's own client over pipes, without anything in between. */
export async function startRaw(): Promise<{ call(): Promise<unknown>; close(): Promise<void> }> {
  const client = new Client({ name: 'bench', version: '1' });
  await client.connect(new StdioClientTransport({ ...EVERY, stderr: 'ignore' }), { prior: { kind: 'legacy' } });
  return {
    call: () => client.callTool({ name: 'echo', arguments: ARGUMENTS }),
    close: () => client.close(),
  };
}

function processOf(child: ChildProcess): Pick<Gateway, 'processorSeconds' | 'close'> {
  process.once('exit', () => child.kill('SIGKILL'));
  return {
    processorSeconds: () => {
      const fields = readFileSync(`/proc/${child.pid}/stat`, 'latin1').split(') ').at(-1)?.split(' ') ?? [];
      // utime and stime, in the hundredths of a second that every Linux has for them.
      return (Number(fields[11]) + Number(fields[12])) / 100;
    },
    async close() {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    },
  };
}

async function untilCalled({ url, headers, body }: Pick<Gateway, 'url' | 'headers' | 'body'>): Promise<void> {
  for (let attempt = 0; attempt < 200; attempt += 1) {
    const response = await fetch(url, { method: 'POST', headers, body }).catch(() => null);
    const text = (await response?.text()) ?? '';
    if (response?.ok === true && text.includes(ARGUMENTS.message)) return;
    await pause(100);
  }
  throw new Error(`${url} makes no calls`);
}
