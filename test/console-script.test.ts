// The console's view of scripts, in a browser: what is typed, checked, run, downloaded and shared.

import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import * as assert from 'uvu/assert';
import { openArtifact } from '../runtime/open-artifact.ts';
import { browsing, seriousOf } from './support/browser.ts';
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

const open = async (page: Page, fragment = '#script'): Promise<void> => {
  await page.goto(`${server.url}/${fragment}`);
};

browsing(
  'script: a run has its output, steps and lines, and the artifact gives the same in the browser',
  async ({ page }) => {
    await open(page);
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
  await open(page);
  await typeScript(page, '(+ input 1)');
  await page.getByRole('textbox', { name: 'JSON that the script reads as input' }).fill('9007199254740993');
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await page.getByRole('region', { name: 'Output', exact: true }).getByText('9007199254740994').waitFor();
});

browsing('script: the keyboard alone writes, completes, formats and runs', async ({ page }) => {
  await open(page);
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
    await open(page);
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

browsing(
  'script: what is typed or pasted over a selection breaks no policy, and is one step to undo',
  async ({ page }) => {
    await open(page);
    await page.evaluate(
      `addEventListener('securitypolicyviolation', ({ violatedDirective }) => console.error(violatedDirective))`,
    );
    const lines = page.locator('.cm-line');
    const is = (text: string): Promise<void> => until(async () => (await lines.allInnerTexts()).join('\n') === text);
    await typeScript(page, '(+ rate 1)');
    await page.locator('.cm-lintRange-error', { hasText: 'rate' }).waitFor();
    // From one coloured name into another, with the mark of what is wrong between them.
    await page.keyboard.press('Home');
    for (let at = 0; at < 8; at += 1) await page.keyboard.press('Shift+ArrowRight');
    await page.keyboard.type('{:a');
    await is('{:a}1)');
    await page.keyboard.press('ControlOrMeta+z');
    await is('(+ rate 1)');
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.insertText('(let [a 1]\n  (+ a b))');
    await is('(let [a 1]\n  (+ a b))');
    await page.locator('.cm-lintRange-error', { hasText: 'b' }).waitFor();
    // A bracket typed over a selection goes around it.
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('[');
    await is('[(let [a 1]\n  (+ a b))]');
  },
);

browsing('script: help under the pointer comes from the table of builtins', async ({ page }) => {
  await open(page);
  await page.locator('.cm-line').getByText('reduce').hover();
  await page.locator('.help').getByText('(reduce').first().waitFor();
});

browsing('script: the downloaded artifact is one that runs', async ({ page }) => {
  await open(page);
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
  await open(page);
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

browsing('script: a long one scrolls in its place, as its steps do', async ({ page }) => {
  const lines = Array.from({ length: 200 }, (_, at) => `  (+ ${at} (:n input))`);
  await open(page);
  await page.getByRole('textbox', { name: 'Script', exact: true }).focus();
  await page.keyboard.press('ControlOrMeta+a');
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
    await open(page);
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

async function typeScript(page: Page, text: string): Promise<void> {
  await page.locator('.cm-content').click();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(text);
}

test.run();
