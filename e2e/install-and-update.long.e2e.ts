import type { Page } from 'playwright-core';
import { describe, expect, inject, it } from 'vitest';
import { createReleasingServer, type ReleasingServer } from './support/next-release.ts';
import { openVisitor, type Visitor } from './support/visitor.ts';
import { useWorld } from './support/world.ts';

const world = useWorld();

const entryOf = (page: Page) =>
  page.evaluate(() => document.querySelector('script[type=module][src]')?.getAttribute('src') ?? '');
/** Until the worker serves this page. */
const controlled = (page: Page) =>
  page.waitForFunction(() => navigator.serviceWorker.ready.then(() => navigator.serviceWorker.controller !== null));
const cached = (page: Page) =>
  page.evaluate(async () => {
    const names = await caches.keys();
    const files = await (await caches.open('assets')).keys();
    return { shells: names.filter((name) => name.startsWith('shell-')), files: files.map(({ url }) => url) };
  });

/** A member whose installed app is open; `release` puts the next release on the server. */
async function withInstalledApp(
  story: (
    app: Pick<Visitor, 'page' | 'context'> & { firstEntry: string } & Pick<ReleasingServer, 'release'>,
  ) => Promise<void>,
): Promise<void> {
  const server = await createReleasingServer(world.url);
  try {
    const visitor = await openVisitor(world.browser, { url: server.url, cookie: inject('demoSessions').fan });
    const { page, context } = visitor;
    await page.goto('/');
    await controlled(page);
    await story({ page, context, firstEntry: await entryOf(page), release: server.release });
    await visitor.close();
  } finally {
    await server.close();
  }
}

describe('an installed app', () => {
  it('meets what the browser asks before it offers to install', async () => {
    const visitor = await openVisitor(world.browser, { url: world.url, cookie: inject('demoSessions').fan });
    const { page, context } = visitor;
    await page.goto('/');
    await controlled(page);
    const session = await context.newCDPSession(page);
    const { installabilityErrors } = await session.send('Page.getInstallabilityErrors');
    // A visit of the tests is as private as a private window, where no browser installs.
    expect(installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== 'in-incognito')).toEqual([]);
    const { errors, data } = await session.send('Page.getAppManifest');
    expect(errors).toEqual([]);
    const manifest = JSON.parse(data ?? '') as {
      display: string;
      icons: { src: string; sizes: string; purpose?: string }[];
      screenshots: { src: string; form_factor: string }[];
      shortcuts: { url: string }[];
    };
    expect(manifest.display).toBe('standalone');
    expect(manifest.icons.some(({ purpose }) => purpose?.includes('maskable'))).toBe(true);
    expect(manifest.icons.map(({ sizes }) => sizes)).toEqual(expect.arrayContaining(['192x192', '512x512']));
    expect(new Set(manifest.screenshots.map(({ form_factor }) => form_factor))).toEqual(new Set(['narrow', 'wide']));
    const files = [...manifest.icons, ...manifest.screenshots].map(({ src }) => src);
    for (const path of [...files, ...manifest.shortcuts.map(({ url }) => url)])
      expect([path, (await page.request.get(path)).status()]).toEqual([path, 200]);
    await visitor.close();
  });

  it('has the name and icon of a disguise where the member chose so before installing, also at the next start', async () => {
    const visitor = await openVisitor(world.browser, { url: world.url, cookie: inject('demoSessions').fan });
    const { page, context } = visitor;
    await page.goto('/pwa');
    await controlled(page);
    await page.getByRole('tab', { name: 'Install' }).click();
    const session = await context.newCDPSession(page);
    const read = async () => {
      const { errors, data, url } = await session.send('Page.getAppManifest');
      expect(errors).toEqual([]);
      return { path: new URL(url).pathname, data: data ?? '' };
    };
    expect((await read()).path).toBe('/manifest.webmanifest');
    await page.getByLabel('Name and icon on the home screen').selectOption('Calculator');
    for (const start of ['at once', 'at the next start']) {
      if (start !== 'at once') await page.reload();
      await expect.poll(async () => (await read()).path).toBe('/icons/calculator.webmanifest');
      const { data } = await read();
      expect(data).not.toMatch(/vlam|flame|chat|adult|creator|credits/i);
      const {
        name,
        short_name: shortName,
        icons,
      } = JSON.parse(data) as Record<'name' | 'short_name', string> & {
        icons: { src: string; purpose: string }[];
      };
      expect([name, shortName]).toEqual(['Calculator', 'Calculator']);
      expect(icons.some(({ purpose }) => purpose === 'maskable')).toBe(true);
      for (const { src } of icons) {
        expect(src).toMatch(/^\/icons\/calculator-\d+\.png$/);
        expect((await page.request.get(src)).status()).toBe(200);
      }
    }
    const { installabilityErrors } = await session.send('Page.getInstallabilityErrors');
    expect(installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== 'in-incognito')).toEqual([]);
    await visitor.close();
  });

  it('goes from one release to the next when the member accepts, and leaves no file of the first', () =>
    withInstalledApp(async ({ page, context, firstEntry, release }) => {
      const before = await cached(page);
      release();

      // The next start is the release that is installed, and offers the new one.
      await page.reload();
      expect(await entryOf(page)).toBe(firstEntry);
      await page.getByText('A new version is ready').first().waitFor({ timeout: 30_000 });
      await page.getByRole('button', { name: 'Update now' }).click();
      await expect.poll(() => entryOf(page).catch(() => firstEntry), { timeout: 30_000 }).not.toBe(firstEntry);
      await page.getByRole('navigation').first().waitFor();
      const after = await cached(page);
      expect(after.shells).toEqual(['shell-nextbuild']);
      expect(after.files.filter((file) => before.files.includes(file))).toEqual([]);

      // And starts without a network.
      await context.setOffline(true);
      await page.reload();
      await page.getByRole('navigation').first().waitFor();
      await context.setOffline(false);
    }));

  const neverLoaded = 'that is open through a release opens a screen it never loaded';
  const releases = [
    [`${neverLoaded}, by way of the new one`, {}],
    [`${neverLoaded}, also when it does not learn of the new worker`, { withoutWorker: true }],
  ] as const;
  for (const [claim, options] of releases)
    it(claim, () =>
      withInstalledApp(async ({ page, firstEntry, release }) => {
        release(options);
        await page.evaluate(() => {
          history.pushState(null, '', '/disguise');
          dispatchEvent(new PopStateEvent('popstate'));
        });
        await page.getByRole('heading', { level: 1, name: 'App Disguise' }).waitFor({ timeout: 60_000 });
        expect(await entryOf(page)).not.toBe(firstEntry);
        expect(new URL(page.url()).search).toBe('');
      }),
    );
});
