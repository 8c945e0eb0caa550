import { beforeEach, describe, expect, it } from 'vitest';
import { anAccount, aProfile, aSession, type TestAccount, type TestProfile } from '../../../../test/factories.ts';
import { readZip } from '../../../../test/read-zip.ts';
import { useTestApp } from '../../../../test/use-app.ts';
import { newId } from '../../../platform/ids.ts';

const t = useTestApp({ at: new Date('2026-11-24T08:00:00+02:00') });
const dayMs = 86_400_000;
let member: TestProfile;
let admin: TestAccount;
beforeEach(async () => {
  member = await aProfile(t);
  admin = await anAccount(t, { role: 'admin', firstName: 'Naledi', lastName: 'Dube' });
});

const ask = (kind = 'access', who: TestAccount = member, text = 'What do you know about me?') =>
  t.client(who).call('requestInformation', { body: { kind, text } });
const own = async (who: TestAccount = member) => (await t.client(who).call('listInformationRequests')).body;
const waiting = async () => (await t.client(admin).call('listInformationCases')).body;
const answer = (id: string, state = 'granted', text = 'Here it is') =>
  t.client(admin).call('answerInformationCase', { params: { id }, body: { state, text } });
const mailsTo = async (email: string) => (await t.context.mailer.outbox()).filter(({ to }) => to === email);
const linkIn = async (email: string) =>
  /personal-information\/([\w-]{43})/.exec((await mailsTo(email)).map(({ text }) => text).join())?.[1] ?? '';
const byLink = (token: string, text?: string) =>
  t.client().call('informationRequestByLink', { body: { token, ...(text ? { text } : {}) } });

describe('a member', () => {
  it('asks, is answered in writing within thirty days, and is notified', async () => {
    const { body, status } = await ask();
    expect([status, body]).toEqual([
      201,
      expect.objectContaining({
        ...{ number: expect.stringMatching(/^PI-2611-\d{4}$/), kind: 'access', state: 'open' },
        dueAt: new Date(t.clock.now().getTime() + 30 * dayMs).toISOString(),
      }),
    ]);
    await t.drain();
    const notices = (await t.client(admin).call('listNotifications')).body.items;
    expect(notices[0]).toMatchObject({ link: '/admin/records/requests' });
    expect((await waiting()).find(({ id }) => id === body.id)?.from).toMatchObject({
      name: 'Thandi Nkosi',
      email: null,
    });
    t.clock.advance(60_000);
    await t.client(admin).call('writeToInformationCase', { params: { id: body.id }, body: { text: 'Which year?' } });
    t.clock.advance(60_000);
    await t.client(member).call('addToInformationRequest', { params: { id: body.id }, body: { text: 'All of them' } });
    t.clock.advance(60_000);
    expect((await answer(body.id)).body).toMatchObject({ state: 'granted', isHeld: false });
    const [read] = await own();
    expect(read?.messages.map(({ by, text, isAnswer }) => [by, text, isAnswer])).toEqual([
      ['you', 'What do you know about me?', false],
      ['staff', 'Which year?', false],
      ['you', 'All of them', false],
      ['staff', 'Here it is', true],
    ]);
    await t.drain();
    expect((await t.client(member).call('listNotifications')).body.items[0]).toMatchObject({
      ...{ kind: 'information_answered', link: '/compliance/personal-information' },
    });
    const late = await t
      .client(member)
      .call('addToInformationRequest', { params: { id: body.id }, body: { text: 'And?' } });
    expect([late.error?.code, (await answer(body.id)).error?.code]).toEqual(['CONFLICT', 'CONFLICT']);
    const log = await t.db
      .selectFrom('audit_log')
      .select('action')
      .where('target_id', '=', body.id)
      .orderBy('number')
      .execute();
    expect(log.map(({ action }) => action)).toEqual(['information.written', 'information.answered']);
    const stored = await t.db
      .selectFrom('information_messages')
      .select('sealed')
      .where('request_id', '=', body.id)
      .execute();
    expect(Buffer.concat(stored.map(({ sealed }) => sealed)).toString('latin1')).not.toContain('know about me');
  });

  it('reads and writes to no case of another', async () => {
    const { body } = await ask();
    const other = await aProfile(t);
    expect(await own(other)).toEqual([]);
    const added = await t
      .client(other)
      .call('addToInformationRequest', { params: { id: body.id }, body: { text: 'Mine?' } });
    expect(added.error?.code).toBe('NOT_FOUND');
  });

  it('has five open requests at most', async () => {
    const answers = await Promise.all(Array.from({ length: 7 }, () => ask('objection')));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 201, 201, 201, 429, 429]);
  });

  const fileOf = (id: string, who: TestAccount) =>
    t.app.inject({
      url: `/api/admin/information-requests/${id}/data.zip`,
      headers: { host: 'vlam.test', cookie: who.cookie, 'sec-fetch-site': 'same-origin' },
    });
  const askFile = (id: string, who: TestAccount) => t.client(who).call('askInformationRelease', { params: { id } });
  const approveFile = (id: string, who: TestAccount) =>
    t.client(who).call('approveInformationRelease', { params: { id } });

  it('T88: gets a file of everything that is stored, which two of staff release for 72 hours, each with a row of the log', async () => {
    const second = await anAccount(t, { role: 'admin', firstName: 'Pieter' });
    const { body } = await ask();
    expect((await fileOf(body.id, admin)).statusCode).toBe(409);
    expect((await approveFile(body.id, second)).error?.code).toBe('CONFLICT');

    const asked = (await askFile(body.id, admin)).body.release;
    expect(asked).toMatchObject({ askedBy: expect.stringContaining('Naledi'), approvedBy: null, openUntil: null });
    expect(asked?.mayApprove).toBe(false);
    expect((await askFile(body.id, second)).error?.code).toBe('CONFLICT');
    expect((await fileOf(body.id, admin)).statusCode).toBe(409);
    expect((await approveFile(body.id, admin)).error?.code).toBe('FORBIDDEN');

    const approved = (await approveFile(body.id, second)).body.release;
    expect(approved).toMatchObject({ approvedBy: expect.stringContaining('Pieter'), mayApprove: false });
    expect((await approveFile(body.id, second)).error?.code).toBe('CONFLICT');
    const file = await fileOf(body.id, admin);
    expect(file.headers['content-disposition']).toBe(`attachment; filename="${body.number}.zip"`);
    const entries = readZip(file.rawPayload);
    expect(JSON.parse(entries.get('accounts.json')?.toString() ?? '')).toEqual([
      expect.objectContaining({ email: member.email }),
    ]);
    expect(entries.get('information_requests.json')?.toString()).not.toContain(admin.accountId);
    expect(entries.get('information_requests.json')?.toString()).not.toContain(second.accountId);
    const rows = await t.db
      .selectFrom('audit_log')
      .select(['action', 'actor_id'])
      .where('target_id', '=', body.id)
      .orderBy('number')
      .execute();
    expect(rows.map(({ action, actor_id }) => [action, actor_id])).toEqual([
      ['information.release_asked', admin.accountId],
      ['information.release_approved', second.accountId],
      ['information.gathered', admin.accountId],
    ]);

    t.clock.advance(72 * 3_600_000);
    const later = await aSession(t, admin.accountId);
    expect((await fileOf(body.id, { ...admin, ...later })).statusCode).toBe(409);
    expect((await askFile(body.id, { ...admin, ...later })).body.release).toMatchObject({ approvedBy: null });
  });

  it('T88: is no one who approves a file about themselves', async () => {
    const concerned = await anAccount(t, { role: 'admin' });
    const { body } = await ask('access', concerned);
    await askFile(body.id, admin);
    expect((await approveFile(body.id, concerned)).error?.code).toBe('FORBIDDEN');
    expect((await fileOf(body.id, concerned)).statusCode).toBe(409);
  });

  it('is not granted a deletion while a legal hold covers the account, and learns no reason', async () => {
    const { body } = await ask('deletion');
    await t.db
      .insertInto('legal_holds')
      .values({
        ...{ id: newId(), number: 'LH-2611-7777', subject_type: 'account', subject_id: member.accountId },
        ...{ authority: 'police', reference: 'CAS 1', reason: 'Preserve', placed_at: t.clock.now() },
        ...{ placed_by: admin.accountId, confirm_by: new Date(t.clock.now().getTime() + dayMs) },
        until: new Date(t.clock.now().getTime() + 90 * dayMs),
      })
      .execute();
    expect((await answer(body.id, 'granted')).error?.code).toBe('CONFLICT');
    expect((await answer(body.id, 'partly')).error?.code).toBe('CONFLICT');
    expect((await t.client(admin).call('openInformationCase', { params: { id: body.id } })).body.isHeld).toBe(true);
    expect(JSON.stringify(await own())).not.toMatch(/hold|held/i);
    expect((await answer(body.id, 'refused', 'The law asks us to keep it')).status).toBe(200);
  });
});

describe('a person without a session', () => {
  it('asks by mail; the time begins when the link is opened, and the answer is read by it', async () => {
    const email = 'lerato@people.test';
    const body = { kind: 'correction', text: 'My name is spelt wrong', email };
    const sent = await t.client().call('requestInformationByMail', { body });
    expect([sent.status, sent.text]).toEqual([204, '']);
    expect((await waiting()).some(({ from }) => from.email === email)).toBe(false);
    t.clock.advance(2 * dayMs);
    Object.assign(admin, await aSession(t, admin.accountId));
    const token = await linkIn(email);
    const opened = await byLink(token);
    expect(opened.body).toMatchObject({ state: 'open', receivedAt: t.clock.now().toISOString() });
    expect((await byLink(token, 'It is Lerato')).body.messages).toHaveLength(2);
    const found = (await waiting()).find(({ from }) => from.email === email);
    expect(found?.from).toEqual({ accountId: null, name: null, email });
    await answer(found?.id ?? '', 'granted', 'It is corrected');
    expect((await byLink(token)).body).toMatchObject({ state: 'granted' });
    expect((await mailsTo(email)).map(({ text }) => text).join()).not.toContain('It is corrected');
    expect((await byLink('x'.repeat(43))).error?.code).toBe('NOT_FOUND');
  });

  it('is answered the same whether the address has an account', async () => {
    const body = { kind: 'access', text: 'What do you know?' };
    const answers = [];
    for (const email of [member.email, 'nobody@people.test'])
      answers.push(await t.client().call('requestInformationByMail', { body: { ...body, email } }));
    expect(answers.map(({ status, text }) => [status, text])).toEqual([
      [204, ''],
      [204, ''],
    ]);
    expect(await own()).toEqual([]);
  });

  it('asks as a suspended member with the password, and not with another', async () => {
    const email = `suspended-${newId()}@people.test`;
    const password = 'a long enough phrase 42';
    const registered = await t
      .client()
      .call('register', { body: { email, password, firstName: 'Sipho', lastName: 'Dlamini' } });
    expect(registered.status).toBe(201);
    const { id } = await t.db.selectFrom('accounts').select('id').where('email', '=', email).executeTakeFirstOrThrow();
    const body = { kind: 'access', text: 'What do you keep?', email };
    const send = (word: string) =>
      t.client().call('requestInformationSuspended', { body: { ...body, password: word } });
    expect((await send(password)).error?.code).toBe('CONFLICT');
    await t.context.identity.suspend(t.db, id, 'Test');
    expect((await send('another phrase 4242')).error?.code).toBe('INVALID_CREDENTIALS');
    expect((await send(password)).body).toEqual({ number: expect.stringMatching(/^PI-2611-\d{4}$/) });
    expect((await waiting()).find(({ from }) => from.accountId === id)).toBeDefined();
    expect((await byLink(await linkIn(email))).body).toMatchObject({ state: 'open', kind: 'access' });
  });
});

it('exports the register without what was written, and shows what is late', async () => {
  const { body } = await ask('objection');
  t.clock.advance(31 * dayMs);
  Object.assign(admin, await aSession(t, admin.accountId));
  const counts = (await t.client(admin).call('recordsWaiting')).body;
  expect(counts.information).toBe((await waiting()).length);
  expect(counts.lateInformation).toBe(
    (await waiting()).filter(({ dueAt }) => dueAt < t.clock.now().toISOString()).length,
  );
  expect(counts.lateInformation).toBeGreaterThan(0);
  const csv = (await t.client(admin).call('exportInformationCases')).text;
  expect(csv).toContain(`"${body.number}","objection","open","Thandi Nkosi"`);
  expect(csv).not.toContain('know about me');
});
