// Browser: Chromium without a window, for tests of the console.
// Out: a way to define tests with a page that records what a browser complains of; skipped in plain sight where there is no Chromium.

import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import * as assert from 'uvu/assert';
import { needing } from './needs.ts';
import { test } from './test.ts';

const EXECUTABLE = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(existsSync);
const FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

const WAIT_MS = 120_000;

/** Throws where no Chromium is installed. */
export function openBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: EXECUTABLE ?? 'chromium', args: FLAGS });
}

let browser: Browser | null = null;

interface Visited {
  readonly page: Page;
  /** Addresses the page asked for. */
  readonly asked: readonly string[];
  /** Has something done once the page is closed, the last one first: a page whose server ends before it complains of refused connections. */
  readonly afterwards: (work: () => Promise<void> | void) => void;
}

/** A test with a page of its own. It fails when the browser has to complain of the page, save for what `expected` matches. */
export function browsing(
  name: string,
  work: (visited: Visited) => Promise<void>,
  options: BrowserContextOptions & { readonly expected?: RegExp } = {},
): void {
  const define = needing('chromium', EXECUTABLE === undefined ? 'no Chromium is installed' : null);
  define(name, async () => {
    browser ??= await openBrowser();
    const { expected, ...contextOptions } = options;
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...contextOptions });
    const page = await context.newPage();
    // What is waited for comes; how fast is measured elsewhere.
    page.setDefaultTimeout(WAIT_MS);
    const asked: string[] = [];
    const complaints: string[] = [];
    const left: (() => Promise<void> | void)[] = [];
    page.on('request', (request) => asked.push(request.url()));
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
    });
    try {
      await work({ page, asked, afterwards: (last) => void left.unshift(last) });
      assert.equal(
        complaints.filter((complaint) => expected?.test(complaint) !== true),
        [],
      );
    } finally {
      await context.close();
      for (const last of left) await last();
    }
  });
}

test.after(async () => {
  await browser?.close();
});

const AXE = createRequire(import.meta.url).resolve('axe-core');

/** What axe-core finds serious or critical in the page as it is. */
export async function seriousOf(page: Page): Promise<string[]> {
  // The page's own policy lets no foreign code in; the debugger is outside of it.
  await page.evaluate(readFileSync(AXE, 'utf8'));
  return page.evaluate(async () => {
    const { axe } = globalThis as unknown as { axe: { run(): Promise<{ violations: Violation[] }> } };
    interface Violation {
      id: string;
      impact: string;
      nodes: { html: string }[];
    }
    const { violations } = await axe.run();
    return violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`);
  });
}
