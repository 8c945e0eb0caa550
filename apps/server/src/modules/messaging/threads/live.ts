import { typingIntervalMs } from '@vlam/contract/messaging';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database.ts';
import { AppError } from '../../../platform/errors.ts';
import { errorFields, type Logger } from '../../../platform/logger.ts';
import type { Realtime } from '../../../platform/realtime.ts';
import type { EventHandler } from '../../../platform/realtime-client-events.ts';
import type { Viewer } from '../../../platform/viewer.ts';
import { listAllowedMembers, listPresence } from './thread-store.ts';

const maxRemembered = 20_000;
const presencePollMs = 10_000;
/** A member is online this long after their last socket. */
const onlineMs = 60_000;

export interface ThreadEvents {
  /** The accounts, of these viewers, that may receive events of the thread. */
  listThreadSubscribers(conversationId: string, viewers: readonly Viewer[]): Promise<ReadonlySet<string>>;
  publishTyping: EventHandler<'typing'>;
  /** Publishes presence changes to clients of this process with an open thread; runs every ten seconds. */
  checkPresence(): Promise<void>;
}

/**
 * Topic `conversation:<id>` for the two members of a thread: typing and presence. The rule is checked at each event, so a
 * block ends it at once.
 */
export function createThreadEvents(deps: {
  database: Database;
  clock: Clock;
  logger: Logger;
  realtime: Pick<Realtime, 'toTopic' | 'toTopicHere' | 'joinedHere' | 'closing'>;
}): ThreadEvents {
  const { realtime } = deps;
  const { db } = deps.database;
  const lastTyped = new Map<string, number>();

  const listThreadSubscribers: ThreadEvents['listThreadSubscribers'] = async (conversationId, viewers) => {
    const accountOf = new Map(
      viewers.flatMap(({ profileId, accountId }) => (profileId ? [[profileId, accountId]] : [])),
    );
    const members = await listAllowedMembers(db, conversationId, [...accountOf.keys()]);
    return new Set(members.flatMap(({ profile_id }) => accountOf.get(profile_id) ?? []));
  };

  function isTooSoon(conversationId: string, profileId: string): boolean {
    const key = `${conversationId} ${profileId}`;
    const now = performance.now();
    // A browser's timer may be a little early.
    if (now - (lastTyped.get(key) ?? -Infinity) < typingIntervalMs * 0.9) return true;
    if (lastTyped.size >= maxRemembered) lastTyped.clear();
    lastTyped.set(key, now);
    return false;
  }

  const publishTyping: ThreadEvents['publishTyping'] = async ({ profileId }, { conversationId }) => {
    if (!profileId) throw new AppError('NOT_FOUND');
    if (isTooSoon(conversationId, profileId)) return;
    const [own] = await listAllowedMembers(db, conversationId, [profileId]);
    if (!own) throw new AppError('NOT_FOUND');
    // Typing under a message request stays hidden until it is accepted.
    if (own.accepted) realtime.toTopic(`conversation:${conversationId}`, 'typing', { conversationId, profileId });
  };

  let published = new Map<string, boolean>();

  async function checkPresence(): Promise<void> {
    const listeners = realtime
      .joinedHere('conversation')
      .flatMap(({ id, profileIds }) =>
        [...new Set(profileIds)].map((profileId) => ({ conversationId: id, profileId })),
      );
    if (listeners.length === 0) return;
    const since = new Date(deps.clock.now().getTime() - onlineMs);
    const now = new Map<string, boolean>();
    for (const { conversation_id, other_id, online } of await listPresence(db, listeners, since)) {
      const key = `${conversation_id} ${other_id}`;
      now.set(key, online);
      if (published.get(key) === online) continue;
      realtime.toTopicHere(`conversation:${conversation_id}`, 'presence.changed', {
        profileId: other_id,
        isOnline: online,
      });
    }
    published = now;
  }

  const timer = setInterval(() => {
    checkPresence().catch((error) => deps.logger.warn('presence was not published', errorFields(error)));
  }, presencePollMs).unref();
  realtime.closing.addEventListener('abort', () => clearInterval(timer));
  return { listThreadSubscribers, publishTyping, checkPresence };
}
