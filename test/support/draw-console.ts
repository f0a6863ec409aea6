// Draw console: the pictures of docs/console.md (`node dist/test/support/draw-console.js`).
// In: the build, Chromium. Out: a picture of each view, in light, dark and at the width of a phone, in docs/ or the folder that is named.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { openBrowser } from './browser.ts';
import { everything, raw } from './mcp.ts';
import { ROOT } from './paths.ts';
import { openServer } from './server.ts';
import { until } from './until.ts';

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } as const;
/** A long list is shown by its beginning. */
const HEIGHT_MAX = 1_600;
const DESK = { viewport: { width: 1280, height: 900 } } as const;

interface Picture {
  readonly name: string;
  readonly fragment: string;
  readonly options: BrowserContextOptions;
  readonly prepare: (page: Page) => Promise<void>;
}

const decide = async (page: Page): Promise<void> => {
  await page.locator('mark').first().waitFor();
};
const route = async (page: Page): Promise<void> => {
  await page.getByRole('region', { name: 'Call of refund_order' }).waitFor();
};
const script = async (page: Page): Promise<void> => {
  await page.locator('.cm-line').first().waitFor();
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await page.getByText('Steps by line').waitFor();
};
const tools = async (page: Page): Promise<void> => {
  await page.getByRole('textbox', { name: 'Words' }).fill('get-annotated-message');
  await page.getByRole('button', { name: /^get-annotated-message / }).click();
  await page.getByRole('combobox', { name: /^messageType/ }).selectOption('success');
  await page.getByRole('combobox', { name: /^includeImage/ }).selectOption('true');
  await page.getByRole('button', { name: /^Call / }).click();
  await page.getByRole('region', { name: 'Result' }).waitFor();
  await page.getByRole('cell', { name: 'everything get-annotated-message' }).first().waitFor();
  await page.evaluate('scrollTo(0, 0)');
};
const log = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Example' }).click();
  await page.getByText('The examples of the other views were asked').waitFor();
};
const batch = async (page: Page): Promise<void> => {
  await decide(page);
  await page.getByRole('button', { name: 'Example lines' }).click();
  await page.getByRole('button', { name: 'Ask about all' }).click();
  await page.locator('table').first().waitFor();
};

const VIEWS = { decide, route, script, tools, log, batch } as const;
const KINDS = {
  light: { ...DESK, colorScheme: 'light' },
  dark: { ...DESK, colorScheme: 'dark' },
  phone: { ...PHONE, colorScheme: 'light' },
} as const;

const PICTURES: readonly Picture[] = Object.entries(VIEWS).flatMap(([view, prepare]) =>
  Object.entries(KINDS).map(([kind, options]) => ({
    name: `console-${view}-${kind}.webp`,
    fragment: view === 'batch' ? 'decide' : view,
    options,
    prepare,
  })),
);

async function draw(target: string): Promise<void> {
  mkdirSync(target, { recursive: true });
  const folder = mkdtempSync(join(tmpdir(), 'evident-pictures-'));
  const mcpConfig = join(folder, 'mcp.json');
  const gone = { command: join(folder, 'nothing-here'), protocol: 'legacy' };
  writeFileSync(mcpConfig, JSON.stringify({ mcpServers: { everything: everything(), raw: raw(), gone } }));
  const server = await openServer({ mcpConfig, decisionLog: join(folder, 'log'), logBodies: true });
  const browser = await openBrowser();
  try {
    await until(async () => (await (await fetch(`${server.url}/v1/mcp/tools?detail=name`)).text()).includes('"ready"'));
    for (const { name, fragment, options, prepare } of PICTURES) {
      const context = await browser.newContext(options);
      const page = await context.newPage();
      await page.goto(`${server.url}/#${fragment}`);
      await prepare(page);
      writeFileSync(join(target, name), await pictureOf(page));
      await context.close();
    }
  } finally {
    await browser.close();
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The whole page as WebP, which takes a quarter of a PNG. */
async function pictureOf(page: Page): Promise<Buffer> {
  const devtools = await page.context().newCDPSession(page);
  const { cssContentSize } = await devtools.send('Page.getLayoutMetrics');
  const { data } = await devtools.send('Page.captureScreenshot', {
    format: 'webp',
    quality: 80,
    captureBeyondViewport: true,
    clip: { ...cssContentSize, height: Math.min(cssContentSize.height, HEIGHT_MAX), scale: 1 },
  });
  return Buffer.from(data, 'base64');
}

await draw(process.argv[2] ?? join(ROOT, 'docs'));
