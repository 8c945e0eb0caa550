import { creditValueCents } from '@vlam/contract/credits';
import { expect } from 'vitest';
import type { TestApp } from '../app.ts';

type Query = <Row extends object>(text: string, values?: unknown[]) => Promise<Row[]>;

/** A sale of a referred creator, as the ledger holds it. */
export interface ReferredSale {
  id: string;
  kind: string;
  payer: string;
  referred: string;
  referrer: string;
  referrer_account: string;
  at: Date;
  price: number;
  paid: number;
  /** What bought credits or rand paid of the price, and of the platform's part. */
  bought: number;
  fee: number;
  fee_bought: number;
  share: number;
  /** What of the share went back to the platform's income. */
  back: number;
  is_reversed: boolean;
}

const saleKinds = `'unlock', 'tip', 'bundle', 'gift', 'call', 'message', 'ticket', 'request_payment', 'rand_tip', 'subscription',
  'subscription_gift'`;
const reversals = `'refund', 'chargeback', 'unlock_reclaim', 'ticket_reclaim', 'request_reclaim'`;

const listReferredSales = (query: Query): Promise<ReferredSale[]> =>
  query<ReferredSale>(`
    select sale.group_id as id, sale.kind, sale.owner_id as payer, sale.payee_id as referred, r.referrer_id as referrer,
        r.referrer_account_id as referrer_account, sale.created_at as at, sale.group_amount::int as price,
        legs.paid, legs.bought, legs.fee, legs.fee_bought, coalesce(share.amount, 0)::int as share,
        coalesce((select sum(back.amount) from ledger_transfers back join ledger_accounts c on c.id = back.credit_account
          join ledger_transfers first on first.owner_id = back.owner_id and first.group_id = back.group_id and first.leg = 1
          where first.owner_id = r.referrer_id and first.reference = sale.group_id::text and first.kind <> 'referral'
            and c.kind = 'platform_revenue'), 0)::int as back,
        exists (select from ledger_transfers back where back.owner_id = sale.owner_id and back.reference = sale.reference
          and back.kind in (${reversals}) and back.group_id > sale.group_id) as is_reversed
      from creator_referrals r
      join ledger_transfers sale on sale.payee_id = r.referred_id and sale.leg = 1 and sale.kind in (${saleKinds})
      cross join lateral (
        select sum(l.amount)::int as paid, coalesce(sum(l.amount) filter (where d.kind not like '%promotional'), 0)::int as bought,
            coalesce(sum(l.amount) filter (where c.kind = 'platform_revenue'), 0)::int as fee,
            coalesce(sum(l.amount) filter (where c.kind = 'platform_revenue' and d.kind not like '%promotional'), 0)::int as fee_bought
          from ledger_transfers l join ledger_accounts d on d.id = l.debit_account join ledger_accounts c on c.id = l.credit_account
          where l.owner_id = sale.owner_id and l.group_id = sale.group_id) as legs
      left join ledger_transfers share on share.owner_id = r.referrer_id and share.key = sale.group_id
      order by sale.group_id`);

/**
 * Each sale of a referred creator has exactly the share that plain arithmetic says, out of the platform's part; it went
 * back with the sale and only then; and each referrer is shown their sum. Returns the sales.
 */
export async function expectShares(
  { db, context: { credits } }: Pick<TestApp, 'db' | 'context'>,
  query: Query,
  mayEarn: (sale: ReferredSale) => boolean = () => true,
): Promise<ReferredSale[]> {
  const sales = await listReferredSales(query);
  const wrong = sales.filter((sale) => {
    const earns = sale.payer !== sale.referrer_account && mayEarn(sale);
    const expected = earns ? Math.min(sale.fee_bought, Math.floor((sale.bought * 5 + 50) / 100)) : 0;
    // Of a call some minutes may go back.
    const wentBack = sale.kind === 'call' ? [0, sale.share] : [sale.is_reversed ? sale.share : 0];
    return (
      sale.share !== expected || sale.share > sale.fee || sale.paid !== sale.price || !wentBack.includes(sale.back)
    );
  });
  expect(wrong).toEqual([]);
  const sums = await query<{ referrer: string; cents: number }>(
    `select t.owner_id as referrer, sum(case when t.kind = 'referral' then t.amount else -t.amount end
         * case when c.currency = 'cents' then 1 else ${creditValueCents} end)::int as cents
       from ledger_transfers t join ledger_accounts d on d.id = t.debit_account join ledger_accounts c on c.id = t.credit_account
       where t.owner_id = t.payee_id and t.leg = 1 and (t.kind = 'referral' or (d.kind = 'earnings'
         and t.kind in (${reversals}, 'call_reclaim'))) group by 1`,
  );
  for (const { referrer, cents } of sums) {
    const months = await credits.referrals.listReferralMonths(db, referrer, new Date(0));
    const shown = months.reduce((sum, each) => sum + Number(each.cents) + Number(each.credits) * creditValueCents, 0);
    expect([referrer, shown]).toEqual([referrer, cents]);
  }
  return sales;
}
