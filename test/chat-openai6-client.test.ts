// Chat through OpenAI's client of the major version before, unchanged, against the real server.

import OpenAI, { BadRequestError } from 'openai6';
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

const parameters = {
  type: 'object',
  properties: { city: { type: 'string', description: 'Name of the city' } },
  required: ['city'],
};
const tools = [
  {
    type: 'function' as const,
    function: { name: 'get_weather', description: 'Get the weather forecast of a city.', parameters },
  },
];
const ask = (content: string) => ({ model: 'evident-1', messages: [{ role: 'user' as const, content }], tools });

test('create: a call, a question, a refusal', async () => {
  const called = (await client.chat.completions.create(ask('What is the weather in Oslo?'))).choices[0];
  const [call] = called?.message.tool_calls ?? [];
  assert.is(called?.finish_reason, 'tool_calls');
  assert.is(call?.type === 'function' ? call.function.arguments : '', '{"city":"Oslo"}');
  const asked = (await client.chat.completions.create(ask('What is the weather?'))).choices[0];
  assert.is(asked?.finish_reason, 'stop');
  assert.match(asked?.message.content ?? '', /`city`/);
  const refused = (await client.chat.completions.create(ask('Tell me a joke about cats.'))).choices[0];
  assert.is(refused?.finish_reason, 'stop');
  assert.is(refused?.message.tool_calls, undefined);
});

test('stream: the pieces join to the same call', async () => {
  const final = await client.chat.completions.stream(ask('What is the weather in Oslo?')).finalChatCompletion();
  const [call] = final.choices[0]?.message.tool_calls ?? [];
  assert.is(call?.type === 'function' ? call.function.name : '', 'get_weather');
  assert.is(call?.type === 'function' ? call.function.arguments : '', '{"city":"Oslo"}');
});

test('stream: a question and a refusal arrive as text', async () => {
  const asked = await client.chat.completions.stream(ask('What is the weather?')).finalChatCompletion();
  assert.match(asked.choices[0]?.message.content ?? '', /`city`/);
  const refused = await client.chat.completions.stream(ask('Tell me a joke about cats.')).finalChatCompletion();
  assert.is(refused.choices[0]?.finish_reason, 'stop');
  assert.is(refused.choices[0]?.message.tool_calls, undefined);
});

test('runTools: a question and a refusal run nothing and end with their text', async () => {
  for (const [content, text] of [
    ['What is the weather?', /`city`/],
    ['Tell me a joke about cats.', /None of the tools/],
  ] as const) {
    let runs = 0;
    const runner = client.chat.completions.runTools({
      ...ask(content),
      tools: [
        {
          type: 'function',
          function: {
            name: 'get_weather',
            description: 'Get the weather forecast of a city.',
            parameters,
            parse: JSON.parse,
            function: () => {
              runs += 1;
              return '';
            },
          },
        },
      ],
    });
    assert.match((await runner.finalContent()) ?? '', text);
    assert.is(runs, 0);
  }
});

test('runTools: runs the tool once and ends with its result', async () => {
  const seen: string[] = [];
  const runner = client.chat.completions.runTools({
    ...ask('What is the weather in Oslo?'),
    tools: [
      {
        type: 'function',
        function: {
          name: 'get_weather',
          description: 'Get the weather forecast of a city.',
          parameters,
          parse: JSON.parse,
          function: ({ city }: { city: string }) => {
            seen.push(city);
            return 'Sunny, 21 degrees';
          },
        },
      },
    ],
  });
  assert.is(await runner.finalContent(), 'Sunny, 21 degrees');
  assert.equal(seen, ['Oslo']);
});

test("a wrong request is the client's own error, with its parameter", async () => {
  try {
    await client.chat.completions.create({ ...ask('What is the weather in Oslo?'), n: 2 });
    assert.unreachable();
  } catch (error) {
    assert.instance(error, BadRequestError);
    assert.is((error as InstanceType<typeof BadRequestError>).param, 'n');
  }
});

test.run();
