import { describe, expect, it } from 'vitest';
import { useTestApp } from '../../../test/use-app.ts';

const t = useTestApp({ config: { publicUrl: 'https://vlam.example' } });

let made = 0;
async function signedUp(given?: string) {
  made += 1;
  const email = given ?? `c${made}@people.test`;
  const client = t.client();
  const body = { email, password: 'kudu-and-acacia', firstName: 'Zanele', lastName: 'Khumalo' };
  expect((await client.call('register', { body })).status).toBe(201);
  await t.drain();
  return { client, email };
}
const mailsTo = async (email: string) => (await t.context.mailer.outbox()).filter(({ to }) => to === email);
const tokenIn = (text: string | undefined) => /confirm=([\d]{13}\.[\w-]{43})/.exec(text ?? '')?.[1] ?? '';
const isConfirmed = async (client: Awaited<ReturnType<typeof signedUp>>['client']) =>
  (await client.call('currentUser')).body.emailVerified;

describe('a confirmed address', () => {
  it('is confirmed by the link of the welcome mail, also when opened twice', async () => {
    const { client, email } = await signedUp();
    expect(await isConfirmed(client)).toBe(false);
    const token = tokenIn((await mailsTo(email))[0]?.text);
    for (let time = 0; time < 2; time += 1)
      expect((await client.call('confirmEmail', { body: { token } })).status).toBe(204);
    expect(await isConfirmed(client)).toBe(true);
  });

  it('T91: a link confirms only the account it was mailed for, also when another member opens it', async () => {
    const { email } = await signedUp();
    const token = tokenIn((await mailsTo(email))[0]?.text);
    const other = await signedUp();
    expect((await other.client.call('confirmEmail', { body: { token } })).error?.code).toBe('LINK_EXPIRED');
    expect((await t.client().call('confirmEmail', { body: { token } })).status).toBe(401);
    const forged = `${token.slice(0, 13)}.${'A'.repeat(43)}`;
    expect((await other.client.call('confirmEmail', { body: { token: forged } })).error?.code).toBe('LINK_EXPIRED');
    const later = `9${token.slice(1)}`;
    expect((await other.client.call('confirmEmail', { body: { token: later } })).error?.code).toBe('LINK_EXPIRED');
  });

  it('gets another link on request, valid for seven days', async () => {
    const { client, email } = await signedUp();
    expect((await client.call('sendConfirmation')).status).toBe(204);
    await t.drain();
    const mails = await mailsTo(email);
    expect(mails).toHaveLength(2);
    const token = tokenIn(mails.find(({ subject }) => subject === 'Confirm your address')?.text);
    t.clock.advance(7 * 86_400_000 + 1_000);
    expect([401, 400, 410]).toContain((await client.call('confirmEmail', { body: { token } })).status);
  });

  it('T01: a second account under an address gets the same response and no mail', async () => {
    const { email } = await signedUp();
    const second = await signedUp(email);
    const before = (await mailsTo(email)).length;
    expect((await second.client.call('sendConfirmation')).status).toBe(204);
    await t.drain();
    expect(await mailsTo(email)).toHaveLength(before);
    expect(await isConfirmed(second.client)).toBe(false);
  });
});
