import { agreementWording } from '@vlam/contract/profiles-identity';
import { describe, expect, it } from 'vitest';
import { aCreator, aProfile, type TestProfile } from '../../../../test/factories.ts';
import { readPdf } from '../../../../test/read-pdf.ts';
import { useTestApp } from '../../../../test/use-app.ts';
import { newId } from '../../../platform/ids.ts';

const t = useTestApp({ at: new Date('2026-11-24T08:00:00+02:00') });
const dayMs = 86_400_000;
const aKey = () => newId().replaceAll('-', '');

const levelOf = async (creator: TestProfile) => (await t.client(creator).call('ownIdentity')).body;
const sign = (creator: TestProfile, name = 'Thandi Nkosi', wording: number = agreementWording.number) =>
  t.client(creator).call('signCreatorAgreement', { body: { name, agreed: true, wording } });
const set = (creator: TestProfile, change: Record<string, unknown>) =>
  t.db.updateTable('profiles').set(change).where('id', '=', creator.profileId).execute();

/** Known by a document and a selfie, but without an agreement. */
async function aKnownCreator(): Promise<TestProfile> {
  const creator = await aCreator(t);
  const now = t.clock.now();
  await set(creator, { identity_checked_at: now, photo_key: aKey(), photo_checked_at: now });
  return creator;
}

describe('T127: the identity level', () => {
  it('rises with the age, the document, the selfie and the signature, and says what is missing', async () => {
    const creator = await aCreator(t);
    expect(await levelOf(creator)).toEqual({
      ...{ level: 1, atOnceLevel: 1, ageProven: true, documentSeen: false, selfieMatched: false },
      document: { state: 'none', sentAt: null, reason: null, until: null, isDue: false },
      agreement: { state: 'none', signedAt: null, until: null },
    });
    await set(creator, { identity_checked_at: t.clock.now() });
    expect((await levelOf(creator)).level).toBe(2);
    expect((await sign(creator)).body.level).toBe(2);
    await set(creator, { photo_key: aKey(), photo_checked_at: t.clock.now() });
    expect(await levelOf(creator)).toMatchObject({ level: 3, agreement: { state: 'current' } });
    // Another first photo was compared with nothing.
    await set(creator, { photo_checked_at: null });
    expect((await levelOf(creator)).level).toBe(2);
  });

  it('is shown to staff on the member’s page', async () => {
    const creator = await aKnownCreator();
    const staff = await aProfile(t, { role: 'moderator' });
    const { body } = await t.client(staff).call('adminMember', { params: { id: creator.accountId } });
    expect(body.identity).toMatchObject({ level: 2, documentSeen: true, selfieMatched: true });
  });

  it('falls when the agreement is not signed again in time, and not before', async () => {
    const creator = await aKnownCreator();
    await sign(creator);
    const on = async (day: string) => {
      const now = new Date(`${day}T08:00:00Z`).getTime();
      t.clock.advance(now - t.clock.now().getTime());
      // The document is checked again, so only the agreement runs out.
      await set(creator, { identity_checked_at: t.clock.now() });
      const { level, agreement } = await t.context.profiles.readIdentity(t.db, creator.accountId);
      return [level, agreement.state];
    };
    const first = t.clock.now().toISOString().slice(0, 10);
    expect(await on('2028-09-01')).toEqual([3, 'current']);
    expect(await on('2028-10-01')).toEqual([3, 'renew']);
    expect(await on('2028-12-20')).toEqual([3, 'renew']);
    expect(await on('2028-12-28')).toEqual([2, 'ended']);
    await on(first);
  });

  it('asks to sign again after another bank account, and gives days for it', async () => {
    const creator = await aKnownCreator();
    await sign(creator);
    const changedAt = new Date(t.clock.now().getTime() + dayMs);
    await t.db
      .insertInto('payout_accounts')
      .values({
        ...{ profile_id: creator.profileId, bank: 'fnb', holder_name: 'Thandi Nkosi', account_ending: '4321' },
        ...{ account_number_sealed: Buffer.alloc(40), branch_code: '250655', account_type: 'savings' },
        ...{ fingerprint: Buffer.alloc(32, 1), number_hash: Buffer.alloc(32, 2), changed_at: changedAt },
        held_until: null,
      })
      .execute();
    expect((await levelOf(creator)).agreement.state).toBe('current');
    await t.db
      .updateTable('payout_accounts')
      .set({ held_until: changedAt })
      .where('profile_id', '=', creator.profileId)
      .execute();
    expect(await levelOf(creator)).toMatchObject({
      level: 3,
      agreement: { state: 'renew', until: new Date(changedAt.getTime() + 30 * dayMs).toISOString() },
    });
  });

  it('is asked for twice: when it begins to end, and in the last days', async () => {
    const creator = await aKnownCreator();
    await sign(creator);
    const task = t.context.profiles.tasks.find(({ kind }) => kind.name === 'profiles.agreements.remind');
    const start = t.clock.now().getTime();
    const remindedOn = async (day: string) => {
      t.clock.advance(new Date(`${day}T08:00:00Z`).getTime() - t.clock.now().getTime());
      await task?.run({}, { id: '1', attempt: 1 });
      await task?.run({}, { id: '2', attempt: 1 });
      await t.drain();
      const { rows } = await t.database.pool.query(
        "select count(*)::int as n from notifications where account_id = $1 and kind = 'agreement_ending'",
        [creator.accountId],
      );
      return rows[0].n;
    };
    const days = ['2028-09-01', '2028-10-01', '2028-12-01', '2028-12-20', '2029-01-20'];
    const counts = [];
    for (const day of days) counts.push(await remindedOn(day));
    expect(counts).toEqual([0, 1, 1, 2, 2]);
    t.clock.advance(start - t.clock.now().getTime());
  });

  it('ends with the signature of another name', async () => {
    const creator = await aKnownCreator();
    await sign(creator);
    await t.db.updateTable('accounts').set({ last_name: 'Dlamini' }).where('id', '=', creator.accountId).execute();
    expect(await levelOf(creator)).toMatchObject({ level: 2, agreement: { state: 'ended' } });
    expect((await sign(creator)).error?.code).toBe('VALIDATION_FAILED');
    t.clock.advance(1000);
    expect((await sign(creator, 'Thandi Dlamini')).body.level).toBe(3);
  });
});

describe('the creator agreement', () => {
  it('is signed with the own name, in the wording of today', async () => {
    const creator = await aKnownCreator();
    expect((await sign(creator, 'Somebody Else')).error?.code).toBe('VALIDATION_FAILED');
    expect((await sign(creator, 'Thandi Nkosi', agreementWording.number + 1)).error?.code).toBe('CONFLICT');
    expect((await t.client(creator).call('creatorAgreementPdf')).error?.code).toBe('NOT_FOUND');
    expect((await sign(creator, ' thandi NKOSI ')).status).toBe(200);
  });

  it('is kept as a dated PDF, sealed, which only its signer opens', async () => {
    const [creator, other] = [await aKnownCreator(), await aKnownCreator()];
    await sign(creator);
    const file = await t.app.inject({
      method: 'GET',
      url: '/api/creator/agreement.pdf',
      headers: { host: 'vlam.test', cookie: creator.cookie },
    });
    expect([file.statusCode, file.headers['content-type'], file.headers['cache-control']]).toEqual([
      200,
      'application/pdf',
      'private, no-store',
    ]);
    const pages = await readPdf(file.rawPayload);
    const text = pages
      .map((page) => page.text)
      .join(' ')
      .replaceAll(/\s+/g, ' ');
    expect(text).toContain('Signed: Thandi Nkosi');
    expect(text).toContain('24 November 2026');
    expect(text).toContain(agreementWording.clauses[1].slice(0, 40));
    const [row] = await t.db
      .selectFrom('creator_agreements')
      .selectAll()
      .where('account_id', '=', creator.accountId)
      .execute();
    expect([row?.wording, row?.document_sealed.includes('%PDF')]).toEqual([agreementWording.number, false]);
    expect((await t.client(other).call('creatorAgreementPdf')).error?.code).toBe('NOT_FOUND');
  });

  it('is signed by creators only', async () => {
    expect((await sign(await aProfile(t))).status).toBe(403);
  });
});
