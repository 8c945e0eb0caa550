import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { newId } from '../../src/platform/ids.ts';
import { callUntilFinal } from './call-until-final.ts';
import { recordUnlock } from './price-changes.ts';
import { count, recordScenario, type Step, type World } from './world.ts';

/** Changes the creators' share of each sale. */
const changeShare: Step = async (world) => {
  const { query, random } = world;
  recordScenario(world, 'a share that changed');
  await query('insert into revenue_shares values ($1, clock_timestamp(), $2)', [
    newId(),
    random.pick([80, 80, 75, 70, 85]),
  ]);
};

/** A fake account takes its daily bonus and passes all its credits to the colluding creator. */
const farm: Step = async (world) => {
  const farmer = world.random.pick(world.farmers);
  const bonus = await callUntilFinal(
    world,
    'farmed bonus',
    (client, idempotencyKey) => client.call('dailyBonus', { idempotencyKey }),
    farmer,
  );
  if (bonus.status < 300 && bonus.body.granted) count(world.completed, 'daily_bonus');
  const { balance } = await world.t.context.credits.balance(farmer.accountId).catch(() => ({ balance: 0 }));
  const creator = world.creators.at(-1);
  if (balance < 5 || !creator) return;
  const params = { profileId: creator.profileId };
  const body = { clientId: randomUUID(), credits: balance };
  const tipped = await callUntilFinal(
    world,
    'farmed tip',
    (client, idempotencyKey) => client.call('tipInChat', { params, body, idempotencyKey }),
    farmer,
  );
  if (tipped.status < 300) recordScenario(world, 'a tip of a farmer');
};

/** One member unlocks one item in both processes concurrently, under two keys. */
const unlockInBoth: Step = async (world) => {
  const { t, secondProcess, random, crashes, completed, query } = world;
  const fan = random.pick(world.fans);
  const id = random.pick(random.pick(world.creators).items);
  const [row] = await query<{ price: number }>('select price_credits as price from content_items where id = $1', [id]);
  const price = row?.price ?? 0;
  const answers = await crashes.pause(() =>
    Promise.all(
      [t, secondProcess].map((each) => each.client(fan).call('unlockContent', { params: { id }, body: { price } })),
    ),
  );
  if (!answers.some(({ status, body }) => status === 200 && body.item.isPurchased)) return;
  if (answers.every(({ status }) => status === 200)) recordScenario(world, 'an unlock in both processes concurrently');
  completed.set(`unlock ${fan.accountId} ${id}`, 1);
  recordUnlock(world, `unlock ${fan.accountId} ${id}`, price);
};

export const promotionSteps: readonly (readonly [Step, number])[] = [
  [changeShare, 1.5],
  [farm, 8],
  [unlockInBoth, 3],
];

/** Credits from accounts that paid nothing are held or lapsed, and each hold equals its account's balance. */
export async function expectHeldSound({ query, farmers }: World): Promise<void> {
  const ids = farmers.map(({ accountId }) => accountId);
  const [farmed] = await query<{ released: string }>(
    'select coalesce(sum(released), 0) as released from earnings_holds where payer_id = any ($1)',
    [ids],
  );
  expect(farmed?.released).toBe('0');
  const wrong = await query(
    `select profile_id, sum(remaining) as held, max(balance) as balance from earnings_holds h
       join ledger_accounts a on a.owner_id = h.profile_id and a.kind = 'earnings_held'
       group by profile_id having sum(remaining) <> max(balance)`,
  );
  expect(wrong).toEqual([]);
}
