import type { Notice } from '../../platform/notices.ts';
import type { ItemRow } from './store.ts';

type PostedItem = Pick<ItemRow, 'id' | 'profile_id' | 'is_premium' | 'from_tier'>;

/** Notifies a creator's subscribers for whom it opens, once, when an item first becomes visible to others. */
export const postNotice = ({
  id,
  profile_id: creatorId,
  is_premium: isPremium,
  from_tier: tier,
}: PostedItem): Notice => ({
  kind: 'post',
  to: { subscribersOf: creatorId, fromTier: isPremium ? tier : 1 },
  key: `post:${id}`,
  actorId: creatorId,
  targetId: creatorId,
});
