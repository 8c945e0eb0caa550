import { typingEveryMs } from '@vlam/contract/messaging';
import type { Database } from '../../platform/database.ts';
import { AppError } from '../../platform/errors.ts';
import type { Realtime } from '../../platform/realtime.ts';
import type { Viewer } from '../../platform/viewer.ts';
import { listHearers } from './thread-store.ts';

const rememberedAtMost = 20_000;

/**
 * `conversation:<id>` for the two of a thread, asked again at each send: a block ends it at once. Carries who types.
 */
export function listenInThreads(deps: {
  database: Database;
  realtime: Pick<Realtime, 'addTopics' | 'hear' | 'toTopic'>;
}) {
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
  realtime.hear('typing', async ({ profileId }, { conversationId }) => {
    if (!profileId) throw new AppError('NOT_FOUND');
    if (isTooSoon(conversationId, profileId)) return;
    const [own] = await listHearers(db, conversationId, [profileId]);
    if (!own) throw new AppError('NOT_FOUND');
    // Whoever reads a stranger's words does not show that.
    if (own.accepted) realtime.toTopic(`conversation:${conversationId}`, 'typing', { conversationId, profileId });
  });
}
