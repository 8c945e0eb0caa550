import { describe, expect, it } from 'vitest';
import { codeAt } from '../../../test/authenticator.ts';
import { aSession } from '../../../test/factories.ts';
import { aPasswordMember, aProtectedMember, factorPassword as password } from '../../../test/second-factors.ts';
import { useTestApp } from '../../../test/use-app.ts';
import { newId } from '../../platform/ids.ts';

const t = useTestApp({ config: { publicUrl: 'https://vlam.example' } });
const day = 86_400_000;
const chosen = 'three-boats-at-noon';

type Member = Awaited<ReturnType<typeof aPasswordMember>>;
const freeAddress = () => `${newId()}@new.test`;
const mailsTo = async (email: string) => (await t.context.mailer.outbox()).filter(({ to }) => to === email);
const tokenIn = (text: string | undefined) => /address=([\w-]{43})/.exec(text ?? '')?.[1] ?? '';
const linkTo = async (email: string) => tokenIn((await mailsTo(email))[0]?.text);
const signIn = (email: string, word: string) => t.client().call('login', { body: { email, password: word } });

/** Moves the account to another address; returns that and the link that takes it back. */
async function move({ client }: Pick<Member, 'client'>, from: string, word = password) {
  const email = freeAddress();
  expect((await client.call('changeEmail', { body: { email, password: word } })).status).toBe(204);
  await t.drain();
  expect((await client.call('confirmNewEmail', { body: { token: await linkTo(email) } })).status).toBe(200);
  return { email, undo: await linkTo(from) };
}
const takeBack = (token: string, word = chosen) =>
  t.client().call('takeBackEmail', { body: { token, password: word } });

describe('T15: an address that was taken over', () => {
  it('is taken back from the old mailbox: all sessions end, the chosen password opens it, the known one does not', async () => {
    const member = await aPasswordMember(t);
    const { email, undo } = await move(member, member.email);
    const thief = t.client(await aSession(t, member.accountId));
    expect((await takeBack(undo)).status).toBe(204);
    expect((await member.client.call('currentUser')).status).toBe(401);
    expect((await thief.call('currentUser')).status).toBe(401);
    expect((await signIn(email, password)).error?.code).toBe('INVALID_CREDENTIALS');
    expect((await signIn(member.email, password)).error?.code).toBe('INVALID_CREDENTIALS');
    expect((await signIn(member.email, chosen)).body.user?.id).toBe(member.accountId);
    const notices = await mailsTo(email);
    expect(notices[0]?.text).toContain('Your account is back at the address it had before');
    expect(tokenIn(notices[0]?.text)).toBe('');
  });

  it('opens although the thief changed the password and added a second step of their own', async () => {
    const member = await aPasswordMember(t);
    const { undo } = await move(member, member.email);
    t.clock.advance(60_000);
    const thief = t.client(await aSession(t, member.accountId));
    await thief.call('changePassword', { body: { current: password, password: 'a-word-of-the-thief' } });
    const { secret } = (await thief.call('enableTwoFactor')).body;
    expect((await thief.call('verifyTwoFactor', { body: { code: codeAt(secret, t.clock.now()) } })).status).toBe(200);
    await t.db
      .insertInto('external_identities')
      .values({
        ...{ issuer: 'https://sign-in.example', subject: member.accountId, account_id: member.accountId },
        created_at: t.clock.now(),
      })
      .execute();
    expect((await takeBack(undo)).status).toBe(204);
    const entered = await signIn(member.email, chosen);
    expect(entered.body).toMatchObject({ user: { id: member.accountId }, secondStep: null });
    const { rows } = await t.database.pool.query('select from external_identities where account_id = $1', [
      member.accountId,
    ]);
    expect(rows).toEqual([]);
  });

  it('keeps a second step from before: the old mailbox alone does not pass it by', async () => {
    const member = await aProtectedMember(t);
    t.clock.advance(60_000);
    const { undo } = await move(member, member.email);
    expect((await takeBack(undo)).status).toBe(204);
    expect((await signIn(member.email, chosen)).body.secondStep).toEqual({ methods: ['code'] });
  });

  it('goes back once, and by 20 uses of the link at once', async () => {
    const member = await aPasswordMember(t);
    const { undo } = await move(member, member.email);
    const uses = await Promise.all(Array.from({ length: 20 }, (_, index) => takeBack(undo, `${chosen}-${index}`)));
    expect(uses.filter(({ status }) => status === 204)).toHaveLength(1);
    expect((await takeBack(undo)).error?.code).toBe('LINK_EXPIRED');
  });

  it('goes back over two changes, and the second of them cannot be taken back any more', async () => {
    const member = await aPasswordMember(t);
    const first = await move(member, member.email);
    t.clock.advance(day);
    const thief = { client: t.client(await aSession(t, member.accountId)) };
    const second = await move(thief, first.email);
    expect((await takeBack(first.undo)).status).toBe(204);
    expect((await takeBack(second.undo)).error?.code).toBe('LINK_EXPIRED');
    expect((await signIn(member.email, chosen)).status).toBe(200);
  });

  it('refuses a short or common password without using the link up', async () => {
    const member = await aPasswordMember(t);
    const { undo } = await move(member, member.email);
    expect((await takeBack(undo, 'short')).status).toBe(400);
    expect((await takeBack(undo, 'iloveyou1')).error?.code).toBe('VALIDATION_FAILED');
    expect((await takeBack(undo)).status).toBe(204);
    expect((await takeBack('A'.repeat(43))).error?.code).toBe('LINK_EXPIRED');
  });
});

describe('T01: an address that can still be taken back', () => {
  it('is kept for seven days from who signs up with it, and from who asks for it', async () => {
    const member = await aPasswordMember(t);
    const { undo } = await move(member, member.email);
    const stranger = t.client();
    const body = { email: member.email, password: 'yet-another-one', firstName: 'Buhle', lastName: 'Ngcobo' };
    expect((await stranger.call('register', { body })).status).toBe(201);
    const asking = await aPasswordMember(t);
    await asking.client.call('changeEmail', { body: { email: member.email, password } });
    await t.drain();
    expect(await linkTo(member.email)).not.toMatch(/./);
    expect((await mailsTo(member.email)).map(({ subject }) => subject)).toContain('Somebody asked for your address');
    expect((await takeBack(undo)).status).toBe(204);
    expect((await signIn(member.email, chosen)).body.user?.id).toBe(member.accountId);
    // The second account lives on as every second account does.
    expect((await signIn(member.email, 'yet-another-one')).status).toBe(200);
  });

  it('goes to who asks for it afterwards, and the link is dead', async () => {
    const member = await aPasswordMember(t);
    const { undo } = await move(member, member.email);
    t.clock.advance(7 * day);
    expect((await takeBack(undo)).error?.code).toBe('LINK_EXPIRED');
    const later = await aPasswordMember(t);
    const { rows } = await t.database.pool.query('select from email_changes where account_id = $1', [member.accountId]);
    expect(rows).toHaveLength(1);
    await later.client.call('changeEmail', { body: { email: member.email, password } });
    await t.drain();
    const token = await linkTo(member.email);
    expect((await later.client.call('confirmNewEmail', { body: { token } })).status).toBe(200);
  });

  it('may be chosen again by its own account', async () => {
    const member = await aPasswordMember(t);
    await move(member, member.email);
    await member.client.call('changeEmail', { body: { email: member.email, password } });
    await t.drain();
    const token = await linkTo(member.email);
    expect((await member.client.call('confirmNewEmail', { body: { token } })).body.email).toBe(member.email);
  });

  it('is forgotten a day after it cannot be taken back any more', async () => {
    const member = await aPasswordMember(t);
    await move(member, member.email);
    const count = async () =>
      (await t.database.pool.query('select from email_changes where account_id = $1', [member.accountId])).rows.length;
    const sweep = () => t.context.identity.tasks[0]?.run({}, { id: '1', attempt: 1 });
    t.clock.advance(7 * day);
    await sweep();
    expect(await count()).toBe(1);
    t.clock.advance(day + 1);
    await sweep();
    expect(await count()).toBe(0);
  });
});
