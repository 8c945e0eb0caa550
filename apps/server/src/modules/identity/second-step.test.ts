import { operations } from '@vlam/contract';
import { pathOf } from '@vlam/contract/client';
import type { Operation } from '@vlam/contract/operation';
import type { PoolClient } from 'pg';
import { describe, expect, it } from 'vitest';
import { codeAt } from '../../../test/authenticator.ts';
import { addPasskey, challengeOf, origin, signIn } from '../../../test/passkeys.ts';
import { aPasswordMember, aProtectedMember, enterPassword, factorPassword } from '../../../test/second-factors.ts';
import { useTestApp } from '../../../test/use-app.ts';
import { newId } from '../../platform/ids.ts';

const t = useTestApp({ config: { publicUrl: 'https://vlam.example', secureCookies: true } });
const minute = 60_000;
const finish = (client: ReturnType<typeof t.client>, code: string) => client.call('finishSignIn', { body: { code } });
const mailsTo = async (email: string) => (await t.context.mailer.outbox()).filter(({ to }) => to === email);

/** The answer to a request that waits for the account while `change` happens to it. */
async function whileLocked<Answer>(
  { accountId }: { accountId: string },
  request: () => Promise<Answer>,
  change: (holder: PoolClient) => Promise<unknown>,
): Promise<Answer> {
  const holder = await t.database.pool.connect();
  await holder.query('begin');
  await holder.query('select from accounts where id = $1 for no key update', [accountId]);
  const answering = request();
  const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  await expect.poll(async () => (await t.database.pool.query(waiting)).rows.length).toBeGreaterThan(0);
  await change(holder);
  await holder.query('commit');
  holder.release();
  return answering;
}

describe('T14 ASVS 6.3.3: the second step of a sign-in', () => {
  it('comes after the right password: until it is taken there is no session, and then one with a proof', async () => {
    const member = await aProtectedMember(t);
    const client = t.client();
    const { body, headers } = await client.call('login', { body: { email: member.email, password: factorPassword } });
    expect(body).toEqual({ user: null, secondStep: { methods: ['code'] } });
    expect(String(headers['set-cookie'])).toMatch(
      /^__Host-vlam-second-step=[\w-]{43}; .*HttpOnly; Secure; SameSite=Lax/,
    );
    expect((await client.call('currentUser')).status).toBe(401);
    expect((await client.call('secondStep')).body.secondStep).toEqual({ methods: ['code'] });
    const finished = await finish(client, codeAt(member.secret, t.clock.now()));
    expect(finished.body).toMatchObject({ user: { id: member.accountId }, secondStep: null });
    expect((await client.call('currentUser')).body.id).toBe(member.accountId);
    expect((await client.call('secondStep')).body.secondStep).toBeNull();
    expect((await client.call('renewRecoveryCodes')).status).toBe(200);
  });

  it('a wrong password says nothing of it, and an account without a factor is signed in at once', async () => {
    const member = await aProtectedMember(t);
    const wrong = await t.client().call('login', { body: { email: member.email, password: 'not-the-password' } });
    expect(wrong.error?.code).toBe('INVALID_CREDENTIALS');
    const { email } = await aPasswordMember(t);
    const plain = await t.client().call('login', { body: { email, password: factorPassword } });
    expect(plain.body.secondStep).toBeNull();
  });

  it('the half-signed-in browser may call nothing that needs a session', async () => {
    const member = await aProtectedMember(t);
    const client = await enterPassword(t, member);
    const closed = Object.values(operations as Record<string, Operation>).filter(({ access }) => access !== 'public');
    expect(closed.length).toBeGreaterThan(100);
    for (const operation of closed) {
      const path = pathOf(operation, operation.params ? { params: { id: newId() } } : {});
      const { status } = await client.request(operation.method, path, operation.body ? { body: {} } : {});
      expect([operation.path, status]).toEqual([operation.path, 401]);
    }
  });

  it.each([
    ['suspended', "suspended_at = now(), suspended_reason = 'A test'", 'ACCOUNT_SUSPENDED'],
    ['erased', "leaving_at = '2020-01-01', erase_at = '2020-01-02'", 'INVALID_CREDENTIALS'],
  ] as const)('T14 T15: an account that is %s while its code is read is not signed in', async (_, change, code) => {
    const member = await aProtectedMember(t);
    const client = await enterPassword(t, member);
    const answer = await whileLocked(
      member,
      () => finish(client, codeAt(member.secret, t.clock.now())),
      (holder) => holder.query(`update accounts set ${change} where id = $1`, [member.accountId]),
    );
    expect(answer.error?.code).toBe(code);
    expect((await client.call('currentUser')).status).toBe(401);
  });

  it('T14 T15: a passkey that is removed while it is the second step opens nothing', async () => {
    const member = await aPasswordMember(t);
    const { authenticator, answer } = await addPasskey(member.client);
    const client = await enterPassword(t, member);
    const assertion = authenticator.get({ challenge: await challengeOf(client), origin });
    const signedIn = await whileLocked(
      member,
      () => signIn(client, assertion),
      (holder) => holder.query('delete from passkeys where id = $1', [answer.body.id]),
    );
    expect(signedIn.error?.code).toBe('VERIFICATION_FAILED');
    expect((await client.call('currentUser')).status).toBe(401);
  });

  it.each([
    ['code of an authenticator', 'totp_factors'],
    ['recovery code', 'recovery_codes'],
  ] as const)('T14 T15: a %s that is removed while it is the second step opens nothing', async (what, table) => {
    const member = await aProtectedMember(t);
    // The account keeps another factor.
    await addPasskey(member.client);
    const client = await enterPassword(t, member);
    const code = what === 'recovery code' ? member.recoveryCodes[0] : codeAt(member.secret, t.clock.now());
    const signedIn = await whileLocked(
      member,
      () => finish(client, code ?? ''),
      (holder) => holder.query(`delete from ${table} where account_id = $1`, [member.accountId]),
    );
    expect(signedIn.error?.code).toBe('INVALID_CODE');
    expect((await client.call('currentUser')).status).toBe(401);
  });

  it('ASVS 6.5.1: refuses a code that was used, also for another sign-in, and an older one', async () => {
    const member = await aProtectedMember(t);
    const code = codeAt(member.secret, t.clock.now());
    const before = codeAt(member.secret, new Date(t.clock.now().getTime() - 30_000));
    expect((await finish(await enterPassword(t, member), code)).status).toBe(200);
    expect((await finish(await enterPassword(t, member), code)).error?.code).toBe('INVALID_CODE');
    expect((await finish(await enterPassword(t, member), before)).error?.code).toBe('INVALID_CODE');
    t.clock.advance(30_000);
    expect((await finish(await enterPassword(t, member), codeAt(member.secret, t.clock.now()))).status).toBe(200);
  });

  it('twenty sign-ins at once with one code: one succeeds', async () => {
    const member = await aProtectedMember(t);
    const browsers = await Promise.all(Array.from({ length: 4 }, () => enterPassword(t, member)));
    const code = codeAt(member.secret, t.clock.now());
    const all = browsers.flatMap((browser) => Array.from({ length: 5 }, () => finish(browser, code)));
    const answers = await Promise.all(all);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it('recovery codes work once each, in any spelling, also twenty times at once', async () => {
    const member = await aProtectedMember(t);
    expect(new Set(member.recoveryCodes).size).toBe(10);
    const [first = '', second = ''] = member.recoveryCodes;
    const spelled = ` ${first.toLowerCase().replace('-', ' ')} `;
    expect((await finish(await enterPassword(t, member), spelled)).status).toBe(200);
    expect((await finish(await enterPassword(t, member), first)).error?.code).toBe('INVALID_CODE');
    const browsers = await Promise.all(Array.from({ length: 4 }, () => enterPassword(t, member)));
    const answers = await Promise.all(browsers.map((browser) => finish(browser, second)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await member.client.call('accountSecurity')).body.recoveryCodesLeft).toBe(8);
    const { rows } = await t.database.pool.query('select * from recovery_codes where account_id = $1', [
      member.accountId,
    ]);
    for (const code of member.recoveryCodes) expect(JSON.stringify(rows)).not.toContain(code.slice(0, 5));
  });

  it('ASVS 6.3.1: allows five wrong codes, then one each three minutes, and the owner’s known device its own five', async () => {
    const member = await aProtectedMember(t);
    const thief = await enterPassword(t, member);
    const wrong = () => finish(thief, '000000');
    for (let tries = 0; tries < 5; tries += 1) expect((await wrong()).error?.code).toBe('INVALID_CODE');
    const stopped = await wrong();
    expect([stopped.error?.code, stopped.error?.details?.retryAfterSeconds]).toEqual(['TOO_MANY_REQUESTS', 180]);
    // A new sign-in with the password brings no new attempts.
    expect((await finish(await enterPassword(t, member), '000000')).error?.code).toBe('TOO_MANY_REQUESTS');
    const own = await enterPassword(t, member, t.client({ cookie: member.client.cookie() }));
    expect((await finish(own, codeAt(member.secret, t.clock.now()))).status).toBe(200);
    t.clock.advance(3 * minute);
    expect((await wrong()).error?.code).toBe('INVALID_CODE');
    expect((await wrong()).error?.code).toBe('TOO_MANY_REQUESTS');
  });

  it('lapses after ten minutes, and ends with a suspension and with a new password', async () => {
    const member = await aProtectedMember(t);
    const late = await enterPassword(t, member);
    t.clock.advance(10 * minute);
    expect((await finish(late, codeAt(member.secret, t.clock.now()))).error?.code).toBe('SIGN_IN_EXPIRED');
    expect((await finish(t.client(), '123456')).error?.code).toBe('SIGN_IN_EXPIRED');

    const suspended = await enterPassword(t, member);
    await t.context.identity.suspend(t.db, member.accountId, 'A test of the second step');
    expect((await finish(suspended, codeAt(member.secret, t.clock.now()))).error?.code).toBe('ACCOUNT_SUSPENDED');
    await t.context.identity.unsuspend(t.db, member.accountId);
  });

  it('a new password does not bypass it, and ends the sign-ins that wait', async () => {
    const member = await aProtectedMember(t);
    const waiting = await enterPassword(t, member);
    await t.client().call('forgotPassword', { body: { email: member.email } });
    await t.drain();
    const link = (await mailsTo(member.email)).map(({ text }) => /token=([\w-]{43})$/m.exec(text)?.[1]).find(Boolean);
    const password = 'another-lamp-on-the-pier';
    expect((await t.client().call('resetPassword', { body: { token: link ?? '', password } })).status).toBe(204);
    expect((await finish(waiting, codeAt(member.secret, t.clock.now()))).error?.code).toBe('SIGN_IN_EXPIRED');
    const again = t.client();
    const { body } = await again.call('login', { body: { email: member.email, password } });
    expect(body.secondStep).toEqual({ methods: ['code'] });
    expect((await again.call('currentUser')).status).toBe(401);
  });
});

describe('second factors of an account', () => {
  it('the secret is sealed, bound to its account, counts only once confirmed, and its owner is notified by mail and in the app', async () => {
    const member = await aPasswordMember(t);
    const { secret, uri } = (await member.client.call('enableTwoFactor')).body;
    expect(uri).toContain(`secret=${secret}`);
    expect(uri).toContain('issuer=Vlam');
    expect((await member.client.call('accountSecurity')).body.codesSince).toBeNull();
    expect(
      (await t.client().call('login', { body: { email: member.email, password: factorPassword } })).body.secondStep,
    ).toBeNull();
    expect((await member.client.call('verifyTwoFactor', { body: { code: '000000' } })).error?.code).toBe(
      'INVALID_CODE',
    );
    const confirmed = await member.client.call('verifyTwoFactor', { body: { code: codeAt(secret, t.clock.now()) } });
    expect(confirmed.body.recoveryCodes).toHaveLength(10);
    expect((await member.client.call('enableTwoFactor')).error?.code).toBe('CONFLICT');

    const { sealed_secret } = await t.db
      .selectFrom('totp_factors')
      .select('sealed_secret')
      .where('account_id', '=', member.accountId)
      .executeTakeFirstOrThrow();
    expect(sealed_secret.length).toBe(20 + 28);
    // Moved to another account, it opens nothing.
    const other = await aProtectedMember(t);
    await t.db.updateTable('totp_factors').set({ sealed_secret }).where('account_id', '=', other.accountId).execute();
    const moved = await finish(await enterPassword(t, other), codeAt(secret, t.clock.now()));
    expect(moved.status).toBe(500);

    await t.drain();
    expect((await mailsTo(member.email)).map(({ subject }) => subject)).toEqual([
      'How you sign in to Vlam has changed',
    ]);
    const notices = await member.client.call('listNotifications');
    expect(notices.body.items.map(({ kind, link }) => [kind, link])).toEqual([['second_factor_added', '/security']]);
  });

  it('turned off, the password alone signs in again and recovery codes end', async () => {
    const member = await aProtectedMember(t);
    expect((await member.client.call('disableTwoFactor')).status).toBe(204);
    expect((await member.client.call('disableTwoFactor')).error?.code).toBe('NOT_FOUND');
    expect((await member.client.call('accountSecurity')).body).toMatchObject({
      codesSince: null,
      recoveryCodesLeft: 0,
    });
    const plain = await t.client().call('login', { body: { email: member.email, password: factorPassword } });
    expect(plain.body).toMatchObject({ user: { id: member.accountId }, secondStep: null });
    expect((await member.client.call('renewRecoveryCodes')).error?.code).toBe('CONFLICT');
  });

  it('T15 ASVS 7.5.1: nothing of it changes without a proof at most five minutes old', async () => {
    const member = await aProtectedMember(t);
    t.clock.advance(5 * minute);
    const code = () => codeAt(member.secret, t.clock.now());
    for (const name of ['enableTwoFactor', 'disableTwoFactor', 'renewRecoveryCodes', 'passkeyOptions'] as const)
      expect((await member.client.call(name)).error?.code).toBe('STEP_UP_REQUIRED');
    expect((await member.client.call('stepUpOptions')).body).toEqual({ methods: ['code'], passkey: null });
    const byPassword = await member.client.call('stepUp', { body: { password: factorPassword } });
    expect(byPassword.error?.code).toBe('VALIDATION_FAILED');
    expect((await member.client.call('stepUp', { body: { code: '000000' } })).error?.code).toBe('INVALID_CODE');
    expect((await member.client.call('stepUp', { body: {} })).error?.code).toBe('VALIDATION_FAILED');

    // T04: a copy of the session's cookie gains nothing when its owner proves themselves.
    const thief = t.client({ cookie: member.client.cookie() });
    expect((await member.client.call('stepUp', { body: { code: code() } })).status).toBe(200);
    expect((await member.client.call('renewRecoveryCodes')).status).toBe(200);
    expect((await thief.call('renewRecoveryCodes')).error?.code).toBe('STEP_UP_REQUIRED');
    const other = await aProtectedMember(t);
    const [, proof = ''] = /(__Host-vlam-proof=[\w-]+)/.exec(member.client.cookie()) ?? [];
    const [, session = ''] = /(__Host-session=[\w-]+)/.exec(other.client.cookie()) ?? [];
    const mixed = t.client({ cookie: `${session}; ${proof}` });
    expect((await mixed.call('renewRecoveryCodes')).error?.code).toBe('STEP_UP_REQUIRED');
  });

  it('T14 T15: a code of an authenticator that is removed while it is read proves nothing', async () => {
    const member = await aProtectedMember(t);
    await addPasskey(member.client);
    const answer = await whileLocked(
      member,
      () => member.client.call('stepUp', { body: { code: codeAt(member.secret, t.clock.now()) } }),
      (holder) => holder.query('delete from totp_factors where account_id = $1', [member.accountId]),
    );
    expect(answer.error?.code).toBe('INVALID_CODE');
  });

  it('without a second factor the password proves the person, five wrong ones at most', async () => {
    const member = await aPasswordMember(t);
    t.clock.advance(5 * minute);
    expect((await member.client.call('stepUpOptions')).body.methods).toEqual(['password']);
    const wrong = await member.client.call('stepUp', { body: { password: 'not-the-password' } });
    expect(wrong.error?.code).toBe('INVALID_CREDENTIALS');
    expect((await member.client.call('enableTwoFactor')).error?.code).toBe('STEP_UP_REQUIRED');
    expect((await member.client.call('stepUp', { body: { password: factorPassword } })).status).toBe(200);
    expect((await member.client.call('enableTwoFactor')).status).toBe(200);
  });
});
