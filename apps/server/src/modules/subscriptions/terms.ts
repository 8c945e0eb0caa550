import type { BodyOf } from '@vlam/contract/operation';
import { longTerms, termCents } from '@vlam/contract/rules/subscription-terms';
import type { OwnTerms, subscriptionTermsOperations } from '@vlam/contract/subscription-terms';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/database.ts';
import { AppError } from '../../platform/errors.ts';
import type { Viewer } from '../../platform/viewer.ts';
import { say, sentence } from '../../platform/words.ts';
import type { CreditsService } from '../credits/service.ts';
import { type ProfilesService, requireProfileId } from '../profiles/service.ts';
import { endRequest } from './price-store.ts';
import { countPaid } from './sales-store.ts';
import { listPrices, listTerms, percentOffOf, setTerms, tierCents } from './terms-store.ts';
import { keepTier, lockTiers, tierOf } from './tiers-store.ts';

export interface SubscriptionTerms {
  getOwnTerms(viewer: Viewer): Promise<OwnTerms>;
  setOwnTerms(viewer: Viewer, body: BodyOf<typeof subscriptionTermsOperations.setOwnTerms>): Promise<OwnTerms>;
}

export const noSuchTier = (): AppError =>
  new AppError('CONFLICT', { message: say`This tier is no longer there. Please choose another` });

/**
 * Keeps the tier that something of a creator's own opens from, until the transaction ends. Throws `VALIDATION_FAILED`
 * where they have none of that number.
 */
export async function requireOwnTier(tx: Db, creatorId: string, tier = 1): Promise<void> {
  if (await keepTier(tx, { creatorId, tier })) return;
  const message = sentence('Choose one of your tiers');
  throw new AppError('VALIDATION_FAILED', { details: { fields: { fromTier: message } } });
}

/**
 * Price of a term on sale. Throws `CONFLICT` for one that this creator does not sell, and for a tier that takes no new
 * people; `closed` is for someone who has it.
 */
export async function requireTermCents(
  db: Db,
  creator: { id: string; priceCents: number },
  { tier, months, closed = false }: { tier: number; months: number; closed?: boolean },
): Promise<number> {
  const wanted = { creatorId: creator.id, tier, months };
  const prices = await listPrices(db, [creator.id]);
  const monthly = tierCents(prices, { ...wanted, priceCents: creator.priceCents });
  const isOpen = tierOf(prices.tiers, wanted)?.is_open ?? true;
  if (monthly === null || !(isOpen || closed))
    throw new AppError('CONFLICT', { message: say`This tier takes no new people. Please choose another` });
  const percentOff = months === 1 ? 0 : percentOffOf(prices.terms, wanted);
  if (months > 1 && percentOff === 0)
    throw new AppError('CONFLICT', { message: 'This term is no longer sold. Please choose another' });
  return termCents(monthly, { months, percentOff });
}

export function createSubscriptionTerms(deps: {
  db: Db;
  clock: Clock;
  credits: Pick<CreditsService, 'transact'>;
  profiles: Pick<ProfilesService, 'cards' | 'lockPrice'>;
}): SubscriptionTerms {
  const { db, clock, profiles } = deps;

  async function toView(on: Db, creatorId: string, priceCents: number | null | undefined): Promise<OwnTerms> {
    if (priceCents == null) throw new AppError('NOT_FOUND');
    const terms = await listTerms(on, [creatorId]);
    const off = (months: number) => percentOffOf(terms, { creatorId, tier: 1, months });
    const { running } = await countPaid(on, creatorId, clock.now());
    return { priceCents, percentOff: { '3': off(3), '6': off(6), '12': off(12) }, subscribers: running };
  }

  return {
    async getOwnTerms(viewer) {
      const creatorId = requireProfileId(viewer);
      return toView(db, creatorId, (await profiles.cards.find(creatorId))?.priceCents);
    },
    setOwnTerms(viewer, { percentOff }) {
      const creatorId = requireProfileId(viewer);
      const terms = longTerms.map((months) => ({ months, percentOff: percentOff[`${months}`] }));
      return deps.credits.transact(async (tx) => {
        const priceCents = await profiles.lockPrice(tx, creatorId);
        await lockTiers(tx, creatorId);
        // A request names what each term cost when it was made.
        if (await setTerms(tx, creatorId, terms)) await endRequest(tx, creatorId, clock.now());
        return toView(tx, creatorId, priceCents);
      });
    },
  };
}
