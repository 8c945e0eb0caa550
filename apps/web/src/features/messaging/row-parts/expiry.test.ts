import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { aMessage, other } from '../testing.ts';

const minuteMs = 60_000;
const at = (ms: number) => new Date(ms).toISOString();

// A fresh module for each test, without a server time.
beforeEach(() => vi.resetModules());
afterEach(() => vi.unstubAllGlobals());

/** A tab that had a response; the server's clock is this far behind the device's. */
async function createTab(aheadMs: number | null) {
  const { api } = await import('../../../lib/api.ts');
  const rules = await import('./expiry.ts');
  const headers: Record<string, string> =
    aheadMs === null ? {} : { date: new Date(Date.now() - aheadMs).toUTCString() };
  vi.stubGlobal('fetch', async () => new Response('{}', { headers }));
  await api.currentUser();
  return rules;
}

describe('expiry of a message', () => {
  it.each([60, -60])("follows the server's clock on a device that is %i minutes fast", async (minutes) => {
    const ahead = minutes * minuteMs;
    const { isExpired: isOver, seenMessages: shownOf } = await createTab(ahead);
    const now = Date.now();
    const lives = aMessage(1, { expiresAt: at(now - ahead + 30 * minuteMs) });
    const over = aMessage(2, { expiresAt: at(now - ahead - minuteMs) });
    expect([isOver(lives, now), isOver(over, now)]).toEqual([false, true]);
    expect(shownOf([lives, over], other, now)).toEqual([lives]);
  });

  it("follows the device's clock before the first response", async () => {
    const { isExpired: isOver } = await createTab(null);
    const now = Date.now();
    expect(isOver({ expiresAt: at(now - 1) }, now)).toBe(true);
    expect(isOver({ expiresAt: at(now + 1) }, now)).toBe(false);
    expect(isOver({ expiresAt: null }, now)).toBe(false);
  });

  it('is not affected by a delayed response', async () => {
    const { isExpired: isOver } = await createTab(0);
    const { api } = await import('../../../lib/api.ts');
    const date = new Date(Date.now() - 40_000).toUTCString();
    vi.stubGlobal('fetch', async () => new Response('{}', { headers: { date } }));
    await api.currentUser();
    expect(isOver({ expiresAt: at(Date.now() - 10_000) }, Date.now())).toBe(true);
  });
});

describe('messages seen', () => {
  it("are the other member's unexpired messages, the only ones marked as read", async () => {
    const { seenMessages: shownOf } = await createTab(0);
    const now = Date.now();
    const messages = [aMessage(1), aMessage(2, { senderId: 'me' }), aMessage(3, { expiresAt: at(now - 5 * minuteMs) })];
    expect(shownOf(messages, other, now).map(({ seq }) => seq)).toEqual([1]);
  });
});
