import { beforeEach, describe, expect, it } from 'vitest';
import { anAccount, aProfile, aSession, type TestAccount, type TestProfile } from '../../../../test/factories.ts';
import { useTestApp } from '../../../../test/use-app.ts';

const t = useTestApp({ at: new Date('2026-11-24T08:00:00+02:00') });
let first: TestAccount;
let second: TestAccount;
let member: TestProfile;
beforeEach(async () => {
  first = await anAccount(t, { role: 'admin', firstName: 'Naledi', lastName: 'Dube' });
  second = await anAccount(t, { role: 'admin' });
  member = await aProfile(t);
});

const dayMs = 86_400_000;
const inDays = (days: number) => new Date(t.clock.now().getTime() + days * dayMs).toISOString().slice(0, 10);
const place = (more: Record<string, unknown> = {}, who = first) =>
  t.client(who).call('placeLegalHold', {
    body: {
      ...{ subjectType: 'account', subject: member.email.toUpperCase(), authority: 'police' },
      ...{ reference: 'CAS 12/11/2026', reason: 'Preserve everything', until: inDays(90), ...more },
    },
  });
const confirm = (id: string, confirmed = true, who = second) =>
  t.client(who).call('confirmLegalHold', { params: { id }, body: { confirmed } });
const change = (id: string, body: Record<string, unknown>, who = first) =>
  t.client(who).call('changeLegalHold', { params: { id }, body: { reason: 'The court says so', ...body } });

describe('a legal hold', () => {
  it('is asked for by one member of staff and confirmed by another', async () => {
    const { body, status } = await place();
    expect([status, body]).toEqual([
      201,
      expect.objectContaining({
        number: expect.stringMatching(/^LH-2611-\d{4}$/),
        subject: { type: 'account', id: member.accountId, name: 'Thandi Nkosi' },
        ...{ state: 'asked', placedBy: 'Naledi Dube', confirmedBy: null, mayConfirm: false },
      }),
    ]);
    expect((await confirm(body.id, true, first)).error?.code).toBe('FORBIDDEN');
    expect((await t.client(second).call('listLegalHolds')).body.find(({ id }) => id === body.id)?.mayConfirm).toBe(
      true,
    );
    expect((await confirm(body.id)).body).toMatchObject({ state: 'confirmed', confirmedBy: 'Thandi Nkosi' });
    expect((await confirm(body.id)).error?.code).toBe('CONFLICT');
  });

  it('waits for another member of staff until it is confirmed', async () => {
    const count = async () => (await t.client(second).call('recordsWaiting')).body.approvals;
    const before = await count();
    const { body } = await place();
    expect(await count()).toBe(before + 1);
    await confirm(body.id);
    expect(await count()).toBe(before);
  });

  it('is not confirmed by the person it is about', async () => {
    const { body } = await place({ subject: second.accountId });
    expect((await confirm(body.id)).error?.code).toBe('FORBIDDEN');
    expect((await confirm(body.id, true, await anAccount(t, { role: 'admin' }))).status).toBe(200);
  });

  it('lapses unconfirmed after three days, and ends when another rejects it', async () => {
    const { body: lapsing } = await place();
    const { body: rejected } = await place();
    expect((await confirm(rejected.id, false)).body.state).toBe('ended');
    t.clock.advance(3 * dayMs + 1);
    for (const who of [first, second]) Object.assign(who, await aSession(t, who.accountId));
    expect((await confirm(lapsing.id)).error?.code).toBe('CONFLICT');
    const { body } = await t.client(first).call('listLegalHolds');
    expect(body.find(({ id }) => id === lapsing.id)?.state).toBe('lapsed');
  });

  it('is renewed and ended by two as well', async () => {
    const { body } = await place();
    expect((await change(body.id, { action: 'end' })).error?.code).toBe('CONFLICT');
    await confirm(body.id);
    expect((await change(body.id, { action: 'renew', until: inDays(30) })).error?.code).toBe('VALIDATION_FAILED');
    await change(body.id, { action: 'renew', until: inDays(180) });
    expect((await confirm(body.id, true, first)).error?.code).toBe('FORBIDDEN');
    const renewed = await confirm(body.id);
    expect([renewed.body.until.slice(0, 10), renewed.body.change]).toEqual([inDays(180), null]);
    await change(body.id, { action: 'end' }, second);
    expect((await confirm(body.id, true, first)).body.state).toBe('ended');
    const rows = await t.db
      .selectFrom('audit_log')
      .select('action')
      .where('target_id', '=', body.id)
      .orderBy('number')
      .execute();
    expect(rows.map(({ action }) => action)).toEqual(
      ['placed', 'place_confirmed', 'renew_asked', 'renew_confirmed', 'end_asked', 'end_confirmed'].map(
        (act) => `hold.${act}`,
      ),
    );
  });

  it('is refused for what is not there, for a day that is over, and for more than a year', async () => {
    expect((await place({ subject: 'nobody@people.test' })).error?.code).toBe('NOT_FOUND');
    expect((await place({ requestNumber: 'AR-2611-9999' })).error?.code).toBe('NOT_FOUND');
    for (const until of [inDays(-1), inDays(400), '2026-99-99'])
      expect((await place({ until })).error?.code).toBe('VALIDATION_FAILED');
  });

  it('shows its member nothing: not on any screen, not in the log of their account', async () => {
    const moderator = await anAccount(t, { role: 'moderator' });
    const screens = async () => {
      const client = t.client(member);
      const seen = await Promise.all([
        client.call('currentUser'),
        client.call('ownDecisions'),
        client.call('listNotifications'),
        client.call('takedownStatements'),
        client.call('listSessions'),
        client.call('ownProfile'),
        t.client(moderator).call('adminMember', { params: { id: member.accountId } }),
        t.client(moderator).call('adminMemberHistory', { params: { id: member.accountId } }),
      ]);
      return seen.map(({ status, body }) => [status, body]);
    };
    const before = await screens();
    const { body } = await place();
    await confirm(body.id);
    await t.drain();
    expect(await screens()).toEqual(before);
  });
});

describe('a request of an authority', () => {
  it.each(['0004-01-90', '2026-02-30', '2026-13-01'])('refuses %s as the day it is due', async (dueOn) => {
    const { status, body } = await t.client(first).call('recordAuthorityRequest', {
      body: { authority: 'police', demand: 'preserve', reference: 'CAS 1', summary: 'Preserve', dueOn },
    });
    expect([status, body]).toMatchObject([400, { details: { fields: { dueOn: 'Please enter a date' } } }]);
  });

  it('is recorded with its number and answered once', async () => {
    const recorded = await t.client(first).call('recordAuthorityRequest', {
      body: {
        ...{ authority: 'film_board', demand: 'disclose', reference: 'FPB 77', summary: 'Who published this' },
        dueOn: inDays(7),
      },
    });
    expect(recorded.body).toMatchObject({
      number: expect.stringMatching(/^AR-2611-\d{4}$/),
      state: 'open',
      answer: null,
    });
    const answer = () =>
      t.client(second).call('answerAuthorityRequest', {
        params: { id: recorded.body.id },
        body: { state: 'refused', answer: 'No order was shown' },
      });
    expect((await answer()).body).toMatchObject({ state: 'refused', answer: 'No order was shown' });
    expect((await answer()).error?.code).toBe('CONFLICT');
    const hold = await place({ requestNumber: recorded.body.number });
    expect(hold.body.requestNumber).toBe(recorded.body.number);
  });
});
