import { expect } from 'vitest';
import type { World } from './world.ts';

/** What the simulation is for: a run in which one of these never happened proves nothing. */
export const ingredients = [
  'a connection cut at a commit',
  'a job that was cut off',
  'a charge of which the provider cannot be asked',
  'a charge that never reached the provider',
  'a late word of the provider',
  'a payment that arrived twice',
  'a payment under another reference',
  'a payment of another amount',
  'a webhook delivered three times',
  'a price that changed between look and tap',
  'a share that changed',
  'a tip of a farmer',
  'farmed credits that were held',
  'held earnings that were released',
  'a request answered by the second process',
  'an unlock in both processes at once',
  'a chargeback',
  'a debt that was paid',
  'a debt page that was handed out again',
  'two debt pages paid',
  'a payment given back by staff',
  'a payout that was sent',
] as const;
export type Ingredient = (typeof ingredients)[number];

/** Reads from the books what no step sees. */
async function countBooked({ look, happened, crashes, farmers }: World): Promise<void> {
  happened.set('a connection cut at a commit', crashes.count);
  const [booked] = await look<Record<string, string>>(
    `select (select count(*) from ledger_transfers where kind = 'held_release' and leg = 1) as released,
        (select count(*) from earnings_holds where payer_id = any ($1)) as held,
        (select count(*) from payment_debts where settled_at is not null) as settled,
        (select count(*) from payment_orders 
          where purpose = 'debt' and (flag like 'not delivered%' or state = 'refunded')) as twice,
        (select count(*) from ledger_transfers where kind = 'payout_sent') as sent,
        (select count(*) from payment_orders where state = 'charged_back') as charged_back`,
    [farmers.map(({ accountId }) => accountId)],
  );
  const read: readonly [Ingredient, string | undefined][] = [
    ['held earnings that were released', booked?.released],
    ['farmed credits that were held', booked?.held],
    ['a debt that was paid', booked?.settled],
    ['two debt pages paid', booked?.twice],
    ['a payout that was sent', booked?.sent],
    ['a chargeback', booked?.charged_back],
  ];
  for (const [name, times] of read) happened.set(name, Number(times ?? 0));
}

/** How often each happened, as lines. */
export async function listHappened(world: World): Promise<string[]> {
  await countBooked(world);
  return ingredients.map((name) => `${String(world.happened.get(name) ?? 0).padStart(6)} ${name}`);
}

export async function expectAllHappened(world: World): Promise<void> {
  await countBooked(world);
  expect(ingredients.filter((name) => !world.happened.get(name))).toEqual([]);
}
