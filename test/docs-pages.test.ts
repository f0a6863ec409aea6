// The pages of the wire's documentation, in a browser: they show what the tables say, load nothing from elsewhere, and keep their policy.

import type { Page } from 'playwright-core';
import * as assert from 'uvu/assert';
import { ERROR_HELP } from '../server/error-help.ts';
import { SERVICE_ERRORS } from '../server/errors.ts';
import { docsFiles } from '../server/services/console/files.ts';
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

browsing('/docs shows every endpoint of the document, and asks nobody else', async ({ page, asked }) => {
  await openDocs(page);
  const document = (await (await fetch(`${server.url}/openapi.json`)).json()) as { paths: Record<string, object> };
  const shown = await page.locator('.opblock').count();
  assert.is(
    shown,
    Object.values(document.paths).reduce((sum, methods) => sum + Object.keys(methods).length, 0),
  );
  assert.equal(
    asked.filter((url) => !url.startsWith(server.url) && !url.startsWith('data:')),
    [],
  );
});

browsing('/docs tries a request, and axe-core finds nothing serious before and after', async ({ page }) => {
  await openDocs(page);
  assert.equal(await seriousOf(page), []);
  const block = page.locator('#operations-systemone-decide');
  await block.locator('.opblock-summary-control').click();
  await block.getByRole('button', { name: 'Try it out' }).click();
  await block.getByRole('textbox', { name: 'Request body' }).waitFor();
  await block.getByRole('button', { name: 'Execute' }).click();
  await block.locator('.live-responses-table').getByText('"dec_').first().waitFor();
  // The button fades back in.
  await until(async () => (await seriousOf(page)).length === 0);
});

browsing(
  '/docs/errors has every code with its status and what to do, and is linked by code',
  async ({ page, asked }) => {
    await page.goto(`${server.url}/docs/errors#policy_denied`);
    assert.is(await page.locator('tbody tr').count(), Object.keys(SERVICE_ERRORS).length);
    const row = page.locator('#policy_denied');
    assert.equal(await row.locator('td').allInnerTexts(), [
      '403',
      SERVICE_ERRORS.policy_denied.message,
      ERROR_HELP.policy_denied,
      'permission_error',
    ]);
    assert.equal(await seriousOf(page), []);
    assert.equal(
      asked.filter((url) => !url.startsWith(server.url) && !url.startsWith('data:')),
      [],
    );
    page.setDefaultTimeout(90_000);
    await page.getByRole('link', { name: 'Endpoints' }).click();
    await page.getByText('/v1/systemone', { exact: true }).first().waitFor();
  },
);

/** The renderer reads the whole document, which takes seconds of a busy machine. */
async function openDocs(page: Page): Promise<void> {
  page.setDefaultTimeout(90_000);
  await page.goto(`${server.url}/docs`);
  await page.locator('.opblock').first().waitFor();
}

test('the pages are open to everybody, under a policy without exceptions', async () => {
  const closed = await openServer({ requireKeys: true });
  try {
    for (const path of ['/docs', '/docs/errors', '/docs/docs.js']) {
      const page = await fetch(closed.url + path);
      assert.is(page.status, 200, path);
      const policy = page.headers.get('content-security-policy')!;
      assert.match(policy, "default-src 'none'; script-src 'self'; style-src 'self';");
      assert.not.match(policy, 'unsafe');
    }
    for (const name of ['nothing.js', '..%2Fmain.js'])
      assert.is((await fetch(`${closed.url}/docs/${name}`)).status, 404, name);
  } finally {
    await closed.close();
  }
});

test('every error says what to do, in a sentence or two', () => {
  for (const [code, help] of Object.entries(ERROR_HELP)) assert.match(help, /^[A-Z].*\.$/, code);
});

test('no map of a source is asked for', () => {
  assert.ok(docsFiles().size >= 5);
  for (const { name, bytes } of docsFiles().values())
    assert.not.match(Buffer.from(bytes).toString('utf8').slice(-200), 'sourceMappingURL', name);
});

test.run();
