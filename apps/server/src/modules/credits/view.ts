import type { creditTransaction } from '@vlam/contract/credits';
import type * as z from 'zod/mini';
import { type StatementRow, statementTypes } from './store.ts';

export type CreditTransaction = z.output<typeof creditTransaction>;

export function toTransactionView(row: StatementRow): CreditTransaction {
  const type = statementTypes[row.kind];
  return {
    id: row.group_id,
    type,
    description: row.description,
    amount: type === 'spend' ? -Number(row.amount) : Number(row.amount),
    callId: row.kind === 'call' || row.kind === 'call_return' ? row.reference : null,
    timestamp: row.created_at.toISOString(),
  };
}
