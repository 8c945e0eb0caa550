import {
  type ContentView,
  type createContentBody,
  olderClassifications,
  type updateContentBody,
} from '@vlam/contract/content';
import type * as z from 'zod/mini';
import type { Clock } from '../../platform/clock.ts';
import type { Config } from '../../platform/config.ts';
import type { Database, Db } from '../../platform/database.ts';
import { AppError } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import type { Notify } from '../../platform/notices.ts';
import type { Viewer } from '../../platform/viewer.ts';
import type { MediaService } from '../media/service.ts';
import { type ProfilesService, requireProfileId } from '../profiles/service.ts';
import { type ContentState, firstState } from './policy.ts';
import * as store from './store.ts';

type NewContent = z.output<typeof createContentBody>;

export interface Publishing {
  /**
   * Publishes a verified creator's picture, and queues others' for review. Throws `MEDIA_KIND_COMING`, `NOT_FOUND` and
   * `MEDIA_NOT_READY` for the file, `VALIDATION_FAILED` for an address, `CONFLICT` for one that is published or was
   * delivered, or for an X18 classification, which needs a registration we do not hold.
   */
  publish(viewer: Viewer, body: NewContent): Promise<store.ItemRow>;
  /** Throws `NOT_FOUND` unless the item is the viewer's own. */
  update(viewer: Viewer, contentId: string, body: z.output<typeof updateContentBody>): Promise<store.ItemRow>;
  /**
   * Deletes the viewer's own item for good: the row stays as a tombstone, the files are deleted. Throws `NOT_FOUND`.
   */
  remove(viewer: Viewer, contentId: string): Promise<void>;
  /**
   * Applies a moderator's decision in their transaction. Removing is final and deletes the files. Returns the item's
   * creator and its earlier state. Throws `NOT_FOUND`.
   */
  setState(
    db: Db,
    contentId: string,
    state: Extract<ContentState, 'published' | 'flagged' | 'removed'>,
  ): Promise<{ profileId: string; before: ContentState }>;
}

const ownAddress = /^\/(?:m|api\/media)\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?:\/|$)/;
const toCents = (rand: number | null): number | null => (rand === null ? null : Math.round(rand * 100));

function currentLabel(given: NewContent['classification']): ContentView['classification'] {
  return given === '10' || given === '7PG' ? olderClassifications[given] : given;
}

export function createPublishing(deps: {
  database: Database;
  clock: Clock;
  config: Pick<Config, 'publicUrl'>;
  profiles: Pick<ProfilesService, 'cards' | 'addPublished'>;
  notify: Notify;
  media: Pick<MediaService, 'findReadyImage' | 'importFromUrl' | 'removeFiles'>;
  /** Whether a file was delivered to one member for a request. */
  isDelivered(on: Db, mediaId: string): Promise<boolean>;
}): Publishing {
  const { clock, config, profiles, media } = deps;
  const { db } = deps.database;

  /** The specification's `mediaUrl`: one of our own addresses names a file, any other is fetched. */
  async function fileOf(viewer: Viewer, body: NewContent): Promise<string> {
    if (body.mediaId) return body.mediaId;
    const address = new URL(body.mediaUrl ?? '');
    if (address.origin !== new URL(config.publicUrl).origin)
      return (await media.importFromUrl(viewer, address.href)).id;
    const [, mediaId] = ownAddress.exec(address.pathname) ?? [];
    if (!mediaId)
      throw new AppError('VALIDATION_FAILED', {
        message: 'Valid URL required',
        details: { fields: { mediaUrl: 'Valid URL required' } },
      });
    return mediaId;
  }

  /** Effect of publishing (1) or withdrawing (-1) an item on its creator's counts. */
  const countOf = (item: store.ItemRow, sign: 1 | -1) => ({
    content: sign,
    photos: item.media_type === 'image' ? sign : 0,
    videos: item.media_type === 'video' ? sign : 0,
    likes: sign * item.like_count,
  });

  /** Notifies once, when an item first becomes visible to others. */
  const notifySubscribers = (tx: Db, { id, profile_id: creatorId }: store.ItemRow) =>
    deps.notify(tx, {
      kind: 'post',
      to: { subscribersOf: creatorId },
      key: `post:${id}`,
      actorId: creatorId,
      targetId: creatorId,
    });

  async function changeState(tx: Db, item: store.ItemRow, state: ContentState): Promise<store.ItemRow> {
    const now = clock.now();
    const moved = await store.updateItem(tx, item.id, {
      state,
      ...(state === 'published' && item.published_at === null ? { published_at: now } : {}),
      ...(state === 'removed' ? { removed_at: now } : {}),
    });
    if (item.published_at === null && state === 'published') await notifySubscribers(tx, moved);
    if (item.state !== 'published' && state === 'published')
      await profiles.addPublished(tx, item.profile_id, countOf(item, 1));
    if (item.state === 'published' && state !== 'published')
      await profiles.addPublished(tx, item.profile_id, countOf(item, -1));
    if (state === 'removed' && item.media_id) await media.removeFiles(tx, item.media_id);
    return moved;
  }

  async function lockOwn(tx: Db, viewer: Viewer, contentId: string): Promise<store.ItemRow> {
    const item = await store.lockItem(tx, contentId);
    if (!item || item.profile_id !== viewer.profileId) throw new AppError('NOT_FOUND');
    return item;
  }

  return {
    async publish(viewer, body) {
      const profileId = requireProfileId(viewer);
      if (body.mediaType !== 'image') throw new AppError('MEDIA_KIND_COMING');
      const classification = currentLabel(body.classification);
      if (classification === 'X18')
        throw new AppError('CONFLICT', {
          message: 'X18 can be published only with an active Film and Publication Board registration',
        });
      const mediaId = await fileOf(viewer, body);
      const creator = await profiles.cards.find(profileId);
      if (!creator) throw new AppError('NOT_FOUND');
      const state = firstState(creator);
      const now = clock.now();
      return db.transaction().execute(async (tx) => {
        const file = await media.findReadyImage(tx, viewer.accountId, mediaId);
        if (await deps.isDelivered(tx, file.id))
          throw new AppError('CONFLICT', { message: 'This picture was delivered or sent to another member' });
        const item = await store.insertItem(tx, {
          id: newId(now.getTime()),
          profile_id: profileId,
          title: body.title,
          description: body.description,
          media_type: body.mediaType,
          media_id: file.id,
          is_premium: body.isPremium,
          is_exclusive: body.isExclusive,
          price_credits: body.isPremium ? body.price : 0,
          tip_goal_cents: toCents(body.tipGoal ?? null),
          classification,
          state,
          created_at: now,
          published_at: state === 'published' ? now : null,
        });
        if (!item) throw new AppError('CONFLICT', { message: 'This picture is published already' });
        if (state === 'published') {
          await profiles.addPublished(tx, profileId, countOf(item, 1));
          await notifySubscribers(tx, item);
        }
        return item;
      });
    },

    async update(viewer, contentId, body) {
      return db.transaction().execute(async (tx) => {
        const item = await lockOwn(tx, viewer, contentId);
        const isPremium = body.isPremium ?? item.is_premium;
        return store.updateItem(tx, item.id, {
          title: body.title,
          description: body.description,
          is_premium: isPremium,
          price_credits: isPremium ? (body.price ?? item.price_credits) : 0,
          ...(body.tipGoal === undefined ? {} : { tip_goal_cents: toCents(body.tipGoal) }),
        });
      });
    },

    async remove(viewer, contentId) {
      await db.transaction().execute(async (tx) => {
        await changeState(tx, await lockOwn(tx, viewer, contentId), 'removed');
      });
    },

    async setState(tx, contentId, state) {
      const item = await store.lockItem(tx, contentId);
      if (!item) throw new AppError('NOT_FOUND');
      await changeState(tx, item, state);
      return { profileId: item.profile_id, before: item.state as ContentState };
    },
  };
}
