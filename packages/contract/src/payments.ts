import * as z from 'zod/mini';
import { operation } from './operation.ts';
import {
  cents,
  credits,
  cursorQuery,
  id,
  idParams,
  page,
  rand,
  requiredText,
  shownRand,
  startNow,
  timestamp,
} from './schemas.ts';
import { termChoice } from './subscriptions.ts';

export const paymentProviders = ['sandbox', 'paystack', 'payfast', 'ccbill', 'verotel'] as const;
export type PaymentProvider = (typeof paymentProviders)[number];

/** Credit packs. `savings`: percent below the most expensive credit, rounded down. */
export const creditPacks = [
  { id: 'p100', credits: 100, price: 99, priceCents: 9_900, bonusCredits: 0, popular: false, savings: 0 },
  { id: 'p250', credits: 250, price: 199, priceCents: 19_900, bonusCredits: 50, popular: true, savings: 32 },
  { id: 'p500', credits: 500, price: 349, priceCents: 34_900, bonusCredits: 150, popular: false, savings: 45 },
  { id: 'p1000', credits: 1_000, price: 599, priceCents: 59_900, bonusCredits: 400, popular: false, savings: 56 },
] as const;
export type CreditPackId = (typeof creditPacks)[number]['id'];
export const firstPurchaseBonusCredits = 50;
/** Days within which an unspent pack can be refunded. */
export const packRefundDays = 7;
/** VAT in percent; included in prices as 15 of 115. */
export const vatPercent = 15;

export const creditPack = z.object({
  id: z.enum(['p100', 'p250', 'p500', 'p1000']),
  credits,
  price: rand,
  priceCents: cents,
  bonusCredits: credits,
  popular: z.boolean(),
  savings: z.int(),
});

export const paymentPurposes = ['pack', 'subscription', 'subscription_gift', 'tip', 'vip', 'method', 'debt'] as const;
export type PaymentPurpose = (typeof paymentPurposes)[number];

/**
 * `created` until the member reaches the provider, `pending` until the provider decides, `held` when the payment does
 * not match the order. Only a signed event of the provider makes an order `paid`.
 */
export const orderStates = [
  'created',
  'pending',
  'paid',
  'held',
  'failed',
  'cancelled',
  'refunded',
  'charged_back',
] as const;
export type OrderState = (typeof orderStates)[number];

export const orderView = z.object({
  id,
  purpose: z.enum(paymentPurposes),
  description: z.string(),
  amount: rand,
  amountCents: cents,
  status: z.enum(orderStates),
  /** Why it failed, as text for the payer. */
  failureReason: z.nullable(z.string()),
  createdAt: timestamp,
  paidAt: z.nullable(timestamp),
  receiptNumber: z.nullable(z.string()),
  /** Bonus credits of a first purchase; 0 otherwise. */
  firstPurchaseCredits: z.int(),
  /** Until when the member can refund this purchase; null when not possible. */
  refundableUntil: z.nullable(timestamp),
  /** The member asked for a refund; the provider has not confirmed it while the status is `paid`. */
  refundRequestedAt: z.nullable(timestamp),
});
export type OrderView = z.output<typeof orderView>;

const charged = z.object({ amount: z.int(), currency: z.string() });

/** A payment staff must check: wrong amount, charged back, not grantable, paid twice, or with an unknown outcome. */
export const flaggedPayment = z.object({
  id,
  /** The order; differs from `id` for a second payment. */
  orderId: id,
  /** A second payment of an order that is already paid; can only be refunded. */
  isSecond: z.boolean(),
  accountId: id,
  purpose: z.enum(paymentPurposes),
  description: z.string(),
  status: z.enum(orderStates),
  flag: z.string(),
  provider: z.enum(paymentProviders),
  providerReference: z.nullable(z.string()),
  /** Expected amount in hundredths of its currency. */
  amount: z.int(),
  currency: z.string(),
  createdAt: timestamp,
  /** Amount paid when the purchase can be granted by hand; null otherwise. */
  canGrant: z.nullable(charged),
  /** Amount the provider can refund; null when nothing. */
  canRefund: z.nullable(charged),
  /** The charge may never have reached the provider, and staff can confirm that. */
  canEnd: z.boolean(),
  /** A refund was requested; the provider has not confirmed it unless the status is `refunded`. */
  refundRequestedAt: z.nullable(timestamp),
  /** The provider's events, oldest first. */
  events: z.array(
    z.object({
      kind: z.nullable(z.string()),
      amount: z.nullable(z.int()),
      currency: z.nullable(z.string()),
      receivedAt: timestamp,
      outcome: z.nullable(z.string()),
    }),
  ),
});
export type FlaggedPayment = z.output<typeof flaggedPayment>;

export const paymentMethod = z.object({
  id,
  provider: z.enum(paymentProviders),
  brand: z.string(),
  lastFour: z.string(),
  expiresOn: z.nullable(z.string()),
  createdAt: timestamp,
});

/** Either the URL of the provider's checkout, or the result of a charge of the saved method. */
export const chargeAnswer = z.object({
  orderId: id,
  paid: z.boolean(),
  checkoutUrl: z.nullable(z.string()),
  /** New balance, after a purchase of credits. */
  balance: z.nullable(credits),
});
export type ChargeAnswer = z.output<typeof chargeAnswer>;

/** A member's own spending limits in rand; null for no limit. Lowering applies immediately, raising after a day. */
export const spendingLimits = z.object({
  dailyCents: z.nullable(cents),
  monthlyCents: z.nullable(cents),
  spentTodayCents: cents,
  spentThisMonthCents: cents,
  /** Payments begun within the hour that can still complete; they count towards both limits. */
  reservedCents: cents,
  /** Debt from chargebacks of spent credits; purchases are blocked until it is settled. */
  owedCents: cents,
  /** All purchases are blocked until then. */
  coolOffUntil: z.nullable(timestamp),
  /** A raised limit that is not in force yet, and when it will be. */
  pending: z.nullable(z.object({ dailyCents: z.nullable(cents), monthlyCents: z.nullable(cents), from: timestamp })),
});
const limit = z.nullable(z.int().check(z.gte(0), z.lte(100_000_000)));

/** Decision about a flagged payment: the displayed amount and a reason. */
const decision = z.strictObject({
  amount: z.int(),
  currency: z.string().check(z.regex(/^[A-Z]{3}$/)),
  reason: requiredText(3, 300, 'Say what was found'),
});

export const paymentsOperations = {
  listCreditPacks: operation({
    method: 'GET',
    path: '/api/credits/packs',
    summary: 'Credit packs and their prices',
    access: 'public',
    response: z.array(creditPack),
  }),
  creditTerms: operation({
    method: 'GET',
    path: '/api/credits/terms',
    summary: 'The average price the caller paid per credit, and the bonus of the next pack',
    access: 'adult',
    response: z.object({
      /** Over packs that were not refunded, including bonuses; null before a purchase. */
      centsPerCredit: z.nullable(z.number()),
      /** 0 after it was granted, and before the email address is confirmed. */
      firstPurchaseBonus: credits,
      firstPurchaseReceived: z.boolean(),
    }),
  }),
  purchaseCredits: operation({
    method: 'POST',
    path: '/api/credits/purchase',
    summary: 'Buy a pack with the saved method, or through a checkout',
    access: 'adult',
    idempotent: 'stored',
    purchase: { shown: 'price' },
    rate: 'write',
    body: z.strictObject({
      packId: z.string().check(z.maxLength(20)),
      price: shownRand,
      methodId: z.optional(id),
      /** Saves the method used in the checkout. */
      saveMethod: z.optional(z.boolean()),
    }),
    response: chargeAnswer,
    errors: [
      'NOT_FOUND',
      'PRICE_CHANGED',
      'CONFLICT',
      'PAYMENT_NOT_CONFIGURED',
      'PAYMENT_DECLINED',
      'SPENDING_LIMIT_REACHED',
    ],
  }),
  refundPurchase: operation({
    method: 'POST',
    path: '/api/credits/purchases/{id}/refund',
    summary: 'Refund an unspent pack within seven days',
    access: 'adult',
    idempotent: 'stored',
    rate: 'write',
    params: idParams,
    response: z.object({ order: orderView, balance: credits }),
    errors: ['NOT_FOUND', 'CONFLICT', 'INSUFFICIENT_CREDITS'],
  }),
  createCheckout: operation({
    method: 'POST',
    path: '/api/payments/checkout',
    summary: 'Create a checkout at the provider',
    access: 'adult',
    sharedText: ['message'],
    idempotent: 'stored',
    purchase: { shown: 'amount' },
    rate: 'write',
    body: z
      .strictObject({
        purpose: z.enum(paymentPurposes),
        /** A pack, creator or tier; for a tip `profileId` or `profileId/contentId`; for a gift `giftReference`. */
        reference: z.string().check(z.maxLength(100)),
        /** Rand: the chosen amount of a tip, else the displayed price. Absent only when saving a method. */
        amount: z.optional(shownRand),
        message: z.optional(z.string().check(z.maxLength(300))),
        /** The payer agrees to save the method; needed for a subscription to renew. */
        saveMethod: z.optional(z.boolean()),
        /** For a subscription; of a gift the tier and the term alone. */
        ...termChoice,
        startNow,
      })
      .check(
        z.refine(({ purpose, amount }) => purpose === 'method' || amount !== undefined, {
          error: 'Say which price was shown',
          path: ['amount'],
        }),
      ),
    response: chargeAnswer,
    errors: [
      'NOT_FOUND',
      'VALIDATION_FAILED',
      'PRICE_CHANGED',
      'SUBSCRIPTIONS_STOPPED',
      'PAYMENT_NOT_CONFIGURED',
      'SPENDING_LIMIT_REACHED',
      'CONFLICT',
    ],
  }),
  listOrders: operation({
    method: 'GET',
    path: '/api/payments/orders',
    summary: 'Own payments, newest first',
    access: 'adult',
    query: cursorQuery,
    response: page(orderView),
  }),
  getOrder: operation({
    method: 'GET',
    path: '/api/payments/orders/{id}',
    summary: "One of the caller's orders; poll while it is pending",
    access: 'adult',
    params: idParams,
    response: orderView,
    errors: ['NOT_FOUND'],
  }),
  orderReceipt: operation({
    method: 'GET',
    path: '/api/payments/orders/{id}/receipt.pdf',
    summary: 'The receipt of a paid order, VAT included',
    access: 'adult',
    rate: 'document',
    navigation: true,
    params: idParams,
    errors: ['NOT_FOUND'],
  }),
  listPaymentMethods: operation({
    method: 'GET',
    path: '/api/payments/methods',
    summary: 'Saved methods: brand and last four digits',
    access: 'adult',
    response: z.array(paymentMethod),
  }),
  removePaymentMethod: operation({
    method: 'DELETE',
    path: '/api/payments/methods/{id}',
    summary: 'Delete a saved method',
    access: 'adult',
    stepUp: true,
    rate: 'write',
    params: idParams,
    errors: ['NOT_FOUND'],
  }),
  getSpendingLimits: operation({
    method: 'GET',
    path: '/api/payments/limits',
    summary: 'Own spending limits and amounts spent',
    access: 'adult',
    response: spendingLimits,
  }),
  setSpendingLimits: operation({
    method: 'PUT',
    path: '/api/payments/limits',
    summary: 'Set own limits or a cool-off; a cool-off cannot be shortened',
    access: 'adult',
    rate: 'write',
    body: z.strictObject({
      dailyCents: limit,
      monthlyCents: limit,
      /** Days from now, 0 for none. */
      coolOffDays: z.optional(z.int().check(z.gte(0), z.lte(365))),
    }),
    response: spendingLimits,
    errors: ['VALIDATION_FAILED'],
  }),
  listFlaggedPayments: operation({
    method: 'GET',
    path: '/api/admin/payments/flagged',
    summary: "Payments that staff must decide, newest first, with the provider's events",
    access: { permission: 'manage_money' },
    query: cursorQuery,
    response: page(flaggedPayment),
  }),
  clearPaymentFlag: operation({
    method: 'POST',
    path: '/api/admin/payments/{id}/clear',
    summary: 'Mark a flagged payment as checked; audited',
    access: { permission: 'manage_money' },
    rate: 'write',
    params: idParams,
    body: z.strictObject({ reason: requiredText(3, 300, 'Say what was found') }),
    errors: ['NOT_FOUND', 'VALIDATION_FAILED', 'FORBIDDEN', 'CONFLICT'],
  }),
  endPayment: operation({
    method: 'POST',
    path: '/api/admin/payments/{id}/end',
    summary: 'Record that a charge never reached the provider, so that it can be retried; audited',
    access: { permission: 'manage_money' },
    idempotent: 'stored',
    rate: 'write',
    params: idParams,
    body: z.strictObject({ reason: requiredText(3, 300, 'Say what was found') }),
    response: flaggedPayment,
    errors: ['NOT_FOUND', 'FORBIDDEN', 'CONFLICT', 'VALIDATION_FAILED'],
  }),
  grantPayment: operation({
    method: 'POST',
    path: '/api/admin/payments/{id}/grant',
    summary: 'Accept the payment and grant the purchase, exactly once; audited',
    access: { permission: 'manage_money' },
    stepUp: true,
    idempotent: 'stored',
    rate: 'write',
    params: idParams,
    body: decision,
    response: flaggedPayment,
    errors: ['NOT_FOUND', 'FORBIDDEN', 'CONFLICT', 'VALIDATION_FAILED'],
  }),
  refundPayment: operation({
    method: 'POST',
    path: '/api/admin/payments/{id}/give-back',
    summary: 'Request a refund from the provider, exactly once; audited',
    access: { permission: 'manage_money' },
    stepUp: true,
    idempotent: 'stored',
    rate: 'write',
    params: idParams,
    body: decision,
    response: flaggedPayment,
    errors: ['NOT_FOUND', 'FORBIDDEN', 'CONFLICT', 'VALIDATION_FAILED'],
  }),
};
