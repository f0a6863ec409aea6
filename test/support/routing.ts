// Short ways to write a routing request for a test.
// In: texts and schemas as plain values. Out: a RouteRequest, read losslessly as the service would.

import * as assert from 'uvu/assert';
import { parseJson } from '../../grammar/json.ts';
import { writeJson } from '../../grammar/json-write.ts';
import { routeChat } from '../../server/engines/routing/route.ts';
import type { Message, RouteDecision, RouteRequest, ToolDefinition } from '../../server/services/routing/wire/route.ts';

export function tool(
  name: string,
  description: string,
  properties: Record<string, unknown>,
  required: readonly string[] = [],
): ToolDefinition {
  return definition(name, description, { type: 'object', properties, required });
}

export function definition(name: string, description: string, parameters: unknown): ToolDefinition {
  return { name, description, parameters: parseJson(new TextEncoder().encode(writeJson(parameters))) };
}

export function user(text: string): Message {
  return message('user', text);
}

/** The path is set by `ask`, from the message's place. */
export function message(role: Message['role'], text: string): Message {
  return { role, texts: [{ path: '', text }] };
}

export function request(
  messages: readonly Message[],
  tools: readonly ToolDefinition[],
  more: Partial<RouteRequest> = {},
): RouteRequest {
  const placed = messages.map(
    (one, at): Message => ({
      ...one,
      texts: one.texts.map(({ text }) => ({ path: `/messages/${at}/content`, text })),
    }),
  );
  return { messages: placed, tools, toolChoice: { kind: 'auto' }, now: null, ...more };
}

export function ask(
  messages: readonly Message[] | string,
  tools: readonly ToolDefinition[],
  more: Partial<RouteRequest> = {},
): RouteDecision {
  return routeChat(request(typeof messages === 'string' ? [user(messages)] : messages, tools, more));
}

/** The arguments of a call as JSON text; null without a call. */
export function sent(decision: RouteDecision): string | null {
  return decision.calls.length === 0 ? null : writeJson(decision.calls[0]!.arguments);
}

type Cases = readonly (readonly [said: string, call: string | null])[];

/** Asserts which call each text gets at one clock; with several tools the name of the tool stands before its arguments. */
export function callsAt(
  now: RouteRequest['now'],
): (tools: ToolDefinition | readonly ToolDefinition[], cases: Cases) => void {
  return (tools, cases) => {
    const all = [tools].flat();
    for (const [said, call] of cases) {
      const decision = ask(said, all, { now });
      const given = sent(decision);
      assert.is(given === null || all.length === 1 ? given : `${decision.calls[0]?.name} ${given}`, call, said);
    }
  };
}
