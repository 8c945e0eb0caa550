import type { CreditsService } from './modules/credits/service.ts';
import type { OnGiftSent } from './modules/gifts/events.ts';
import type { GiftsService } from './modules/gifts/service.ts';
import type { SentMessage } from './modules/messaging/service.ts';
import { afterCommit } from './platform/after-commit.ts';
import type { Clock } from './platform/clock.ts';
import type { Db } from './platform/database.ts';
import { errorFields, type Logger } from './platform/logger.ts';
import { gatherNotices, type Notify } from './platform/notices.ts';
import type { Realtime } from './platform/realtime.ts';

/** Shows a gift to its recipient once it is paid for, as their own list shows it; not where they silenced its sender. */
export const tellGifts =
  (deps: {
    realtime: Realtime;
    logger: Logger;
    notify: Notify;
    gifts: () => Pick<GiftsService, 'findReceived'>;
    hasMuted(profileId: string, otherId: string): Promise<boolean>;
  }): OnGiftSent =>
  async (tx, { id, recipientId, senderId, giftId, credits }) => {
    await deps.notify(tx, {
      kind: 'gift',
      to: { profileId: recipientId },
      key: `gift:${id}`,
      actorId: senderId,
      giftId,
      amount: { value: credits, currency: 'credits' },
    });
    afterCommit(tx, async () => {
      try {
        if (await deps.hasMuted(recipientId, senderId)) return;
        const gift = await deps.gifts().findReceived(id);
        if (!gift) return;
        const { recipientId: _to, recipientName: _name, ...shown } = gift;
        deps.realtime.toProfile(recipientId, 'gift.received', shown);
      } catch (error) {
        // It is in the recipient's list all the same.
        deps.logger.warn('a gift was not told', errorFields(error));
      }
    });
  };

/** Answers what takes members whose wallets moved; those who are connected see what they can spend now. */
export const tellBalances = (realtime: Realtime, credits: () => Pick<CreditsService, 'balancesOf'>) =>
  realtime.feed('balance.changed', (accountIds) => credits().balancesOf(accountIds));

/** Messages read within this, by a member with the thread open, cause no notice; in milliseconds. */
const readingMs = 5_000;

/** Tells of messages in the inbox that nobody has read a moment later; what strangers write waits in silence. */
export const tellMessages = (deps: { db: Db; clock: Clock; logger: Logger; notify: Notify }) => {
  const tell = gatherNotices<SentMessage>({
    ...deps,
    toNotices: async (messages) => {
      const notBefore = new Date(deps.clock.now().getTime() + readingMs).toISOString();
      // What one person writes to another in a breath is one notice, named by the last of it.
      const breaths = new Map<string, { last: SentMessage; count: number }>();
      for (const message of messages) {
        const pair = `${message.senderId} ${message.receiverId}`;
        breaths.set(pair, { last: message, count: (breaths.get(pair)?.count ?? 0) + 1 });
      }
      return [...breaths.values()].map(({ last, count }) => ({
        kind: 'message',
        to: { profileId: last.receiverId },
        key: `message:${last.id}`,
        actorId: last.senderId,
        ...(count > 1 ? { count } : {}),
        notBefore,
      }));
    },
  });
  return (message: SentMessage): void => {
    if (message.accepted && !message.showsGiven) tell(message);
  };
};
