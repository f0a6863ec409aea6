// Chat through the AI SDK, unchanged, by both of its providers, against the real server.

import { createOpenAI } from '@ai-sdk/openai';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { generateText, stepCountIs, streamText, type ToolSet, tool } from 'ai';
import * as assert from 'uvu/assert';
import { z } from 'zod';
import type { TestServer } from './support/server.ts';

import { openServer } from './support/server.ts';
import { test } from './support/test.ts';

let server: TestServer;
test.before(async () => {
  server = await openServer();
});
test.after(async () => {
  await server.close();
});

const PROVIDERS = {
  '@ai-sdk/openai': () => createOpenAI({ apiKey: 'none', baseURL: `${server.url}/v1` }).chat('evident-1'),
  '@ai-sdk/openai-compatible': () =>
    createOpenAICompatible({ name: 'evident', baseURL: `${server.url}/v1` })('evident-1'),
};
const schema = z.object({ city: z.string().describe('Name of the city') });
const description = 'Get the weather forecast of a city.';
const idle = { get_weather: tool({ description, inputSchema: schema }) } as ToolSet;

for (const [name, model] of Object.entries(PROVIDERS)) {
  test(`${name}: generateText gives the call, the question and the refusal`, async () => {
    const called = await generateText({
      model: model(),
      tools: idle,
      prompt: 'What is the weather in Oslo?',
      maxRetries: 0,
    });
    assert.is(called.finishReason, 'tool-calls');
    assert.equal(
      called.toolCalls.map(({ toolName, input }) => ({ toolName, input })),
      [{ toolName: 'get_weather', input: { city: 'Oslo' } }],
    );
    const asked = await generateText({ model: model(), tools: idle, prompt: 'What is the weather?', maxRetries: 0 });
    assert.is(asked.finishReason, 'stop');
    assert.match(asked.text, /`city`/);
    const refused = await generateText({
      model: model(),
      tools: idle,
      prompt: 'Tell me a joke about cats.',
      maxRetries: 0,
    });
    assert.is(refused.toolCalls.length, 0);
    assert.ok(refused.text.length > 0);
  });

  test(`${name}: streamText gives the same call, and the question as text`, async () => {
    const called = streamText({ model: model(), tools: idle, prompt: 'What is the weather in Oslo?', maxRetries: 0 });
    assert.equal(
      (await called.toolCalls).map(({ input }) => input),
      [{ city: 'Oslo' }],
    );
    assert.is(await called.finishReason, 'tool-calls');
    const asked = streamText({ model: model(), tools: idle, prompt: 'What is the weather?', maxRetries: 0 });
    let text = '';
    for await (const piece of asked.textStream) text += piece;
    assert.match(text, /`city`/);
    const refused = streamText({ model: model(), tools: idle, prompt: 'Tell me a joke about cats.', maxRetries: 0 });
    assert.match(await refused.text, /None of the tools/);
    assert.is((await refused.toolCalls).length, 0);
  });

  test(`${name}: several steps end at once with a question or a refusal`, async () => {
    let runs = 0;
    const running = {
      get_weather: tool({
        description,
        inputSchema: schema,
        execute: async () => {
          runs += 1;
          return '';
        },
      }),
    };
    for (const [prompt, text] of [
      ['What is the weather?', /`city`/],
      ['Tell me a joke about cats.', /None of the tools/],
    ] as const) {
      const done = await generateText({
        model: model(),
        prompt,
        maxRetries: 0,
        stopWhen: stepCountIs(4),
        tools: running,
      });
      assert.is(done.steps.length, 1);
      assert.match(done.text, text);
    }
    assert.is(runs, 0);
  });

  test(`${name}: several steps call once and end with the tool's result`, async () => {
    const cities: string[] = [];
    const done = await generateText({
      model: model(),
      prompt: 'What is the weather in Oslo?',
      maxRetries: 0,
      stopWhen: stepCountIs(4),
      tools: {
        get_weather: tool({
          description,
          inputSchema: schema,
          execute: async ({ city }) => {
            cities.push(city);
            return 'Sunny, 21 degrees';
          },
        }),
      } as ToolSet,
    });
    assert.equal(cities, ['Oslo']);
    assert.is(done.steps.length, 2);
    assert.match(done.text, /Sunny, 21 degrees/);
  });

  test(`${name}: toolChoice none calls nothing`, async () => {
    const { toolCalls } = await generateText({
      model: model(),
      tools: idle,
      toolChoice: 'none',
      prompt: 'What is the weather in Oslo?',
      maxRetries: 0,
    });
    assert.is(toolCalls.length, 0);
  });
}

test.run();
