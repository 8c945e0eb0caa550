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
import { createPurchase } from './purchase.ts';
import * as purchaseStore from './purchase-store.ts';
import * as store from './store.ts';
import { toBundleView, toPurchaseView } from './view.ts';

export { openByBundle } from './store.ts';

type Page = { cursor?: string | undefined; limit?: number | undefined };
type Bundle = BodyOf<typeof marketplaceOperations.createBundle>;
type BundleChange = BodyOf<typeof marketplaceOperations.updateBundle>;
type Purchase = z.output<typeof bundlePurchase>;
type ContentItems = Awaited<ReturnType<ContentService['listByIds']>>;

export interface MarketplaceService {
  /** Bundles with at least one published item, of creators this viewer may see. */
  list(
    viewer: Viewer,
    wanted: Page & {
      q?: string | undefined;
      category?: 'all' | (typeof bundleCategories)[number] | undefined;
      price?: 'all' | keyof typeof bundlePriceBands | undefined;
      creatorId?: string | undefined;
    },
  ): Promise<{ items: BundleView[]; nextCursor: string | null }>;
  /** Withdrawn ones only for their creator and those who bought them; throws `NOT_FOUND` otherwise. */
  get(viewer: Viewer, bundleId: string): Promise<{ bundle: BundleView; items: ContentItems }>;
  /** Throws `NOT_FOUND` unless all items are own, published and premium ones, `VALIDATION_FAILED` for one named twice. */
  create(viewer: Viewer, bundle: Bundle): Promise<BundleView>;
  /** Throws `NOT_FOUND` for what is not an own bundle on sale. */
  update(viewer: Viewer, bundleId: string, change: BundleChange): Promise<BundleView>;
  withdraw(viewer: Viewer, bundleId: string): Promise<void>;
  /**
   * Charges the stored price in credits for 30 days. Throws `NOT_FOUND`, `CONFLICT` for one's own or one that is open
   * already, `PRICE_CHANGED` unless it is the price that was shown, `INSUFFICIENT_CREDITS`, `IDEMPOTENCY_KEY_REUSED`,
   * `SPENDING_LIMIT_REACHED`. The same key charges once.
   */
  purchase(
    viewer: Viewer,
    bundleId: string,
    intent: { price: number; key: string | null },
  ): Promise<{ balance: number; purchase: Purchase }>;
  listPurchases(viewer: Viewer, page: Page): Promise<{ items: Purchase[]; nextCursor: string | null }>;
  /** Sum and number of star ratings of one profile's bundles, or of all bundles. */
  bundleStars(creatorId: string | null): Promise<{ stars: number; ratings: number }>;
  /** Throws `FORBIDDEN` for who has never bought it. */
  rate(viewer: Viewer, bundleId: string, stars: number): Promise<BundleView>;
}

const pageLength = 20;
const position = z.tuple([z.iso.datetime(), z.uuid()]);
const purchasePosition = z.tuple([z.uuid()]);

export function createMarketplaceService(deps: {
  database: Database;
  clock: Clock;
  profiles: Pick<ProfilesService, 'cards'>;
  content: Pick<ContentService, 'summaries' | 'listByIds'>;
  credits: Pick<CreditsService, 'transact' | 'postAll' | 'balance'>;
  /** Throws `SPENDING_LIMIT_REACHED` while the member has paused buying. */
  requireMayBuy(accountId: string): Promise<void>;
}): MarketplaceService {
  const { clock, profiles, content, credits } = deps;
  const { db } = deps.database;
  const buy = createPurchase(deps);

  /** Bundles without an item left are not shown: there is nothing to sell. */
  async function present(viewer: Viewer, rows: readonly store.BundleRow[]): Promise<BundleView[]> {
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

  async function presentOne(viewer: Viewer, row: store.BundleRow): Promise<BundleView> {
    const [view] = await present(viewer, [row]);
    if (!view) throw new AppError('NOT_FOUND');
    return view;
  }

  /** What is withdrawn exists only for its creator and for those who bought it. */
  async function requireSeen(viewer: Viewer, bundleId: string): Promise<store.BundleRow> {
    const row = await store.findSeen(db, viewer.profileId, bundleId);
    if (!row) throw new AppError('NOT_FOUND');
    if (!row.withdrawn_at || row.creator_id === viewer.profileId) return row;
    const bought = await store.listAccess(db, viewer.accountId, [row.id]);
    if (bought.length === 0) throw new AppError('NOT_FOUND');
    return row;
  }

  async function presentPurchases(rows: readonly purchaseStore.PurchaseRow[]): Promise<Purchase[]> {
    const cards = await profiles.cards.list([...new Set(rows.map((row) => row.creator_id))]);
    const nameOf = new Map(cards.map((card) => [card.id, card.displayName]));
    return rows.map((row) => toPurchaseView(row, nameOf.get(row.creator_id) ?? ''));
  }

  return {
    async list(viewer, { q, category = 'all', price = 'all', creatorId, cursor, limit = pageLength }) {
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
        items: await present(viewer, shown),
        nextCursor: rows.length > limit && last ? encodeCursor([last.created_at.toISOString(), last.id]) : null,
      };
    },

    async get(viewer, bundleId) {
      const row = await requireSeen(viewer, bundleId);
      const [bundle, itemIds] = await Promise.all([presentOne(viewer, row), store.listItemIds(db, [row.id])]);
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
            search_text: searchTextOf(bundle.title, tags),
            price_credits: bundle.price,
            category: bundle.category,
            tags,
            is_exclusive: bundle.isExclusive,
            created_at: now,
          },
          ids,
        ),
      );
      return presentOne(viewer, row);
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
          search_text: searchTextOf(change.title ?? before.title, tags),
        });
      });
      return presentOne(viewer, row);
    },

    async withdraw(viewer, bundleId) {
      if (!(await store.withdraw(db, requireProfileId(viewer), bundleId, clock.now()))) throw new AppError('NOT_FOUND');
    },

    async purchase(viewer, bundleId, { price, key }) {
      const row = await requireSeen(viewer, bundleId);
      if (row.creator_id === viewer.profileId) throw new AppError('CONFLICT', { message: 'This bundle is your own' });
      // Nothing is sold of which nothing is left.
      await Promise.all([presentOne(viewer, row), deps.requireMayBuy(viewer.accountId)]);
      const made = await buy(viewer, row, { price, key: key ?? newId() });
      const [[purchase], { balance }] = await Promise.all([
        presentPurchases([made]),
        credits.balance(viewer.accountId),
      ]);
      if (!purchase) throw new AppError('NOT_FOUND');
      return { balance, purchase };
    },

    async listPurchases({ accountId }, { cursor, limit = pageLength }) {
      const [after] = decodeCursor(purchasePosition, cursor) ?? [null];
      const rows = await purchaseStore.listByAccount(db, { accountId, after, limit: limit + 1 });
      const shown = rows.slice(0, limit);
      const last = shown.at(-1);
      return {
        items: await presentPurchases(shown),
        nextCursor: rows.length > limit && last ? encodeCursor([last.id]) : null,
      };
    },

    bundleStars: (creatorId) => store.sumStars(db, creatorId),
    async rate(viewer, bundleId, stars) {
      await requireSeen(viewer, bundleId);
      const rated = await db
        .transaction()
        .execute((tx) => store.rate(tx, { accountId: viewer.accountId, bundleId, stars }));
      if (!rated) throw new AppError('FORBIDDEN', { message: 'Only those who bought this bundle can rate it' });
      return presentOne(viewer, await requireSeen(viewer, bundleId));
    },
  };
}

const searchTextOf = (title: string, tags: readonly string[]): string => [title, ...tags].join(' ');

const invalidItems = (message: string) =>
  new AppError('VALIDATION_FAILED', { message, details: { fields: { contentIds: message } } });
