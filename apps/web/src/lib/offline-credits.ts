import type { QueryClient } from '@tanstack/react-query';
import { type Answer, ApiError, api, codeOf, keyOf, messageOf } from './api.ts';
import { putBalance } from './balance.ts';
import { readLocal, writeLocal } from './device.ts';
import {
  emptyQueue,
  type Intent,
  isQueued,
  type OfflineCredits,
  offlineCreditsKey,
  readQueue,
  refusalOf,
  toBody,
  withFailed,
  without,
  withRetry,
  withRunEnded,
  withSynced,
} from './offline-intents.ts';
import { newPriceOf } from './price-changed.ts';
import { createStore } from './store.ts';

/** How often waiting intents are sent while online, in milliseconds. */
export const syncIntervalMs = 30_000;
/** Time between two of them, in milliseconds. */
export const syncSpacingMs = 100;
const lockName = 'vlam-offline-credits';

/** For `useStore`; null before anything was kept for this account. */
export const offlineCreditsStore = createStore<OfflineCredits | null>(readQueue(readLocal(offlineCreditsKey)));

// Another tab queued, sent or cleared something.
window.addEventListener('storage', (event) => {
  if (event.key === offlineCreditsKey || event.key === null) offlineCreditsStore.set(readStored());
});

const readStored = () => readQueue(readLocal(offlineCreditsKey));

/** Reads again each time, because another tab may have changed it; never brings back a queue that was cleared. */
function update(change: (queue: OfflineCredits) => OfflineCredits): void {
  const queue = readStored();
  const next = queue && change(queue);
  if (next) writeLocal(offlineCreditsKey, JSON.stringify(next));
  offlineCreditsStore.set(next);
}

/** Begins to keep a queue for this account; that of another one is dropped. */
export function openQueue(accountId: string, balance?: number): void {
  const queue = readStored();
  const own = queue?.accountId === accountId ? queue : emptyQueue(accountId);
  const next = balance === undefined ? own : { ...own, balance };
  writeLocal(offlineCreditsKey, JSON.stringify(next));
  offlineCreditsStore.set(next);
}

export const countWaiting = (): number =>
  readStored()?.pendingTransactions.filter(({ status }) => status === 'pending').length ?? 0;

/** Queues what the member decided; returns why not, or null. `balance` as this tab knows it. */
export function queueIntent(
  accountId: string,
  intent: Intent,
  balance?: number,
): 'unnamed' | 'insufficient' | 'queued' | null {
  openQueue(accountId, balance);
  const queue = readStored();
  // Without storage there is nowhere to wait.
  if (!queue) return 'unnamed';
  if (isQueued(queue, intent)) return 'queued';
  const refusal = refusalOf(queue, intent);
  if (refusal) return refusal;
  const added = { ...intent, id: crypto.randomUUID(), timestamp: new Date().toISOString(), status: 'pending' as const };
  update((now) => ({ ...now, pendingTransactions: [...now.pendingTransactions, added] }));
  return null;
}

export const retryIntent = (id: string): void => update((queue) => withRetry(queue, id, crypto.randomUUID()));
export const removeIntent = (id: string): void => update((queue) => without(queue, id));

/** False after a refusal. Otherwise the intent may have been posted or not, and is sent again under the same id. */
const isOutcomeUnknown = (error: unknown): boolean =>
  !(error instanceof ApiError) || error.status >= 500 || error.status === 401 || codeOf(error) === 'TOO_MANY_REQUESTS';

const wait = (ms: number) => new Promise((done) => setTimeout(done, ms));

async function run(client: QueryClient): Promise<void> {
  const user = await api.currentUser().catch(() => null);
  const queue = readStored();
  if (!user || !queue) return;
  if (queue.accountId !== user.id) {
    localStorage.removeItem(offlineCreditsKey);
    return offlineCreditsStore.set(null);
  }
  const next = () => readStored()?.pendingTransactions.find(({ status }) => status === 'pending');
  update((now) => ({ ...now, syncInProgress: true }));
  let posted = 0;
  try {
    for (let item = next(); item; item = next()) {
      const { id } = item;
      try {
        const { balance } = await api.syncTransaction({ body: { ...toBody(item), accountId: queue.accountId } });
        update((now) => withSynced(now, id, balance));
        putBalance(client, balance);
        posted += 1;
      } catch (error) {
        if (isOutcomeUnknown(error)) break;
        update((now) => withFailed(now, id, messageOf(error), newPriceOf(error) ?? undefined));
      }
      if (next()) await wait(syncSpacingMs);
    }
  } finally {
    update((now) => withRunEnded(now, new Date().toISOString()));
  }
  if (posted === 0) return;
  for (const name of ['contentFeed', 'creatorContent', 'getContent', 'giftHistory', 'listMessages'] as const)
    void client.invalidateQueries({ queryKey: keyOf(name) });
}

let running: Promise<void> | undefined;

/** Sends what waits, one at a time; only one tab of the browser does where it has Web Locks. */
export function syncOfflineCredits(client: QueryClient): Promise<void> {
  if (countWaiting() === 0 || !navigator.onLine) return running ?? Promise.resolve();
  running ??= Promise.resolve(
    'locks' in navigator
      ? navigator.locks.request(lockName, { ifAvailable: true }, (lock) => (lock ? run(client) : undefined))
      : run(client),
  )
    .catch(() => undefined)
    .finally(() => {
      running = undefined;
    });
  return running;
}

let isStarted = false;

/** Sends now, when the network returns, and every 30 s while something waits; keeps the last known balance. */
export function startOfflineCredits(client: QueryClient): void {
  if (isStarted) return;
  isStarted = true;
  const sync = () => void syncOfflineCredits(client);
  addEventListener('online', sync);
  setInterval(sync, syncIntervalMs);
  client.getQueryCache().subscribe(({ query }) => {
    if (query.queryKey[0] !== 'creditBalance') return;
    const known = (query.state.data as Answer<'creditBalance'> | undefined)?.balance;
    if (known !== undefined && known !== offlineCreditsStore.get()?.balance && offlineCreditsStore.get())
      update((queue) => ({ ...queue, balance: known }));
  });
  sync();
}
