// What `evident route --explain` prints: the reasons of a call, of a question and of a refusal, for a person to read.

import * as assert from 'uvu/assert';
import { explainRoute } from '../server/engines/routing/route.ts';

import { explanationOf } from '../server/engines/routing/verdict/explanation.ts';
import { request, tool, user } from './support/routing.ts';
import { test } from './support/test.ts';

const TOOLS = [
  tool(
    'get_weather',
    'Get the weather forecast of a city.',
    {
      city: { type: 'string', description: 'Name of the city' },
      days: { type: 'integer', maximum: 10, description: 'Number of days' },
    },
    ['city'],
  ),
  tool('delete_alarm', 'Delete an alarm.', { alarm_id: { type: 'integer' } }, ['alarm_id']),
];

function explain(text: string): string {
  return explanationOf(explainRoute(request([user(text)], TOOLS))).join('\n');
}

test('a call: its words, candidates, spans with what they are for, margins, and that nothing speaks against it', () => {
  const text = explain('What is the weather in Zürich for 3 days?');
  for (const part of [
    'words that choose',
    '\n  weather  the name\n',
    'candidates, by score',
    '[23..30]  name "Zürich" → "Zürich" by exact, for city',
    'number "3" → 3 by exact, for days',
    'city (required): "Zürich" by rule name (exact) at ',
    'margin',
    'nothing is wrong or missing',
    'nothing speaks against a call',
  ]) {
    assert.ok(text.includes(part), `${part}\n${text}`);
  }
});

test('a question: what is missing or wrong, and why no confidence would help', () => {
  assert.match(
    explain('How is the weather out there?'),
    /missing: city[^]*no call, however sure: a required argument was not said \(missing-arguments\)/,
  );
  assert.match(
    explain('What is the weather in Oslo for 30 days?'),
    /days: it must be at most 10[^]*\(invalid-arguments\)/,
  );
});

test('a value nobody took is shown as left over', () => {
  assert.match(
    explain('What is the weather in Oslo for ann@example.com?'),
    /email "ann@example.com" → "ann@example.com" by exact, left over[^]*\(unexplained-text\)/,
  );
});

test('a refusal says why no tool came into question', () => {
  assert.is(explain("Don't delete the alarm"), 'no tool came into question: the request negates what the tool does');
});

test.run();
