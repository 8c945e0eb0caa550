import type { OfferRefusal } from '@vlam/contract/rules/subscription-terms';
import { type Clock, johannesburgDay } from '../../platform/clock.ts';
import type { Db } from '../../platform/database.ts';
import { AppError } from '../../platform/errors.ts';
import type { PaymentsPort } from '../../platform/purpose.ts';
import { sentence } from '../../platform/words.ts';
import * as store from './offer-store.ts';
import { findByPair, type SubscriptionPair } from './store.ts';

/** Where a trial is started from; `IdentityService.originOf`. */
export interface TrialOrigin {
  emailConfirmed: boolean;
  address: Buffer | null;
  device: Buffer | null;
}

/** Trials that may begin within a day; many members share one address of a mobile network. */
export const trialBudgets = { device: 3, address: 20 } as const;
const dayMs = 86_400_000;

const sentences: Record<OfferRefusal, string> = {
  unknown: sentence('This creator has no such code'),
  ended: sentence('This offer has ended'),
  used_up: sentence('This offer is used up'),
  not_for_you: sentence('This offer is not for people who are subscribed, or who were before'),
  once: sentence('You have used this offer before'),
  unconfirmed: sentence('Confirm your email address first'),
  other_tier: sentence('This code is for another tier'),
  device: sentence('Too many trials have begun on this device. You can still subscribe'),
};

export const refusalError = (refusal: OfferRefusal): AppError =>
  new AppError('CONFLICT', { message: sentences[refusal], details: { offer: refusal } });

export interface OfferRules {
  find(on: Db, creatorId: string, code: string): Promise<store.OfferRow | undefined>;
  /** Why this person cannot use the offer now; null when they can. */
  refusalOf(on: Db, offer: store.OfferRow, pair: SubscriptionPair, accountId: string): Promise<OfferRefusal | null>;
  /** Whether others left a use; frees what ended payments reserved. The offer must be locked. */
  hasRoom(tx: Db, offer: store.OfferRow, subscriberId: string): Promise<boolean>;
  isOver(offer: Pick<store.OfferRow, 'ended_at' | 'last_day'>): boolean;
}

export function createOfferRules({
  clock,
  payments,
  identity,
}: {
  clock: Clock;
  payments: Pick<PaymentsPort, 'listLasting'>;
  identity: { originOf(db: Db, accountId: string): Promise<TrialOrigin> };
}): OfferRules {
  const isOver: OfferRules['isOver'] = ({ ended_at, last_day }) =>
    ended_at !== null || (last_day !== null && last_day < johannesburgDay(clock.now()));

  async function isTaken(on: Db, offer: store.OfferRow, subscriberId: string): Promise<boolean> {
    if (offer.used >= offer.uses_limit) return true;
    const reserved = await store.listReserved(on, offer.id, subscriberId);
    if (offer.used + reserved.length < offer.uses_limit) return false;
    return offer.used + (await payments.listLasting(on, reserved)).size >= offer.uses_limit;
  }

  async function refuseTrial(on: Db, pair: SubscriptionPair, accountId: string): Promise<OfferRefusal | null> {
    if (await store.hadTrial(on, pair)) return 'once';
    const origin = await identity.originOf(on, accountId);
    if (!origin.emailConfirmed) return 'unconfirmed';
    const since = new Date(clock.now().getTime() - dayMs);
    const begun = await store.countTrials(on, origin, { creatorId: pair.creatorId, since });
    const tooMany =
      begun.ofCreator > 0 || begun.ofDevice >= trialBudgets.device || begun.ofAddress >= trialBudgets.address;
    return tooMany ? 'device' : null;
  }

  return {
    find: (on, creatorId, code) => store.findByCode(on, creatorId, code.trim().toUpperCase()),
    isOver,
    async refusalOf(on, offer, pair, accountId) {
      if (isOver(offer)) return 'ended';
      const use = await store.findUse(on, offer.id, pair.subscriberId);
      if (use?.used_at) return 'once';
      const known = await findByPair(on, pair);
      if (known && (offer.audience === 'new' || known.paid_until > clock.now())) return 'not_for_you';
      if (!use && (await isTaken(on, offer, pair.subscriberId))) return 'used_up';
      return offer.kind === 'trial' ? refuseTrial(on, pair, accountId) : null;
    },
    async hasRoom(tx, offer, subscriberId) {
      const reserved = await store.listReserved(tx, offer.id, subscriberId);
      const lasting = await payments.listLasting(tx, reserved);
      await store.releaseUses(
        tx,
        offer.id,
        reserved.filter((orderId) => !lasting.has(orderId)),
      );
      return offer.used + lasting.size < offer.uses_limit;
    },
  };
}
