import type pg from 'pg';
import { sampleReference } from '../src/modules/payments/providers/sandbox.ts';
import { newId } from '../src/platform/ids.ts';
import type { SamplePerson } from './people.ts';
import { absentMembers } from './waiting-photos.ts';

const hour = 3_600_000;

/** Payments of the sandbox that no rule decides: held, so that nothing of them is in the ledger. */
const payments = [
  { flag: 'paid another amount', outcome: 'mismatch', ordered: 29_900, paid: 19_900, hours: 5 },
  { flag: 'card of a payment that was charged back', outcome: 'held', ordered: 9_900, paid: 9_900, hours: 27 },
] as const;

/** Payments that staff have to look at. */
export async function insertFlaggedPayments(
  client: pg.ClientBase,
  people: readonly SamplePerson[],
  now: Date,
): Promise<void> {
  const members = absentMembers(people).slice(40);
  for (const [index, { flag, outcome, ordered, paid, hours }] of payments.entries()) {
    const member = members[index];
    if (!member) continue;
    const at = new Date(now.getTime() - hours * hour);
    const orderId = newId(at.getTime());
    await client.query(
      `insert into payment_orders (id, account_id, key, purpose, reference, description, amount_cents, charge_amount,
          charge_currency, state, via, provider, provider_reference, flag, created_at)
        values ($1::uuid, $2, $1::text, 'pack', 'starter', 'Credits', $3, $3, 'ZAR', 'held', 'hosted', 'sandbox',
          $6, $4, $5)`,
      [orderId, member.accountId, ordered, flag, at, sampleReference(orderId)],
    );
    await client.query(
      `insert into payment_events (id, provider, event_id, source, kind, order_id, provider_reference, amount,
          currency, occurred_at, received_at, processed_at, outcome)
        values ($1, 'sandbox', $2::text, 'webhook', 'paid', $2::text, $5, $3, 'ZAR', $4, $4, $4, $6)`,
      [newId(at.getTime()), orderId, paid, at, sampleReference(orderId), outcome],
    );
  }
}
