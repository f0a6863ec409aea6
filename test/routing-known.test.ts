// Known tools: a definition that comes again is not read again, and nothing else is taken for it.

import * as assert from 'uvu/assert';
import { writeJson } from '../grammar/json-write.ts';
import { KNOWN_LENGTH_MAX, readTools } from '../server/engines/routing/tools/known.ts';
import type { ToolDefinition } from '../server/services/routing/wire/route.ts';
import { ask, tool } from './support/routing.ts';
import { test } from './support/test.ts';

const shelf = (description = 'Close a shelf.'): ToolDefinition =>
  tool('close_shelf', description, { shelf: { type: 'string' } }, ['shelf']);

test('the same definition is the same tool', () => {
  assert.is(readTools([shelf()])[0], readTools([shelf()])[0]);
});

test('another description, schema or origin is another tool', () => {
  const [known] = readTools([shelf()]);
  const origin = { server: 'docks', tool: 'close_shelf', annotations: null };
  for (const other of [
    shelf('Close a shelf now.'),
    tool('close_shelf', 'Close a shelf.', { shelf: { type: 'integer' } }, ['shelf']),
    { ...shelf(), parameters: undefined },
    { ...shelf(), origin },
  ])
    assert.is.not(readTools([other])[0], known);
});

test('a definition that is listed twice is two tools, of which none is meant alone', () => {
  const [one, other] = readTools([shelf(), shelf()]);
  assert.is.not(one, other);
  assert.is(ask('Close shelf "B4"', [shelf(), shelf()]).outcome, ask('Close shelf "B4"', [shelf(), shelf()]).outcome);
});

/** A definition of so many characters. */
function long(name: string, length: number): ToolDefinition {
  const { parameters } = shelf();
  const rest = writeJson([name, '', parameters]).length;
  return { name, description: 'x'.repeat(length - rest), parameters };
}

test('definitions are kept up to a length of all together', () => {
  const half = KNOWN_LENGTH_MAX / 2;
  const [first] = readTools([long('first_shelf', half)]);
  readTools([long('second_shelf', half)]);
  assert.is(readTools([long('first_shelf', half)])[0], first);
});

test('with one more character the one that was used longest ago is forgotten', () => {
  const half = KNOWN_LENGTH_MAX / 2;
  const [first] = readTools([long('third_shelf', half)]);
  readTools([long('fourth_shelf', half + 1)]);
  assert.is.not(readTools([long('third_shelf', half)])[0], first);
});

test.run();
