import { expect, it } from 'vitest';
import { useTestApp } from '../test/use-app.ts';
import { insertBundles, sampleBundles } from './bundles.ts';
import { insertItems, sampleItems } from './content.ts';
import { insertDealings } from './dealings.ts';
import { fanBalance } from './fan-life.ts';
import { readFilms } from './films.ts';
import { insertPeople, samplePeople } from './people.ts';
import { insertPictures } from './pictures.ts';
import { createRandom } from './random.ts';
import { demoScale } from './scale.ts';

const t = useTestApp({ runningClock: true });

it('sells gifts, bundles, tips, VIP and requests in the sample world, and every credit is accounted for', async () => {
  const now = t.clock.now();
  const random = createRandom(demoScale.seed);
  const all = samplePeople(random, now);
  const fans = all.filter(({ creator, canSignIn }) => !creator && !canSignIn).slice(0, 450);
  const creators = all.filter(({ creator, canSignIn }) => creator && !canSignIn).slice(0, 45);
  const people = [...all.filter(({ canSignIn }) => canSignIn), ...creators, ...fans];
  const client = await t.database.pool.connect();
  await insertPeople(client, random, people, new Map(), now);
  const items = sampleItems(random, people, now);
  const { bundles, newItems } = sampleBundles(random, people, items, now);
  await insertPictures(client, random, [...items, ...newItems]);
  await insertItems(client, [...items, ...newItems], await readFilms());
  await insertBundles(client, bundles);
  await insertDealings({ client, people, items, bundles, now });
  client.release();

  await t.context.credits.books.check();
  const count = async (sql: string) => Number((await t.database.pool.query(sql)).rows[0].count);
  const creator = people.find(({ email }) => email === 'creator@vlam.test')?.profileId;
  const received = (table: string, column: string) =>
    count(`select count(*) from ${table} where ${column} = '${creator}'`);
  expect(await received('gifts_sent', 'recipient_id')).toBeGreaterThan(5);
  expect(await received('tips', 'profile_id')).toBeGreaterThan(5);
  expect(await received('content_requests', 'creator_id')).toBe(7);
  expect(await count('select count(*) from bundle_access where stars is not null')).toBeGreaterThan(100);
  expect(await count('select count(*) from bundles where rating_count > 0 and purchase_count > 0')).toBeGreaterThan(20);
  expect(await count('select coalesce(sum(rating_sum), 0) as count from bundles')).toBe(
    await count('select sum(stars) as count from bundle_access'),
  );
  expect(await count('select count(*) from vip_memberships where paid_until > now()')).toBe(60);
  expect(
    await count(
      `select count(*) from ledger_transfers where replace(group_id::text, '-', '') < lpad(to_hex((extract(epoch from created_at) * 1000)::bigint - 1000), 12, '0')`,
    ),
  ).toBe(0);
  // Each member's pack holds exactly what they spend; declined requests came back.
  const fan = people.find(({ email }) => email === 'fan@vlam.test')?.accountId;
  const left = `select coalesce(sum(balance), 0) as count from ledger_accounts where kind = 'wallet' and owner_id <> '${fan}'`;
  const returned = `select coalesce(sum(offered_price), 0) as count from content_requests where status = 'declined'`;
  expect(await count(left)).toBe(await count(returned));
  expect(await count(`select coalesce(sum(balance), 0) as count from ledger_accounts where kind = 'escrow'`)).toBe(
    await count('select sum(held) as count from content_requests'),
  );
  // The demo fan's statement, payments and balance are one life.
  expect(
    await count(`select sum(balance) as count from ledger_accounts where kind like 'wallet%' and owner_id = '${fan}'`),
  ).toBe(fanBalance);
  // Mostly bought: what the fan spends in the demo is earned at once, not held.
  expect(
    await count(`select sum(balance) as count from ledger_accounts where kind = 'wallet' and owner_id = '${fan}'`),
  ).toBeGreaterThanOrEqual(800);
  const paid = `from payment_orders where account_id = '${fan}' and state = 'paid'`;
  expect(await count(`select sum(amount_cents) as count ${paid}`)).toBe(
    await count(
      `select sum(group_amount) as count from ledger_transfers where owner_id = '${fan}' and leg = 1 and kind in ('pack_sale', 'subscription')`,
    ),
  );
  expect(
    await count(`select count(*) ${paid} and not exists (select from receipts where order_id = payment_orders.id)`),
  ).toBe(0);
  expect(await count(`select count(*) ${paid} and details ? 'firstPurchaseCredits'`)).toBe(1);
});
