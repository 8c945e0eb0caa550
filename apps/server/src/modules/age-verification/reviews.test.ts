import { checkDigit } from '@vlam/contract/rules/sa-id-number';
import { beforeAll, describe, expect, it } from 'vitest';
import { anAccount, aProfile, aSession, type TestAccount, type TestProfile } from '../../../test/factories.ts';
import { useTestApp } from '../../../test/use-app.ts';

const hour = 3_600_000;

let staff: TestProfile;
let serial = 0;
const t = useTestApp();
beforeAll(async () => {
  staff = await aProfile(t, { role: 'admin' });
});

function aNumber(dateOfBirth = '1988-08-08') {
  serial += 1;
  const first12 = `${dateOfBirth.slice(2).replaceAll('-', '')}${String(500_000 + serial)}`;
  return { idNumber: `${first12}${checkDigit(first12)}`, dateOfBirth };
}
type Claim = ReturnType<typeof aNumber>;
const flagged = () => anAccount(t, { verified: false });
const verify = (as: TestAccount, claim: Claim) =>
  t.client(as).call('verifyAge', { body: { documentType: 'id_document', documentNumber: 'DOC-1', ...claim } });
const stateOf = async (as: TestAccount) => (await t.client(as).call('ageCheck')).body.state;
const hasAccess = async (as: TestAccount) => !(await t.client(as).call('currentUser')).body.requiresAgeVerification;
/** Opens a new session, since staff sessions are short and the clock advances by hours. */
const asStaff = async () => t.client(await aSession(t, staff.accountId));
const decide = async (id: string, body: Record<string, unknown>, as?: TestAccount) =>
  (as ? t.client(as) : await asStaff()).call('decideAgeReview', {
    params: { id },
    body: { reason: 'Video call, document seen', ...body },
  });
const listReviews = async () => (await (await asStaff()).call('listAgeReviews')).body.items;
async function advance(ms: number) {
  t.clock.advance(ms);
  await t.drain();
}
/** An account that holds a number, and a second one in review for claiming it. */
async function aContestedNumber() {
  const claim = aNumber();
  const [holder, claimant] = [await flagged(), await flagged()];
  for (const account of [holder, claimant]) expect((await verify(account, claim)).status).toBe(200);
  await advance(2 * hour);
  return { claim, holder, claimant };
}

describe('T97: a number that another account uses', () => {
  it('behaves like a new one for an hour, and is in review after two', async () => {
    const known = aNumber();
    await verify(await flagged(), known);
    const results = await Promise.all(
      [known, aNumber()].map(async (claim) => {
        const account = await flagged();
        const { status, text } = await verify(account, claim);
        const repeated = await verify(account, aNumber());
        return {
          account,
          observed: [status, text, repeated.error?.code, await stateOf(account), await hasAccess(account)],
        };
      }),
    );
    expect(results[0]?.observed).toEqual(results[1]?.observed);
    await advance(hour - 1);
    for (const { account } of results)
      expect([await stateOf(account), await hasAccess(account)]).toEqual(['verified', true]);
    await advance(hour + 1);
    const [second, fresh] = results.map(({ account }) => account) as [TestAccount, TestAccount];
    expect([await stateOf(second), await hasAccess(second)]).toEqual(['review', false]);
    expect([await stateOf(fresh), await hasAccess(fresh)]).toEqual(['verified', true]);
    expect((await verify(second, aNumber())).error?.code).toBe('AGE_REVIEW_PENDING');
    expect((await t.client(second).call('discoveryCounters')).status).toBe(200);
    expect((await t.client(second).call('listEvents')).error?.code).toBe('AGE_VERIFICATION_REQUIRED');
  });

  it('keeps one of 20 accounts that claim it concurrently', async () => {
    const claim = aNumber();
    const accounts = await Promise.all(Array.from({ length: 20 }, flagged));
    const answers = await Promise.all(accounts.map((account) => verify(account, claim)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    await advance(2 * hour);
    const states = await Promise.all(accounts.map(stateOf));
    expect(states.filter((state) => state === 'verified')).toHaveLength(1);
    expect(states.filter((state) => state === 'review')).toHaveLength(19);
  });

  it('hides the profile of the account in review, and mails its owner what to do', async () => {
    const claim = aNumber();
    await verify(await flagged(), claim);
    const second = await aProfile(t, { verified: false });
    await verify(second, claim);
    const getStatus = async () =>
      (await (await asStaff()).call('getProfile', { params: { id: second.profileId } })).status;
    expect(await getStatus()).toBe(200);
    await advance(2 * hour);
    expect(await getStatus()).toBe(404);
    const mail = (await t.context.mailer.outbox()).find(({ to }) => to === second.email);
    expect(mail?.text).toContain(t.config.supportEmail);
    expect(mail?.text).not.toMatch(/number|another/);
  });
});

describe('T97: reviews by staff', () => {
  it('list accounts without numbers, for staff who may view identities only', async () => {
    const { holder, claimant, claim } = await aContestedNumber();
    const answer = await (await asStaff()).call('listAgeReviews');
    const row = answer.body.items.find(({ id }) => id === claimant.accountId);
    expect(row).toMatchObject({ reason: 'number_in_use', heldBy: { id: holder.accountId } });
    expect(answer.text).not.toContain(claim.idNumber);
    expect(answer.text).not.toContain(claimant.email);
    const moderator = await aProfile(t, { role: 'moderator' });
    expect((await (await asStaff()).call('staffWaiting')).body.ageReviews).toBe((await listReviews()).length);
    expect((await t.client(moderator).call('staffWaiting')).body.ageReviews).toBeNull();
    expect((await t.client(moderator).call('listAgeReviews')).error?.code).toBe('FORBIDDEN');
    expect((await decide(claimant.accountId, { accept: false }, moderator)).error?.code).toBe('FORBIDDEN');
  });

  it('give the number to the account whose document staff checked, and send the other to review', async () => {
    const { holder, claimant, claim } = await aContestedNumber();
    for (const wrong of [{}, aNumber(), { ...claim, dateOfBirth: '1988-08-09' }])
      expect((await decide(claimant.accountId, { accept: true, ...wrong })).error?.code).toBe('VALIDATION_FAILED');
    expect((await decide(claimant.accountId, { accept: true, ...claim })).status).toBe(204);
    expect([await stateOf(claimant), await hasAccess(claimant)]).toEqual(['verified', true]);
    expect([await stateOf(holder), await hasAccess(holder)]).toEqual(['review', false]);
    expect((await decide(claimant.accountId, { accept: true, ...claim })).error?.code).toBe('NOT_FOUND');
    const { rows } = await t.database.pool.query(
      `select action, actor_id, details from audit_log where target_id = $1`,
      [claimant.accountId],
    );
    expect(rows).toEqual([
      {
        action: 'age_review.accepted',
        actor_id: staff.accountId,
        details: { cause: 'number_in_use', numberTakenFrom: holder.accountId },
      },
    ]);
    expect(await t.context.compliance.findBrokenLink()).toBeNull();
  });

  it('refuse a number: the account has no access and may prove its age with another', async () => {
    const { holder, claimant } = await aContestedNumber();
    expect((await decide(claimant.accountId, { accept: false })).status).toBe(204);
    expect([await stateOf(claimant), await hasAccess(claimant), await stateOf(holder)]).toEqual([
      'open',
      false,
      'verified',
    ]);
    expect((await verify(claimant, aNumber())).status).toBe(200);
  });

  it('keep a refused account that claims the number again in review', async () => {
    const { claim, claimant } = await aContestedNumber();
    await decide(claimant.accountId, { accept: false });
    expect((await verify(claimant, claim)).error?.code).toBe('AGE_REVIEW_PENDING');
    expect([await stateOf(claimant), await hasAccess(claimant)]).toEqual(['review', false]);
    const found = (await listReviews()).find(({ id }) => id === claimant.accountId);
    expect(found?.reason).toBe('refused_before');
  });

  it('accept a person over 100, with the verified badge', async () => {
    const old = await aProfile(t, { verified: false });
    const claim = aNumber('1920-02-02');
    expect((await verify(old, claim)).error?.code).toBe('AGE_REVIEW_PENDING');
    expect(await stateOf(old)).toBe('review');
    expect((await listReviews()).find(({ id }) => id === old.accountId)).toMatchObject({ reason: 'two_centuries' });
    expect((await decide(old.accountId, { accept: true, ...claim })).status).toBe(204);
    const profile = await (await asStaff()).call('getProfile', { params: { id: old.profileId } });
    expect(profile.body).toMatchObject({ age: 106, isVerified: true });
  });

  it('T96: remove the badge with the number, and do not restore it for another number', async () => {
    const claim = aNumber('1921-03-03');
    const first = await aProfile(t, { verified: false });
    await verify(first, claim);
    await decide(first.accountId, { accept: true, ...claim });
    const second = await flagged();
    await verify(second, claim);
    await advance(2 * hour);
    expect((await decide(second.accountId, { accept: true, ...claim })).status).toBe(204);
    expect((await decide(first.accountId, { accept: false })).status).toBe(204);
    expect((await verify(first, aNumber())).status).toBe(200);
    const profile = await (await asStaff()).call('getProfile', { params: { id: first.profileId } });
    expect([profile.status, profile.body.isVerified]).toEqual([200, false]);
  });

  it('refuse decisions about oneself', async () => {
    expect((await decide(staff.accountId, { accept: false })).error?.code).toBe('FORBIDDEN');
  });

  it('apply one of 20 concurrent decisions', async () => {
    const { claimant, claim } = await aContestedNumber();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => decide(claimant.accountId, { accept: true, ...claim })),
    );
    expect(answers.filter(({ status }) => status === 204)).toHaveLength(1);
  });
});
