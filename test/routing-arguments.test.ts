// Arguments, kind by kind: own sentences, the call or question each gives, and the rule every value came by.
// `node test/routing-arguments.test.ts --update` rewrites the results in test/golden/routing/arguments.txt; read the difference.

import { readFileSync, writeFileSync } from 'node:fs';
import * as assert from 'uvu/assert';
import { writeJson } from '../grammar/json-write.ts';
import type { Clock } from '../server/services/routing/wire/clock.ts';
import { readClock } from '../server/services/routing/wire/clock.ts';
import type { RouteDecision, ToolDefinition } from '../server/services/routing/wire/route.ts';
import { isUpdating } from './support/golden-json.ts';
import { goldenPath } from './support/paths.ts';
import { ask, tool } from './support/routing.ts';
import { test } from './support/test.ts';

const FILE = goldenPath('routing', 'arguments.txt');
/** Lines of results. */
const RESULT = '  = ';

const lines = readFileSync(FILE, 'utf8').split('\n');
const written: string[] = [];
let current: ToolDefinition | null = null;
let now: Clock | null = null;
let count = 0;

lines.forEach((line, at) => {
  if (line.startsWith(RESULT)) return;
  written.push(line);
  if (line === '' || line.startsWith(';')) return;
  if (line.startsWith('tool ')) {
    const [, name = '', description = '', properties = '{}', required = ''] =
      /^tool (\S+) \| (.*?) \| (\{.*\}) \|(.*)$/u.exec(line) ?? [];
    current = tool(
      name,
      description,
      JSON.parse(properties) as Record<string, unknown>,
      required.split(' ').filter((word) => word !== ''),
    );
    now = null;
    return;
  }
  if (line.startsWith('now ')) {
    now = readClock(line.slice(4));
    return;
  }
  const result = `${RESULT}${show(ask(line, current === null ? [] : [current], { now }))}`;
  written.push(result);
  count += 1;
  if (!isUpdating) test(line, () => assert.is(result, lines[at + 1] ?? ''));
});

if (isUpdating) writeFileSync(FILE, written.join('\n'));

test('there are sentences for every kind', () => {
  assert.ok(count >= 150);
});

/** `call {arguments} argument rule, …`, `ask code: missing …; invalid …`, or `refuse code`. */
function show(decision: RouteDecision): string {
  if (decision.outcome === 'refused') return `refuse ${decision.reason?.code ?? ''}`;
  if (decision.calls.length === 0) {
    const names = [
      decision.missing.length > 0 ? `missing ${decision.missing.join(' ')}` : '',
      decision.invalid.length > 0 ? `invalid ${decision.invalid.map(({ param }) => param).join(' ')}` : '',
    ].filter((part) => part !== '');
    return `ask ${decision.reason?.code ?? ''}${names.length > 0 ? `: ${names.join('; ')}` : ''}`;
  }
  const rules = new Map(
    decision.evidence.filter(({ argument }) => argument !== '').map(({ argument, by }) => [argument, by]),
  );
  return `call ${writeJson(decision.calls[0]!.arguments)}${rules.size > 0 ? ` by ${[...rules].map(([argument, by]) => `${argument} ${by ?? ''}`).join(', ')}` : ''}`;
}

test.run();
