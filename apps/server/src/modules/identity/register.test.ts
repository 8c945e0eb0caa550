import { checkDigit } from '@vlam/contract/rules/sa-id-number';
import { describe, expect, it } from 'vitest';
import { areaUnderCurve, timeInterleaved } from '../../../test/timing.ts';
import { useTestApp } from '../../../test/use-app.ts';

const t = useTestApp({ config: { demo: true }, fullPasswordCost: true });

let made = 0;
const person = (fields: Record<string, unknown> = {}) => {
  made += 1;
  return {
    email: `p${made}@people.test`,
    password: 'kudu-and-acacia',
    firstName: 'Zanele',
    lastName: 'Khumalo',
    ...fields,
  };
};
const accountsOf = (email: string) => t.db.selectFrom('accounts').selectAll().where('email', '=', email).execute();
const mailTo = async (email: string) => (await t.context.mailer.outbox()).filter((mail) => mail.to === email);

describe('register', () => {
  it('creates an account without age proof and signs it in', async () => {
    const client = t.client();
    const answer = await client.call('register', { body: person({ email: 'Zanele@People.test ' }) });
    expect(answer.status).toBe(201);
    expect(answer.body.user).toMatchObject({ firstName: 'Zanele', lastName: 'Khumalo' });
    const user = await client.call('currentUser');
    expect(user.body).toMatchObject({
      id: answer.body.user.id,
      email: 'zanele@people.test',
      role: 'user',
      requiresAgeVerification: true,
      emailVerified: false,
      profileId: null,
      stats: { subscriptionCount: 0, followingCount: 0 },
    });
  });

  it('records what was agreed to; an account made without it agrees with its proof of age', async () => {
    const birth = { documentType: 'passport', documentNumber: 'A1', dateOfBirth: '1990-05-05' };
    const proof = (first12: string) => ({ ...birth, idNumber: `${first12}${checkDigit(first12)}` });
    const agreed = t.client();
    const { user } = (await agreed.call('register', { body: person({ consents: { terms: 1 } }) })).body;
    const consents = await t.db.selectFrom('account_consents').selectAll().where('account_id', '=', user.id).execute();
    expect(consents).toMatchObject([{ kind: 'terms', wording: 1, withdrawn_at: null }]);
    expect((await agreed.call('verifyAge', { body: proof('900505700108') })).status).toBe(200);
    const silent = t.client();
    await silent.call('register', { body: person() });
    expect((await silent.call('verifyAge', { body: proof('900505700208') })).error?.code).toBe('CONSENT_REQUIRED');
    const answer = await silent.call('verifyAge', { body: { ...proof('900505700208'), consents: { terms: 1 } } });
    expect(answer.status).toBe(200);
  });

  it.each([
    ['email', 'not-an-email', 'Please enter a valid email address'],
    ['password', 'seven77', 'Password must be at least 8 characters'],
    ['password', 'Password123', 'This password is on the list of common passwords. Please choose another'],
    ['firstName', 'Z', 'First name is required'],
    ['lastName', ' K ', 'Last name is required'],
  ])('refuses a bad %s %j in the words of the specification', async (field, value, message) => {
    const body = person({ [field]: value });
    const answer = await t.client().call('register', { body });
    expect(answer.status).toBe(400);
    expect(answer.error).toMatchObject({
      code: 'VALIDATION_FAILED',
      message,
      details: { fields: { [field]: message } },
    });
    expect(await accountsOf(String(body.email))).toEqual([]);
  });

  it('T02: refuses every column of the account as an extra field', async () => {
    const { rows } = await t.database.pool.query<{ column_name: string }>(
      `select column_name from information_schema.columns where table_name in ('accounts', 'profiles', 'sessions')`,
    );
    const camel = (name: string) => name.replace(/_(\w)/g, (_all, letter: string) => letter.toUpperCase());
    const names = new Set(rows.flatMap(({ column_name }) => [column_name, camel(column_name)]));
    for (const known of ['email', 'password', 'firstName', 'lastName']) names.delete(known);
    for (const extra of ['isAdmin', 'isVerified', 'credits', 'permissions', '__proto__x', 'constructor'])
      names.add(extra);
    expect(names.size).toBeGreaterThan(40);
    for (const name of names) {
      const body = person({ [name]: 'admin' });
      const answer = await t.client().call('register', { body });
      expect([name, answer.status, answer.error?.code]).toEqual([name, 400, 'VALIDATION_FAILED']);
      expect(await accountsOf(String(body.email))).toEqual([]);
    }
  });

  it('T96: refuses a first name that imitates staff or mixes alphabets, and normalises the others', async () => {
    for (const [field, name] of [
      ['firstName', 'Vlam'],
      ['firstName', 'Аdmin'],
      ['firstName', 'Nа\u200bledi'],
      ['lastName', 'Moderator'],
    ] as const) {
      const body = person({ [field]: name });
      const answer = await t.client().call('register', { body });
      expect([answer.status, Object.keys(answer.error?.details?.fields ?? {})]).toEqual([400, [field]]);
      expect(await accountsOf(String(body.email))).toEqual([]);
    }
    const answer = await t.client().call('register', { body: person({ firstName: 'Ｚoë', lastName: 'Mollo' }) });
    expect(answer.body.user).toMatchObject({ firstName: 'Zoë', lastName: 'Mollo' });
  });

  it('T02: refuses a field of another type', async () => {
    for (const value of [['a@people.test'], { $ne: '' }, 5, true, null]) {
      const answer = await t.client().call('register', { body: person({ email: value }) });
      expect(answer.status).toBe(400);
    }
  });
});

describe('T01: a known address', () => {
  const idNumber = (first12: string) => `${first12}${checkDigit(first12)}`;
  const shapeOf = (value: unknown): unknown =>
    typeof value === 'object' && value !== null
      ? Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, shapeOf(inner)]))
      : typeof value;
  const varying = ['x-request-id', 'date', 'set-cookie'];
  const headersOf = (headers: Record<string, unknown>) =>
    Object.fromEntries(Object.entries(headers).filter(([name]) => !varying.includes(name)));
  const cookieShape = (headers: Record<string, unknown>) =>
    [headers['set-cookie']].flat().map((cookie) => String(cookie).replace(/=[^;]+/, '=…'));

  it('gets the same status, body and headers as an unknown one, through the whole journey', async () => {
    const owner = person();
    await t.client().call('register', { body: owner });
    const journey = async (email: string, idNumber: string) => {
      const client = t.client();
      const steps = [
        await client.call('register', { body: person({ email, password: 'a-strangers-guess' }) }),
        await client.call('currentUser'),
        await client.call('listSessions'),
        await client.call('verifyAge', {
          body: {
            ...{ idNumber, documentType: 'passport', documentNumber: 'A1', dateOfBirth: '1990-05-05' },
            consents: { terms: 1 },
          },
        }),
        await client.call('logout'),
        await client.call('login', { body: { email, password: 'a-strangers-guess' } }),
        await client.call('currentUser'),
        await t.client().call('login', { body: { email, password: 'a-strangers-other-guess' } }),
        await client.call('register', { body: person({ email, password: 'a-strangers-guess' }) }),
      ];
      return steps.map(({ status, body, headers }) => ({
        status,
        body: shapeOf(body),
        headers: headersOf(headers),
        cookies: cookieShape(headers),
      }));
    };
    const unknown = person();
    const known = await journey(owner.email, idNumber('900505500908'));
    expect(known).toEqual(await journey(unknown.email, idNumber('900505500918')));
    expect(known.map((step) => step.status)).toEqual([201, 200, 200, 200, 204, 200, 200, 401, 201]);
  });

  it('changes nothing for its owner, who only gets a mail', async () => {
    const owner = person();
    const mine = await t.client().call('register', { body: owner });
    const [before] = await accountsOf(owner.email);
    const stranger = t.client();
    const theirs = await stranger.call('register', {
      body: { ...owner, password: 'a-strangers-guess', firstName: 'Other' },
    });
    expect(theirs.body.user.id).not.toBe(mine.body.user.id);
    const rows = await accountsOf(owner.email);
    expect(rows.find((row) => row.id === before?.id)).toEqual(before);
    expect(rows.filter((row) => row.holds_email).map((row) => row.id)).toEqual([mine.body.user.id]);
    const login = await t.client().call('login', { body: { email: owner.email, password: owner.password } });
    expect(login.body.user?.id).toBe(mine.body.user.id);
    const [notice, welcomed] = await mailTo(owner.email);
    expect(welcomed?.subject).toBe('Welcome to Vlam');
    expect(notice?.subject).toBe('You already have a Vlam account');
  });

  it('sends reset links only for the account that holds the address', async () => {
    const owner = person();
    const mine = await t.client().call('register', { body: owner });
    await t.client().call('register', { body: { ...owner, password: 'a-strangers-guess' } });
    await t.client().call('forgotPassword', { body: { email: owner.email } });
    await t.drain();
    const resets = await t.db.selectFrom('password_resets').select('account_id').execute();
    expect(resets.map((row) => row.account_id)).toContain(mine.body.user.id);
    const token = /token=([\w-]{43})/.exec((await mailTo(owner.email))[0]?.text ?? '')?.[1];
    await t.client().call('resetPassword', { body: { token, password: 'mine-and-mine-alone' } });
    const login = await t.client().call('login', { body: { email: owner.email, password: 'mine-and-mine-alone' } });
    expect(login.body.user?.id).toBe(mine.body.user.id);
  });

  it('has one holder after ten concurrent sign-ups', async () => {
    const body = person();
    await Promise.all(Array.from({ length: 10 }, () => t.client().call('register', { body })));
    const rows = await accountsOf(body.email);
    expect(rows.filter((row) => row.holds_email)).toHaveLength(1);
    // Five sign-ups an address; the rest must wait, whether the address is known or not.
    expect(rows).toHaveLength(5);
  });

  it('takes as long as an unknown one', { tags: ['long'], timeout: 90_000 }, async () => {
    const rounds = 50;
    const owners = Array.from({ length: rounds / 2 }, () => person());
    for (const owner of owners) await t.client().call('register', { body: owner });
    const signUp = async (email: string) => {
      const answer = await t.client().call('register', { body: person({ email }) });
      expect(answer.status).toBe(201);
    };
    const [known, unknown] = await timeInterleaved(rounds, [
      (round) => signUp(owners[round % owners.length]?.email ?? ''),
      () => signUp(person().email),
    ]);
    // Four standard errors of this sample size.
    expect(Math.abs(areaUnderCurve(known, unknown) - 0.5)).toBeLessThan(0.24);
  });
});
