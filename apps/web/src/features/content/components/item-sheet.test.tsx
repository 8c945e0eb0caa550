import type { ContentView } from '@vlam/contract/content';
import type { CreatorTerms } from '@vlam/contract/subscription-terms';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Rendered, render, serve, settle } from '../../../../test/render.tsx';
import { toastQueue } from '../../../lib/toast.ts';
import { ItemSheet } from './item-sheet.tsx';

const id = '01999999-0000-7000-8000-000000000001';
const locked = {
  id,
  profileId: '01999999-0000-7000-8000-000000000002',
  title: 'Blue hour',
  description: 'By the pier',
  mediaType: 'image',
  mediaUrl: null,
  sources: [],
  width: 800,
  height: 1000,
  duration: null,
  previewUrl: '/veil.svg',
  isPremium: true,
  isExclusive: false,
  price: 10,
  isLocked: true,
  isPurchased: false,
  isOwn: false,
  liked: false,
  tipGoal: null,
  tipGoalCents: null,
  currentTips: 0,
  currentTipsCents: 0,
  likeCount: 0,
  commentCount: 0,
  viewCount: 0,
  classification: '18',
  createdAt: '2026-11-21T10:00:00.000Z',
  profile: {
    id: '01999999-0000-7000-8000-000000000002',
    displayName: 'Zanele',
    category: 'Art',
    isVerified: true,
    avatar: '',
  },
} satisfies ContentView;
const unlockCall = `POST /api/content/${id}/unlock`;
const opened = { ...locked, isLocked: false, isPurchased: true, mediaUrl: '/m.webp' };
const refusal = (status: number, code: string, details?: object) => ({
  status,
  body: { code, message: code, requestId: 'x', ...(details ? { details } : {}) },
});

let screen: Rendered;
let keys: (string | null)[];
const onUnlocked = vi.fn();
const onPlan = vi.fn();

const tier = (number: 1 | 2 | 3, name: string, more: object = {}) => ({
  ...{ tier: number, name, opens: '', open: true, priceCents: number * 10_000, terms: [] },
  ...more,
});
let terms: Partial<CreatorTerms>;

async function open(balance: number, answer: Parameters<typeof serve>[0][string], item: ContentView = locked) {
  const calls = serve({
    'GET /api/credits/balance': () => ({ status: 200, body: { balance, promotional: 0 } }),
    [`GET /api/content/${id}`]: () => ({ status: 200, body: item }),
    [`GET /api/subscriptions/terms/${locked.profileId}`]: () => ({ status: 200, body: terms }),
    [unlockCall]: answer,
  });
  const served = globalThis.fetch;
  keys = [];
  globalThis.fetch = (input, init) => {
    if (init?.method === 'POST') keys.push(new Headers(init.headers).get('idempotency-key'));
    return served(input, init);
  };
  screen = await render(<ItemSheet item={item} onClose={() => undefined} onUnlocked={onUnlocked} onPlan={onPlan} />);
  return () => calls.filter(({ call }) => call === unlockCall);
}
const button = (text: string) =>
  [...screen.container.querySelectorAll('button')].find((each) => each.textContent?.includes(text));

beforeEach(() => {
  toastQueue.set([]);
  HTMLDialogElement.prototype.showModal ??= () => undefined;
});
afterEach(() => {
  screen.unmount();
  onUnlocked.mockClear();
  onPlan.mockClear();
});

describe('the tier of a locked item', () => {
  const from2: ContentView = { ...locked, price: 0, fromTier: 2, tierName: 'Ember Gold' };
  const unused = () => ({ status: 500 });

  it('is named with its price and what it opens, and leads into the plan', async () => {
    terms = {
      ...{ sells: true, ownTier: null },
      tiers: [tier(1, ''), tier(2, 'Ember Gold', { opens: 'Films and shows' }), tier(3, 'Diamond')],
    };
    await open(45, unused, from2);
    expect(screen.container.textContent).toContain('Films and shows');
    await screen.press('With Ember Gold, R200 a month');
    expect(onPlan).toHaveBeenCalledExactlyOnceWith(from2);
  });

  it('is an upgrade for a subscriber of a lower one, beside the price of the item alone', async () => {
    terms = { sells: true, ownTier: 1, tiers: [tier(1, ''), tier(2, 'Ember Gold')] };
    await open(45, unused, { ...from2, price: 10 });
    expect(button('Unlock for 10 credits')).toBeTruthy();
    await screen.press('Upgrade to Ember Gold, R200 a month');
    expect(onPlan).toHaveBeenCalledTimes(1);
  });

  it('is the next one above while it takes no new people, and none where no one takes any', async () => {
    terms = { sells: true, ownTier: null, tiers: [tier(2, 'Ember Gold', { open: false }), tier(3, 'Diamond')] };
    await open(45, unused, from2);
    expect(button('With Diamond, R300 a month')).toBeTruthy();
    screen.unmount();
    terms = { sells: true, ownTier: null, tiers: [tier(1, ''), tier(2, 'Ember Gold', { open: false })] };
    await open(45, unused, from2);
    expect(screen.container.textContent).toContain('Ember Gold takes no new people at the moment.');
  });

  it('passes the item on when a subscription has opened it', async () => {
    terms = { sells: true, ownTier: 2, tiers: [] };
    const calls = serve({
      'GET /api/credits/balance': () => ({ status: 200, body: { balance: 0, promotional: 0 } }),
      [`GET /api/content/${id}`]: () => ({ status: 200, body: { ...from2, isLocked: false } }),
      [`GET /api/subscriptions/terms/${locked.profileId}`]: () => ({ status: 200, body: terms }),
    });
    screen = await render(<ItemSheet item={from2} onClose={() => undefined} onUnlocked={onUnlocked} />);
    expect(calls.length).toBeGreaterThan(0);
    expect(onUnlocked).toHaveBeenCalledWith(expect.objectContaining({ id, isLocked: false }));
  });
});

describe('the unlock sheet', () => {
  it('shows price and balances, sends the price shown, and passes on the unlocked item', async () => {
    const unlocks = await open(45, () => ({ status: 200, body: { balance: 35, item: opened } }));
    expect(screen.container.textContent).toContain('45 credits');
    expect(screen.container.textContent).toContain('35 credits');
    await screen.press('Unlock for 10 credits');
    expect(unlocks().map(({ body }) => body)).toEqual([{ price: 10, startNow: true }]);
    expect(onUnlocked).toHaveBeenCalledExactlyOnceWith(opened);
    expect(toastQueue.get()[0]).toMatchObject({ title: 'Content Unlocked!', text: 'You can now view "Blue hour"' });
  });

  it('T95: shows a changed price and charges it only after a second confirmation', async () => {
    let turn = 0;
    const unlocks = await open(45, () => {
      turn += 1;
      return turn === 1
        ? refusal(409, 'PRICE_CHANGED', { price: 25 })
        : { status: 200, body: { balance: 20, item: { ...opened, price: 25 } } };
    });
    await screen.press('Unlock for 10 credits');
    expect(onUnlocked).not.toHaveBeenCalled();
    expect(screen.container.textContent).toContain('25');
    expect(unlocks()).toHaveLength(1);
    await screen.press('Unlock for 25 credits');
    expect(unlocks()[1]?.body).toMatchObject({ price: 25 });
    expect(onUnlocked).toHaveBeenCalledTimes(1);
    expect(keys[0]).toBeTruthy();
    expect(keys[1]).not.toBe(keys[0]);
  });

  it('retries with the same idempotency key after a lost answer', async () => {
    let turn = 0;
    const unlocks = await open(45, () => {
      turn += 1;
      return turn === 1 ? new TypeError('network') : { status: 200, body: { balance: 35, item: opened } };
    });
    await screen.press('Unlock for 10 credits');
    await settle();
    expect(toastQueue.get()[0]?.text).toBe('The connection dropped. You were not charged twice; try again.');
    await screen.press('Unlock for 10 credits');
    expect(unlocks()).toHaveLength(2);
    expect(keys[1]).toBe(keys[0]);
    expect(onUnlocked).toHaveBeenCalledTimes(1);
  });

  it('links to buying credits when the balance is too low', async () => {
    const unlocks = await open(4, () => ({ status: 500 }));
    expect(screen.container.textContent).toContain('You need 10 credits to unlock this content.');
    expect(button('Unlock for 10 credits')?.disabled).toBe(true);
    const link = [...screen.container.querySelectorAll('a')].find((each) => each.textContent?.includes('Buy Credits'));
    expect(link?.getAttribute('href')).toContain('/credits');
    expect(unlocks()).toHaveLength(0);
  });
});
