import * as z from 'zod/mini';
import { operation } from './operation.ts';
import {
  offerAudiences,
  offerCode,
  offerKinds,
  offerPercent,
  offerRefusals,
  offerUses,
  termMonths,
  termPercent,
  trialDays,
} from './rules/subscription-terms.ts';
import { cents, id, idParams, isoDate, tierNumber, timestamp } from './schemas.ts';
import { subscriptionView } from './subscriptions.ts';

const months = z.literal([...termMonths]);
const percentOff = z.int().check(z.gte(0), z.lte(termPercent.max));

/** A term on sale. */
const term = z.object({
  months,
  /** 0 without a reduction. */
  percentOff: z.int(),
  monthCents: cents,
  totalCents: cents,
  /** The first payment with the asked code; as `totalCents` without one. */
  firstCents: cents,
});

/** A tier on sale. */
const tier = z.object({
  tier: tierNumber,
  /** Empty where the creator gave it none. */
  name: z.string(),
  opens: z.string(),
  /** New people can choose it. */
  open: z.boolean(),
  priceCents: cents,
  terms: z.array(term),
});
export type SoldTier = z.output<typeof tier>;

/** What a month of a higher tier than the running one would do, paid now. */
const moveUp = z.object({
  tier: tierNumber,
  endsAt: timestamp,
  /** Whole paid days of lower tiers that wait and follow. */
  waitingDays: z.int(),
  /** A free trial of a lower tier ends at once. */
  endsTrial: z.boolean(),
});
export type MoveUp = z.output<typeof moveUp>;

const offer = z.object({
  code: z.string(),
  /** The tier that it is for. */
  tier: tierNumber,
  /** Null for a code that does not exist. */
  kind: z.nullable(z.enum(offerKinds)),
  /** Free days of a trial, or percent off the first payment. */
  value: z.int(),
  lastDay: z.nullable(z.string()),
  /** Why the caller cannot use it; null when they can. */
  refusal: z.nullable(z.enum(offerRefusals)),
});

export const creatorTerms = z.object({
  priceCents: cents,
  sells: z.boolean(),
  /** Of the first tier. */
  terms: z.array(term),
  /** Cheapest first. */
  tiers: z.array(tier),
  /** The tier that is open to the caller now; null without a subscription. */
  ownTier: z.nullable(tierNumber),
  /** For each tier above it; empty without a subscription. */
  moves: z.array(moveUp),
  /** The asked code; null when none was asked for. */
  offer: z.nullable(offer),
});
export type CreatorTerms = z.output<typeof creatorTerms>;

/** Percent off for each long term; 0 for none. */
const ownTerms = z.object({
  priceCents: cents,
  percentOff: z.object({ '3': z.int(), '6': z.int(), '12': z.int() }),
  /** People with a running subscription. */
  subscribers: z.int(),
});
export type OwnTerms = z.output<typeof ownTerms>;

const ownOffer = z.object({
  id,
  kind: z.enum(offerKinds),
  code: z.string(),
  tier: tierNumber,
  value: z.int(),
  limit: z.int(),
  /** Used or reserved by a payment under way. */
  taken: z.int(),
  /** Those of a trial who paid afterwards; of a code, those who renewed. */
  stayed: z.int(),
  lastDay: z.nullable(z.string()),
  audience: z.enum(offerAudiences),
  createdAt: timestamp,
  /** It can still be used, apart from the limit. */
  running: z.boolean(),
});
export type OwnOffer = z.output<typeof ownOffer>;

const written = z.string().check(z.maxLength(40));
const newOffer = z
  .strictObject({
    kind: z.enum(offerKinds),
    /** Free days of a trial, or percent off the first payment. */
    value: z.int().check(z.gte(trialDays.min), z.lte(offerPercent.max)),
    /** Letters and digits; small letters count as capitals. */
    code: z.pipe(
      z.string().check(z.trim(), z.minLength(3), z.maxLength(40)),
      z.pipe(
        z.transform((text: string) => text.toUpperCase()),
        z.string().check(z.regex(offerCode, 'Use 3 to 20 letters and digits')),
      ),
    ),
    limit: z.int().check(z.gte(offerUses.min), z.lte(offerUses.max)),
    /** The tier that it opens or lowers; the first one when left out. */
    tier: z.optional(tierNumber),
    lastDay: z.optional(z.nullable(isoDate)),
    audience: z.enum(offerAudiences),
  })
  .check(
    z.refine(
      ({ kind, value }) => {
        const { min, max } = kind === 'trial' ? trialDays : offerPercent;
        return value >= min && value <= max;
      },
      { error: 'A trial lasts 3 to 30 days, a code takes 5 to 80 percent off', path: ['value'] },
    ),
  );

export const subscriptionTermsOperations = {
  getSubscriptionTerms: operation({
    method: 'GET',
    path: '/api/subscriptions/terms/{id}',
    summary: "A creator's terms on sale, and what a code would do for the caller",
    access: 'adult',
    searchedText: ['code'],
    rate: 'search',
    params: idParams,
    query: z.strictObject({ code: z.optional(written) }),
    response: creatorTerms,
    errors: ['NOT_FOUND'],
  }),
  startTrial: operation({
    method: 'POST',
    path: '/api/subscriptions/redeem',
    summary: 'Begin a free trial; it ends by itself and is never charged',
    access: 'adult',
    rate: 'write',
    body: z.strictObject({ creatorId: id, code: written }),
    response: subscriptionView,
    status: 201,
    errors: ['NOT_FOUND', 'CONFLICT', 'SUBSCRIPTIONS_STOPPED'],
  }),
  getOwnTerms: operation({
    method: 'GET',
    path: '/api/studio/terms',
    summary: "The caller's price and what longer terms cost less",
    access: 'creator',
    response: ownTerms,
  }),
  setOwnTerms: operation({
    method: 'PUT',
    path: '/api/studio/terms',
    summary: 'Set the percent off for 3, 6 and 12 months; running subscriptions never pay more for it',
    access: 'creator',
    rate: 'write',
    body: z.strictObject({ percentOff: z.strictObject({ '3': percentOff, '6': percentOff, '12': percentOff }) }),
    response: ownTerms,
  }),
  listOffers: operation({
    method: 'GET',
    path: '/api/studio/promo-codes',
    summary: "The caller's trials and codes, running ones first",
    access: 'creator',
    response: z.object({ items: z.array(ownOffer) }),
  }),
  createOffer: operation({
    method: 'POST',
    path: '/api/studio/promo-codes',
    summary: 'Offer a free trial, or percent off the first payment, under a code of its own',
    access: 'creator',
    rate: 'write',
    sharedText: ['code'],
    body: newOffer,
    response: ownOffer,
    status: 201,
    errors: ['CONFLICT', 'QUOTA_REACHED', 'VALIDATION_FAILED'],
  }),
  endOffer: operation({
    method: 'DELETE',
    path: '/api/studio/promo-codes/{id}',
    summary: 'End a trial or code now; what was taken stays, and so does a payment under way',
    access: 'creator',
    rate: 'write',
    params: idParams,
    response: ownOffer,
    status: 200,
    errors: ['NOT_FOUND'],
  }),
};
