import { afterAll, beforeAll, expect, it } from 'vitest';
import { storedBalance } from '../../../test/balances.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { splitPrice } from '../../../test/split.ts';
import { systemClock } from '../../platform/clock.ts';
import { newId } from '../../platform/ids.ts';
import { openDemoBalances } from './demo-balances.ts';
import { isSound, reconcile } from './reconcile.ts';
import {
  accountOf,
  type CreditsService,
  cash,
  createCreditsService,
  type LedgerAccount,
  losses,
  type Move,
  packSales,
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
const aTip = (payerId: string, creatorId: string, amountCents: number): Move => ({
  kind: 'rand_tip',
  ownerId: payerId,
  key: newId(),
  payeeId: creatorId,
  reference: newId(),
  description: 'Tip',
  amount: amountCents,
  from: cash,
  to: accountOf(creatorId, 'earnings', 'cents'),
  shared: true,
});

it('rand is split like credits, and the two never mix', async () => {
  const creator = newId();
  const before = await stored(cash);
  for (const amount of [1, 99, 100, 12_345]) await post(aTip(newId(), creator, amount));
  const expected = [1, 99, 100, 12_345].reduce((sum, amount) => sum + splitPrice(amount).creator, 0);
  expect(await stored(accountOf(creator, 'earnings', 'cents'))).toBe(expected);
  expect(await stored(accountOf(creator, 'earnings'))).toBe(0);
  expect(before - (await stored(cash))).toBe(12_545);
  const mixed = { ...aTip(newId(), creator, 10), to: accountOf(creator, 'earnings', 'credits'), shared: false };
  await expect(post(mixed)).rejects.toThrow('two accounts of one currency');
});

it('money and state commit together or not at all', async () => {
  const creator = newId();
  const tip = aTip(newId(), creator, 1_000);
  const both = credits.transact(async (tx) => {
    await credits.move(tx, [tip]);
    throw new Error('the state could not be written');
  });
  await expect(both).rejects.toThrow('state');
  expect(await stored(accountOf(creator, 'earnings', 'cents'))).toBe(0);
  await post(tip);
  expect((await post(tip))[0]?.status).toBe('repeated');
  await expect(post({ ...tip, amount: 2_000 })).rejects.toMatchObject({ code: 'IDEMPOTENCY_KEY_REUSED' });
  expect(await stored(accountOf(creator, 'earnings', 'cents'))).toBe(800);
});

it('a transaction posts once, so that accounts are locked in one order', async () => {
  const [payer, creator] = [newId(), newId()];
  const twice = credits.transact(async (tx) => {
    await credits.move(tx, [aTip(payer, creator, 1_000)]);
    await credits.move(tx, [aTip(payer, creator, 1_000)]);
  });
  await expect(twice).rejects.toThrow('posts to the ledger once');
  expect(await stored(accountOf(creator, 'earnings', 'cents'))).toBe(0);
});

it('posts none of several moves when one is refused', async () => {
  const [payer, creator, request] = [newId(), newId(), newId()];
  await openDemoBalances(test.database.db, [{ ownerId: payer, kind: 'wallet', credits: 30 }]);
  const hold = (amount: number): Move => ({
    kind: 'request_hold',
    ownerId: payer,
    key: newId(),
    reference: request,
    description: 'Held',
    amount,
    from: accountOf(payer, 'wallet'),
    reserve: accountOf(payer, 'wallet_promotional'),
    to: accountOf(request, 'escrow'),
  });
  await expect(post(hold(20), hold(20))).rejects.toMatchObject({ code: 'INSUFFICIENT_CREDITS' });
  expect(await stored(accountOf(request, 'escrow'))).toBe(0);
  await post(hold(20));
  expect((await credits.balance(payer)).balance).toBe(10);
  await post({
    ...hold(20),
    kind: 'request_payment',
    payeeId: creator,
    from: accountOf(request, 'escrow'),
    reserve: null,
    to: accountOf(creator, 'earnings'),
    shared: true,
  });
  expect(await stored(accountOf(creator, 'earnings'))).toBe(16);
});

it('T38: spent credits of a chargeback are a loss of the platform, and no balance goes below zero', async () => {
  const [payer, creator] = [newId(), newId()];
  const tip = aTip(payer, creator, 1_000);
  await post(tip);
  await post({
    kind: 'payout',
    ownerId: creator,
    key: newId(),
    payeeId: creator,
    reference: newId(),
    description: 'Payout',
    amount: 500,
    from: accountOf(creator, 'earnings', 'cents'),
    to: accountOf(creator, 'payable', 'cents'),
  });
  await post({
    kind: 'chargeback',
    ownerId: payer,
    key: newId(),
    payeeId: creator,
    reference: tip.reference,
    description: 'Chargeback',
    amount: 800,
    from: accountOf(creator, 'earnings', 'cents'),
    reserve: losses.cents,
    to: cash,
  });
  expect(await stored(accountOf(creator, 'earnings', 'cents'))).toBe(0);
  expect(await stored(losses.cents)).toBe(-500);
});

it('a hundred transactions over the same accounts all commit', async () => {
  const [creator, payer] = [newId(), newId()];
  const before = await stored(packSales);
  await Promise.all(
    Array.from({ length: 100 }, () =>
      post(aTip(payer, creator, 100), {
        kind: 'pack_sale',
        ownerId: payer,
        key: newId(),
        reference: newId(),
        description: 'Pack',
        amount: 9_900,
        from: cash,
        to: packSales,
      }),
    ),
  );
  expect(await stored(accountOf(creator, 'earnings', 'cents'))).toBe(8_000);
  expect((await stored(packSales)) - before).toBe(990_000);
});
