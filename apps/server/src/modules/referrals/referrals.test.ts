import { checkDigit } from '@vlam/contract/rules/sa-id-number';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  aCreator,
  anAccount,
  aProfile,
  aSession,
  giveCredits,
  type TestAccount,
  type TestProfile,
} from '../../../test/factories.ts';
import { refer } from '../../../test/referrals.ts';
import { useReconciledBooks, useTestApp } from '../../../test/use-app.ts';
import { createMemberData } from '../../joins/member-data.ts';
import { newId } from '../../platform/ids.ts';
import { accountOf, cash, type Move } from '../credits/service.ts';
import { toCents } from './policy.ts';

const now = new Date('2026-11-21T10:00:00+02:00');
const dayMs = 86_400_000;
const t = useTestApp({ at: now });
useReconciledBooks(t);
beforeEach(() => t.clock.set(now));

const fanBody = { displayName: 'Quiet Ember', bio: '', age: 30, location: 'Durban' };
const creatorBody = {
  ...fanBody,
  bio: 'Evenings by the harbour, in black and white.',
  category: 'Art & Adult',
  subscriptionPrice: 149,
};

let serial = 100;
function aNumber(): string {
  serial += 1;
  const first12 = `900505500${serial}`;
  return `${first12}${checkDigit(first12)}`;
}
const proveAge = (account: TestAccount, idNumber = aNumber()) =>
  t.client(account).call('verifyAge', {
    body: { idNumber, dateOfBirth: '1990-05-05', documentType: 'id_document', documentNumber: 'DOC-1' },
  });
const save = (account: TestAccount, body: object) =>
  t.client(account).call('createProfile', { body: { ...creatorBody, ...body } });
const bindingOf = ({ accountId }: { accountId: string }) =>
  t.db.selectFrom('creator_referrals').selectAll().where('account_id', '=', accountId).executeTakeFirst();
const ownOf = async (creator: TestAccount) => (await t.client(creator).call('ownReferrals')).body;

/** Someone who signs up as a creator with a link. */
async function aNewcomer(referredBy: string, { email }: { email?: string } = {}) {
  const account = await anAccount(t, { verified: false });
  // A second account of an address does not hold it.
  if (email)
    await t.db.updateTable('accounts').set({ email, holds_email: false }).where('id', '=', account.accountId).execute();
  const saved = await save(account, { referredBy });
  expect(saved.status).toBe(201);
  return { ...account, profileId: saved.body.id };
}

describe('a referral', () => {
  it('counts for a creator who signs up with the link, once their age is proven', async () => {
    const referrer = await aCreator(t);
    expect((await ownOf(referrer)).code).toBe(referrer.profileId);
    await t.client(referrer).call('setHandle', { body: { handle: 'ember.nkosi' } });
    expect((await ownOf(referrer)).code).toBe('ember.nkosi');
    const newcomer = await aNewcomer('ember.nkosi');
    expect(await bindingOf(newcomer)).toMatchObject({ referrer_id: referrer.profileId, joined_at: null, percent: 5 });
    expect((await ownOf(referrer)).joined).toBe(0);
    expect((await proveAge(newcomer)).status).toBeLessThan(300);
    expect(await bindingOf(newcomer)).toMatchObject({ referred_id: newcomer.profileId, joined_at: now });
    expect(await ownOf(referrer)).toMatchObject({ joined: 1, selling: 0, months: [], totalCents: 0, referredBy: null });
    expect((await ownOf(newcomer)).referredBy).toEqual({
      person: { id: referrer.profileId, displayName: referrer.displayName },
      ...{ joinedAt: now.toISOString(), until: null, ended: false },
    });
  });

  it('counts for a fan who turns into a creator within 60 days, and not later', async () => {
    const referrer = await aCreator(t);
    for (const [days, joins] of [
      [59, true],
      [61, false],
    ] as const) {
      t.clock.set(now);
      const fan = await anAccount(t);
      await t.client(fan).call('createProfile', { body: { ...fanBody, referredBy: referrer.profileId } });
      t.clock.advance(days * dayMs);
      const body = { category: 'Art & Adult', subscriptionPrice: 99, bio: creatorBody.bio } as const;
      const client = t.client(await aSession(t, fan.accountId));
      expect((await client.call('updateProfile', { body })).status).toBe(200);
      const binding = await bindingOf(fan);
      expect([days, binding?.joined_at !== null, binding?.ended_at === null]).toEqual([days, joins, joins]);
    }
  });

  it('is of the first link for good, and of no one who was a creator or here long before', async () => {
    const [one, other] = [await aCreator(t), await aCreator(t)];
    const newcomer = await aNewcomer(one.profileId);
    await save(newcomer, { referredBy: other.profileId });
    expect((await bindingOf(newcomer))?.referrer_id).toBe(one.profileId);
    const creator = await aCreator(t);
    await save(creator, { referredBy: other.profileId });
    expect(await bindingOf(creator)).toBeUndefined();
    const old = await anAccount(t);
    await t.db
      .updateTable('accounts')
      .set({ created_at: new Date(now.getTime() - 61 * dayMs) })
      .where('id', '=', old.accountId)
      .execute();
    await save(old, { referredBy: other.profileId });
    expect(await bindingOf(old)).toBeUndefined();
    expect((await ownOf(other)).joined).toBe(0);
  });

  it('is ignored for a link of nobody, of a fan, and of a creator whose age is not proven', async () => {
    const unproven = await aCreator(t, { verified: false, trusted: false });
    for (const link of ['nobody.here', newId(), (await aProfile(t)).profileId, unproven.profileId])
      expect(await bindingOf(await aNewcomer(link))).toBeUndefined();
    expect((await t.client(await aCreator(t, { trusted: false })).call('ownReferrals')).body.code).toBeNull();
  });

  it('T143: is never of the same person: account, address or identity number, and nobody is told', async () => {
    const idNumber = aNumber();
    const account = await anAccount(t, { verified: false, email: 'same@people.test' });
    await save(account, {});
    await proveAge(account, idNumber);
    const own = (await bindingOf(account)) ?? null;
    expect(own).toBeNull();
    const profileId = (await t.client(account).call('ownProfile')).body.id;
    await save(account, { referredBy: profileId });
    expect(await bindingOf(account)).toBeUndefined();
    for (const [email, number] of [
      ['same@people.test', aNumber()],
      ['another@people.test', idNumber],
    ] as const) {
      const twin = await aNewcomer(profileId, { email });
      // The same answer as for anyone.
      expect((await proveAge(twin, number)).status).toBeLessThan(300);
      expect(await bindingOf(twin)).toMatchObject({ joined_at: null, ended_at: now });
      expect((await ownOf(twin)).referredBy).toBeNull();
    }
    expect((await ownOf(account)).joined).toBe(0);
  });
});

it('is not named to the referred creator while one of them blocks the other', async () => {
  const [referrer, creator] = [await aCreator(t), await aCreator(t)];
  await refer(t.db, {
    ...{ referrerId: referrer.profileId, referrerAccountId: referrer.accountId },
    ...{ referredId: creator.profileId, accountId: creator.accountId },
  });
  expect((await ownOf(creator)).referredBy?.person).toEqual({
    id: referrer.profileId,
    displayName: referrer.displayName,
  });
  await t.client(referrer).call('blockProfile', { params: { id: creator.profileId } });
  expect((await ownOf(creator)).referredBy).toMatchObject({ person: null, ended: false });
});

describe('what a referral brings', () => {
  async function aPair(): Promise<{ referrer: TestProfile; creator: TestProfile }> {
    const [referrer, creator] = [await aCreator(t), await aCreator(t)];
    await refer(t.db, {
      ...{ referrerId: referrer.profileId, referrerAccountId: referrer.accountId },
      ...{ referredId: creator.profileId, accountId: creator.accountId },
    });
    return { referrer, creator };
  }
  /** A tip of R100 and one of 100 credits, of a fan whose name is unmistakable. */
  async function sell(creator: TestProfile): Promise<TestProfile> {
    const fan = await aProfile(t, { displayName: 'Unmistakable' });
    await giveCredits(t, fan.accountId, 100);
    const { credits } = t.context;
    const id = newId();
    const tip: Move = {
      ...{
        kind: 'rand_tip',
        ownerId: fan.accountId,
        key: id,
        payeeId: creator.profileId,
        reference: id,
        amount: 10_000,
      },
      ...{ description: 'Tip', from: cash, to: accountOf(creator.profileId, 'earnings', 'cents'), shared: true },
    };
    await credits.transact((tx) => credits.move(tx, [tip]));
    await credits.purchase({
      ...{ kind: 'tip', payer: fan.accountId, payee: creator.profileId, price: 100, reference: newId(), key: newId() },
      description: 'Tip',
    });
    return fan;
  }

  it('stands as sums: on its screen, in the dashboard, the statement and the tax year, and names no buyer', async () => {
    t.clock.set(new Date());
    const { referrer, creator } = await aPair();
    const fan = await sell(creator);
    const client = t.client(referrer);
    const cents = 500 + 5 * 42;
    const month = new Date().toLocaleDateString('sv-SE', { timeZone: 'Africa/Johannesburg' }).slice(0, 7);
    const own = await ownOf(referrer);
    expect(own).toMatchObject({ joined: 1, selling: 1, earning: 1, totalCents: cents, months: [{ month, cents }] });
    const stats = (await client.call('creatorStats', { query: { period: 'day' } })).body;
    expect(stats.sources.find(({ source }) => source === 'referrals')).toMatchObject({ count: 0, amountCents: cents });
    expect(stats).toMatchObject({ totalEarningsCents: cents, salesToday: 0 });
    const csv = (await client.request('GET', `/api/creator/statements/${month}.csv`)).text;
    expect(csv.match(/Referrals/g)).toHaveLength(2);
    expect(csv).toMatch(/Referrals.*rand.*5/);
    const year = Number(month.slice(0, 4)) + (Number(month.slice(5)) >= 3 ? 1 : 0);
    const tax = (await client.call('getTaxYear', { params: { year: String(year) } })).body;
    expect(tax).toMatchObject({
      earnedCents: cents,
      kinds: [{ source: 'referrals', sales: 0, grossCents: 0, platformCents: 0, earnedCents: cents }],
    });
    const activity = (await client.call('creatorActivity')).body;
    expect(activity.items).toEqual([]);
    const people = (await client.call('listFans', { query: { list: 'everyone' } as never })).text;
    for (const text of [JSON.stringify([own, stats, tax, activity]), csv, people ?? ''])
      for (const word of ['Unmistakable', fan.accountId, fan.profileId, creator.profileId, creator.displayName])
        expect(text).not.toContain(word);
  });

  it('brings nothing while the referrer is suspended, and what it missed is not made up for', async () => {
    t.clock.set(new Date());
    const { referrer, creator } = await aPair();
    const admin = await aProfile(t, { role: 'admin' });
    const desk = t.client(await aSession(t, admin.accountId));
    const earned = async () =>
      (await t.context.credits.referrals.listReferralMonths(t.db, referrer.profileId, new Date(0))).map(toCents);
    await desk.call('suspendUser', { body: { userId: referrer.accountId, reason: 'Sold pictures of others' } });
    await sell(creator);
    expect(await earned()).toEqual([]);
    // Its twelve months run all the same.
    expect((await bindingOf(creator))?.until).not.toBeNull();
    await desk.call('unsuspendUser', { body: { userId: referrer.accountId } });
    expect(await earned()).toEqual([]);
    await sell(creator);
    expect(await earned()).toEqual([500 + 5 * 42]);
  });

  it('costs the referred creator nothing, in no statement of theirs', async () => {
    t.clock.set(new Date());
    const { creator } = await aPair();
    await sell(creator);
    const stats = (await t.client(creator).call('creatorStats', { query: { period: 'day' } })).body;
    expect(stats.totalEarningsCents).toBe(8_000 + 80 * 42);
    const { rows } = await t.database.pool.query<{ kind: string }>(
      `select kind from ledger_transfers where payee_id = $1`,
      [creator.profileId],
    );
    expect(rows.map(({ kind }) => kind).sort()).toEqual(['rand_tip', 'tip']);
  });

  it('is ended by staff of money alone, with a reason in the log, and brings nothing from then on', async () => {
    t.clock.set(new Date());
    const { referrer, creator } = await aPair();
    await sell(creator);
    const [admin, moderator] = [await aProfile(t, { role: 'admin' }), await aProfile(t, { role: 'moderator' })];
    const end = async (as: TestAccount, id = creator.accountId) =>
      t
        .client(await aSession(t, as.accountId))
        .call('endReferral', { params: { id }, body: { reason: 'Bought own sales' } });
    for (const other of [moderator, referrer, creator]) expect((await end(other)).error?.code).toBe('FORBIDDEN');
    const listOf = async (id: string) =>
      (await t.client(await aSession(t, admin.accountId)).call('memberReferrals', { params: { id } })).body;
    expect((await listOf(creator.accountId)).referredBy).toMatchObject({
      ...{ id: creator.accountId, percent: 5, endedAt: null },
      other: { accountId: referrer.accountId, displayName: referrer.displayName },
    });
    expect((await listOf(referrer.accountId)).referred).toMatchObject([
      { id: creator.accountId, other: { accountId: creator.accountId, displayName: creator.displayName } },
    ]);
    expect((await end(admin)).status).toBe(204);
    expect([(await end(admin)).error?.code, (await end(admin, newId())).error?.code]).toEqual([
      'CONFLICT',
      'NOT_FOUND',
    ]);
    await sell(creator);
    expect((await ownOf(referrer)).totalCents).toBe(500 + 5 * 42);
    expect((await ownOf(creator)).referredBy?.ended).toBe(true);
    const log = await t.db
      .selectFrom('audit_log')
      .select(['actor_id', 'reason'])
      .where('action', '=', 'referral.ended')
      .where('target_id', '=', creator.accountId)
      .execute();
    expect(log).toEqual([{ actor_id: admin.accountId, reason: 'Bought own sales' }]);
  });

  it('is in the export of both, without the other', async () => {
    const { referrer, creator } = await aPair();
    const { gather } = createMemberData(t.database);
    const [of, by] = [await gather(creator.accountId), await gather(referrer.accountId)].map(
      (all) => all.get('creator_referrals') ?? [],
    );
    expect(of).toMatchObject([{ account_id: creator.accountId, percent: 5 }]);
    expect(by).toMatchObject([{ percent: 5, months: 12 }]);
    for (const word of [referrer.accountId, referrer.profileId]) expect(JSON.stringify(of)).not.toContain(word);
    for (const word of [creator.accountId, creator.profileId]) expect(JSON.stringify(by)).not.toContain(word);
  });
});
