import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** Waits until the worker controls the page and has cached its code, including files of these names. */
export async function waitForWorkerCache(page: Page, names: readonly string[] = []): Promise<void> {
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await expect.poll(() => missing(page, names), { timeout: 20_000 }).toEqual([]);
}

const missing = (page: Page, names: readonly string[]): Promise<string[]> =>
  page.evaluate(async (wanted) => {
    const codeIn = (urls: string[]) => urls.filter((url) => url.includes('/assets/'));
    const kept = await (await caches.open('assets')).keys();
    const has = new Set(codeIn(kept.map(({ url }) => url)));
    const loaded = codeIn(performance.getEntriesByType('resource').map(({ name }) => name));
    const unloaded = wanted.filter((name) => !loaded.some((url) => url.includes(name)));
    const uncontrolled = navigator.serviceWorker.controller ? [] : ['the worker'];
    return [...uncontrolled, ...unloaded, ...loaded.filter((url) => !has.has(url))];
  }, names as string[]);
