import type { Locator, Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { openLive } from './support/live.ts';
import { demoPassword, signIn } from './support/people.ts';
import { bubble, field, randomText, write } from './support/threads.ts';
import { openVisitor, type Visitor } from './support/visitor.ts';
import { useWorld, useWriters } from './support/world.ts';

// Two members with a browser each write to each other; one of them goes offline.

const world = useWorld();
const sessions = inject('demoSessions');
let fan: Visitor;
let creator: Visitor;
const ids = useWriters(world);

beforeAll(async () => {
  // Resets the quota to five free messages a day.
  await world.rows('delete from vip_memberships');
  fan = await openVisitor(world.browser, { url: world.url, cookie: sessions.fan, width: 390, height: 844 });
  creator = await openVisitor(world.browser, { url: world.url, cookie: sessions.creator });
});
afterAll(async () => {
  // Restores the two members for other stories.
  await creator?.page.request.delete(`/api/profiles/${ids.fan}/block`, {
    headers: { 'sec-fetch-site': 'same-origin' },
  });
  await Promise.all([fan, creator].map((visitor) => visitor?.close()));
});

const log = (page: Page) => page.getByRole('log');

async function openThread(page: Page, otherId: string | undefined): Promise<void> {
  await openLive(page, `/chat/${otherId}`);
  await field(page).waitFor();
}

/** Closes a tab's socket right after it sent a message, while `loses` is set in its session storage. */
const closeSocketAfterSend = (page: Page) =>
  page.addInitScript(() => {
    const { send } = WebSocket.prototype;
    WebSocket.prototype.send = function (data) {
      send.call(this, data);
      if (sessionStorage.getItem('loses') && String(data).includes('"message.send"')) this.close();
    };
  });

async function bothOpen(): Promise<void> {
  await Promise.all([openThread(fan.page, ids.creator), openThread(creator.page, ids.fan)]);
}

/** Texts of the thread's messages that contain the mark, from top to bottom. */
const messagesWith = (page: Page, mark: string) =>
  log(page)
    .locator('li p', { hasText: mark })
    .evaluateAll((all) => all.map((each) => (each.textContent ?? '').replace(/^[^:]*: /, '')));

const aPicture = (colour: string) =>
  sharp({ create: { width: 900, height: 1200, channels: 3, background: colour } })
    .jpeg()
    .toBuffer();

async function credits(page: Page): Promise<number> {
  const answer = await page.request.get('/api/credits/balance');
  return ((await answer.json()) as { balance: number }).balance;
}

describe('a conversation', () => {
  it('delivers live: typing, text, and read receipts', async () => {
    await bothOpen();
    await field(fan.page).pressSequentially('Is the window', { delay: 20 });
    await creator.page.getByText('typing…').first().waitFor();
    await field(fan.page).pressSequentially(' still open?');
    await field(fan.page).press('Enter');
    await bubble(creator.page, 'Is the window still open?').waitFor();
    await bubble(fan.page, 'Is the window still open?').getByText('Read').waitFor();
    await write(creator.page, 'Wide open');
    await bubble(fan.page, 'Wide open').waitFor();
    expect(await field(fan.page).inputValue()).toBe('');
  });

  it('is delivered on any screen, and read only when opened', { tags: ['long'] }, async () => {
    await openThread(fan.page, ids.creator);
    await openLive(creator.page, '/pwa');
    const text = `somewhere else ${randomText()}`;
    await write(fan.page, text);
    await bubble(fan.page, text).getByText('Delivered').waitFor();
    await creator.page.goto(`/chat/${ids.fan}`);
    await bubble(fan.page, text).getByText('Read', { exact: true }).waitFor();
  });

  it('T68: has the same messages in the same order on both sides after one was offline, without duplicates', async () => {
    const mark = `night ${randomText()}`;
    await bothOpen();
    await write(fan.page, `${mark} 0`);
    await bubble(creator.page, `${mark} 0`).waitFor();
    await fan.context.setOffline(true);
    for (const each of [1, 2, 3]) await write(fan.page, `${mark} fan ${each}`);
    await fan.page.getByText('Waits for the connection').nth(2).waitFor();
    for (const each of [1, 2]) await write(creator.page, `${mark} creator ${each}`);
    await expect.poll(() => messagesWith(creator.page, mark)).toHaveLength(3);
    expect(await messagesWith(fan.page, mark)).toHaveLength(4);
    await fan.context.setOffline(false);
    await expect.poll(() => messagesWith(creator.page, mark), { timeout: 20_000 }).toHaveLength(6);
    await expect
      .poll(() => messagesWith(fan.page, mark), { timeout: 20_000 })
      .toEqual(await messagesWith(creator.page, mark));
    expect(await messagesWith(creator.page, `${mark} fan`)).toEqual([1, 2, 3].map((each) => `${mark} fan ${each}`));
    await expect.poll(() => fan.page.getByText('Waits for the connection').count()).toBe(0);
    // As the server has them, after a complete refetch.
    const before = await messagesWith(fan.page, mark);
    await fan.page.reload();
    await expect.poll(() => messagesWith(fan.page, mark)).toEqual(before);
  });

  it('T68: sends queued messages once after a reload, and retries a message whose answer was lost', {
    tags: ['long'],
  }, async () => {
    const mark = `lost ${randomText()}`;
    await closeSocketAfterSend(fan.page);
    await bothOpen();
    // The server stores it; its answer never arrives.
    let swallowed = 0;
    await fan.page.evaluate(() => sessionStorage.setItem('loses', 'yes'));
    await fan.page.route('**/api/conversations/*/messages', async (route) => {
      if (route.request().method() !== 'POST' || swallowed > 0) return route.fallback();
      swallowed += 1;
      await route.fetch();
      return route.abort('connectionreset');
    });
    await write(fan.page, `${mark} once`);
    await bubble(creator.page, `${mark} once`).waitFor();
    await expect.poll(() => swallowed).toBe(1);
    await fan.page.evaluate(() => sessionStorage.removeItem('loses'));
    await fan.page.reload();
    await bubble(fan.page, `${mark} once`).waitFor();
    await expect.poll(() => fan.page.getByText('Sending').count()).toBe(0);
    await fan.page.unroute('**/api/conversations/*/messages');
    expect(await messagesWith(creator.page, mark)).toEqual([`${mark} once`]);
    expect(await messagesWith(fan.page, mark)).toEqual([`${mark} once`]);
  });

  it('T68: sends once from two tabs that both waited for the network', { tags: ['long'] }, async () => {
    const mark = `tabs ${randomText()}`;
    await bothOpen();
    const other = await fan.context.newPage();
    await openThread(other, ids.creator);
    await fan.context.setOffline(true);
    await write(fan.page, `${mark} first`);
    await bubble(other, `${mark} first`).getByText('Waits for the connection').waitFor();
    await write(other, `${mark} second`);
    await bubble(fan.page, `${mark} second`).waitFor();
    await fan.context.setOffline(false);
    const whole = [`${mark} first`, `${mark} second`];
    for (const page of [creator.page, fan.page, other])
      await expect.poll(() => messagesWith(page, mark), { timeout: 20_000 }).toEqual(whole);
    await expect.poll(() => other.getByText('Waits for the connection').count()).toBe(0);
    expect(await messagesWith(creator.page, mark)).toEqual(whole);
    await other.close();
  });

  it('is unsent for both members, and not when undone in time', async () => {
    const mark = `back ${randomText()}`;
    await bothOpen();
    await write(fan.page, `${mark} stays`);
    await write(fan.page, `${mark} goes`);
    await bubble(creator.page, `${mark} goes`).waitFor();
    const unsend = async (text: string) => {
      await bubble(fan.page, text).hover();
      await bubble(fan.page, text).getByRole('button', { name: 'Message options' }).click();
      await fan.page.getByRole('dialog').getByRole('button', { name: 'Unsend for both' }).click();
      await bubble(fan.page, text).waitFor({ state: 'detached' });
    };
    await unsend(`${mark} stays`);
    await fan.page.getByRole('button', { name: 'Undo' }).click();
    await bubble(fan.page, `${mark} stays`).waitFor();
    await unsend(`${mark} goes`);
    await bubble(creator.page, `${mark} goes`).waitFor({ state: 'detached' });
    await bubble(creator.page, `${mark} stays`).waitFor();
    await log(creator.page).getByText('unsent a message').first().waitFor();
  });

  it('T65: confirms before a message costs credits, and charges nothing when declined', async () => {
    const { page } = fan;
    await openThread(page, ids.creator);
    // The quota applies to the member who started the thread.
    await world.rows('update conversations set low_begins = true, high_begins = true where $1 in (low_id, high_id)', [
      ids.fan,
    ]);
    await world.rows(
      `insert into message_quotas (profile_id, day, used)
       values ($1, (now() at time zone 'Africa/Johannesburg')::date, 5)`,
      [ids.fan],
    );
    await page.reload();
    await page.getByText('No free messages left today').waitFor();
    const before = await credits(page);
    const text = `worth two ${randomText()}`;
    await write(page, text);
    const asked = page.getByRole('dialog');
    await asked.getByRole('button', { name: 'Cancel' }).click();
    expect(await field(page).inputValue()).toBe(text);
    await field(page).press('Enter');
    await asked.getByRole('button', { name: 'Send for 2 credits' }).click();
    await bubble(page, text)
      .getByText(/Sent|Delivered|Read/)
      .waitFor();
    expect(await credits(page)).toBe(before - 2);
  });

  it('sells a picture that opens in place, for its buyer', async () => {
    await bothOpen();
    const before = await credits(fan.page);
    const chooser = creator.page.waitForEvent('filechooser');
    await creator.page.getByRole('button', { name: 'Add a photo or video' }).click();
    await creator.page.getByRole('button', { name: 'Photos from this device' }).click();
    await (await chooser).setFiles({ name: 'a.jpg', mimeType: 'image/jpeg', buffer: await aPicture('#7a3550') });
    const dialog = creator.page.getByRole('dialog');
    const set = dialog.getByRole('button', { name: 'Set Price' });
    expect(await set.isDisabled()).toBe(true);
    await dialog.getByLabel('Or your own price').fill('0');
    expect(await set.isDisabled()).toBe(true);
    await dialog.getByText('Single photo').click();
    await set.click();
    await dialog.waitFor({ state: 'detached', timeout: 20_000 });
    const locked = log(fan.page).getByRole('region', { name: 'Locked photo, 25 credits' }).last();
    await locked.getByRole('button', { name: /Unlock/ }).click();
    const review = fan.page.getByRole('dialog');
    await review.getByText(/Opens at once\. No refund after that/).waitFor();
    await review.getByRole('button', { name: 'Unlock for 25 credits' }).click();
    await fan.page.getByText('Content Unlocked!').waitFor();
    const photo = log(fan.page)
      .getByRole('button', { name: /^Photo from/ })
      .last();
    await expect.poll(() => natural(photo.locator('img'))).toBeGreaterThan(100);
    expect(await credits(fan.page)).toBe(before - 25);
    expect(await locked.count()).toBe(0);
  });

  it('sends a gift that both see and that cannot be unsent', async () => {
    await bothOpen();
    const { page } = fan;
    const before = await credits(page);
    const given = 'You gave a gift: Red Rose';
    const sooner = await log(page).getByText(given).count();
    await page.getByRole('button', { name: /^More about/ }).click();
    await page.getByRole('button', { name: 'Send Gift' }).click();
    await page.getByRole('button', { name: /^Red Rose/ }).click();
    await page.getByRole('button', { name: 'Send for 50 credits' }).click();
    await page.getByRole('button', { name: 'Done' }).click();
    await expect.poll(() => log(page).getByText(given).count()).toBe(sooner + 1);
    await log(creator.page).getByText('gave you a gift: Red Rose').nth(sooner).waitFor();
    expect(await credits(page)).toBe(before - 50);
    await bubble(page, given).last().hover();
    await bubble(page, given).last().getByRole('button', { name: 'Message options' }).click();
    await page.getByText("It was paid for, so it can't be unsent.").waitFor();
    expect(await page.getByRole('button', { name: 'Unsend for both' }).count()).toBe(0);
  });

  it('waits as a message request, and notifies only after acceptance', { tags: ['long'] }, async () => {
    await world.rows(
      `delete from conversations
       where id in (select conversation_id from conversation_members where profile_id = $1)`,
      [ids.admin],
    );
    const stranger = await openVisitor(world.browser, { url: world.url, cookie: sessions.admin });
    const text = `hello from a stranger ${randomText()}`;
    await stranger.page.goto(`/chat/${ids.creator}`);
    await write(stranger.page, text);
    await bubble(stranger.page, text).waitFor();
    const { page } = creator;
    await page.goto('/messages?box=requests');
    await page.getByRole('link', { name: /Ayanda/ }).click();
    await bubble(page, text).waitFor();
    await page.getByRole('button', { name: 'Accept' }).click();
    await page.getByRole('button', { name: 'Accept' }).waitFor({ state: 'detached' });
    // To the field, or to the heading where the screen has put it first; never back to the page.
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.matches('[data-takes-focus], main h1')))
      .toBe(true);
    await page.goto('/messages');
    await page.getByRole('link', { name: /Ayanda/ }).waitFor();
    await stranger.close();
  });

  const block = async (page: Page) => {
    await page.getByRole('button', { name: /^More about/ }).click();
    await page.getByRole('button', { name: /^Block/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Block', exact: true }).click();
  };
  /** The response to the fan's request for the thread. */
  const asked = () => fan.page.request.get(`/api/conversations/${ids.creator}`).then((answer) => answer.status());

  it('T66: is closed for both by a block', async () => {
    await bothOpen();
    const { page } = creator;
    await block(page);
    await page.waitForURL('**/messages');
    const text = `never there ${randomText()}`;
    await write(fan.page, text);
    await bubble(fan.page, text).getByRole('button', { name: 'Retry' }).waitFor();
    await fan.page.reload();
    await fan.page.getByText('Nobody here').waitFor();
    // Blocking does not delete the evidence.
    await fan.page.getByRole('button', { name: 'Report' }).click();
    const sheet = fan.page.getByRole('dialog', { name: 'Report this person' });
    await sheet.getByText('Harassment or threats').click();
    await sheet.getByRole('button', { name: 'Send report' }).click();
    await fan.page.getByText('Thank you. Our moderators will look at it.').waitFor();
    const kept = `select count(*) from report_messages m join reports r on r.id = m.report_id where r.target_id = $1`;
    expect((await world.rows<{ count: string }>(kept, [ids.creator]))[0]?.count).not.toBe('0');
    await page.goto(`/chat/${ids.fan}`);
    await page.getByText('Nobody here').waitFor();
    const [stored] = await world.rows<{ count: string }>('select count(*) from messages where content = $1', [text]);
    expect([stored?.count, await asked()]).toEqual(['0', 404]);
    await page.request.delete(`/api/profiles/${ids.fan}/block`, { headers: { 'sec-fetch-site': 'same-origin' } });
  });

  it('T66: a block can be undone while its message is shown', { tags: ['long'] }, async () => {
    const { page } = creator;
    await openThread(page, ids.fan);
    await block(page);
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Unblocked', { exact: true }).waitFor();
    expect(await asked()).toBe(200);
  });

  it('T82: leaves nothing on the device after signing out', { tags: ['long'] }, async () => {
    const cookie = await signIn(world.url, 'fan@vlam.test', demoPassword);
    const visitor = await openVisitor(world.browser, { url: world.url, cookie });
    const { page } = visitor;
    await openThread(page, ids.creator);
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    await visitor.context.setOffline(true);
    await write(page, 'written in the dark');
    await page.getByText('Waits for the connection').waitFor();
    await page.route('**/api/conversations/*/messages', (route) => route.abort());
    await visitor.context.setOffline(false);
    await page.goto('/logout');
    await page.getByRole('button', { name: 'Log out' }).click();
    await page.waitForURL(({ pathname }) => pathname === '/');
    expect(await page.evaluate(() => indexedDB.databases().then((all) => all.map((each) => each.name)))).toEqual([]);
    await visitor.close();
  });

  it('has no policy violation and no request to another origin', () => {
    const ours = (fault: string) => !/fetch|network/i.test(fault);
    expect([...fan.faults, ...creator.faults].filter(ours)).toEqual([]);
  });
});

const natural = (picture: Locator) => picture.evaluate((img: HTMLImageElement) => img.naturalWidth);
