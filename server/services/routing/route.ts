// Route: a request with messages and tools over either wire, from its arrival to its reply.
// In: a request and the registry. Out: the reply. Why the registry is asked in between: routing is pure and may happen on another
// thread, so the tools of the registered servers that a request names are listed before it is answered.

import type { AnswerParts } from '../../answered.ts';
import { ServiceError } from '../../errors.ts';
import type { ActGuard } from '../../gated.ts';
import { runGated } from '../../gated.ts';
import { requireScope } from '../../keys.ts';
import type { OperationRequest, Reply } from '../../operation.ts';
import type { ServersReply } from '../../work/packed.ts';
import type { Kind, Plan, TaskParts } from '../../work/task.ts';
import { asReply, planOf, Task } from '../../work/task.ts';
import type { RouteWork } from '../../work/work.ts';
import type { Registry, RoutableTools } from '../tools/wire/mcp.ts';
import type { CompletionIds } from './wire/completion.ts';

export interface RouteParts extends TaskParts, AnswerParts {
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** A fresh id with the given prefix: `newId('req')` is `req_…`. */
  readonly newId: (prefix: string) => string;
  readonly registry: Registry;
  /** The policies that are asked about each call that is decided. */
  readonly guardCalls: ActGuard;
}

export async function route<Asked>(
  name: RouteWork['kind'],
  kind: Kind<RouteWork, Asked>,
  parts: RouteParts,
  request: OperationRequest,
): Promise<Reply> {
  const { areKept: isKept } = parts.answers;
  const work: RouteWork = { kind: name, bytes: request.bytes, isKept, ids: freshIds(parts), serverTools: null };
  const task = new Task(parts, kind, request);
  const run = (plan: Plan<RouteWork>) => runGated(task, plan, parts.guardCalls, request);
  const reply = await run(planOf(work));
  if (reply.kind !== 'servers') return asReply(reply);
  const serverTools = await listServerTools(reply.servers, parts.registry, request);
  return asReply(await run(planOf({ ...work, serverTools })));
}

function freshIds({ now, newId }: RouteParts): CompletionIds {
  return { id: newId('chatcmpl').replace('_', '-'), callId: newId('call'), created: Math.floor(now() / 1000) };
}

/** For each registered server the request names, its approved tools under their qualified names. */
async function listServerTools(
  servers: ServersReply['servers'],
  registry: Registry,
  { caller }: OperationRequest,
): Promise<RoutableTools[]> {
  // Routing over a server's tools shows what it has.
  if (servers.length > 0) requireScope(caller, 'mcp:read');
  const found: RoutableTools[] = [];
  for (const { server, at } of servers) {
    found.push(
      await registry.routableTools(server).catch((error: unknown) => {
        if (!(error instanceof ServiceError) || error.code !== 'server_not_found') throw error;
        throw new ServiceError('server_not_found', { param: `tools[${at}].server` });
      }),
    );
  }
  return found;
}
