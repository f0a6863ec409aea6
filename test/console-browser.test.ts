// Console in a browser: each view does its job by mouse and by keyboard, nothing breaks the page's policy, and axe-core finds nothing
// serious, in light and dark and on a phone.

import type { Locator, Page } from 'playwright-core';
import * as assert from 'uvu/assert';
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

browsing('decide: lines that are none are told by their number, and the others are asked about', async ({ page }) => {
  await open(page);
  const lines = ['{"state": "a refund please", "expect": {"team": "billing"}}', '', '{"state": ', '[]', '{"state": 5}'];
  await page.getByRole('textbox', { name: 'Lines with state' }).fill([...lines, '{"text": "a crash"}'].join('\n'));
  await page.getByRole('button', { name: 'Ask about all' }).click();
  const team = page.getByRole('region', { name: 'Question team' });
  await team.getByRole('img', { name: 'decided 2, unresolved 0, refused 0' }).waitFor();
  await team.getByText('No decided answer is wrong.').waitFor();
  const bad = page.getByRole('region', { name: 'Lines without answers' });
  const [third, fourth, fifth, ...more] = await bad.getByRole('listitem').allInnerTexts();
  assert.match(third!, /^Line 3: This is not JSON: /);
  assert.is(fourth, 'Line 4: It has neither "state" nor "text".');
  assert.match(fifth!, /^Line 5: state: /);
  assert.equal(more, []);
  await page.getByRole('textbox', { name: 'Lines with state' }).fill('nothing');
  await page.getByRole('button', { name: 'Ask about all' }).click();
  await bad.getByText('Line 1: This is not JSON').waitFor();
  await team.waitFor({ state: 'detached' });
});

browsing('decide: a batch with questions that are no JSON, or nothing, says so in words', async ({ page }) => {
  await open(page);
  await page.getByRole('button', { name: 'Example lines' }).click();
  await page.getByText('As JSON', { exact: true }).click();
  const questions = page.getByRole('textbox', { name: 'Questions', exact: true });
  const batch = page.getByRole('region', { name: 'Batch' });
  await questions.fill('{"team": ');
  await batch.getByRole('button', { name: 'Ask about all' }).click();
  await batch.getByRole('alert').getByText('Questions: This is not JSON').waitFor();
  await questions.fill('null');
  await batch.getByRole('button', { name: 'Ask about all' }).click();
  await batch.getByText('Line 1: questions').waitFor();
});

browsing('decide: a state that only begins like JSON is said to be sent as a text', async ({ page }) => {
  await open(page);
  const field = page.getByRole('textbox', { name: 'A text, or JSON' });
  const note = page.getByText('It begins like JSON, and is sent as a text. This is not JSON');
  await field.fill('{"a": }');
  await note.waitFor();
  for (const plain of ['{"a": 1}', 'a refund {"a": }']) {
    await field.fill(plain);
    await note.waitFor({ state: 'detached' });
    await field.fill('[refund');
    await note.waitFor();
  }
});

browsing(
  'a key is asked for where one is needed, and kept for the tab',
  async ({ page, afterwards }) => {
    const keys = openKeyFolder();
    const token = await keys.add('person', 'decide');
    const closed = await openServer({ data: keys.path });
    afterwards(async () => {
      await closed.close();
      keys.remove();
    });
    await page.goto(`${closed.url}/`);
    const dialog = page.getByRole('dialog', { name: 'API key' });
    await dialog.waitFor();
    await page.keyboard.type(token);
    await page.keyboard.press('Enter');
    await page.locator('mark').first().waitFor();
    await page.reload();
    await page.locator('mark').first().waitFor();
    assert.not.ok(await dialog.isVisible());
  },
  { expected: /401/ },
);

browsing(
  'the button of the key says whether the key is accepted',
  async ({ page, afterwards }) => {
    const keys = openKeyFolder();
    const token = await keys.add('person', 'decide');
    const closed = await openServer({ data: keys.path });
    afterwards(async () => {
      await closed.close();
      keys.remove();
    });
    const give = async (text: string): Promise<void> => {
      await page.getByRole('dialog', { name: 'API key' }).waitFor();
      await page.keyboard.type(text);
      await page.keyboard.press('Enter');
    };
    await page.goto(`${closed.url}/`);
    await give(`${token}x`);
    await page.getByText('This key is not accepted.').waitFor();
    await page.locator('button', { hasText: /^Key not accepted$/ }).waitFor();
    await give(token);
    await page.getByRole('button', { name: 'Key ✓' }).waitFor();
    // Nothing is claimed of a key that nobody has answered to.
    await page.route('**/v1/systemone', (route) => route.abort());
    await page.reload();
    await page.getByRole('alert').getByText('cannot be reached').waitFor();
    await page.getByRole('button', { name: 'Key', exact: true }).waitFor();
  },
  { expected: /401|ERR_FAILED/ },
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

test.run();
