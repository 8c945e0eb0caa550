import { beforeEach, describe, expect, it, vi } from 'vitest';
import { serve } from '../../test/render.tsx';
import {
  offlineCreditsStore,
  openQueue,
  queueIntent,
  removeIntent,
  retryIntent,
  syncOfflineCredits,
} from './offline-credits.ts';
import { availableCredits, type Intent, namesPurchase, offlineCreditsKey, readQueue } from './offline-intents.ts';
import { createQueryClient } from './query.ts';

const account = '0197a000-0000-7000-8000-000000000001';
const person = '0197a000-0000-7000-8000-000000000002';
const client = createQueryClient(() => undefined);
const tip = (amount = 10): Intent => ({ type: 'tip', amount, description: 'Tip', metadata: { userId: person } });
const stored = () => readQueue(localStorage.getItem(offlineCreditsKey));
const items = () => stored()?.pendingTransactions ?? [];
const states = () => items().map(({ status }) => status);

beforeEach(() => {
  localStorage.clear();
  offlineCreditsStore.set(null);
  vi.stubGlobal('navigator', { ...navigator, onLine: true });
  return () => vi.unstubAllGlobals();
});

type Refusal = { status: number; body?: unknown } | Error;
/** A server with a ledger: it posts an id once, and answers a repeat as it did at first. */
function aLedger(balance: number, decide: (id: string, attempt: number) => Refusal | 'lost' | null = () => null) {
  const posted = new Map<string, number>();
  const attempts = new Map<string, number>();
  const sentAt: number[] = [];
  const ledger = { balance, posted, sentAt };
  serve({
    'GET /api/auth/user': () => ({ status: 200, body: { id: account } }),
    'POST /api/credits/sync-transaction': (body) => {
      const { id, amount } = body as { id: string; amount: number };
      sentAt.push(performance.now());
      const attempt = (attempts.get(id) ?? 0) + 1;
      attempts.set(id, attempt);
      const decision = decide(id, attempt);
      if (decision && decision !== 'lost') return decision;
      if (!posted.has(id)) {
        posted.set(id, amount);
        ledger.balance -= amount;
      }
      return decision === 'lost'
        ? new Error('network')
        : { status: 200, body: { status: 'synced', balance: ledger.balance } };
    },
  });
  return ledger;
}

describe('an intent', () => {
  it.each([
    ['a tip to a person', { type: 'tip', metadata: { userId: person } }, true],
    ['an item', { type: 'purchase', metadata: { contentId: person } }, true],
    ['media of a thread', { type: 'spend', metadata: { messageId: person } }, true],
    ['a gift', { type: 'spend', metadata: { userId: person, giftId: 'red-rose' } }, true],
    ['nothing', { type: 'spend', metadata: {} }, false],
    ['a gift for nobody', { type: 'spend', metadata: { giftId: 'red-rose' } }, false],
    ['two things', { type: 'spend', metadata: { contentId: person, messageId: person } }, false],
    ['a person as a purchase', { type: 'purchase', metadata: { userId: person } }, false],
    ['an item as a tip', { type: 'tip', metadata: { contentId: person } }, false],
  ] as const)('that names %s', (_name, intent, isNamed) => expect(namesPurchase(intent)).toBe(isNamed));

  it('without what it buys, or past the balance, is refused on the device', () => {
    expect(queueIntent(account, { ...tip(), metadata: {} }, 100)).toBe('unnamed');
    expect(queueIntent(account, tip(0), 100)).toBe('unnamed');
    expect(queueIntent(account, tip(101), 100)).toBe('insufficient');
    expect(queueIntent(account, tip(60))).toBeNull();
    expect(queueIntent(account, tip(41))).toBe('insufficient');
    expect(queueIntent(account, tip(40))).toBeNull();
    const queue = stored();
    expect([queue && availableCredits(queue), states()]).toEqual([0, ['pending', 'pending']]);
  });

  it('waits only once for the same item, and without a known balance not at all', () => {
    const item = { ...tip(), type: 'purchase' as const, metadata: { contentId: person } };
    expect(queueIntent(account, item)).toBe('insufficient');
    expect(queueIntent(account, item, 100)).toBeNull();
    expect(queueIntent(account, item, 100)).toBe('queued');
  });

  it('of another account is dropped with its queue', () => {
    queueIntent(account, tip(), 100);
    openQueue(person, 5);
    expect([items(), stored()?.balance]).toEqual([[], 5]);
  });
});

describe('sending', () => {
  it('goes one at a time, 100 ms apart, and drops what was posted', async () => {
    const ledger = aLedger(100);
    for (const amount of [10, 20, 30]) queueIntent(account, tip(amount), 100);
    await syncOfflineCredits(client);
    expect([...ledger.posted.values()]).toEqual([10, 20, 30]);
    const gaps = ledger.sentAt.slice(1).map((at, index) => at - (ledger.sentAt[index] ?? 0));
    expect(gaps.every((gap) => gap >= 95)).toBe(true);
    expect(stored()).toMatchObject({ balance: 40, pendingTransactions: [], syncInProgress: false });
    expect(Number.isNaN(Date.parse(stored()?.lastSyncTime ?? ''))).toBe(false);
  });

  it("keeps the server's reason, and a retry goes under the same id", async () => {
    let refuses = true;
    const ledger = aLedger(100, () =>
      refuses ? { status: 402, body: { code: 'INSUFFICIENT_CREDITS', message: 'Insufficient credits' } } : null,
    );
    queueIntent(account, tip(), 100);
    const [before] = items();
    await syncOfflineCredits(client);
    expect(items()).toMatchObject([{ status: 'failed', reason: 'Insufficient credits' }]);
    refuses = false;
    retryIntent(before?.id ?? '');
    expect(states()).toEqual(['pending']);
    await syncOfflineCredits(client);
    expect([items(), [...ledger.posted]]).toEqual([[], [[before?.id, 10]]]);
  });

  it('a retry at another price is another intent, at that price', async () => {
    aLedger(100, (_id, attempt) =>
      attempt === 1 && items()[0]?.amount === 10
        ? { status: 409, body: { code: 'PRICE_CHANGED', message: 'The price has changed', details: { price: 12 } } }
        : null,
    );
    queueIntent(account, tip(), 100);
    const [before] = items();
    await syncOfflineCredits(client);
    expect(items()).toMatchObject([{ status: 'failed', newPrice: 12 }]);
    retryIntent(before?.id ?? '');
    expect(items()).toMatchObject([{ status: 'pending', amount: 12 }]);
    expect(items()[0]?.id).not.toBe(before?.id);
    await syncOfflineCredits(client);
    expect(stored()?.balance).toBe(88);
  });

  it('after a lost answer nothing more is sent, and the same id is sent again: charged once', async () => {
    const ledger = aLedger(100, (_id, attempt) => (attempt === 1 ? 'lost' : null));
    for (const amount of [10, 20]) queueIntent(account, tip(amount), 100);
    await syncOfflineCredits(client);
    expect([states(), ledger.posted.size]).toEqual([['pending', 'pending'], 1]);
    await syncOfflineCredits(client);
    await syncOfflineCredits(client);
    expect([items(), ledger.balance, stored()?.balance]).toEqual([[], 70, 70]);
  });

  it('two calls at once send nothing twice', async () => {
    const ledger = aLedger(100);
    queueIntent(account, tip(), 100);
    await Promise.all([syncOfflineCredits(client), syncOfflineCredits(client)]);
    expect(ledger.sentAt).toHaveLength(1);
  });

  it('sends nothing offline', async () => {
    vi.stubGlobal('navigator', { ...navigator, onLine: false });
    const ledger = aLedger(100);
    queueIntent(account, tip(), 100);
    await syncOfflineCredits(client);
    expect([ledger.sentAt, states()]).toEqual([[], ['pending']]);
  });

  it("of another account's queue sends nothing and keeps nothing", async () => {
    const ledger = aLedger(100);
    queueIntent(person, tip(), 100);
    await syncOfflineCredits(client);
    expect([ledger.sentAt, localStorage.getItem(offlineCreditsKey)]).toEqual([[], null]);
  });

  it('a queue cleared while it is sent stays cleared', async () => {
    const ledger = aLedger(100, () => {
      localStorage.clear();
      return null;
    });
    queueIntent(account, tip(), 100);
    await syncOfflineCredits(client);
    expect([ledger.posted.size, localStorage.length]).toEqual([1, 0]);
  });

  it('what was removed is not sent', async () => {
    const ledger = aLedger(100);
    queueIntent(account, tip(), 100);
    removeIntent(items()[0]?.id ?? '');
    await syncOfflineCredits(client);
    expect(ledger.sentAt).toEqual([]);
  });
});
