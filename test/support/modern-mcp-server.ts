// A server of the 2026-07-28 revision, built with the SDK: over stdio, or over HTTP when PORT is set (0 for any).
// In: `stdio` or nothing. Out: over HTTP, one line with the port. Tools: echo, ask (wants input first), change (announces that it
// changes its own description), hurry (reports progress and answers in the same turn).

import { createServer, type RequestListener } from 'node:http';
import { toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler, Server } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';

let changes = 0;

function create(): Server {
  const server = new Server({ name: 'modern', version: '1' }, { capabilities: { tools: { listChanged: true } } });
  server.setRequestHandler('tools/list', () => ({
    tools: ['echo', 'ask', 'change', 'hurry'].map((name) => ({
      name,
      description: name === 'change' ? `version ${changes}` : name,
      inputSchema: { type: 'object' as const },
    })),
  }));
  server.setRequestHandler('tools/call', async ({ params }, { mcpReq }) => {
    if (params.name === 'change') {
      changes += 1;
      await server.sendToolListChanged();
    }
    const progressToken = mcpReq._meta?.progressToken;
    if (params.name === 'hurry' && progressToken !== undefined)
      for (const progress of [1, 2, 3])
        void mcpReq.notify({ method: 'notifications/progress', params: { progressToken, progress } });
    if (params.name === 'ask' && mcpReq.inputResponses === undefined) {
      return {
        resultType: 'input_required',
        inputRequests: {
          who: {
            method: 'elicitation/create',
            params: {
              mode: 'form',
              message: 'Who?',
              requestedSchema: { type: 'object', properties: { name: { type: 'string' } } },
            },
          },
        },
        requestState: 'state-1',
      } as never;
    }
    return {
      content: [
        {
          type: 'text',
          text: JSON.stringify({
            arguments: params.arguments,
            responses: mcpReq.inputResponses,
            state: mcpReq.requestState(),
          }),
        },
      ],
    };
  });
  return server;
}

if (process.env['PORT'] === undefined) serveStdio(create);
else {
  const handler = createMcpHandler(create);
  const http = createServer(toNodeHandler(handler) as RequestListener);
  http.listen(Number(process.env['PORT']), '127.0.0.1', () => {
    const address = http.address();
    process.stdout.write(`${typeof address === 'object' && address !== null ? address.port : 0}\n`);
  });
}
