import type { BrowserContext, Page } from 'playwright-core';
import { describe, expect, inject, it } from 'vitest';
import { demoPassword, signIn } from './support/people.ts';
import { bubble, randomText, write } from './support/threads.ts';
import { openVisitor, type Visitor } from './support/visitor.ts';
import { waitForWorkerCache } from './support/worker.ts';
import { useWorld, useWriters } from './support/world.ts';

// A thread reloaded offline, on a device that several members may share.

const world = useWorld();
const ids = useWriters(world);

/** The whole content of the device's database. */
const onDevice = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const answer = <Value>(request: IDBRequest<Value>) =>
      new Promise<Value>((done, fail) => {
        request.onsuccess = () => done(request.result);
        request.onerror = () => fail(request.error);
      });
    const found: unknown[] = [];
    for (const { name = '' } of await indexedDB.databases()) {
      const db = await answer(indexedDB.open(name));
      for (const store of db.objectStoreNames)
        found.push(await answer(db.transaction(store).objectStore(store).getAll()));
      db.close();
    }
    return JSON.stringify(found);
  });

/** A fan with a new session, with the thread open, stored on the device, and rendered by cached code. */
async function aReader(text: string): Promise<Visitor> {
  const cookie = await signIn(world.url, 'fan@vlam.test', demoPassword);
  const visitor = await openVisitor(world.browser, { url: world.url, cookie, width: 390, height: 844 });
  const { page } = visitor;
  await page.goto(`/chat/${ids.creator}`);
  await write(page, text);
  await bubble(page, text)
    .getByText(/Sent|Delivered|Read/)
    .waitFor();
  await expect.poll(() => onDevice(page)).toContain(text);
  await waitForWorkerCache(page, ['offline-chat']);
  return visitor;
}
const signOut = async (page: Page) => {
  await page.goto('/logout');
  await page.getByRole('button', { name: 'Log out' }).click();
  await page.waitForURL(({ pathname }) => pathname === '/');
};

/** Simulates a browser that does not report being offline after a reload. */
const hideOfflineState = (context: BrowserContext) =>
  context.addInitScript(() => {
    Object.defineProperty(navigator, 'onLine', { get: () => true });
    for (const type of ['online', 'offline'])
      addEventListener(type, (event) => event.stopImmediatePropagation(), { capture: true });
  });

describe('a thread offline', () => {
  it('shows the stored copy and a notice, and sends new messages once online', async () => {
    const mark = `dark ${randomText()}`;
    const visitor = await aReader(`${mark} before`);
    const { page, context } = visitor;
    await hideOfflineState(context);
    await context.setOffline(true);
    await page.reload();
    await bubble(page, `${mark} before`).waitFor();
    // It stays during polls of the server.
    await page.waitForTimeout(1_000);
    await bubble(page, `${mark} before`).waitFor();
    await page.getByText('You are offline').first().waitFor();
    await page.getByText(/What this device kept on/).waitFor();
    await write(page, `${mark} written in the dark`);
    await bubble(page, `${mark} written in the dark`).waitFor();
    await page.reload();
    await bubble(page, `${mark} written in the dark`).waitFor();
    await context.setOffline(false);
    await bubble(page, `${mark} written in the dark`)
      .getByText(/Sent|Delivered|Read/)
      .waitFor({ timeout: 20_000 });
    await page.getByText(/What this device kept on/).waitFor({ state: 'detached' });
    await bubble(page, `${mark} before`).waitFor();
    const stored = await world.rows('select 1 from messages where content = $1', [`${mark} written in the dark`]);
    expect(stored).toHaveLength(1);
    expect(visitor.faults.filter((fault) => !/fetch|network/i.test(fault))).toEqual([]);
    await visitor.close();
  });

  it('becomes live by itself once online, where the browser never reported being offline', {
    tags: ['long'],
  }, async () => {
    const mark = `back ${randomText()}`;
    const visitor = await aReader(mark);
    const { page, context } = visitor;
    await hideOfflineState(context);
    await context.setOffline(true);
    await page.reload();
    await page.getByText(/What this device kept on/).waitFor();
    expect(await page.evaluate(() => navigator.onLine)).toBe(true);
    await context.setOffline(false);
    await page.getByText(/What this device kept on/).waitFor({ state: 'detached', timeout: 20_000 });
    await bubble(page, mark).waitFor();
    await visitor.close();
  });

  it('stores no media URLs and no unsent messages', { tags: ['long'] }, async () => {
    const mark = `kept ${randomText()}`;
    const visitor = await aReader(`${mark} stays`);
    const { page } = visitor;
    expect(await onDevice(page)).not.toMatch(/"(mediaUrl|media)":(?!null)/);
    await write(page, `${mark} goes`);
    await expect.poll(() => onDevice(page)).toContain(`${mark} goes`);
    await bubble(page, `${mark} goes`).hover();
    await bubble(page, `${mark} goes`).getByRole('button', { name: 'Message options' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Unsend for both' }).click();
    await expect.poll(() => onDevice(page)).not.toContain(`${mark} goes`);
    expect(await onDevice(page)).toContain(`${mark} stays`);
    await visitor.close();
  });

  it('deletes messages unsent while offline, also without opening the thread', { tags: ['long'] }, async () => {
    const mark = `away ${randomText()}`;
    const visitor = await aReader(`${mark} stays`);
    const { page, context } = visitor;
    const headers = { cookie: inject('demoSessions').creator, 'sec-fetch-site': 'same-origin' };
    const content = `${mark} goes`;
    const sent = await context.request.post(`${world.url}/api/conversations/${ids.fan}/messages`, {
      headers,
      data: { clientId: crypto.randomUUID(), content },
    });
    const { id } = await sent.json();
    await bubble(page, content).waitFor();
    await expect.poll(() => onDevice(page)).toContain(content);
    await context.setOffline(true);
    await page.goto('/messages');
    await fetch(`${world.url}/api/messages/${id}`, { method: 'DELETE', headers });
    await expect.poll(() => onDevice(page).catch(() => '')).toContain(content);
    await context.setOffline(false);
    await page.reload();
    await expect.poll(() => onDevice(page).catch(() => content)).not.toContain(content);
    expect(await onDevice(page)).toContain(`${mark} stays`);
    await visitor.close();
  });

  it('T82: is deleted from a shared device by a sign-out, also offline', { tags: ['long'] }, async () => {
    const text = `left behind ${randomText()}`;
    const { page, context, close } = await aReader(text);
    await signOut(page);
    await page.waitForTimeout(1_500);
    expect(await page.evaluate(() => indexedDB.databases().then((all) => all.map((each) => each.name)))).toEqual([]);
    await context.setOffline(true);
    await page.goto(`/chat/${ids.creator}`).catch(() => undefined);
    await page.waitForTimeout(1_500);
    expect(await page.locator('body').innerText()).not.toContain(text);
    await close();
  });

  it('T82: is deleted once another account signs in, and once a session ended elsewhere', {
    tags: ['long'],
  }, async () => {
    const text = `somebody else ${randomText()}`;
    const visitor = await aReader(text);
    const { page, context } = visitor;
    const [name = '', value = ''] = inject('demoSessions').admin.split('=', 2);
    await context.addCookies([{ name, value, url: world.url }]);
    await page.goto('/messages');
    await expect.poll(() => onDevice(page)).not.toContain(text);
    await visitor.close();

    const other = await aReader(text);
    await other.context.clearCookies();
    await other.page.goto('/explore');
    await expect
      .poll(() =>
        other.page.evaluate(async () => (await caches.match('/signed-in', { cacheName: 'flags' })) === undefined),
      )
      .toBe(true);
    await other.context.setOffline(true);
    await other.page.goto(`/chat/${ids.creator}`);
    await other.page.getByRole('button', { name: 'Try again' }).waitFor();
    expect(await other.page.locator('body').innerText()).not.toContain(text);
    expect(await onDevice(other.page)).not.toContain(text);
    await other.close();
  });

  it("T82: sends nothing under another member's session, and leaves nothing for them", { tags: ['long'] }, async () => {
    const mark = `not theirs ${randomText()}`;
    const visitor = await aReader(`${mark} before`);
    const { page, context } = visitor;
    await context.setOffline(true);
    await write(page, `${mark} waits`);
    await bubble(page, `${mark} waits`).waitFor();
    const [name = '', value = ''] = inject('demoSessions').admin.split('=', 2);
    await context.addCookies([{ name, value, url: world.url }]);
    const asked = page.waitForRequest(/\/api\/auth\/user$/);
    await context.setOffline(false);
    await asked;
    await expect.poll(() => onDevice(page).catch(() => mark), { timeout: 20_000 }).not.toContain(mark);
    expect(await page.locator('body').innerText()).not.toContain(mark);
    expect(await world.rows('select 1 from messages where content = $1', [`${mark} waits`])).toEqual([]);
    await visitor.close();
  });

  it('T82: a tab with an outdated account is refused by the server, and sends once its owner is back', {
    tags: ['long'],
  }, async () => {
    const text = `mistaken ${randomText()}`;
    const visitor = await aReader(`before ${randomText()}`);
    const { page, context } = visitor;
    const [own] = (await context.cookies(world.url)).filter(({ name }) => name.includes('session'));
    const owner = await (await context.request.get(`${world.url}/api/auth/user`)).json();
    await context.setOffline(true);
    await page.reload();
    await write(page, text);
    await bubble(page, text).waitFor();
    const [name = '', value = ''] = inject('demoSessions').admin.split('=', 2);
    await context.addCookies([{ name, value, url: world.url }]);
    await page.route('**/api/auth/user', (route) => route.fulfill({ json: owner }));
    const refused = page.waitForResponse((answer) => answer.url().endsWith('/messages') && answer.status() === 401);
    await context.setOffline(false);
    await refused;
    expect(await onDevice(page)).toContain(text);
    expect(await world.rows('select 1 from messages where content = $1', [text])).toEqual([]);
    await context.addCookies([{ name, value: own?.value ?? '', url: world.url }]);
    await page.unroute('**/api/auth/user');
    const stored = () => world.rows<{ id: string }>('select sender_id as id from messages where content = $1', [text]);
    await expect.poll(stored, { timeout: 30_000 }).toEqual([{ id: ids.fan }]);
    await visitor.close();
  });
});
