// docs/routing.md: its sentences, routed over its tools, get the answers that the page shows.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { writeJson } from '../grammar/json-write.ts';
import { ROOT } from './support/paths.ts';
import { ask, definition } from './support/routing.ts';
import { test } from './support/test.ts';

const page = readFileSync(join(ROOT, 'docs', 'routing.md'), 'utf8');
const tools = (
  JSON.parse(/```json\n([\s\S]*?)```/u.exec(page)?.[1] ?? '[]') as {
    name: string;
    description: string;
    parameters: unknown;
  }[]
).map(({ name, description, parameters }) => definition(name, description, parameters));
const rows = [...page.matchAll(/^\| (?!said|---)([^|]+) \| ([^|]+) \|$/gmu)].map(([, said = '', answer = '']) => ({
  said,
  answer,
}));

test('the page has tools and sentences', () => {
  assert.is(tools.length, 3);
  assert.ok(rows.length >= 14);
});

for (const { said, answer } of rows) {
  test(said, () => {
    const decision = ask(said, tools);
    assert.is(
      decision.calls.map((call) => `\`${call.name}\` \`${writeJson(call.arguments)}\``).join(', ') || 'no call',
      answer,
    );
  });
}

test.run();
