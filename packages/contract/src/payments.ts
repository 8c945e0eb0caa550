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

export const paymentProviders = ['sandbox', 'paystack', 'payfast', 'ccbill', 'verotel'] as const;
export type PaymentProvider = (typeof paymentProviders)[number];

/** What one can buy credits in. `savings`: percent below the dearest credit, rounded down. */
export const creditPacks = [
  { id: 'p100', credits: 100, price: 99, priceCents: 9_900, bonusCredits: 0, popular: false, savings: 0 },
  { id: 'p250', credits: 250, price: 199, priceCents: 19_900, bonusCredits: 50, popular: true, savings: 32 },
  { id: 'p500', credits: 500, price: 349, priceCents: 34_900, bonusCredits: 150, popular: false, savings: 45 },
  { id: 'p1000', credits: 1_000, price: 599, priceCents: 59_900, bonusCredits: 400, popular: false, savings: 56 },
] as const;
export type CreditPackId = (typeof creditPacks)[number]['id'];
export const firstPurchaseBonusCredits = 50;
/** An unspent pack can be given back for this long. */
export const packRefundDays = 7;
/** Percent of a price that is VAT where it includes it: 15 of 115. */
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

export const paymentPurposes = ['pack', 'subscription', 'tip', 'vip', 'method', 'debt'] as const;
export type PaymentPurpose = (typeof paymentPurposes)[number];

/**
 * `created` until the member is at the provider, `pending` until the provider decides, `held` when what was paid is not
 * what was asked. Only a provider's signed word makes an order `paid`.
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
  /** Why it failed, in words for the payer. */
  failureReason: z.nullable(z.string()),
  createdAt: timestamp,
  paidAt: z.nullable(timestamp),
  receiptNumber: z.nullable(z.string()),
  /** Credits that came on top because it was the first purchase; 0 otherwise. */
  firstPurchaseCredits: z.int(),
  /** Until when this purchase can be given back by the member; null when it cannot. */
  refundableUntil: z.nullable(timestamp),
  /** Asked for by the member; the provider has yet to confirm it while the status is `paid`. */
  refundRequestedAt: z.nullable(timestamp),
});
export type OrderView = z.output<typeof orderView>;

const charged = z.object({ amount: z.int(), currency: z.string() });

/** A payment that a person must look at: paid another amount, charged back, paid for what could not be given, paid twice, or not heard of. */
export const flaggedPayment = z.object({
  id,
  /** The order; another than `id` for a second payment of it. */
  orderId: id,
  /** It came beside the payment that its order stands for, and can only be given back. */
  isSecond: z.boolean(),
  accountId: id,
  purpose: z.enum(paymentPurposes),
  description: z.string(),
  status: z.enum(orderStates),
  flag: z.string(),
  provider: z.enum(paymentProviders),
  providerReference: z.nullable(z.string()),
  /** What was asked for, in hundredths of its currency. */
  amount: z.int(),
  currency: z.string(),
  createdAt: timestamp,
  /** What was paid where what was bought can be given by hand; null where it cannot. */
  canGrant: z.nullable(charged),
  /** What the provider can be told to give back; null where there is nothing. */
  canGiveBack: z.nullable(charged),
  /** The charge may never have reached the provider, and a person can say so. */
  canEnd: z.boolean(),
  /** The provider was told to give money back, and has yet to confirm it unless the status is `refunded`. */
  refundRequestedAt: z.nullable(timestamp),
  /** What the provider said of it, oldest first. */
  said: z.array(
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

/** Either the provider's page to go to, or the saved method was charged at once. */
export const chargeAnswer = z.object({
  orderId: id,
  paid: z.boolean(),
  checkoutUrl: z.nullable(z.string()),
  /** Credits afterwards, where credits were bought. */
  balance: z.nullable(credits),
});
export type ChargeAnswer = z.output<typeof chargeAnswer>;

/** Rand a member lets themselves spend; null is no limit. Lowering works at once, raising after a day. */
export const spendingLimits = z.object({
  dailyCents: z.nullable(cents),
  monthlyCents: z.nullable(cents),
  spentTodayCents: cents,
  spentThisMonthCents: cents,
  /** Of payments that were begun within the hour and can still be paid: they count towards both limits. */
  reservedCents: cents,
  /** Owed for payments that a bank took back after some of it was spent; nothing is bought until it is settled. */
  owedCents: cents,
  /** No purchase of any kind until then. */
  coolOffUntil: z.nullable(timestamp),
  /** What a raised limit becomes, and when. */
  pending: z.nullable(z.object({ dailyCents: z.nullable(cents), monthlyCents: z.nullable(cents), from: timestamp })),
});
const limit = z.nullable(z.int().check(z.gte(0), z.lte(100_000_000)));

/** About a flagged payment: the amount as it was shown, and why. */
const decision = z.strictObject({
  amount: z.int(),
  currency: z.string().check(z.regex(/^[A-Z]{3}$/)),
  reason: requiredText(3, 300, 'Say what was found'),
});

export const paymentsOperations = {
  listCreditPacks: operation({
    method: 'GET',
    path: '/api/credits/packs',
    summary: 'What credits can be bought in, and what they cost',
    access: 'public',
    response: z.array(creditPack),
  }),
  creditTerms: operation({
    method: 'GET',
    path: '/api/credits/terms',
    summary: 'What the caller paid for a credit on average, and what their next pack brings beside its own bonus',
    access: 'adult',
    response: z.object({
      /** Over the packs that were kept, their bonus included; null before a purchase. */
      centsPerCredit: z.nullable(z.number()),
      /** 0 once it was received, and while the address is not confirmed. */
      firstPurchaseBonus: credits,
      firstPurchaseReceived: z.boolean(),
    }),
  }),
  purchaseCredits: operation({
    method: 'POST',
    path: '/api/credits/purchase',
    summary: "Buy a pack: with a saved method at once, else on the provider's page",
    access: 'adult',
    idempotent: 'stored',
    purchase: { shown: 'price' },
    rate: 'write',
    body: z.strictObject({
      packId: z.string().check(z.maxLength(20)),
      price: shownRand,
      methodId: z.optional(id),
      /** Keeps the method that is used on the provider's page. */
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
    summary: 'Give an unspent pack back within seven days',
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
    summary: "Begin a payment on the provider's page",
    access: 'adult',
    idempotent: 'stored',
    purchase: { shown: 'amount' },
    rate: 'write',
    body: z
      .strictObject({
        purpose: z.enum(paymentPurposes),
        /** A pack, creator, tier or, for a tip, `profileId` or `profileId/contentId`. */
        reference: z.string().check(z.maxLength(100)),
        /** Rand: of a tip what the payer chooses, else the price that was shown. Absent only where a method is saved. */
        amount: z.optional(shownRand),
        message: z.optional(z.string().check(z.maxLength(300))),
        /** The payer agrees that the provider keeps the method for next time; a subscription cannot renew without. */
        saveMethod: z.optional(z.boolean()),
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
    summary: 'One own payment; asked again while it is pending',
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
    summary: 'Forget a saved method',
    access: 'adult',
    rate: 'write',
    params: idParams,
    errors: ['NOT_FOUND'],
  }),
  getSpendingLimits: operation({
    method: 'GET',
    path: '/api/payments/limits',
    summary: 'Own spending limits and what was spent',
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
    summary: 'Payments that a person must look at, newest first, with what the provider said',
    access: { permission: 'manage_money' },
    query: cursorQuery,
    response: page(flaggedPayment),
  }),
  clearPaymentFlag: operation({
    method: 'POST',
    path: '/api/admin/payments/{id}/clear',
    summary: 'Note that a flagged payment was looked at; kept in the audit log',
    access: { permission: 'manage_money' },
    rate: 'write',
    params: idParams,
    body: z.strictObject({ reason: requiredText(3, 300, 'Say what was found') }),
    errors: ['NOT_FOUND', 'VALIDATION_FAILED', 'FORBIDDEN', 'CONFLICT'],
  }),
  endPayment: operation({
    method: 'POST',
    path: '/api/admin/payments/{id}/end',
    summary: 'Note that a charge never reached the provider, so that it may be tried again; kept in the audit log',
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
    summary: 'Accept what was paid, and give what was bought, once; kept in the audit log',
    access: { permission: 'manage_money' },
    idempotent: 'stored',
    rate: 'write',
    params: idParams,
    body: decision,
    response: flaggedPayment,
    errors: ['NOT_FOUND', 'FORBIDDEN', 'CONFLICT', 'VALIDATION_FAILED'],
  }),
  giveBackPayment: operation({
    method: 'POST',
    path: '/api/admin/payments/{id}/give-back',
    summary: 'Have the provider return what was paid; its word that it did ends the payment. Kept in the audit log',
    access: { permission: 'manage_money' },
    idempotent: 'stored',
    rate: 'write',
    params: idParams,
    body: decision,
    response: flaggedPayment,
    errors: ['NOT_FOUND', 'FORBIDDEN', 'CONFLICT', 'VALIDATION_FAILED'],
  }),
};
