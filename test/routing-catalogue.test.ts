// Requests to the tools of real MCP servers and of ordinary applications: what is called is right, and nothing is called that nobody asked for.

import * as assert from 'uvu/assert';
import { CATALOGUES, judgeCatalogue, judgeOrdinary } from './support/catalogue.ts';
import { test } from './support/test.ts';

/** Requests, and at least how many are called rightly and how many questions name exactly what is missing. */
const FLOORS = {
  everything: { requests: 60, right: 34, named: 9 },
  filesystem: { requests: 40, right: 17, named: 5 },
  memory: { requests: 20, right: 7, named: 3 },
};

for (const name of CATALOGUES) {
  test(`server-${name}: no wrong call, and most that want a call get it`, async () => {
    const judged = await judgeCatalogue(name);
    const floor = FLOORS[name];
    assert.is(judged.length, floor.requests);
    assert.equal(
      judged.filter(({ judgement }) => judgement === 'wrong').map(({ request }) => request.message),
      [],
    );
    assert.ok(
      judged.filter(({ request, judgement }) => request.expect.kind === 'call' && judgement === 'right').length >=
        floor.right,
    );
    assert.ok(judged.filter(({ named }) => named).length >= floor.named);
  });
}

test('ordinary tools: no wrong call, and most that want a call get it', () => {
  const judged = judgeOrdinary();
  assert.ok(judged.length > 400);
  assert.equal(
    judged
      .filter(({ judgement }) => judgement === 'wrong')
      .map(({ request, decision }) => `${request.message} → ${decision.calls[0]?.name}`),
    [],
  );
  assert.ok(
    judged.filter(({ request, judgement }) => request.expect.kind === 'call' && judgement === 'right').length >= 115,
  );
});

test.run();
