import { describe, expect, it } from 'vitest';
import { aProfile } from '../../../test/factories.ts';
import { useTestApp } from '../../../test/use-app.ts';

const t = useTestApp();
const password = 'kudu-and-acacia';
const mailsTo = async (email: string) => {
  const mails = await t.context.mailer.outbox();
  return mails.filter(({ to }) => to === email).map(({ subject, text }) => ({ subject, text }));
};
const languageIn = (cookie: string) => /\blang=(\w+)/.exec(cookie)?.[1];

describe('the language of an account', () => {
  it('is that of its mails, and of no one else', async () => {
    const [member, other] = [await aProfile(t), await aProfile(t)];
    expect((await t.client(member).call('setAccountLanguage', { body: { language: 'zu' } })).body).toEqual({
      language: 'zu',
    });
    for (const { email } of [member, other]) await t.client().call('forgotPassword', { body: { email } });
    await t.drain();
    expect((await mailsTo(member.email))[0]).toMatchObject({ subject: 'Khetha iphasiwedi entsha yaku-Umlilo' });
    expect((await mailsTo(other.email))[0]).toMatchObject({ subject: 'Choose a new Vlam password' });
  });

  it('begins as the one the app was shown in at sign-up, so that the first mail has it', async () => {
    const email = 'welkom@people.test';
    const client = t.client({ cookie: 'lang=af' });
    await client.call('register', { body: { email, password, firstName: 'Sipho', lastName: 'Zulu' } });
    const [mail] = await mailsTo(email);
    expect(mail?.subject).toBe('Welkom by Vlam');
    expect(mail?.text).toContain('Jou rekening is gereed: ');
  });

  it('comes to a device that shows another one, when the member signs in there', async () => {
    const email = 'umlilo@people.test';
    const body = { email, password, firstName: 'Sipho', lastName: 'Zulu' };
    await t.client({ cookie: 'lang=zu' }).call('register', { body });
    const other = t.client({ cookie: 'lang=af' });
    await other.call('login', { body: { email, password } });
    expect(languageIn(other.cookie())).toBe('zu');
  });

  it('stays English where neither was chosen, and is none that the app does not have', async () => {
    const email = 'plain@people.test';
    const client = t.client({ cookie: 'lang=xx' });
    await client.call('register', { body: { email, password, firstName: 'Sipho', lastName: 'Zulu' } });
    expect(languageIn(client.cookie())).toBe('en');
    const refused = await client.call('setAccountLanguage', { body: { language: 'xx' as 'af' } });
    expect([refused.status, refused.error?.code]).toEqual([400, 'VALIDATION_FAILED']);
  });

  it('is that of refusals too, as the app is shown in that browser: sentences and fields, with the same code', async () => {
    const refusedIn = async (language: string) =>
      (await t.client({ cookie: `lang=${language}` }).call('login', { body: { email: 'no@people.test', password } }))
        .error;
    expect(await refusedIn('en')).toMatchObject({ code: 'INVALID_CREDENTIALS', message: 'Invalid credentials' });
    expect(await refusedIn('af')).toMatchObject({ code: 'INVALID_CREDENTIALS', message: 'Verkeerde besonderhede' });
    const body = { email: 'common@people.test', password: 'password1234', firstName: 'Sipho', lastName: 'Zulu' };
    const { error } = await t.client({ cookie: 'lang=af' }).call('register', { body });
    expect(error?.details?.fields).toEqual({ password: expect.stringMatching(/^Hierdie wagwoord is op die lys/) });
  });

  it('a disguised mail begins in it as well', async () => {
    const member = await aProfile(t);
    await t.client(member).call('setAccountLanguage', { body: { language: 'af' } });
    await t.client(member).call('setAccountCover', { body: { cover: 'notes' } });
    await t.client().call('forgotPassword', { body: { email: member.email } });
    await t.drain();
    const [mail] = await mailsTo(member.email);
    expect(mail?.subject).toBe('Notes: 1 bywerking');
    expect(mail?.text).toMatch(/^Daar is iets nuuts vir jou\./);
  });
});
