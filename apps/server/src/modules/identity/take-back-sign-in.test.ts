import { describe, expect, it } from 'vitest';
import { codeAt, createAuthenticator } from '../../../test/authenticator.ts';
import { aSession } from '../../../test/factories.ts';
import { addPasskey, origin } from '../../../test/passkeys.ts';
import { aPasswordMember, factorPassword } from '../../../test/second-factors.ts';
import { useTestApp } from '../../../test/use-app.ts';

const t = useTestApp({ config: { publicUrl: origin } });
const day = 86_400_000;
const chosen = 'three-boats-at-noon';

type Member = Awaited<ReturnType<typeof aPasswordMember>>;
const linksTo = async ({ email }: Pick<Member, 'email'>) => {
  await t.drain();
  return (await t.context.mailer.outbox())
    .filter(({ to }) => to === email)
    .flatMap(({ text }) => /reset-password\?factor=(\S+)/.exec(text)?.[1] ?? []);
};
const takeBack = (token = '', password = chosen) => t.client().call('takeBackSignIn', { body: { token, password } });
const signIn = ({ email }: Pick<Member, 'email'>, password = chosen) =>
  t.client().call('login', { body: { email, password } });
const proofOf = async (client: Member['client'], authenticator: ReturnType<typeof createAuthenticator>) => {
  const challenge = (await client.call('stepUpOptions')).body.passkey?.challenge ?? '';
  return client.call('stepUp', { body: { assertion: authenticator.get({ challenge, origin }) } });
};

/** A member whose session a thief has used to add the account's first second factor, a passkey. */
async function aRobbedMember() {
  const member = await aPasswordMember(t);
  const thief = await addPasskey(member.client, createAuthenticator(), 'Phone');
  const [link] = await linksTo(member);
  return { ...member, thief: thief.authenticator, link };
}

describe('T14 T15: a thief’s passkey that is the first second factor', () => {
  it('goes by the mailed link, with every session and the password the thief may know', async () => {
    const member = await aRobbedMember();
    const other = t.client(await aSession(t, member.accountId));
    expect((await signIn(member, factorPassword)).body.secondStep).not.toBeNull();
    expect((await takeBack(member.link)).status).toBe(204);
    for (const client of [member.client, other]) expect((await client.call('currentUser')).status).toBe(401);
    expect((await signIn(member, factorPassword)).error?.code).toBe('INVALID_CREDENTIALS');
    expect((await signIn(member)).body).toMatchObject({ user: { id: member.accountId }, secondStep: null });
    const { rows } = await t.database.pool.query(
      `select (select count(*)::int from passkeys where account_id = $1) as passkeys,
         (select count(*)::int from recovery_codes where account_id = $1) as codes`,
      [member.accountId],
    );
    expect(rows).toEqual([{ passkeys: 0, codes: 0 }]);
    await t.drain();
    const mails = (await t.context.mailer.outbox()).filter(({ to }) => to === member.email);
    expect(mails.map(({ subject }) => subject)).toContain('Your Vlam password was changed');
  });

  it('goes also when the thief adds others and removes the first, whose mail alone has a link', async () => {
    const member = await aRobbedMember();
    const { client, thief } = member;
    await proofOf(client, thief);
    const second = createAuthenticator();
    expect((await addPasskey(client, second, 'Another')).answer.status).toBe(201);
    const { secret } = (await client.call('enableTwoFactor')).body;
    await client.call('verifyTwoFactor', { body: { code: codeAt(secret, t.clock.now()) } });
    const [first] = (await client.call('accountSecurity')).body.passkeys;
    expect((await client.call('removePasskey', { params: { id: first?.id ?? '' } })).status).toBe(204);
    expect(await linksTo(member)).toEqual([member.link]);
    expect((await takeBack(member.link)).status).toBe(204);
    expect((await signIn(member)).body.secondStep).toBeNull();
  });

  it('goes by a link that works once, for seven days, for this account, and as it was mailed', async () => {
    const member = await aRobbedMember();
    const other = await aRobbedMember();
    const [endsAt = '', , signature = ''] = (member.link ?? '').split('.');
    const later = String(Number(endsAt) + day);
    const forged = [
      `${later}.${member.accountId}.${signature}`,
      `${endsAt}.${other.accountId}.${signature}`,
      `${endsAt}.${member.accountId}.${'A'.repeat(43)}`,
      `${endsAt}.00000000-0000-7000-8000-000000000000.${signature}`,
    ];
    for (const token of forged) expect([token, (await takeBack(token)).error?.code]).toEqual([token, 'LINK_EXPIRED']);
    expect((await takeBack('short')).error?.code).toBe('VALIDATION_FAILED');
    const answers = await Promise.all(Array.from({ length: 5 }, () => takeBack(member.link)));
    expect(answers.filter(({ status }) => status === 204)).toHaveLength(1);
    // A factor that the owner adds afterwards is none of its.
    t.clock.advance(1_000);
    const owner = t.client();
    await owner.call('login', { body: { email: member.email, password: chosen } });
    expect((await addPasskey(owner)).answer.status).toBe(201);
    expect((await takeBack(member.link)).error?.code).toBe('LINK_EXPIRED');
    t.clock.advance(7 * day);
    expect((await takeBack(other.link)).error?.code).toBe('LINK_EXPIRED');
    expect((await signIn(other, factorPassword)).body.secondStep).not.toBeNull();
  });

  it('the account says until when its mailbox can do that, and no longer once the address has moved', async () => {
    const until = async ({ client }: Pick<Member, 'client'>) =>
      (await client.call('accountSecurity')).body.mailboxUntil;
    const member = await aRobbedMember();
    const end = new Date(t.clock.now().getTime() + 7 * day).toISOString();
    expect(await until(member)).toBe(end);
    t.clock.advance(1_000);
    await t.database.pool.query('update accounts set email_changed_at = $2 where id = $1', [
      member.accountId,
      t.clock.now(),
    ]);
    expect(await until(member)).toBeNull();
    const staff = await aRobbedMember();
    await t.database.pool.query(`update accounts set role = 'moderator' where id = $1`, [staff.accountId]);
    expect(await until(staff)).toBeNull();
    const other = await aPasswordMember(t);
    expect(await until(other)).toBeNull();
    await addPasskey(other.client);
    t.clock.advance(7 * day);
    const later = t.client(await aSession(t, other.accountId));
    expect(await until({ client: later })).toBeNull();
  });

  it('is not taken back from the mailbox of an address that the account has left', async () => {
    const member = await aRobbedMember();
    await t.database.pool.query('update accounts set email = $2 where id = $1', [
      member.accountId,
      `left-${member.email}`,
    ]);
    expect((await takeBack(member.link)).error?.code).toBe('LINK_EXPIRED');
  });

  it('is not taken back by a link of before its owner became staff', async () => {
    const member = await aRobbedMember();
    await t.database.pool.query(`update accounts set role = 'moderator' where id = $1`, [member.accountId]);
    expect((await takeBack(member.link)).error?.code).toBe('LINK_EXPIRED');
  });

  it('has no link where staff need the second step, nor for a further one', async () => {
    const staff = await aPasswordMember(t, 'moderator');
    await addPasskey(staff.client);
    expect(await linksTo(staff)).toEqual([]);
    const member = await aPasswordMember(t);
    const { authenticator } = await addPasskey(member.client);
    await proofOf(member.client, authenticator);
    await addPasskey(member.client, createAuthenticator(), 'Another');
    expect(await linksTo(member)).toHaveLength(1);
  });
});
