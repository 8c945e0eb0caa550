import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/app.ts';
import { aProfile, type TestProfile } from '../../../test/factories.ts';
import { verbatim } from '../../platform/words.ts';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

const wear = (member: TestProfile, cover: 'notes' | 'weather' | null) =>
  t.client(member).call('setAccountCover', { body: { cover } });
const mailTo = (to: string) =>
  t.db
    .selectFrom('outgoing_mail')
    .select(['subject', 'sender_name'])
    .where('recipient', '=', to)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
/** A mail that the member did not ask for in the app. */
const forgot = async (email: string) => {
  await t.client().call('forgotPassword', { body: { email } });
  await t.drain();
};

describe('the disguise outside the app', () => {
  it('is off at first, belongs to the account, and is the same on every device', async () => {
    const [member, other] = [await aProfile(t), await aProfile(t)];
    expect((await t.client(member).call('accountCover')).body).toEqual({ cover: null });
    expect((await wear(member, 'notes')).body).toEqual({ cover: 'notes' });
    expect((await t.client(member).call('accountCover')).body).toEqual({ cover: 'notes' });
    expect((await t.client(other).call('accountCover')).body).toEqual({ cover: null });
  });

  it('follows a disguise that went on or off on a device, but never against the choice of the member', async () => {
    const member = await aProfile(t);
    const follow = async (cover: 'notes' | 'music' | null) =>
      (await t.client(member).call('setAccountCover', { body: { cover, byDevice: true } })).body.cover;
    expect([await follow('notes'), await follow('music')]).toEqual(['notes', 'music']);
    await forgot(member.email);
    expect(await mailTo(member.email)).toEqual({ subject: 'Music: 1 update', sender_name: 'Music' });
    expect(await follow(null)).toBeNull();
    expect(await follow('notes')).toBe('notes');
    await wear(member, null);
    expect(await follow('notes')).toBeNull();
    await wear(member, 'weather');
    expect(await follow('notes')).toBe('notes');
  });

  it('gives mails its sender and subject, and a beginning that says nothing', async () => {
    const member = await aProfile(t);
    await wear(member, 'weather');
    await forgot(member.email);
    expect(await mailTo(member.email)).toEqual({ subject: 'Weather: 1 update', sender_name: 'Weather' });
    const [mail] = (await t.context.mailer.outbox()).filter(({ to }) => to === member.email);
    expect(mail?.text.slice(0, 110)).not.toMatch(/vlam|password/i);
    expect(mail?.text).toContain('/reset-password?token=');
  });

  it('ends with the choice, and touches no one else', async () => {
    const [member, other] = [await aProfile(t), await aProfile(t)];
    await wear(member, 'notes');
    await forgot(other.email);
    expect(await mailTo(other.email)).toEqual({ subject: 'Choose a new Vlam password', sender_name: null });
    await wear(member, null);
    await forgot(member.email);
    expect(await mailTo(member.email)).toEqual({ subject: 'Choose a new Vlam password', sender_name: null });
  });

  it('never hides a mail that must be read at once', async () => {
    const member = await aProfile(t);
    await wear(member, 'notes');
    await t.context.mailer.queue(t.db, {
      ...{ to: member.email, subject: verbatim('Please check'), text: verbatim('Now'), isUrgent: true },
    });
    expect(await mailTo(member.email)).toEqual({ subject: 'Please check', sender_name: null });
  });

  it('is one of the disguises: free text could pretend to be a bank to the owner of a foreign address', async () => {
    const member = await aProfile(t);
    const refused = await t.client(member).call('setAccountCover', { body: { cover: 'Your Bank' as 'notes' } });
    expect([refused.status, refused.error?.code]).toEqual([400, 'VALIDATION_FAILED']);
  });
});
