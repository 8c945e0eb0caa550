import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, inject, it } from 'vitest';
import { bubble, field, randomText, write } from './support/threads.ts';
import { openVisitor, type Visitor } from './support/visitor.ts';
import { waitForWorkerCache } from './support/worker.ts';
import { useWorld, useWriters } from './support/world.ts';

// A thread on a device that lacks storage, code, or the right time.

const world = useWorld();
const ids = useWriters(world);

beforeEach(async () => {
  await world.rows('delete from vip_memberships');
});

/** A fan with a creator's thread open; `prepare` runs before the page's code. */
async function aWriter(prepare?: () => void): Promise<Visitor> {
  const cookie = inject('demoSessions').fan;
  const visitor = await openVisitor(world.browser, { url: world.url, cookie, width: 390, height: 844 });
  if (prepare) await visitor.page.addInitScript(prepare);
  await visitor.page.goto(`/chat/${ids.creator}`);
  await field(visitor.page).waitFor();
  return visitor;
}

/** The same without a service worker, whose requests a test cannot intercept; opens nothing yet. */
async function aPlainWriter() {
  const context = await world.browser.newContext({ baseURL: world.url, serviceWorkers: 'block' });
  const [name = '', value = ''] = inject('demoSessions').fan.split('=', 2);
  await context.addCookies([{ name, value, url: world.url }]);
  context.setDefaultTimeout(30_000);
  return { page: await context.newPage(), close: () => context.close() };
}

describe('on a device with full storage', () => {
  const full = () => {
    const { put } = IDBObjectStore.prototype;
    IDBObjectStore.prototype.put = function (...item) {
      if (this.name === 'messages') throw new DOMException('full', 'QuotaExceededError');
      return put.apply(this, item);
    };
  };

  it('a message is sent anyway, and a waiting one says that only this tab holds it', { tags: ['long'] }, async () => {
    const mark = `full ${randomText()}`;
    const { page, context, close } = await aWriter(full);
    await write(page, `${mark} now`);
    await bubble(page, `${mark} now`)
      .getByText(/Sent|Delivered|Read/)
      .waitFor();
    expect(await field(page).inputValue()).toBe('');
    await context.setOffline(true);
    await write(page, `${mark} later`);
    await bubble(page, `${mark} later`).getByText('stay on this page').waitFor();
    await context.setOffline(false);
    await bubble(page, `${mark} later`)
      .getByText(/Sent|Delivered|Read/)
      .waitFor({ timeout: 20_000 });
    const stored = await world.rows('select 1 from messages where content like $1', [`${mark}%`]);
    expect(stored).toHaveLength(2);
    await close();
  });

  it('the text returns to the field with an error when the outbox code does not load', { tags: ['long'] }, async () => {
    const mark = `codeless ${randomText()}`;
    const { page, close } = await aPlainWriter();
    await page.route(/device-outbox-/, (route) => route.abort());
    await page.goto(`/chat/${ids.creator}`);
    await write(page, mark);
    await page.getByText('Nothing was lost').waitFor();
    await expect.poll(() => field(page).inputValue()).toBe(mark);
    await page.unroute(/device-outbox-/);
    await field(page).press('Enter');
    await bubble(page, mark)
      .getByText(/Sent|Delivered|Read/)
      .waitFor();
    expect(await field(page).inputValue()).toBe('');
    await close();
  });
});

describe('offline', () => {
  const link = () => `https://example.test/${randomText()}`;
  const sheet = (page: Page, name: string) => page.getByRole('dialog', { name });

  it('warnings are shown, confirmed messages wait, and can be copied or replied to', async () => {
    const text = link();
    const { page, context, close } = await aWriter();
    await waitForWorkerCache(page, ['chat-sheets', 'warning-sheet', 'cost-sheet', 'options-sheet', 'chat-menu-rows']);
    await context.setOffline(true);
    await write(page, text);
    await sheet(page, 'Before you send this').getByRole('button', { name: 'Send anyway' }).click();
    await bubble(page, text).getByText('Waits for the connection').waitFor();
    expect(await field(page).inputValue()).toBe('');
    const earlier = page.getByRole('log').getByRole('button', { name: 'Message options' }).first();
    await earlier.focus();
    await page.keyboard.press('Enter');
    await sheet(page, 'Message').getByRole('button', { name: 'Reply' }).click();
    await page.getByRole('button', { name: 'Cancel reply' }).waitFor();
    await close();
  });

  it('the cost of a message is confirmed too', { tags: ['long'] }, async () => {
    // The quota applies to the member who started the thread.
    await world.rows('update conversations set low_begins = true, high_begins = true where $1 in (low_id, high_id)', [
      ids.fan,
    ]);
    await world.rows(
      `insert into message_quotas (profile_id, day, used)
       select '${ids.fan}', (now() at time zone 'Africa/Johannesburg')::date, 5`,
    );
    const { page, context, close } = await aWriter();
    await waitForWorkerCache(page, ['chat-sheets', 'cost-sheet']);
    await context.setOffline(true);
    await write(page, 'Still there?');
    await sheet(page, 'No free messages left today').waitFor();
    expect(await field(page).inputValue()).toBe('Still there?');
    await close();
  });

  it('with Save-Data nothing loads in advance; a missing part shows an error and the text stays', {
    tags: ['long'],
  }, async () => {
    const text = link();
    const { page, context, close } = await aWriter(() => {
      Object.defineProperty(navigator, 'connection', { value: { saveData: true } });
    });
    await page.waitForTimeout(3_500);
    const asked = () =>
      page.evaluate(() =>
        performance
          .getEntriesByType('resource')
          .map(({ name }) => name)
          .join(),
      );
    expect(await asked()).toContain('ask-first');
    expect(await asked()).not.toMatch(/chat-sheets|warning-sheet/);
    await context.setOffline(true);
    await write(page, text);
    await page.getByText("This didn't load").waitFor();
    expect(await field(page).inputValue()).toBe(text);
    await context.setOffline(false);
    await field(page).press('Enter');
    await sheet(page, 'Before you send this').getByRole('button', { name: 'Send anyway' }).click();
    await bubble(page, text)
      .getByText(/Sent|Delivered|Read/)
      .waitFor();
    await close();
  });
});

it('on a clock one hour fast, a message that expires in half an hour is shown and marked as read', async () => {
  const text = `shortly ${randomText()}`;
  const headers = { cookie: inject('demoSessions').creator, 'sec-fetch-site': 'same-origin' };
  const thread = `${world.url}/api/conversations/${ids.fan}/messages`;
  const sent = await fetch(thread, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ clientId: crypto.randomUUID(), content: text }),
  });
  const { id, seq } = await sent.json();
  await world.rows(`update messages set expires_at = now() + interval '30 minutes' where id = $1`, [id]);
  const { page, close } = await aWriter(() => {
    const { now } = Date;
    Date.now = () => now() + 3_600_000;
  });
  await bubble(page, text).waitFor();
  const readSeq = async () => (await (await fetch(thread, { headers })).json()).readSeq;
  await expect.poll(readSeq).toBeGreaterThanOrEqual(seq);
  await close();
});
