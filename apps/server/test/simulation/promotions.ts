import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { newId } from '../../src/platform/ids.ts';
import { noteUnlock } from './price-changes.ts';
import { settle } from './settle.ts';
import { count, hasHappened, type Step, type World } from './world.ts';

/** From now on creators keep another part of each sale. */
const changeShare: Step = async (world) => {
  const { look, random } = world;
  hasHappened(world, 'a share that changed');
  await look('insert into revenue_shares values ($1, clock_timestamp(), $2)', [
    newId(),
    random.pick([80, 80, 75, 70, 85]),
  ]);
};

/** An invented account takes its daily bonus and gives all it has to the creator who is in on it. */
const farm: Step = async (world) => {
  const farmer = world.random.pick(world.farmers);
  const bonus = await settle(
    world,
    'farmed bonus',
    (client, idempotencyKey) => client.call('dailyBonus', { idempotencyKey }),
    farmer,
  );
  if (bonus.status < 300 && bonus.body.granted) count(world.done, 'daily_bonus');
  const { balance } = await world.t.context.credits.balance(farmer.accountId).catch(() => ({ balance: 0 }));
  const creator = world.creators.at(-1);
  if (balance < 5 || !creator) return;
  const params = { profileId: creator.profileId };
  const body = { clientId: randomUUID(), credits: balance };
  const tipped = await settle(
    world,
    'farmed tip',
    (client, idempotencyKey) => client.call('tipInChat', { params, body, idempotencyKey }),
    farmer,
  );
  if (tipped.status < 300) hasHappened(world, 'a tip of a farmer');
};

/** One member unlocks one item in both processes at the same moment, under two keys. */
const unlockInBoth: Step = async (world) => {
  const { t, beside, random, crashes, done, look } = world;
  const fan = random.pick(world.fans);
  const id = random.pick(random.pick(world.creators).items);
  const [row] = await look<{ price: number }>('select price_credits as price from content_items where id = $1', [id]);
  const price = row?.price ?? 0;
  const answers = await crashes.pause(() =>
    Promise.all([t, beside].map((each) => each.client(fan).call('unlockContent', { params: { id }, body: { price } }))),
  );
  if (!answers.some(({ status, body }) => status === 200 && body.item.isPurchased)) return;
  if (answers.every(({ status }) => status === 200)) hasHappened(world, 'an unlock in both processes at once');
  done.set(`unlock ${fan.accountId} ${id}`, 1);
  noteUnlock(world, `unlock ${fan.accountId} ${id}`, price);
};

export const promotionSteps: readonly (readonly [Step, number])[] = [
  [changeShare, 1.5],
  [farm, 8],
  [unlockInBoth, 3],
];

/** What accounts that paid nothing gave away is held or has fallen back, and each hold is what its account has. */
export async function expectHeldSound({ look, farmers }: World): Promise<void> {
  const ids = farmers.map(({ accountId }) => accountId);
  const [farmed] = await look<{ released: string }>(
    'select coalesce(sum(released), 0) as released from earnings_holds where payer_id = any ($1)',
    [ids],
  );
  expect(farmed?.released).toBe('0');
  const wrong = await look(
    `select profile_id, sum(remaining) as held, max(balance) as balance from earnings_holds h
       join ledger_accounts a on a.owner_id = h.profile_id and a.kind = 'earnings_held'
       group by profile_id having sum(remaining) <> max(balance)`,
  );
  expect(wrong).toEqual([]);
}
