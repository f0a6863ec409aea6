// Catalogue: a real MCP server's tools, or an application's, as tool definitions, and requests that were written for them.
// In: the name of a file in test/golden/routing. Out: its requests with what is expected, and a judgement of each decision.
// Why: public sets are what everybody tunes to; a catalogue somebody really runs is not.

import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { createInterface } from 'node:readline';
import { isDeepStrictEqual } from 'node:util';
import type { Json } from '../../grammar/json.ts';
import { parseJson } from '../../grammar/json.ts';
import { project } from '../../grammar/json-project.ts';
import { writeJson } from '../../grammar/json-write.ts';
import type { Explained } from '../../server/engines/routing/route.ts';
import { explainRoute } from '../../server/engines/routing/route.ts';
import type { RouteDecision, ToolDefinition } from '../../server/services/routing/wire/route.ts';
import { goldenPath } from './paths.ts';
import { definition } from './routing.ts';

/** The servers, each with what its command line wants. */
const SERVER_ARGUMENTS = { everything: ['stdio'], filesystem: [tmpdir()], memory: [] } as const;

type CatalogueName = keyof typeof SERVER_ARGUMENTS;
export const CATALOGUES = Object.keys(SERVER_ARGUMENTS) as CatalogueName[];

/** What starts a server on its standard streams. */
export function serverCommand(name: CatalogueName): string[] {
  return [
    createRequire(import.meta.url).resolve(`@modelcontextprotocol/server-${name}/dist/index.js`),
    ...SERVER_ARGUMENTS[name],
  ];
}

interface CatalogueRequest {
  readonly message: string;
  readonly expect: /** `or` names tools that do the same with the same arguments. */
    | {
        readonly kind: 'call';
        readonly name: string;
        readonly or?: readonly string[];
        readonly arguments: Readonly<Record<string, unknown>>;
      }
    | { readonly kind: 'ask'; readonly name: string; readonly missing: readonly string[] }
    | { readonly kind: 'none' };
}

/** `wrong`: a call that should not have been sent, or not so. `asked`: a call that was wanted and not sent. */
type Judgement = 'right' | 'wrong' | 'asked';

interface Judged {
  readonly request: CatalogueRequest;
  readonly decision: RouteDecision;
  readonly judgement: Judgement;
  /** For `ask`: the question names exactly what is missing or invalid. */
  readonly named: boolean;
  readonly explained: Explained;
  /** Whether the call that came to the gate, sent or not, is the one expected. */
  readonly wouldBeRight: boolean;
}

export async function judgeCatalogue(name: CatalogueName): Promise<Judged[]> {
  const tools = await listTools(name);
  const { requests } = JSON.parse(readFileSync(goldenPath('routing', `${name}.json`), 'utf8')) as {
    requests: CatalogueRequest[];
  };
  return requests.map((request) => judge(request, tools));
}

/** Requests for sets of tools as applications have them; one set is named by each request. */
export function judgeOrdinary(): Judged[] {
  const { sets, requests } = JSON.parse(readFileSync(goldenPath('routing', 'ordinary.json'), 'utf8')) as {
    sets: Record<string, { name: string; description: string; parameters: unknown }[]>;
    requests: (CatalogueRequest & { readonly set: string })[];
  };
  const tools = new Map(
    Object.entries(sets).map(([set, list]) => [
      set,
      list.map(({ name, description, parameters }) => definition(name, description, parameters)),
    ]),
  );
  return requests.map((request) => judge(request, tools.get(request.set) ?? []));
}

function judge(request: CatalogueRequest, tools: readonly ToolDefinition[]): Judged {
  const explained = explainRoute({
    messages: [{ role: 'user', texts: [{ path: '/messages/0/content', text: request.message }] }],
    tools,
    toolChoice: { kind: 'auto' },
    now: null,
  });
  const { decision, trace } = explained;
  const { expect } = request;
  const isRight = (name: string, args: Json): boolean =>
    expect.kind === 'call' &&
    [expect.name, ...(expect.or ?? [])].includes(name) &&
    isDeepStrictEqual(JSON.parse(writeJson(args)), expect.arguments);
  const leading = trace?.weighed.filled;
  const judged = {
    request,
    decision,
    explained,
    wouldBeRight: leading !== undefined && isRight(leading.tool.name, leading.arguments),
  };
  if (decision.calls.length === 0) {
    const said = [...decision.missing, ...decision.invalid.map(({ param }) => param)].sort();
    const named =
      expect.kind === 'ask' && decision.tool === expect.name && said.join() === [...expect.missing].sort().join();
    return { ...judged, judgement: expect.kind === 'call' ? 'asked' : 'right', named };
  }
  return {
    ...judged,
    judgement: isRight(decision.calls[0]!.name, decision.calls[0]!.arguments) ? 'right' : 'wrong',
    named: false,
  };
}

/** What the server itself says over its own wire. */
async function listTools(name: CatalogueName): Promise<ToolDefinition[]> {
  const child = spawn(process.execPath, serverCommand(name), { stdio: ['pipe', 'pipe', 'ignore'] });
  const send = (message: Record<string, unknown>): void =>
    void child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  try {
    send({
      id: 1,
      method: 'initialize',
      params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'catalogue', version: '1' } },
    });
    for await (const line of createInterface({ input: child.stdout })) {
      const message = parseJson(Buffer.from(line)) as Map<string, Json>;
      const id = project(message.get('id') ?? null);
      if (id === 1) {
        send({ method: 'notifications/initialized' });
        send({ id: 2, method: 'tools/list' });
      }
      if (id !== 2) continue;
      const tools = (message.get('result') as Map<string, Json>).get('tools') as Map<string, Json>[];
      return tools.map((tool) => ({
        name: String(tool.get('name')),
        description: String(tool.get('description') ?? ''),
        parameters: tool.get('inputSchema'),
      }));
    }
    throw new Error('the server ended without listing its tools');
  } finally {
    child.kill();
  }
}
