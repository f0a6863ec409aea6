// Requests for examples of the OpenAPI document, where no golden file has the answer.
// In: nothing. Out: what a service answers to each of them, in this order and with what differs from run to run made the same: times,
// ids that are drawn, and the hashes of entries that have either.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { OPERATIONS } from '../../server/operations.ts';
import { everything } from './mcp.ts';
import { openServer } from './server.ts';
import { until } from './until.ts';

export interface Example {
  readonly request?: unknown;
  /** Absent where the answer is no JSON. */
  readonly response?: unknown;
  readonly refusal?: unknown;
  readonly status?: number;
}

/** Answers so far, as they came, by the id of their endpoint. */
type Answers = Readonly<Record<string, any>>;

interface Asked {
  /** A call of a tool that is made before, and shown by what comes of it. */
  readonly after?: unknown;
  readonly request?: unknown;
  /** A request that names what an answer before it has. */
  readonly requestOf?: (answers: Answers) => unknown;
  /** What stands in the path: `name` or `id`. */
  readonly named?: string | ((answers: Answers) => string);
  readonly query?: string;
  /** Of the answer; 200 when absent. */
  readonly status?: number;
  /** Members of the answer, at any depth, that another run has otherwise. */
  readonly drawn?: readonly string[];
}

const REFUND = {
  type: 'function',
  function: {
    name: 'refund_order',
    description: 'Refund an order.',
    parameters: {
      type: 'object',
      properties: { order_id: { type: 'string' }, reason: { type: 'string' } },
      required: ['order_id'],
    },
  },
};

const LONG = 'A long message that its reader wants to see in parts. '.repeat(8);
const RECORD = [
  ...['id', 'command', 'created_at', 'updated_at'],
  ...['checked_at', 'last_connected_at', 'last_refreshed_at', 'first_seen_at'],
];
const APPROVAL = ['id', 'created_at', 'expires_at', 'decided_at', 'digest'];

/** By the id of an endpoint, in the order in which they are asked: the audit and the log tell of those before them. */
const ASKED: Readonly<Record<string, Asked>> = {
  decideBatch: {
    request: {
      questions: { urgent: { type: 'noul', criteria: { true: 'urgent' } } },
      states: ['This is urgent.', 'Thank you for the quick answer.'],
    },
  },
  verifyCalls: {
    request: {
      messages: [{ role: 'user', content: 'Please refund order A-1001.' }],
      tools: [REFUND],
      tool_calls: [
        { id: 'call_1', type: 'function', function: { name: 'refund_order', arguments: '{"order_id":"A-1001"}' } },
      ],
    },
  },
  checkScript: { request: { script: '(if (> (:amount input) 500) "review" "pay")' } },
  runScript: { request: { script: '(if (> (:amount input) 500) "review" "pay")', input: { amount: 620 } } },
  runScriptBatch: { request: { script: '(/ 100 (:share input))', inputs: [{ share: 4 }, { share: 0 }] } },
  registerServer: {
    request: { name: 'notes', url: 'https://mcp.example.com/mcp', tools: { policy: 'first' } },
    status: 201,
    drawn: ['id', 'created_at', 'updated_at'],
  },
  callTool: {
    request: { server: 'everything', tool: 'get-sum', arguments: { a: 2, b: 3 } },
    drawn: ['id', 'duration_ms'],
  },
  listAudit: { drawn: ['time', 'duration_ms', 'previous', 'hash'] },
  listLog: {
    query: '?wire=verify',
    drawn: ['id', 'request_id', 'time', 'digest_key', 'state_digest', 'input_digest', 'previous', 'hash'],
  },
  listModels: {},
  getModel: { named: 'evident-1' },
  whyScript: { request: { script: '(if (> (:amount input) 500) "review" "pay")', input: { amount: 620 } } },
  buildScript: { request: { script: '(if (> (:amount input) 500) "review" "pay")' } },
  listServers: { query: '?limit=1', drawn: RECORD },
  getServer: { named: 'everything', drawn: RECORD },
  putServer: {
    named: 'tickets',
    request: { url: 'https://tickets.example.com/mcp', enabled: false },
    status: 201,
    drawn: RECORD,
  },
  refreshServer: { named: 'everything', drawn: RECORD },
  restartServer: { named: 'everything', drawn: RECORD },
  approveTools: { named: 'held', request: { tools: ['echo'] }, drawn: RECORD },
  deleteServer: { named: 'tickets', drawn: RECORD },
  listTools: { query: '?server=everything&detail=summary&limit=2', drawn: ['age_ms', 'next_cursor'] },
  searchTools: { request: { query: 'add two numbers', limit: 1 } },
  describeTool: { request: { server: 'everything', tool: 'get-sum' }, drawn: RECORD },
  listApprovals: { after: { server: 'held', tool: 'echo', arguments: { message: 'Hello' } }, drawn: APPROVAL },
  getApproval: { named: ({ listApprovals }) => listApprovals.approvals[0].id, drawn: APPROVAL },
  decideApproval: {
    named: ({ listApprovals }) => listApprovals.approvals[0].id,
    request: { decision: 'approve' },
    drawn: APPROVAL,
  },
  readResult: {
    after: { server: 'everything', tool: 'echo', arguments: { message: LONG }, max_result_bytes: 256 },
    requestOf: ({ after }) => ({ id: after.result._meta['evident/result'].id, offset: 0, bytes: 40 }),
    drawn: ['id'],
  },
  health: {},
  live: {},
  ready: {},
};

export async function askExamples(): Promise<Readonly<Record<string, Example>>> {
  const folder = mkdtempSync(join(tmpdir(), 'evident-examples-'));
  const mcpConfig = join(folder, 'mcp.json');
  const held = { ...everything(), tools: { policy: 'strict' }, guards: { before: ['ask'] } };
  writeFileSync(mcpConfig, JSON.stringify({ mcpServers: { everything: everything(), held } }));
  const policies = mkdtempSync(join(folder, 'policies-'));
  writeFileSync(join(policies, 'ask.script'), '{:verdict "approve" :reason "a person looks at it"}');
  const server = await openServer({ mcpConfig, policies, decisionLog: join(folder, 'log') });
  try {
    await until(async () => {
      const { servers } = (await (await fetch(`${server.url}/v1/mcp/servers`)).json()) as any;
      return servers.every(({ status }: { readonly status: string }) => status === 'ready');
    });
    const examples: Record<string, Example> = {};
    const answers: Record<string, any> = {};
    for (const [id, asked] of Object.entries(ASKED)) {
      if (asked.after !== undefined)
        answers['after'] = await (await send(`${server.url}/v1/mcp/call`, 'POST', asked.after)).json();
      [examples[id], answers[id]] = await askExample(server.url, id, asked, answers);
    }
    return examples;
  } finally {
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

function send(url: string, method: string, body: unknown): Promise<Response> {
  const headers = { 'content-type': 'application/json' };
  return fetch(url, { method, ...(body === undefined ? {} : { body: JSON.stringify(body), headers }) });
}

async function askExample(
  url: string,
  id: string,
  { request: fixed, requestOf, named = '', query = '', status = 200, drawn }: Asked,
  answers: Answers,
): Promise<readonly [Example, answer: unknown]> {
  const { method, path, produces = 'application/json' } = OPERATIONS.find((one) => one.id === id)!;
  const request = requestOf === undefined ? fixed : requestOf(answers);
  const place = typeof named === 'string' ? named : named(answers);
  const answer = await send(`${url}${path.replace(/\{\w+\}/, place)}${query}`, method, request);
  const text = await answer.text();
  assert.is(answer.status, status, `${id}: ${text}`);
  // Of lines the first: each of them has the schema of the answer.
  const first = produces === 'application/x-ndjson' ? text.slice(0, text.indexOf('\n')) : text;
  const isJson = /json$/.test(produces);
  const shown = (value: unknown): unknown =>
    JSON.parse(JSON.stringify(value), (name, member) => steady(member, drawn?.includes(name)));
  const example = {
    ...(request === undefined ? {} : { request: shown(request) }),
    ...(isJson ? { response: shown(JSON.parse(first)) } : {}),
    ...(status === 200 ? {} : { status }),
  };
  return [example, isJson ? JSON.parse(first) : null];
}

const DIGITS = '0123456789abcdef'.repeat(4);

/** A value that was drawn, as one of its kind that is the same in each run. */
function steady(value: unknown, isDrawn = false): unknown {
  if (!isDrawn || value === null) return value;
  if (typeof value === 'number') return 12;
  return String(value)
    .replace(process.execPath, 'node')
    .replace(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/, '2026-11-20T09:30:00.000Z')
    .replace(/[0-9a-f]{16,}$/, (digits) => DIGITS.slice(0, digits.length));
}
