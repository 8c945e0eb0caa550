import { messageDefaults } from '@vlam/contract/rules/message-defaults';
import type { Page, Route } from 'playwright-core';

export interface MockedThread {
  /** Number of pages requested so far. */
  pages(): number;
  stop(): Promise<void>;
}

/**
 * A thread of so many messages, answered by the test instead of the server; `perPage` per page, by default as requested.
 */
export async function mockThread(
  page: Page,
  thread: { count: number; ownId: string; otherId: string; perPage?: number; stepMs?: number },
): Promise<MockedThread> {
  const { count, ownId, otherId, perPage, stepMs = 900_000 } = thread;
  let pages = 0;
  const message = (seq: number) => ({
    ...messageDefaults,
    id: `0190a000-0000-7000-8000-${String(seq).padStart(12, '0')}`,
    conversationId: '0190a000-0000-7000-8000-ffffffffffff',
    seq,
    revision: seq,
    senderId: seq % 3 ? otherId : ownId,
    receiverId: seq % 3 ? ownId : otherId,
    content: `told ${seq} ${'and more '.repeat(seq % 9)}`,
    timestamp: new Date(Date.now() - (count - seq) * stepMs).toISOString(),
    isDelivered: true,
    isRead: true,
  });
  const address = '**/api/conversations/*/messages?*';
  const pending = new Set<Promise<void>>();
  const fulfil = async (route: Route) => {
    const query = new URL(route.request().url()).searchParams;
    const before = query.has('since') ? 0 : Number(query.get('before') ?? count + 1);
    const first = Math.max(1, before - (perPage ?? Number(query.get('limit') ?? 40)));
    const items = Array.from({ length: Math.max(0, before - first) }, (_, index) => message(first + index));
    pages += 1;
    await new Promise((passed) => setTimeout(passed, 40));
    const marks = { revision: count, deliveredSeq: count, readSeq: count, ownReadSeq: count };
    await route.fulfill({ json: { items, hasMore: !query.has('since') && first > 1, ...marks } });
  };
  await page.route(address, async (route) => {
    const response = fulfil(route).finally(() => pending.delete(response));
    pending.add(response);
    await response;
  });
  return {
    pages: () => pages,
    /** Removes the route once no request is pending, because the browser would fail those. */
    async stop() {
      await Promise.all(pending);
      await page.unroute(address);
    },
  };
}

/** Letters only: digits look like a phone number and would cause a warning. */
export const randomText = () =>
  crypto
    .randomUUID()
    .replace(/[^a-f]/g, '')
    .padEnd(6, 'x')
    .slice(0, 6);
export const field = (page: Page) => page.locator('textarea[name="message"]');
export const bubble = (page: Page, text: string) => page.getByRole('log').locator('li', { hasText: text });

export async function write(page: Page, text: string): Promise<void> {
  await field(page).fill(text);
  await field(page).press('Enter');
}
