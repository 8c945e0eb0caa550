import type { BodyOf, ResponseOf } from '@vlam/contract/operation';
import { tierNumbers } from '@vlam/contract/rules/subscription-tiers';
import type { OwnTier, subscriptionTiersOperations } from '@vlam/contract/subscription-tiers';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/database.ts';
import { AppError } from '../../platform/errors.ts';
import type { Viewer } from '../../platform/viewer.ts';
import { sentence } from '../../platform/words.ts';
import type { CreditsService } from '../credits/service.ts';
import { type ProfilesService, requireProfileId } from '../profiles/service.ts';
import { endRequest } from './price-store.ts';
import { listPrices, percentOffOf, tierCents } from './terms-store.ts';
import { type CountFromTier, createRemoveTier, type RemoveTier } from './tier-removal.ts';
import { countOpen, listTiers, lockTiers, type TierRow, tierOf, writeTier } from './tiers-store.ts';

type Operations = typeof subscriptionTiersOperations;
type OwnTiers = ResponseOf<Operations['listOwnTiers']>;

/** Up to three tiers of a creator, in order of price. */
export interface SubscriptionTiers {
  listOwnTiers(viewer: Viewer): Promise<OwnTiers>;
  /**
   * Above the others, or between two where one was removed. Throws `QUOTA_REACHED` for a fourth one, and
   * `VALIDATION_FAILED` for a price out of order.
   */
  addTier(viewer: Viewer, body: BodyOf<Operations['addTier']>): Promise<OwnTiers>;
  /** Throws `NOT_FOUND`, and `VALIDATION_FAILED` for a price out of order. */
  updateTier(viewer: Viewer, tier: number, body: BodyOf<Operations['updateTier']>): Promise<OwnTiers>;
  removeTier: RemoveTier;
  /** Throws `VALIDATION_FAILED` unless the new price of the first tier is below the others. */
  checkFirstPrice(tx: Db, creatorId: string, priceCents: number | null): Promise<void>;
}

/** Of a tier that was removed from between two others. */
const freeNumber = (higher: readonly TierRow[]) =>
  tierNumbers.find((one) => one > 1 && !higher.some(({ number }) => number === one));

const toCents = (rand: number): number => Math.round(rand * 100);
const outOfOrder = (field: string, message: string): AppError =>
  new AppError('VALIDATION_FAILED', { details: { fields: { [field]: message } } });

export function createSubscriptionTiers(deps: {
  db: Db;
  clock: Clock;
  credits: Pick<CreditsService, 'transact'>;
  profiles: Pick<ProfilesService, 'cards' | 'lockPrice'>;
  countFromTier: CountFromTier;
}): SubscriptionTiers {
  const { db, clock, profiles } = deps;

  async function toView(on: Db, creatorId: string, priceCents: number): Promise<OwnTiers> {
    const prices = await listPrices(on, [creatorId]);
    const people = await countOpen(on, creatorId, clock.now());
    const tiers = tierNumbers.flatMap((tier): OwnTier[] => {
      const monthly = tierCents(prices, { creatorId, tier, priceCents });
      if (monthly === null) return [];
      const row = tierOf(prices.tiers, { creatorId, tier });
      const off = (months: number) => percentOffOf(prices.terms, { creatorId, tier, months });
      return [
        {
          ...{ tier, name: row?.name ?? '', opens: row?.opens ?? '', priceCents: monthly, open: row?.is_open ?? true },
          percentOff: { '3': off(3), '6': off(6), '12': off(12) },
          subscribers: people.get(tier) ?? 0,
        },
      ];
    });
    return { tiers };
  }

  /** Changes the tiers under their lock; the price of the first one cannot change meanwhile. */
  const change = (
    viewer: Viewer,
    work: (tx: Db, tiers: readonly TierRow[], firstCents: number) => Promise<TierRow>,
  ) => {
    const creatorId = requireProfileId(viewer);
    return deps.credits.transact(async (tx) => {
      const firstCents = await profiles.lockPrice(tx, creatorId);
      if (firstCents === null) throw new AppError('NOT_FOUND');
      await lockTiers(tx, creatorId);
      const tiers = await listTiers(tx, [creatorId]);
      const row = await work(tx, tiers, firstCents);
      const before = tiers.find(({ number }) => number === row.number);
      await writeTier(tx, row);
      // A request names what each tier and term cost when it was made.
      const isDearer = (name: 'price_cents' | `percent_off_${3 | 6 | 12}`) => before && before[name] !== row[name];
      if ((['price_cents', 'percent_off_3', 'percent_off_6', 'percent_off_12'] as const).some(isDearer))
        await endRequest(tx, creatorId, clock.now());
      return toView(tx, creatorId, firstCents);
    });
  };

  const percents = (percentOff: { '3': number; '6': number; '12': number } | undefined) =>
    percentOff
      ? { percent_off_3: percentOff['3'], percent_off_6: percentOff['6'], percent_off_12: percentOff['12'] }
      : {};

  return {
    async listOwnTiers(viewer) {
      const creatorId = requireProfileId(viewer);
      const card = await profiles.cards.find(creatorId);
      if (card?.priceCents == null) throw new AppError('NOT_FOUND');
      return toView(db, creatorId, card.priceCents);
    },

    addTier: (viewer, { name, opens, price, percentOff }) =>
      change(viewer, async (_tx, tiers, firstCents) => {
        const higher = tiers.filter((tier) => tier.number > 1);
        const number = tierNumbers.find((one) => one > 1 && one > (higher.at(-1)?.number ?? 1)) ?? freeNumber(higher);
        if (number === undefined) throw new AppError('QUOTA_REACHED');
        const below = higher.findLast((tier) => tier.number < number)?.price_cents ?? firstCents;
        if (toCents(price) <= below)
          throw outOfOrder('price', sentence('A higher tier costs more than the one below it'));
        if (toCents(price) >= (higher.find((tier) => tier.number > number)?.price_cents ?? Number.POSITIVE_INFINITY))
          throw outOfOrder('price', sentence('A lower tier costs less than the one above it'));
        const none = { percent_off_3: 0, percent_off_6: 0, percent_off_12: 0 };
        return {
          ...{ creator_id: requireProfileId(viewer), number, name, opens, price_cents: toCents(price), is_open: true },
          ...{ ...none, ...percents(percentOff) },
        };
      }),

    updateTier: (viewer, number, { name, opens, price, percentOff, open }) =>
      change(viewer, async (_tx, tiers, firstCents) => {
        const creatorId = requireProfileId(viewer);
        const unnamed = { name: '', opens: '', is_open: true, percent_off_3: 0, percent_off_6: 0, percent_off_12: 0 };
        const first = { ...unnamed, creator_id: creatorId, number: 1, price_cents: null };
        const known = tiers.find((row) => row.number === number) ?? (number === 1 ? first : undefined);
        if (!known) throw new AppError('NOT_FOUND');
        if (number === 1 && (price !== undefined || percentOff !== undefined))
          throw outOfOrder('price', sentence('Price and terms of the first tier are set beside it'));
        if (price !== undefined) {
          const below = tiers.findLast((row) => row.number > 1 && row.number < number)?.price_cents ?? firstCents;
          if (toCents(price) <= below)
            throw outOfOrder('price', sentence('A higher tier costs more than the one below it'));
          const above = tiers.find((row) => row.number > number)?.price_cents;
          if (toCents(price) >= (above ?? Number.POSITIVE_INFINITY))
            throw outOfOrder('price', sentence('A lower tier costs less than the one above it'));
        }
        return {
          ...known,
          ...(name === undefined ? {} : { name }),
          ...(opens === undefined ? {} : { opens }),
          ...(price === undefined ? {} : { price_cents: toCents(price) }),
          ...(open === undefined ? {} : { is_open: open }),
          ...percents(percentOff),
        };
      }),

    removeTier: createRemoveTier({
      ...deps,
      async list(tx, creatorId) {
        const firstCents = await profiles.lockPrice(tx, creatorId);
        if (firstCents === null) throw new AppError('NOT_FOUND');
        return toView(tx, creatorId, firstCents);
      },
    }),

    async checkFirstPrice(tx, creatorId, priceCents) {
      if (priceCents === null) return;
      const next = (await listTiers(tx, [creatorId])).find(({ number }) => number > 1);
      if (next?.price_cents != null && priceCents >= next.price_cents)
        throw outOfOrder('subscriptionPrice', sentence('A lower tier costs less than the one above it'));
    },
  };
}
