import {
  type BundleView,
  type bundleCategories,
  bundlePriceBands,
  type bundlePurchase,
  type marketplaceOperations,
} from '@vlam/contract/marketplace';
import type { BodyOf } from '@vlam/contract/operation';
import * as z from 'zod/mini';
import type { Clock } from '../../platform/clock.ts';
import { decodeCursor, encodeCursor } from '../../platform/cursor.ts';
import type { Database } from '../../platform/database.ts';
import { AppError } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { withFuzzyMatch } from '../../platform/trigram.ts';
import type { Viewer } from '../../platform/viewer.ts';
import type { ContentService } from '../content/service.ts';
import type { CreditsService } from '../credits/service.ts';
import { type ProfilesService, requireProfileId } from '../profiles/service.ts';
import { createPurchaseHandler } from './purchase.ts';
import * as purchaseStore from './purchase-store.ts';
import * as store from './store.ts';
import { toBundleView, toPurchaseView } from './view.ts';

export { isOpenByBundle } from './store.ts';

type Page = { cursor?: string | undefined; limit?: number | undefined };
type NewBundle = BodyOf<typeof marketplaceOperations.createBundle>;
type BundleChange = BodyOf<typeof marketplaceOperations.updateBundle>;
type PurchaseView = z.output<typeof bundlePurchase>;
type ContentItems = Awaited<ReturnType<ContentService['listByIds']>>;

export interface MarketplaceService {
  /** Bundles with at least one published item, of creators visible to this viewer. */
  list(
    viewer: Viewer,
    wanted: Page & {
      q?: string | undefined;
      category?: 'all' | (typeof bundleCategories)[number] | undefined;
      price?: 'all' | keyof typeof bundlePriceBands | undefined;
      creatorId?: string | undefined;
    },
  ): Promise<{ items: BundleView[]; nextCursor: string | null }>;
  /** Withdrawn bundles only for their creator and buyers; throws `NOT_FOUND` otherwise. */
  get(viewer: Viewer, bundleId: string): Promise<{ bundle: BundleView; items: ContentItems }>;
  /** Throws `NOT_FOUND` unless all items are own, published and premium, `VALIDATION_FAILED` for a duplicate. */
  create(viewer: Viewer, bundle: NewBundle): Promise<BundleView>;
  /** Throws `NOT_FOUND` unless it is an own bundle on sale. */
  update(viewer: Viewer, bundleId: string, change: BundleChange): Promise<BundleView>;
  withdraw(viewer: Viewer, bundleId: string): Promise<void>;
  /**
   * Charges the stored price in credits for 30 days of access; idempotent by `key`. Throws `NOT_FOUND`, `CONFLICT` for
   * an own or owned bundle, `PRICE_CHANGED` unless `price` is current, `INSUFFICIENT_CREDITS`,
   * `IDEMPOTENCY_KEY_REUSED`, `SPENDING_LIMIT_REACHED`.
   */
  purchase(
    viewer: Viewer,
    bundleId: string,
    intent: { price: number; key: string | null },
  ): Promise<{ balance: number; purchase: PurchaseView }>;
  listPurchases(viewer: Viewer, page: Page): Promise<{ items: PurchaseView[]; nextCursor: string | null }>;
  /** Sum and number of star ratings of one creator's bundles, or of all bundles. */
  sumRatings(creatorId: string | null): Promise<{ stars: number; ratings: number }>;
  /** Throws `FORBIDDEN` unless the viewer has bought it. */
  rate(viewer: Viewer, bundleId: string, stars: number): Promise<BundleView>;
}

const defaultLimit = 20;
const position = z.tuple([z.iso.datetime(), z.uuid()]);
const purchasePosition = z.tuple([z.uuid()]);

export function createMarketplaceService(deps: {
  database: Database;
  clock: Clock;
  profiles: Pick<ProfilesService, 'cards'>;
  content: Pick<ContentService, 'summaries' | 'listByIds' | 'requireLevelFor'>;
  credits: Pick<CreditsService, 'transact' | 'postAll' | 'balance'>;
  /** Throws `SPENDING_LIMIT_REACHED` while the member has paused buying. */
  requireMayBuy(accountId: string): Promise<void>;
}): MarketplaceService {
  const { clock, profiles, content, credits } = deps;
  const { db } = deps.database;
  const purchaseBundle = createPurchaseHandler(deps);

  /** Leaves out bundles without a published item: there is nothing to sell. */
  async function toViews(viewer: Viewer, rows: readonly store.BundleRow[]): Promise<BundleView[]> {
    const ids = rows.map((row) => row.id);
    const [itemIds, access, cards] = await Promise.all([
      store.listItemIds(db, ids),
      store.listAccess(db, viewer.accountId, ids),
      profiles.cards.list([...new Set(rows.map((row) => row.creator_id))]),
    ]);
    const summaries = await content.summaries([...itemIds.values()].flat());
    const cardOf = new Map(cards.map((card) => [card.id, card]));
    const accessTo = new Map(access.map((one) => [one.bundle_id, one]));
    return rows.flatMap((row) => {
      const creator = cardOf.get(row.creator_id);
      const items = (itemIds.get(row.id) ?? []).flatMap((id) => summaries.get(id) ?? []);
      if (!creator || items.length === 0) return [];
      return toBundleView(row, { viewerId: viewer.profileId, creator, items, access: accessTo.get(row.id) });
    });
  }

  async function toView(viewer: Viewer, row: store.BundleRow): Promise<BundleView> {
    const [view] = await toViews(viewer, [row]);
    if (!view) throw new AppError('NOT_FOUND');
    return view;
  }

  /** Throws `NOT_FOUND` for withdrawn bundles, except to their creator and buyers. */
  async function requireVisible(viewer: Viewer, bundleId: string): Promise<store.BundleRow> {
    const row = await store.findVisible(db, viewer.profileId, bundleId);
    if (!row) throw new AppError('NOT_FOUND');
    if (!row.withdrawn_at || row.creator_id === viewer.profileId) return row;
    const bought = await store.listAccess(db, viewer.accountId, [row.id]);
    if (bought.length === 0) throw new AppError('NOT_FOUND');
    return row;
  }

  async function toPurchaseViews(rows: readonly purchaseStore.PurchaseRow[]): Promise<PurchaseView[]> {
    const cards = await profiles.cards.list([...new Set(rows.map((row) => row.creator_id))]);
    const nameOf = new Map(cards.map((card) => [card.id, card.displayName]));
    return rows.map((row) => toPurchaseView(row, nameOf.get(row.creator_id) ?? ''));
  }

  return {
    async list(viewer, { q, category = 'all', price = 'all', creatorId, cursor, limit = defaultLimit }) {
      const text = q?.trim() || undefined;
      const begun = decodeCursor(position, cursor);
      const wanted: store.BundleFilter = {
        viewerId: viewer.profileId,
        text,
        category: category === 'all' ? undefined : category,
        price: price === 'all' ? undefined : bundlePriceBands[price],
        creatorId,
        after: begun && { at: new Date(begun[0]), id: begun[1] },
        limit: limit + 1,
      };
      const rows = text
        ? await withFuzzyMatch(db, (tx) => store.listOnSale(tx, wanted))
        : await store.listOnSale(db, wanted);
      const shown = rows.slice(0, limit);
      const last = shown.at(-1);
      return {
        items: await toViews(viewer, shown),
        nextCursor: rows.length > limit && last ? encodeCursor([last.created_at.toISOString(), last.id]) : null,
      };
    },

    async get(viewer, bundleId) {
      const row = await requireVisible(viewer, bundleId);
      const [bundle, itemIds] = await Promise.all([toView(viewer, row), store.listItemIds(db, [row.id])]);
      return { bundle, items: await content.listByIds(viewer, itemIds.get(row.id) ?? []) };
    },

    async create(viewer, bundle) {
      const creatorId = requireProfileId(viewer);
      const ids = [...new Set(bundle.contentIds)];
      if (ids.length < bundle.contentIds.length) throw invalidItems('An item is chosen twice');
      const summaries = await content.summaries(ids);
      const items = ids.flatMap((id) => summaries.get(id) ?? []);
      if (items.length < ids.length || items.some((item) => item.profileId !== creatorId))
        throw new AppError('NOT_FOUND');
      if (items.some((item) => !item.isPremium))
        throw invalidItems('Choose premium items: everybody sees the others already');
      const now = clock.now();
      const tags = [...new Set(bundle.tags)];
      const row = await db.transaction().execute((tx) =>
        store.insertBundle(
          tx,
          {
            id: newId(now.getTime()),
            creator_id: creatorId,
            title: bundle.title,
            description: bundle.description,
            search_text: toSearchText(bundle.title, tags),
            price_credits: bundle.price,
            category: bundle.category,
            tags,
            is_exclusive: bundle.isExclusive,
            created_at: now,
          },
          ids,
        ),
      );
      return toView(viewer, row);
    },

    async update(viewer, bundleId, { price, ...change }) {
      const row = await db.transaction().execute(async (tx) => {
        const before = await store.lockOwn(tx, requireProfileId(viewer), bundleId);
        if (!before) throw new AppError('NOT_FOUND');
        const tags = change.tags ? [...new Set(change.tags)] : before.tags;
        return store.updateBundle(tx, bundleId, {
          ...change,
          tags,
          ...(price === undefined ? {} : { price_credits: price }),
          search_text: toSearchText(change.title ?? before.title, tags),
        });
      });
      return toView(viewer, row);
    },

    async withdraw(viewer, bundleId) {
      if (!(await store.withdraw(db, requireProfileId(viewer), bundleId, clock.now()))) throw new AppError('NOT_FOUND');
    },

    async purchase(viewer, bundleId, { price, key }) {
      const row = await requireVisible(viewer, bundleId);
      if (row.creator_id === viewer.profileId) throw new AppError('CONFLICT', { message: 'This bundle is your own' });
      // Throws `NOT_FOUND` when no published item is left.
      await Promise.all([toView(viewer, row), deps.requireMayBuy(viewer.accountId)]);
      const itemIds = (await store.listItemIds(db, [row.id])).get(row.id) ?? [];
      await content.requireLevelFor(viewer, itemIds);
      const made = await purchaseBundle(viewer, row, { price, key: key ?? newId() });
      const [[purchase], { balance }] = await Promise.all([toPurchaseViews([made]), credits.balance(viewer.accountId)]);
      if (!purchase) throw new AppError('NOT_FOUND');
      return { balance, purchase };
    },

    async listPurchases({ accountId }, { cursor, limit = defaultLimit }) {
      const [after] = decodeCursor(purchasePosition, cursor) ?? [null];
      const rows = await purchaseStore.listByAccount(db, { accountId, after, limit: limit + 1 });
      const shown = rows.slice(0, limit);
      const last = shown.at(-1);
      return {
        items: await toPurchaseViews(shown),
        nextCursor: rows.length > limit && last ? encodeCursor([last.id]) : null,
      };
    },

    sumRatings: (creatorId) => store.sumRatings(db, creatorId),
    async rate(viewer, bundleId, stars) {
      await requireVisible(viewer, bundleId);
      const rated = await db
        .transaction()
        .execute((tx) => store.rate(tx, { accountId: viewer.accountId, bundleId, stars }));
      if (!rated) throw new AppError('FORBIDDEN', { message: 'Only those who bought this bundle can rate it' });
      return toView(viewer, await requireVisible(viewer, bundleId));
    },
  };
}

const toSearchText = (title: string, tags: readonly string[]): string => [title, ...tags].join(' ');

const invalidItems = (message: string) =>
  new AppError('VALIDATION_FAILED', { message, details: { fields: { contentIds: message } } });
