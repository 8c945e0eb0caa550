import * as z from 'zod/mini';
import { operation } from './operation.ts';
import { subscriptionPrice } from './profiles.ts';
import { termPercent } from './rules/subscription-terms.ts';
import { tierLimits, tierNumbers } from './rules/subscription-tiers.ts';
import { cents, idParams, requiredText, shownRand, text, tierNumber } from './schemas.ts';
import { subscriptionView } from './subscriptions.ts';

/** A tier as its creator sees it. */
const ownTier = z.object({
  tier: tierNumber,
  /** Empty for a first tier without a name of its own. */
  name: z.string(),
  opens: z.string(),
  priceCents: cents,
  /** New people can choose it. */
  open: z.boolean(),
  /** Percent off for each long term; 0 for none. */
  percentOff: z.object({ '3': z.int(), '6': z.int(), '12': z.int() }),
  /** People for whom this tier is open now. */
  subscribers: z.int(),
});
export type OwnTier = z.output<typeof ownTier>;
const ownTiers = z.object({ tiers: z.array(ownTier) });

/** What still needs a tier: `details.uses` of a refused removal. */
export interface TierUses {
  /** Subscribers who have it, whose paid days of it wait, or who renew with it. */
  people: number;
  /** Paid subscriptions that have not begun: the creator does not learn of a gift before it is accepted. */
  waiting: number;
  /** Trials and codes that still run. */
  codes: number;
  posts: number;
  /** Shows that are planned or under way, and replays. */
  shows: number;
}

const percentOff = z.int().check(z.gte(0), z.lte(termPercent.max));
const fields = {
  name: requiredText(1, tierLimits.nameLength, 'Give it a name'),
  opens: text(tierLimits.opensLength),
  /** Rand a month; between the prices of the tiers beside it. */
  price: subscriptionPrice,
  percentOff: z.strictObject({ '3': percentOff, '6': percentOff, '12': percentOff }),
};

export const subscriptionTiersOperations = {
  listOwnTiers: operation({
    method: 'GET',
    path: '/api/studio/tiers',
    summary: "The caller's tiers, cheapest first",
    access: 'creator',
    response: ownTiers,
    errors: ['NOT_FOUND'],
  }),
  addTier: operation({
    method: 'POST',
    path: '/api/studio/tiers',
    summary: 'Add a tier above the others; at most three',
    access: 'creator',
    sharedText: ['name', 'opens'],
    rate: 'write',
    body: z.strictObject({ ...fields, percentOff: z.optional(fields.percentOff) }),
    response: ownTiers,
    status: 201,
    errors: ['NOT_FOUND', 'CONFLICT', 'VALIDATION_FAILED', 'QUOTA_REACHED'],
  }),
  updateTier: operation({
    method: 'PATCH',
    path: '/api/studio/tiers/{tier}',
    summary: 'Change a tier, or close it to new people; those who have it keep it at the price they agreed to',
    access: 'creator',
    sharedText: ['name', 'opens'],
    rate: 'write',
    params: z.strictObject({ tier: z.enum(['1', '2', '3']) }),
    /** Price and terms of the first tier are set with `updateProfile` and `setOwnTerms`. */
    body: z.strictObject({
      name: z.optional(fields.name),
      opens: z.optional(fields.opens),
      price: z.optional(fields.price),
      percentOff: z.optional(fields.percentOff),
      open: z.optional(z.boolean()),
    }),
    response: ownTiers,
    errors: ['NOT_FOUND', 'CONFLICT', 'VALIDATION_FAILED'],
  }),
  removeTier: operation({
    method: 'DELETE',
    path: '/api/studio/tiers/{tier}',
    summary: 'Remove a tier above the first that nobody has and that no post, show or code names',
    access: 'creator',
    rate: 'write',
    params: z.strictObject({ tier: z.enum(['1', '2', '3']) }),
    response: ownTiers,
    status: 200,
    errors: ['NOT_FOUND', 'CONFLICT'],
  }),
  changeRenewal: operation({
    method: 'PUT',
    path: '/api/subscriptions/{id}/renewal',
    summary: 'Renew with another tier, from the next renewal on, at the price that was shown; paid time stays',
    access: 'adult',
    rate: 'write',
    params: idParams,
    body: z.strictObject({ tier: z.literal([...tierNumbers]), amount: shownRand }),
    response: subscriptionView,
    errors: ['NOT_FOUND', 'CONFLICT', 'PRICE_CHANGED', 'SUBSCRIPTIONS_STOPPED'],
  }),
};
