import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { mockThread } from './support/threads.ts';
import { openVisitor, type Visitor } from './support/visitor.ts';
import { useWorld } from './support/world.ts';

// A thread of 3,000 messages: rows far from the view are not rendered.

const world = useWorld();
const count = 3_000;
let fan: Visitor;
let fanId = '';
let creatorId = '';

beforeAll(async () => {
  const rows = await world.rows<{ email: string; id: string }>(
    `select a.email, p.id from profiles p join accounts a on a.id = p.account_id
      where a.email in ('fan@vlam.test', 'creator@vlam.test') order by a.email`,
  );
  creatorId = rows[0]?.id ?? '';
  fanId = rows[1]?.id ?? '';
  fan = await openVisitor(world.browser, {
    url: world.url,
    cookie: inject('demoSessions').fan,
    width: 390,
    height: 844,
  });
});
afterAll(() => fan?.close());

const log = (page: Page) => page.getByRole('log');
const bubble = (page: Page, seq: number) => log(page).locator(`li[data-seq="${seq}"]`);
const box = (page: Page) => log(page).locator('xpath=ancestor::div[@tabindex="0"]');
const shown = (page: Page) =>
  log(page)
    .locator('li[data-seq]')
    .evaluateAll((all) => all.map((each) => Number((each as HTMLElement).dataset.seq)));

/** Opens the thread and loads all its messages. */
async function openAll(page: Page, all = count) {
  const thread = await mockThread(page, { count: all, ownId: fanId, otherId: creatorId, perPage: all });
  await page.goto(`/chat/${creatorId}`);
  await bubble(page, all).waitFor();
  return thread;
}

/** Median time from a key press to the frame, in milliseconds, with a CPU four times slower. */
async function medianTypingMs(page: Page, text: string): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  await page.evaluate(() => {
    const took: number[] = [];
    Object.assign(globalThis, { took });
    addEventListener(
      'keydown',
      () => {
        const at = performance.now();
        requestAnimationFrame(() => {
          const channel = new MessageChannel();
          channel.port1.onmessage = () => took.push(performance.now() - at);
          channel.port2.postMessage('');
        });
      },
      true,
    );
  });
  await page.locator('textarea[name="message"]').pressSequentially(text, { delay: 120 });
  await page.waitForTimeout(500);
  await session.detach();
  const took = await page.evaluate(() => (globalThis as unknown as { took: number[] }).took);
  return took.toSorted((one, other) => one - other)[Math.floor(took.length / 2)] ?? Number.NaN;
}

describe('a thread of 3,000 messages', () => {
  it('renders few messages, and typing is as fast as in a thread of thirty', async () => {
    const { page } = fan;
    const text = 'is the window open';
    const short = await openAll(page, 30);
    const before = await medianTypingMs(page, text);
    await short.stop();
    const thread = await openAll(page);
    const took = await medianTypingMs(page, text);
    const rows = (await shown(page)).length;
    console.info(
      `${rows} of 3,000 messages in the page; a key takes ${Math.round(took)} ms, of 30 ${Math.round(before)}`,
    );
    expect(rows).toBeLessThan(120);
    // A busy machine slows both; with every message rendered the ratio was two to six.
    expect(took).toBeLessThan(1.5 * before + 10);
    await thread.stop();
  });

  it('keeps position and order while scrolling over rows not rendered before', async () => {
    const { page } = fan;
    const thread = await openAll(page);
    const worst = await box(page).evaluate(async (list) => {
      const drawn = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
      let shift = 0;
      for (let step = 0; step < 80; step += 1) {
        const edge = list.getBoundingClientRect().top;
        const rows = [...list.querySelectorAll('[data-seq]')];
        const row = rows.find((each) => each.getBoundingClientRect().bottom > edge);
        const at = row?.getBoundingClientRect().top ?? 0;
        const by = step % 4 === 3 ? 150 : -400;
        list.scrollTop += by;
        await drawn();
        if (row?.isConnected) shift = Math.max(shift, Math.abs(row.getBoundingClientRect().top - at + by));
      }
      return shift;
    });
    expect(worst).toBeLessThan(2);
    const seen = await shown(page);
    expect(seen.at(-1)).toBeLessThan(count);
    expect(seen).toEqual(seen.map((_, index) => (seen[0] ?? 0) + index));
    const [place, size] = await bubble(page, seen[0] ?? 0).evaluate((row) =>
      ['aria-posinset', 'aria-setsize'].map((name) => Number(row.getAttribute(name))),
    );
    expect(size).toBeGreaterThan(count);
    expect(place).toBeGreaterThan(seen[0] ?? 0);
    await page.getByRole('button', { name: 'To the newest' }).click();
    await bubble(page, count).waitFor();
    expect((await shown(page)).length).toBeLessThan(120);
    await thread.stop();
  });

  it('jumps to a message found far back, and to both ends by dragging', async () => {
    const { page } = fan;
    const thread = await openAll(page);
    await page.route('**/api/conversations/*/messages/search?*', (route) =>
      route.fulfill({ json: [{ ...foundMessage, senderId: creatorId, receiverId: fanId }] }),
    );
    await page.getByRole('button', { name: /^More about/ }).click();
    await page.getByRole('button', { name: 'Search in conversation' }).click();
    await page.getByRole('textbox', { name: 'Search in conversation' }).fill('told 40');
    await page.getByRole('button', { name: /^told 40/ }).click();
    await bubble(page, 40).waitFor();
    const [view, row] = [await box(page).boundingBox(), await bubble(page, 40).boundingBox()];
    expect(row?.y).toBeGreaterThan(view?.y ?? 0);
    expect((row?.y ?? 0) + (row?.height ?? 0)).toBeLessThan((view?.y ?? 0) + (view?.height ?? 0));
    for (const [to, seq] of [
      [0, 1],
      [1e7, count],
    ] as const) {
      await box(page).evaluate((list, top) => {
        list.scrollTop = top;
      }, to);
      await bubble(page, seq).waitFor();
      await expect
        .poll(() => bubble(page, seq).evaluate((each) => each.getBoundingClientRect().top))
        .toBeGreaterThan(0);
    }
    await page.unroute('**/api/conversations/*/messages/search?*');
    await thread.stop();
  });

  it('keeps the focused row rendered, and moves focus to the list when it is far away', async () => {
    const { page } = fan;
    const thread = await openAll(page);
    await bubble(page, count - 1)
      .getByRole('button', { name: 'Message options' })
      .focus();
    const focused = () =>
      page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.tagName);
    const scrollTo = (part: number) =>
      box(page).evaluate((list, where) => {
        list.scrollTop = list.scrollHeight * where;
      }, part);
    await scrollTo(0.995);
    await page.waitForTimeout(200);
    expect(await focused()).toBe('Message options');
    await scrollTo(0.5);
    await expect.poll(() => box(page).evaluate((list) => list === document.activeElement)).toBe(true);
    await thread.stop();
  });
});

describe('the history of a thread', () => {
  it('loads page by page above the reading position, which stays', async () => {
    const { page } = fan;
    const thread = await mockThread(page, { count: 400, ownId: fanId, otherId: creatorId });
    await page.goto(`/chat/${creatorId}`);
    await bubble(page, 400).waitFor();
    let worst = 0;
    for (let round = 0; round < 6; round += 1) {
      const moved = await box(page).evaluate(async (list) => {
        const drawn = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
        list.scrollTop = 700;
        await drawn();
        const edge = list.getBoundingClientRect().top;
        const rows = [...list.querySelectorAll('[data-seq]')];
        const anchor = rows.find((row) => row.getBoundingClientRect().bottom > edge);
        const [at, height] = [anchor?.getBoundingClientRect().top ?? 0, list.scrollHeight];
        list.scrollTop -= 200;
        for (let frame = 0; frame < 120 && list.scrollHeight - height < 500; frame += 1) await drawn();
        await drawn();
        return (anchor?.getBoundingClientRect().top ?? 0) - at - 200;
      });
      worst = Math.max(worst, Math.abs(moved));
    }
    expect(thread.pages()).toBeGreaterThan(4);
    expect(worst).toBeLessThan(2);
    await page.getByRole('button', { name: 'To the newest' }).click();
    await bubble(page, 400).waitFor();
    await thread.stop();
  });
});

const foundMessage = {
  id: '0190a000-0000-7000-8000-000000000040',
  conversationId: '0190a000-0000-7000-8000-ffffffffffff',
  seq: 40,
  content: 'told 40',
  timestamp: '2026-11-01T08:00:00Z',
};
