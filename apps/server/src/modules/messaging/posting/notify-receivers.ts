import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database.ts';
import type { Logger } from '../../../platform/logger.ts';
import { gatherNotices, type Notify } from '../../../platform/notices.ts';
import type { StoredMessage } from './publish.ts';

/** Messages read within this, by a member with the thread open, cause no notice; in milliseconds. */
const readingMs = 5_000;

/** Notifies receivers of inbox messages they have not read a moment later; message requests cause no notice. */
export function createNotifyReceivers(deps: {
  database: Database;
  clock: Clock;
  logger: Logger;
  notify: Notify;
}): (message: StoredMessage) => void {
  const enqueue = gatherNotices<StoredMessage>({
    ...deps,
    db: deps.database.db,
    toNotices: async (messages) => {
      const notBefore = new Date(deps.clock.now().getTime() + readingMs).toISOString();
      // Messages of one pair gathered together are one notice, named by the last of them.
      const byPair = new Map<string, { last: StoredMessage; count: number }>();
      for (const message of messages) {
        const pair = `${message.senderId} ${message.receiverId}`;
        byPair.set(pair, { last: message, count: (byPair.get(pair)?.count ?? 0) + 1 });
      }
      return [...byPair.values()].map(({ last, count }) => ({
        kind: 'message',
        to: { profileId: last.receiverId },
        key: `message:${last.id}`,
        actorId: last.senderId,
        ...(count > 1 ? { count } : {}),
        notBefore,
      }));
    },
  });
  return (message) => {
    if (message.accepted && !message.showsGiven) enqueue(message);
  };
}
