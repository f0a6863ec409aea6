// Routing, reasons: a clause that says why an order is given changes nothing, fills a parameter that is called so, or is asked about.

import * as assert from 'uvu/assert';
import { ask, sent, tool } from './support/routing.ts';
import { test } from './support/test.ts';

const SHELF = { type: 'string', pattern: '^S-[0-9]+$' };
const TOOLS = [
  tool('close_shelf', 'Close a shelf.', { shelf: SHELF }, ['shelf']),
  tool('pause_rent', 'Pause the rent of a shelf.', { shelf: SHELF, reason: { type: 'string' } }, ['shelf']),
];

for (const [said, expected] of [
  ['Close S-4 because the wall is damp', '{"shelf":"S-4"}'],
  ['Close S-4 because nobody rents it.', '{"shelf":"S-4"}'],
  ['Pause the rent of S-4 because the wall is damp', '{"shelf":"S-4","reason":"the wall is damp"}'],
  ['Pause the rent of S-4 because of a burst pipe.', '{"shelf":"S-4","reason":"a burst pipe"}'],
  // Another order, another shelf, somebody's word, a condition, an instruction, no order at all.
  ['Close S-4 because it is damp and lock the door', null],
  ['Close S-4 because it is damp and then heat the room', null],
  ['Close S-4 because S-5 is damp', null],
  ['Close S-4 because Bob said so', null],
  ['Close S-4 because it might rain', null],
  ['Close S-4 because it is damp if Bob agrees', null],
  ['Pause the rent of S-4 because the wall is damp, then tell Bob', null],
  ['Pause the rent of S-4 because the wall is damp. Not yet.', null],
  ["Don't close S-4 because the wall is damp", null],
  ['Was S-4 closed because the wall is damp?', null],
] as const)
  test(`${said}: ${expected ?? 'no call'}`, () => assert.is(sent(ask(said, TOOLS)), expected));

test.run();
