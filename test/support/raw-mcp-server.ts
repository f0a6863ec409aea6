// A hand-written MCP server over stdio (2025-11-25), for everything a well-behaved SDK would not let a server do.
// In: JSON-RPC lines; FIXTURE_TOOLS names a JSON file with its tool definitions, read again for every listing.
// Out: answers, and whatever misbehaviour the called tool stands for.

import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

interface Message {
  readonly id?: number;
  /** Absent in an answer to what we asked. */
  readonly method?: string;
  readonly params?: {
    readonly name?: string;
    readonly arguments?: Record<string, unknown>;
    readonly _meta?: { readonly progressToken?: unknown };
  };
}

const mode = process.env['FIXTURE_MODE'] ?? '';
const pidFile = process.env['FIXTURE_PIDS'];
if (pidFile !== undefined) {
  // A helper that ignores the end of stdin, as launchers leave them behind.
  const helper = spawn('sleep', ['1000'], { stdio: 'ignore' });
  writeFileSync(pidFile, `${process.pid} ${helper.pid}`);
}
// Only SIGKILL ends this one.
if (mode === 'stubborn') {
  process.on('SIGTERM', () => {});
  setInterval(() => {}, 1000);
}

let cancellations = 0;
let hanging = 0;
let onAnswer: ((line: string) => void) | undefined;

process.stdout.write('a banner that is not JSON\n');
const lines = createInterface({ input: process.stdin, crlfDelay: Infinity });
lines.on('close', () => {
  if (mode !== 'stubborn') process.exit(0);
});
lines.on('line', (line) => {
  const message = JSON.parse(line) as Message;
  if (message.method === 'notifications/cancelled') cancellations += 1;
  if (message.id === undefined) return;
  if (message.method === undefined) return onAnswer?.(line);
  if (message.method === 'tools/call') call(message.id, message.params ?? {}, line);
  else answer(message.id, message.method);
});

function answer(id: number, method: string): void {
  if (mode === 'silent') return;
  if (mode === 'exits-on-unknown' && method !== 'initialize' && method !== 'tools/list') process.exit(3);
  if (method === 'initialize') {
    reply(
      id,
      mode === 'boasts'
        ? BOAST
        : '{"protocolVersion":"2025-11-25","capabilities":{"tools":{"listChanged":true}},"serverInfo":{"name":"raw","version":"1"}}',
    );
  } else if (method === 'tools/list') {
    process.stderr.write('listed\n');
    if (mode === 'announces') process.stdout.write('{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}\n');
    reply(id, `{"tools":${tools()}}`);
  } else process.stdout.write(`{"jsonrpc":"2.0","id":${id},"error":{"code":-32601,"message":"unknown method"}}\n`);
}

function call(id: number, params: NonNullable<Message['params']>, line: string): void {
  switch (params.name) {
    case 'line':
      return reply(id, JSON.stringify({ content: [{ type: 'text', text: line }] }));
    // Fields nobody knows, numbers nobody can hold, keys in an order nobody expects.
    case 'odd':
      return reply(
        id,
        '{"zulu":1.0,"content":[{"type":"hologram","10":1,"2":2,"n":12345678901234567890.10}],"_meta":{"x":null},"alpha":-0}',
      );
    case 'error':
      return reply(id, '{"content":[{"type":"text","text":"no"}],"isError":true}');
    case 'asks':
      return reply(id, '{"resultType":"input_required","inputRequests":{}}');
    // Of the older era: a request of its own, which says nothing of the call that it is about.
    case 'elicits':
      onAnswer = (answer) => reply(id, JSON.stringify({ content: [{ type: 'text', text: answer }] }));
      process.stdout.write(
        '{"jsonrpc":"2.0","id":"e","method":"elicitation/create","params":{"message":"Which?","requestedSchema":{"type":"object","properties":{}}}}\n',
      );
      return;
    case 'refuse':
      process.stdout.write(
        `{"jsonrpc":"2.0","id":${id},"error":{"code":-31999,"message":"refused","data":{"why":1}}}\n`,
      );
      return;
    case 'hang':
      hanging += 1;
      process.stderr.write('hanging\n');
      return;
    case 'cancelled':
      return reply(id, JSON.stringify({ content: [{ type: 'text', text: String(cancellations) }], hanging }));
    // Never reads on.
    case 'deaf':
      lines.removeAllListeners('close');
      lines.close();
      process.stdin.pause();
      setInterval(() => {}, 1000);
      return;
    case 'reports': {
      const { progressToken } = params._meta ?? {};
      const message = 'm'.repeat(2000);
      for (let progress = 1; progress <= 1200; progress += 1)
        process.stdout.write(
          `${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/progress', params: { progressToken, progress, message } })}\n`,
        );
      return reply(id, '{"content":[]}');
    }
    // Reports and the answer in one write: they arrive together.
    case 'hurries': {
      const { progressToken } = params._meta ?? {};
      const reports = [1, 2, 3].map((progress) =>
        JSON.stringify({ jsonrpc: '2.0', method: 'notifications/progress', params: { progressToken, progress } }),
      );
      process.stdout.write(`${[...reports, `{"jsonrpc":"2.0","id":${id},"result":{"content":[]}}`].join('\n')}\n`);
      return;
    }
    case 'crash':
      process.exit(7);
      break;
    case 'big':
      return reply(id, `{"content":[{"type":"text","text":"${'x'.repeat(200_000)}"}]}`);
    // As much as takes many turns to read, and nothing after it.
    case 'farewell':
      process.stdout.write(
        `{"jsonrpc":"2.0","id":${id},"result":{"content":[],"structuredContent":{"all":[${'[1],'.repeat(1_500_000)}[1]]}}}\n`,
        () => process.exit(0),
      );
      return;
    case 'duplicate':
      return reply(id, '{"content":[],"content":[]}');
    case 'announce':
      process.stdout.write('{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}\n');
      return reply(id, '{"content":[]}');
    default:
      return reply(id, '{"content":[]}');
  }
}

// What would stand in its record and in every listing.
const BOAST = JSON.stringify({
  protocolVersion: '2025-11-25',
  capabilities: { tools: {}, ...Object.fromEntries(Array.from({ length: 1000 }, (_, at) => [`x${at}`, {}])) },
  serverInfo: { name: 'n'.repeat(100_000), title: 't'.repeat(100_000), version: 'v'.repeat(100_000) },
});

function reply(id: number, result: string): void {
  process.stdout.write(`{"jsonrpc":"2.0","id":${id},"result":${result}}\n`);
}

function tools(): string {
  const path = process.env['FIXTURE_TOOLS'];
  if (path !== undefined) return readFileSync(path, 'utf8');
  const names = [
    'line',
    'odd',
    'error',
    'asks',
    'elicits',
    'refuse',
    'hang',
    'deaf',
    'reports',
    'hurries',
    'cancelled',
    'crash',
    'big',
    'farewell',
    'duplicate',
    'announce',
  ];
  return JSON.stringify(names.map((name) => ({ name, inputSchema: { type: 'object' } })));
}
