import { describe, expect, it } from 'vitest';
import { codeAt } from '../../../test/authenticator.ts';
import { anAccount, aSession } from '../../../test/factories.ts';
import { aPasswordMember, aProtectedMember, factorPassword as password } from '../../../test/second-factors.ts';
import { useTestApp } from '../../../test/use-app.ts';
import { newId } from '../../platform/ids.ts';
import { createPasswords } from './passwords.ts';

const t = useTestApp({ config: { publicUrl: 'https://vlam.example' } });

type Member = Awaited<ReturnType<typeof aPasswordMember>>;
const freeAddress = () => `${newId()}@new.test`;
const mailsTo = async (email: string) => (await t.context.mailer.outbox()).filter(({ to }) => to === email);
const tokenIn = (text: string | undefined) => /address=([\w-]{43})/.exec(text ?? '')?.[1] ?? '';
const linkTo = async (email: string) => tokenIn((await mailsTo(email))[0]?.text);

/** Asks for an address and runs the job that mails. */
async function ask({ client }: Pick<Member, 'client'>, email: string, body: object = { password }) {
  const answer = await client.call('changeEmail', { body: { email, ...body } });
  await t.drain();
  return answer;
}
const confirm = ({ client }: Pick<Member, 'client'>, token: string) =>
  client.call('confirmNewEmail', { body: { token } });
const signIn = (email: string, word = password) => t.client().call('login', { body: { email, password: word } });

describe('T15: another address', () => {
  it('opens the account with the same password once its link is opened; the old one does not any more', async () => {
    const member = await aPasswordMember(t);
    const email = freeAddress();
    expect((await ask(member, email)).status).toBe(204);
    expect((await member.client.call('accountSecurity')).body).toMatchObject({ email: member.email, newEmail: email });
    expect((await signIn(member.email)).status).toBe(200);
    expect((await confirm(member, await linkTo(email))).body).toEqual({ email });
    expect((await member.client.call('accountSecurity')).body).toMatchObject({
      ...{ email, newEmail: null, emailVerified: true },
    });
    expect((await signIn(email)).status).toBe(200);
    expect((await signIn(member.email)).error?.code).toBe('INVALID_CREDENTIALS');
    const stored = await t.db
      .selectFrom('accounts')
      .select('password_hash')
      .where('id', '=', member.accountId)
      .execute();
    // Mixed with the new address, so that a sign-in takes as long as one with an unknown address.
    const expected = await createPasswords(t.config.keys, { memoryKib: 64, passes: 1 }).hash(email, password);
    expect(stored).toEqual([{ password_hash: expected }]);
  });

  it('names the new address to the new mailbox only, and puts no token into an answer or a readable column', async () => {
    const member = await aPasswordMember(t);
    const email = freeAddress();
    const asked = await ask(member, email);
    const token = await linkTo(email);
    const confirmed = await confirm(member, token);
    const [notice] = await mailsTo(member.email);
    expect(notice?.subject).toBe('Your Vlam address was changed');
    expect(notice?.text).not.toContain(email);
    const undo = tokenIn(notice?.text);
    const answers = [asked, confirmed].map(({ text, headers }) => text + JSON.stringify(headers)).join();
    const { rows } = await t.database.pool.query<{ dump: string }>('select r::text as dump from email_changes r');
    for (const secret of [token, undo]) {
      expect(secret).toMatch(/^[\w-]{43}$/);
      expect(answers).not.toContain(secret);
      for (const { dump } of rows) expect(dump).not.toContain(Buffer.from(secret).toString('hex'));
    }
  });

  it('also confirms an account whose first address was never confirmed', async () => {
    const client = t.client();
    const body = { email: freeAddress(), password, firstName: 'Naledi', lastName: 'Mokoena' };
    await client.call('register', { body });
    const email = freeAddress();
    await ask({ client }, email);
    expect((await confirm({ client }, await linkTo(email))).status).toBe(200);
    expect((await client.call('currentUser')).body).toMatchObject({ email, emailVerified: true });
  });
});

describe('T15 step-up bypass: another address', () => {
  it('is refused without a fresh proof of the person, whatever password comes with it', async () => {
    const member = await aPasswordMember(t);
    const client = t.client(await aSession(t, member.accountId, { proven: false }));
    expect((await ask({ client }, freeAddress())).error?.code).toBe('STEP_UP_REQUIRED');
    const { rows } = await t.database.pool.query('select from email_changes where account_id = $1', [member.accountId]);
    expect(rows).toEqual([]);
  });

  it('is refused with a proof and a wrong or missing password, ten times a session', async () => {
    const member = await aPasswordMember(t);
    expect((await ask(member, freeAddress(), {})).error?.code).toBe('INVALID_CREDENTIALS');
    const guess = async (index: number) => {
      t.clock.advance(15_000);
      return (await ask(member, freeAddress(), { password: `guess ${index}` })).error?.code;
    };
    for (let index = 1; index < 10; index += 1) expect(await guess(index)).toBe('INVALID_CREDENTIALS');
    expect(['INVALID_CREDENTIALS', 'TOO_MANY_REQUESTS']).toContain(await guess(10));
  });

  it('with codes of an authenticator needs the password beside the code', async () => {
    const member = await aProtectedMember(t);
    const client = t.client(await aSession(t, member.accountId, { proven: false }));
    expect((await client.call('stepUp', { body: { password } })).status).toBe(400);
    expect((await client.call('stepUp', { body: { code: codeAt(member.secret, t.clock.now()) } })).status).toBe(200);
    expect((await ask({ client }, freeAddress(), {})).error?.code).toBe('INVALID_CREDENTIALS');
    expect((await ask({ client }, freeAddress())).status).toBe(204);
  });

  it('of an account without a password needs none, and gives it none', async () => {
    const account = await anAccount(t);
    const client = t.client(account);
    const email = freeAddress();
    expect((await ask({ client }, email, { password: 'a-thief-sets-this' })).status).toBe(204);
    expect((await confirm({ client }, await linkTo(email))).status).toBe(200);
    expect((await signIn(email, 'a-thief-sets-this')).error?.code).toBe('INVALID_CREDENTIALS');
  });
});

describe('T01 enumeration: another address', () => {
  it('gets the same answers for one of another account; its owner is notified, with no link', async () => {
    const [member, owner] = [await aPasswordMember(t), await aPasswordMember(t)];
    const free = freeAddress();
    const answers = [];
    for (const email of [free, owner.email]) {
      const asked = await ask(member, email);
      const { newEmail, ...rest } = (await member.client.call('accountSecurity')).body;
      answers.push([asked.status, asked.text, newEmail === email, rest]);
    }
    expect(answers[1]).toEqual(answers[0]);
    const mails = await mailsTo(owner.email);
    expect(mails.map(({ subject }) => subject)).toEqual(['Somebody asked for your address']);
    expect(tokenIn(mails[0]?.text)).toBe('');
    expect(mails[0]?.text).not.toContain(member.email);
  });

  it('sends at most three mails to one address, with unchanged answers', async () => {
    const owner = await aPasswordMember(t);
    const answers = [];
    for (let index = 0; index < 5; index += 1) answers.push(await ask(await aPasswordMember(t), owner.email));
    expect(new Set(answers.map(({ status, text }) => status + text)).size).toBe(1);
    expect(await mailsTo(owner.email)).toHaveLength(3);
  });

  it('five requests an account, then one an hour', async () => {
    const member = await aPasswordMember(t);
    const codes = [];
    for (let index = 0; index < 6; index += 1) {
      t.clock.advance(20_000);
      codes.push((await ask(member, freeAddress())).status);
    }
    expect(codes).toEqual([204, 204, 204, 204, 204, 429]);
  });

  it("a second account under an address moves away from it without a word to the address's owner", async () => {
    const owner = await aPasswordMember(t);
    const client = t.client();
    const body = { email: owner.email, password: 'another-password', firstName: 'Zola', lastName: 'Dlamini' };
    await client.call('register', { body });
    const email = freeAddress();
    expect((await ask({ client }, email, { password: 'another-password' })).status).toBe(204);
    const before = (await mailsTo(owner.email)).length;
    expect((await confirm({ client }, await linkTo(email))).status).toBe(200);
    expect(await mailsTo(owner.email)).toHaveLength(before);
    expect((await signIn(owner.email)).status).toBe(200);
  });
});

describe('T08 fixation: after another address', () => {
  it('every other session ends and this one goes on under a new token: a copy of the old one opens nothing', async () => {
    const member = await aPasswordMember(t);
    const [other, planted] = [t.client(await aSession(t, member.accountId)), member.client.cookie()];
    const email = freeAddress();
    await ask(member, email);
    const answer = await confirm(member, await linkTo(email));
    expect(String(answer.headers['set-cookie'])).toMatch(/^session=[\w-]{43}; /);
    expect((await other.call('currentUser')).status).toBe(401);
    expect((await t.client({ cookie: planted }).call('currentUser')).status).toBe(401);
    expect((await member.client.call('currentUser')).body.email).toBe(email);
    expect((await member.client.call('listSessions')).body).toHaveLength(1);
  });

  it('no sign-in that waits for its second step, and no link for a new password, is left', async () => {
    const member = await aProtectedMember(t);
    const half = t.client();
    await half.call('login', { body: { email: member.email, password } });
    await t.client().call('forgotPassword', { body: { email: member.email } });
    await t.drain();
    const reset = /token=([\w-]{43})/.exec((await mailsTo(member.email))[0]?.text ?? '')?.[1] ?? '';
    const email = freeAddress();
    await ask(member, email);
    await confirm(member, await linkTo(email));
    expect((await half.call('secondStep')).body.secondStep).toBeNull();
    const used = await t.client().call('resetPassword', { body: { token: reset, password: 'a-word-of-the-thief' } });
    expect(used.error?.code).toBe('LINK_EXPIRED');
  });

  it('a link works in no session but those of the account that asked, and not without one', async () => {
    const [member, other] = [await aPasswordMember(t), await aPasswordMember(t)];
    const email = freeAddress();
    await ask(member, email);
    const token = await linkTo(email);
    expect((await confirm(other, token)).error?.code).toBe('LINK_EXPIRED');
    expect((await confirm({ client: t.client() }, token)).status).toBe(401);
    expect((await confirm(member, 'A'.repeat(43))).error?.code).toBe('LINK_EXPIRED');
    expect((await confirm(member, token)).status).toBe(200);
  });

  it('a link dies with a later request, with a new password, and after 24 hours', async () => {
    const member = await aPasswordMember(t);
    const [first, second] = [freeAddress(), freeAddress()];
    await ask(member, first);
    const older = await linkTo(first);
    await ask(member, second);
    expect((await confirm(member, older)).error?.code).toBe('LINK_EXPIRED');
    const newer = await linkTo(second);
    const changed = { current: password, password: 'another-good-one' };
    expect((await member.client.call('changePassword', { body: changed })).status).toBe(204);
    expect((await confirm(member, newer)).error?.code).toBe('LINK_EXPIRED');

    const late = await aPasswordMember(t);
    const third = freeAddress();
    await ask(late, third);
    const token = await linkTo(third);
    t.clock.advance(24 * 3_600_000);
    expect((await confirm(late, token)).error?.code).toBe('LINK_EXPIRED');
  });
});

describe('race: two changes to the same address', () => {
  it('one of two accounts gets it, whichever confirms first, and the other stays as it was', async () => {
    for (let round = 0; round < 5; round += 1) {
      const members = [await aPasswordMember(t), await aPasswordMember(t)];
      const email = freeAddress();
      const tokens: string[] = [];
      for (const member of members) {
        await ask(member, email);
        tokens.push(await linkTo(email));
      }
      expect(new Set(tokens).size).toBe(2);
      const answers = await Promise.all(members.map((member, index) => confirm(member, tokens[index] ?? '')));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
      const loser = members[answers.findIndex(({ status }) => status === 409)];
      expect((await signIn(loser?.email ?? '')).status).toBe(200);
      const { rows } = await t.database.pool.query('select from accounts where email = $1', [email]);
      expect(rows).toHaveLength(1);
    }
  });

  it('one of a change and a sign-up holds it', async () => {
    for (let round = 0; round < 5; round += 1) {
      const member = await aPasswordMember(t);
      const email = freeAddress();
      await ask(member, email);
      const token = await linkTo(email);
      const body = { email, password, firstName: 'Palesa', lastName: 'Molefe' };
      const [, signedUp] = await Promise.all([confirm(member, token), t.client().call('register', { body })]);
      expect(signedUp.status).toBe(201);
      const { rows } = await t.database.pool.query('select from accounts where email = $1 and holds_email', [email]);
      expect(rows).toHaveLength(1);
    }
  });

  it('20 uses of one link at once: one changes the address', async () => {
    const member = await aPasswordMember(t);
    const email = freeAddress();
    await ask(member, email);
    const token = await linkTo(email);
    const cookie = member.client.cookie();
    const uses = await Promise.all(Array.from({ length: 20 }, () => confirm({ client: t.client({ cookie }) }, token)));
    expect(uses.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await mailsTo(member.email)).filter(({ text }) => tokenIn(text))).toHaveLength(1);
  });
});
