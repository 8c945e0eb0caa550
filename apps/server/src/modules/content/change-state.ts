import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/database.ts';
import { AppError } from '../../platform/errors.ts';
import type { Notice, Notify } from '../../platform/notices.ts';
import type { Realtime } from '../../platform/realtime.ts';
import type { Viewer } from '../../platform/viewer.ts';
import type { MediaService } from '../media/service.ts';
import type { ProfilesService } from '../profiles/service.ts';
import { deleteApprovals } from './approvals-store.ts';
import { listFileIds } from './files-store.ts';
import { publishShown } from './item-events.ts';
import { holdsOf } from './item-files.ts';
import { type ContentState, canMove } from './policy.ts';
import { postNotice } from './post-notice.ts';
import { type ItemRow, lockItem, updateItem } from './store.ts';

/** When subscribers are notified of an item, where that is not at once. */
export type Later = Pick<Notice, 'notBefore' | 'batch'>;

export interface ChangeStateDependencies {
  clock: Clock;
  profiles: Pick<ProfilesService, 'addPublished'>;
  media: Pick<MediaService, 'removeFiles'>;
  notify: Notify;
  realtime: Pick<Realtime, 'toTopic'>;
}

/** Moves a locked item to a state, in a transaction begun by `transact`. Throws `CONFLICT` for a move that is not allowed. */
export type ChangeState = (
  tx: Db,
  item: ItemRow,
  state: ContentState,
  change?: Parameters<typeof updateItem>[2],
  later?: Later,
) => Promise<ItemRow>;

/** Effect of publishing (1) or withdrawing (-1) an item on its creator's counts. */
const countOf = (item: ItemRow, sign: 1 | -1) => ({
  content: sign,
  photos: sign * holdsOf(item).pictures,
  videos: sign * holdsOf(item).videos,
  likes: sign * item.like_count,
});

export const createChangeState =
  ({ clock, profiles, media, notify, realtime }: ChangeStateDependencies): ChangeState =>
  async (tx, item, state, change = {}, later = {}) => {
    const staysDraft = item.state === 'draft' || item.held_draft;
    if (!canMove(item.state as ContentState, state) && !(staysDraft && state === 'draft'))
      throw new AppError('CONFLICT', { message: 'This item cannot be changed like this any more' });
    const now = clock.now();
    const isNew = state === 'published' && item.published_at === null;
    const isShown = state === 'published';
    const moved = await updateItem(tx, item.id, {
      x18_registration_id: null,
      x18_lock: null,
      archived_at: null,
      held_draft: false,
      ...(state === 'flagged' && staysDraft ? { archived_at: item.archived_at, held_draft: true } : {}),
      ...(isShown ? {} : { pin_position: null }),
      ...change,
      state,
      ...(isNew ? { published_at: now } : {}),
      ...(state === 'removed' ? { removed_at: now } : {}),
    });
    if (item.state !== state) await deleteApprovals(tx, item.id);
    if (isNew) await notify(tx, { ...postNotice(moved), ...later });
    if (isShown !== (item.state === 'published')) {
      await profiles.addPublished(tx, item.profile_id, countOf(item, isShown ? 1 : -1));
      publishShown(tx, realtime, item, isShown);
    }
    if (state === 'removed') for (const mediaId of await listFileIds(tx, item.id)) await media.removeFiles(tx, mediaId);
    return moved;
  };

/** Locks one of the viewer's own items. Throws `NOT_FOUND`. */
export async function lockOwn(tx: Db, viewer: Viewer, contentId: string): Promise<ItemRow> {
  const item = await lockItem(tx, contentId);
  if (!item || item.profile_id !== viewer.profileId) throw new AppError('NOT_FOUND');
  return item;
}
