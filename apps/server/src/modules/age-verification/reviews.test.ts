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
const isIn = async (as: TestAccount) => !(await t.client(as).call('currentUser')).body.requiresAgeVerification;
/** Sessions of staff end soon, and hours pass here. */
const asStaff = async () => t.client(await aSession(t, staff.accountId));
const decide = async (id: string, body: Record<string, unknown>, as?: TestAccount) =>
  (as ? t.client(as) : await asStaff()).call('decideAgeReview', {
    params: { id },
    body: { reason: 'Video call, document seen', ...body },
  });
const waiting = async () => (await (await asStaff()).call('listAgeReviews')).body.items;
async function later(ms: number) {
  t.clock.advance(ms);
  await t.drain();
}
/** An account that holds a number, and a second one that claimed it and waits for a person. */
async function aPair() {
  const claim = aNumber();
  const [holder, claimant] = [await flagged(), await flagged()];
  for (const account of [holder, claimant]) expect((await verify(account, claim)).status).toBe(200);
  await later(2 * hour);
  return { claim, holder, claimant };
}

describe('T97: a number that another account used', () => {
  it('is answered, looks and lets in as a new one does for an hour, and waits for a person after two', async () => {
    const known = aNumber();
    await verify(await flagged(), known);
    const seen = await Promise.all(
      [known, aNumber()].map(async (claim) => {
        const account = await flagged();
        const { status, text } = await verify(account, claim);
        const again = await verify(account, aNumber());
        return { account, said: [status, text, again.error?.code, await stateOf(account), await isIn(account)] };
      }),
    );
    expect(seen[0]?.said).toEqual(seen[1]?.said);
    await later(hour - 1);
    for (const { account } of seen) expect([await stateOf(account), await isIn(account)]).toEqual(['verified', true]);
    await later(hour + 1);
    const [second, fresh] = seen.map(({ account }) => account) as [TestAccount, TestAccount];
    expect([await stateOf(second), await isIn(second)]).toEqual(['review', false]);
    expect([await stateOf(fresh), await isIn(fresh)]).toEqual(['verified', true]);
    expect((await verify(second, aNumber())).error?.code).toBe('AGE_REVIEW_PENDING');
    expect((await t.client(second).call('discoveryCounters')).status).toBe(200);
    expect((await t.client(second).call('listEvents')).error?.code).toBe('AGE_VERIFICATION_REQUIRED');
  });

  it('20 accounts at once: one stays, however close they came', async () => {
    const claim = aNumber();
    const accounts = await Promise.all(Array.from({ length: 20 }, flagged));
    const answers = await Promise.all(accounts.map((account) => verify(account, claim)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    await later(2 * hour);
    const states = await Promise.all(accounts.map(stateOf));
    expect(states.filter((state) => state === 'verified')).toHaveLength(1);
    expect(states.filter((state) => state === 'review')).toHaveLength(19);
  });

  it('hides the profile with the account, and tells its owner by mail what to do', async () => {
    const claim = aNumber();
    await verify(await flagged(), claim);
    const second = await aProfile(t, { verified: false });
    await verify(second, claim);
    const look = async () => (await (await asStaff()).call('getProfile', { params: { id: second.profileId } })).status;
    expect(await look()).toBe(200);
    await later(2 * hour);
    expect(await look()).toBe(404);
    const mail = (await t.context.mailer.outbox()).find(({ to }) => to === second.email);
    expect(mail?.text).toContain(t.config.supportEmail);
    expect(mail?.text).not.toMatch(/number|another/);
  });
});

describe('T97: the way back through staff', () => {
  it('lists who waits, to those who may look at identities only, and no number', async () => {
    const { holder, claimant, claim } = await aPair();
    const answer = await (await asStaff()).call('listAgeReviews');
    const row = answer.body.items.find(({ id }) => id === claimant.accountId);
    expect(row).toMatchObject({ reason: 'number_in_use', heldBy: { id: holder.accountId } });
    expect(answer.text).not.toContain(claim.idNumber);
    expect(answer.text).not.toContain(claimant.email);
    const moderator = await aProfile(t, { role: 'moderator' });
    expect((await (await asStaff()).call('staffWaiting')).body.ageReviews).toBe((await waiting()).length);
    expect((await t.client(moderator).call('staffWaiting')).body.ageReviews).toBeNull();
    expect((await t.client(moderator).call('listAgeReviews')).error?.code).toBe('FORBIDDEN');
    expect((await decide(claimant.accountId, { accept: false }, moderator)).error?.code).toBe('FORBIDDEN');
  });

  it('gives the number to the account whose document staff read, and the other waits', async () => {
    const { holder, claimant, claim } = await aPair();
    for (const wrong of [{}, aNumber(), { ...claim, dateOfBirth: '1988-08-09' }])
      expect((await decide(claimant.accountId, { accept: true, ...wrong })).error?.code).toBe('VALIDATION_FAILED');
    expect((await decide(claimant.accountId, { accept: true, ...claim })).status).toBe(204);
    expect([await stateOf(claimant), await isIn(claimant)]).toEqual(['verified', true]);
    expect([await stateOf(holder), await isIn(holder)]).toEqual(['review', false]);
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

  it('refuses another’s number: the account stays outside and may prove its age with its own', async () => {
    const { holder, claimant } = await aPair();
    expect((await decide(claimant.accountId, { accept: false })).status).toBe(204);
    expect([await stateOf(claimant), await isIn(claimant), await stateOf(holder)]).toEqual(['open', false, 'verified']);
    expect((await verify(claimant, aNumber())).status).toBe(200);
  });

  it('does not open again for an account that staff refused the number: a person decides first', async () => {
    const { claim, claimant } = await aPair();
    await decide(claimant.accountId, { accept: false });
    expect((await verify(claimant, claim)).error?.code).toBe('AGE_REVIEW_PENDING');
    expect([await stateOf(claimant), await isIn(claimant)]).toEqual(['review', false]);
    const found = (await waiting()).find(({ id }) => id === claimant.accountId);
    expect(found?.reason).toBe('refused_before');
  });

  it('opens for somebody over 100 once a person looked, and shows that their document was seen', async () => {
    const old = await aProfile(t, { verified: false });
    const claim = aNumber('1920-02-02');
    expect((await verify(old, claim)).error?.code).toBe('AGE_REVIEW_PENDING');
    expect(await stateOf(old)).toBe('review');
    expect((await waiting()).find(({ id }) => id === old.accountId)).toMatchObject({ reason: 'two_centuries' });
    expect((await decide(old.accountId, { accept: true, ...claim })).status).toBe(204);
    const seen = await (await asStaff()).call('getProfile', { params: { id: old.profileId } });
    expect(seen.body).toMatchObject({ age: 106, isVerified: true });
  });

  it('T96: takes the badge of a seen document with the number, and gives it back for no other number', async () => {
    const claim = aNumber('1921-03-03');
    const first = await aProfile(t, { verified: false });
    await verify(first, claim);
    await decide(first.accountId, { accept: true, ...claim });
    const second = await flagged();
    await verify(second, claim);
    await later(2 * hour);
    expect((await decide(second.accountId, { accept: true, ...claim })).status).toBe(204);
    expect((await decide(first.accountId, { accept: false })).status).toBe(204);
    expect((await verify(first, aNumber())).status).toBe(200);
    const seen = await (await asStaff()).call('getProfile', { params: { id: first.profileId } });
    expect([seen.status, seen.body.isVerified]).toEqual([200, false]);
  });

  it('nobody decides about themselves', async () => {
    expect((await decide(staff.accountId, { accept: false })).error?.code).toBe('FORBIDDEN');
  });

  it('20 decisions at once are one', async () => {
    const { claimant, claim } = await aPair();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => decide(claimant.accountId, { accept: true, ...claim })),
    );
    expect(answers.filter(({ status }) => status === 204)).toHaveLength(1);
  });
});
