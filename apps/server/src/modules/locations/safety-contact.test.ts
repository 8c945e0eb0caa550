import { beforeEach, describe, expect, it } from 'vitest';
import type { TestResponse } from '../../../test/app.ts';
import { aProfile, type TestProfile } from '../../../test/factories.ts';
import { useTestApp } from '../../../test/use-app.ts';

let who: TestProfile;
let email: string;
let people = 0;
const hour = 3_600_000;
const t = useTestApp({ at: new Date('2031-03-04T18:00:00Z') });
beforeEach(async () => {
  people += 1;
  email = `sister-${people}@family.test`;
  who = await aProfile(t, { firstName: 'Lerato' });
});

const code = ({ error }: TestResponse<unknown>) => error?.code;
const name = (to = email, as = who) => t.client(as).call('setSafetyContact', { body: { name: 'Naledi', email: to } });
const alarm = (as = who, typedAt = t.clock.now().toISOString()) =>
  t.client(as).call('raiseAlarm', { body: { typedAt } });
const own = async (as = who) => (await t.client(as).call('safetyContact')).body.contact;
const mailsTo = async (to: string) => (await t.context.mailer.outbox()).filter((mail) => mail.to === to).reverse();
const subjectsTo = async (to: string) => (await mailsTo(to)).map(({ subject }) => subject);
const linkIn = (text: string) => /\/safety-contact\/([\w-]+)/.exec(text)?.[1] ?? '';
const named = 'Lerato named you as their safety contact';
const alarmed = 'Lerato may need help';

describe('the safety contact', () => {
  it('is notified that they were named, in words of ours, once for each address', async () => {
    expect(await own()).toBeNull();
    expect((await name()).body.contact).toEqual({ name: 'Naledi', email, hasStopped: false, alarmedAt: null });
    await name();
    expect(await subjectsTo(email)).toEqual([named]);
    const [mail] = await mailsTo(email);
    expect(mail?.text).not.toMatch(/Naledi|flame|creator|dating|adult/i);
    await name(`other-${email}`);
    expect(await subjectsTo(`other-${email}`)).toEqual([named]);
  });

  it('is not oneself, and is kept sealed', async () => {
    const { email: mine } = await t.db
      .selectFrom('accounts')
      .select('email')
      .where('id', '=', who.accountId)
      .executeTakeFirstOrThrow();
    expect(code(await name(mine.toUpperCase()))).toBe('VALIDATION_FAILED');
    await name();
    const row = await t.db
      .selectFrom('safety_contacts')
      .selectAll()
      .where('account_id', '=', who.accountId)
      .executeTakeFirstOrThrow();
    expect(row.sealed.toString('latin1')).not.toContain('sister');
  });

  it('is asked by ten members at most', async () => {
    for (let count = 0; count < 10; count += 1) expect((await name(email, await aProfile(t))).status).toBe(200);
    expect(code(await name())).toBe('QUOTA_REACHED');
    expect(await own()).toBeNull();
  });
});

describe('an alarm', () => {
  it('mails the contact when the code was typed, and says the same where there is none', async () => {
    const quiet = await alarm();
    await name();
    t.clock.set(new Date('2031-03-04T20:15:00Z'));
    const notified = await alarm(who, '2031-03-04T19:05:00Z');
    expect([quiet.status, notified.status]).toEqual([204, 204]);
    expect(await subjectsTo(email)).toEqual([named, alarmed]);
    const mail = (await mailsTo(email))[1];
    expect(mail?.text).toContain('2031-03-04 21:05');
    expect(mail?.text).toContain('10111');
    expect((await own())?.alarmedAt).toBe('2031-03-04T20:15:00.000Z');
  });

  it('is one mail an hour, also of two at once', async () => {
    await name();
    await Promise.all([alarm(), alarm(), alarm()]);
    expect(await subjectsTo(email)).toEqual([named, alarmed]);
    t.clock.advance(hour + 1);
    await alarm();
    expect(await subjectsTo(email)).toEqual([named, alarmed, alarmed]);
  });

  it('of a time that a wrong clock gave is dated to now', async () => {
    await name();
    t.clock.set(new Date('2031-03-05T10:00:00Z'));
    await alarm(who, '2036-01-01T00:00:00Z');
    expect((await mailsTo(email))[1]?.text).toContain('2031-03-05 12:00');
    t.clock.advance(hour + 1);
    expect((await alarm(who, 'yesterday')).status).toBe(204);
    expect((await mailsTo(email))[2]?.text).toContain('2031-03-05 13:00');
  });

  it('wears no disguise, which would hide that it is urgent', async () => {
    const contact = await aProfile(t);
    await t.client(contact).call('setAccountCover', { body: { cover: 'notes' } });
    const { email: theirs } = await t.db
      .selectFrom('accounts')
      .select('email')
      .where('id', '=', contact.accountId)
      .executeTakeFirstOrThrow();
    await name(theirs);
    await alarm();
    expect(await subjectsTo(theirs)).toEqual([named, alarmed]);
  });

  it('reaches no one after the contact was removed', async () => {
    await name();
    await t.client(who).call('removeSafetyContact');
    await alarm();
    expect(await subjectsTo(email)).toEqual([named]);
  });
});

describe('the link of the contact', () => {
  const open = (token: string) => t.client().call('sharedSafetyContact', { params: { token } });
  const stop = (token: string) => t.client().call('stopSafetyContact', { params: { token } });
  const tokenTo = async (to = email) => linkIn((await mailsTo(to))[0]?.text ?? '');

  it('says who named them, hidden from search engines, and ends with the naming', async () => {
    await name();
    const token = await tokenTo();
    const answer = await open(token);
    expect(answer.body).toEqual({ firstName: 'Lerato', hasStopped: false });
    expect(answer.headers).toMatchObject({ 'x-robots-tag': 'noindex, nofollow', 'referrer-policy': 'no-referrer' });
    expect(code(await open('A'.repeat(43)))).toBe('NOT_FOUND');
    await name(`other-${email}`);
    expect(code(await open(token))).toBe('NOT_FOUND');
  });

  it('stops all mail to them, and shows it to the member', async () => {
    await name();
    const token = await tokenTo();
    expect((await stop(token)).status).toBe(204);
    expect((await open(token)).body.hasStopped).toBe(true);
    await alarm();
    expect(await subjectsTo(email)).toEqual([named]);
    expect(await own()).toMatchObject({ hasStopped: true, alarmedAt: null });
    expect(code(await name(email, await aProfile(t)))).toBe('VALIDATION_FAILED');
  });
});
