import { firstPurchaseBonusCredits } from '@vlam/contract/payments';
import { sql } from 'kysely';
import type { Db } from '../../../platform/database.ts';

export interface CreditTerms {
  /** Cents the account paid for a credit, over the packs it kept; null without any. */
  centsPerCredit: number | null;
  /** Bonus credits of the next pack; 0 once received or while the email address is unconfirmed. */
  firstPurchaseBonus: number;
  firstPurchaseReceived: boolean;
}

export async function readCreditTerms(
  db: Db,
  accountId: string,
  { emailConfirmed }: { emailConfirmed: boolean },
): Promise<CreditTerms> {
  const { rows } = await sql<{ cents: number | null; received: boolean | null }>`
    select
      (sum(amount_cents) filter (where state = 'paid') / nullif(sum((details->>'credits')::int + (details->>'bonusCredits')::int)
        filter (where state = 'paid'), 0))::float8 as cents,
      bool_or(details ? 'firstPurchaseCredits') as received
      from payment_orders where account_id = ${accountId} and purpose = 'pack'`.execute(db);
  const received = rows[0]?.received ?? false;
  return {
    centsPerCredit: rows[0]?.cents ?? null,
    firstPurchaseBonus: received || !emailConfirmed ? 0 : firstPurchaseBonusCredits,
    firstPurchaseReceived: received,
  };
}
