import { hash } from '@node-rs/argon2';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/app.ts';
import { aCreator, aProfile, aSession, type TestProfile } from '../../../test/factories.ts';
import { newId } from '../../platform/ids.ts';
import { isSound } from '../credits/reconcile.ts';
import { accountOf, cash, issuance, losses, type Move, packSales } from '../credits/service.ts';

let app: TestApp;
let admin: TestProfile;
const dayMs = 86_400_000;
const password = 'a long enough password';

beforeAll(async () => {
  app = await startTestApp();
  admin = await aProfile(app, { role: 'admin' });
});
afterAll(async () => {
  expect(isSound(await app.context.credits.reconcile())).toBe(true);
  expect((await app.context.credits.books.solvency()).solvent).toBe(true);
  expect(await app.context.compliance.findBrokenLink()).toBeNull();
  await app.close();
});

/** Credits income of some days ago to a creator, in rand or credits; the platform receives the rand for both. */
async function earn(creator: TestProfile, earned: { cents?: number; credits?: number }, daysAgo = 10): Promise<void> {
  const at = new Date(app.clock.now().getTime() - daysAgo * dayMs);
  const fan = newId();
  const base = { ownerId: fan, payeeId: creator.profileId, reference: newId(), at };
  const moves: Move[] = [];
  if (earned.cents)
    moves.push({
      ...base,
      kind: 'rand_tip',
      key: newId(),
      description: 'Tip',
      amount: earned.cents,
      from: cash,
      to: accountOf(creator.profileId, 'earnings', 'cents'),
    });
  if (earned.credits) {
    const value = { ...base, payeeId: null, description: 'Pack', key: newId() };
    moves.push(
      { ...value, kind: 'pack_sale', amount: earned.credits * 60, from: cash, to: packSales },
      {
        ...base,
        kind: 'tip',
        key: newId(),
        description: 'Tip',
        amount: earned.credits,
        from: issuance,
        to: accountOf(creator.profileId, 'earnings'),
      },
    );
  }
  await app.context.credits.transact((tx) => app.context.credits.move(tx, moves));
}

async function aPaidCreator(earned: { cents?: number; credits?: number } = {}): Promise<TestProfile> {
  const creator = await aCreator(app, { firstName: 'Zoë', lastName: "O'Neil-Dlamini" });
  await app.db
    .updateTable('accounts')
    .set({ password_hash: await hash(password, { memoryCost: 1_024, timeCost: 1 }) })
    .where('id', '=', creator.accountId)
    .execute();
  if (earned.cents || earned.credits) await earn(creator, earned);
  return creator;
}

const anAccount = (over: Record<string, unknown> = {}) => ({
  bank: 'Capitec',
  holderName: 'Mrs ZOE ONEIL DLAMINI',
  accountNumber: '1234567890',
  branchCode: '470010',
  accountType: 'savings',
  password,
  ...over,
});
const withPayoutAccount = async (creator: TestProfile) => {
  expect((await app.client(creator).call('setPayoutAccount', { body: anAccount() })).status).toBe(200);
  return creator;
};
const requestPayout = (creator: TestProfile, amountCents: number) =>
  app.client(creator).call('requestPayout', { body: { amountCents } });
const staff = () => app.client(admin);
const summaryOf = async (creator: TestProfile) => (await app.client(creator).call('listPayouts')).body;

describe('the bank account', () => {
  it('T15: checks the password that earlier apps send, and the holder must be the verified member', async () => {
    const creator = await aPaidCreator();
    const client = app.client(creator);
    const wrong = await client.call('setPayoutAccount', { body: anAccount({ password: 'not the password' }) });
    expect(wrong.error?.code).toBe('INVALID_CREDENTIALS');
    const stranger = await client.call('setPayoutAccount', { body: anAccount({ holderName: 'Somebody Else' }) });
    expect(stranger.error?.details?.fields).toHaveProperty('holderName');
    expect((await client.call('getPayoutAccount')).body).toEqual({ account: null });
    const { status, body, text } = await client.call('setPayoutAccount', { body: anAccount() });
    expect([status, body.account.accountEnding]).toEqual([200, '7890']);
    expect(text).not.toContain('1234567890');
    const { rows } = await app.database.pool.query('select * from payout_accounts where profile_id = $1', [
      creator.profileId,
    ]);
    expect(JSON.stringify(rows)).not.toContain('1234567890');
    expect(Buffer.from(rows[0].account_number_sealed).toString('latin1')).not.toContain('1234567890');
  });

  it('T15: allows ten password tries per session, which strangers cannot use up', async () => {
    const [creator, other] = [await aPaidCreator(), await aPaidCreator()];
    for (let index = 0; index < 12; index += 1)
      await app.client().call('login', { body: { email: creator.email, password: `guess ${index}` } });
    await withPayoutAccount(creator);
    const guess = (index: number) =>
      app.client(other).call('setPayoutAccount', { body: anAccount({ password: `guess ${index}` }) });
    for (let index = 0; index < 10; index += 1) expect((await guess(index)).error?.code).toBe('INVALID_CREDENTIALS');
    const refused = await app.client(other).call('setPayoutAccount', { body: anAccount() });
    expect(refused.error?.code).toBe('TOO_MANY_REQUESTS');
    await withPayoutAccount({ ...other, ...(await aSession(app, other.accountId)) });
  });

  it('T15: a new password or address holds payouts for 72 hours', async () => {
    for (const column of ['password_changed_at', 'email_changed_at'] as const) {
      const creator = await withPayoutAccount(await aPaidCreator({ cents: 100_000 }));
      await app.db
        .updateTable('accounts')
        .set({ [column]: app.clock.now() })
        .where('id', '=', creator.accountId)
        .execute();
      const until = new Date(app.clock.now().getTime() + 72 * 3_600_000).toISOString();
      expect((await summaryOf(creator)).heldUntil).toBe(until);
      expect((await requestPayout(creator, 60_000)).error?.code).toBe('CONFLICT');
      app.clock.advance(72 * 3_600_000);
      expect((await summaryOf(creator)).heldUntil).toBeNull();
      expect((await requestPayout(creator, 60_000)).status).toBe(201);
    }
  });

  it('T15: a changed account is notified by mail and holds payouts for 72 hours, an unchanged one is not', async () => {
    const creator = await withPayoutAccount(await aPaidCreator({ cents: 100_000 }));
    const before = (await app.context.mailer.outbox()).filter(({ to }) => to === creator.email).length;
    await withPayoutAccount(creator);
    expect((await summaryOf(creator)).heldUntil).toBeNull();
    const changed = await app
      .client(creator)
      .call('setPayoutAccount', { body: anAccount({ accountNumber: '9876543210' }) });
    expect(changed.status).toBe(200);
    const mails = (await app.context.mailer.outbox()).filter(({ to }) => to === creator.email);
    expect(mails).toHaveLength(before + 1);
    expect(mails[0]?.text).not.toContain('9876543210');
    expect((await requestPayout(creator, 60_000)).error?.code).toBe('CONFLICT');
    app.clock.advance(72 * 3_600_000 - 1_000);
    expect((await requestPayout(creator, 60_000)).error?.code).toBe('CONFLICT');
    app.clock.advance(2_000);
    expect((await requestPayout(creator, 60_000)).status).toBe(201);
    app.clock.set(new Date());
  });
});

describe('requesting a payout', () => {
  it('needs an account, R500, and earnings that have cleared for seven days', async () => {
    const creator = await aPaidCreator({ cents: 70_000 });
    await earn(creator, { cents: 40_000 }, 6.9);
    expect((await requestPayout(creator, 60_000)).error?.code).toBe('PAYOUT_ACCOUNT_REQUIRED');
    await withPayoutAccount(creator);
    expect((await requestPayout(creator, 49_999)).error?.message).toBe('The smallest payout is R500');
    expect(await summaryOf(creator)).toMatchObject({ availableCents: 70_000, clearingCents: 40_000 });
    expect((await requestPayout(creator, 70_001)).error?.message).toBe('You can withdraw up to R700 now');
    expect((await requestPayout(creator, 70_000)).body).toMatchObject({
      amount: 700,
      status: 'requested',
      accountEnding: '7890',
    });
    expect(await summaryOf(creator)).toMatchObject({ availableCents: 0, underWayCents: 70_000 });
  });

  it('uses cents first and then credits at 42 cents each, without a loss', async () => {
    const creator = await withPayoutAccount(await aPaidCreator({ cents: 10_001, credits: 2_000 }));
    expect((await summaryOf(creator)).availableCents).toBe(10_001 + 84_000);
    const { body } = await requestPayout(creator, 60_000);
    const held = await app.context.credits.income.held(app.db, creator.profileId);
    // 49,999 cents are missing: 1,191 credits become 50,022 cents, and 23 cents remain.
    expect(held).toEqual({ credits: 809n, cents: 23n });
    const { rows } = await app.database.pool.query('select redeemed_credits from payouts where id = $1', [body.id]);
    expect(rows[0].redeemed_credits).toBe(1_191n);
  });

  it('T45: 50 concurrent requests are one payout, and payouts never exceed earnings', async () => {
    const creator = await withPayoutAccount(await aPaidCreator({ cents: 60_000, credits: 1_000 }));
    const answers = await Promise.all(Array.from({ length: 50 }, () => requestPayout(creator, 50_000)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ error }) => error?.code === 'CONFLICT')).toHaveLength(49);
    expect(await summaryOf(creator)).toMatchObject({ availableCents: 52_000, underWayCents: 50_000 });
    const key = newId();
    const repeated = await Promise.all(
      [1, 2].map(() =>
        app.client(creator).call('requestPayout', { body: { amountCents: 50_000 }, idempotencyKey: key }),
      ),
    );
    expect(repeated.every(({ status }) => status === 409)).toBe(true);
  });

  it('T45: a retry after a lost response returns the same payout', async () => {
    const creator = await withPayoutAccount(await aPaidCreator({ cents: 120_000 }));
    const idempotencyKey = newId();
    const first = await app.client(creator).call('requestPayout', { body: { amountCents: 50_000 }, idempotencyKey });
    const retried = await app.client(creator).call('requestPayout', { body: { amountCents: 50_000 }, idempotencyKey });
    expect([retried.status, retried.text]).toEqual([201, first.text]);
    // As if the process had died before it stored its response; the payout has been sent since.
    await staff().call('approvePayout', { params: { id: first.body.id } });
    await staff().call('markPayoutSent', { params: { id: first.body.id }, body: { bankReference: 'EFT 1' } });
    await app.database.pool.query('delete from idempotency_keys where owner_id = $1', [creator.accountId]);
    const late = await app.client(creator).call('requestPayout', { body: { amountCents: 50_000 }, idempotencyKey });
    expect(late.body).toMatchObject({ id: first.body.id, status: 'sent' });
    expect(await summaryOf(creator)).toMatchObject({ availableCents: 70_000, paidOutCents: 50_000 });
    expect((await summaryOf(creator)).payouts).toHaveLength(1);
  });

  it('T45: concurrent payouts, sales, chargebacks and decisions never pay more than was earned', async () => {
    const creator = await withPayoutAccount(await aPaidCreator({ cents: 200_000, credits: 5_000 }));
    const { credits } = app.context;
    const earned = accountOf(creator.profileId, 'earnings', 'cents');
    const chargeback = (): Promise<unknown> =>
      credits.transact((tx) =>
        credits.move(tx, [
          {
            kind: 'chargeback',
            ownerId: newId(),
            key: newId(),
            payeeId: creator.profileId,
            reference: newId(),
            description: 'Chargeback',
            amount: 15_000,
            from: earned,
            reserve: losses.cents,
            to: cash,
          },
        ]),
      );
    let decided = 0;
    const decide = async () => {
      const [open] = (await summaryOf(creator)).payouts.filter(({ status }) => /requested|approved/.test(status));
      if (!open) return;
      const target = { params: { id: open.id } };
      await staff().call('approvePayout', target);
      decided += 1;
      if (decided % 2 === 0) await staff().call('failPayout', { ...target, body: { reason: 'No' } });
      else await staff().call('markPayoutSent', { ...target, body: { bankReference: 'EFT' } });
    };
    for (let round = 0; round < 6; round += 1)
      await Promise.all([
        ...Array.from({ length: 4 }, () => requestPayout(creator, 50_000 + round)),
        ...Array.from({ length: 3 }, chargeback),
        earn(creator, { cents: 1_000, credits: 10 }),
        decide(),
      ]);
    const held = await credits.income.held(app.db, creator.profileId);
    const { paidOutCents, underWayCents } = await summaryOf(creator);
    const everEarned = 206_000 + 5_060 * 42;
    expect(held.credits >= 0n && held.cents >= 0n).toBe(true);
    expect(paidOutCents + underWayCents + Number(held.credits) * 42 + Number(held.cents)).toBeLessThanOrEqual(
      everEarned,
    );
    expect(await balance(accountOf(creator.profileId, 'payable', 'cents').id)).toBe(BigInt(underWayCents));
    expect(paidOutCents).toBeGreaterThan(0);
  });

  it('T34: shows a creator nothing of other creators', async () => {
    const creator = await withPayoutAccount(await aPaidCreator({ cents: 123_400 }));
    const other = await aCreator(app);
    for (const query of [`?profileId=${creator.profileId}`, `?creatorId=${creator.profileId}`])
      for (const path of ['/api/payouts', '/api/payouts/account', '/api/creator/stats', '/api/creator/activity']) {
        const { text } = await app.client(other).request('GET', path + query);
        expect(text).not.toMatch(/1234|7890/);
      }
  });
});

describe('decisions by staff', () => {
  const at = (id: string) => ({ params: { id } });

  it('approve and mark as sent, with one audit row per step', async () => {
    const creator = await withPayoutAccount(await aPaidCreator({ cents: 80_000 }));
    const { id } = (await requestPayout(creator, 80_000)).body;
    const early = await staff().call('markPayoutSent', { ...at(id), body: { bankReference: 'X' } });
    expect(early.error?.code).toBe('CONFLICT');
    const approved = await staff().call('approvePayout', at(id));
    expect(approved.body).toMatchObject({ status: 'approved', nameMatches: true, displayName: creator.displayName });
    expect((await staff().call('approvePayout', at(id))).error?.code).toBe('CONFLICT');
    const cashBefore = await balance(cash.id);
    const sent = await staff().call('markPayoutSent', { ...at(id), body: { bankReference: 'EFT 4411' } });
    expect(sent.body.status).toBe('sent');
    expect((await balance(cash.id)) - cashBefore).toBe(80_000n);
    expect(await summaryOf(creator)).toMatchObject({ paidOutCents: 80_000, underWayCents: 0, availableCents: 0 });
    expect(await auditOf(id)).toEqual(['payout.approved', 'payout.sent']);
    const account = await staff().call('payoutBankAccount', at(id));
    expect(account.body.accountNumber).toBe('1234567890');
    expect(await auditOf(id)).toEqual(['payout.approved', 'payout.sent', 'payout.account_seen']);
    const reversed = await staff().call('failPayout', { ...at(id), body: { reason: 'The account is closed' } });
    expect(reversed.body).toMatchObject({ status: 'reversed', reason: 'The account is closed' });
    expect(await summaryOf(creator)).toMatchObject({ paidOutCents: 0, availableCents: 80_000 });
    expect(await balance(cash.id)).toBe(cashBefore);
  });

  it('return the whole amount of a failed payout, after which another can be requested', async () => {
    const creator = await withPayoutAccount(await aPaidCreator({ credits: 2_000 }));
    const { id } = (await requestPayout(creator, 50_000)).body;
    expect((await staff().call('failPayout', { ...at(id), body: { reason: 'Wrong branch' } })).body.status).toBe(
      'failed',
    );
    expect((await staff().call('failPayout', { ...at(id), body: { reason: 'Again' } })).error?.code).toBe('CONFLICT');
    expect(await summaryOf(creator)).toMatchObject({ availableCents: 84_000, underWayCents: 0 });
    expect((await requestPayout(creator, 84_000)).status).toBe(201);
    const mails = (await app.context.mailer.outbox()).filter(({ to }) => to === creator.email);
    expect(mails.some(({ text }) => text.includes('Wrong branch'))).toBe(true);
  });

  it('apply one of 20 concurrent decisions', async () => {
    const creator = await withPayoutAccount(await aPaidCreator({ cents: 60_000 }));
    const { id } = (await requestPayout(creator, 60_000)).body;
    await staff().call('approvePayout', at(id));
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        index % 2
          ? staff().call('markPayoutSent', { ...at(id), body: { bankReference: `EFT ${index}` } })
          : staff().call('approvePayout', at(id)),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await auditOf(id)).toEqual(['payout.approved', 'payout.sent']);
  });

  it('are refused for an own payout, after a changed name, and to moderators', async () => {
    const creator = await withPayoutAccount(await aPaidCreator({ cents: 60_000 }));
    const { id } = (await requestPayout(creator, 60_000)).body;
    await app.db.updateTable('accounts').set({ last_name: 'Dlamini' }).where('id', '=', creator.accountId).execute();
    expect((await staff().call('approvePayout', at(id))).error?.code).toBe('CONFLICT');
    const { items } = (await staff().call('adminPayouts', { query: { status: 'requested', limit: '50' } })).body;
    expect(items.find((payout) => payout.id === id)?.nameMatches).toBe(false);
    await app.db
      .updateTable('accounts')
      .set({ role: 'admin', second_factor_since: app.clock.now() })
      .where('id', '=', creator.accountId)
      .execute();
    expect((await app.client(creator).call('approvePayout', at(id))).error?.code).toBe('FORBIDDEN');
    const moderator = await aProfile(app, { role: 'moderator' });
    expect((await app.client(moderator).call('adminPayouts')).error?.code).toBe('FORBIDDEN');
  });

  it('list open payouts first, oldest on top, in pages', async () => {
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const answer: Awaited<ReturnType<ReturnType<typeof staff>['call']>> = await staff().call('adminPayouts', {
        query: { limit: '3', ...(cursor ? { cursor } : {}) },
      });
      const page = answer.body as { items: { id: string; status: string }[]; nextCursor: string | null };
      seen.push(...page.items.map(({ id, status }) => `${/requested|approved/.test(status) ? 0 : 1}${id}`));
      cursor = page.nextCursor;
    } while (cursor);
    const waiting = seen.filter((entry) => entry.startsWith('0'));
    const done = seen.filter((entry) => entry.startsWith('1'));
    expect(seen).toEqual([...waiting, ...done]);
    expect(waiting).toEqual([...waiting].sort());
    expect(done).toEqual([...done].sort().reverse());
    expect(new Set(seen).size).toBe(seen.length);
    expect(done.length).toBeGreaterThan(1);
  });

  it('T21: the audit log refuses changes, and detects changes that bypass its trigger', async () => {
    const { pool } = app.database;
    for (const statement of ["update audit_log set reason = 'x'", 'delete from audit_log', 'truncate audit_log'])
      await expect(pool.query(statement)).rejects.toThrow('append-only');
    expect(await app.context.compliance.findBrokenLink()).toBeNull();
    await pool.query('alter table audit_log disable trigger append_only');
    const { rows } = await pool.query('select number, reason from audit_log order by number offset 2 limit 1');
    await pool.query("update audit_log set reason = 'x' where number = $1", [rows[0].number]);
    expect(await app.context.compliance.findBrokenLink()).toBe(rows[0].number);
    await pool.query('update audit_log set reason = $2 where number = $1', [rows[0].number, rows[0].reason]);
    await pool.query('alter table audit_log enable trigger append_only');
  });
});

const balance = async (id: string): Promise<bigint> =>
  (await app.database.pool.query('select balance from ledger_accounts where id = $1', [id])).rows[0].balance;
const auditOf = async (id: string): Promise<string[]> =>
  (await app.database.pool.query('select action from audit_log where target_id = $1 order by number', [id])).rows.map(
    (row) => row.action,
  );
