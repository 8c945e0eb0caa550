import type { BodyOf } from '@vlam/contract/operation';
import type { subscriptionTermsOperations } from '@vlam/contract/subscription-terms';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/database.ts';
import { AppError } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import type { Notify } from '../../platform/notices.ts';
import type { Viewer } from '../../platform/viewer.ts';
import type { CreditsService } from '../credits/service.ts';
import { type ProfilesService, requireProfileId } from '../profiles/service.ts';
import { type OfferRules, refusalError, type TrialOrigin } from './offer-rules.ts';
import * as offers from './offer-store.ts';
import { requireSelling } from './sales.ts';
import * as store from './store.ts';
import { requireTermCents } from './terms.ts';
import { isTrial } from './view.ts';

const dayMs = 86_400_000;

/** A free trial: it charges nothing, does not renew, and ends by itself. */
export interface SubscriptionTrials {
  /** Idempotent while the trial runs. Throws `NOT_FOUND`, `SUBSCRIPTIONS_STOPPED` and `CONFLICT` with the reason. */
  startTrial(
    viewer: Viewer,
    body: BodyOf<typeof subscriptionTermsOperations.startTrial>,
  ): Promise<store.SubscriptionRow>;
}

export function createSubscriptionTrials(deps: {
  clock: Clock;
  notify: Notify;
  rules: OfferRules;
  identity: { originOf(db: Db, accountId: string): Promise<TrialOrigin> };
  credits: Pick<CreditsService, 'transact'>;
  profiles: Pick<ProfilesService, 'requireCreator'>;
  onSubscribed(tx: Db, pairs: readonly store.SubscriptionPair[]): Promise<void>;
  addSubscribers(tx: Db, creatorIds: readonly string[], subscribers: 1 | -1): Promise<void>;
}): SubscriptionTrials {
  const { clock, profiles, rules } = deps;

  return {
    async startTrial(viewer, { creatorId, code }) {
      const creator = await profiles.requireCreator(viewer, creatorId);
      const pair = { subscriberId: requireProfileId(viewer), creatorId };
      if (creatorId === pair.subscriberId)
        throw new AppError('CONFLICT', { message: 'You cannot subscribe to yourself' });
      requireSelling(creator);
      return deps.credits.transact(async (tx) => {
        await store.lockByPair(tx, pair);
        const found = await rules.find(tx, creatorId, code);
        const offer = found?.kind === 'trial' ? await offers.lockOffer(tx, found.id) : undefined;
        if (!offer) throw refusalError('unknown');
        const known = await store.findByPair(tx, pair);
        const own = await offers.findUse(tx, offer.id, pair.subscriberId);
        if (own && known && isTrial(known) && known.paid_until > clock.now()) return known;
        const origin = await deps.identity.originOf(tx, viewer.accountId);
        await offers.lockOrigin(tx, origin);
        const refusal = await rules.refusalOf(tx, offer, pair, viewer.accountId);
        if (refusal) throw refusalError(refusal);
        if (!(await rules.hasRoom(tx, offer, pair.subscriberId))) throw refusalError('used_up');
        // What the tier costs today, for someone who goes on after it.
        const priceCents = await requireTermCents(tx, creator, { tier: offer.tier, months: 1 });
        return begin(tx, { pair, offer, priceCents, origin, known });
      });
    },
  };

  async function begin(
    tx: Db,
    trial: {
      pair: store.SubscriptionPair;
      offer: offers.OfferRow;
      priceCents: number;
      origin: TrialOrigin;
      /** The locked subscription of before. */
      known: store.SubscriptionRow | undefined;
    },
  ): Promise<store.SubscriptionRow> {
    const { pair, offer, priceCents, origin, known } = trial;
    const { address, device } = origin;
    const at = clock.now();
    // A row that did not exist could not be locked: a payment that made it in between keeps its time.
    if (!known && !(await store.insertUnpaid(tx, { ...pair, id: newId(at.getTime()), priceCents, at })))
      throw refusalError('not_for_you');
    await offers.takeUse(tx, { offer, subscriberId: pair.subscriberId, orderId: null, at, address, device });
    const row = await store.setTrial(tx, pair, {
      tier: offer.tier,
      priceCents,
      at,
      until: new Date(at.getTime() + offer.value * dayMs),
    });
    // The creator's count holds a subscriber who has not ended.
    if (known?.ended_at !== null) await deps.addSubscribers(tx, [pair.creatorId], 1);
    await deps.notify(tx, {
      kind: 'subscriber',
      to: { profileId: pair.creatorId },
      key: `subscriber:${offer.id}:${pair.subscriberId}`,
      actorId: pair.subscriberId,
    });
    await deps.onSubscribed(tx, [pair]);
    return row;
  }
}
