import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { splitPrice } from '../../../test/split.ts';
import { AppError } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { accountOf } from './accounts.ts';
import { openDemoBalances } from './demo-balances.ts';
import { createLedger, type Ledger } from './ledger.ts';
import { grantPosting, type Posting, purchasePosting } from './postings.ts';
import { isSound, reconcile } from './reconcile.ts';

let test: TestDatabase;
let ledger: Ledger;

beforeAll(async () => {
  test = await createTestDatabase();
  ledger = createLedger(test.database.pool);
});
afterAll(async () => {
  expect(isSound(await reconcile(test.database.pool))).toBe(true);
  await test.drop();
});

async function aMember(credits: { bought?: number; promotional?: number } = {}): Promise<string> {
  const ownerId = newId();
  await openDemoBalances(test.database.db, [
    ...(credits.bought ? [{ ownerId, kind: 'wallet' as const, credits: credits.bought }] : []),
    ...(credits.promotional ? [{ ownerId, kind: 'wallet_promotional' as const, credits: credits.promotional }] : []),
  ]);
  return ownerId;
}

const unlock = (
  payerId: string,
  price: number,
  overrides: Partial<Parameters<typeof purchasePosting>[0]> = {},
): Posting =>
  purchasePosting({
    kind: 'unlock',
    payerId,
    payeeId: newId(),
    price,
    reference: newId(),
    key: newId(),
    description: 'Blue "hour" \\ and {more}, \'quoted\'',
    ...overrides,
  });

async function stored(account: { id: string }): Promise<bigint> {
  const row = await test.database.db
    .selectFrom('ledger_accounts')
    .select('balance')
    .where('id', '=', account.id)
    .executeTakeFirst();
  return row?.balance ?? 0n;
}

const legsOf = (groupId: string | null) =>
  test.database.db
    .selectFrom('ledger_transfers')
    .selectAll()
    .where('group_id', '=', groupId ?? '')
    .orderBy('leg')
    .execute();

describe('a purchase', () => {
  it('gives the creator 80 % and the platform the rest, in one group', async () => {
    const payer = await aMember({ bought: 100 });
    const posting = unlock(payer, 14);
    const result = await ledger.post(posting);
    expect(result).toMatchObject({ status: 'posted', wallet: 86, promotional: 0 });
    expect(await stored(posting.target)).toBe(BigInt(splitPrice(14).creator));
    const legs = await legsOf(result.groupId);
    expect(legs.map(({ amount, debit_balance_after }) => [amount, debit_balance_after])).toEqual([
      [11n, 89n],
      [3n, 86n],
    ]);
    expect(legs[0]).toMatchObject({ kind: 'unlock', group_amount: 14n, description: posting.description });
  });

  it('spends promotional credits last, and holds what they pay the creator', async () => {
    const payer = await aMember({ bought: 5, promotional: 30 });
    const posting = unlock(payer, 15);
    const result = await ledger.post(posting);
    expect(result).toMatchObject({ status: 'posted', wallet: 0, promotional: 20 });
    expect((await legsOf(result.groupId)).map((leg) => leg.amount)).toEqual([5n, 7n, 3n]);
    expect(await stored(posting.target)).toBe(5n);
    expect(await stored(accountOf(posting.payeeId ?? '', 'earnings_held'))).toBe(7n);
    const holds = await test.database.db
      .selectFrom('earnings_holds')
      .selectAll()
      .where('payer_id', '=', payer)
      .execute();
    expect(holds).toMatchObject([
      { group_id: result.groupId, profile_id: posting.payeeId, credits: 7n, remaining: 7n },
    ]);
    expect(await ledger.post(unlock(payer, 21))).toMatchObject({ status: 'insufficient', promotional: 20 });
    expect(await ledger.post(unlock(payer, 20))).toMatchObject({ status: 'posted', promotional: 0 });
  });

  it('crosses from bought to promotional credits inside the fee', async () => {
    const payer = await aMember({ bought: 9, promotional: 1 });
    const result = await ledger.post(unlock(payer, 10));
    expect((await legsOf(result.groupId)).map((leg) => leg.amount)).toEqual([8n, 1n, 1n]);
  });

  it('splits every price so that the parts add up', async () => {
    const payer = await aMember({ bought: 100_000 });
    const prices = Array.from({ length: 120 }, (_, index) => index + 1);
    const postings = prices.map((price) => unlock(payer, price));
    const results = await ledger.postAll(postings);
    expect(results.every(({ status }) => status === 'posted')).toBe(true);
    for (const [index, price] of prices.entries())
      expect(await stored(postings[index]?.target ?? { id: '' })).toBe(BigInt(splitPrice(price).creator));
  });

  it('T32: 40 parallel unlocks of different items with credits for 8 charge exactly 8', async () => {
    const payer = await aMember({ bought: 80 });
    const payeeId = newId();
    const results = await Promise.all(Array.from({ length: 40 }, () => ledger.post(unlock(payer, 10, { payeeId }))));
    expect(results.filter(({ status }) => status === 'posted')).toHaveLength(8);
    expect(results.filter(({ status }) => status === 'insufficient')).toHaveLength(32);
    expect(await stored(accountOf(payer, 'wallet'))).toBe(0n);
    expect(await stored(accountOf(payeeId, 'earnings'))).toBe(64n);
  });

  it('T32: the same race from four processes charges exactly 8', async () => {
    const payer = await aMember({ bought: 80 });
    const payeeId = newId();
    const processes = Array.from({ length: 4 }, () => createLedger(test.database.pool));
    const results = await Promise.all(
      Array.from({ length: 40 }, (_, index) => (processes[index % 4] as Ledger).post(unlock(payer, 10, { payeeId }))),
    );
    expect(results.filter(({ status }) => status === 'posted')).toHaveLength(8);
    expect(await stored(accountOf(payeeId, 'earnings'))).toBe(64n);
  });

  it('T32: one item bought 400 times concurrently from four processes is charged once', async () => {
    const payer = await aMember({ bought: 1_000 });
    const [payeeId, reference] = [newId(), newId()];
    const processes = Array.from({ length: 4 }, () => createLedger(test.database.pool));
    const results = await Promise.all(
      Array.from({ length: 400 }, (_, index) =>
        (processes[index % 4] as Ledger).post(unlock(payer, 10, { payeeId, reference })),
      ),
    );
    expect(results.filter(({ status }) => status === 'posted')).toHaveLength(1);
    expect(results.filter(({ status }) => status === 'owned')).toHaveLength(399);
    expect(new Set(results.map(({ groupId }) => groupId)).size).toBe(1);
    expect(await stored(accountOf(payer, 'wallet'))).toBe(990n);
  });

  it('accepts a smaller purchase after a larger one was refused', async () => {
    const payer = await aMember({ bought: 10 });
    const results = await ledger.postAll([unlock(payer, 11), unlock(payer, 7), unlock(payer, 4), unlock(payer, 3)]);
    expect(results.map(({ status }) => status)).toEqual(['insufficient', 'posted', 'insufficient', 'posted']);
  });
});

describe('a key', () => {
  it('returns the first result when it is repeated, concurrently and later', async () => {
    const payer = await aMember({ bought: 100 });
    const posting = unlock(payer, 10);
    const results = await Promise.all(Array.from({ length: 50 }, () => ledger.post(posting)));
    expect(results.filter(({ status }) => status === 'posted')).toHaveLength(1);
    expect(results.filter(({ status }) => status === 'repeated')).toHaveLength(49);
    const later = await ledger.post(posting);
    expect(later).toMatchObject({ status: 'repeated', groupId: results[0]?.groupId, wallet: 90 });
  });

  it('is refused for another intent, in the same batch and later', async () => {
    const payer = await aMember({ bought: 100 });
    const [key, reference] = [newId(), newId()];
    const first = unlock(payer, 10, { key });
    const results = await ledger.postAll([
      first,
      unlock(payer, 10, { key, reference }),
      unlock(payer, 10, { reference, payeeId: first.payeeId ?? '' }),
      unlock(payer, 10, { reference }),
    ]);
    expect(results.map(({ status }) => status)).toEqual(['posted', 'conflict', 'posted', 'owned']);
    expect(await ledger.post(unlock(payer, 10, { key }))).toMatchObject({ status: 'conflict' });
    expect(await stored(accountOf(payer, 'wallet'))).toBe(80n);
  });

  it('charges an item once, also after its price has changed', async () => {
    const payer = await aMember({ bought: 100 });
    const posting = unlock(payer, 10);
    await ledger.post(posting);
    expect(await ledger.post({ ...posting, amount: 12 })).toMatchObject({ status: 'repeated', wallet: 90 });
    const tip = unlock(payer, 10, { kind: 'tip' });
    await ledger.post(tip);
    expect(await ledger.post({ ...tip, amount: 12 })).toMatchObject({ status: 'conflict', wallet: 80 });
  });

  it('is scoped to its member', async () => {
    const [one, other] = [await aMember({ bought: 50 }), await aMember({ bought: 50 })];
    const key = newId();
    const results = await ledger.postAll([unlock(one, 5, { key }), unlock(other, 5, { key })]);
    expect(results.map(({ status }) => status)).toEqual(['posted', 'posted']);
  });

  it('can be retried after a refusal', async () => {
    const payer = await aMember();
    const posting = unlock(payer, 10);
    expect(await ledger.post(posting)).toMatchObject({ status: 'insufficient', wallet: 0 });
    const grant = {
      kind: 'pack' as const,
      ownerId: payer,
      amount: 10,
      reference: 'p',
      key: newId(),
      description: 'Pack',
    };
    await ledger.post(grantPosting(grant));
    expect(await ledger.post(posting)).toMatchObject({ status: 'posted', wallet: 0 });
  });
});

describe('T46: constraints of the tables', () => {
  const insert = (overrides: Record<string, string> = {}) => {
    const owner = newId();
    const row: Record<string, string> = {
      owner_id: `'${owner}'`,
      group_id: `'${newId()}'`,
      leg: '1',
      debit_account: `'00000000-0000-8000-8000-000000000001'`,
      credit_account: `'00000000-0000-8000-8000-000000000002'`,
      amount: '10',
      debit_balance_after: '0',
      credit_balance_after: '0',
      key: `'${newId()}'`,
      kind: `'promotion'`,
      reference: `'x'`,
      description: `'x'`,
      group_amount: '10',
      ...overrides,
    };
    const names = Object.keys(row);
    return sql
      .raw(`insert into ledger_transfers (${names}) values (${names.map((name) => row[name])})`)
      .execute(test.database.db);
  };

  it.each([
    ['a group that does not sum', { group_amount: '11' }, /whole and sum/],
    [
      'a leg without its group',
      { leg: '2', key: 'null', kind: 'null', reference: 'null', description: 'null', group_amount: 'null' },
      /whole and sum/,
    ],
    ['an unknown account', { credit_account: `'${newId()}'` }, /two accounts of one currency/],
    ['an account that pays itself', { credit_account: `'00000000-0000-8000-8000-000000000001'` }, /check constraint/],
    ['nothing', { amount: '0', group_amount: '0' }, /check constraint/],
    ['less than nothing', { amount: '-5', group_amount: '-5' }, /check constraint/],
    [
      'more than the balance',
      { debit_account: `'00000000-0000-8000-8000-000000000100'`, amount: '900000000', group_amount: '900000000' },
      /never_below_floor/,
    ],
  ])('refuses %s, inserted by hand', async (_name, overrides, message) => {
    await expect(insert(overrides)).rejects.toThrow(message);
  });

  it.each([
    'update ledger_transfers set amount = amount + 1',
    'delete from ledger_transfers',
    'truncate ledger_transfers',
    'delete from ledger_accounts',
    'truncate ledger_accounts cascade',
    'update ledger_accounts set balance = balance + 1000',
    'update ledger_accounts set floor = null',
  ])('refuses: %s', async (statement) => {
    await aMember({ bought: 5 });
    await expect(sql.raw(statement).execute(test.database.db)).rejects.toThrow(/ledger|transfers/);
  });

  it('reconciliation finds changes made with the triggers disabled', async () => {
    const ownerId = await aMember({ bought: 5 });
    const { id } = accountOf(ownerId, 'wallet');
    const change = (by: number) =>
      test.database.db.transaction().execute(async (tx) => {
        await sql`alter table ledger_accounts disable trigger user`.execute(tx);
        await sql`update ledger_accounts set balance = balance + ${by} where id = ${id}`.execute(tx);
        await sql`alter table ledger_accounts enable trigger user`.execute(tx);
      });
    await change(7);
    const found = await reconcile(test.database.pool);
    expect(found.drifted).toEqual([{ accountId: id, balance: 12n, entries: 5n }]);
    expect(found.unbalanced).toEqual([{ currency: 'credits', total: 7n }]);
    await change(-7);
  });

  it('derives the same account ids in SQL and in TypeScript', async () => {
    const owner = newId();
    const { rows } = await sql<{ id: string }>`select ledger_account_id(${owner}, 'earnings', 'credits') as id`.execute(
      test.database.db,
    );
    expect(rows[0]?.id).toBe(accountOf(owner, 'earnings').id);
  });
});

describe('the lane', () => {
  it('fails only the posting that the database refuses', async () => {
    const payer = await aMember({ bought: 100 });
    const results = await Promise.allSettled([
      ledger.post(unlock(payer, 10)),
      ledger.post(unlock(payer, 10)),
      ledger.post(unlock(payer, 10, { reference: 'x'.repeat(101) })),
      ledger.post(unlock(payer, 10)),
    ]);
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled']);
    expect(await stored(accountOf(payer, 'wallet'))).toBe(70n);
  });

  it('I4: throws UNAVAILABLE when the connection is lost, and a retry returns the posted result', async () => {
    const payer = await aMember({ bought: 110 });
    const first = unlock(payer, 10);
    await ledger.post(first);
    const posting = unlock(payer, 10, { payeeId: first.payeeId ?? '' });
    const lossy = createLedger({
      async query(statement) {
        await test.database.pool.query(statement);
        throw new Error('Connection terminated unexpectedly');
      },
    });
    await expect(lossy.post(posting)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    await expect(lossy.post(posting)).rejects.toBeInstanceOf(AppError);
    expect(await ledger.post(posting)).toMatchObject({ status: 'repeated', wallet: 90 });
  });

  it('retries a batch after a deadlock', async () => {
    const payer = await aMember({ bought: 100 });
    const first = unlock(payer, 10);
    await ledger.post(first);
    let attempts = 0;
    const unlucky = createLedger({
      async query(statement) {
        attempts += 1;
        if (attempts === 1) throw Object.assign(new Error('deadlock detected'), { code: '40P01' });
        return test.database.pool.query(statement);
      },
    });
    const retried = unlock(payer, 10, { payeeId: first.payeeId ?? '' });
    expect(await unlucky.post(retried)).toMatchObject({ status: 'posted' });
    expect(attempts).toBe(2);
  });

  it('posts from many processes concurrently without losing or creating a credit', async () => {
    const members = await Promise.all(Array.from({ length: 12 }, () => aMember({ bought: 60, promotional: 30 })));
    const creators = Array.from({ length: 3 }, () => newId());
    const processes = Array.from({ length: 5 }, () => createLedger(test.database.pool));
    const results = await Promise.all(
      Array.from({ length: 600 }, (_, index) =>
        (processes[index % 5] as Ledger).post(
          unlock(members[index % 12] as string, 1 + (index % 9), { payeeId: creators[index % 3] as string }),
        ),
      ),
    );
    const spent = results.reduce((sum, { status }, index) => sum + (status === 'posted' ? 1 + (index % 9) : 0), 0);
    const left = await Promise.all(
      members.flatMap((id) => [stored(accountOf(id, 'wallet')), stored(accountOf(id, 'wallet_promotional'))]),
    );
    expect(left.reduce((sum, balance) => sum + Number(balance), 0)).toBe(12 * 90 - spent);
  });
});
