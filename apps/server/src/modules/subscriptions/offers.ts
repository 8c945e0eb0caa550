import type { BodyOf, ResponseOf } from '@vlam/contract/operation';
import { firstCents, termCents, termMonths } from '@vlam/contract/rules/subscription-terms';
import { firstTier, tierNumbers } from '@vlam/contract/rules/subscription-tiers';
import type { CreatorTerms, OwnOffer, subscriptionTermsOperations } from '@vlam/contract/subscription-terms';
import { type Clock, johannesburgDay } from '../../platform/clock.ts';
import type { Db } from '../../platform/database.ts';
import { AppError } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import type { PaidOrder, PaymentsPort, Purpose, Quote } from '../../platform/purpose.ts';
import type { Viewer } from '../../platform/viewer.ts';
import type { CreditsService } from '../credits/service.ts';
import { type ProfilesService, requireProfileId } from '../profiles/service.ts';
import { type OfferRules, refusalError } from './offer-rules.ts';
import * as store from './offer-store.ts';
import { listPrices, percentOffOf, tierCents } from './terms-store.ts';
import { keepTier, tierOf } from './tiers-store.ts';

type Operations = typeof subscriptionTermsOperations;

export interface SubscriptionOffers {
  /** A creator's terms on sale, and what a code does for the viewer. Throws `NOT_FOUND`. */
  getTerms(
    viewer: Viewer,
    creatorId: string,
    code: string | undefined,
  ): Promise<Omit<CreatorTerms, 'ownTier' | 'moves'>>;
  listOffers(viewer: Viewer): Promise<ResponseOf<Operations['listOffers']>>;
  /** Throws `CONFLICT` for a code used before, `VALIDATION_FAILED` and `QUOTA_REACHED`. */
  createOffer(viewer: Viewer, body: BodyOf<Operations['createOffer']>): Promise<OwnOffer>;
  /** Throws `NOT_FOUND` unless the offer is the viewer's own. */
  endOffer(viewer: Viewer, id: string): Promise<OwnOffer>;
  /** The code that lowers a first payment. Throws `CONFLICT` unless the viewer can use it. */
  requirePercent(viewer: Viewer, creatorId: string, wanted: { code: string; tier: number }): Promise<store.OfferRow>;
  /** Reserves the use of an order being opened. Throws `CONFLICT`. */
  reserve: NonNullable<Purpose['reserve']>;
  /** Counts the use of a paid order; throws `CONFLICT` when the order gave its use up and it is taken. */
  use(tx: Db, order: PaidOrder): Promise<void>;
  /** Frees the uses of payments that were given up. */
  releaseOffers(): Promise<void>;
}

const maxRunning = 50;
const listLimit = 200;
const releaseLimit = 500;
const releaseAfterMs = 600_000;

const offerOf = (details: Quote['details']) =>
  typeof details.offerId === 'string' ? { offerId: details.offerId, subscriberId: String(details.subscriberId) } : null;

export function createSubscriptionOffers(deps: {
  db: Db;
  clock: Clock;
  rules: OfferRules;
  payments: Pick<PaymentsPort, 'listLasting'>;
  credits: Pick<CreditsService, 'transact'>;
  profiles: Pick<ProfilesService, 'requireCreator'>;
}): SubscriptionOffers {
  const { db, clock, rules, payments } = deps;

  const toView = (offer: store.ListedOffer): OwnOffer => ({
    id: offer.id,
    kind: offer.kind,
    code: offer.code,
    tier: offer.tier as OwnOffer['tier'],
    value: offer.value,
    limit: offer.uses_limit,
    taken: Math.min(offer.uses_limit, offer.used + offer.reserved),
    stayed: offer.stayed,
    lastDay: offer.last_day,
    audience: offer.audience,
    createdAt: offer.created_at.toISOString(),
    running: !rules.isOver(offer),
  });

  const listOwn = async (on: Db, creatorId: string): Promise<OwnOffer[]> => {
    const views = (await store.listOffers(on, creatorId, listLimit)).map(toView);
    return [...views.filter(({ running }) => running), ...views.filter(({ running }) => !running)];
  };

  async function getOwn(on: Db, creatorId: string, id: string): Promise<OwnOffer> {
    const found = (await listOwn(on, creatorId)).find((offer) => offer.id === id);
    if (!found) throw new AppError('NOT_FOUND');
    return found;
  }

  async function read(viewer: Viewer, creatorId: string, code: string): Promise<NonNullable<CreatorTerms['offer']>> {
    const offer = await rules.find(db, creatorId, code);
    const none = { tier: firstTier, kind: null, value: 0, lastDay: null, refusal: 'unknown' } as const;
    if (!offer) return { code: code.trim().toUpperCase(), ...none };
    const pair = { subscriberId: requireProfileId(viewer), creatorId };
    const refusal = await rules.refusalOf(db, offer, pair, viewer.accountId);
    const tier = offer.tier as OwnOffer['tier'];
    return { code: offer.code, tier, kind: offer.kind, value: offer.value, lastDay: offer.last_day, refusal };
  }

  return {
    async getTerms(viewer, creatorId, code) {
      const { priceCents, sellsSubscriptions: sells } = await deps.profiles.requireCreator(viewer, creatorId);
      const prices = await listPrices(db, [creatorId]);
      const offer = code === undefined ? null : await read(viewer, creatorId, code);
      const percent = offer?.kind === 'percent' && offer.refusal === null ? offer.value : 0;
      const tiers = tierNumbers.flatMap((tier): CreatorTerms['tiers'] => {
        const monthly = tierCents(prices, { creatorId, tier, priceCents });
        if (monthly === null) return [];
        const terms = termMonths.flatMap((months) => {
          const percentOff = percentOffOf(prices.terms, { creatorId, tier, months });
          if (months > 1 && percentOff === 0) return [];
          const totalCents = termCents(monthly, { months, percentOff });
          return {
            ...{ months, percentOff, totalCents, monthCents: totalCents / months },
            firstCents: firstCents(totalCents, offer?.tier === tier ? percent : 0),
          };
        });
        const { name = '', opens = '', is_open: open = true } = tierOf(prices.tiers, { creatorId, tier }) ?? {};
        return [{ tier, name, opens, open, priceCents: monthly, terms }];
      });
      return { priceCents, sells, terms: tiers[0]?.terms ?? [], tiers, offer };
    },

    async listOffers(viewer) {
      return { items: await listOwn(db, requireProfileId(viewer)) };
    },
    async createOffer(viewer, { kind, value, code, limit, tier = firstTier, lastDay = null, audience }) {
      const creatorId = requireProfileId(viewer);
      const at = clock.now();
      const today = johannesburgDay(at);
      if (lastDay !== null && lastDay < today)
        throw new AppError('VALIDATION_FAILED', { details: { lastDay: 'Choose today or a later day' } });
      if ((await store.countRunning(db, creatorId, today)) >= maxRunning) throw new AppError('QUOTA_REACHED');
      const id = newId(at.getTime());
      const made = await deps.credits.transact(async (tx) => {
        if (!(await keepTier(tx, { creatorId, tier })))
          throw new AppError('VALIDATION_FAILED', { details: { tier: 'Choose one of your tiers' } });
        return store.insertOffer(tx, {
          ...{ id, creator_id: creatorId, kind, code, tier, value, uses_limit: limit },
          ...{ last_day: lastDay, audience, created_at: at },
        });
      });
      if (!made) throw new AppError('CONFLICT', { message: 'You have used this code before. Please choose another' });
      return getOwn(db, creatorId, id);
    },
    async endOffer(viewer, id) {
      const creatorId = requireProfileId(viewer);
      if (!(await store.endOffer(db, creatorId, id, clock.now()))) throw new AppError('NOT_FOUND');
      return getOwn(db, creatorId, id);
    },

    async requirePercent(viewer, creatorId, { code, tier }) {
      const offer = await rules.find(db, creatorId, code);
      if (offer?.kind !== 'percent') throw refusalError('unknown');
      if (offer.tier !== tier) throw refusalError('other_tier');
      const pair = { subscriberId: requireProfileId(viewer), creatorId };
      const refusal = await rules.refusalOf(db, offer, pair, viewer.accountId);
      if (refusal) throw refusalError(refusal);
      return offer;
    },

    async reserve(tx, { id: orderId, details }) {
      const wanted = offerOf(details);
      if (!wanted) return;
      const { offerId, subscriberId } = wanted;
      const offer = await store.lockOffer(tx, offerId);
      if (!offer || rules.isOver(offer)) throw refusalError('ended');
      const own = await store.findUse(tx, offerId, subscriberId);
      if (own?.used_at) throw refusalError('once');
      if (!own && !(await rules.hasRoom(tx, offer, subscriberId))) throw refusalError('used_up');
      await store.reserveUse(tx, { offer, subscriberId, orderId, at: clock.now() });
    },

    async use(tx, order) {
      const wanted = offerOf(order.details);
      const offer = wanted && (await store.lockOffer(tx, wanted.offerId));
      if (!wanted || !offer) return;
      const { subscriberId } = wanted;
      const own = await store.findUse(tx, offer.id, subscriberId);
      if (own?.used_at && own.order_id === order.id) return;
      // A page that was given up, or a second one, is paid late: staff decide.
      if (own?.used_at) throw refusalError('once');
      if (!own && !(await rules.hasRoom(tx, offer, subscriberId))) throw refusalError('used_up');
      await store.takeUse(tx, { offer, subscriberId, orderId: order.id, at: clock.now() });
    },

    async releaseOffers() {
      const before = new Date(clock.now().getTime() - releaseAfterMs);
      const old = await store.listOldReserved(db, before, releaseLimit);
      if (old.length === 0) return;
      const lasting = await payments.listLasting(
        db,
        old.map((use) => use.order_id),
      );
      const ended = old.filter((use) => !lasting.has(use.order_id));
      for (const offerId of new Set(ended.map((use) => use.offer_id)))
        await deps.credits.transact(async (tx) => {
          await store.lockOffer(tx, offerId);
          const orderIds = ended.filter((use) => use.offer_id === offerId).map((use) => use.order_id);
          await store.releaseUses(tx, offerId, orderIds);
        });
    },
  };
}
