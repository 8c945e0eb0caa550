import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { storedBalance } from '../../../test/balances.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { startLedgerProcess } from '../../../test/ledger-process.ts';
import { countWaiting } from '../../../test/lock-waits.ts';
import { refer } from '../../../test/referrals.ts';
import { splitPrice } from '../../../test/split.ts';
import { systemClock } from '../../platform/clock.ts';
import { newId } from '../../platform/ids.ts';
import { revenueAccounts } from './accounts.ts';
import { encodeBatch, postStatement } from './batch.ts';
import { openDemoBalances } from './demo-balances.ts';
import { findBudget } from './held-store.ts';
import { isSound, reconcile } from './reconcile.ts';
import {
  accountOf,
  type CreditsService,
  cash,
  createCreditsService,
  grantPosting,
  type LedgerAccount,
  losses,
  type Move,
  packSales,
  purchasePosting,
  returnPurchase,
  reverseOrder,
} from './service.ts';

let test: TestDatabase;
let credits: CreditsService;

beforeAll(async () => {
  test = await createTestDatabase();
  const logger = { info() {}, warn() {}, error() {} };
  credits = createCreditsService({ database: test.database, clock: systemClock, logger });
});
afterAll(async () => {
  expect(isSound(await reconcile(test.database.pool))).toBe(true);
  await test.drop();
});

const stored = (account: LedgerAccount) => storedBalance(test, account);
const post = (...moves: Move[]) => credits.transact((tx) => credits.move(tx, moves));
const centsOf = (id: string) => stored(accountOf(id, 'earnings', 'cents'));
const creditsOf = (id: string) => stored(accountOf(id, 'earnings'));
async function income(currency: 'credits' | 'cents'): Promise<number> {
  let sum = 0;
  for (const account of revenueAccounts(currency)) sum += await stored(account);
  return sum;
}

/** A creator, and who referred them. */
async function aReferral(more: { referrerAccountId?: string } = {}) {
  const [referrerId, referredId] = [newId(), newId()];
  await refer(test.database.db, { referrerId, referredId, ...more });
  return { referrerId, referredId };
}
const aTip = (payerId: string, creatorId: string, amount: number, id = newId()): Move => ({
  ...{ kind: 'rand_tip', ownerId: payerId, key: id, payeeId: creatorId, reference: id, description: 'Tip', amount },
  ...{ from: cash, to: accountOf(creatorId, 'earnings', 'cents'), shared: true },
});
async function aFan(bought: number, promotional = 0): Promise<string> {
  const ownerId = newId();
  const openings = [
    { ownerId, kind: 'wallet' as const, credits: bought },
    { ownerId, kind: 'wallet_promotional' as const, credits: promotional },
  ];
  await openDemoBalances(
    test.database.db,
    openings.filter((each) => each.credits > 0),
  );
  return ownerId;
}
const buy = (payer: string, payee: string, price: number, key = newId()) =>
  credits.purchase({ kind: 'tip', payer, payee, price, reference: key, key, description: 'Tip' });

describe('a referral share', () => {
  it('is 5 % of a sale out of the platform part, at every price; the parts sum to the price and none is below zero', async () => {
    const { referrerId, referredId } = await aReferral();
    const fan = await aFan(20_000);
    let [creator, share] = [0, 0];
    for (let price = 5; price <= 140; price += 1) {
      const before = await income('credits');
      await buy(fan, referredId, price);
      const parts = splitPrice(price);
      const part = Math.min(parts.platform, Math.round(price * 0.05));
      creator += parts.creator;
      share += part;
      expect([price, await creditsOf(referredId), await creditsOf(referrerId)]).toEqual([price, creator, share]);
      const kept = (await income('credits')) - before;
      expect([price, kept]).toEqual([price, parts.platform - part]);
      expect(kept).toBeGreaterThanOrEqual(0);
    }
    for (const cents of [1, 2, 3, 9, 10, 11, 99, 9_999]) {
      const [before, own, theirs] = [await income('cents'), await centsOf(referrerId), await centsOf(referredId)];
      await post(aTip(newId(), referredId, cents));
      const [kept, part] = [(await income('cents')) - before, (await centsOf(referrerId)) - own];
      expect(part).toBe(Math.min(splitPrice(cents).platform, Math.round(cents * 0.05)));
      expect(kept).toBeGreaterThanOrEqual(0);
      expect(kept + part + (await centsOf(referredId)) - theirs).toBe(cents);
    }
  });

  it('comes of bought credits alone, and never more than they left the platform', async () => {
    for (const [bought, given, expected] of [
      [0, 100, 0],
      [50, 50, 0],
      [83, 17, 3],
      [90, 10, 5],
      [100, 0, 5],
    ] as const) {
      const { referrerId, referredId } = await aReferral();
      await buy(await aFan(bought, given), referredId, 100);
      expect([bought, await creditsOf(referrerId)]).toEqual([bought, expected]);
      expect((await creditsOf(referredId)) + (await creditsOf(referrerId))).toBeLessThanOrEqual(bought);
    }
  });

  it('T143: is not paid on what the referrer buys, and of nobody else', async () => {
    const account = await aFan(1_000);
    const { referrerId, referredId } = await aReferral({ referrerAccountId: account });
    await buy(account, referredId, 100);
    await buy(await aFan(100), newId(), 100);
    expect(await creditsOf(referrerId)).toBe(0);
    expect(await creditsOf(referredId)).toBe(80);
  });

  it('ends twelve months after the first sale, which begins it once', async () => {
    const { referrerId, referredId } = await aReferral();
    const untilOf = async () =>
      (
        await test.database.db
          .selectFrom('creator_referrals')
          .select('until')
          .where('referred_id', '=', referredId)
          .executeTakeFirstOrThrow()
      ).until;
    expect(await untilOf()).toBeNull();
    const fan = await aFan(1_000);
    await buy(fan, referredId, 100);
    const until = await untilOf();
    const inAYear = new Date();
    inAYear.setUTCFullYear(inAYear.getUTCFullYear() + 1);
    expect(Math.abs((until?.getTime() ?? 0) - inAYear.getTime())).toBeLessThan(2 * 86_400_000);
    await buy(fan, referredId, 100);
    expect(await untilOf()).toEqual(until);
    expect(await creditsOf(referrerId)).toBe(10);
    await test.database.db
      .updateTable('creator_referrals')
      .set({ until: new Date(Date.now() - 1_000) })
      .where('referred_id', '=', referredId)
      .execute();
    await buy(fan, referredId, 100);
    expect(await creditsOf(referrerId)).toBe(10);
    expect(await creditsOf(referredId)).toBe(240);
  });

  it('ends when the binding ended', async () => {
    const { referrerId, referredId } = await aReferral();
    await test.database.db
      .updateTable('creator_referrals')
      .set({ ended_at: new Date() })
      .where('referred_id', '=', referredId)
      .execute();
    await buy(await aFan(100), referredId, 100);
    expect(await creditsOf(referrerId)).toBe(0);
  });

  it('goes back with a refund, whatever was paid out by then is a loss, and a repeat changes nothing', async () => {
    const { referrerId, referredId } = await aReferral();
    const payer = newId();
    const [first, second] = [aTip(payer, referredId, 10_000), aTip(payer, referredId, 2_000)];
    const before = await income('cents');
    await post(first);
    await post(second);
    expect(await centsOf(referrerId)).toBe(600);
    const order = (tip: Move) => ({ id: tip.reference, accountId: payer, description: 'Tip' });
    const refund = async (tip: Move) => {
      const moves = await reverseOrder(test.database.db, order(tip), 'refund');
      await post(...moves);
    };
    await refund(first);
    expect(await centsOf(referrerId)).toBe(100);
    expect(await income('cents')).toBe(before + 300);
    await refund(first);
    expect(await centsOf(referrerId)).toBe(100);
    // The rest was paid out.
    await post({
      ...{
        kind: 'payout',
        ownerId: referrerId,
        key: newId(),
        payeeId: referrerId,
        reference: newId(),
        description: '',
      },
      ...{
        amount: 60,
        from: accountOf(referrerId, 'earnings', 'cents'),
        to: accountOf(referrerId, 'payable', 'cents'),
      },
    });
    const lost = await stored(losses.cents);
    await refund(second);
    expect(await centsOf(referrerId)).toBe(0);
    expect(await stored(losses.cents)).toBe(lost - 60);
    expect(await income('cents')).toBe(before);
  });

  it('stays with the referrer after a chargeback once it cleared, as the creator part does', async () => {
    const payer = newId();
    for (const [daysAgo, kept] of [
      [10, 500],
      [1, 0],
    ] as const) {
      const { referrerId, referredId } = await aReferral();
      const tip = { ...aTip(payer, referredId, 10_000), at: new Date(Date.now() - daysAgo * 86_400_000) };
      const before = await income('cents');
      await post(tip);
      await post(
        ...(await reverseOrder(
          test.database.db,
          { id: tip.reference, accountId: payer, description: 'Tip' },
          'chargeback',
        )),
      );
      expect(await centsOf(referrerId)).toBe(kept);
      expect(await income('cents')).toBe(before);
    }
  });

  it('goes back with a disputed sale in credits, and is posted anew with the outcome', async () => {
    const { referrerId, referredId } = await aReferral();
    const fan = await aFan(200);
    const before = await income('credits');
    const bought = await buy(fan, referredId, 200, 'one minute');
    expect(await creditsOf(referrerId)).toBe(10);
    await credits.transact(async (tx) =>
      credits.move(
        tx,
        await returnPurchase(tx, {
          ...{ payerId: fan, key: 'one minute', price: 200, reference: 'one minute', escrowOwner: bought.groupId },
          kinds: { reclaim: 'call_reclaim', giveBack: 'call_return' },
          descriptions: { reclaim: 'Back', giveBack: 'Back' },
        }),
      ),
    );
    expect([await creditsOf(referrerId), await creditsOf(referredId)]).toEqual([0, 0]);
    expect(await income('credits')).toBe(before);
    expect(await stored(accountOf(fan, 'wallet'))).toBe(200);
    await buy(fan, referredId, 100);
    expect(await creditsOf(referrerId)).toBe(5);
  });

  it('is taken back with charged-back credits while it clears, and once', async () => {
    const { referrerId, referredId } = await aReferral();
    const payer = newId();
    const pack = { kind: 'pack' as const, ownerId: payer, amount: 400, reference: newId(), key: newId() };
    await credits.transact((tx) => credits.postAll(tx, [grantPosting({ ...pack, description: 'Pack' })]));
    await buy(payer, referredId, 400, 'spent');
    expect(await creditsOf(referrerId)).toBe(20);
    const orderId = newId();
    await credits.transact(async (tx) =>
      credits.move(
        tx,
        await credits.recoverSpentCredits(tx, {
          ...{ orderId, payerId: payer, description: 'Charged back', spent: 100, now: new Date() },
          clearingSince: new Date(Date.now() - 86_400_000),
        }),
      ),
    );
    expect([await creditsOf(referredId), await creditsOf(referrerId)]).toEqual([240, 15]);
    const before = await income('credits');
    await credits.transact(async (tx) =>
      credits.move(
        tx,
        await returnPurchase(tx, {
          ...{ payerId: payer, key: 'spent', price: 400, reference: 'spent', escrowOwner: newId() },
          kinds: { reclaim: 'call_reclaim', giveBack: 'call_return' },
          descriptions: { reclaim: 'Back', giveBack: 'Back' },
        }),
      ),
    );
    expect([await creditsOf(referredId), await creditsOf(referrerId)]).toEqual([0, 0]);
    // The sale left the platform 60 of its 80.
    expect(before - (await income('credits'))).toBe(60);
  });

  it('lowers what the payer left for promotional credits, so that held never falls below owed', async () => {
    const { referrerId, referredId } = await aReferral();
    const payer = newId();
    const tip = aTip(payer, referredId, 10_000);
    await post(tip);
    expect(await centsOf(referrerId)).toBe(500);
    expect(await findBudget(test.database.db, payer)).toBe(1_500);
    await post(
      ...(await reverseOrder(test.database.db, { id: tip.reference, accountId: payer, description: 'Tip' }, 'refund')),
    );
    expect(await findBudget(test.database.db, payer)).toBe(0);
    // Rand for credits is no part of it.
    const key = newId();
    await post({
      ...{ kind: 'pack_sale', ownerId: payer, key, reference: key, description: '', amount: 500, from: cash },
      to: packSales,
    });
    expect(await findBudget(test.database.db, payer)).toBe(500);
  });

  it('is added to what another sale brought the referrer a moment before, whose account no caller names', async () => {
    const one = await aReferral();
    const other = newId();
    await refer(test.database.db, { referrerId: one.referrerId, referredId: other });
    const [fan, second] = [await aFan(100), await aFan(100)];
    const { pool } = test.database;
    const connections = [await pool.connect(), await pool.connect()] as const;
    const [income, elsewhere] = revenueAccounts('credits');
    const [cents] = revenueAccounts('cents');
    if (!income || !elsewhere || !cents) throw new Error('no accounts of income');
    // Two members, two creators and two accounts of income: nothing is the same but the referrer.
    const sell = (at: 0 | 1, payerId: string, payeeId: string) => {
      const key = newId();
      const sale = purchasePosting({
        ...{ kind: 'tip', payerId, payeeId, price: 100, reference: key, key },
        description: 'Tip',
      });
      const batch = encodeBatch([sale], { credits: at === 0 ? income : elsewhere, cents });
      return connections[at].query(postStatement, batch.values(true) as unknown[]);
    };
    try {
      await connections[0].query('begin');
      await sell(0, fan, one.referredId);
      const later = sell(1, second, other);
      const waits = expect.poll(() => countWaiting(pool), { timeout: 10_000 }).toBeGreaterThan(0);
      await Promise.race([waits, later]);
      await connections[0].query('commit');
      await later;
    } finally {
      for (const connection of connections) connection.release();
    }
    const { rows } = await pool.query<{ after: number }>(
      `select credit_balance_after::int as after from ledger_transfers where owner_id = $1 and kind = 'referral' order by 1`,
      [one.referrerId],
    );
    expect(rows.map(({ after }) => after)).toEqual([5, 10]);
  });

  it('is posted once each by two processes that sell for the same and for crossed creators at the same moment', async () => {
    // A pair that referred each other, so that both batches lock the same accounts from both ends, and two of one
    // referrer, whose account no caller names.
    const [pair, one] = [await aReferral(), await aReferral()];
    await refer(test.database.db, { referrerId: pair.referredId, referredId: pair.referrerId });
    const other = newId();
    await refer(test.database.db, { referrerId: one.referrerId, referredId: other });
    const fans = await Promise.all(Array.from({ length: 8 }, () => aFan(10_000)));
    const ledgers = [startLedgerProcess(test.url), startLedgerProcess(test.url)] as const;
    const payees = [pair.referredId, one.referredId, other, pair.referrerId];
    const earners = [...payees, one.referrerId];
    const sale = (fan: number, payee: number, n: number) => ({
      ...purchasePosting({
        ...{ kind: 'tip', payerId: fans[fan] ?? '', payeeId: payees[payee] ?? '', price: 20, reference: `${n}` },
        ...{ key: `sale ${n}`, description: 'Tip' },
      }),
    });
    try {
      const sent: Promise<unknown>[] = [];
      for (let round = 0; round < 20; round += 1)
        for (const [index, ledger] of ledgers.entries())
          sent.push(
            ledger
              .postAll([0, 1, 2, 3].map((at) => sale(at + index * 4, index === 0 ? at : 3 - at, round * 4 + at)))
              .catch(() => null),
          );
      await Promise.all(sent);
      // Nothing but the referrer's account is the same in these two.
      for (let round = 100; round < 160; round += 1)
        await Promise.all([ledgers[0].postAll([sale(0, 1, round)]), ledgers[1].postAll([sale(4, 2, round)])]);
    } finally {
      await Promise.all(ledgers.map((each) => each.stop()));
    }
    const { rows } = await test.database.pool.query<{ sales: number; shares: number; paid: number }>(
      `select count(*) filter (where kind = 'tip')::int as sales, count(*) filter (where kind = 'referral')::int as shares,
           sum(group_amount) filter (where kind = 'referral')::int as paid
         from ledger_transfers where payee_id = any ($1) and leg = 1`,
      [earners],
    );
    expect(rows[0]).toEqual({ sales: 280, shares: 280, paid: 280 });
    // Earnings that only rise have each balance once: no posting read one that another was about to change.
    const { rows: twice } = await test.database.pool.query(
      `select credit_account, credit_balance_after from ledger_transfers
         where credit_account = any ($1) group by 1, 2 having count(*) > 1`,
      [earners.map((id) => accountOf(id, 'earnings').id)],
    );
    expect(twice).toEqual([]);
  });
});
