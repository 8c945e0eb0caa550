import { beforeAll, describe, expect, it } from 'vitest';
import { aBankAccount, earnRand } from '../../../test/creator-money.ts';
import { aCreator, aProfile, aSession, type TestProfile } from '../../../test/factories.ts';
import { aPlace, members, seen, signalsOf } from '../../../test/risk-world.ts';
import { useTestApp } from '../../../test/use-app.ts';

const t = useTestApp();
let admin: TestProfile;
beforeAll(async () => {
  admin = await aProfile(t, { role: 'admin', firstName: 'Lerato', lastName: 'Mokoena' });
});

/** With a session of now: those of staff end when they are idle. */
const staff = async () => t.client(await aSession(t, admin.accountId));
const scan = () => t.context.risk.scan.run();
const kinds = ['device', 'id_number', 'payout_account'] as const;
const idNumber = '9001015000085';

/** A creator whose case is confirmed, with what is banned. */
async function aBannedCreator(bans: (typeof kinds)[number][] = [...kinds], accountNumber = '7770001111') {
  const creator = await aCreator(t);
  const device = aPlace();
  await aBankAccount(t, creator, { accountNumber });
  await seen(t, [creator], device, { daysAgo: 10 });
  const { body: found } = await (await staff()).call('openRiskCase', {
    body: { userId: creator.accountId, reason: 'A ring' },
  });
  const { status } = await (await staff()).call('confirmRiskCase', {
    params: { id: found.id },
    body: { reason: 'A ring', rule: 'fraud', statement: 'This account was used for fraud', suspend: true, bans },
  });
  expect(status).toBe(200);
  return { creator, device };
}
const standing = async () => (await (await staff()).call('listBans')).body.items;
const verify = (who: TestProfile) =>
  t.client(who).call('verifyAge', {
    body: { idNumber, dateOfBirth: '1990-01-01', documentType: 'id_document', documentNumber: 'A1234567' },
  });

describe('a ban', () => {
  it('T110: of a confirmed case names the account, the reason and the author, and can be lifted', async () => {
    const { creator } = await aBannedCreator();
    const bans = (await standing()).filter(({ member }) => member.accountId === creator.accountId);
    expect(bans.map(({ kind }) => kind).sort()).toEqual(['device', 'payout_account']);
    expect(bans[0]).toMatchObject({ reason: 'A ring', placedBy: 'Lerato Mokoena', liftedAt: null });
    const lift = async () =>
      (await staff()).call('liftBan', { params: { id: bans[0]?.id ?? '' }, body: { reason: 'A mistake' } });
    expect((await lift()).body).toMatchObject({ liftedBy: 'Lerato Mokoena', liftReason: 'A mistake' });
    expect((await lift()).error?.code).toBe('CONFLICT');
    expect((await standing()).map(({ id }) => id)).not.toContain(bans[0]?.id);
  });

  it('T110: of a device opens a case of each account that uses it, which is not refused and so learns nothing', async () => {
    const { creator, device } = await aBannedCreator(['device']);
    const [newcomer, other] = await members(t, 2, 0);
    if (newcomer) await seen(t, [newcomer], device, { isSignUp: true });
    await scan();
    expect(newcomer && (await signalsOf(t, newcomer))).toEqual({ banned_device: {} });
    expect([other && (await signalsOf(t, other)), await signalsOf(t, creator)]).toEqual([null, null]);
  });

  it('T110: of a bank account holds payouts to it, and opens a case of the creator', async () => {
    const { creator } = await aBannedCreator(['payout_account'], '7770002222');
    const second = await aCreator(t);
    await aBankAccount(t, second, { accountNumber: '7770002222', daysAgo: 0 });
    await earnRand(t, second, { cents: 100_000 });
    const { body: payout, status } = await t.client(second).call('requestPayout', { body: { amountCents: 60_000 } });
    expect(status).toBe(201);
    const approve = async () => (await staff()).call('approvePayout', { params: { id: payout.id } });
    expect((await approve()).error?.code).toBe('CONFLICT');
    t.clock.advance(1_000);
    await scan();
    expect(await signalsOf(t, second)).toMatchObject({ banned_payout_account: {} });
    const ban = (await standing()).find(({ member }) => member.accountId === creator.accountId);
    await (await staff()).call('liftBan', {
      params: { id: ban?.id ?? '' },
      body: { reason: 'Another person’s account' },
    });
    expect((await approve()).status).toBe(200);
  });

  it('T110: of an ID number sends its next account to review, later and with the same words as any other', async () => {
    const first = await aProfile(t, { verified: false });
    expect((await verify(first)).status).toBeLessThan(300);
    await (await staff()).call('suspendUser', { body: { userId: first.accountId, reason: 'Fraud' } });
    const place = () =>
      staff().then((client) =>
        client.call('placeBans', { body: { userId: first.accountId, kinds: ['id_number'], reason: 'Came again' } }),
      );
    expect((await place()).body).toEqual({ placed: 1 });
    expect((await place()).error?.code).toBe('CONFLICT');
    // Even when the first account has lost its proof.
    await t.db.deleteFrom('age_verifications').where('account_id', '=', first.accountId).execute();
    const second = await aProfile(t, { verified: false });
    expect((await verify(second)).status).toBeLessThan(300);
    await scan();
    expect(await signalsOf(t, second)).toEqual({ banned_id_number: {} });
    t.clock.advance(2 * 3_600_000);
    await t.drain();
    const { body: reviews } = await (await staff()).call('listAgeReviews', { query: { limit: '50' } });
    const review = reviews.items.find(({ id }) => id === second.accountId);
    expect(review?.reason).toBe('number_in_use');
    const accepted = await (await staff()).call('decideAgeReview', {
      params: { id: second.accountId },
      body: { accept: true, idNumber, dateOfBirth: '1990-01-01', reason: 'Seen' },
    });
    expect(accepted.error?.code).toBe('CONFLICT');
  });

  it('needs a suspended account or a confirmed case', async () => {
    const creator = await aCreator(t);
    await aBankAccount(t, creator, { accountNumber: '7770003333' });
    const body = { userId: creator.accountId, kinds: [...kinds], reason: 'A feeling' };
    expect((await (await staff()).call('placeBans', { body })).error?.code).toBe('CONFLICT');
  });
});
