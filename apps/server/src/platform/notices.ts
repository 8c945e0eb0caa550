import type { GiftId } from '@vlam/contract/gifts';
import type { NotificationKind } from '@vlam/contract/notifications';
import type { Clock } from './clock.ts';
import type { Db } from './database.ts';
import { type Jobs, jobKind } from './jobs.ts';
import { errorFields, type Logger } from './logger.ts';

/**
 * An event that members may be notified of. Modules report it; the notifications module decides who is notified, and
 * how.
 */
export type Notice = {
  readonly kind: NotificationKind;
  /** Recipients: a member by profile or account, or all current subscribers of a creator with a tier or a higher one. */
  readonly to:
    | { readonly profileId: string }
    | { readonly accountId: string }
    | { readonly subscribersOf: string; readonly fromTier?: number; readonly after?: string };
  /** Key of the event, such as `tip:…`: each recipient is notified once per key. */
  readonly key: string;
  /** Profile of the member who acted; left out for the platform. */
  readonly actorId?: string;
  /** The same, where only the account is known. */
  readonly actorAccountId?: string;
  /** Target of the link: an item, a person. */
  readonly targetId?: string;
  /** Its title, in the owner's own text. */
  readonly subject?: string;
  readonly amount?: { readonly value: number; readonly currency: 'credits' | 'cents' };
  /** The ledger's group that paid the recipient, where it was paid in credits. */
  readonly saleId?: string;
  readonly giftId?: GiftId;
  /** How many events a grouped notice stands for, all under its key; 1 when left out. */
  readonly count?: number;
  /** ISO 8601. Notified no earlier, and only if it still holds: for what can be taken back. */
  readonly notBefore?: string;
  /** The item of a bulk action of staff that it is about: dropped if that was undone. */
  readonly batch?: { readonly id: string; readonly itemId: string };
};

/** Queues notices in the caller's transaction: members are notified if and only if it commits. */
export type Notify = (db: Db, ...notices: readonly Notice[]) => Promise<void>;

export const notifyKind = jobKind<{ notices: readonly Notice[] }>('notifications.notify');

export const createNotify =
  (jobs: Pick<Jobs, 'enqueue'>): Notify =>
  async (db, ...notices) => {
    if (notices.length === 0) return;
    const latest = notices
      .map(({ notBefore }) => notBefore ?? '')
      .sort()
      .at(-1);
    await jobs.enqueue(db, notifyKind, { notices }, latest ? { runAt: new Date(latest) } : {});
  };

/** Hot paths pass events after their commit; those within this time become one job. */
const gatherMs = 500;
/** Notices per job, which notifies in one transaction. */
const batchSize = 200;
const maxQueuedEvents = 20_000;

/**
 * For events too frequent for a job each (likes, messages): `toNotices` turns the events of a moment into notices. A
 * process that dies in that moment loses these notifications and nothing else.
 */
export function gatherNotices<Event>(deps: {
  db: Db;
  notify: Notify;
  clock: Pick<Clock, 'after'>;
  logger: Pick<Logger, 'warn'>;
  toNotices(events: readonly Event[]): Promise<readonly Notice[]>;
}): (event: Event) => void {
  let waiting: Event[] = [];
  let isScheduled = false;
  async function flush(): Promise<void> {
    const events = waiting;
    waiting = [];
    isScheduled = false;
    try {
      const notices = await deps.toNotices(events);
      for (let at = 0; at < notices.length; at += batchSize)
        await deps.notify(deps.db, ...notices.slice(at, at + batchSize));
    } catch (error) {
      deps.logger.warn('notices were not left', errorFields(error));
    }
  }
  return (event) => {
    if (waiting.length < maxQueuedEvents) waiting.push(event);
    if (isScheduled) return;
    isScheduled = true;
    deps.clock.after(gatherMs, flush);
  };
}
