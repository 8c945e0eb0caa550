import type { PayoutView, payoutAccount } from '@vlam/contract/payouts';
import type * as z from 'zod/mini';
import type { AccountRow, PayoutRow, PayoutStatus } from './store.ts';

export const toRand = (cents: number): number => cents / 100;

/** An amount in rand and in cents, as in the contract. */
export const money = (cents: number): { amount: number; amountCents: number } => ({
  amount: toRand(cents),
  amountCents: cents,
});

export const toPayoutView = (row: PayoutRow): PayoutView => ({
  id: row.id,
  ...money(Number(row.amount_cents)),
  status: row.status as PayoutStatus,
  reason: row.reason,
  bank: row.bank,
  accountEnding: row.account_ending,
  requestedAt: row.requested_at.toISOString(),
  decidedAt: row.decided_at?.toISOString() ?? null,
  sentAt: row.sent_at?.toISOString() ?? null,
});

type PayoutAccountView = z.output<typeof payoutAccount>;

export const toAccountView = (row: AccountRow): PayoutAccountView => ({
  bank: row.bank as PayoutAccountView['bank'],
  holderName: row.holder_name,
  accountEnding: row.account_ending,
  branchCode: row.branch_code,
  accountType: row.account_type as PayoutAccountView['accountType'],
  changedAt: row.changed_at.toISOString(),
});
