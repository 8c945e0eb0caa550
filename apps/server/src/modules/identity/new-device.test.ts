import { describe, expect, it } from 'vitest';
import { useTestApp } from '../../../test/use-app.ts';

const t = useTestApp();
const password = 'kudu-and-acacia';
let made = 0;
async function anOldAccount(): Promise<{ id: string; email: string }> {
  made += 1;
  const email = `device${made}@people.test`;
  const id = await t.context.identity.createAccount(t.db, {
    email,
    password,
    firstName: 'Sipho',
    lastName: 'Zulu',
    ageVerified: true,
  });
  t.clock.advance(120_000);
  return { id, email };
}
const mailsTo = async (email: string) => {
  const mails = await t.context.mailer.outbox();
  return mails.filter(({ to, subject }) => to === email && subject === 'A new sign-in to your account');
};

describe('T15: a sign-in from a new browser', () => {
  it('notifies the owner, with the browser, the time in Johannesburg and what to do', async () => {
    const { email } = await anOldAccount();
    await t.client().call('login', { body: { email, password } });
    const [mail, more] = await mailsTo(email);
    expect(more).toBeUndefined();
    expect(mail?.text).toContain('Unknown device');
    expect(mail?.text).toMatch(/at \d{1,2} \w+ \d{4},? (at )?\d{2}:\d{2}/);
    expect(mail?.text).toContain('/account');
  });

  it('notifies once: the same browser is known from then on, and to no other account', async () => {
    const [first, second] = [await anOldAccount(), await anOldAccount()];
    const client = t.client();
    await client.call('login', { body: { email: first.email, password } });
    await client.call('login', { body: { email: first.email, password } });
    expect(await mailsTo(first.email)).toHaveLength(1);
    await client.call('login', { body: { email: second.email, password } });
    expect(await mailsTo(second.email)).toHaveLength(1);
  });

  it('does not notify of the browser that made the account, nor of a wrong password', async () => {
    const email = 'fresh@people.test';
    const body = { email, password, firstName: 'Sipho', lastName: 'Zulu' };
    expect((await t.client().call('register', { body })).status).toBeLessThan(300);
    const { email: old } = await anOldAccount();
    await t.client().call('login', { body: { email: old, password: 'not the password' } });
    expect([...(await mailsTo(email)), ...(await mailsTo(old))]).toEqual([]);
  });

  it('a flood of sign-ins is no flood of mail', async () => {
    const { email } = await anOldAccount();
    for (let at = 0; at < 8; at += 1) await t.client().call('login', { body: { email, password } });
    expect(await mailsTo(email)).toHaveLength(5);
  });

  it('does not notify while the owner, with a proof of their person, has turned that off', async () => {
    const { email } = await anOldAccount();
    const owner = t.client();
    await owner.call('login', { body: { email, password } });
    const set = async (on: boolean) => (await owner.call('setNewDeviceAlert', { body: { on } })).status;
    expect((await owner.call('accountSecurity')).body.notifiesNewDevice).toBe(true);
    expect(await set(false)).toBe(204);
    await t.client().call('login', { body: { email, password } });
    expect([(await owner.call('accountSecurity')).body.notifiesNewDevice, await mailsTo(email)]).toMatchObject([
      false,
      [{ to: email }],
    ]);
    await set(true);
    await t.client().call('login', { body: { email, password } });
    expect(await mailsTo(email)).toHaveLength(2);
    // A proof at sign-in serves for five minutes.
    t.clock.advance(6 * 60_000);
    expect(await set(false)).toBe(403);
    expect((await owner.call('accountSecurity')).body.notifiesNewDevice).toBe(true);
  });

  it('with a second step, notifies after the step and not before', async () => {
    const { email, id } = await anOldAccount();
    await t.db.updateTable('accounts').set({ second_factor_since: t.clock.now() }).where('id', '=', id).execute();
    await t.client().call('login', { body: { email, password } });
    expect(await mailsTo(email)).toEqual([]);
  });
});
