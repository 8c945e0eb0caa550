import type { PoolClient } from 'pg';
import { describe, expect, it } from 'vitest';
import { startTestApp, type TestClient } from '../../../test/app.ts';
import { createAuthenticator } from '../../../test/authenticator.ts';
import { addPasskey, challengeOf, optionsOf, origin, signIn } from '../../../test/passkeys.ts';
import { aPasswordMember, enterPassword, factorPassword } from '../../../test/second-factors.ts';
import { useTestApp } from '../../../test/use-app.ts';

const t = useTestApp({ config: { publicUrl: origin } });

describe('T14 T15: signing in with a passkey alone', () => {
  const begin = async (client = t.client()) => {
    const { body, headers } = await client.call('passkeyOnlyOptions');
    return { client, options: body, cookie: String(headers['set-cookie']) };
  };
  type Get = ReturnType<typeof createAuthenticator>['get'];
  const finish = (client: TestClient, assertion: ReturnType<Get>, userHandle: string) =>
    client.call('passkeyOnlySignIn', { body: { assertion: { ...assertion, userHandle } } });
  async function aPasskeyMember() {
    const member = await aPasswordMember(t);
    const userHandle = (await optionsOf(member.client)).user.id;
    return { ...member, userHandle, ...(await addPasskey(member.client)) };
  }
  type PasskeyMember = Awaited<ReturnType<typeof aPasskeyMember>>;
  /** Another passkey, after a proof with the one there is. */
  async function addPasskeyAfterProof({ client, authenticator }: PasskeyMember) {
    const challenge = (await client.call('stepUpOptions')).body.passkey?.challenge ?? '';
    await client.call('stepUp', { body: { assertion: authenticator.get({ challenge, origin }) } });
    return addPasskey(client, createAuthenticator(), 'Another phone');
  }
  async function resetPassword(email: string, password: string): Promise<void> {
    await t.client().call('forgotPassword', { body: { email } });
    await t.drain();
    const mails = (await t.context.mailer.outbox()).filter(({ to }) => to === email);
    const token = mails.map(({ text }) => /reset-password\?token=([\w-]{43})$/m.exec(text)?.[1]).find(Boolean) ?? '';
    expect((await t.client().call('resetPassword', { body: { token, password } })).status).toBe(204);
  }
  const isIn = async (client: TestClient) => (await client.call('currentUser')).status === 200;

  it('needs no address and no second step; the session is new and proven, and the owner is notified', async () => {
    const member = await aPasskeyMember();
    t.clock.advance(2 * 60_000);
    const { client, options, cookie } = await begin();
    expect(options).toMatchObject({ allowCredentials: [], userVerification: 'required', rpId: 'vlam.example' });
    expect(cookie).toMatch(/vlam-passkey=[\w-]{43}; Max-Age=300; .*HttpOnly; .*SameSite=Strict/);
    const answer = await finish(
      client,
      member.authenticator.get({ challenge: options.challenge, origin }),
      member.userHandle,
    );
    expect(answer.body).toEqual({ user: { id: member.accountId, firstName: 'Lerato' }, secondStep: null });
    expect(await isIn(client)).toBe(true);
    expect((await client.call('renewRecoveryCodes')).status).toBe(200);
    await t.drain();
    const subjects = (await t.context.mailer.outbox())
      .filter(({ to }) => to === member.email)
      .map((mail) => mail.subject);
    expect(subjects.filter((subject) => /new sign-in/i.test(subject))).toHaveLength(1);
  });

  it('asks authenticators for a key that names its account', async () => {
    const { client } = await aPasswordMember(t);
    const { authenticatorSelection } = await optionsOf(client);
    expect(authenticatorSelection).toEqual({ residentKey: 'required', userVerification: 'required' });
  });

  it('refuses a wrong origin, another site, an unverified person, and a key of another account', async () => {
    const member = await aPasskeyMember();
    const other = await aPasskeyMember();
    const { authenticator, userHandle } = member;
    const tries: [string, (challenge: string) => ReturnType<Get>, string][] = [
      [
        'wrong origin',
        (challenge) => authenticator.get({ challenge, origin: 'https://evil.test', rpId: 'vlam.example' }),
        userHandle,
      ],
      ['another site', (challenge) => authenticator.get({ challenge, origin, rpId: 'evil.test' }), userHandle],
      [
        'without user verification',
        (challenge) => authenticator.get({ challenge, origin, verified: false }),
        userHandle,
      ],
      [
        'signed by another account',
        (challenge) => ({ ...other.authenticator.get({ challenge, origin }), id: authenticator.id }),
        userHandle,
      ],
      ['naming another account', (challenge) => authenticator.get({ challenge, origin }), other.userHandle],
      ['an unknown key', (challenge) => createAuthenticator().get({ challenge, origin }), userHandle],
    ];
    for (const [name, make, handle] of tries) {
      const { client, options } = await begin();
      const answer = await finish(client, make(options.challenge), handle);
      // All get one response, so no one learns which keys are known.
      expect([name, answer.status, answer.error?.message]).toEqual([name, 422, 'Verification failed']);
      expect(await isIn(client)).toBe(false);
      const again = await finish(client, authenticator.get({ challenge: options.challenge, origin }), userHandle);
      expect([name, again.error?.code]).toEqual([name, 'VERIFICATION_FAILED']);
    }
  });

  it('a challenge serves one browser once, for five minutes, and no other ceremony', async () => {
    const member = await aPasskeyMember();
    const { authenticator, userHandle } = member;
    const [one, other, late] = [await begin(), await begin(), await begin()];
    const { challenge } = one.options;
    const stolen = authenticator.get({ challenge, origin });
    expect((await finish(other.client, stolen, userHandle)).error?.code).toBe('VERIFICATION_FAILED');
    expect((await finish(t.client(), stolen, userHandle)).error?.code).toBe('VERIFICATION_FAILED');
    const cookie = one.client.cookie();
    expect((await finish(one.client, stolen, userHandle)).status).toBe(200);
    const replayed = t.client({ cookie });
    expect((await finish(replayed, stolen, userHandle)).error?.code).toBe('VERIFICATION_FAILED');
    expect(await isIn(replayed)).toBe(false);
    t.clock.advance(5 * 60_000);
    const old = authenticator.get({ challenge: late.options.challenge, origin });
    expect((await finish(late.client, old, userHandle)).error?.code).toBe('VERIFICATION_FAILED');

    const waiting = await enterPassword(t, member);
    const ofSecondStep = authenticator.get({ challenge: await challengeOf(waiting), origin });
    const { client } = await begin(waiting);
    expect((await finish(client, ofSecondStep, userHandle)).error?.code).toBe('VERIFICATION_FAILED');
  });

  it('twenty tries at once with one answer: one session', async () => {
    const { authenticator, userHandle } = await aPasskeyMember();
    const { client, options } = await begin();
    const assertion = authenticator.get({ challenge: options.challenge, origin });
    const cookie = client.cookie();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => finish(t.client({ cookie }), assertion, userHandle)),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it('a removed passkey opens nothing', async () => {
    const member = await aPasskeyMember();
    expect((await member.client.call('removePasskey', { params: { id: member.answer.body.id } })).status).toBe(204);
    const { client, options } = await begin();
    const assertion = member.authenticator.get({ challenge: options.challenge, origin });
    expect((await finish(client, assertion, member.userHandle)).error?.code).toBe('VERIFICATION_FAILED');
  });

  it('a suspended account learns the reason, a closed one is offered to come back, an erased one is gone', async () => {
    const member = await aPasskeyMember();
    const enter = async () => {
      const { client, options } = await begin();
      const assertion = member.authenticator.get({ challenge: options.challenge, origin });
      const answer = await finish(client, assertion, member.userHandle);
      expect(await isIn(client)).toBe(false);
      return answer;
    };
    await t.context.identity.suspend(t.db, member.accountId, 'A test of passkeys');
    const suspended = await enter();
    expect([suspended.error?.code, suspended.error?.details?.reason]).toEqual([
      'ACCOUNT_SUSPENDED',
      'A test of passkeys',
    ]);
    await t.context.identity.unsuspend(t.db, member.accountId);
    const eraseAt = new Date(t.clock.now().getTime() + 60_000);
    const leave = { leaving_at: t.clock.now(), erase_at: eraseAt };
    await t.db.updateTable('accounts').set(leave).where('id', '=', member.accountId).execute();
    expect((await enter()).body).toEqual({ user: null, secondStep: null, leaving: { eraseAt: eraseAt.toISOString() } });
    t.clock.advance(60_000);
    expect((await enter()).error?.code).toBe('VERIFICATION_FAILED');
  });

  /** The session that a sign-in by this passkey alone would start. */
  async function enterAlone({ authenticator, userHandle }: Pick<PasskeyMember, 'authenticator' | 'userHandle'>) {
    const { client, options } = await begin();
    const answer = await finish(client, authenticator.get({ challenge: options.challenge, origin }), userHandle);
    return [answer.status, await isIn(client)];
  }
  const [opens, opensNothing] = [
    [200, true],
    [422, false],
  ];

  it('a new password takes the passkeys of the last seven days, until one has followed it at a sign-in', async () => {
    const member = await aPasskeyMember();
    t.clock.advance(6 * 86_400_000);
    const password = 'another-lamp-on-the-pier';
    await resetPassword(member.email, password);
    expect(await enterAlone(member)).toEqual(opensNothing);
    // Nor once the seven days are over, or after one more change.
    t.clock.advance(30 * 86_400_000);
    expect(await enterAlone(member)).toEqual(opensNothing);
    await resetPassword(member.email, password);
    expect(await enterAlone(member)).toEqual(opensNothing);

    const owner = t.client();
    await owner.call('login', { body: { email: member.email, password } });
    const assertion = member.authenticator.get({ challenge: await challengeOf(owner), origin });
    expect((await signIn(owner, assertion)).status).toBe(200);
    expect(await enterAlone(member)).toEqual(opens);
  });

  it('a change of the password in a session does so too; an older passkey is not touched', async () => {
    const member = await aPasskeyMember();
    t.clock.advance(8 * 86_400_000);
    const { authenticator } = await addPasskeyAfterProof(member);
    const young = { ...member, authenticator };
    const body = { current: factorPassword, password: 'another-lamp-on-the-pier' };
    expect((await member.client.call('changePassword', { body })).status).toBe(204);
    expect(await enterAlone(young)).toEqual(opensNothing);
    expect(await enterAlone(member)).toEqual(opens);
  });

  it.each([
    [
      'removed',
      (holder: PoolClient, { answer }: PasskeyMember) =>
        holder.query('delete from passkeys where id = $1', [answer.body.id]),
      'VERIFICATION_FAILED',
    ],
    [
      'suspended',
      (holder: PoolClient, { accountId }: PasskeyMember) =>
        holder.query("update accounts set suspended_at = now(), suspended_reason = 'A test' where id = $1", [
          accountId,
        ]),
      'ACCOUNT_SUSPENDED',
    ],
    [
      'of an account that was erased',
      (holder: PoolClient, { accountId }: PasskeyMember) =>
        holder.query("update accounts set leaving_at = '2020-01-01', erase_at = '2020-01-02' where id = $1", [
          accountId,
        ]),
      'VERIFICATION_FAILED',
    ],
  ] as const)('a passkey that is %s while it signs in opens nothing', async (_, change, code) => {
    const member = await aPasskeyMember();
    const { client, options } = await begin();
    const assertion = member.authenticator.get({ challenge: options.challenge, origin });
    const holder = await t.database.pool.connect();
    await holder.query('begin');
    await holder.query('select from accounts where id = $1 for no key update', [member.accountId]);
    const answering = finish(client, assertion, member.userHandle);
    const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    await expect.poll(async () => (await t.database.pool.query(waiting)).rows.length).toBeGreaterThan(0);
    await change(holder, member);
    await holder.query('commit');
    holder.release();
    expect((await answering).error?.code).toBe(code);
    expect(await isIn(client)).toBe(false);
  });

  it('the mails of a new passkey and of a new browser say that it signs in, and where to remove it', async () => {
    const member = await aPasskeyMember();
    t.clock.advance(2 * 60_000);
    await enterAlone(member);
    await t.drain();
    const mails = (await t.context.mailer.outbox()).filter(({ to }) => to === member.email);
    const textOf = (subject: string) => mails.find((mail) => mail.subject === subject)?.text;
    expect(textOf('How you sign in to Vlam has changed')).toMatch(
      /^A way to sign in was added .* a passkey, which opens it without the password.*choose a new password. It removes what was added .*: https:\/\/vlam\.example\/reset-password\?factor=\d{13}\./s,
    );
    expect(textOf('A new sign-in to your account')).toMatch(
      /A passkey opens your account without the password: remove each one you did not add: https:\/\/vlam\.example\/account\n/,
    );
  });

  it('is not offered where the site’s address is a number', async () => {
    const numbered = await startTestApp({ config: { publicUrl: 'http://127.0.0.1:3000' } });
    expect((await numbered.client().call('passkeyOnlyOptions')).error?.code).toBe('CONFLICT');
    await numbered.close();
  });
});
