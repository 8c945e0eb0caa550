import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { chatsOf } from '../../../../test/chats.ts';
import {
  aCreator,
  aFreePicture,
  anAccount,
  aProfile,
  aSession,
  giveCredits,
  type TestProfile,
} from '../../../../test/factories.ts';
import { aReadyFile } from '../../../../test/publications.ts';
import { readZip } from '../../../../test/read-zip.ts';
import { acceptRequest, aRequester, deliverRequest, sendRequest } from '../../../../test/requesters.ts';
import { useTestApp } from '../../../../test/use-app.ts';
import { jobTasks } from '../../../modules.ts';
import { fileName } from '../../media/process-image.ts';

const t = useTestApp({ at: new Date('2026-11-24T08:00:00+02:00') });
const shown = (at: Date) =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'Africa/Johannesburg' }).format(at);
const chat = chatsOf(() => t);
const dayMs = 86_400_000;
const hourMs = 3_600_000;

const look = async (who: TestProfile) => (await t.client(who).call('ownData')).body;
const mailsTo = async (email: string) => (await t.context.mailer.outbox()).filter(({ to }) => to === email);
const close = async (who: TestProfile) => {
  const { credits, earningsCents } = (await look(who)).deletion;
  return t.client(who).call('deleteAccount', { body: { credits, earningsCents } });
};
const runSchedule = async () => {
  const task = jobTasks(t.context).find(({ kind }) => kind.name === 'records.erase-accounts');
  await task?.run({}, { id: '1', attempt: 1 });
  await t.drain();
};
const password = 'correct horse battery';
/** Chooses a password by the mailed link, as a member does who has none. */
async function withPassword(who: TestProfile): Promise<TestProfile> {
  await t.client().call('forgotPassword', { body: { email: who.email } });
  await t.drain();
  const token = /token=([\w-]{43})/.exec((await mailsTo(who.email)).map(({ text }) => text).join())?.[1] ?? '';
  expect((await t.client().call('resetPassword', { body: { token, password } })).status).toBe(204);
  return { ...who, ...(await aSession(t, who.accountId)) };
}

describe('T87: a copy of one’s own data', () => {
  it('is prepared by a job, and saved on the same account for a day', async () => {
    const [member, other] = [await aProfile(t, { lastName: 'Mokoena' }), await aProfile(t, { lastName: 'Pillay' })];
    const asked = await t.client(member).call('askOwnExport');
    expect(asked.body.export).toMatchObject({ state: 'preparing', done: 0, expiresAt: null });
    expect((await t.client(member).request('GET', '/api/account/export/data.zip')).status).toBe(404);
    await t.drain();
    const ready = (await look(member)).export;
    expect(ready).toMatchObject({ state: 'ready', expiresAt: new Date(t.clock.now().getTime() + dayMs).toISOString() });
    expect(ready?.done).toBe(ready?.tables);
    const saved = await t.client(member).request('GET', '/api/account/export/data.zip');
    expect(saved.headers['content-disposition']).toBe('attachment; filename="my-data.zip"');
    expect(saved.bytes).toHaveLength(ready?.byteSize ?? 0);
    const entries = readZip(saved.bytes);
    expect(JSON.parse(String(entries.get('accounts.json')))).toEqual([
      expect.objectContaining({ id: member.accountId, last_name: 'Mokoena' }),
    ]);
    expect((await t.client(other).request('GET', '/api/account/export/data.zip')).status).toBe(404);
    const stored = await t.db
      .selectFrom('data_exports')
      .select('file_sealed')
      .where('account_id', '=', member.accountId)
      .executeTakeFirst();
    expect(stored?.file_sealed?.includes(Buffer.from('accounts.json'))).toBe(false);
    expect((await mailsTo(member.email)).map(({ subject }) => subject)).toEqual(['Your copy is ready']);

    t.clock.advance(dayMs + 1);
    Object.assign(member, await aSession(t, member.accountId));
    expect((await t.client(member).request('GET', '/api/account/export/data.zip')).status).toBe(404);
    expect((await look(member)).export).toBeNull();
    await jobTasks(t.context)
      .find(({ kind }) => kind.name === 'records.sweep-exports')
      ?.run({}, { id: '1', attempt: 1 });
    expect(
      await t.db.selectFrom('data_exports').select('id').where('account_id', '=', member.accountId).execute(),
    ).toEqual([]);
  });

  it('is asked for once a day, also by two tabs at once', async () => {
    const member = await aProfile(t);
    const answers = await Promise.all([t.client(member).call('askOwnExport'), t.client(member).call('askOwnExport')]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 429]);
    await t.drain();
    t.clock.advance(dayMs);
    Object.assign(member, await aSession(t, member.accountId));
    expect((await t.client(member).call('askOwnExport')).status).toBe(200);
  });

  it('is open before the age check, and to no one without a fresh proof of the person', async () => {
    const member = await aProfile(t, { verified: false });
    const bare = { ...member, ...(await aSession(t, member.accountId, { proven: false })) };
    expect((await t.client(bare).call('askOwnExport')).error?.code).toBe('STEP_UP_REQUIRED');
    expect((await t.client(member).call('askOwnExport')).status).toBe(200);
  });
});

describe('T86: deleting one’s account', () => {
  it('closes it at once: hidden, signed out, and the way back is mailed', async () => {
    const [member, viewer] = [await aCreator(t), await aProfile(t)];
    const { contentId } = await aFreePicture(t, { creator: member });
    const closed = await close(member);
    expect(closed.body).toEqual({ eraseAt: new Date(t.clock.now().getTime() + 30 * dayMs).toISOString() });
    expect((await t.client(member).call('currentUser')).status).toBe(401);
    expect((await t.client(viewer).call('getContent', { params: { id: contentId } })).status).toBe(404);
    expect((await t.client(viewer).call('getProfile', { params: { id: member.profileId } })).status).toBe(404);
    expect(await t.db.selectFrom('sessions').select('id').where('account_id', '=', member.accountId).execute()).toEqual(
      [],
    );
    expect((await mailsTo(member.email))[0]?.text).toContain(shown(new Date(t.clock.now().getTime() + 30 * dayMs)));
  });

  it('waits for what is in escrow, open payouts, debts and shows, and says which', async () => {
    const creator = await aCreator(t);
    const fan = await aRequester(t, { bought: 500 });
    await sendRequest(t, fan, creator);
    expect((await look(fan)).deletion.obstacles).toEqual([{ kind: 'escrow', count: 1, until: null }]);
    expect((await look(creator)).deletion.obstacles).toEqual([{ kind: 'escrow', count: 1, until: null }]);
    expect((await close(fan)).error).toMatchObject({ code: 'CONFLICT', details: { obstacle: 'escrow' } });
    const staff = await aProfile(t, { role: 'moderator' });
    expect((await look(staff)).deletion.obstacles).toEqual([{ kind: 'staff', count: 1, until: null }]);
  });

  it('gives up no balance that the member did not see', async () => {
    const member = await aProfile(t);
    await giveCredits(t, member.accountId, 70);
    const body = { credits: 0, earningsCents: 0 };
    expect((await t.client(member).call('deleteAccount', { body })).error?.code).toBe('PRICE_CHANGED');
    expect((await look(member)).deletion).toMatchObject({ credits: 70, earningsCents: 0, obstacles: [] });
    expect((await close(member)).status).toBe(200);
  });

  it('offers to come back at the next sign-in, and restores everything', async () => {
    const member = await withPassword(await aProfile(t));
    await close(member);
    const browser = t.client();
    const body = { email: member.email, password };
    const { body: answer } = await browser.call('login', { body });
    expect(answer).toMatchObject({ user: null, secondStep: null, leaving: { eraseAt: expect.any(String) } });
    expect((await browser.call('currentUser')).status).toBe(401);
    expect((await browser.call('leavingAccount')).body).toEqual({ eraseAt: answer.leaving?.eraseAt });
    expect((await t.client().call('comeBack')).error?.code).toBe('SIGN_IN_EXPIRED');
    expect((await browser.call('comeBack')).body.user).toMatchObject({ firstName: 'Thandi' });
    expect((await browser.call('currentUser')).body.email).toBe(member.email);
    expect((await browser.call('comeBack')).error?.code).toBe('SIGN_IN_EXPIRED');
    t.clock.advance(31 * dayMs);
    await runSchedule();
    expect((await t.client().call('login', { body })).body.user).toMatchObject({ firstName: 'Thandi' });
  });

  it('shows the page and its items again to others after the way back, and not before', async () => {
    const [member, viewer] = [await withPassword(await aCreator(t)), await aProfile(t)];
    const { contentId } = await aFreePicture(t, { creator: member });
    const seen = async () => [
      (await t.client(viewer).call('getContent', { params: { id: contentId } })).status,
      (await t.client(viewer).call('getProfile', { params: { id: member.profileId } })).status,
    ];
    expect(await seen()).toEqual([200, 200]);
    await close(member);
    // What staff do before the erasure does not bring the page back.
    await t.context.identity.suspend(t.db, member.accountId, 'Fake profile');
    await t.context.identity.unsuspend(t.db, member.accountId);
    expect(await seen()).toEqual([404, 404]);
    const browser = t.client();
    await browser.call('login', { body: { email: member.email, password } });
    await browser.call('comeBack');
    expect(await seen()).toEqual([200, 200]);
    expect((await mailsTo(member.email))[0]?.subject).toBe('Your account is open again');
  });

  it('takes the member out of charges and work, and writes no notice for them', async () => {
    const [member, other] = [await aCreator(t), await aProfile(t)];
    const { contentId } = await aFreePicture(t, { creator: member });
    await t.client(other).call('toggleLike', { params: { id: contentId } });
    await close(member);
    expect([...(await t.context.identity.listBarred(t.db, [member.accountId, other.accountId]))]).toEqual([
      member.accountId,
    ]);
    t.clock.advance(hourMs);
    await t.drain();
    const written = await t.db
      .selectFrom('notifications')
      .select('kind')
      .where('account_id', '=', member.accountId)
      .execute();
    expect(written).toEqual([]);
  });

  it('opens the way back for ten minutes and not after thirty days', async () => {
    const member = await withPassword(await aProfile(t));
    await close(member);
    const browser = t.client();
    await browser.call('login', { body: { email: member.email, password } });
    t.clock.advance(11 * 60_000);
    expect((await browser.call('comeBack')).error?.code).toBe('SIGN_IN_EXPIRED');
    t.clock.advance(30 * dayMs);
    expect((await t.client().call('login', { body: { email: member.email, password } })).error?.code).toBe(
      'INVALID_CREDENTIALS',
    );
  });

  it('erases after thirty days, frees the address, and sends one receipt', async () => {
    const member = await aProfile(t, { displayName: 'Nomsa of the sea', bio: 'I walk by the harbour' });
    const askedAt = t.clock.now();
    await close(member);
    t.clock.advance(30 * dayMs - hourMs);
    await runSchedule();
    expect((await t.context.identity.getAccount(t.db, member.accountId)).email).toBe(member.email);
    t.clock.advance(2 * hourMs);
    await runSchedule();
    await runSchedule();
    const account = await t.context.identity.getAccount(t.db, member.accountId);
    expect(account).toMatchObject({
      email: `erased-${member.accountId}@erased.invalid`,
      firstName: 'Erased',
      holdsEmail: false,
    });
    const mails = await mailsTo(member.email);
    expect(mails.map(({ subject }) => subject)).toEqual(['Your account was erased']);
    expect(mails[0]?.text).toContain(`You asked on ${shown(askedAt)}`);
    const log = await t.db
      .selectFrom('audit_log')
      .select('action')
      .where('target_id', '=', member.accountId)
      .orderBy('number')
      .execute();
    expect(log.map(({ action }) => action)).toEqual(['account.closed_by_member', 'account.erased']);
    expect(await t.context.identity.findHolderId(t.db, member.email)).toBeUndefined();
  });

  it('goes on after a process was killed between two steps, and still sends one receipt', async () => {
    const member = await aProfile(t);
    const other = await aProfile(t);
    await t.client(member).call('toggleFollow', { params: { id: (await aCreator(t)).profileId } });
    await t.client(member).call('blockProfile', { params: { id: other.profileId } });
    await close(member);
    t.clock.advance(31 * dayMs);
    await sql`create function fail_once() returns trigger language plpgsql as $$ begin raise exception 'killed'; end $$`.execute(
      t.db,
    );
    await sql`create trigger fail_here before delete on follows for each row execute function fail_once()`.execute(
      t.db,
    );
    const task = jobTasks(t.context).find(({ kind }) => kind.name === 'records.erase-account');
    await expect(task?.run({ accountId: member.accountId }, { id: '1', attempt: 1 })).rejects.toThrow('killed');
    const half = await t.db
      .selectFrom('account_erasures')
      .selectAll()
      .where('account_id', '=', member.accountId)
      .executeTakeFirstOrThrow();
    expect([half.ended_at, half.removed > 0]).toEqual([null, true]);
    expect((await mailsTo(member.email)).map(({ subject }) => subject)).toEqual(['Your account is closed']);
    await sql`drop trigger fail_here on follows`.execute(t.db);
    await runSchedule();
    const whole = await t.db
      .selectFrom('account_erasures')
      .selectAll()
      .where('account_id', '=', member.accountId)
      .executeTakeFirstOrThrow();
    expect(whole.ended_at).not.toBeNull();
    expect((await mailsTo(member.email)).map(({ subject }) => subject)).toEqual(['Your account was erased']);
  });

  it('T126: waits under a legal hold and notifies no one, then erases', async () => {
    const member = await aProfile(t);
    const admins = [await anAccount(t, { role: 'admin' }), await anAccount(t, { role: 'admin' })];
    await t.client(admins[0]).call('placeLegalHold', {
      body: {
        ...{ subjectType: 'account', subject: member.accountId, authority: 'police', reference: 'CAS 1/11/2026' },
        ...{ reason: 'A request of the police', until: '2027-12-30' },
      },
    });
    const hold = await t.db
      .selectFrom('legal_holds')
      .select('id')
      .where('subject_id', '=', member.accountId)
      .executeTakeFirst();
    if (!hold) throw new Error('no hold');
    await t.client(admins[1]).call('confirmLegalHold', { params: { id: hold.id }, body: { confirmed: true } });
    expect((await look(member)).deletion.obstacles).toEqual([]);
    expect((await close(member)).status).toBe(200);
    t.clock.advance(31 * dayMs);
    await runSchedule();
    expect((await t.context.identity.getAccount(t.db, member.accountId)).email).toBe(member.email);
    await t.db
      .updateTable('legal_holds')
      .set({ ended_at: t.clock.now(), ended_by: admins[0]?.accountId })
      .where('id', '=', hold.id)
      .execute();
    await runSchedule();
    expect((await t.context.identity.getAccount(t.db, member.accountId)).firstName).toBe('Erased');
  });

  it('lets nothing of the ledger change but the words about an erased member', async () => {
    const member = await aProfile(t);
    await giveCredits(t, member.accountId, 10);
    await expect(
      sql`update ledger_transfers set description = 'Erased' where owner_id = ${member.accountId}`.execute(t.db),
    ).rejects.toThrow('append-only');
    await close(member);
    t.clock.advance(31 * dayMs);
    await runSchedule();
    const rows = await t.db
      .selectFrom('ledger_transfers')
      .select(['description', 'amount'])
      .where('owner_id', '=', member.accountId)
      .where('leg', '=', 1)
      .execute();
    expect(rows.map(({ description }) => description)).toEqual(['Erased']);
    await expect(
      sql`update ledger_transfers set amount = amount + 1 where owner_id = ${member.accountId}`.execute(t.db),
    ).rejects.toThrow('append-only');
    await expect(
      sql`update ledger_transfers set description = 'Other' where owner_id = ${member.accountId}`.execute(t.db),
    ).rejects.toThrow('append-only');
  });

  it('leaves of files that were delivered for a request the rows that the request names, and no bytes', async () => {
    const [creator, fan] = [await aCreator(t), await aRequester(t, { bought: 500 })];
    const request = await sendRequest(t, fan, creator);
    await acceptRequest(t, creator, request);
    await deliverRequest(t, creator, request, 2);
    const files = () => t.db.selectFrom('media').selectAll().where('owner_id', '=', creator.accountId).execute();
    const before = await files();
    const stored = async () => {
      const { stat } = t.context.media.storage;
      const found = before.map(({ storage_key: folder, widths }) =>
        stat(`${folder}/${fileName(widths[0] ?? 0, 'webp')}`),
      );
      return (await Promise.all(found)).filter((file) => file !== undefined).length;
    };
    expect(await stored()).toBe(2);
    await close(creator);
    t.clock.advance(31 * dayMs);
    await runSchedule();
    expect(await stored()).toBe(0);
    const erased = { state: 'blocked', sha256: null, tints: [], widths: [] };
    expect(await files()).toMatchObject([erased, erased]);
  });

  it('keeps the pictures of a report until its rule ends, then deletes them too', async () => {
    const { creator, fan } = await chat.aPair();
    const mediaId = await aReadyFile(t, creator);
    await chat.write(creator, fan, 'Look', { mediaId });
    const [message] = (await chat.read(fan, creator)).body.items;
    const body = { targetType: 'message', targetId: message?.id, reason: 'spam' };
    expect((await t.client(fan).call('report', { body })).status).toBe(201);
    const count = async () =>
      (await t.db.selectFrom('media').select('id').where('owner_id', '=', creator.accountId).execute()).length;
    // What the fan had paid for is over.
    await t.db.updateTable('subscriptions').set({ paid_until: t.clock.now() }).execute();
    expect((await close(creator)).status).toBe(200);
    t.clock.advance(31 * dayMs);
    await runSchedule();
    // The report is open: nothing is erased before it is decided.
    expect((await t.context.identity.getAccount(t.db, creator.accountId)).firstName).not.toBe('Erased');
    await t.db
      .updateTable('reports')
      .set({ state: 'dismissed', outcome: 'Nothing wrong', decided_at: t.clock.now() })
      .execute();
    await runSchedule();
    expect((await t.context.identity.getAccount(t.db, creator.accountId)).firstName).toBe('Erased');
    expect(await count()).toBe(1);
    t.clock.advance(91 * dayMs);
    await t.context.records.retention.enforce();
    await runSchedule();
    expect(await count()).toBe(0);
  });
});
