// Console in a browser: each view does its job by mouse and by keyboard, nothing breaks the page's policy, and axe-core finds nothing
// serious, in light and dark and on a phone.

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import * as assert from 'uvu/assert';
import { openArtifact } from '../runtime/open-artifact.ts';
import { browsing, seriousOf } from './support/browser.ts';
import { openKeyFolder } from './support/keys.ts';
import { openServer, type TestServer } from './support/server.ts';
import { test } from './support/test.ts';
import { until } from './support/until.ts';

let server: TestServer;
test.before(async () => {
  server = await openServer();
});
test.after(async () => {
  await server.close();
});

const open = async (page: Page, fragment = ''): Promise<void> => {
  await page.goto(`${server.url}/${fragment}`);
};

browsing(
  'decide: answers come with the page, with the evidence in its place and its method',
  async ({ page, asked }) => {
    await open(page);
    const team = page.getByRole('article').filter({ hasText: 'team' });
    await team.getByText('billing', { exact: true }).first().waitFor();
    assert.equal(await page.locator('mark').allTextContents(), [
      'charged twiceteam: exact',
      'refundteam: exact',
      'urgenturgent: exact',
    ]);
    await page.getByText('Why not: The phrases of no option were found in the state.').waitFor();
    assert.equal(
      asked.filter((url) => !url.startsWith(server.url) && !url.startsWith('data:')),
      [],
    );
  },
);

browsing('decide: a phrase that is changed changes the answer, by keyboard alone', async ({ page }) => {
  await open(page);
  await page.locator('mark').first().waitFor();
  const field = page.getByRole('textbox', { name: 'team billing' });
  await field.focus();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('parcel');
  const team = page.getByRole('article').filter({ hasText: 'team' });
  await team.getByText('refused').waitFor();
  assert.equal(await page.locator('mark').allTextContents(), ['urgenturgent: exact']);
  await page.getByText('As JSON').click();
  assert.match(await page.getByRole('textbox', { name: 'Questions' }).inputValue(), '"billing": "parcel"');
});

browsing('decide: text of a state is never markup', async ({ page }) => {
  await open(page);
  await page
    .getByRole('textbox', { name: 'A text, or JSON' })
    .fill('<img src=x onerror=alert(1)> refund é 漢字 refund');
  await page.locator('.marked', { hasText: 'onerror' }).locator('mark', { hasText: 'refund' }).waitFor();
  assert.is(await page.locator('img').count(), 0);
  assert.match(await page.locator('.marked').innerText(), '<img src=x onerror=alert(1)>');
});

browsing(
  'decide: what the service refuses is told',
  async ({ page }) => {
    await open(page);
    await page.getByText('As JSON').click();
    await page.getByRole('textbox', { name: 'Questions' }).fill('{"a": {"type": "maybe"}}');
    await page.getByRole('alert').first().waitFor();
    assert.match(await page.getByRole('alert').first().innerText(), 'type');
  },
  { expected: /422/ },
);

browsing('decide: a dropped file of states has a table of what was expected and answered', async ({ page }) => {
  await open(page);
  const lines = [
    { state: 'a refund please', expect: { team: 'billing' } },
    { state: 'a crash', expect: { team: 'sales' } },
    { state: 'nothing', expect: { team: null } },
  ];
  await page.getByLabel('Drop a file of JSON lines, or choose one').setInputFiles({
    name: 'states.jsonl',
    mimeType: 'application/x-ndjson',
    buffer: Buffer.from(lines.map((line) => JSON.stringify(line)).join('\n')),
  });
  const team = page.getByRole('region', { name: 'Question team' });
  await team.getByRole('img', { name: 'decided 2, unresolved 0, refused 1' }).waitFor();
  // Billing was expected and answered, and where nothing was expected nothing was decided.
  assert.equal(await team.locator('td.right').allInnerTexts(), ['1', '1']);
  assert.is(await team.locator('td.wrong').innerText(), '1');
  await team.getByText('1 decided answer is wrong:').waitFor();
});

browsing(
  'script: a run has its output, steps and lines, and the artifact gives the same in the browser',
  async ({ page }) => {
    await open(page, '#script');
    await page.getByText('valid', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await page
      .getByRole('region', { name: 'Output', exact: true })
      .getByText('{"refund":53.48,"why":"within thirty days"}')
      .waitFor();
    await page.getByText('Steps by line').waitFor();
    const steps = Number((await page.locator('.gauge strong').innerText()).replaceAll(',', ''));
    const lines = await page.locator('.heat li > span:last-of-type').allInnerTexts();
    assert.is(
      lines.reduce((sum, text) => sum + Number(text), 0),
      steps,
    );
    await page.getByRole('button', { name: 'Run in this browser' }).click();
    await page.getByText('output and steps are equal').waitFor({ timeout: 60_000 });
    await page.getByText(`${steps} steps`, { exact: true }).waitFor();
  },
);

browsing('script: numbers beyond a double are shown as they were printed', async ({ page }) => {
  await open(page, '#script');
  await typeScript(page, '(+ input 1)');
  await page.getByRole('textbox', { name: 'JSON that the script reads as input' }).fill('9007199254740993');
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await page.getByRole('region', { name: 'Output', exact: true }).getByText('9007199254740994').waitFor();
});

browsing('script: the keyboard alone writes, completes, formats and runs', async ({ page }) => {
  await open(page, '#script');
  await typeScript(page, '(redu');
  await page.getByRole('option', { name: /^reduce/ }).waitFor();
  // A list that has only just come does not take Enter, which may have been meant for the line.
  await page.waitForTimeout(300);
  await page.keyboard.press('Enter');
  await page.keyboard.type(' + 0   [1 2 3]');
  await page.keyboard.press('Shift+Alt+f');
  await page.locator('.cm-line', { hasText: '(reduce + 0 [1 2 3])' }).waitFor();
  // Formatting is work, and nothing else is begun until it has ended.
  await page.getByRole('button', { name: 'Run', exact: true, disabled: false }).waitFor();
  await page.keyboard.press('ControlOrMeta+Enter');
  await page.getByRole('region', { name: 'Output', exact: true }).getByText('6', { exact: true }).waitFor();
  await page.keyboard.press('Tab');
  assert.not.ok(await page.evaluate('document.activeElement.shadowRoot !== null'), 'Tab leaves the editor');
});

browsing(
  'script: what is wrong is marked while it is written, and a fault says what it met',
  async ({ page }) => {
    await open(page, '#script');
    await typeScript(page, '(+ rate 1)');
    await page.locator('.cm-lintRange-error', { hasText: 'rate' }).waitFor();
    await page.locator('.diagnostics').getByText('`rate` is not defined').waitFor();
    await typeScript(page, '(/ 1 (:n input))');
    await page.getByRole('textbox', { name: 'JSON that the script reads as input' }).fill('{"n": 0}');
    await page.getByText('valid', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await page.locator('.fault').getByText('divide-by-zero').waitFor();
    await page.getByText('a number other than 0').waitFor();
  },
  { expected: /422/ },
);

browsing('script: help under the pointer comes from the table of builtins', async ({ page }) => {
  await open(page, '#script');
  await page.locator('.cm-line').getByText('reduce').hover();
  await page.locator('.help').getByText('(reduce').first().waitFor();
});

browsing('script: the downloaded artifact is one that runs', async ({ page }) => {
  await open(page, '#script');
  await typeScript(page, '(* 6 7)');
  await page.getByText('valid', { exact: true }).waitFor();
  const [download] = await Promise.all([
    page.waitForEvent('download', { timeout: 60_000 }),
    page.getByRole('button', { name: 'Download artifact' }).click(),
  ]);
  const artifact = openArtifact(readFileSync(await download.path()), { vouched: true });
  const result = artifact.run();
  assert.is(result.kind === 'finished' && result.outputJson, '42');
});

browsing('a link carries a script, and what nobody packed is no harm', async ({ page }) => {
  await open(page, '#script');
  await typeScript(page, '(str "shared")');
  await page.getByRole('button', { name: 'Share as link' }).click();
  await page.getByText('in the address bar').first().waitFor();
  const link = page.url();
  await page.goto('about:blank');
  await page.goto(link);
  await page.locator('.cm-line', { hasText: '(str "shared")' }).waitFor();
  await page.goto('about:blank');
  await open(page, '#script=AAAA%%');
  await page.locator('.cm-line', { hasText: 'Whether an order may be refunded' }).waitFor();
});

browsing(
  'a key is asked for where one is needed, and kept for the tab',
  async ({ page }) => {
    const keys = openKeyFolder();
    const token = await keys.add('person', 'decide');
    const closed = await openServer({ data: keys.path });
    try {
      await page.goto(`${closed.url}/`);
      const dialog = page.getByRole('dialog', { name: 'API key' });
      await dialog.waitFor();
      await page.keyboard.type(token);
      await page.keyboard.press('Enter');
      await page.locator('mark').first().waitFor();
      await page.reload();
      await page.locator('mark').first().waitFor();
      assert.not.ok(await dialog.isVisible());
    } finally {
      await closed.close();
      keys.remove();
    }
  },
  { expected: /401/ },
);

browsing(
  'route: the call has its evidence in the message, and a message without it says what is missing',
  async ({ page }) => {
    await open(page, '#route');
    await page.getByRole('region', { name: 'Call of refund_order' }).getByText('A-1001').waitFor();
    assert.match((await page.locator('mark').allTextContents()).join(' '), 'A-1001order_id: exact');
    await page.getByText('Weights of refund_order').click();
    await page.getByRole('table', { name: 'Rules that read the arguments' }).getByText('order_id').waitFor();
    await page.getByRole('table', { name: 'Parts of the gate' }).waitFor();
    await page.getByRole('textbox', { name: 'What the user says' }).fill('Please refund my order.');
    await page.getByText('Missing: order_id').waitFor();
    await page.getByText('missing-arguments').waitFor();
    assert.equal(await seriousOf(page), []);
  },
);

browsing('log: entries are listed, filtered and replayed', async ({ page }) => {
  const folder = mkdtempSync(join(tmpdir(), 'evident-console-log-'));
  const logged = await openServer({ decisionLog: folder, logBodies: true });
  try {
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
  } finally {
    await logged.close();
    rmSync(folder, { recursive: true, force: true });
  }
});

browsing('log: its example asks what the other views show, and the entries are there', async ({ page }) => {
  const folder = mkdtempSync(join(tmpdir(), 'evident-console-log-'));
  const logged = await openServer({ decisionLog: folder });
  try {
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
  } finally {
    await logged.close();
    rmSync(folder, { recursive: true, force: true });
  }
});

browsing('each view has the same buttons in the same order, and its example back with one click', async ({ page }) => {
  await open(page);
  for (const [tab, field] of [
    ['Decide', 'A text, or JSON'],
    ['Route', 'What the user says'],
    ['Script', 'JSON that the script reads as input'],
  ] as const) {
    await page.getByRole('tab', { name: tab }).click();
    const view = page.getByRole('tabpanel', { name: tab });
    const text = view.getByRole('textbox', { name: field });
    const example = await text.inputValue();
    await text.fill('0');
    assert.equal((await view.locator('.toolbar').first().getByRole('button').allInnerTexts()).slice(-2), [
      'Example',
      'Share as link',
    ]);
    await view.getByRole('button', { name: 'Example', exact: true }).click();
    await assertValue(text, example);
  }
});

browsing(
  'log: a service that keeps none says so, and how to begin one',
  async ({ page }) => {
    await open(page, '#log');
    await page.getByRole('alert').getByText('This server keeps no decision log (--log).').waitFor();
    await page.getByRole('alert').getByText('Start the service with evident serve --log FOLDER').waitFor();
  },
  { expected: /409/ },
);

browsing(
  'a service that is gone is told in words',
  async ({ page }) => {
    await open(page, '#script');
    await page.getByText('valid', { exact: true }).waitFor();
    await page.route('**/v1/scripts/run', (route) => route.abort());
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await page.getByRole('alert').getByText(`The service at ${server.url} cannot be reached.`).waitFor();
  },
  { expected: /ERR_FAILED/ },
);

browsing('script: a long one scrolls in its place, as its steps do', async ({ page }) => {
  const lines = Array.from({ length: 200 }, (_, at) => `  (+ ${at} (:n input))`);
  await open(page, '#script');
  await page.getByRole('textbox', { name: 'Script', exact: true }).focus();
  await page.keyboard.press('ControlOrMeta+a');
  // What is typed over a selection has its style in Chromium, which the page's policy blocks.
  await page.keyboard.press('Delete');
  await page.keyboard.insertText(`[${lines.join('')}]`);
  await page.getByRole('button', { name: 'Format' }).click();
  await page.getByRole('textbox', { name: 'JSON that the script reads as input' }).fill('{"n": 1}');
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await page.locator('.heat li').nth(199).waitFor();
  assert.ok((await page.evaluate<number>('document.body.scrollHeight')) < 2000);
  assert.equal(await seriousOf(page), []);
});

browsing(
  'script: on a phone the report of a run comes into view',
  async ({ page }) => {
    await open(page, '#script');
    await page.getByText('valid', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await page.locator('.heat li').first().waitFor();
    await until(async () => {
      const { y, height } = (await page.getByRole('region', { name: 'Output', exact: true }).boundingBox())!;
      return y >= 0 && y + height <= 844;
    });
  },
  { viewport: { width: 390, height: 844 } },
);

browsing('tabs are reached by arrow keys', async ({ page }) => {
  await open(page);
  await page.getByRole('tab', { name: 'Decide' }).focus();
  await page.keyboard.press('ArrowRight');
  await page.getByRole('tabpanel', { name: 'Route' }).waitFor();
  assert.is(await page.getByRole('tab', { name: 'Route' }).getAttribute('aria-selected'), 'true');
});

for (const colorScheme of ['light', 'dark'] as const) {
  browsing(
    `axe-core finds nothing serious in ${colorScheme}`,
    async ({ page }) => {
      await open(page);
      await page.locator('mark').first().waitFor();
      await page.getByRole('button', { name: 'Example lines' }).click();
      await page.getByRole('button', { name: 'Ask about all' }).click();
      await page.locator('table').first().waitFor();
      assert.equal(await seriousOf(page), []);
      await page.getByRole('tab', { name: 'Script' }).click();
      await page.locator('.cm-line').first().waitFor();
      await page.getByRole('button', { name: 'Run', exact: true }).click();
      await page.getByText('Steps by line').waitFor();
      assert.equal(await seriousOf(page), []);
    },
    { colorScheme },
  );
}

browsing(
  'on a phone nothing is wider than the screen',
  async ({ page }) => {
    await open(page);
    await page.locator('mark').first().waitFor();
    const overflow = (): Promise<number> =>
      page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');
    assert.is(await overflow(), 0);
    await page.getByRole('tab', { name: 'Script' }).click();
    await page.locator('.cm-line').first().waitFor();
    assert.is(await overflow(), 0);
    assert.equal(await seriousOf(page), []);
  },
  { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
);

/** Waits until a field has this text. */
async function assertValue(field: Locator, text: string): Promise<void> {
  await until(async () => (await field.inputValue()) === text);
}

async function typeScript(page: Page, text: string): Promise<void> {
  await page.locator('.cm-content').click();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.press('Delete');
  await page.keyboard.type(text);
}

test.run();
