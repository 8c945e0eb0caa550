import * as z from 'zod/mini';
import { operation } from './operation.ts';
import { payoutStates, payoutView } from './payouts.ts';
import { cents, credits, cursorQuery, id, idParams, page, requiredText, timestamp } from './schemas.ts';

export const adminPayout = z.extend(payoutView, {
  profileId: id,
  displayName: z.string(),
  holderName: z.string(),
  /** Whether the holder's name matches the verified name. */
  nameMatches: z.boolean(),
  /** The member's money is held; see their case. */
  isFrozen: z.boolean(),
});

export const ledgerHealth = z.object({
  balanced: z.boolean(),
  solvent: z.boolean(),
  checkedAt: timestamp,
  transfers: z.int(),
  differences: z.array(z.string()),
  /** Rand held to cover what creators may withdraw, that amount, and credits members still hold. */
  heldCents: cents,
  owedCents: cents,
  /** Rand paid for credits that are not redeemed yet. */
  packSalesCents: cents,
  creditsOutstanding: credits,
  promotionalOutstanding: credits,
  /** Credits held for creators because they were paid with promotional credits. */
  heldCredits: credits,
});

export const ledgerTransfer = z.object({
  id,
  ownerId: id,
  ownerName: z.nullable(z.string()),
  kind: z.string(),
  currency: z.enum(['credits', 'cents']),
  amount: z.int(),
  description: z.string(),
  reference: z.string(),
  payeeId: z.nullable(id),
  createdAt: timestamp,
});
export const ledgerEntry = z.object({
  leg: z.int(),
  /** Derived from owner, kind and currency; shaped like a UUID, but of no known version. */
  accountId: z.string(),
  accountKind: z.string(),
  accountOwnerId: z.nullable(id),
  accountOwnerName: z.nullable(z.string()),
  currency: z.enum(['credits', 'cents']),
  amount: z.int(),
  balanceAfter: z.int(),
});

/** Of the last 30 days; `name` stands for the shared address or device and reveals nothing else. */
export const bonusPattern = z.object({
  sharedBy: z.enum(['address', 'device']),
  name: z.string(),
  accounts: z.int(),
  credits,
  lastAt: timestamp,
  /** Creators who received most of it, with the number of these accounts that paid them. */
  creators: z.array(z.object({ id, displayName: z.string(), credits, payers: z.int() })),
});

const money = { permission: 'manage_money' } as const;

export const administrationOperations = {
  adminPayouts: operation({
    method: 'GET',
    path: '/api/admin/payouts',
    summary: 'Payouts of all creators, open ones first, oldest first',
    access: money,
    query: z.extend(cursorQuery, { status: z.optional(z.enum(payoutStates)) }),
    response: page(adminPayout),
  }),
  approvePayout: operation({
    method: 'POST',
    path: '/api/admin/payouts/{id}/approve',
    summary: 'Approve a requested payout, so that it can be sent',
    access: money,
    stepUp: true,
    idempotent: 'stored',
    rate: 'write',
    params: idParams,
    response: adminPayout,
    errors: ['NOT_FOUND', 'CONFLICT', 'FORBIDDEN'],
  }),
  markPayoutSent: operation({
    method: 'POST',
    path: '/api/admin/payouts/{id}/sent',
    summary: 'Mark a payout as sent by the bank',
    access: money,
    stepUp: true,
    idempotent: 'stored',
    rate: 'write',
    params: idParams,
    body: z.strictObject({ bankReference: requiredText(1, 60, 'Bank reference is required') }),
    response: adminPayout,
    errors: ['NOT_FOUND', 'CONFLICT'],
  }),
  failPayout: operation({
    method: 'POST',
    path: '/api/admin/payouts/{id}/fail',
    summary: 'Fail or reverse a payout with a reason; the money returns to the creator',
    access: money,
    stepUp: true,
    idempotent: 'stored',
    rate: 'write',
    params: idParams,
    body: z.strictObject({ reason: requiredText(1, 300, 'A reason is required', 'Reason too long') }),
    response: adminPayout,
    errors: ['NOT_FOUND', 'CONFLICT'],
  }),
  payoutBankAccount: operation({
    method: 'GET',
    path: '/api/admin/payouts/{id}/account',
    summary: 'The full bank account of a payout, for staff who pay it; each read is audited',
    access: money,
    stepUp: true,
    rate: 'write',
    params: idParams,
    response: z.object({
      bank: z.string(),
      holderName: z.string(),
      accountNumber: z.string(),
      branchCode: z.string(),
      accountType: z.string(),
    }),
    errors: ['NOT_FOUND'],
  }),
  ledgerHealth: operation({
    method: 'GET',
    path: '/api/admin/ledger/health',
    summary: 'Whether the ledger balances and covers what is owed',
    access: money,
    response: ledgerHealth,
  }),
  bonusPatterns: operation({
    method: 'GET',
    path: '/api/admin/bonus-patterns',
    summary:
      'Accounts that share an address or a device and received free credits, and the creators they paid with them',
    access: money,
    response: z.array(bonusPattern),
  }),
  ledgerTransfers: operation({
    method: 'GET',
    path: '/api/admin/ledger/transfers',
    summary: 'Transfers, newest first, by owner, payee, kind or reference',
    access: money,
    query: z.extend(cursorQuery, {
      ownerId: z.optional(id),
      payeeId: z.optional(id),
      kind: z.optional(z.string().check(z.maxLength(40))),
      reference: z.optional(z.string().check(z.maxLength(100))),
    }),
    response: page(ledgerTransfer),
  }),
  ledgerTransferDetail: operation({
    method: 'GET',
    path: '/api/admin/ledger/transfers/{id}',
    summary: 'One transfer, its entries and what caused it',
    access: money,
    params: idParams,
    response: z.object({
      transfer: ledgerTransfer,
      entries: z.array(ledgerEntry),
      /** A sentence about the order, request, payout or item behind it. */
      cause: z.object({ kind: z.string(), id: z.string(), description: z.string() }),
    }),
    errors: ['NOT_FOUND'],
  }),
};
