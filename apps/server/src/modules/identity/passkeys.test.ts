import { describe, expect, it } from 'vitest';
import { startTestApp } from '../../../test/app.ts';
import { codeAt, createAuthenticator } from '../../../test/authenticator.ts';
import { addPasskey, challengeOf, optionsOf, origin, signIn } from '../../../test/passkeys.ts';
import { aPasswordMember, aProtectedMember, enterPassword } from '../../../test/second-factors.ts';
import { useTestApp } from '../../../test/use-app.ts';

const t = useTestApp({ config: { publicUrl: origin } });

describe('T14: passkeys', () => {
  it('several can be added under names, and either is the second step', async () => {
    const member = await aPasswordMember(t);
    const options = await optionsOf(member.client);
    expect(options).toMatchObject({
      rp: { id: 'vlam.example' },
      authenticatorSelection: { userVerification: 'required' },
    });
    expect(options.user.id).not.toContain(member.accountId);
    const first = await addPasskey(member.client);
    expect(first.answer.status).toBe(201);
    expect(first.answer.body.recoveryCodes).toHaveLength(10);
    const second = await addPasskey(member.client, createAuthenticator(), 'Key on the keyring');
    expect(second.answer.body.recoveryCodes).toBeNull();
    const { passkeys } = (await member.client.call('accountSecurity')).body;
    expect(passkeys.map(({ name }) => name)).toEqual(['This phone', 'Key on the keyring']);

    for (const { authenticator } of [first, second]) {
      const client = await enterPassword(t, member);
      expect((await client.call('secondStep')).body.secondStep).toEqual({ methods: ['code', 'passkey'] });
      const signedIn = await signIn(client, authenticator.get({ challenge: await challengeOf(client), origin }));
      expect(signedIn.body.user?.id).toBe(member.accountId);
      expect((await client.call('currentUser')).status).toBe(200);
    }
    const used = (await member.client.call('accountSecurity')).body.passkeys;
    expect(used.every(({ lastUsedAt }) => lastUsedAt !== null)).toBe(true);
  });

  it('refuses another origin, another site, an unverified person, a stranger’s key and a changed signature', async () => {
    const member = await aPasswordMember(t);
    const { authenticator } = await addPasskey(member.client);
    const refused = async (change: (challenge: string) => ReturnType<typeof authenticator.get>) => {
      const client = await enterPassword(t, member);
      const answer = await signIn(client, change(await challengeOf(client)));
      expect((await client.call('currentUser')).status).toBe(401);
      return answer.error?.code;
    };
    const evil = 'https://vlam.example.evil.test';
    expect(await refused((challenge) => authenticator.get({ challenge, origin: evil, rpId: 'vlam.example' }))).toBe(
      'VERIFICATION_FAILED',
    );
    expect(await refused((challenge) => authenticator.get({ challenge, origin, rpId: 'evil.test' }))).toBe(
      'VERIFICATION_FAILED',
    );
    expect(await refused((challenge) => authenticator.get({ challenge, origin, verified: false }))).toBe(
      'VERIFICATION_FAILED',
    );
    expect(await refused((challenge) => createAuthenticator().get({ challenge, origin }))).toBe('VERIFICATION_FAILED');
    expect(
      await refused((challenge) => ({ ...createAuthenticator().get({ challenge, origin }), id: authenticator.id })),
    ).toBe('VERIFICATION_FAILED');
  });

  it('a challenge serves one try of one sign-in for five minutes', async () => {
    const member = await aPasswordMember(t);
    const { authenticator } = await addPasskey(member.client);
    const [one, other, late] = [
      await enterPassword(t, member),
      await enterPassword(t, member),
      await enterPassword(t, member),
    ];
    const challenge = await challengeOf(one);
    expect((await signIn(other, authenticator.get({ challenge, origin }))).error?.code).toBe('VERIFICATION_FAILED');
    // Of another ceremony: adding a passkey.
    const foreign = (await optionsOf(member.client)).challenge;
    expect((await signIn(other, authenticator.get({ challenge: foreign, origin }))).error?.code).toBe(
      'VERIFICATION_FAILED',
    );
    const good = authenticator.get({ challenge, origin });
    expect(
      (await signIn(one, { ...good, signature: authenticator.get({ challenge: foreign, origin }).signature })).error
        ?.code,
    ).toBe('VERIFICATION_FAILED');
    expect((await signIn(one, good)).error?.code).toBe('VERIFICATION_FAILED');
    const old = await challengeOf(late);
    t.clock.advance(5 * 60_000);
    expect((await signIn(late, authenticator.get({ challenge: old, origin }))).error?.code).toBe('VERIFICATION_FAILED');
  });

  it('an authenticator that counts must count on: a copy is refused', async () => {
    const member = await aPasswordMember(t);
    const { authenticator } = await addPasskey(member.client);
    const withCount = async (counter: number) => {
      const client = await enterPassword(t, member);
      return (await signIn(client, authenticator.get({ challenge: await challengeOf(client), origin, counter })))
        .status;
    };
    expect(await withCount(5)).toBe(200);
    expect(await withCount(5)).toBe(422);
    expect(await withCount(4)).toBe(422);
    expect(await withCount(0)).toBe(422);
    expect(await withCount(6)).toBe(200);
  });

  it('adding refuses a replayed challenge, another origin, an unverified person and a key that is known', async () => {
    const member = await aPasswordMember(t);
    const add = async (credential: ReturnType<ReturnType<typeof createAuthenticator>['create']>) =>
      (await member.client.call('addPasskey', { body: { name: 'A key', credential } })).error?.code;
    const next = async () => (await optionsOf(member.client)).challenge;
    const authenticator = createAuthenticator();
    const challenge = await next();
    expect(await add(authenticator.create({ challenge, origin: 'https://evil.test' }))).toBe('VERIFICATION_FAILED');
    expect(await add(authenticator.create({ challenge: await next(), origin, verified: false }))).toBe(
      'VERIFICATION_FAILED',
    );
    const once = authenticator.create({ challenge: await next(), origin });
    expect(await add(once)).toBeUndefined();
    expect(await add(once)).toBe('VERIFICATION_FAILED');
    expect(await add(authenticator.create({ challenge: await next(), origin }))).toBe('CONFLICT');
    const stranger = await aPasswordMember(t);
    const theirs = await stranger.client.call('addPasskey', {
      body: { name: 'A key', credential: authenticator.create({ challenge: await next(), origin }) },
    });
    expect(theirs.error?.code).toBe('VERIFICATION_FAILED');
  });

  it('proves the person again, and is removed with a proof; the last factor gone, the password alone signs in', async () => {
    const member = await aProtectedMember(t);
    const { authenticator, answer } = await addPasskey(member.client);
    t.clock.advance(5 * 60_000);
    const remove = () => member.client.call('removePasskey', { params: { id: answer.body.id } });
    expect((await remove()).error?.code).toBe('STEP_UP_REQUIRED');
    const { methods, passkey } = (await member.client.call('stepUpOptions')).body;
    expect(methods).toEqual(['code', 'passkey']);
    const assertion = authenticator.get({ challenge: passkey?.challenge ?? '', origin });
    expect((await member.client.call('stepUp', { body: { assertion } })).status).toBe(200);
    expect((await member.client.call('stepUp', { body: { assertion } })).error?.code).toBe('VERIFICATION_FAILED');
    const stranger = await aProtectedMember(t);
    const foreign = await stranger.client.call('removePasskey', { params: { id: answer.body.id } });
    expect(foreign.error?.code).toBe('NOT_FOUND');
    expect((await remove()).status).toBe(204);
    const client = await enterPassword(t, member);
    expect((await client.call('secondStep')).body.secondStep).toEqual({ methods: ['code'] });
    const finished = await client.call('finishSignIn', { body: { code: codeAt(member.secret, t.clock.now()) } });
    expect(finished.status).toBe(200);
  });

  it('are not offered where the site’s address is a number', async () => {
    const member = await aPasswordMember(t);
    expect((await member.client.call('accountSecurity')).body.passkeysPossible).toBe(true);
    const numbered = await startTestApp({ config: { publicUrl: 'http://127.0.0.1:3000' } });
    const other = await aPasswordMember(numbered);
    expect((await other.client.call('accountSecurity')).body.passkeysPossible).toBe(false);
    expect((await other.client.call('passkeyOptions')).error?.code).toBe('CONFLICT');
    await numbered.close();
  });
});
