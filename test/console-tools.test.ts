// The console's view of tools, in a browser: the official servers, a form from each schema, definitions that change, calls that wait for
// a person, and the audit.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import * as assert from 'uvu/assert';
import { browsing, seriousOf } from './support/browser.ts';
import { openKeyFolder } from './support/keys.ts';
import { everything, raw } from './support/mcp.ts';
import { openServer, type TestServer } from './support/server.ts';
import { test } from './support/test.ts';
import { until } from './support/until.ts';

const folder = mkdtempSync(join(tmpdir(), 'evident-console-tools-'));
const policies = join(folder, 'policies');
mkdirSync(policies);
writeFileSync(
  join(policies, 'look.script'),
  '(if (= (:tool input) "create_entities") {:verdict "approve" :reason "somebody should look"} {:verdict "allow"})',
);
const MEMORY = createRequire(import.meta.url).resolve('@modelcontextprotocol/server-memory/dist/index.js');
/** Shapes that none of the official servers has. */
const SHAPES = {
  name: 'line',
  description: 'Answers what it was sent.',
  inputSchema: {
    type: 'object',
    required: ['amount', 'to'],
    $defs: { place: { type: 'object', required: ['city'], properties: { city: { type: 'string' } } } },
    properties: {
      amount: { type: 'integer', minimum: 1 },
      to: { $ref: '#/$defs/place' },
      speed: { enum: ['slow', 'fast', 3] },
      tags: { type: 'array', items: { type: 'string' } },
      via: { anyOf: [{ $ref: '#/$defs/place' }, { type: 'null' }] },
      key: {
        anyOf: [
          { type: 'string', title: 'name' },
          { type: 'integer', title: 'number' },
        ],
      },
      more: {},
    },
  },
};
const toolsFile = join(folder, 'tools.json');
const list = (description: string): void => writeFileSync(toolsFile, JSON.stringify([{ ...SHAPES, description }]));
list(SHAPES.description);
const mcpConfig = join(folder, 'mcp.json');
writeFileSync(
  mcpConfig,
  JSON.stringify({
    mcpServers: {
      ev: everything(),
      memory: {
        command: process.execPath,
        args: [MEMORY],
        env: { MEMORY_FILE_PATH: join(folder, 'memory.jsonl') },
        protocol: 'legacy',
      },
      raw: raw({ FIXTURE_TOOLS: toolsFile }),
      gone: { command: join(folder, 'nothing-here'), protocol: 'legacy' },
    },
  }),
);

let server: TestServer;
test.before(async () => {
  server = await openServer({ mcpConfig, policies, guardsBefore: ['look'] });
  await until(async () => {
    const { servers } = (await (await fetch(`${server.url}/v1/mcp/servers`)).json()) as any;
    return servers.every(({ name, status }: any) => status === (name === 'gone' ? 'unreachable' : 'ready'));
  });
});
test.after(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

const open = async (page: Page, fragment = '#tools'): Promise<void> => {
  await page.goto(`${server.url}/${fragment}`);
  await page.getByRole('rowheader', { name: 'memory' }).waitFor();
};

async function choose(page: Page, tool: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Words' }).fill(tool);
  await page.getByRole('button', { name: new RegExp(`^${tool} `) }).click();
  await page.getByRole('heading', { name: `Try ${tool}` }).waitFor();
}

browsing('servers have their state and why, and each of them can be reached again', async ({ page }) => {
  await open(page);
  const row = (name: string) => page.getByRole('row').filter({ has: page.getByRole('rowheader', { name }) });
  await row('memory').getByText('ready').waitFor();
  await row('gone').getByText('unreachable').waitFor();
  await row('gone').getByText('Last error').click();
  await row('gone').getByText('upstream_unavailable').waitFor();
  await page.getByRole('button', { name: 'Restart memory' }).click();
  await page.getByRole('cell', { name: 'server.restarted' }).first().waitFor();
  await row('memory').getByText('ready').waitFor();
});

browsing('a form of nested objects in a list fills the arguments, by keyboard alone', async ({ page }) => {
  await open(page);
  await choose(page, 'create_entities');
  const press = async (name: string): Promise<void> => {
    await page.getByRole('button', { name, exact: true }).focus();
    await page.keyboard.press('Enter');
  };
  await press('Add to entities');
  await page.getByRole('textbox', { name: /^name/ }).focus();
  await page.keyboard.type('Ada');
  await page.getByRole('textbox', { name: /^entityType/ }).focus();
  await page.keyboard.type('person');
  await press('Add to observations');
  await page.getByRole('textbox', { name: /^observations 1/ }).focus();
  await page.keyboard.type('writes programs');
  // Held by the policy; approved here, and then made once.
  await press('Call create_entities');
  await page.getByText('somebody should look. Once it is approved, call again.').waitFor();
  const held = page.getByRole('article', { name: /^Held call of create_entities/ });
  await held.getByText('writes programs').waitFor();
  await held.getByRole('button', { name: 'Approve this call' }).focus();
  await page.keyboard.press('Enter');
  await held.getByText('approved', { exact: true }).waitFor();
  await press('Call create_entities');
  await page.getByRole('region', { name: 'Block 1: text' }).getByText('writes programs').waitFor();
  await page.getByRole('cell', { name: 'memory create_entities' }).first().waitFor();
  await held.getByText('used', { exact: true }).waitFor();
  assert.equal(await seriousOf(page), []);
});

browsing('a held call can be denied', async ({ page }) => {
  await open(page);
  await choose(page, 'create_entities');
  await page.getByRole('button', { name: 'Example arguments' }).click();
  await page.getByRole('button', { name: 'Call create_entities' }).click();
  const held = page.getByRole('article', { name: /^Held call/ }).filter({ hasText: 'pending' });
  await held.getByRole('button', { name: 'Deny' }).click();
  await page
    .getByRole('article', { name: /^Held call/ })
    .getByText('denied', { exact: true })
    .waitFor();
});

browsing(
  'numbers, choices, references and unions are fields, and numbers go out as they were typed',
  async ({ page }) => {
    await open(page);
    await choose(page, 'line');
    await page.getByRole('textbox', { name: /^amount/ }).fill('12345678901234567890');
    await page.getByRole('textbox', { name: /^city/ }).fill('Wien');
    await page.getByRole('combobox', { name: /^speed/ }).selectOption('3');
    await page.getByRole('button', { name: 'Add to tags' }).click();
    await page.getByRole('button', { name: 'Add to tags' }).click();
    await page.getByRole('textbox', { name: /^tags 2/ }).fill('late');
    await page.getByRole('button', { name: 'Remove tags 1' }).click();
    await page.getByRole('combobox', { name: 'Kind of key' }).selectOption('number');
    await page.getByRole('textbox', { name: /^key/ }).fill('007');
    assert.is(await page.getByRole('textbox', { name: /^key/ }).getAttribute('aria-invalid'), 'true');
    await page.getByRole('textbox', { name: /^key/ }).fill('1.50');
    await page.getByRole('textbox', { name: /^more/ }).fill('{"a": [1]}');
    await page.getByRole('button', { name: 'Add via' }).click();
    await page.getByRole('button', { name: 'Leave out via' }).click();
    const text = await page.getByLabel('Arguments', { exact: true }).inputValue();
    assert.is(
      text.replaceAll(/\s+/g, ''),
      '{"amount":12345678901234567890,"to":{"city":"Wien"},"speed":3,"tags":["late"],"key":1.50,"more":{"a":[1]}}',
    );
    // What the schema does not take is said, with the place.
    await page.getByRole('button', { name: 'Call line' }).click();
    await page.getByRole('region', { name: 'Details of the refusal' }).getByText('/key').waitFor();
    await page.getByText('Arguments as JSON').click();
    await page
      .getByLabel('Arguments', { exact: true })
      .fill('{"amount": 12345678901234567890, "to": {"city": "Wien"}}');
    await page.getByRole('button', { name: 'Call line' }).click();
    await page.getByRole('region', { name: 'Block 1: text' }).getByText('12345678901234567890').waitFor();
    await page.getByLabel('Arguments', { exact: true }).fill('{"amount": ');
    await page.getByRole('alert').getByText('This is not JSON').waitFor();
  },
  { expected: /422/ },
);

browsing('pictures, links, structure and errors of a result are shown as what they are', async ({ page }) => {
  await open(page);
  await choose(page, 'get-tiny-image');
  await page.getByRole('button', { name: 'Call get-tiny-image' }).click();
  const picture = page.getByRole('img', { name: 'Block 2: image, image/png' });
  await picture.waitFor();
  await until(
    async () => (await picture.evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth)) > 0,
  );
  await choose(page, 'get-structured-content');
  await page.getByRole('combobox', { name: /^location/ }).selectOption({ index: 1 });
  await page.getByRole('button', { name: 'Call get-structured-content' }).click();
  await page.getByRole('region', { name: 'Structured content' }).getByText('temperature').waitFor();
  await choose(page, 'get-resource-links');
  await page.getByRole('button', { name: 'Call get-resource-links' }).click();
  await page.getByText('demo://resource').first().waitFor();
  assert.is(await page.getByRole('link').count(), 0);
});

browsing('a changed definition is shown with what was and what is, and approved as shown', async ({ page }) => {
  list('Answers what it was sent, and tells others.');
  await open(page);
  await page.getByRole('button', { name: 'Refresh raw' }).click();
  const pin = page.getByRole('article', { name: 'Definition of line' });
  await pin.getByText('/description').waitFor();
  assert.is(await pin.locator('td.before').innerText(), 'Answers what it was sent.');
  assert.is(await pin.locator('td.after').innerText(), 'Answers what it was sent, and tells others.');
  assert.equal(await seriousOf(page), []);
  await pin.getByRole('button', { name: 'Approve the definition of line' }).click();
  await pin.waitFor({ state: 'detached' });
  await page.getByRole('cell', { name: 'tools.approved' }).first().waitFor();
});

browsing('the example chooses a tool and fills its form; a link carries both', async ({ page }) => {
  await open(page);
  await page.getByRole('list', { name: 'Tools found' }).getByRole('button').first().waitFor();
  await page.getByRole('button', { name: 'Example', exact: true }).click();
  await page.getByRole('heading', { name: /^Try / }).waitFor();
  await choose(page, 'echo');
  await page.getByRole('textbox', { name: /^message/ }).fill('héllo');
  await page.getByRole('button', { name: 'Share as link' }).click();
  await page.getByText('in the address bar').first().waitFor();
  await page.reload();
  await page.getByRole('heading', { name: 'Try echo' }).waitFor();
  assert.is(await page.getByRole('textbox', { name: /^message/ }).inputValue(), 'héllo');
});

browsing(
  'a key is asked for, what it may not see is said, and the rest is there',
  async ({ page, afterwards }) => {
    const keys = openKeyFolder();
    const token = await keys.add('agent', 'mcp:read,mcp:call');
    const boss = await keys.add('boss', 'admin');
    const closed = await openServer({ data: keys.path });
    afterwards(async () => {
      await closed.close();
      keys.remove();
    });
    await page.goto(`${closed.url}/#tools`);
    await page.getByRole('dialog', { name: 'API key' }).waitFor();
    await page.keyboard.type(token);
    await page.keyboard.press('Enter');
    await page.getByText('No tool server is registered.').waitFor();
    await page.getByRole('alert').getByText('This API key does not have the scope mcp:approve.').waitFor();
    await page.getByRole('alert').getByText('This API key does not have the scope admin.').waitFor();
    await page.getByRole('button', { name: 'Example', exact: true }).click();
    await page.getByRole('button', { name: 'Register' }).click();
    await page.getByRole('alert').getByText('mcp:admin').waitFor();
    await page.getByRole('button', { name: 'Key ✓' }).click();
    await page.keyboard.type(boss);
    await page.keyboard.press('Enter');
    await page.getByText('No call was held for a person.').waitFor();
  },
  { expected: /40[13]/ },
);

for (const [name, options] of Object.entries({
  'in the dark': { colorScheme: 'dark' },
  'on a phone': { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
} as const))
  browsing(
    `axe-core finds nothing serious ${name}, and nothing is wider than the screen`,
    async ({ page }) => {
      await open(page);
      await choose(page, 'line');
      await page.getByRole('button', { name: 'Example arguments' }).click();
      await page.getByRole('button', { name: 'Call line' }).click();
      await page.getByRole('region', { name: 'Result' }).waitFor();
      assert.equal(await seriousOf(page), []);
      assert.is(await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth'), 0);
    },
    options,
  );

test.run();
