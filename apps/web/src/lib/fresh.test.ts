import { focusManager, onlineManager, type QueryClient, QueryObserver } from '@tanstack/react-query';
import { operations } from '@vlam/contract';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { freshOperations, keepFresh } from './fresh.ts';
import { createQueryClient } from './query.ts';
import { emitEvent } from './realtime.ts';

const minuteMs = 60_000;
let client: QueryClient;
let stop: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  focusManager.setFocused(true);
  client = createQueryClient(() => undefined);
  stop = keepFresh(client);
  emitEvent('');
});
afterEach(() => {
  stop();
  client.clear();
  focusManager.setFocused(undefined);
  vi.useRealTimers();
});

/** Observes a query: how often it was fetched, and its current result. */
async function show(name: string) {
  const read = vi.fn(async () => ({ price: read.mock.calls.length }));
  const observer = new QueryObserver<{ price: number }>(client, { queryKey: [name], queryFn: read });
  const hide = observer.subscribe(() => undefined);
  await vi.advanceTimersByTimeAsync(0);
  return { read, hide, shown: () => observer.getCurrentResult() };
}
async function leaveAndComeBack(afterMs = 1_000): Promise<void> {
  focusManager.setFocused(false);
  await vi.advanceTimersByTimeAsync(afterMs);
  focusManager.setFocused(true);
  await vi.advanceTimersByTimeAsync(0);
}

describe('money, prices and rights', () => {
  it('are refetched after five minutes and not earlier', async () => {
    const { read, shown } = await show('getCreator');
    await vi.advanceTimersByTimeAsync(4.9 * minuteMs);
    expect(read).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(0.6 * minuteMs);
    expect(read).toHaveBeenCalledTimes(2);
    expect(shown().data).toEqual({ price: 2 });
  });

  it('are refetched on focus and not while the window is in the background', async () => {
    const { read } = await show('creditBalance');
    focusManager.setFocused(false);
    await vi.advanceTimersByTimeAsync(20 * minuteMs);
    expect(read).toHaveBeenCalledTimes(1);
    await leaveAndComeBack();
    expect(read).toHaveBeenCalledTimes(2);
  });

  it('are refetched when the socket reconnects and not when it first opens', async () => {
    const { read } = await show('ownVip');
    expect(read).toHaveBeenCalledTimes(1);
    emitEvent('');
    await vi.advanceTimersByTimeAsync(0);
    expect(read).toHaveBeenCalledTimes(2);
  });

  it('are refetched when the network returns, with and without a socket', async () => {
    const { read } = await show('creditBalance');
    onlineManager.setOnline(false);
    await vi.advanceTimersByTimeAsync(6 * minuteMs);
    expect(read).toHaveBeenCalledTimes(1);
    onlineManager.setOnline(true);
    await vi.advanceTimersByTimeAsync(0);
    expect(read).toHaveBeenCalledTimes(2);
  });

  it('are refetched on the next mount when they are not mounted now', async () => {
    const first = await show('getBundle');
    first.hide();
    await leaveAndComeBack();
    expect(first.read).toHaveBeenCalledTimes(1);
    const { read } = await show('getBundle');
    expect(read).toHaveBeenCalledTimes(1);
  });

  it('keep the old data during a refetch and after it fails', async () => {
    const { read, shown } = await show('getContent');
    read.mockImplementation(() => new Promise((_, reject) => setTimeout(() => reject(new Error('503: away')), 1_000)));
    await leaveAndComeBack();
    expect(shown()).toMatchObject({ data: { price: 1 }, isFetching: true });
    await vi.advanceTimersByTimeAsync(2_000);
    expect(shown()).toMatchObject({ data: { price: 1 }, isFetching: false });
  });

  it('are fetched once when focus and the socket return together', async () => {
    const { read } = await show('getCallPartner');
    focusManager.setFocused(false);
    focusManager.setFocused(true);
    emitEvent('');
    await vi.advanceTimersByTimeAsync(0);
    expect(read).toHaveBeenCalledTimes(2);
  });
});

it('leaves other queries unchanged', async () => {
  const shown = await Promise.all(['contentFeed', 'moods', 'listMessages'].map(show));
  await vi.advanceTimersByTimeAsync(10 * minuteMs);
  await leaveAndComeBack();
  emitEvent('');
  await vi.advanceTimersByTimeAsync(0);
  for (const { read } of shown) expect(read).toHaveBeenCalledTimes(1);
});

describe('a response with a price or a right', () => {
  /** Why other operations are not in the list. */
  const elsewhere = {
    // A refetch reads every loaded page and moves items under the reader's thumb. Each item is read when it opens.
    readsEveryPage: [
      'contentFeed',
      'listOrders',
      'creditTransactions',
      'memberStatement',
      'listRequests',
      'listCalls',
      'giftHistory',
      'creatorTopContent',
      'listStudioPosts',
      'listFans',
    ],
    resultsOfASearch: ['searchMessages'],
    changedByEvents: [
      'listLiveMessages',
      'listConversations',
      'listMessages',
      'listNotifications',
      'currentCall',
      'callReceipt',
    ],
    // These poll, or refetch on each visit.
    ownRule: [
      'getOrder',
      'listEvents',
      'getEvent',
      'listCallPartners',
      'available',
      'listCreators',
      'searchProfiles',
      'listLibrary',
      'listOwned',
      'listSaved',
      'suspendedData',
      'getSubscriptionTerms',
      'getFan',
      'getCreatorFigures',
      'getTaxYear',
      'ownReferrals',
      'getTipMenu',
      'getRequestTerms',
      'listSubscriptionGifts',
    ],
    // Buying starts on another screen, which reads the price.
    noPurchaseThere: [
      'affordablePictures',
      'featuredProfiles',
      'testProfiles',
      'nearby',
      'matches',
      'listFollowing',
      'platformFigures',
    ],
    // Only the member changes these.
    ownSettings: [
      'ownProfile',
      'welcomeMessage',
      'listSavedReplies',
      'getCallSettings',
      'getPriceRequest',
      'getSubscriptionSales',
      'getOwnTerms',
      'listOwnTiers',
      'getWeeklyPayout',
      'ownTipMenu',
      'ownRequestTerms',
      'listPaymentMethods',
    ],
    // Its address is renewed while it plays, and the right asked with each segment.
    renewedWhilePlaying: ['getStream', 'getContentStream', 'streamByLink'],
    ownBroadcasts: ['listBroadcasts'],
    // Of the person behind a handle only the id is cached under it.
    neverCached: ['listGifts', 'checkSubscription', 'previewContent', 'previewMessage', 'getProfileByHandle'],
  };

  it('is in freshOperations or has a reason not to be', () => {
    const decided = new Set<string>([...freshOperations, ...Object.values(elsewhere).flat()]);
    const priced = Object.entries(operations).filter(
      ([, { method, response, access }]: [
        string,
        (typeof operations)[keyof typeof operations] & { response?: unknown },
      ]) =>
        method === 'GET' && typeof access === 'string' && fieldsOf(response).some((name) => priceOrRight.test(name)),
    );
    expect(priced.length).toBeGreaterThan(20);
    expect(priced.map(([name]) => name).filter((name) => !decided.has(name))).toEqual([]);
  });

  const priceOrRight =
    /price|cents|^credits|balance|isLocked|unlocked|^subscri|^amount|vipTier|perMinute|cost|paidUntil/i;

  function fieldsOf(schema: unknown, seen = new Set<unknown>()): string[] {
    if (typeof schema !== 'object' || schema === null || seen.has(schema)) return [];
    seen.add(schema);
    const shape = 'shape' in schema && typeof schema.shape === 'object' ? Object.keys(schema.shape ?? {}) : [];
    return [...shape, ...Object.values(schema).flatMap((part) => fieldsOf(part, seen))];
  }
});
