import { beforeEach, describe, expect, it } from 'vitest';
import { anAccount, aProfile, type TestAccount, type TestProfile } from '../../../../test/factories.ts';
import { useTestApp } from '../../../../test/use-app.ts';
import { newId } from '../../../platform/ids.ts';

const t = useTestApp({ at: new Date('2026-11-24T08:00:00+02:00') });
let first: TestAccount;
let second: TestAccount;
let member: TestProfile;
beforeEach(async () => {
  first = await anAccount(t, { role: 'admin', firstName: 'Naledi', lastName: 'Dube' });
  second = await anAccount(t, { role: 'admin' });
  member = await aProfile(t);
});

const facts = () => ({
  title: 'A backup lay open',
  knownAt: t.clock.now().toISOString(),
  happenedOn: '2026-11-20',
  what: 'A copy of the database was readable for two days.',
  data: 'Names and email addresses',
  people: 1_204,
  consequences: 'Mail that pretends to be from us.',
  measures: 'The copy is gone, its keys are new.',
  advice: 'Do not open links in mail that asks for your password.',
});
const record = async (who = first) => (await t.client(who).call('recordBreach', { body: facts() })).body;
const at = (id: string) => ({ params: { id } });
const addAccounts = (id: string, accounts: string[]) =>
  t.client(first).call('addBreachAccounts', { ...at(id), body: { accounts } });
const write = (id: string, text: string, who = first) =>
  t.client(who).call('writeBreachNotice', { ...at(id), body: { text } });
const decide = (id: string, approved: boolean, who = second) =>
  t.client(who).call('decideBreachNotice', { ...at(id), body: { approved } });
const mailsTo = async (email: string) => (await t.context.mailer.outbox()).filter(({ to }) => to === email);

describe('an incident', () => {
  it('has a clock for each step from the moment it was known, and closes when all are done', async () => {
    const { id, number, steps } = await record();
    expect(number).toMatch(/^IN-2611-\d{4}$/);
    expect(steps.map(({ step, dueAt }) => [step, (Date.parse(dueAt) - t.clock.now().getTime()) / 3_600_000])).toEqual([
      ['contain', 1],
      ['evidence', 4],
      ['officer', 4],
      ['assess', 24],
      ['regulator', 72],
      ['people', 72],
      ['partners', 72],
      ['review', 336],
    ]);
    t.clock.advance(5 * 60_000);
    const close = () => t.client(first).call('closeBreach', { ...at(id), body: { note: 'Backups are sealed now' } });
    expect((await close()).error?.code).toBe('CONFLICT');
    for (const { step } of steps)
      expect((await t.client(first).call('markBreachStep', { ...at(id), body: { step } })).status).toBe(200);
    expect((await t.client(second).call('markBreachStep', { ...at(id), body: { step: 'contain' } })).error?.code).toBe(
      'CONFLICT',
    );
    expect((await close()).body).toMatchObject({ closingNote: 'Backups are sealed now' });
    expect((await t.client(first).call('changeBreach', { ...at(id), body: facts() })).error?.code).toBe('CONFLICT');
    const rows = await t.db
      .selectFrom('audit_log')
      .select('action')
      .where('target_id', '=', id)
      .orderBy('number')
      .execute();
    expect(rows.map(({ action }) => action)).toEqual([
      'breach.recorded',
      ...steps.map(() => 'breach.step'),
      'breach.closed',
    ]);
  });

  it('counts what is late', async () => {
    const { id } = await record();
    const [before] = (await t.client(first).call('listBreaches')).body;
    expect(before).toMatchObject({ id, open: 8, late: 0 });
    t.clock.advance(25 * 60 * 60_000);
    const fresh = await anAccount(t, { role: 'admin' });
    const listed = (await t.client(fresh).call('listBreaches')).body.find((each) => each.id === id);
    expect(listed).toMatchObject({ open: 8, late: 4 });
  });

  it('writes the drafts from the facts and says what is missing', async () => {
    const { id } = await record();
    const read = async () => (await t.client(first).call('getBreach', at(id))).body.drafts;
    const fieldOf = (drafts: Awaited<ReturnType<typeof read>>, wanted: string) =>
      drafts.regulator.find(({ label }) => label === wanted)?.text;
    const before = await read();
    expect(fieldOf(before, 'Responsible party')).toBe('[not filled in yet]');
    expect(fieldOf(before, 'Number of data subjects')).toBe('1 204');
    expect(fieldOf(before, 'Date of the compromise')).toBe('20 November 2026');
    expect(fieldOf(before, 'Were data subjects notified')).toBe('Not yet');
    expect(before.people).toContain('What you can do: Do not open links in mail that asks for your password.');
    await t.client(first).call('setOperatorFacts', {
      body: {
        facts: [
          { name: 'companyName', value: 'Umlilo (Pty) Ltd' },
          { name: 'informationOfficerEmail', value: 'privacy@umlilo.example' },
        ],
      },
    });
    await t.client(first).call('markBreachStep', { ...at(id), body: { step: 'people' } });
    const after = await read();
    expect(fieldOf(after, 'Responsible party')).toBe('Umlilo (Pty) Ltd');
    expect(fieldOf(after, 'Were data subjects notified')).toMatch(/^Yes, on 2\d November 2026/);
    expect(after.people).toContain('privacy@umlilo.example');
  });
});

describe('the notice to the people', () => {
  it('is written by one, approved by another, and reaches each account once, in the app and by mail', async () => {
    const { id } = await record();
    expect((await write(id, 'Somebody saw your name and address.')).error?.code).toBe('CONFLICT');
    const added = await addAccounts(id, [member.email.toUpperCase(), member.accountId, 'nobody@people.test', newId()]);
    expect(added.body.breach).toMatchObject({ accounts: 1, notified: 0 });
    expect(added.body.unknown).toHaveLength(2);
    const text = 'Somebody saw your name and address. Change nothing, trust no mail.';
    await write(id, text);
    expect((await write(id, text)).error?.code).toBe('CONFLICT');
    await t.drain();
    expect(await mailsTo(member.email)).toEqual([]);
    expect((await decide(id, true, first)).error?.code).toBe('FORBIDDEN');
    expect((await decide(id, true)).body.notice).toBeNull();
    await t.drain();
    expect((await mailsTo(member.email)).map((mail) => mail.text)).toEqual([text]);
    expect((await t.client(member).call('listNotifications')).body.items).toMatchObject([
      { kind: 'breach', link: '/compliance/personal-information' },
    ]);
    expect((await t.client(member).call('breachNotices')).body).toMatchObject([{ text }]);
    expect((await t.client(await aProfile(t)).call('breachNotices')).body).toEqual([]);
    // An account named later is notified; those notified before are not notified again.
    const later = await aProfile(t);
    await addAccounts(id, [later.accountId, member.accountId]);
    await write(id, text);
    await decide(id, true);
    await t.drain();
    expect([(await mailsTo(later.email)).length, (await mailsTo(member.email)).length]).toEqual([1, 1]);
    expect((await t.client(first).call('getBreach', at(id))).body).toMatchObject({ accounts: 2, notified: 2 });
  });

  it('is not sent when it is rejected', async () => {
    const { id } = await record();
    await addAccounts(id, [member.accountId]);
    await write(id, 'Somebody saw your name and address.');
    await decide(id, false);
    await t.drain();
    expect(await mailsTo(member.email)).toEqual([]);
    expect((await t.client(first).call('getBreach', at(id))).body).toMatchObject({ notified: 0, notice: null });
  });
});
