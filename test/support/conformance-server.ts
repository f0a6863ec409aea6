// The upstream that the protocol's conformance suite expects to find: tools, resources and prompts with the names and texts of
// its scenarios, over stdio in both eras. It stands behind `/mcp/{server}` while the suite talks to us.

import { setTimeout as pause } from 'node:timers/promises';
import type { ServerContext, Tool } from '@modelcontextprotocol/server';
import {
  CLIENT_CAPABILITIES_META_KEY,
  MissingRequiredClientCapabilityError,
  ProtocolError,
  ProtocolErrorCode,
  Server,
} from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';

const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==';
const WAV = 'UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQAAAAA=';

const text = (value: string) => ({ type: 'text', text: value }) as const;
const image = { type: 'image', data: PNG, mimeType: 'image/png' } as const;

type Handler = (args: Record<string, unknown>, context: ServerContext) => object | Promise<object>;

const NO_ARGUMENTS = { type: 'object' as const, properties: {} };

const SCHEMA_TOOL: Tool['inputSchema'] = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  $defs: {
    address: {
      $anchor: 'addressDef',
      type: 'object',
      properties: { street: { type: 'string' }, city: { type: 'string' } },
    },
  },
  properties: {
    name: { type: 'string' },
    address: { $ref: '#/$defs/address' },
    contactMethod: { type: 'string', enum: ['phone', 'email'] },
    phone: { type: 'string' },
    email: { type: 'string' },
  },
  allOf: [{ anyOf: [{ required: ['phone'] }, { required: ['email'] }] }],
  if: { properties: { contactMethod: { const: 'phone' } }, required: ['contactMethod'] },
  then: { required: ['phone'] },
  else: { required: ['email'] },
  additionalProperties: false,
};

const SCHEMAS: Readonly<Record<string, Tool['inputSchema']>> = {
  json_schema_2020_12_tool: SCHEMA_TOOL,
  test_custom_headers: {
    type: 'object',
    properties: {
      region: { type: 'string', 'x-mcp-header': 'Region' },
      query: { type: 'string' },
      priority: { type: 'integer', 'x-mcp-header': 'Priority' },
    },
  },
};

function declaredBy({ envelope }: ServerContext['mcpReq']): object {
  const declared = (envelope as Record<string, unknown> | undefined)?.[CLIENT_CAPABILITIES_META_KEY];
  return (declared ?? {}) as object;
}

const SAMPLE = {
  method: 'sampling/createMessage',
  params: { messages: [{ role: 'user', content: text('What is the capital of France?') }], maxTokens: 100 },
};
const ROOTS = { method: 'roots/list', params: {} };

function elicit(message: string, name: string, type = 'string'): object {
  const requestedSchema = { type: 'object', properties: { [name]: { type } }, required: [name] };
  return { method: 'elicitation/create', params: { mode: 'form', message, requestedSchema } };
}

function inputRequired(inputRequests: object, requestState?: string): object {
  return { resultType: 'input_required', inputRequests, ...(requestState === undefined ? {} : { requestState }) };
}

function contentOf(answer: unknown): Record<string, unknown> {
  return (answer as { content?: Record<string, unknown> }).content ?? {};
}

/** A tool that asks first, and answers when all it asked for has come with the state it gave. */
function asking(
  requests: Record<string, object>,
  answer: (answers: Record<string, unknown>) => string,
  { state }: { readonly state?: string } = {},
): Handler {
  return (_args, { mcpReq }) => {
    const answers = mcpReq.inputResponses ?? {};
    if (!Object.keys(requests).every((name) => name in answers)) return inputRequired(requests, state);
    if (state !== undefined && mcpReq.requestState() !== state)
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'requestState is not ours');
    return { content: [text(answer(answers))] };
  };
}

const TOOLS: Readonly<Record<string, Handler>> = {
  test_simple_text: () => ({ content: [text('This is a simple text response for testing.')] }),
  test_image_content: () => ({ content: [image] }),
  test_audio_content: () => ({ content: [{ type: 'audio', data: WAV, mimeType: 'audio/wav' }] }),
  test_embedded_resource: () => ({
    content: [
      {
        type: 'resource',
        resource: {
          uri: 'test://embedded-resource',
          mimeType: 'text/plain',
          text: 'This is an embedded resource content.',
        },
      },
    ],
  }),
  test_multiple_content_types: () => ({
    content: [
      text('Multiple content types test:'),
      image,
      {
        type: 'resource',
        resource: {
          uri: 'test://mixed-content-resource',
          mimeType: 'application/json',
          text: '{"test":"data","value":123}',
        },
      },
    ],
  }),
  test_error_handling: () => ({
    content: [text('This tool intentionally returns an error for testing')],
    isError: true,
  }),
  async test_tool_with_progress(_args, { mcpReq }) {
    const progressToken = mcpReq._meta?.progressToken;
    for (const progress of [0, 50, 100]) {
      if (progressToken !== undefined)
        await mcpReq.notify({ method: 'notifications/progress', params: { progressToken, progress, total: 100 } });
      await pause(50);
    }
    return { content: [text(String(progressToken))] };
  },
  test_input_required_result_elicitation: asking(
    { user_name: elicit('What is your name?', 'name') },
    (answers) => `Hello, ${contentOf(answers['user_name'])['name']}!`,
  ),
  test_input_required_result_sampling: asking({ capital_question: SAMPLE }, (answers) =>
    JSON.stringify(answers['capital_question']),
  ),
  test_input_required_result_list_roots: asking({ client_roots: ROOTS }, (answers) =>
    JSON.stringify(answers['client_roots']),
  ),
  test_input_required_result_request_state: asking(
    { confirm: elicit('Please confirm', 'ok', 'boolean') },
    () => 'state-ok',
    {
      state: 'state-1',
    },
  ),
  test_input_required_result_multiple_inputs: asking(
    { user_name: elicit('What is your name?', 'name'), greeting: SAMPLE, client_roots: ROOTS },
    (answers) => JSON.stringify(answers),
    { state: 'state-2' },
  ),
  test_input_required_result_tampered_state: asking(
    { confirm: elicit('Please confirm', 'ok', 'boolean') },
    () => 'state-ok',
    {
      state: 'state-3',
    },
  ),
  test_input_required_result_multi_round(_args, { mcpReq }) {
    const answers = mcpReq.inputResponses ?? {};
    if ('step2' in answers) return { content: [text(JSON.stringify(answers))] };
    return 'step1' in answers
      ? inputRequired({ step2: elicit('Step 2: What is your favorite color?', 'color') }, 'round-2')
      : inputRequired({ step1: elicit('Step 1: What is your name?', 'name') }, 'round-1');
  },
  test_input_required_result_capabilities(_args, { mcpReq }) {
    const declared = declaredBy(mcpReq);
    if (mcpReq.inputResponses !== undefined) return { content: [text(JSON.stringify(mcpReq.inputResponses))] };
    return inputRequired({
      ...('elicitation' in declared ? { name: elicit('What is your name?', 'name') } : {}),
      ...('sampling' in declared ? { sample: SAMPLE } : {}),
    });
  },
  test_missing_capability(_args, { mcpReq }) {
    if (!('sampling' in declaredBy(mcpReq)))
      throw new MissingRequiredClientCapabilityError({ requiredCapabilities: { sampling: {} } });
    return { content: [text('sampling was declared')] };
  },
  test_streaming_elicitation: asking({ user_name: elicit('What is your name?', 'name') }, (answers) =>
    JSON.stringify(answers),
  ),
  test_logging_tool: () => ({ content: [text('nothing was logged')] }),
  test_custom_headers: (args) => ({ content: [text(JSON.stringify(args))] }),
  json_schema_2020_12_tool: (args) => ({ content: [text(JSON.stringify(args))] }),
};

const RESOURCES: Readonly<Record<string, object>> = {
  'test://static-text': { mimeType: 'text/plain', text: 'This is the content of the static text resource.' },
  'test://static-binary': { mimeType: 'image/png', blob: PNG },
};

const PROMPTS: Readonly<
  Record<string, { readonly args: readonly string[]; messages(args: Record<string, string>): object[] }>
> = {
  test_simple_prompt: { args: [], messages: () => [text('This is a simple prompt for testing.')] },
  test_prompt_with_arguments: {
    args: ['arg1', 'arg2'],
    messages: ({ arg1, arg2 }) => [text(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`)],
  },
  test_prompt_with_embedded_resource: {
    args: ['resourceUri'],
    messages: ({ resourceUri }) => [
      {
        type: 'resource',
        resource: { uri: resourceUri, mimeType: 'text/plain', text: 'Embedded resource content for testing.' },
      },
      text('Please process the embedded resource above.'),
    ],
  },
  test_prompt_with_image: { args: [], messages: () => [image, text('Please analyze the image above.')] },
};

function create(): Server {
  const server = new Server(
    { name: 'conformance', version: '1' },
    { capabilities: { tools: {}, resources: {}, prompts: {}, completions: {} } },
  );
  server.setRequestHandler('tools/list', () => ({
    tools: Object.keys(TOOLS).map((name) => ({
      name,
      description: name,
      inputSchema: SCHEMAS[name] ?? NO_ARGUMENTS,
    })),
  }));
  server.setRequestHandler('tools/call', async ({ params }, context) => {
    const handler = TOOLS[params.name];
    if (handler === undefined) throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'no such tool');
    return (await handler(params.arguments ?? {}, context)) as never;
  });
  server.setRequestHandler('resources/list', () => ({
    resources: Object.keys(RESOURCES).map((uri) => ({ uri, name: uri.slice('test://'.length) })),
  }));
  server.setRequestHandler('resources/templates/list', () => ({
    resourceTemplates: [{ uriTemplate: 'test://template/{id}/data', name: 'template' }],
  }));
  server.setRequestHandler('resources/read', ({ params: { uri } }) => {
    const id = /^test:\/\/template\/([^/]+)\/data$/.exec(uri)?.[1];
    const found =
      id === undefined
        ? RESOURCES[uri]
        : {
            mimeType: 'application/json',
            text: JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` }),
          };
    if (found === undefined) throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'Resource not found', { uri });
    return { contents: [{ uri, ...found }] } as never;
  });
  server.setRequestHandler('prompts/list', () => ({
    prompts: Object.entries(PROMPTS).map(([name, { args }]) => ({
      name,
      description: name,
      arguments: args.map((arg) => ({ name: arg, description: arg, required: true })),
    })),
  }));
  server.setRequestHandler('prompts/get', ({ params }, { mcpReq }) => {
    const prompt = PROMPTS[params.name];
    if (params.name === 'test_input_required_result_prompt') {
      if (mcpReq.inputResponses === undefined)
        return inputRequired({ user_context: elicit('What context should the prompt use?', 'context') }) as never;
      return { messages: [{ role: 'user', content: text(JSON.stringify(mcpReq.inputResponses)) }] };
    }
    if (prompt === undefined) throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'no such prompt');
    return {
      messages: prompt.messages(params.arguments ?? {}).map((content) => ({ role: 'user', content })),
    } as never;
  });
  server.setRequestHandler('completion/complete', () => ({
    completion: { values: ['paris'], total: 1, hasMore: false },
  }));
  return server;
}

serveStdio(create);
