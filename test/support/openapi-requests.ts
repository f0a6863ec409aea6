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
  readonly response: unknown;
  readonly refusal?: unknown;
  readonly status?: number;
}

interface Asked {
  readonly request?: unknown;
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
    drawn: ['id', 'request_id', 'time', 'state_digest', 'input_digest', 'previous', 'hash'],
  },
  listModels: {},
};

export async function askExamples(): Promise<Readonly<Record<string, Example>>> {
  const folder = mkdtempSync(join(tmpdir(), 'evident-examples-'));
  const mcpConfig = join(folder, 'mcp.json');
  writeFileSync(mcpConfig, JSON.stringify({ mcpServers: { everything: everything() } }));
  const server = await openServer({ mcpConfig, decisionLog: join(folder, 'log') });
  try {
    await until(async () => {
      const { servers } = (await (await fetch(`${server.url}/v1/mcp/servers`)).json()) as any;
      return servers[0].status === 'ready';
    });
    const examples: Record<string, Example> = {};
    for (const [id, asked] of Object.entries(ASKED)) examples[id] = await askExample(server.url, id, asked);
    return examples;
  } finally {
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function askExample(
  url: string,
  id: string,
  { request, query = '', status = 200, drawn }: Asked,
): Promise<Example> {
  const { method, path, produces } = OPERATIONS.find((one) => one.id === id)!;
  const answer = await fetch(`${url}${path}${query}`, {
    method,
    ...(request === undefined
      ? {}
      : { body: JSON.stringify(request), headers: { 'content-type': 'application/json' } }),
  });
  const text = await answer.text();
  assert.is(answer.status, status, `${id}: ${text}`);
  return {
    ...(request === undefined ? {} : { request }),
    // Of lines the first: each of them has the schema of the answer.
    response: JSON.parse(produces === undefined ? text : text.slice(0, text.indexOf('\n')), (name, value) =>
      steady(value, drawn?.includes(name)),
    ),
    ...(status === 200 ? {} : { status }),
  };
}

const DIGITS = '0123456789abcdef'.repeat(4);

/** A value that was drawn, as one of its kind that is the same in each run. */
function steady(value: unknown, isDrawn = false): unknown {
  if (!isDrawn || value === null) return value;
  if (typeof value === 'number') return 12;
  return String(value)
    .replace(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/, '2026-11-20T09:30:00.000Z')
    .replace(/[0-9a-f]{32,}$/, (digits) => DIGITS.slice(0, digits.length));
}
