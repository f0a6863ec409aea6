// evident route: which tool a message would call, and why.
// In: tool definitions from a file and a message. Out: the decision; with --explain every step it rests on.
// Why: a call that is not sent must be explainable to the person who expected it.

import { type Json, parseJson } from '../grammar/json.ts';
import { writeJson } from '../grammar/json-write.ts';
import type { RouteDecision, RouteRequest } from '../server/services/routing/wire/route.ts';
import { type Command, EXIT, print, readBytes, readFlags, UsageError } from './command.ts';

export const command: Command = {
  usage: 'evident route --tools FILE --message TEXT [--now INSTANT] [--explain] [--json]',
  options: [
    [
      '--tools FILE',
      'a JSON array of tools as chat completions take them, or an object with a member `tools`; - for standard input',
    ],
    ['--message TEXT', 'what the user says; given more than once, the turns of a conversation, last one last'],
    ['--now INSTANT', 'the clock for "tomorrow", as RFC 3339; without it relative dates are missing'],
    ['--explain', 'print candidates, spans, the assignment, validation and what the gate said'],
    ['--json', 'print the decision as JSON'],
  ],
  async run(args) {
    const { values, positionals } = readFlags(args, {
      tools: { type: 'string' },
      message: { type: 'string', multiple: true },
      now: { type: 'string' },
      explain: { type: 'boolean' },
      json: { type: 'boolean' },
    });
    if (positionals.length > 0) throw new UsageError(`${positionals[0]} is no flag`);
    if (values.tools === undefined) throw new UsageError('name a file with --tools');
    if (values.message === undefined) throw new UsageError('say something with --message');
    const request = await readRequest(values.tools, values.message, values.now);
    const { explainRoute } = await import('../server/engines/routing/route.ts');
    const explained = explainRoute(request);
    if (values.json === true) print(writeJson(explained.decision));
    else printDecision(explained.decision);
    if (values.explain === true) {
      const { explanationOf } = await import('../server/engines/routing/verdict/explanation.ts');
      print(`\n${explanationOf(explained).join('\n')}`);
    }
    return EXIT.ok;
  },
};

async function readRequest(path: string, texts: readonly string[], now: string | undefined): Promise<RouteRequest> {
  const [{ readChatRequest }, { definitionsOf }] = await Promise.all([
    import('../server/services/routing/wire/chat.ts'),
    import('../server/services/routing/wire/conversation.ts'),
  ]);
  const messages = texts.map(
    (text) =>
      new Map<string, Json>([
        ['role', 'user'],
        ['content', text],
      ]),
  );
  const members: [string, Json][] = [
    ['messages', messages],
    ['tools', readTools(path)],
  ];
  if (now !== undefined) members.push(['metadata', new Map<string, Json>([['now', now]])]);
  const read = readChatRequest(new Map(members));
  if (read.kind === 'invalid') throw new UsageError(`${read.param ?? 'request'}: ${read.message}`);
  const { request } = read;
  return { ...request, tools: definitionsOf(request.tools) };
}

/** Tools as chat completions take them; those of an MCP `tools/list` answer are read, too. */
function readTools(path: string): Json {
  let json: Json;
  try {
    json = parseJson(readBytes(path));
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(`${path} is not JSON: ${(error as Error).message}`);
  }
  const tools = json instanceof Map ? (json.get('tools') ?? null) : json;
  if (!Array.isArray(tools)) throw new UsageError(`${path} holds no list of tools`);
  return tools.map((tool) =>
    tool instanceof Map && !tool.has('function') && tool.has('name') && !tool.has('server') ? asFunction(tool) : tool,
  );
}

function asFunction(tool: Map<string, Json>): Json {
  const members: [string, Json][] = [
    ['name', tool.get('name') ?? ''],
    ['description', tool.get('description') ?? ''],
  ];
  const parameters = tool.get('parameters') ?? tool.get('inputSchema');
  if (parameters !== undefined) members.push(['parameters', parameters]);
  return new Map<string, Json>([
    ['type', 'function'],
    ['function', new Map(members)],
  ]);
}

function printDecision(decision: RouteDecision): void {
  if (decision.calls.length === 0)
    print(`${decision.outcome} (${decision.reason?.code ?? ''}): ${decision.content ?? ''}`);
  for (const call of decision.calls) print(`${decision.outcome}: ${call.name} ${writeJson(call.arguments)}`);
}
