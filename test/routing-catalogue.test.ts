// Sixty requests to the tools of a real MCP server: what is called is right, and nothing is called that nobody asked for.

import { test } from 'uvu';
import * as assert from 'uvu/assert';

import { judgeCatalogue } from './support/catalogue.ts';

test('of sixty requests none is answered by a wrong call, and most that want a call get it', async () => {
  const judged = await judgeCatalogue('everything');
  assert.is(judged.length, 60);
  assert.equal(judged.filter(({ judgement }) => judgement === 'wrong').map(({ request }) => request.message), []);
  assert.ok(judged.filter(({ request, judgement }) => request.expect.kind === 'call' && judgement === 'right').length >= 36);
  assert.ok(judged.filter(({ named }) => named).length >= 9);
});

test.run();
