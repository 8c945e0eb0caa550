import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/app.ts';
import { aCreator, aPaidPicture, aProfile, giveCredits, type TestProfile } from '../../../test/factories.ts';
import { newId } from '../../platform/ids.ts';
import { accountOf, cash, type Move, packSales } from '../credits/service.ts';

let app: TestApp;
let admin: TestProfile;

beforeAll(async () => {
  app = await startTestApp();
  admin = await aProfile(app, { role: 'admin' });
});
afterAll(() => app.close());

const staff = () => app.client(admin);
const post = (...moves: Move[]) => app.context.credits.transact((tx) => app.context.credits.move(tx, moves));

describe('GET /api/admin/ledger/health', () => {
  it('returns the result of the latest reconciliation', async () => {
    const first = (await staff().call('ledgerHealth')).body;
    expect(first).toMatchObject({ balanced: true, solvent: true, heldCents: 0, owedCents: 0, differences: [] });
    const buyer = newId();
    const order = { ownerId: buyer, reference: newId(), description: 'Pack' };
    await post({ ...order, kind: 'pack_sale', key: newId(), amount: 59_900, from: cash, to: packSales });
    expect((await staff().call('ledgerHealth')).body).toEqual(first);
    await app.context.credits.reconcile();
    expect((await staff().call('ledgerHealth')).body).toMatchObject({ solvent: true, heldCents: 59_900, owedCents: 0 });
  });

  it('reports when creators may withdraw more than is held', async () => {
    const creator = await aCreator(app);
    const fan = await aProfile(app);
    // Demo credits: not backed by a payment.
    await giveCredits(app, fan.accountId, 10_000);
    await app.context.credits.purchase({
      kind: 'tip',
      payer: fan.accountId,
      payee: creator.profileId,
      price: 10_000,
      reference: newId(),
      key: newId(),
      description: 'Tip',
    });
    await app.context.credits.reconcile();
    expect((await staff().call('ledgerHealth')).body).toMatchObject({
      balanced: true,
      solvent: false,
      heldCents: 59_900,
      owedCents: 8_000 * 42,
    });
    expect(app.log.some(({ level, event }) => level === 'error' && event.includes('less rand is held'))).toBe(true);
  });

  it('T46: reports changes that bypass the ledger', async () => {
    const { pool } = app.database;
    const { id } = accountOf(newId(), 'earnings');
    await expect(pool.query('update ledger_accounts set balance = balance + 1')).rejects.toThrow('only by transfers');
    await pool.query('alter table ledger_accounts disable trigger user');
    await pool.query("insert into ledger_accounts (id, owner_id, kind, balance) values ($1, $2, 'earnings', 7)", [
      id,
      newId(),
    ]);
    await app.context.credits.reconcile();
    const { body } = await staff().call('ledgerHealth');
    expect(body.balanced).toBe(false);
    expect(body.differences).toContain(`${id} holds 7, its entries say 0`);
    expect(body.differences.some((line) => line.includes('7 credits are not accounted for'))).toBe(true);
    await pool.query('update ledger_accounts set balance = 0 where id = $1', [id]);
    await pool.query('alter table ledger_accounts enable trigger user');
    await app.context.credits.reconcile();
    expect((await staff().call('ledgerHealth')).body.balanced).toBe(true);
  });
});

describe('the ledger explorer', () => {
  it('finds transfers by payer, payee, kind and number, and shows both sides of every leg', async () => {
    const creator = await aCreator(app);
    const fan = await aProfile(app);
    await giveCredits(app, fan.accountId, 6);
    await giveCredits(app, fan.accountId, 50, 'promotional');
    const { contentId } = await aPaidPicture(app, { creator, price: 10, title: 'Blue hour' });
    await app.client(fan).call('unlockContent', { params: { id: contentId }, body: { price: 10 } });
    const list = async (query: Record<string, unknown>) =>
      (await staff().call('ledgerTransfers', { query })).body.items;
    const byPayer = await list({ ownerId: fan.accountId });
    expect(byPayer.map(({ kind }) => kind)).toEqual(['unlock', 'demo_opening', 'demo_opening']);
    expect(byPayer[0]).toMatchObject({
      amount: 10,
      currency: 'credits',
      payeeId: creator.profileId,
      reference: contentId,
    });
    expect(await list({ payeeId: creator.profileId })).toEqual([byPayer[0]]);
    expect((await list({ kind: 'unlock' }))[0]).toEqual(byPayer[0]);
    expect(await list({ payeeId: creator.profileId, reference: contentId })).toEqual([byPayer[0]]);
    const { body } = await staff().call('ledgerTransferDetail', { params: { id: byPayer[0]?.id ?? '' } });
    expect(body.cause).toMatchObject({ kind: 'content', id: contentId });
    expect(body.cause.description).toContain('Blue hour');
    const sums = new Map<number, number>();
    for (const { leg, amount } of body.entries) sums.set(leg, (sums.get(leg) ?? 0) + amount);
    expect([...sums.values()]).toEqual([0, 0, 0]);
    expect(body.entries.filter(({ accountOwnerId }) => accountOwnerId === creator.profileId)).toMatchObject([
      { amount: 6, accountKind: 'earnings', accountOwnerName: creator.displayName },
      { amount: 2, balanceAfter: 2, accountKind: 'earnings_held' },
    ]);
  });

  it('finds an order by its reference alone, also old ones, and nothing for an unknown id', async () => {
    const [owner, reference] = [newId(), newId()];
    const at = new Date('2026-02-03T10:00:00Z');
    const sale = { ownerId: owner, reference, description: 'Pack', amount: 9_900, from: cash, to: packSales };
    await post({ ...sale, kind: 'pack_sale', key: newId(), at });
    const { items } = (await staff().call('ledgerTransfers', { query: { reference } })).body;
    expect(items).toMatchObject([{ ownerId: owner, kind: 'pack_sale', createdAt: at.toISOString() }]);
    const old = await staff().call('ledgerTransferDetail', { params: { id: items[0]?.id ?? '' } });
    expect(old.body.entries).toHaveLength(2);
    expect((await staff().call('ledgerTransferDetail', { params: { id: newId() } })).status).toBe(404);
  });

  it('finds what is held for later months by the order, beside its first month', async () => {
    const [owner, reference] = [newId(), newId()];
    const months = { ownerId: owner, reference, description: 'Subscription', from: cash };
    const earnings = accountOf(newId(), 'earnings', 'cents');
    await post({ ...months, kind: 'subscription', key: newId(), amount: 1_000, to: earnings });
    await post({
      ...months,
      kind: 'subscription_hold',
      key: newId(),
      amount: 2_000,
      to: accountOf(reference, 'escrow', 'cents'),
    });
    const find = async (limit: string, cursor?: string | null) =>
      (await staff().call('ledgerTransfers', { query: { reference, limit, ...(cursor ? { cursor } : {}) } })).body;
    expect((await find('10')).items).toMatchObject([
      { kind: 'subscription_hold', amount: 2_000 },
      { kind: 'subscription', amount: 1_000 },
    ]);
    const first = await find('1');
    expect([first.items, (await find('1', first.nextCursor)).items].flat().map(({ kind }) => kind)).toEqual([
      'subscription_hold',
      'subscription',
    ]);
  });

  it('pages through all transfers without a gap', async () => {
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const { body } = await staff().call('ledgerTransfers', { query: { limit: '4', ...(cursor ? { cursor } : {}) } });
      seen.push(...body.items.map(({ id }) => id));
      cursor = body.nextCursor ?? undefined;
    } while (cursor);
    const { rows } = await app.database.pool.query('select count(*)::int as n from ledger_transfers where leg = 1');
    expect(seen).toHaveLength(rows[0].n);
    expect(seen).toEqual([...seen].sort().reverse());
  });
});
