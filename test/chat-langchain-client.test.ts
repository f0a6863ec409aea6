// Chat through LangChain's OpenAI model, unchanged, against the real server.

import type { AIMessageChunk } from '@langchain/core/messages';
import { HumanMessage, ToolMessage } from '@langchain/core/messages';
import { tool } from '@langchain/core/tools';
import { ChatOpenAI } from '@langchain/openai';
import * as assert from 'uvu/assert';
import { z } from 'zod';
import type { TestServer } from './support/server.ts';

import { openServer } from './support/server.ts';
import { test } from './support/test.ts';

let server: TestServer;
let model: ChatOpenAI;
test.before(async () => {
  server = await openServer();
  model = new ChatOpenAI({
    model: 'evident-1',
    apiKey: 'none',
    maxRetries: 0,
    configuration: { baseURL: `${server.url}/v1` },
  });
});
test.after(async () => {
  await server.close();
});

const weather = tool(async ({ city }) => `Sunny in ${city}`, {
  name: 'get_weather',
  description: 'Get the weather forecast of a city.',
  schema: z.object({ city: z.string().describe('Name of the city') }),
});

test('invoke: a call, a question, a refusal', async () => {
  const bound = model.bindTools([weather]);
  const called = await bound.invoke('What is the weather in Oslo?');
  assert.equal(
    called.tool_calls?.map(({ name, args }) => ({ name, args })),
    [{ name: 'get_weather', args: { city: 'Oslo' } }],
  );
  const asked = await bound.invoke('What is the weather?');
  assert.equal(asked.tool_calls, []);
  assert.match(String(asked.content), /`city`/);
  const refused = await bound.invoke('Tell me a joke about cats.');
  assert.equal(refused.tool_calls, []);
});

test("the loop ends with the tool's result", async () => {
  const bound = model.bindTools([weather]);
  const question = new HumanMessage('What is the weather in Oslo?');
  const called = await bound.invoke([question]);
  const [call] = called.tool_calls ?? [];
  assert.ok(call?.id);
  const done = await bound.invoke([
    question,
    called,
    new ToolMessage({ content: 'Sunny in Oslo', tool_call_id: call?.id ?? '' }),
  ]);
  assert.equal(done.tool_calls, []);
  assert.is(done.content, 'Sunny in Oslo');
});

test('stream: the chunks join to the same call', async () => {
  let whole: AIMessageChunk | undefined;
  for await (const chunk of await model.bindTools([weather]).stream('What is the weather in Oslo?'))
    whole = whole === undefined ? chunk : whole.concat(chunk);
  assert.equal(
    whole?.tool_calls?.map(({ name, args }) => ({ name, args })),
    [{ name: 'get_weather', args: { city: 'Oslo' } }],
  );
});

test('stream: a question and a refusal arrive as text', async () => {
  for (const [content, text] of [
    ['What is the weather?', /`city`/],
    ['Tell me a joke about cats.', /None of the tools/],
  ] as const) {
    let whole: AIMessageChunk | undefined;
    for await (const chunk of await model.bindTools([weather]).stream(content))
      whole = whole === undefined ? chunk : whole.concat(chunk);
    assert.match(String(whole?.content), text);
    assert.equal(whole?.tool_calls, []);
  }
});

test('tool_choice any restricts and does not force', async () => {
  const asked = await model.bindTools([weather], { tool_choice: 'any' }).invoke('What is the weather?');
  assert.equal(asked.tool_calls, []);
});

test.run();
