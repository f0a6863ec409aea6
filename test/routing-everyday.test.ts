// Everyday: requests to the tools of fourteen trades, half of them made to mislead. Every call was read by a person who asked whether it is
// what was said, and all of it. `node test/routing-everyday.test.ts --update` writes what is called now; read the difference.

import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import type { Json } from '../grammar/json.ts';
import { writeJson } from '../grammar/json-write.ts';
import { readClock } from '../server/services/routing/wire/clock.ts';
import { goldenPath } from './support/paths.ts';
import { ask, definition } from './support/routing.ts';
import { test } from './support/test.ts';

interface Trade {
  readonly now: string;
  readonly tools: readonly { readonly name: string; readonly description: string; readonly parameters: unknown }[];
  /** What is said, and the call as its name and its arguments; null where a person is asked. */
  readonly requests: readonly (readonly [said: string, call: string | null])[];
}

const FOLDER = goldenPath('routing', 'everyday');
const UPDATE = process.argv.includes('--update');

for (const name of readdirSync(FOLDER).sort()) {
  test(name.replace('.json', ''), () => {
    const file = join(FOLDER, name);
    const trade = JSON.parse(readFileSync(file, 'utf8')) as Trade;
    const tools = trade.tools.map((one) => definition(one.name, one.description, one.parameters));
    const answers = trade.requests.map(([said]): readonly [string, string | null] => {
      const { calls } = ask(said, tools, { now: readClock(trade.now) });
      return [
        said,
        calls.length === 0 ? null : calls.map((one) => `${one.name} ${writeJson(one.arguments as Json)}`).join('; '),
      ];
    });
    if (UPDATE) writeFileSync(file, written(trade, answers));
    else assert.equal(answers, trade.requests);
  });
}

/** A line for each tool and each request. */
function written({ now, tools }: Trade, answers: readonly (readonly [string, string | null])[]): string {
  const lines = (rows: readonly unknown[]): string => rows.map((row) => `    ${JSON.stringify(row)}`).join(',\n');
  return `{\n  "now": ${JSON.stringify(now)},\n  "tools": [\n${lines(tools)}\n  ],\n  "requests": [\n${lines(answers)}\n  ]\n}\n`;
}

test.run();
