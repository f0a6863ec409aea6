// The console: how long from navigation until the first view has its answer, and how many bytes come for it.
// In: nothing; it takes Chromium, as the browser tests do. Out: a table. Each load has an empty cache of its own.

import type { Browser } from 'playwright-core';
import { openBrowser } from '../test/support/browser.ts';
import { openServer } from '../test/support/server.ts';
import { median, table } from './measure.ts';

const LOADS = 15;
const SLOWDOWNS = [1, 4];

interface Load {
  /** Until evidence is marked in the state of the first view, which its answer brings. */
  readonly answeredMs: number;
  /** Of everything that was asked for until then, as it was sent. */
  readonly bytes: number;
}

export async function benchConsole(): Promise<string> {
  const server = await openServer();
  const browser = await openBrowser();
  try {
    const rows: string[][] = [];
    for (const slowdown of SLOWDOWNS) {
      const loads: Load[] = [];
      // One load more than is kept: it fills the caches of the server and of the system.
      for (let at = -1; at < LOADS; at += 1) {
        const load = await loadOnce(browser, server.url, slowdown);
        if (at >= 0) loads.push(load);
      }
      const times = loads.map(({ answeredMs }) => answeredMs);
      rows.push([
        slowdown === 1 ? 'as it is' : `${slowdown} times as slow`,
        `${median(times).toFixed(0)} ms`,
        `${Math.max(...times).toFixed(0)} ms`,
        `${(Math.max(...loads.map(({ bytes }) => bytes)) / 1024).toFixed(0)} KB`,
      ]);
    }
    return table(["the browser's processor", 'first answer, median', 'slowest', 'bytes sent'], rows);
  } finally {
    await browser.close();
    await server.close();
  }
}

async function loadOnce(browser: Browser, url: string, slowdown: number): Promise<Load> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  try {
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
    // The page's own clock, which begins with the navigation.
    await page.addInitScript(`new MutationObserver(() => {
      if (window.answeredMs === undefined && document.querySelector('mark') !== null) window.answeredMs = performance.now();
    }).observe(document, { childList: true, subtree: true })`);
    await page.goto(url);
    await page.locator('mark').first().waitFor({ state: 'attached' });
    return (await page.evaluate(`({
      answeredMs: window.answeredMs,
      bytes: [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
        .filter(({ responseEnd }) => responseEnd <= window.answeredMs)
        .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
    })`)) as Load;
  } finally {
    await context.close();
  }
}
