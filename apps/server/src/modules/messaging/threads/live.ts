import { typingEveryMs } from '@vlam/contract/messaging';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database.ts';
import { AppError } from '../../../platform/errors.ts';
import { errorFields, type Logger } from '../../../platform/logger.ts';
import type { Realtime } from '../../../platform/realtime.ts';
import type { Viewer } from '../../../platform/viewer.ts';
import { listHearers, listPresence } from './thread-store.ts';

const rememberedAtMost = 20_000;
const lookEveryMs = 10_000;
/** Online is who had a socket this long ago. */
const onlineMs = 60_000;

/**
 * `conversation:<id>` for the two of a thread, asked again at each send: a block ends it at once. Carries
 * who types, and whether the other is online.
 */
export function listenInThreads(deps: {
  database: Database;
  clock: Clock;
  logger: Logger;
  realtime: Pick<Realtime, 'addTopics' | 'handle' | 'toTopic' | 'toTopicHere' | 'joinedHere'>;
}): { lookWhoIsOnline(): Promise<void> } {
  const { realtime } = deps;
  const { db } = deps.database;
  const lastTyped = new Map<string, number>();

  async function allowed(conversationId: string, viewers: readonly Viewer[]): Promise<ReadonlySet<string>> {
    const accountOf = new Map(
      viewers.flatMap(({ profileId, accountId }) => (profileId ? [[profileId, accountId]] : [])),
    );
    const hearers = await listHearers(db, conversationId, [...accountOf.keys()]);
    return new Set(hearers.flatMap(({ profile_id }) => accountOf.get(profile_id) ?? []));
  }

  function isTooSoon(conversationId: string, profileId: string): boolean {
    const key = `${conversationId} ${profileId}`;
    const now = performance.now();
    // A browser's timer may be a little early.
    if (now - (lastTyped.get(key) ?? -Infinity) < typingEveryMs * 0.9) return true;
    if (lastTyped.size >= rememberedAtMost) lastTyped.clear();
    lastTyped.set(key, now);
    return false;
  }

  realtime.addTopics('conversation', { allowed });
  realtime.handle('typing', async ({ profileId }, { conversationId }) => {
    if (!profileId) throw new AppError('NOT_FOUND');
    if (isTooSoon(conversationId, profileId)) return;
    const [own] = await listHearers(db, conversationId, [profileId]);
    if (!own) throw new AppError('NOT_FOUND');
    // Reading a message request sends no receipt.
    if (own.accepted) realtime.toTopic(`conversation:${conversationId}`, 'typing', { conversationId, profileId });
  });

  let told = new Map<string, boolean>();

  /** Tells those who have a thread open here when the other one comes or goes: one statement for all of them. */
  async function lookWhoIsOnline(): Promise<void> {
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
      if (told.get(key) === online) continue;
      realtime.toTopicHere(`conversation:${conversation_id}`, 'presence.changed', {
        profileId: other_id,
        isOnline: online,
      });
    }
    told = now;
  }

  setInterval(() => {
    lookWhoIsOnline().catch((error) => deps.logger.warn('presence was not told', errorFields(error)));
  }, lookEveryMs).unref();
  return { lookWhoIsOnline };
}
