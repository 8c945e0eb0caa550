import type { Notice } from '../../platform/notices.ts';
import type { ItemRow } from './store.ts';

/** Notifies a creator's subscribers, once, when an item first becomes visible to others. */
export const postNotice = ({ id, profile_id: creatorId }: Pick<ItemRow, 'id' | 'profile_id'>): Notice => ({
  kind: 'post',
  to: { subscribersOf: creatorId },
  key: `post:${id}`,
  actorId: creatorId,
  targetId: creatorId,
});
