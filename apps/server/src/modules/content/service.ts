import type { ContentView, mediaTypes } from '@vlam/contract/content';
import type { VeilWidth } from '@vlam/contract/rules/veil';
import { type RawBuilder, sql } from 'kysely';
import type { Clock } from '../../platform/clock.ts';
import type { Config } from '../../platform/config.ts';
import type { Database, Db } from '../../platform/database.ts';
import { AppError } from '../../platform/errors.ts';
import { createLane } from '../../platform/lane.ts';
import { cacheRows, createLoader } from '../../platform/loader.ts';
import { errorFields, type Logger } from '../../platform/logger.ts';
import type { Notify } from '../../platform/notices.ts';
import { exactThenFuzzy, withFuzzyMatch } from '../../platform/trigram.ts';
import type { Viewer } from '../../platform/viewer.ts';
import type { CreditsService } from '../credits/service.ts';
import { type IdentityService, permissionsOf } from '../identity/service.ts';
import type { MediaService } from '../media/service.ts';
import type { ProfilesService } from '../profiles/service.ts';
import { subscribedCreatorIds } from '../subscriptions/service.ts';
import type { LikedBy, OpenByBundle } from './entitlement-store.ts';
import { readFeed } from './feed.ts';
import { createFeedStore } from './feed-store.ts';
import { canSee, isOpen } from './policy.ts';
import { createPresenter, type PresentOptions } from './present.ts';
import { createPublishing, type Publishing } from './publish.ts';
import { createPurchaseLookup, type PauseOf, type PurchasableRow } from './purchase-store.ts';
import * as store from './store.ts';
import { createCharge } from './unlock.ts';
import { createVeils } from './veils.ts';
import { type ItemSummary, toItemSummary } from './view.ts';

export type { ContentState } from './policy.ts';
export { addComments, addLikesTo as addItemLikesTo, addTips } from './store.ts';
export type { ItemSummary } from './view.ts';

export interface ContentDependencies {
  database: Database;
  clock: Clock;
  config: Config;
  logger: Logger;
  identity: Pick<IdentityService, 'getAccount'>;
  profiles: ProfilesService;
  credits: Pick<CreditsService, 'purchase' | 'hasPurchased' | 'balance'>;
  notify: Notify;
  /** End of an account's own cool-off (an SQL expression). */
  pauseOf: PauseOf;
  /** Throws `SPENDING_LIMIT_REACHED` before that moment. */
  requireNoPause(until: Date | null): void;
  media: MediaService;
  /** Condition that a profile likes an item (SQL expressions), from the module above. */
  isLikedBy: LikedBy;
  /** Condition that an account has an item in a bundle now (SQL expressions), from the module above. */
  isOpenByBundle: OpenByBundle;
  /** Whether a file was delivered to one member for a request, from a higher module. */
  isDelivered(on: Db, mediaId: string): Promise<boolean>;
  /** SQL that returns `creator_id` of every creator a profile (an SQL expression) follows, from the module above. */
  followedCreatorIds(follower: RawBuilder<unknown>): RawBuilder<unknown>;
}

type Page = { cursor?: string | undefined; limit?: number | undefined };

export interface ContentService extends Pick<Publishing, 'remove' | 'setState'> {
  publish(viewer: Viewer, body: Parameters<Publishing['publish']>[1]): Promise<ContentView>;
  update(viewer: Viewer, contentId: string, body: Parameters<Publishing['update']>[2]): Promise<ContentView>;
  /** Throws `NOT_FOUND` for an item the viewer may not know of. Counts a view of an open one. */
  get(viewer: Viewer, contentId: string): Promise<ContentView>;
  listFeed(viewer: Viewer, page: Page): Promise<{ items: ContentView[]; nextCursor: string | null }>;
  /** Only the ids of the feed's first page. */
  listFeedIds(viewer: Viewer, limit: number): Promise<string[]>;
  /** At most 100, newest first; the creator also sees unpublished ones. */
  listByCreator(
    viewer: Viewer,
    creatorId: string,
    filter: { mediaType?: (typeof mediaTypes)[number] | undefined },
  ): Promise<ContentView[]>;
  /** Items visible to the viewer, in order; others are left out. */
  listByIds(viewer: Viewer, contentIds: readonly string[]): Promise<ContentView[]>;
  /** Published items by id, without a visibility check. */
  summaries(contentIds: readonly string[]): Promise<Map<string, ItemSummary>>;
  search(
    viewer: Viewer,
    text: string,
  ): Promise<{ id: string; title: string; profileId: string; displayName: string; mediaType: string }[]>;
  /**
   * Buys a premium item at its stored price, at most once; a repeat charges nothing. Throws `NOT_FOUND`, `CONFLICT` for
   * an item that is not sold singly or is one's own, `INSUFFICIENT_CREDITS`, `IDEMPOTENCY_KEY_REUSED`,
   * `SPENDING_LIMIT_REACHED`.
   */
  unlock(
    viewer: Viewer,
    contentId: string,
    intent: { price: number; key: string | null },
  ): Promise<{ balance: number; item: ContentView }>;
  /** As `unlock`, for intents queued by a device. */
  unlockByIntent(input: {
    viewer: Viewer;
    contentId: string;
    key: string;
    expectedAmount: number;
  }): Promise<{ balance: number }>;
  /** The veil as WebP bytes. Throws `NOT_FOUND`. */
  drawVeil(viewer: Viewer, contentId: string, width?: VeilWidth): Promise<Buffer>;
  /** An item whose file is open to the viewer. Throws `NOT_FOUND` or, while it is locked, `FORBIDDEN`. */
  requireOpen(viewer: Viewer, contentId: string): Promise<store.ItemRow>;
  /** A published item of this creator that the viewer may know of, locked or not. Throws `NOT_FOUND`. */
  requireTippable(viewer: Viewer, contentId: string, creatorId: string): Promise<{ title: string }>;
  /** Whether a file is, or was, published. */
  isPublishedFile(on: Db, mediaId: string): Promise<boolean>;
  /** Whether an account other than its owner may see a file now. */
  mayView(accountId: string, mediaId: string): Promise<boolean>;
}

const creatorItems = 100;
const feedItems = 20;
const lockedMessage = 'Unlock this item first';

export function createContentService(deps: ContentDependencies): ContentService {
  const { clock, identity, profiles, credits, logger } = deps;
  const { db } = deps.database;
  const publishing = createPublishing(deps);
  const { present, rightsTo } = createPresenter(deps);
  const veils = createVeils(deps);
  const charge = createCharge(credits);

  const reader = store.createItemReader(deps.database);
  const findPurchasable = createPurchaseLookup(deps.database, deps);
  const keyOf = ({ viewerId, id }: store.ItemLookup) => `${viewerId ?? ''} ${id}`;
  const itemLoader = createLoader<store.ItemLookup, store.VisibilityRow>({
    keyOf,
    read: async (keys) =>
      new Map((await reader.listForViewers(keys)).map((row) => [keyOf({ viewerId: row.viewer_id, id: row.id }), row])),
  });
  const itemByMediaLoader = createLoader<store.ItemLookup, store.VisibilityRow>({
    keyOf,
    read: async (keys) =>
      new Map(
        (await reader.listByMediaForViewers(keys)).map((row) => [
          keyOf({ viewerId: row.viewer_id, id: row.media_id ?? '' }),
          row,
        ]),
      ),
  });
  // Titles and counts of a feed may be a second old; the list of items is read for each page.
  const rows = cacheRows(
    createLoader<string, store.ItemRow>({
      keyOf: (id) => id,
      read: async (ids) => new Map((await reader.listByIds(ids)).map((row) => [row.id, row])),
    }),
    { idOf: (row) => row.id, maxAgeMs: 1_000 },
  );
  const views = createLane<string, true>({
    limit: 5_000,
    async call(ids) {
      const counts = new Map<string, number>();
      for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1);
      await store.addViews(db, counts);
      return ids.map(() => true as const);
    },
  });

  const feed = createFeedStore(
    deps.database,
    (who, now) => sql`${deps.followedCreatorIds(who)} union ${subscribedCreatorIds(who, now)}`,
  );

  /** As `requireVisible`, for a viewer who is not in a cool-off. */
  async function requireBuyable(viewer: Viewer, contentId: string): Promise<PurchasableRow> {
    const item = await findPurchasable({ accountId: viewer.accountId, viewerId: viewer.profileId, contentId });
    if (!item || !canSee(viewer, item)) throw new AppError('NOT_FOUND');
    deps.requireNoPause(item.paused_until);
    return item;
  }

  async function requireVisible(viewer: Viewer, id: string): Promise<store.VisibilityRow> {
    const item = await itemLoader.find({ viewerId: viewer.profileId, id });
    if (!item || !canSee(viewer, item)) throw new AppError('NOT_FOUND');
    return item;
  }

  async function isOpenTo(viewer: Viewer, item: store.ItemRow): Promise<boolean> {
    if (!item.is_premium) return true;
    return isOpen(item, await rightsTo(viewer, item));
  }

  async function presentOne(viewer: Viewer, item: store.ItemRow, options?: PresentOptions): Promise<ContentView> {
    const [view] = await present(viewer, [item], options);
    if (!view) throw new AppError('NOT_FOUND');
    return view;
  }

  return {
    remove: publishing.remove,
    setState: publishing.setState,
    publish: async (viewer, body) => presentOne(viewer, await publishing.publish(viewer, body)),
    update: async (viewer, contentId, body) => presentOne(viewer, await publishing.update(viewer, contentId, body)),

    async get(viewer, contentId) {
      const view = await presentOne(viewer, await requireVisible(viewer, contentId));
      if (!view.isLocked && !view.isOwn)
        views.send(contentId).catch((error) => logger.warn('a view was not counted', errorFields(error)));
      return view;
    },
    async listFeed(viewer, { cursor, limit = feedItems }) {
      const { ids, nextCursor } = await readFeed(feed, viewer.profileId, { cursor, limit, now: clock.now() });
      return { items: await present(viewer, await rows.list(ids)), nextCursor };
    },
    async listFeedIds(viewer, limit) {
      return (await readFeed(feed, viewer.profileId, { limit, now: clock.now() })).ids;
    },
    async listByCreator(viewer, creatorId, { mediaType }) {
      const creator = await profiles.requireCreator(viewer, creatorId);
      const all = creator.id === viewer.profileId;
      return present(
        viewer,
        await store.listByCreator(db, { profileId: creator.id, all, mediaType, limit: creatorItems }),
      );
    },
    async listByIds(viewer, contentIds) {
      const found = await itemLoader.list(contentIds.map((id) => ({ viewerId: viewer.profileId, id })));
      return present(
        viewer,
        found.filter((item) => canSee(viewer, item)),
      );
    },
    async summaries(contentIds) {
      const found = contentIds.length === 0 ? [] : await reader.listByIds([...new Set(contentIds)]);
      return new Map(found.filter(({ state }) => state === 'published').map((item) => [item.id, toItemSummary(item)]));
    },
    async search(viewer, text) {
      if (text.length < 3) return [];
      const limit = 8;
      const found = await withFuzzyMatch(db, (tx) =>
        exactThenFuzzy(text, limit, (fuzzy) =>
          store.searchByTitle(tx, { viewerId: viewer.profileId, text, fuzzy, limit }),
        ),
      );
      const cards = await profiles.cards.list(found.map((item) => item.profile_id));
      const nameOf = new Map(cards.map((card) => [card.id, card.displayName]));
      return found.map((item) => ({
        id: item.id,
        title: item.title,
        profileId: item.profile_id,
        displayName: nameOf.get(item.profile_id) ?? '',
        mediaType: item.media_type,
      }));
    },

    async unlock(viewer, contentId, { price, key }) {
      const item = await requireBuyable(viewer, contentId);
      // The paid view is read while the ledger commits, and discarded when it refuses.
      const [balance, view] = await Promise.all([
        charge(viewer, item, { price, key: key ?? `${viewer.accountId}:unlock:${item.id}` }),
        presentOne(viewer, item, { bought: item }),
      ]);
      return { balance, item: view };
    },
    async unlockByIntent({ viewer, contentId, key, expectedAmount }) {
      const item = await requireBuyable(viewer, contentId);
      return { balance: await charge(viewer, item, { price: expectedAmount, key }) };
    },

    async drawVeil(viewer, contentId, width) {
      return veils.draw(await requireVisible(viewer, contentId), width);
    },
    async requireOpen(viewer, contentId) {
      const item = await requireVisible(viewer, contentId);
      if (!(await isOpenTo(viewer, item))) throw new AppError('FORBIDDEN', { message: lockedMessage });
      return item;
    },
    async requireTippable(viewer, contentId, creatorId) {
      const item = await requireVisible(viewer, contentId);
      if (item.state !== 'published' || item.profile_id !== creatorId) throw new AppError('NOT_FOUND');
      return item;
    },
    isPublishedFile: store.isPublishedFile,
    async mayView(accountId, mediaId) {
      const { profileId, role, isCreator, ageVerifiedAt } = await identity.getAccount(db, accountId);
      const permissions = permissionsOf(role);
      const ageVerified = ageVerifiedAt !== null;
      const viewer: Viewer = { accountId, sessionId: '', role, permissions, ageVerified, profileId, isCreator };
      const item = await itemByMediaLoader.find({ viewerId: profileId, id: mediaId });
      return item !== undefined && canSee(viewer, item) && isOpenTo(viewer, item);
    },
  };
}
