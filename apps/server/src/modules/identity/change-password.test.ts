import { describe, expect, it } from 'vitest';
import { anAccount, aSession } from '../../../test/factories.ts';
import { aPasswordMember, factorPassword } from '../../../test/second-factors.ts';
import { useTestApp } from '../../../test/use-app.ts';

const t = useTestApp();
const chosen = 'three-boats-at-noon';
const signIn = (email: string, password: string) => t.client().call('login', { body: { email, password } });
type Client = ReturnType<typeof t.client>;
const change = (client: Client, current = factorPassword, password = chosen) =>
  client.call('changePassword', { body: { current, password } });

describe('T15: a new password on the account screen', () => {
  it('opens the account, the old one does not; a mail confirms the change', async () => {
    const { client, email } = await aPasswordMember(t);
    expect((await change(client)).status).toBe(204);
    expect((await signIn(email, factorPassword)).error?.code).toBe('INVALID_CREDENTIALS');
    expect((await signIn(email, chosen)).status).toBe(200);
    const mails = (await t.context.mailer.outbox()).filter(({ to }) => to === email);
    expect(mails.map(({ text }) => text)).toEqual([
      expect.stringContaining('Your password was changed just now, and every other device was signed out.'),
    ]);
    expect((await client.call('accountSecurity')).body.passwordChangedAt).toBe(t.clock.now().toISOString());
  });

  it('step-up bypass: is refused without a proof, and with a proof but not the old password', async () => {
    const member = await aPasswordMember(t);
    const unproven = t.client(await aSession(t, member.accountId, { proven: false }));
    expect((await change(unproven)).error?.code).toBe('STEP_UP_REQUIRED');
    expect((await change(member.client, 'a-guess-of-mine')).error?.code).toBe('INVALID_CREDENTIALS');
    expect((await signIn(member.email, factorPassword)).status).toBe(200);
  });

  it('fixation: ends every other session, and copies of the token of this one', async () => {
    const member = await aPasswordMember(t);
    const [other, planted] = [t.client(await aSession(t, member.accountId)), member.client.cookie()];
    expect((await change(member.client)).status).toBe(204);
    expect((await other.call('currentUser')).status).toBe(401);
    expect((await t.client({ cookie: planted }).call('currentUser')).status).toBe(401);
    expect((await member.client.call('currentUser')).status).toBe(200);
  });

  it('race: of two at once with the same old password, one is set', async () => {
    const member = await aPasswordMember(t);
    const clients = [t.client(await aSession(t, member.accountId)), t.client(await aSession(t, member.accountId))];
    const answers = await Promise.all(
      clients.map((client, index) => change(client, factorPassword, `word-${index}-x`)),
    );
    const won = answers.findIndex(({ status }) => status === 204);
    expect(answers.filter(({ status }) => status === 204)).toHaveLength(1);
    expect((await signIn(member.email, `word-${won}-x`)).status).toBe(200);
    expect((await signIn(member.email, `word-${1 - won}-x`)).status).toBe(401);
  });

  it('refuses a common one, and an account that never had one', async () => {
    const member = await aPasswordMember(t);
    expect((await change(member.client, factorPassword, 'iloveyou1')).error?.code).toBe('VALIDATION_FAILED');
    expect((await change(t.client(await anAccount(t)))).error?.code).toBe('CONFLICT');
  });
});
