// Verify: POST /v1/tools/verify from a body to a reply.
// In: the parsed body and the tools of registered servers. Out: what is said of each given call, or a ServiceError that names the
// parameter.

import { ENGINE } from '../../engines/identity.ts';
import { undeclared, verifyCalls } from '../../engines/routing/verify.ts';
import type { Kind } from '../../work/task.ts';
import type { RouteWork } from '../../work/work.ts';
import { summarizeVerdicts } from './said.ts';
import { accepted, readCatalogues } from './shared.ts';
import { definitionsOf } from './wire/conversation.ts';
import type { ToolVerifyReading } from './wire/verify.ts';
import { outcomeOf, readToolVerifyRequest, toolVerification } from './wire/verify.ts';

export const VERIFY: Kind<RouteWork, Extract<ToolVerifyReading, { readonly kind: 'ok' }>> = {
  read: (body) => accepted(readToolVerifyRequest(body)),
  async answer(engine, { request, ignored }, work, effort) {
    const { messages, calls, countResults, now } = request;
    const own = request.tools === null ? undeclared(calls) : definitionsOf(request.tools);
    const read = readCatalogues(engine, work, effort, { messages, tools: request.tools ?? [], own });
    if (read.kind !== 'catalogues') return read;
    const verdicts = verifyCalls({ messages, tools: own, calls, countResults, now }, read.catalogues);
    return {
      kind: 'json',
      status: 200,
      headers: { 'x-evident-outcome': outcomeOf(verdicts) },
      ignored,
      summary: summarizeVerdicts(verdicts, work.isKept === true),
      body: toolVerification(verdicts, { engine: ENGINE, ignored }),
    };
  },
};
