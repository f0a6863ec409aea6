// Chat: POST /v1/chat/completions from a body to a reply.
// In: the parsed body, its bytes and the tools of registered servers. Out: a completion, whole or as events, or a ServiceError that
// names the parameter.

import { sentenceOf } from '../../engines/act.ts';
import { ENGINE, MODEL } from '../../engines/identity.ts';
import { explainRoute } from '../../engines/routing/route.ts';
import { deny } from '../../engines/routing/verdict/answer.ts';
import { reasonsOf } from '../../engines/routing/verdict/reasons.ts';
import type { Reply } from '../../operation.ts';
import type { Kind } from '../../work/task.ts';
import type { RouteWork } from '../../work/work.ts';
import { actsOf } from './acts.ts';
import { summarizeRoute } from './said.ts';
import { accepted, readCatalogues } from './shared.ts';
import type { ChatReading } from './wire/chat.ts';
import { readChatRequest } from './wire/chat.ts';
import { chatChunks, chatResponse, outcomeHeader, seededIds } from './wire/completion.ts';
import { definitionsOf } from './wire/conversation.ts';

export const CHAT: Kind<RouteWork, Extract<ChatReading, { readonly kind: 'ok' }>> = {
  read: (body) => accepted(readChatRequest(body)),
  async answer(engine, { request: chat, ignored }, work, effort) {
    const tools = definitionsOf(chat.tools);
    const read = readCatalogues(engine, work, effort, { messages: chat.messages, tools: chat.tools, own: tools });
    if (read.kind !== 'catalogues') return read;
    const explained = explainRoute(
      { messages: chat.messages, tools, toolChoice: chat.toolChoice, now: chat.now, parallel: chat.parallel },
      read.catalogues,
    );
    const { gate } = work;
    const denials = gate === undefined || gate === 'ask' ? [] : [...gate.values()];
    const decision =
      denials.length === 0 ? explained.decision : deny(explained.decision, denials.map(sentenceOf).join(' '));
    const ids = chat.seeded ? seededIds(work.bytes) : work.ids;
    const context = {
      ...ids,
      model: MODEL,
      engine: ENGINE,
      ignored,
      requestBytes: work.bytes.length,
      asObject: chat.asObject,
      explain: chat.explain ? reasonsOf(explained) : null,
    };
    const outcome = outcomeHeader(decision);
    const head = {
      status: 200,
      headers: { 'x-evident-outcome': outcome },
      ignored,
      summary: summarizeRoute(decision, ids.id, work.isKept === true),
    };
    const reply: Reply = chat.stream
      ? { ...head, kind: 'events', events: chatChunks(decision, context, { includeUsage: chat.includeUsage }) }
      : { ...head, kind: 'json', body: chatResponse(decision, context) };
    return gate === 'ask' ? { kind: 'acts', acts: actsOf(decision, read.catalogues), reply } : reply;
  },
};
