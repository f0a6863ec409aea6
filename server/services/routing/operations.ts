// Operations: what routing offers.
// In: nothing. Out: its rows of the table of operations.

import type { Row } from '../../operation.ts';
import { deciding } from '../deciding.ts';
import { CHAT } from './chat.ts';
import type { RouteParts } from './route.ts';
import { route } from './route.ts';
import { VERIFY } from './verify.ts';
import { CHAT_REQUEST_SCHEMA, CHAT_RESPONSE_SCHEMA, CHAT_TOOL_INPUT } from './wire/chat-schema.ts';
import { TOOL_VERIFY_RESPONSE_SCHEMA } from './wire/route-schema.ts';
import { TOOL_VERIFY_REQUEST_SCHEMA, TOOL_VERIFY_TOOL_INPUT } from './wire/verify.ts';

export const ROUTING_ROWS: readonly Row<RouteParts>[] = [
  deciding('chat', {
    id: 'route',
    method: 'POST',
    path: '/v1/chat/completions',
    family: 'chat',
    scope: 'route',
    summary: 'Choose one of the given tools for a conversation, with evidence for every argument.',
    request: CHAT_REQUEST_SCHEMA,
    readsInThreads: true,
    response: CHAT_RESPONSE_SCHEMA,
    tool: {
      name: 'route_tool',
      description:
        'Choose one of the given tools for a conversation and fill its arguments from what the user said, each with evidence. Asks or refuses when unsure; never executes anything.',
      input: CHAT_TOOL_INPUT,
    },
    handle: (parts, request) => route('route', CHAT, parts, request),
  }),
  deciding('verify', {
    id: 'verifyCalls',
    method: 'POST',
    path: '/v1/tools/verify',
    family: 'chat',
    scope: 'route',
    summary: 'Say of the calls a model wants to make whether the conversation orders them and says their arguments.',
    request: TOOL_VERIFY_REQUEST_SCHEMA,
    readsInThreads: true,
    response: TOOL_VERIFY_RESPONSE_SCHEMA,
    tool: {
      name: 'verify_tool_call',
      description:
        'Check a tool call before making it: is it ordered by the user, and is every argument said? Returns evidence, and what is ungrounded, invalid or left out; executes nothing.',
      input: TOOL_VERIFY_TOOL_INPUT,
    },
    handle: (parts, request) => route('verify', VERIFY, parts, request),
  }),
];
