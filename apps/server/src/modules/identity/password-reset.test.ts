import { describe, expect, it } from 'vitest';
import { useTestApp } from '../../../test/use-app.ts';

const t = useTestApp({ config: { publicUrl: 'https://vlam.example' } });

let made = 0;
async function registerMember() {
  made += 1;
  const email = `r${made}@people.test`;
  await t.context.identity.createAccount(t.db, {
    email,
    password: 'the-old-password',
    firstName: 'Pieter',
    lastName: 'Nel',
    ageVerified: true,
  });
  return email;
}
const mailTo = async (email: string) => (await t.context.mailer.outbox()).filter((mail) => mail.to === email);
/** Calls the operation and runs the job that mails. */
async function forgotten(email: string) {
  const answer = await t.client().call('forgotPassword', { body: { email } });
  await t.drain();
  return answer;
}
const tokenFor = async (email: string) => {
  await forgotten(email);
  return /token=([\w-]{43})$/m.exec((await mailTo(email))[0]?.text ?? '')?.[1] ?? '';
};
const reset = (token: string, password = 'the-new-password') =>
  t.client().call('resetPassword', { body: { token, password } });

describe('T09: a forgotten password', () => {
  it('gets the same response for a known and an unknown address', async () => {
    const email = await registerMember();
    const [known, unknown] = [await forgotten(email), await forgotten('nobody@people.test')];
    expect(known.status).toBe(202);
    expect([unknown.status, unknown.text]).toEqual([known.status, known.text]);
    expect(await mailTo('nobody@people.test')).toEqual([]);
    expect(await mailTo(email)).toHaveLength(1);
  });

  it('is replaced through the mailed link: sessions end, the old password stops working and a mail confirms it', async () => {
    const email = await registerMember();
    const client = t.client();
    await client.call('login', { body: { email, password: 'the-old-password' } });
    const token = await tokenFor(email);
    expect((await reset(token)).status).toBe(204);
    expect((await client.call('currentUser')).status).toBe(401);
    expect((await client.call('login', { body: { email, password: 'the-old-password' } })).status).toBe(401);
    expect((await client.call('login', { body: { email, password: 'the-new-password' } })).status).toBe(200);
    expect((await client.call('currentUser')).body.emailVerified).toBe(true);
    expect((await mailTo(email))[0]?.subject).toBe('Your Vlam password was changed');
  });

  it('20 concurrent uses of a link: one succeeds, the others report it as used', async () => {
    const email = await registerMember();
    const token = await tokenFor(email);
    const uses = await Promise.all(Array.from({ length: 20 }, (_, index) => reset(token, `new-password-${index}`)));
    expect(uses.filter((answer) => answer.status === 204)).toHaveLength(1);
    for (const { error } of uses.filter((answer) => answer.status !== 204))
      expect(error).toMatchObject({ code: 'LINK_EXPIRED', message: 'This link has expired or was used before' });
  });

  it('using a link invalidates older ones', async () => {
    const email = await registerMember();
    const older = await tokenFor(email);
    const newer = await tokenFor(email);
    expect(newer).not.toBe(older);
    expect((await reset(newer)).status).toBe(204);
    expect((await reset(older)).status).toBe(410);
  });

  it('the link is valid for 15 minutes, which its mail states', async () => {
    const email = await registerMember();
    const token = await tokenFor(email);
    expect((await mailTo(email))[0]?.text).toContain('within 15 minutes');
    t.clock.advance(15 * 60_000);
    expect((await reset(token)).status).toBe(410);
  });

  it("takes the link's host from the configuration, whatever the request says", async () => {
    const email = await registerMember();
    await t.client().call('forgotPassword', {
      body: { email },
      headers: { host: 'evil.test', 'x-forwarded-host': 'evil.test', forwarded: 'host=evil.test' },
    });
    await t.drain();
    const [mail] = await mailTo(email);
    expect(mail?.text).toContain('https://vlam.example/reset-password?token=');
    expect(mail?.text).not.toContain('evil.test');
  });

  it('puts the token in no response and no readable column', async () => {
    const email = await registerMember();
    const answer = await forgotten(email);
    const token = /token=([\w-]{43})$/m.exec((await mailTo(email))[0]?.text ?? '')?.[1] ?? '?';
    expect(answer.text + JSON.stringify(answer.headers)).not.toContain(token);
    const hex = Buffer.from(token).toString('hex');
    for (const table of ['password_resets', 'outgoing_mail']) {
      const { rows } = await t.database.pool.query<{ dump: string }>(`select r::text as dump from ${table} r`);
      for (const { dump } of rows) {
        expect(dump).not.toContain(token);
        expect(dump).not.toContain(hex);
      }
    }
  });

  it('sends at most three mails an address, with unchanged responses', async () => {
    const email = await registerMember();
    const answers = [];
    for (let index = 0; index < 5; index += 1) answers.push(await forgotten(email));
    expect(new Set(answers.map((answer) => answer.status + answer.text)).size).toBe(1);
    expect(await mailTo(email)).toHaveLength(3);
  });

  it('refuses a common or short new password without consuming the link', async () => {
    const email = await registerMember();
    const token = await tokenFor(email);
    expect((await reset(token, 'iloveyou1')).error?.message).toBe(
      'This password is on the list of common passwords. Please choose another',
    );
    expect((await reset(token, 'short')).error?.message).toBe('Password must be at least 8 characters');
    expect((await reset(token)).status).toBe(204);
  });

  it('treats an invented token as an expired link', async () => {
    expect((await reset('A'.repeat(43))).error?.code).toBe('LINK_EXPIRED');
    expect((await reset('short')).status).toBe(400);
  });
});
