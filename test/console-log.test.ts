// The console's view of the decision log, in a browser: entries, filters, replays and the bars of outcomes over time.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { browsing, seriousOf } from './support/browser.ts';
import { openServer } from './support/server.ts';
import { test } from './support/test.ts';

browsing('log: entries are listed, filtered and replayed', async ({ page, afterwards }) => {
  const folder = mkdtempSync(join(tmpdir(), 'evident-console-log-'));
  const logged = await openServer({ decisionLog: folder, logBodies: true });
  afterwards(async () => {
    await logged.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const questions = { urgent: { type: 'noul', criteria: { true: 'urgent' } } };
  for (const state of ['it is urgent', 'hello'])
    await logged.post('/v1/systemone', JSON.stringify({ state, questions }));
  // On two lines, and with a number that JSON.parse would round.
  await logged.post('/v1/scripts/run', '{"script": "(+ 1 input)",\n"input": 9007199254740993}');
  // Without a seed, so that ids and time are others the next time.
  const weather = { name: 'get_weather', description: 'The weather of today', parameters: { type: 'object' } };
  const messages = [{ role: 'user', content: 'How is the weather today?' }];
  await logged.post(
    '/v1/chat/completions',
    JSON.stringify({ model: 'evident-1', messages, tools: [{ type: 'function', function: weather }] }),
  );
  await page.goto(`${logged.url}/#log`);
  await page.getByRole('row').filter({ hasText: 'nothing-found' }).waitFor();
  await page.getByRole('button', { name: 'Replay entry 1' }).click();
  await page.getByText('The answer is the same.').waitFor();
  await page.getByRole('button', { name: 'Replay entry 3' }).click();
  await page.getByRole('row').filter({ hasText: 'finished' }).getByText('The answer is the same.').waitFor();
  await page.getByRole('button', { name: 'Replay entry 4' }).click();
  await page.getByRole('row').filter({ hasText: 'get_weather' }).getByText('The answer is the same.').waitFor();
  await page.getByRole('img', { name: 'decided 1' }).first().waitFor();
  assert.equal(await seriousOf(page), []);
  await page.getByRole('combobox', { name: 'Outcome' }).selectOption('refused');
  await page.getByRole('img', { name: 'decided 1' }).first().waitFor({ state: 'detached' });
  await page.getByRole('row').filter({ hasText: 'get_weather' }).waitFor({ state: 'detached' });
  assert.is(await page.getByRole('row').count(), 2);
});

browsing('log: its example asks what the other views show, and the entries are there', async ({ page, afterwards }) => {
  const folder = mkdtempSync(join(tmpdir(), 'evident-console-log-'));
  const logged = await openServer({ decisionLog: folder });
  afterwards(async () => {
    await logged.close();
    rmSync(folder, { recursive: true, force: true });
  });
  await page.goto(`${logged.url}/#log`);
  await page.getByText('There are no entries yet.').waitFor();
  await page.getByRole('button', { name: 'Example' }).click();
  for (const wire of ['systemone', 'chat', 'run'])
    await page.getByRole('cell', { name: wire, exact: true }).first().waitFor();
  await page.getByRole('combobox', { name: 'Wire' }).selectOption('chat');
  await page.getByRole('cell', { name: 'run', exact: true }).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Share as link' }).click();
  await page.getByText('in the address bar').first().waitFor();
  await page.reload();
  assert.is(await page.getByRole('combobox', { name: 'Wire' }).inputValue(), 'chat');
});

browsing(
  'log: a service that keeps none says so, and how to begin one',
  async ({ page, afterwards }) => {
    const server = await openServer();
    afterwards(async () => {
      await server.close();
    });
    await page.goto(`${server.url}/#log`);
    await page.getByRole('alert').getByText('This server keeps no decision log (--log).').waitFor();
    await page.getByRole('alert').getByText('Start the service with evident serve --log FOLDER').waitFor();
  },
  { expected: /409/ },
);

/** Runs and questions that end in each of the five ways, more of them than there are bars. */
const ROUNDS = 12;

for (const colorScheme of ['light', 'dark'] as const)
  browsing(
    `log: on a phone every outcome of a bar is seen whole, in ${colorScheme}`,
    async ({ page, afterwards }) => {
      const folder = mkdtempSync(join(tmpdir(), 'evident-console-log-'));
      const logged = await openServer({ decisionLog: folder });
      afterwards(async () => {
        await logged.close();
        rmSync(folder, { recursive: true, force: true });
      });
      const team = { type: 'choice', criteria: { billing: 'refund', technical: 'crash' } };
      for (let round = 0; round < ROUNDS; round += 1) {
        for (const state of ['a refund', 'a refund and a crash', 'hello'])
          await logged.post('/v1/systemone', JSON.stringify({ state, questions: { team } }));
        for (const script of ['(+ 1 2)', '(/ 1 0)']) await logged.post('/v1/scripts/run', JSON.stringify({ script }));
      }
      await page.goto(`${logged.url}/#log`);
      const bars = page.getByRole('img', { name: 'decided 1, fault 1, finished 1, refused 1, unresolved 1' });
      await bars.first().waitFor();
      assert.is(await bars.count(), ROUNDS);
      const cut = await bars.evaluateAll((all) =>
        all.flatMap((bar) => {
          const { left, right, top, bottom } = bar.getBoundingClientRect();
          return [...bar.children]
            .filter((part) => {
              const box = part.getBoundingClientRect();
              return box.left < left || box.right > right + 0.5 || box.top < top || box.bottom > bottom + 0.5;
            })
            .map((part) => part.textContent);
        }),
      );
      assert.equal(cut, []);
      assert.is(await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth'), 0);
      assert.equal(await seriousOf(page), []);
    },
    { colorScheme, viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
  );

test.run();
