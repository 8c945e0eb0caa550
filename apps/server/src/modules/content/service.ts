import type { ContentView, mediaTypes } from '@vlam/contract/content';
import type { StreamView } from '@vlam/contract/media';
import type { VeilWidth } from '@vlam/contract/rules/veil';
import { type RawBuilder, sql } from 'kysely';
import type { Clock } from '../../platform/clock.ts';
import type { Config } from '../../platform/config.ts';
import type { Database, Db } from '../../platform/database.ts';
import { AppError } from '../../platform/errors.ts';
import type { Jobs } from '../../platform/jobs.ts';
import { cacheRows, createLoader } from '../../platform/loader.ts';
import type { Logger } from '../../platform/logger.ts';
import type { Notify } from '../../platform/notices.ts';
import type { Realtime } from '../../platform/realtime.ts';
import { addSimilar, findSimilar } from '../../platform/trigram.ts';
import type { Viewer } from '../../platform/viewer.ts';
import { sentence } from '../../platform/words.ts';
import type { ComplianceService } from '../compliance/service.ts';
import type { CreditsService } from '../credits/service.ts';
import type { FilmBoardService } from '../film-board/service.ts';
import type { IdentityService } from '../identity/service.ts';
import { beingPreparedMessage, type MediaService } from '../media/service.ts';
import type { ProfilesService } from '../profiles/service.ts';
import { subscribedCreatorIds } from '../subscriptions/service.ts';
import { listAffordable } from './affordable-store.ts';
import { type Archive, createArchive } from './archive.ts';
import { type Complaints, createComplaints } from './complaints.ts';
import { type ConsentLinks, createConsentLinks } from './consent-links.ts';
import { createOpenConsent, type OpenedConsent } from './consent-opening.ts';
import { createConsentRecords } from './consent-records.ts';
import { type ConsentStreams, createConsentStreams } from './consent-streams.ts';
import type { LikedBy, OpenByBundle } from './entitlement-store.ts';
import { readFeed } from './feed.ts';
import { createFeedStore } from './feed-store.ts';
import { isFlaggedFile, isPublishedFile, listFiles } from './files-store.ts';
import { holdsOf } from './item-files.ts';
import { createLinkedNames, sealNamesTask } from './linked-names.ts';
import { createListedItems, type ListedItems } from './listed.ts';
import { createPeople, type People } from './people.ts';
import { createPins, type Pins } from './pins.ts';
import { asksForLevel, canSee, isEnded, isOpen, previewMsOf } from './policy.ts';
import { createPresenter, type PresentOptions } from './present.ts';
import { createPublishing, type Publishing } from './publish.ts';
import { createPublishAgain, type PublishAgain } from './publish-again.ts';
import { createPurchaseLookup, type PauseOf, type PurchasableRow } from './purchase-store.ts';
import { createRefunds } from './refunds.ts';
import { createRegisters, type Registers } from './registers.ts';
import { createReview, type Review } from './review.ts';
import * as store from './store.ts';
import { createStudio, type Studio, type StudioDependencies } from './studio.ts';
import { createCharge } from './unlock.ts';
import { createVeils } from './veils.ts';
import { type ItemSummary, toItemSummary } from './view.ts';
import { createViewerCount } from './viewers.ts';

export type { ContentState } from './policy.ts';
export { addComments, addLikesTo as addItemLikesTo, addTips } from './store.ts';
export type { ItemSummary } from './view.ts';

export interface ContentDependencies {
  database: Database;
  clock: Clock;
  config: Config;
  logger: Logger;
  jobs: Jobs;
  compliance: Pick<ComplianceService, 'recordAction' | 'recordDecision' | 'decisions'>;
  identity: Pick<IdentityService, 'listFirstNames'>;
  profiles: ProfilesService;
  filmBoard: Pick<FilmBoardService, 'lockExemption'>;
  credits: Pick<
    CreditsService,
    'purchase' | 'hasPurchased' | 'balance' | 'transact' | 'move' | 'listUnlockSales' | 'income'
  >;
  notify: Notify;
  realtime: Pick<Realtime, 'toTopic'>;
  /** End of an account's own cool-off (an SQL expression). */
  pauseOf: PauseOf;
  /** Throws `SPENDING_LIMIT_REACHED` before that moment. */
  requireNoPause(until: Date | null): void;
  media: MediaService;
  /** Condition that a profile likes an item (SQL expressions), from the module above. */
  isLikedBy: LikedBy;
  /** Condition that an account has an item in a bundle now (SQL expressions), from the module above. */
  isOpenByBundle: OpenByBundle;
  /** Whether a file was sent, delivered, or is a photo of its owner, from a higher module. */
  isUsedElsewhere(on: Db, mediaId: string): Promise<boolean>;
  /** SQL that returns `creator_id` of every creator a profile (an SQL expression) follows, from the module above. */
  followedCreatorIds(follower: RawBuilder<unknown>): RawBuilder<unknown>;
  tipsByItem: StudioDependencies['tipsByItem'];
}

type Page = { cursor?: string | undefined; limit?: number | undefined };

export { isOpenItemFile, isShutByLevel, previewMsOfFile } from './file-rights-store.ts';
export { findHeldProblem, isHeldFile, requireNotHeld } from './held-store.ts';

export interface ContentService
  extends Pick<Publishing, 'remove' | 'setState' | 'endExemption' | 'fileSettled' | 'tasks'>,
    Review,
    ListedItems,
    Registers,
    Complaints,
    PublishAgain,
    People,
    ConsentLinks,
    ConsentStreams,
    Archive,
    Pins,
    Studio {
  /** Opens the name and signature of a consent, for staff; null without such a record. The caller writes a row of the log. */
  openConsent(on: Db, personId: string): Promise<OpenedConsent | null>;
  publish(viewer: Viewer, body: Parameters<Publishing['publish']>[1]): Promise<ContentView>;
  update(viewer: Viewer, contentId: string, body: Parameters<Publishing['update']>[2]): Promise<ContentView>;
  publishDraft(viewer: Viewer, contentId: string): Promise<ContentView>;
  /** Throws `NOT_FOUND` for an item that does not exist for the viewer. Counts the viewer of an open one once. */
  get(viewer: Viewer, contentId: string): Promise<ContentView>;
  listFeed(viewer: Viewer, page: Page): Promise<{ items: ContentView[]; nextCursor: string | null }>;
  /** New pictures that cost at most so many credits and are still locked for the viewer. */
  listAffordable(viewer: Viewer, credits: number): Promise<ContentView[]>;
  /** Only the ids of the feed's first page. */
  listFeedIds(viewer: Viewer, limit: number): Promise<string[]>;
  /** At most 100, pinned ones first, then the newest; the creator also sees unpublished ones, or only the drafts. */
  listByCreator(
    viewer: Viewer,
    creatorId: string,
    filter: { mediaType?: (typeof mediaTypes)[number] | undefined; state?: 'draft' | undefined },
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
   * an item that is not sold singly or is one's own, `IDENTITY_LEVEL_REQUIRED` for X18, `INSUFFICIENT_CREDITS`, `IDEMPOTENCY_KEY_REUSED`,
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
  /**
   * An item whose file is open to the viewer. Throws `NOT_FOUND`, `IDENTITY_LEVEL_REQUIRED` or, while it is locked,
   * `FORBIDDEN`.
   */
  requireOpen(viewer: Viewer, contentId: string): Promise<store.ItemRow>;
  /** Throws `IDENTITY_LEVEL_REQUIRED` when one of these items stays shut to the viewer until they have the level of X18. */
  requireLevelFor(viewer: Viewer, contentIds: readonly string[]): Promise<void>;
  /** A published item of this creator that exists for the viewer, locked or not. Throws `NOT_FOUND`. */
  requireTippable(viewer: Viewer, contentId: string, creatorId: string): Promise<{ title: string }>;
  /** Whether a file is, or was, published. */
  isPublishedFile(on: Db, mediaId: string): Promise<boolean>;
  /** Whether a file belongs to an item that a moderator decides about. */
  isFlaggedFile(on: Db, mediaId: string): Promise<boolean>;
  /**
   * How to play a video or sound: the whole, or its free start. Throws `NOT_FOUND`, also for a picture, or `FORBIDDEN`
   * while it is locked and has no free start.
   */
  stream(viewer: Viewer, contentId: string): Promise<StreamView>;
}

const creatorItems = 100;
const feedItems = 20;
const affordableItems = 12;
const lockedMessage = sentence('Unlock this item first');

export function createContentService(deps: ContentDependencies): ContentService {
  const { clock, profiles, credits } = deps;
  const { db } = deps.database;
  const names = createLinkedNames(deps.config);
  const publishing = createPublishing({ ...deps, names });
  const again = createPublishAgain({ ...deps, ...publishing });
  const refunds = createRefunds({ ...deps, db });
  const consent = {
    ...deps,
    names,
    ...publishing,
    records: createConsentRecords({ ...deps, ...publishing, ...refunds }),
  };
  const people = createPeople(consent);
  const { present, rightsTo } = createPresenter(deps);
  const veils = createVeils(deps);
  const charge = createCharge(credits);

  const reader = store.createItemReader(deps.database);
  const searchByTitle = store.createSearchByTitle(deps.database);
  const findPurchasable = createPurchaseLookup(deps.database, deps, () => deps.clock.now());
  const keyOf = ({ viewerId, id }: store.ItemLookup) => `${viewerId ?? ''} ${id}`;
  const itemLoader = createLoader<store.ItemLookup, store.VisibilityRow>({
    name: 'content.visible',
    keyOf,
    read: async (keys) =>
      new Map((await reader.listForViewers(keys)).map((row) => [keyOf({ viewerId: row.viewer_id, id: row.id }), row])),
  });
  // Titles and counts of a feed may be a second old; the list of items is read for each page.
  const rows = cacheRows(
    createLoader<string, store.ItemRow>({
      name: 'content.items',
      keyOf: (id) => id,
      read: async (ids) => new Map((await reader.listByIds(ids)).map((row) => [row.id, row])),
    }),
    { idOf: (row) => row.id, maxAgeMs: 1_000 },
  );
  const countViewer = createViewerCount({ db, logger: deps.logger });

  const feed = createFeedStore(
    deps.database,
    (who, now) => sql`${deps.followedCreatorIds(who)} union ${subscribedCreatorIds(who, now, sql`1`)}`,
  );

  /** As `requireVisible`, for a viewer who is not in a cool-off. */
  async function requireBuyable(viewer: Viewer, contentId: string): Promise<PurchasableRow> {
    const item = await findPurchasable({ accountId: viewer.accountId, viewerId: viewer.profileId, contentId });
    if (!item || !canSee(viewer, item)) throw new AppError('NOT_FOUND');
    // Staff see unpublished items, but no one buys them.
    if (item.state !== 'published' && item.profile_id !== viewer.profileId) throw new AppError('NOT_FOUND');
    // No one pays for what stays shut to them.
    if (asksForLevel(viewer, item) && !item.reads_x18) throw new AppError('IDENTITY_LEVEL_REQUIRED');
    deps.requireNoPause(item.paused_until);
    return item;
  }

  /** No one pays for a film whose marked copies are not there yet. Throws `MEDIA_NOT_READY`. */
  async function requirePlayable(item: store.ItemRow): Promise<void> {
    if (!item.is_premium || holdsOf(item).videos === 0) return;
    const files = (await listFiles(db, [item.id])).get(item.id) ?? [];
    const mediaIds = files.map(({ mediaId }) => mediaId);
    if (await deps.media.isMarkPending(db, mediaIds))
      throw new AppError('MEDIA_NOT_READY', { message: beingPreparedMessage });
  }

  /** As `canSee`; a buyer also sees what its creator has let end. */
  async function maySee(viewer: Viewer, item: store.VisibilityRow): Promise<boolean> {
    if (canSee(viewer, item)) return true;
    return isEnded(item) && (await rightsTo(viewer, { ...item, is_premium: true })).isPurchased;
  }

  async function requireVisible(viewer: Viewer, id: string): Promise<store.VisibilityRow> {
    const item = await itemLoader.find({ viewerId: viewer.profileId, id });
    if (!item || !(await maySee(viewer, item))) throw new AppError('NOT_FOUND');
    return item;
  }

  /** Throws `FORBIDDEN` while it is locked, `IDENTITY_LEVEL_REQUIRED` below the level of X18. */
  async function requireOpenTo(viewer: Viewer, item: store.ItemRow): Promise<void> {
    if (!item.is_premium && !asksForLevel(viewer, item)) return;
    const rights = await rightsTo(viewer, item);
    if (rights.lacksLevel) throw new AppError('IDENTITY_LEVEL_REQUIRED');
    if (!isOpen(item, rights)) throw new AppError('FORBIDDEN', { message: lockedMessage });
  }

  async function presentOne(viewer: Viewer, item: store.ItemRow, options?: PresentOptions): Promise<ContentView> {
    const [view] = await present(viewer, [item], { whole: true, ...options });
    if (!view) throw new AppError('NOT_FOUND');
    return view;
  }

  return {
    remove: publishing.remove,
    setState: publishing.setState,
    endExemption: publishing.endExemption,
    fileSettled: publishing.fileSettled,
    ...createRegisters({ ...deps, names }),
    openConsent: createOpenConsent({ ...deps, names }),
    tasks: [...publishing.tasks, refunds.task, sealNamesTask({ db, names })],
    ...people,
    ...createConsentLinks(consent),
    ...createConsentStreams(deps),
    ...again,
    ...createComplaints({ ...publishing, ...refunds, ...again }),
    ...createReview({ ...deps, present, ...publishing, describePeople: people.describePeople }),
    ...createListedItems(deps),
    ...createArchive({ ...deps, ...publishing }),
    ...createPins(deps),
    ...createStudio({ ...deps, present }),
    publishDraft: async (viewer, contentId) => presentOne(viewer, await publishing.publishDraft(viewer, contentId)),
    publish: async (viewer, body) => presentOne(viewer, await publishing.publish(viewer, body)),
    update: async (viewer, contentId, body) => presentOne(viewer, await publishing.update(viewer, contentId, body)),

    async get(viewer, contentId) {
      const view = await presentOne(viewer, await requireVisible(viewer, contentId));
      const viewerId = viewer.profileId;
      if (!view.isLocked && !view.isOwn && viewerId) countViewer({ contentId, viewerId });
      return view;
    },
    async listFeed(viewer, { cursor, limit = feedItems }) {
      const { ids, nextCursor } = await readFeed(feed, viewer.profileId, { cursor, limit, now: clock.now() });
      return { items: await present(viewer, await rows.list(ids)), nextCursor };
    },
    async listAffordable(viewer, credits) {
      const ids = await listAffordable(db, viewer, { credits, limit: affordableItems });
      const items = await present(viewer, await rows.list(ids));
      // A subscription opens pictures too.
      return items.filter(({ isLocked, isOwn }) => isLocked && !isOwn);
    },
    async listFeedIds(viewer, limit) {
      return (await readFeed(feed, viewer.profileId, { limit, now: clock.now() })).ids;
    },
    async listByCreator(viewer, creatorId, { mediaType, state }) {
      const creator = await profiles.requireCreator(viewer, creatorId);
      const all = creator.id === viewer.profileId;
      return present(
        viewer,
        await store.listByCreator(db, { profileId: creator.id, all, mediaType, state, limit: creatorItems }),
      );
    },
    async listByIds(viewer, contentIds) {
      const found = await itemLoader.list(contentIds.map((id) => ({ viewerId: viewer.profileId, id })));
      const seen = await Promise.all(found.map(async (item) => ((await maySee(viewer, item)) ? item : [])));
      return present(viewer, seen.flat());
    },
    async summaries(contentIds) {
      const found = contentIds.length === 0 ? [] : await reader.listByIds([...new Set(contentIds)]);
      return new Map(found.filter(({ state }) => state === 'published').map((item) => [item.id, toItemSummary(item)]));
    },
    async search(viewer, text) {
      if (text.length < 3) return [];
      const wanted = { viewerId: viewer.profileId, text, limit: 8 };
      const found = await addSimilar(await searchByTitle(wanted), {
        ...wanted,
        find: () => findSimilar(db, (tx) => store.listSimilarTitles(tx, wanted)),
      });
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
      await requirePlayable(item);
      // The paid view is read while the ledger commits, and discarded when it refuses.
      const [balance, view] = await Promise.all([
        charge(viewer, item, { price, key: key ?? `${viewer.accountId}:unlock:${item.id}` }),
        presentOne(viewer, item, { bought: item }),
      ]);
      return { balance, item: view };
    },
    async unlockByIntent({ viewer, contentId, key, expectedAmount }) {
      const item = await requireBuyable(viewer, contentId);
      await requirePlayable(item);
      return { balance: await charge(viewer, item, { price: expectedAmount, key }) };
    },

    async drawVeil(viewer, contentId, width) {
      return veils.draw(await requireVisible(viewer, contentId), width);
    },
    async requireOpen(viewer, contentId) {
      const item = await requireVisible(viewer, contentId);
      await requireOpenTo(viewer, item);
      return item;
    },
    async requireLevelFor(viewer, contentIds) {
      const items = contentIds.length === 0 ? [] : await reader.listByIds([...contentIds]);
      const asked = items.filter((item) => asksForLevel(viewer, item));
      const rights = await Promise.all(asked.map((item) => rightsTo(viewer, item)));
      if (rights.some(({ lacksLevel }) => lacksLevel)) throw new AppError('IDENTITY_LEVEL_REQUIRED');
    },
    async requireTippable(viewer, contentId, creatorId) {
      const item = await requireVisible(viewer, contentId);
      if (item.state !== 'published' || item.profile_id !== creatorId) throw new AppError('NOT_FOUND');
      return item;
    },
    isPublishedFile,
    isFlaggedFile,
    async stream(viewer, contentId) {
      const item = await requireVisible(viewer, contentId);
      const file = item.media_id ? (await deps.media.listByIds(db, [item.media_id])).get(item.media_id) : undefined;
      if (!file) throw new AppError('NOT_FOUND');
      const rights = await rightsTo(viewer, item);
      if (rights.lacksLevel) throw new AppError('IDENTITY_LEVEL_REQUIRED');
      if (isOpen(item, rights)) return deps.media.streamFor(viewer, file, null);
      const previewMs = previewMsOf(item, rights);
      if (previewMs === 0) throw new AppError('FORBIDDEN', { message: lockedMessage });
      return deps.media.streamFor(viewer, file, previewMs);
    },
  };
}
