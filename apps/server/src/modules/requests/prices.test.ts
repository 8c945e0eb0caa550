import { exclusivePrice } from '@vlam/contract/rules/exclusive-price';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { splitPrice } from '../../../test/split.ts';
import { systemClock } from '../../platform/clock.ts';
import { newId } from '../../platform/ids.ts';
import { accountOf, type CreditsService, createCreditsService } from '../credits/service.ts';
import { hold, release, returnEscrow } from './money.ts';

let test: TestDatabase;
let credits: CreditsService;
beforeAll(async () => {
  test = await createTestDatabase();
  const logger = { info() {}, warn() {}, error() {} };
  credits = createCreditsService({ database: test.database, clock: systemClock, logger });
});
afterAll(() => test.drop());

const highest = 10_000;
const batchSize = 500;

/** The creator's earnings, including those held because promotional credits paid them. */
const findVisibleEarnings = async (profileId: string): Promise<bigint> =>
  (await credits.earnings(profileId)) + (await credits.income.promotional(test.database.db, profileId));

async function addUp(step: number): Promise<void> {
  const [payer, creator] = [newId(), newId()];
  const requests = [false, true].flatMap((isExclusive) =>
    Array.from({ length: Math.ceil(highest / step) }, (_, index) => ({
      id: newId(),
      requester_account_id: payer,
      creator_id: creator,
      title: 'A price',
      held: exclusivePrice(index * step + 1, isExclusive),
    })),
  );
  const total = requests.reduce((sum, request) => sum + request.held, 0);
  await credits.openDemoBalances([
    { ownerId: payer, kind: 'wallet', credits: total - 1_000_000 },
    { ownerId: payer, kind: 'wallet_promotional', credits: 1_000_000 },
  ]);
  for (let from = 0; from < requests.length; from += batchSize) {
    const some = requests.slice(from, from + batchSize);
    await credits.transact((tx) =>
      credits.move(
        tx,
        some.flatMap((request) => [hold(request, request.held, 'offer'), release(request)]),
      ),
    );
  }
  expect(await credits.balance(payer)).toEqual({ balance: 0, promotional: 0 });
  const expected = requests.reduce((sum, { held }) => sum + splitPrice(held).creator, 0);
  expect(await findVisibleEarnings(creator)).toBe(BigInt(expected));

  // For each one: what its payment moved, and what is left.
  const { rows } = await test.database.pool.query<{ reference: string; creator: string; platform: string }>(
    `select first.reference, sum(leg.amount) filter (where leg.credit_account = any ($2))::text as creator,
        coalesce(sum(leg.amount) filter (where leg.credit_account <> all ($2)), 0)::text as platform
      from ledger_transfers first join ledger_transfers leg using (owner_id, group_id)
      where first.owner_id = $1 and first.kind = 'request_payment' group by 1`,
    [payer, [accountOf(creator, 'earnings').id, accountOf(creator, 'earnings_held').id]],
  );
  const paid = new Map(rows.map((row) => [row.reference, row]));
  const wrong = requests.filter(({ id, held }) => {
    const parts = paid.get(id);
    const { creator: share, platform } = splitPrice(held);
    return Number(parts?.creator) !== share || Number(parts?.platform) !== platform || share + platform !== held;
  });
  expect(wrong).toEqual([]);
  const left = await test.database.pool.query(
    `select count(*)::int as n from ledger_accounts where kind in ('escrow', 'escrow_promotional') and balance <> 0`,
  );
  expect(left.rows[0]?.n).toBe(0);
}
const title = 'price from 1 to 10 000, exclusive or not, the parts add up to the price and escrow is empty';
// No multiple of five, so that every remainder of the shares comes up.
it(`T43: for each seventeenth ${title}`, () => addUp(17));
it(`T43: for every ${title}`, { tags: ['long'], timeout: 120_000 }, () => addUp(1));

it('T43: bought credits are always spent first and no credit is created or lost', async () => {
  const price = fc.integer({ min: 1, max: 400 });
  const story = fc.record({
    bought: fc.integer({ min: 0, max: 600 }),
    promotional: fc.integer({ min: 0, max: 600 }),
    offered: price,
    agreed: price,
    isExclusive: fc.boolean(),
    delivered: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(story, async ({ bought, promotional, offered, agreed, isExclusive, delivered }) => {
      const [payer, creator] = [newId(), newId()];
      const first = exclusivePrice(offered, isExclusive);
      const last = exclusivePrice(agreed, isExclusive);
      fc.pre(bought + promotional >= Math.max(first, last));
      await credits.openDemoBalances([
        ...(bought ? [{ ownerId: payer, kind: 'wallet' as const, credits: bought }] : []),
        ...(promotional ? [{ ownerId: payer, kind: 'wallet_promotional' as const, credits: promotional }] : []),
      ]);
      const request = { id: newId(), requester_account_id: payer, creator_id: creator, title: 'A story', held: first };
      await credits.transact((tx) => credits.move(tx, [hold(request, first, 'offer')]));
      await credits.transact(async (tx) => {
        if (last > first) await credits.move(tx, [hold(request, last - first, 'counter-offer')]);
        else await credits.move(tx, await returnEscrow(tx, credits, request, first - last, 'agreed'));
      });
      const held = { ...request, held: last };
      const between = await credits.balance(payer);
      expect(between.balance).toBe(bought + promotional - last);
      expect(between.promotional).toBe(promotional - Math.max(0, last - bought));
      await credits.transact(async (tx) => {
        await credits.move(tx, delivered ? [release(held)] : await returnEscrow(tx, credits, held, last, 'ended'));
      });
      const after = await credits.balance(payer);
      expect(after).toEqual(delivered ? between : { balance: bought + promotional, promotional });
      expect(await findVisibleEarnings(creator)).toBe(BigInt(delivered ? splitPrice(last).creator : 0));
      const escrow = await test.database.pool.query(
        'select sum(balance)::bigint as balance from ledger_accounts where owner_id = $1',
        [request.id],
      );
      expect(escrow.rows[0]?.balance).toBe(0n);
    }),
    { numRuns: 80, seed: 20261121 },
  );
});
