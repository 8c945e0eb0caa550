import type { GiftId } from '@vlam/contract/gifts';

/** Where the specification keeps the queue. */
export const offlineCreditsKey = 'offlineCredits';
/** How many of the waiting are listed. */
export const shownPending = 5;

/** What an intent buys: an item, paid media of a thread, a tip, or a gift. */
export interface IntentMetadata {
  userId?: string;
  message?: string;
  contentId?: string;
  messageId?: string;
  giftId?: GiftId;
  startNow?: boolean;
}

export interface Intent {
  type: 'spend' | 'tip' | 'purchase';
  /** Credits, as shown to the member. */
  amount: number;
  description: string;
  metadata: IntentMetadata;
}

export interface OfflineTransaction extends Intent {
  /** The server posts one id once, however often it arrives. */
  id: string;
  timestamp: string;
  status: 'pending' | 'synced' | 'failed';
  /** Why the server refused it. */
  reason?: string;
  /** The price that the server named when it refused the shown one. */
  newPrice?: number;
}

export interface OfflineCredits {
  /** The account that queued them; no other one sends or sees them. */
  accountId: string;
  /** The last balance the server named; null when none was seen. */
  balance: number | null;
  pendingTransactions: OfflineTransaction[];
  lastSyncTime: string | null;
  syncInProgress: boolean;
}

export const emptyQueue = (accountId: string): OfflineCredits => ({
  accountId,
  balance: null,
  pendingTransactions: [],
  lastSyncTime: null,
  syncInProgress: false,
});

/** The queue as stored; null when there is none or it cannot be read. */
export function readQueue(stored: string | null): OfflineCredits | null {
  try {
    const read = JSON.parse(stored ?? 'null') as OfflineCredits | null;
    return read?.accountId && Array.isArray(read.pendingTransactions)
      ? { ...emptyQueue(read.accountId), ...read }
      : null;
  } catch {
    return null;
  }
}

/** True when an intent names exactly one thing, and one that fits its type. */
export function namesPurchase({ type, metadata }: Pick<Intent, 'type' | 'metadata'>): boolean {
  const { contentId, messageId, userId, giftId } = metadata;
  if ([contentId, messageId, userId].filter(Boolean).length !== 1) return false;
  if (giftId && !userId) return false;
  if (type === 'tip') return Boolean(userId) && !giftId;
  return type === 'spend' || !userId;
}

/** Credits that the waiting intents leave of the last known balance; null when none is known. */
export const availableCredits = ({ balance, pendingTransactions }: OfflineCredits): number | null =>
  balance === null
    ? null
    : pendingTransactions.reduce((left, { status, amount }) => (status === 'pending' ? left - amount : left), balance);

/** Why the device refuses an intent; null when it is queued. */
export function refusalOf(queue: OfflineCredits, intent: Intent): 'unnamed' | 'insufficient' | null {
  if (!namesPurchase(intent) || !(intent.amount > 0)) return 'unnamed';
  return (availableCredits(queue) ?? 0) < intent.amount ? 'insufficient' : null;
}

/** The same intent is not queued twice for an item: a second tap offline would only be refused later. */
const isSameItem = (one: Intent, other: Intent) =>
  (one.metadata.contentId !== undefined && one.metadata.contentId === other.metadata.contentId) ||
  (one.metadata.messageId !== undefined && one.metadata.messageId === other.metadata.messageId);

export const isQueued = (queue: OfflineCredits, intent: Intent): boolean =>
  queue.pendingTransactions.some((each) => each.status === 'pending' && isSameItem(each, intent));

/** What travels: the server knows neither the reason nor the new price. */
export const toBody = ({ reason: _reason, newPrice: _price, ...body }: OfflineTransaction) => body;

const change = (queue: OfflineCredits, id: string, to: (each: OfflineTransaction) => OfflineTransaction) => ({
  ...queue,
  pendingTransactions: queue.pendingTransactions.map((each) => (each.id === id ? to(each) : each)),
});

export const withSynced = (queue: OfflineCredits, id: string, balance: number): OfflineCredits => ({
  ...change(queue, id, (each) => ({ ...each, status: 'synced' })),
  balance,
});

export const withFailed = (queue: OfflineCredits, id: string, reason?: string, newPrice?: number): OfflineCredits =>
  change(queue, id, (each) => ({
    ...each,
    status: 'failed',
    ...(reason === undefined ? {} : { reason }),
    ...(newPrice === undefined ? {} : { newPrice }),
  }));

/** Back to pending. At another price it is another intent: the server keeps an id to its first amount. */
export const withRetry = (queue: OfflineCredits, id: string, newId: string): OfflineCredits =>
  change(queue, id, ({ reason: _reason, newPrice, ...each }) => ({
    ...each,
    status: 'pending',
    ...(newPrice === undefined ? {} : { id: newId, amount: newPrice }),
  }));

export const without = (queue: OfflineCredits, id: string): OfflineCredits => ({
  ...queue,
  pendingTransactions: queue.pendingTransactions.filter((each) => each.id !== id),
});

/** After a run: what was posted goes, the time stays. */
export const withRunEnded = (queue: OfflineCredits, at: string): OfflineCredits => ({
  ...queue,
  pendingTransactions: queue.pendingTransactions.filter(({ status }) => status !== 'synced'),
  lastSyncTime: at,
  syncInProgress: false,
});
