import type { creditTransaction, creditTransactionTypes } from '@vlam/contract/credits';
import type * as z from 'zod/mini';
import type { StatementRow } from './store.ts';

export type CreditTransaction = z.output<typeof creditTransaction>;

const typeOf: Record<StatementRow['kind'], (typeof creditTransactionTypes)[number]> = {
  unlock: 'spend',
  tip: 'spend',
  daily_bonus: 'earn',
  profile_bonus: 'earn',
  promotion: 'earn',
  demo_opening: 'earn',
  pack: 'purchase',
};

export function toTransactionView(row: StatementRow): CreditTransaction {
  const type = typeOf[row.kind];
  return {
    id: row.group_id,
    type,
    description: row.description,
    amount: type === 'spend' ? -Number(row.amount) : Number(row.amount),
    timestamp: row.created_at.toISOString(),
  };
}
