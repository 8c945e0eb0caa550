import { documentKeptDays } from '@vlam/contract/profiles-identity';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { aCreator, aProfile, type TestProfile } from '../../../../test/factories.ts';
import { aPicture, fetchFile, sendFile } from '../../../../test/pictures.ts';
import { at } from '../../../../test/publications.ts';
import { useTestApp } from '../../../../test/use-app.ts';

const t = useTestApp({ at: new Date('2036-11-24T08:00:00+02:00') });
const dayMs = 86_400_000;

async function anUpload(member: TestProfile): Promise<string> {
  const { id } = await sendFile(t, member, await aPicture({ width: 1200, height: 800 }));
  await t.drain();
  return id;
}
const identityOf = async (member: TestProfile) => (await t.client(member).call('ownIdentity')).body;
const send = (member: TestProfile, mediaId: string, documentType = 'id_document' as const) =>
  t.client(member).call('sendIdentityDocument', { body: { mediaId, documentType, consent: true } });
async function sent(member: TestProfile): Promise<string> {
  t.clock.advance(1_000);
  const { status, body } = await send(member, await anUpload(member));
  expect([status, body.document.state]).toEqual([200, 'waiting']);
  const row = await t.db
    .selectFrom('identity_documents')
    .select('id')
    .where('account_id', '=', member.accountId)
    .orderBy('sent_at', 'desc')
    .executeTakeFirstOrThrow();
  return row.id;
}
const someStaff = () => aProfile(t, { role: 'admin' });
const open = (staff: TestProfile, id: string) => t.client(staff).call('openIdentityDocument', at(id));
const decide = (staff: TestProfile, id: string, body: Record<string, unknown>) =>
  t
    .client(staff)
    .call('decideIdentityDocument', { ...at(id), body: { reason: 'Compared with the account', ...body } as never });
const accept = (staff: TestProfile, id: string) => decide(staff, id, { decision: 'accept', dateOfBirth: '2000-01-01' });
const rowOf = (id: string) =>
  t.db.selectFrom('identity_documents').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const kindsOf = async (member: TestProfile) => {
  await t.drain();
  return (await t.client(member).call('listNotifications')).body.items.map(({ kind }) => kind as string);
};
const runTask = async (name: string) => {
  const task = t.context.profiles.tasks.find(({ kind }) => kind.name === name);
  await task?.run({}, { id: '1', attempt: 1 });
};

describe('T129: an identity document', () => {
  it('is sealed, its file is deleted, and staff see it only by an audited look', async () => {
    const member = await aProfile(t);
    const mediaId = await anUpload(member);
    const { body } = await send(member, mediaId);
    expect(body).toMatchObject({ level: 1, document: { state: 'waiting', reason: null, until: null } });
    const file = await t.db.selectFrom('media').select('state').where('id', '=', mediaId).executeTakeFirst();
    expect(file?.state ?? 'removed').not.toBe('ready');
    expect((await fetchFile(t, member, `/m/${mediaId}`)).status).not.toBe(200);
    const staff = await someStaff();
    const { body: list } = await t.client(staff).call('listIdentityDocuments', {});
    const found = list.items.find(({ accountId }) => accountId === member.accountId);
    expect(found).toMatchObject({ documentType: 'id_document', isCreator: false, isOwn: false });
    const row = await rowOf(found?.id ?? '');
    expect(row.document_sealed?.includes(Buffer.from('WEBP'))).toBe(false);
    const opened = await open(staff, row.id);
    expect(opened.body).toMatchObject({ selfie: null, photo: null, isPhotoChecked: false });
    const picture = Buffer.from(opened.body.picture.split(',')[1] ?? '', 'base64');
    expect(picture.subarray(8, 12).toString()).toBe('WEBP');
    const looks = await t.db.selectFrom('audit_log').select('action').where('target_id', '=', row.id).execute();
    expect(looks.map(({ action }) => action)).toEqual(['identity_document.opened']);
    // A moderator without the permission, and other members.
    for (const other of [await aProfile(t, { role: 'moderator' }), await aProfile(t), member])
      expect((await open(other, row.id)).status).toBe(403);
  });

  it('gives level 2 when it is accepted, with the date of birth compared, and never by its owner', async () => {
    const member = await aProfile(t);
    const id = await sent(member);
    const staff = await someStaff();
    expect((await decide(staff, id, { decision: 'accept' })).error?.code).toBe('VALIDATION_FAILED');
    expect((await decide(staff, id, { decision: 'accept', dateOfBirth: '2030-01-01' })).error?.code).toBe(
      'VALIDATION_FAILED',
    );
    expect((await identityOf(member)).level).toBe(1);
    expect((await accept(staff, id)).status).toBe(204);
    expect(await identityOf(member)).toMatchObject({
      level: 2,
      document: { state: 'accepted', until: expect.stringMatching('^2038-11-24'), isDue: false },
    });
    expect(await kindsOf(member)).toContain('document_accepted');
    expect((await accept(staff, id)).error?.code).toBe('CONFLICT');
    const own = await sent(staff);
    expect((await accept(staff, own)).error?.code).toBe('FORBIDDEN');
    expect((await open(staff, own)).error?.code).toBe('FORBIDDEN');
  });

  it('notifies the member why it was refused, and takes another one', async () => {
    const member = await aProfile(t);
    const id = await sent(member);
    expect((await send(member, await anUpload(member))).error?.code).toBe('CONFLICT');
    await decide(await someStaff(), id, { decision: 'refuse', reason: 'The date cannot be read' });
    expect(await identityOf(member)).toMatchObject({
      level: 1,
      document: { state: 'refused', reason: 'The date cannot be read' },
    });
    expect(await kindsOf(member)).toContain('document_refused');
    await sent(member);
    await t.client(member).call('withdrawIdentityDocument');
    expect((await identityOf(member)).document.state).toBe('withdrawn');
    const kept = await t.db
      .selectFrom('identity_documents')
      .select('document_sealed')
      .where('account_id', '=', member.accountId)
      .where('state', '=', 'withdrawn')
      .executeTakeFirstOrThrow();
    expect(kept.document_sealed).toBeNull();
    await sent(member);
    await t.client(member).call('withdrawIdentityDocument');
    expect((await send(member, await anUpload(member))).error?.code).toBe('QUOTA_REACHED');
  });

  it('shows the waiting selfie beside it only when its member agreed to that', async () => {
    const creator = await aCreator(t);
    const client = t.client(creator);
    await client.call('setPhotos', { body: { mediaIds: [await anUpload(creator)] } });
    await client.call('startPhotoCheck');
    await client.call('sendPhotoCheck', { body: { mediaId: await anUpload(creator), consent: true } });
    const id = await sent(creator);
    const staff = await someStaff();
    const { body } = await open(staff, id);
    expect(body).toMatchObject({ isPhotoChecked: false });
    expect([body.selfie, body.photo].map((each) => each?.slice(0, 16))).toEqual(Array(2).fill('data:image/webp;'));
    await sql`update photo_checks set consent_version = 1 where profile_id = ${creator.profileId}`.execute(t.db);
    expect((await open(staff, id)).body.selfie).toBeNull();
  });

  it('keeps the picture as long as the schedule says, and the decision after it', async () => {
    const rule = await t.db
      .selectFrom('retention_rules')
      .selectAll()
      .where('id', '=', 'identity_document')
      .executeTakeFirstOrThrow();
    expect([rule.mode, rule.days]).toEqual(['job', documentKeptDays]);
    const member = await aProfile(t);
    const id = await sent(member);
    await accept(await someStaff(), id);
    const { retentionSweeps } = await import('../../../joins/retention-sweeps.ts');
    const sweep = (days: number) => {
      const now = new Date(t.clock.now().getTime() + days * dayMs);
      const before = new Date(now.getTime() - documentKeptDays * dayMs);
      return retentionSweeps.identity_document?.remove(t.db, before, now, 100);
    };
    await sweep(documentKeptDays - 1);
    expect((await rowOf(id)).document_sealed).not.toBeNull();
    await sweep(documentKeptDays + 1);
    expect(await rowOf(id)).toMatchObject({ document_sealed: null, state: 'accepted' });
  });

  it('is asked for again in time, and without it the level falls', async () => {
    const member = await aProfile(t);
    const seen = (daysAgo: number) =>
      t.db
        .updateTable('profiles')
        .set({ identity_checked_at: new Date(t.clock.now().getTime() - daysAgo * dayMs) })
        .where('id', '=', member.profileId)
        .execute();
    const lapse = async (daysAgo: number) => {
      await seen(daysAgo);
      await runTask('profiles.documents.lapse');
      await runTask('profiles.documents.remind');
      return [(await identityOf(member)).level, await kindsOf(member)] as const;
    };
    expect(await lapse(660)).toEqual([2, []]);
    expect(await lapse(671)).toEqual([2, ['document_ending']]);
    expect((await identityOf(member)).document.isDue).toBe(true);
    expect((await lapse(729))[0]).toBe(2);
    const [level, kinds] = await lapse(731);
    expect([level, kinds]).toEqual([1, expect.arrayContaining(['document_lapsed'])]);
  });

  it('is deleted when no one decides in time', async () => {
    const member = await aProfile(t);
    const id = await sent(member);
    await t.db
      .updateTable('identity_documents')
      .set({ sent_at: new Date(t.clock.now().getTime() - 31 * dayMs) })
      .where('id', '=', id)
      .execute();
    await runTask('profiles.documents.lapse');
    expect(await rowOf(id)).toMatchObject({ state: 'expired', document_sealed: null });
  });
});
