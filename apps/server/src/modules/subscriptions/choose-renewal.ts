import type { BodyOf } from '@vlam/contract/operation';
import type { subscriptionTiersOperations } from '@vlam/contract/subscription-tiers';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/database.ts';
import { AppError } from '../../platform/errors.ts';
import { requireShownRand } from '../../platform/shown-price.ts';
import type { Viewer } from '../../platform/viewer.ts';
import { say } from '../../platform/words.ts';
import type { ComplianceService } from '../compliance/service.ts';
import type { CreditsService } from '../credits/service.ts';
import type { ProfilesService } from '../profiles/service.ts';
import { renewalOf } from './place.ts';
import { requireSelling } from './sales.ts';
import * as store from './store.ts';
import { noSuchTier, requireTermCents } from './terms.ts';
import { listTerms, percentOffOf } from './terms-store.ts';
import { keepTier, listOpenTime } from './tiers-store.ts';

/**
 * Chooses the tier that the next renewal pays for, at the price that was shown; the consent is stored. What is paid stays
 * open until it ends. Throws `NOT_FOUND`, `PRICE_CHANGED`, `SUBSCRIPTIONS_STOPPED`, and `CONFLICT` for a subscription
 * that does not renew or is being charged, and for a tier that takes no new people.
 */
export type ChangeRenewal = (
  viewer: Viewer,
  id: string,
  body: BodyOf<typeof subscriptionTiersOperations.changeRenewal>,
) => Promise<store.SubscriptionRow>;

export function createChangeRenewal(deps: {
  db: Db;
  clock: Clock;
  compliance: Pick<ComplianceService, 'recordNewPrice'>;
  credits: Pick<CreditsService, 'transact'>;
  profiles: Pick<ProfilesService, 'cards'>;
}): ChangeRenewal {
  return async (viewer, id, { tier, amount }) => {
    const known = viewer.profileId ? await store.findOwn(deps.db, viewer.profileId, id) : undefined;
    const creator = known && (await deps.profiles.cards.find(known.creator_id));
    if (!known || creator?.priceCents == null) throw new AppError('NOT_FOUND');
    requireSelling(creator);
    const sold = { id: creator.id, priceCents: creator.priceCents };
    return deps.credits.transact(async (tx) => {
      const now = deps.clock.now();
      const own = await store.lockOwn(tx, known.subscriber_id, id);
      if (!own) throw new AppError('NOT_FOUND');
      if (own.next_attempt_at === null)
        throw new AppError('CONFLICT', { message: say`This subscription does not renew. Renew it first` });
      // Its price is being paid: what is chosen now would not be what it charges.
      if (own.claimed_until && own.claimed_until > now)
        throw new AppError('CONFLICT', { message: say`Your renewal is being paid at this moment` });
      if (own.tier === tier) return own;
      const [open] = await listOpenTime(tx, [id], now);
      if (!(await keepTier(tx, { creatorId: sold.id, tier }))) throw noSuchTier();
      const term = { creatorId: sold.id, tier, months: own.term_months };
      const months = percentOffOf(await listTerms(tx, [sold.id]), term) > 0 ? own.term_months : 1;
      const priceCents = await requireTermCents(tx, sold, { tier, months, closed: open?.tier === tier });
      requireShownRand(amount, priceCents);
      await store.dropOpenAnswers(tx, [id]);
      const price = { amount: priceCents, currency: 'cents' as const };
      await deps.compliance.recordNewPrice(tx, { accountId: viewer.accountId, reference: id, price });
      const terms = { tier, term_months: months, price_cents: priceCents, agreed_price_cents: null };
      return store.setRenewal(tx, id, await renewalOf(tx, own, { tier, now }), terms);
    });
  };
}
