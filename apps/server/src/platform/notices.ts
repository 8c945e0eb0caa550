import type { GiftId } from '@vlam/contract/gifts';
import type { NotificationKind } from '@vlam/contract/notifications';
import type { Clock } from './clock.ts';
import type { Db } from './database.ts';
import { type Jobs, jobKind } from './jobs.ts';
import { errorFields, type Logger } from './logger.ts';

/** Something a member should be told of. Modules say it; who is told, and how, is the notifications' to decide. */
export type Notice = {
  readonly kind: NotificationKind;
  /** Recipients: a member by profile or account, or all current subscribers of a creator. */
  readonly to:
    | { readonly profileId: string }
    | { readonly accountId: string }
    | { readonly subscribersOf: string; readonly after?: string };
  /** Key of the event, such as `tip:…`: each recipient is notified once per key. */
  readonly key: string;
  /** Profile of who did it; left out for what the platform does. */
  readonly actorId?: string;
  /** The same, where only the account is at hand. */
  readonly actorAccountId?: string;
  /** What the link leads to: an item, a person. */
  readonly targetId?: string;
  /** What it is about, in the words of its owner. */
  readonly subject?: string;
  readonly amount?: { readonly value: number; readonly currency: 'credits' | 'cents' };
  /** The ledger's group that paid the recipient, where it was paid in credits. */
  readonly saleId?: string;
  readonly giftId?: GiftId;
  /** How many events of a kind that is told in groups it stands for, and its key for all of them; 1 where left out. */
  readonly count?: number;
  /** Not told before then, and only if it still stands: what can be taken back. ISO 8601. */
  readonly notBefore?: string;
};

/** Leaves notices in the caller's transaction: they are told of if and only if that commits. */
export type Notify = (db: Db, ...notices: readonly Notice[]) => Promise<void>;

export const tellKind = jobKind<{ notices: readonly Notice[] }>('notifications.tell');

export const createNotify =
  (jobs: Pick<Jobs, 'enqueue'>): Notify =>
  async (db, ...notices) => {
    if (notices.length === 0) return;
    const latest = notices
      .map(({ notBefore }) => notBefore ?? '')
      .sort()
      .at(-1);
    await jobs.enqueue(db, tellKind, { notices }, latest ? { runAt: new Date(latest) } : {});
  };

/** Hot paths hand in what happened after their commit; what comes within this is one job. */
const gatherMs = 500;
/** Notices in one job, which tells them in one transaction. */
const toldAtOnce = 200;
const waitingAtMost = 20_000;

/**
 * For what happens too often for a job each (likes, messages): `toNotices` turns the events of a moment into notices.
 * A process that dies in that moment takes them along, and nothing else: what happened stands.
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
      for (let at = 0; at < notices.length; at += toldAtOnce)
        await deps.notify(deps.db, ...notices.slice(at, at + toldAtOnce));
    } catch (error) {
      deps.logger.warn('notices were not left', errorFields(error));
    }
  }
  return (event) => {
    if (waiting.length < waitingAtMost) waiting.push(event);
    if (isScheduled) return;
    isScheduled = true;
    deps.clock.after(gatherMs, flush);
  };
}
