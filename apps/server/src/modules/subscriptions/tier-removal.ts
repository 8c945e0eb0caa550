import type { ResponseOf } from '@vlam/contract/operation';
import type { subscriptionTiersOperations, TierUses } from '@vlam/contract/subscription-tiers';
import { type Clock, johannesburgDay } from '../../platform/clock.ts';
import type { Db } from '../../platform/database.ts';
import { AppError } from '../../platform/errors.ts';
import type { Viewer } from '../../platform/viewer.ts';
import { say } from '../../platform/words.ts';
import type { CreditsService } from '../credits/service.ts';
import { requireProfileId } from '../profiles/service.ts';
import { countTierUses, deleteTier, lockTier, lockTiers } from './tiers-store.ts';

/** Posts and shows that open from a tier on; of the modules above. */
export type CountFromTier = (
  tx: Db,
  wanted: { creatorId: string; tier: number; now: Date },
) => Promise<Pick<TierUses, 'posts' | 'shows'>>;

/**
 * Removes a tier above the first that nobody has and nothing names. Throws `NOT_FOUND`, and `CONFLICT` with what still
 * needs it in `details.uses`.
 */
export type RemoveTier = (
  viewer: Viewer,
  tier: number,
) => Promise<ResponseOf<typeof subscriptionTiersOperations.removeTier>>;

export function createRemoveTier(deps: {
  clock: Clock;
  credits: Pick<CreditsService, 'transact'>;
  countFromTier: CountFromTier;
  /** The tiers that are left, read in the same transaction. */
  list(tx: Db, creatorId: string): ReturnType<RemoveTier>;
}): RemoveTier {
  return (viewer, tier) =>
    deps.credits.transact(async (tx) => {
      const creatorId = requireProfileId(viewer);
      const wanted = { creatorId, tier };
      if (tier === 1)
        throw new AppError('CONFLICT', { message: say`The first tier is the price of your page and stays` });
      await lockTiers(tx, creatorId);
      // A request that begins to use the tier holds its row, so that what is counted now stays true.
      if (!(await lockTier(tx, wanted))) throw new AppError('NOT_FOUND');
      const now = deps.clock.now();
      const uses: TierUses = {
        ...(await countTierUses(tx, { ...wanted, now, today: johannesburgDay(now) })),
        ...(await deps.countFromTier(tx, { ...wanted, now })),
      };
      if (Object.values(uses).some((count) => count > 0))
        throw new AppError('CONFLICT', {
          message: say`This tier is still in use. You can close it to new people instead`,
          details: { uses },
        });
      await deleteTier(tx, wanted);
      return deps.list(tx, creatorId);
    });
}
