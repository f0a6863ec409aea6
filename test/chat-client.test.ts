// Chat through OpenAI's own client, unchanged, against the real server.
// It is longer than other files because it holds all cases of one subject.

import OpenAI, { BadRequestError, NotFoundError } from 'openai';
import type {
  ChatCompletion,
  ChatCompletionChunk,
  ChatCompletionFunctionTool,
  ChatCompletionMessageParam,
} from 'openai/resources/chat/completions';
import * as assert from 'uvu/assert';
import type { TestServer } from './support/server.ts';

import { openServer } from './support/server.ts';
import { test } from './support/test.ts';

let server: TestServer;
let client: OpenAI;
test.before(async () => {
  server = await openServer();
  client = new OpenAI({ apiKey: 'none', baseURL: `${server.url}/v1`, maxRetries: 0 });
});
test.after(async () => {
  await server.close();
});

interface Svc {
  readonly outcome: string;
  readonly may_act: boolean;
  readonly tool: string | null;
  readonly evidence: readonly {
    readonly path: string;
    readonly start: number;
    readonly end: number;
    readonly text: string;
    readonly argument: string;
    readonly by: string;
  }[];
  readonly missing: readonly string[];
  readonly reason: { readonly code: string } | null;
  readonly ignored: readonly string[];
}

/** The client's types do not know our member; it hands it through. */
function svcOf(answer: ChatCompletion | ChatCompletionChunk): Svc {
  return (answer as unknown as { svc: Svc }).svc;
}

const weather: ChatCompletionFunctionTool = {
  type: 'function',
  function: {
    name: 'get_weather',
    description: 'Get the weather forecast of a city.',
    strict: true,
    parameters: {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      properties: { city: { type: 'string', description: 'Name of the city' } },
      required: ['city'],
      additionalProperties: false,
    },
  },
};
const ask = (
  content: string,
): { model: string; messages: ChatCompletionMessageParam[]; tools: ChatCompletionFunctionTool[] } => ({
  model: 'any-name',
  messages: [{ role: 'user', content }],
  tools: [weather],
});

test('a call arrives as a call, with evidence and the outcome in a header', async () => {
  const { data, response } = await client.chat.completions
    .create(ask('What is the weather in São Paulo?'))
    .withResponse();
  const [choice] = data.choices;
  assert.is(data.object, 'chat.completion');
  assert.is(data.model, 'evident-1');
  assert.match(data.id, /^chatcmpl-/);
  assert.ok(Math.abs(data.created - Date.now() / 1000) < 60);
  assert.is(choice?.index, 0);
  assert.is(choice?.finish_reason, 'tool_calls');
  assert.is(choice?.message.content, null);
  const [call] = choice?.message.tool_calls ?? [];
  assert.is(call?.type, 'function');
  if (call?.type !== 'function') return;
  assert.match(call.id, /^call_/);
  assert.is(call.function.name, 'get_weather');
  assert.is(call.function.arguments, '{"city":"São Paulo"}');
  const svc = svcOf(data);
  assert.is(svc.outcome, 'decided');
  assert.is(svc.may_act, true);
  const city = svc.evidence.find(({ argument }) => argument === 'city');
  assert.equal([city?.path, city?.start, city?.end, city?.text], ['/messages/0/content', 23, 33, 'São Paulo']);
  assert.is(response.headers.get('x-evident-outcome'), 'decided');
  assert.ok((data.usage?.total_tokens ?? 0) > 0);
});

test('a question and a refusal arrive as text', async () => {
  const question = await client.chat.completions.create(ask('What is the weather?'));
  assert.is(question.choices[0]?.finish_reason, 'stop');
  assert.is(question.choices[0]?.message.tool_calls, undefined);
  assert.match(question.choices[0]?.message.content ?? '', /`city`/);
  assert.is(svcOf(question).outcome, 'unresolved');
  assert.equal(svcOf(question).missing, ['city']);
  const refusal = await client.chat.completions.create(ask('Tell me a joke about penguins'));
  assert.is(refusal.choices[0]?.finish_reason, 'stop');
  assert.is(svcOf(refusal).outcome, 'refused');
  assert.is(svcOf(refusal).may_act, false);
});

test('ids differ from answer to answer; with a seed they do not, nor does anything else', async () => {
  const [one, two] = await Promise.all([
    client.chat.completions.create(ask('What is the weather in Oslo?')),
    client.chat.completions.create(ask('What is the weather in Oslo?')),
  ]);
  assert.is.not(one.id, two.id);
  const seeded = async (): Promise<string> =>
    JSON.stringify(await client.chat.completions.create({ ...ask('What is the weather in Oslo?'), seed: 7 }));
  assert.is(await seeded(), await seeded());
  assert.is((JSON.parse(await seeded()) as ChatCompletion).created, 0);
});

test('a stream delivers the call, its usage when asked, and svc at the end', async () => {
  const chunks: ChatCompletionChunk[] = [];
  const stream = await client.chat.completions.create({
    ...ask('What is the weather in Oslo?'),
    stream: true,
    stream_options: { include_usage: true },
  });
  for await (const chunk of stream) chunks.push(chunk);
  const deltas = chunks.flatMap((chunk) => chunk.choices.flatMap(({ delta }) => delta.tool_calls ?? []));
  assert.is(deltas[0]?.index, 0);
  assert.is(deltas.map((delta) => delta.function?.arguments ?? '').join(''), '{"city":"Oslo"}');
  const finish = chunks.find((chunk) => chunk.choices[0]?.finish_reason != null);
  assert.is(finish?.choices[0]?.finish_reason, 'tool_calls');
  assert.is(finish === undefined ? null : svcOf(finish).outcome, 'decided');
  assert.equal(chunks.at(-1)?.choices, []);
  assert.ok((chunks.at(-1)?.usage?.total_tokens ?? 0) > 0);
  assert.is(new Set(chunks.map(({ id }) => id)).size, 1);
});

test('the stream helper puts the same answer together', async () => {
  const called = await client.chat.completions.stream(ask('What is the weather in Oslo?')).finalChatCompletion();
  const [call] = called.choices[0]?.message.tool_calls ?? [];
  assert.is(call?.type === 'function' ? call.function.arguments : null, '{"city":"Oslo"}');
  const asked = await client.chat.completions.stream(ask('What is the weather?')).finalChatCompletion();
  assert.match(asked.choices[0]?.message.content ?? '', /`city`/);
});

test('two things asked for are two calls, whole and streamed, and runTools executes both', async () => {
  const said = 'Get the weather of Oslo and get the weather of Rome';
  const calledIn = (answer: ChatCompletion): readonly (readonly [string, string])[] =>
    (answer.choices[0]?.message.tool_calls ?? []).map((call) => [
      call.id,
      call.type === 'function' ? call.function.arguments : '',
    ]);
  const whole = await client.chat.completions.create(ask(said));
  assert.equal(
    calledIn(whole).map(([, given]) => given),
    ['{"city":"Oslo"}', '{"city":"Rome"}'],
  );
  assert.is(new Set(calledIn(whole).map(([id]) => id)).size, 2);
  assert.is(svcOf(whole).tool, null);
  const streamed = await client.chat.completions.stream({ ...ask(said), seed: 1 }).finalChatCompletion();
  assert.equal(
    calledIn(streamed),
    calledIn(await client.chat.completions.stream({ ...ask(said), seed: 1 }).finalChatCompletion()),
  );
  assert.is(calledIn(streamed).length, 2);
  const one = await client.chat.completions.create({ ...ask(said), parallel_tool_calls: false });
  assert.equal(
    calledIn(one).map(([, given]) => given),
    ['{"city":"Oslo"}'],
  );

  const runner = client.chat.completions.runTools({
    model: 'evident-1',
    messages: [{ role: 'user', content: said }],
    tools: [
      {
        type: 'function',
        function: {
          name: 'get_weather',
          description: 'Get the weather forecast of a city.',
          parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
          parse: (text: string) => JSON.parse(text) as { city: string },
          function: ({ city }: { city: string }) => `Sunny in ${city}`,
        },
      },
    ],
  });
  assert.is(await runner.finalContent(), 'Sunny in Oslo\nSunny in Rome');
  const called: string[] = [];
  const single = client.chat.completions.runTools({
    model: 'evident-1',
    parallel_tool_calls: false,
    messages: [{ role: 'user', content: said }],
    tools: [
      {
        type: 'function',
        function: {
          name: 'get_weather',
          description: 'Get the weather forecast of a city.',
          parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
          parse: (text: string) => JSON.parse(text) as { city: string },
          function: ({ city }: { city: string }) => {
            called.push(city);
            return `Sunny in ${city}`;
          },
        },
      },
    ],
  });
  assert.is(await single.finalContent(), 'Sunny in Oslo\nSunny in Rome');
  assert.equal(called, ['Oslo', 'Rome']);
});

test('runTools executes the call once and ends with its result', async () => {
  const cities: string[] = [];
  const runner = client.chat.completions.runTools({
    model: 'evident-1',
    messages: [{ role: 'user', content: 'What is the weather in Oslo?' }],
    tools: [
      {
        type: 'function',
        function: {
          name: 'get_weather',
          description: 'Get the weather forecast of a city.',
          parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
          parse: (text: string) => JSON.parse(text) as { city: string },
          function: ({ city }: { city: string }) => {
            cities.push(city);
            return `Sunny in ${city}`;
          },
        },
      },
    ],
  });
  assert.is(await runner.finalContent(), 'Sunny in Oslo');
  assert.equal(cities, ['Oslo']);
});

test('runTools and the stream helper: a question and a refusal run nothing', async () => {
  for (const [content, text] of [
    ['What is the weather?', /`city`/],
    ['Tell me a joke about penguins', /None of the tools/],
  ] as const) {
    let runs = 0;
    const tools = [
      {
        type: 'function' as const,
        function: {
          name: 'get_weather',
          description: 'Get the weather forecast of a city.',
          parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
          parse: (given: string) => JSON.parse(given) as { city: string },
          function: () => {
            runs += 1;
            return '';
          },
        },
      },
    ];
    assert.match((await client.chat.completions.runTools({ ...ask(content), tools }).finalContent()) ?? '', text);
    assert.is(runs, 0);
    assert.match(
      (await client.chat.completions.stream(ask(content)).finalChatCompletion()).choices[0]?.message.content ?? '',
      text,
    );
  }
});

test('every form of tool_choice: only `none` and a tool that is not there change what is called, and nothing is forced', async () => {
  const outcome = async (
    content: string,
    tool_choice: 'none' | 'auto' | 'required' | { type: 'function'; function: { name: string } },
  ): Promise<string> => svcOf(await client.chat.completions.create({ ...ask(content), tool_choice })).outcome;
  const named = { type: 'function' as const, function: { name: 'get_weather' } };
  for (const choice of ['auto', 'required', named] as const) {
    assert.is(await outcome('What is the weather in Oslo?', choice), 'decided');
    assert.is(await outcome('What is the weather?', choice), 'unresolved');
    assert.is(await outcome('Tell me a joke about penguins', choice), 'refused');
  }
  assert.is(await outcome('What is the weather in Oslo?', 'none'), 'refused');
});

test('`metadata.now` gives relative dates a day, and nothing else does', async () => {
  const booking: ChatCompletionFunctionTool = {
    type: 'function',
    function: {
      name: 'book_table',
      description: 'Book a table for a day.',
      parameters: { type: 'object', properties: { date: { type: 'string', format: 'date' } }, required: ['date'] },
    },
  };
  const book = (metadata?: Record<string, string>) =>
    client.chat.completions.create({
      model: 'evident-1',
      messages: [{ role: 'user', content: 'Book a table for tomorrow' }],
      tools: [booking],
      ...(metadata === undefined ? {} : { metadata }),
    });
  const [call] = (await book({ now: '2027-03-31T23:30:00-05:00' })).choices[0]?.message.tool_calls ?? [];
  assert.is(call?.type === 'function' ? call.function.arguments : null, '{"date":"2027-04-01"}');
  assert.equal(svcOf(await book()).missing, ['date']);
});

test('a conversation: our question, its answer, the call', async () => {
  const question = await client.chat.completions.create(ask('What is the weather?'));
  const messages: ChatCompletionMessageParam[] = [
    { role: 'user', content: 'What is the weather?' },
    { role: 'assistant', content: question.choices[0]?.message.content ?? '' },
    { role: 'user', content: 'Oslo' },
  ];
  const answer = await client.chat.completions.create({ model: 'evident-1', messages, tools: [weather] });
  const [call] = answer.choices[0]?.message.tool_calls ?? [];
  assert.is(call?.type === 'function' ? call.function.arguments : null, '{"city":"Oslo"}');
  assert.is(svcOf(answer).evidence.find(({ argument }) => argument === 'city')?.path, '/messages/2/content');
});

test('what clients send anyway is accepted, and listed when it is ignored', async () => {
  const answer = await client.chat.completions.create({
    ...ask('What is the weather in Oslo?'),
    tool_choice: 'auto',
    parallel_tool_calls: true,
    temperature: 0,
    max_completion_tokens: 100,
    user: 'me',
    store: false,
    n: 1,
    response_format: { type: 'text' },
    logprobs: false,
    metadata: { a: 'b' },
  });
  assert.is(svcOf(answer).outcome, 'decided');
  assert.equal(svcOf(answer).ignored, ['/temperature', '/max_completion_tokens', '/user', '/store']);
});

test('tool_choice: none never calls, a named tool is not forced', async () => {
  const none = await client.chat.completions.create({ ...ask('What is the weather in Oslo?'), tool_choice: 'none' });
  assert.is(none.choices[0]?.finish_reason, 'stop');
  const named = await client.chat.completions.create({
    ...ask('Tell me a joke'),
    tool_choice: { type: 'function', function: { name: 'get_weather' } },
  });
  assert.is(named.choices[0]?.finish_reason, 'stop');
});

test('allowed tools restrict the candidates, in the words of chat completions and of the Responses API', async () => {
  const report: ChatCompletionFunctionTool = {
    type: 'function',
    function: {
      name: 'report_weather',
      description: 'Report the weather seen in a city.',
      parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
    },
  };
  const name = async (tool_choice: unknown): Promise<string | null> => {
    const answer = await client.chat.completions.create({
      ...ask('What is the weather in Oslo?'),
      tools: [weather, report],
      tool_choice: tool_choice as 'auto',
    });
    const [call] = answer.choices[0]?.message.tool_calls ?? [];
    return call?.type === 'function' ? call.function.name : null;
  };
  const chat = (tools: readonly unknown[]): unknown => ({
    type: 'allowed_tools',
    allowed_tools: { mode: 'auto', tools },
  });
  const named = (of: string): unknown => ({ type: 'function', function: { name: of } });
  assert.is(await name(chat([named('get_weather'), named('report_weather')])), 'get_weather');
  assert.is(await name(chat([named('report_weather')])), null);
  assert.is(await name(chat([])), null);
  const responses = { type: 'allowed_tools', mode: 'required', tools: [{ type: 'function', name: 'get_weather' }] };
  assert.is(await name(responses), 'get_weather');
});

test('`logprobs` is accepted and listed: there are none', async () => {
  const answer = await client.chat.completions.create({
    ...ask('What is the weather in Oslo?'),
    logprobs: true,
    top_logprobs: 2,
  });
  assert.is(svcOf(answer).outcome, 'decided');
  assert.is(answer.choices[0]?.logprobs, null);
  assert.equal(svcOf(answer).ignored, ['/logprobs', '/top_logprobs']);
});

test('with `json_object` a question is a JSON object, whole and streamed, and its answer completes the call', async () => {
  const response_format = { type: 'json_object' as const };
  const question = await client.chat.completions.create({ ...ask('What is the weather?'), response_format });
  const content = question.choices[0]?.message.content ?? '';
  const { message } = JSON.parse(content) as { readonly message: string };
  assert.match(message, /need `city`/u);
  const plain = await client.chat.completions.create(ask('What is the weather?'));
  assert.is(message, plain.choices[0]?.message.content);
  const streamed = client.chat.completions.stream({ ...ask('What is the weather?'), response_format });
  assert.is((await streamed.finalChatCompletion()).choices[0]?.message.content, content);
  const messages: ChatCompletionMessageParam[] = [
    { role: 'user', content: 'What is the weather?' },
    { role: 'assistant', content },
    { role: 'user', content: 'Oslo' },
  ];
  const answer = await client.chat.completions.create({
    model: 'evident-1',
    messages,
    tools: [weather],
    response_format,
  });
  const [call] = answer.choices[0]?.message.tool_calls ?? [];
  assert.is(call?.type === 'function' ? call.function.arguments : null, '{"city":"Oslo"}');
  // What only looks like one of ours is read as it is.
  messages[1] = { role: 'assistant', content: '{"message":' };
  assert.is(
    svcOf(await client.chat.completions.create({ model: 'evident-1', messages, tools: [weather] })).may_act,
    false,
  );
});

async function refused(change: Record<string, unknown>): Promise<InstanceType<typeof BadRequestError>> {
  try {
    await client.chat.completions.create({ ...ask('What is the weather in Oslo?'), ...change } as never);
  } catch (error) {
    if (error instanceof BadRequestError) return error;
    throw error;
  }
  throw new Error('was accepted');
}

test('what is not supported is a BadRequestError that names its parameter', async () => {
  for (const [change, param, code] of [
    [{ n: 2 }, 'n', 'unsupported_value'],
    [{ functions: [] }, 'functions', 'unsupported_parameter'],
    [
      { response_format: { type: 'json_schema', json_schema: { name: 'x', schema: {} } } },
      'response_format',
      'unsupported_value',
    ],
    [
      { messages: [{ role: 'user', content: [{ type: 'image_url', image_url: { url: 'data:,' } }] }] },
      'messages[0].content[0].type',
      'unsupported_value',
    ],
    [{ tools: [{ type: 'web_search' }] }, 'tools[0].type', 'unsupported_value'],
    [{ tools: [weather, weather] }, 'tools[1].function.name', 'invalid_value'],
    [{ messages: [] }, 'messages', 'invalid_value'],
    [{ tool_choice: { type: 'function', function: { name: 'nobody' } } }, 'tool_choice', 'invalid_value'],
    [
      { tool_choice: { type: 'allowed_tools', allowed_tools: {} } },
      'tool_choice.allowed_tools.tools',
      'missing_required_parameter',
    ],
    [{ tool_choice: { type: 'allowed_tools', tools: 1 } }, 'tool_choice.tools', 'invalid_type'],
    [{ tool_choice: { type: 'allowed_tools', mode: 'none', tools: [] } }, 'tool_choice.mode', 'invalid_value'],
    [
      { tool_choice: { type: 'allowed_tools', tools: [{ type: 'function', name: 'nobody' }] } },
      'tool_choice.tools[0]',
      'invalid_value',
    ],
    [
      { tool_choice: { type: 'allowed_tools', tools: [1] } },
      'tool_choice.tools[0].function.name',
      'missing_required_parameter',
    ],
    [{ tool_choice: { type: 'custom' } }, 'tool_choice.type', 'unsupported_value'],
    [{ seed: 1.5 }, 'seed', 'invalid_type'],
    [{ stream: 'yes' }, 'stream', 'invalid_type'],
    [{ metadata: { now: 'yesterday' } }, 'metadata.now', 'invalid_value'],
  ] as const) {
    const error = await refused(change);
    assert.is(error.status, 400);
    assert.is(error.param, param);
    assert.is(error.code, code);
    assert.ok(error.message.length > 10);
  }
});

test('the responses endpoint is a NotFoundError that says what to use', async () => {
  try {
    await client.responses.create({ model: 'evident-1', input: 'x' });
    assert.unreachable();
  } catch (error) {
    assert.instance(error, NotFoundError);
    assert.match((error as Error).message, /chat\/completions/);
  }
});

test.run();
