import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { demoPassword, signIn } from './support/people.ts';
import { scrollTo } from './support/scroll.ts';
import { openVisitor, type Visitor } from './support/visitor.ts';
import { waitForWorkerCache } from './support/worker.ts';
import { useWorld } from './support/world.ts';

// The lists seen last, started without a network, on a device that several members may share.

const world = useWorld();

/** Names of the lists that the device's database holds, and everything in them. */
const onDevice = (page: Page) =>
  page.evaluate(async () => {
    const answer = <Value>(request: IDBRequest<Value>) =>
      new Promise<Value>((done, fail) => {
        request.onsuccess = () => done(request.result);
        request.onerror = () => fail(request.error);
      });
    if (!(await indexedDB.databases()).some(({ name }) => name === 'vlam-outbox')) return { names: [], text: '' };
    const db = await answer(indexedDB.open('vlam-outbox'));
    const rows: { name: string }[] = await answer(db.transaction('lists').objectStore('lists').getAll());
    db.close();
    return { names: rows.map(({ name }) => name), text: JSON.stringify(rows) };
  });

/** A fan who has seen home, nearby, their library and messages on this device, which keeps them. */
async function aMemberWithKeptLists({ saver = false } = {}): Promise<Visitor> {
  const session = await signIn(world.url, 'fan@vlam.test', demoPassword);
  const cookie = saver ? `${session}; saver=1` : session;
  const visitor = await openVisitor(world.browser, { url: world.url, cookie, width: 390, height: 844 });
  const { page } = visitor;
  const kept = async (names: string[]) =>
    expect.poll(async () => (await onDevice(page)).names, { timeout: 20_000 }).toEqual(expect.arrayContaining(names));
  await page.goto('/');
  await page.getByRole('heading', { name: /online right now/ }).waitFor();
  await scrollTo(page, 'From creators');
  // One who saves data asks for the feed first.
  await kept(saver ? ['available'] : ['available', 'contentFeed']);
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: /Nearby/ })
    .click();
  await kept(['nearby']);
  await page.goto('/library');
  await kept(['listOwned']);
  await page.goto('/messages');
  await kept(['listConversations']);
  await waitForWorkerCache(page, ['offline-']);
  return visitor;
}

const note = (page: Page) => page.getByRole('status').getByText(/^Offline, as of \d\d:\d\d$/);

it('shows home, nearby, the library and messages as they were seen last, and becomes live again', async () => {
  const { page, context, faults, close } = await aMemberWithKeptLists();
  // Nothing that is sold, and no address that grants access, is on the device.
  const texts = (await onDevice(page)).text.replaceAll(/"data:image[^"]+"/g, '');
  expect(/mediaUrl|sources|previewUrl|https?:|\?\w+=|\/m\//.exec(texts)?.[0]).toBeUndefined();
  await context.setOffline(true);
  // The tab has only the messages; the other screens come from the device at once.
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: /Nearby/ })
    .click();
  await note(page).waitFor();
  await page.goto('/');
  await note(page).waitFor();
  const available = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Who was available' }) });
  expect(await available.getByRole('listitem').count()).toBeGreaterThan(0);
  expect(await available.locator('img[src^="data:image/"]').count()).toBeGreaterThan(0);
  await page.goto('/nearby');
  await note(page).waitFor();
  await page.getByRole('heading', { name: 'Nearby Flames' }).waitFor();
  expect(await page.getByRole('main').getByRole('listitem').count()).toBeGreaterThan(0);
  await page.goto('/library');
  await note(page).waitFor();
  await page.getByRole('heading', { name: 'Bought' }).waitFor();
  await page.goto('/messages');
  await note(page).waitFor();
  await page.getByRole('heading', { name: 'Messages' }).waitFor();
  expect(await page.getByRole('main').locator('a[href^="/chat/"]').count()).toBeGreaterThan(0);
  await context.setOffline(false);
  await page.getByRole('tab', { name: 'Inbox' }).waitFor();
  expect(await note(page).count()).toBe(0);
  expect(faults.filter((fault) => !/fetch|network/i.test(fault))).toEqual([]);
  await close();
});

it('T82: shows none of it to the next person once the member has logged out', { tags: ['long'] }, async () => {
  const { page, context, close } = await aMemberWithKeptLists();
  const [, name = ''] = /"title":"([^",]+)/.exec((await onDevice(page)).text) ?? [];
  expect(name).not.toBe('');
  await page.goto('/logout');
  await page.getByRole('main').getByRole('button', { name: 'Log out' }).click();
  await page.waitForURL(({ pathname }) => pathname === '/');
  await expect.poll(() => onDevice(page)).toEqual({ names: [], text: '' });
  await context.setOffline(true);
  for (const path of ['/', '/nearby', '/library', '/messages']) {
    await page.goto(path).catch(() => undefined);
    await page.waitForTimeout(1_500);
    expect((await page.locator('body').innerText()).includes(name)).toBe(false);
    expect(await note(page).count()).toBe(0);
  }
  await close();
});

it('keeps no list for incognito, and deletes what was there', { tags: ['long'] }, async () => {
  const { page, context, close } = await aMemberWithKeptLists();
  await page.keyboard.press('Control+Shift+D');
  await page.getByText('Incognito is on').first().waitFor();
  await expect.poll(async () => (await onDevice(page)).names).toEqual([]);
  await page.goto('/nearby');
  await page.getByRole('tab', { name: 'Near you' }).waitFor();
  // Longer than a list waits before it is kept.
  await page.waitForTimeout(12_000);
  expect((await onDevice(page)).names).toEqual([]);
  await context.setOffline(true);
  await page.goto('/nearby');
  await page.getByRole('button', { name: 'Try again' }).waitFor();
  expect(await note(page).count()).toBe(0);
  // The sample member is not left incognito for the other stories.
  await world.rows(
    `update profiles set incognito = false where account_id = (select id from accounts where email = 'fan@vlam.test')`,
  );
  await close();
});

it('keeps the same lists for a member who saves data', { tags: ['long'] }, async () => {
  const { page, context, close } = await aMemberWithKeptLists({ saver: true });
  await context.setOffline(true);
  for (const path of ['/', '/nearby', '/library', '/messages']) {
    await page.goto(path);
    await note(page).waitFor();
  }
  await close();
});
