import { AppError } from '../../platform/errors.ts';
import type { Viewer } from '../../platform/viewer.ts';
import { describeIncome } from '../payouts/service.ts';
import { requireProfileId } from '../profiles/service.ts';
import { listIdsOf } from './lists-store.ts';
import { setNote } from './notes-store.ts';
import { toSubscription } from './policy.ts';
import type { Fans, FansDependencies } from './types.ts';

/** One person as a creator knows them, and what the creator does with them. */
export function createFanCards(deps: FansDependencies) {
  const { clock, profiles } = deps;
  const { db } = deps.database;

  /** Throws `NOT_FOUND` for people the viewer may not see, and for themselves. */
  async function requireFan(viewer: Viewer, fanId: string) {
    const creatorId = requireProfileId(viewer);
    const [card] = fanId === creatorId ? [] : await profiles.listVisibleCards(creatorId, [fanId]);
    if (!card) throw new AppError('NOT_FOUND');
    return { creatorId, card };
  }

  const cards: Pick<Fans, 'get' | 'setNote' | 'restrict' | 'unrestrict'> = {
    async get(viewer, fanId) {
      const { creatorId, card } = await requireFan(viewer, fanId);
      await deps.credits.payers.refresh(creatorId);
      const [[facts], followsSince, listIds, isRestricted] = await Promise.all([
        deps.listFanFacts(db, { creatorId, ids: [fanId], now: clock.now() }),
        deps.findFollowedSince(db, creatorId, fanId),
        listIdsOf(db, creatorId, fanId),
        profiles.isRestrictedBy(creatorId, fanId),
      ]);
      if (!facts) throw new AppError('NOT_FOUND');
      const sum = await deps.credits.payers.find(creatorId, facts.accountId);
      const { displayName, avatarUrl, isOnline } = card;
      return {
        ...{ id: fanId, displayName, avatarUrl, isOnline, note: facts.note, listIds, isRestricted },
        subscription: toSubscription(facts, clock.now()),
        followsSince: followsSince?.toISOString() ?? null,
        earnedCents: Number(facts.earnedCents),
        tips: { count: Math.max(0, sum?.tips ?? 0), earnedCents: Number(sum?.tipCents ?? 0n) },
        lastBought:
          sum?.lastKind && sum.lastAt
            ? {
                description: describeIncome({ kind: sum.lastKind, description: sum.lastDescription ?? '' }),
                at: sum.lastAt.toISOString(),
              }
            : null,
      };
    },
    async setNote(viewer, fanId, note) {
      const { creatorId } = await requireFan(viewer, fanId);
      await setNote(db, { creatorId, fanId }, { note, at: clock.now() });
      return { note };
    },
    async restrict(viewer, fanId) {
      const { creatorId } = await requireFan(viewer, fanId);
      await profiles.restrict(db, creatorId, fanId, await deps.messaging.hasMuted(creatorId, fanId));
      await deps.messaging.setConversation(viewer, fanId, { muted: true });
    },
    async unrestrict(viewer, fanId) {
      const { creatorId } = await requireFan(viewer, fanId);
      const lifted = await profiles.unrestrict(db, creatorId, fanId);
      // A mute that was set without a restriction stays.
      if (lifted?.wasMuted === false) await deps.messaging.setConversation(viewer, fanId, { muted: false });
    },
  };
  return { ...cards, requireFan };
}
