import { expect } from 'vitest';
import { type Scenario, scenarios } from './scenarios.ts';
import type { World } from './world.ts';

/** Counts the scenarios that only the books show. */
async function countFromBooks({ query, occurred, crashes, farmers }: World): Promise<void> {
  occurred.set('a connection cut at a commit', crashes.count);
  const [booked] = await query<Record<string, string>>(
    `select (select count(*) from ledger_transfers where kind = 'held_release' and leg = 1) as released,
        (select count(*) from earnings_holds where payer_id = any ($1)) as held,
        (select count(*) from payment_debts where settled_at is not null) as settled,
        (select count(*) from payment_orders 
          where purpose = 'debt' and (flag like 'not delivered%' or state = 'refunded')) as twice,
        (select count(*) from ledger_transfers where kind = 'payout_sent') as sent,
        (select count(*) from payment_orders where state = 'charged_back') as charged_back`,
    [farmers.map(({ accountId }) => accountId)],
  );
  const read: readonly [Scenario, string | undefined][] = [
    ['held earnings that were released', booked?.released],
    ['farmed credits that were held', booked?.held],
    ['a debt that was paid', booked?.settled],
    ['two debt pages paid', booked?.twice],
    ['a payout that was sent', booked?.sent],
    ['a chargeback', booked?.charged_back],
  ];
  for (const [name, times] of read) occurred.set(name, Number(times ?? 0));
}

/** One line per scenario with its count. */
export async function listScenarioCounts(world: World): Promise<string[]> {
  await countFromBooks(world);
  return scenarios.map((name) => `${String(world.occurred.get(name) ?? 0).padStart(6)} ${name}`);
}

export async function expectAllScenarios(world: World): Promise<void> {
  await countFromBooks(world);
  expect(scenarios.filter((name) => !world.occurred.get(name))).toEqual([]);
}
