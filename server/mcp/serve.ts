// Our own MCP server on stdin and stdout: every operation with a `tool` becomes a tool.
// In: the registry and the operations. Out: answers over the protocol, until stdin ends.

import { ProtocolError, ProtocolErrorCode, Server } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { ANYBODY } from '../keys.ts';
import type { Operation } from '../operation.ts';
import type { Registry } from '../services/tools/wire/mcp.ts';
import type { OnOwnCall } from './own-tools.ts';
import { callOperation, describeTool, INSTRUCTIONS, progressTo, SERVER_INFO, toolsOf } from './own-tools.ts';
import { PipeTransport } from './pipe.ts';

export interface StdioServing {
  /** Resolves when stdin has ended and what could be answered is answered. */
  readonly ended: Promise<void>;
  close(): Promise<void>;
}

/** Takes over stdin and stdout of the process. Returns at once. */
export function serveMcpStdio(registry: Registry, operations: readonly Operation[], onCall: OnOwnCall): StdioServing {
  const pipe = new PipeTransport(process.stdin, process.stdout);
  const restore = keepStdoutClean();
  const handle = serveStdio(() => createServer(registry, operations, { pipe, onCall }), { transport: pipe });
  return {
    ended: pipe.ended.then(restore),
    async close() {
      await handle.close();
      await pipe.close();
    },
  };
}

/** One server of the SDK for one connection. */
function createServer(
  registry: Registry,
  operations: readonly Operation[],
  { pipe, onCall }: { readonly pipe: PipeTransport; readonly onCall: OnOwnCall },
): Server {
  const offered = toolsOf(operations);
  const tools = [...offered.values()].map(describeTool);
  const server = new Server(SERVER_INFO, { capabilities: { tools: {} }, instructions: INSTRUCTIONS });
  server.setRequestHandler('tools/list', () => ({ tools }));
  server.setRequestHandler('tools/call', async (request, context) => {
    const operation = offered.get(request.params.name);
    if (operation === undefined)
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `there is no tool ${request.params.name}`);
    const { id, signal } = context.mcpReq;
    const result = await callOperation(operation, registry, pipe.argumentsOf(id), {
      caller: ANYBODY,
      connection: 0,
      signal,
      ...progressTo(context),
    });
    onCall(request.params.name, result.isError === true);
    pipe.print(id, result);
    // The pipe sends what was printed in its place; this only has to be a result.
    return { content: [], isError: true };
  });
  return server;
}

/** Anything that prints to stdout would break the protocol; it goes to stderr instead. Returns the way back. */
function keepStdoutClean(): () => void {
  const { write } = process.stdout;
  process.stdout.write = process.stderr.write.bind(process.stderr) as typeof write;
  return () => {
    process.stdout.write = write;
  };
}
