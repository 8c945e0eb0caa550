import { currentWordingOf } from '@vlam/contract/rules/account-consents';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp, type TestClient } from '../../../test/app.ts';
import { codeAt } from '../../../test/authenticator.ts';
import { type ProviderPerson, startTestProvider, type TestProvider } from '../../../test/oidc-provider.ts';
import { localPath } from './policy.ts';

const publicUrl = 'http://vlam.test';
const client = { clientId: 'vlam', clientSecret: 'a-secret-of-the-test-provider' };
const people: Record<string, ProviderPerson> = {
  ayanda: { email: 'Ayanda@People.test', email_verified: true, given_name: 'Ayanda', family_name: 'Cele' },
  nameless: { email: 'nameless@people.test', email_verified: false },
  planted: { email: 'planted@people.test', email_verified: true, given_name: 'Real', family_name: 'Owner' },
  unproven: { email: 'proven@people.test', email_verified: false, given_name: 'Not', family_name: 'Proven' },
  proven: { email: 'proven@people.test', email_verified: true, given_name: 'Is', family_name: 'Proven' },
  claimed: { email: 'claimed@people.test', email_verified: false },
  agreeing: { email: 'agreeing@people.test', email_verified: true },
  kept: { email: 'kept@people.test', email_verified: true },
  addressless: { given_name: 'No', family_name: 'Address' },
  suspended: { email: 'gone@people.test', email_verified: true },
  imitator: { email: 'imitator@people.test', given_name: 'Vlam Support', family_name: '\u202eNkosi' },
};

let provider: TestProvider;
let t: TestApp;
let without: TestApp;
beforeAll(async () => {
  provider = await startTestProvider({
    port: 41_107,
    ...client,
    redirectUri: `${publicUrl}/api/login/callback`,
    people,
  });
  t = await startTestApp({ config: { publicUrl, oidc: { issuer: provider.issuer, ...client } } });
  without = await startTestApp();
});
afterAll(async () => {
  await t.close();
  await without.close();
  await provider.close();
});

const navigate = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' };
const begin = async (browser: TestClient, next = '/') =>
  String((await browser.request('GET', `/api/login?next=${encodeURIComponent(next)}`)).headers.location);
const comeBack = (browser: TestClient, back: URL) =>
  browser.request('GET', `${back.pathname}${back.search}`, { headers: navigate });
async function signIn(subject: string, browser = t.client(), next = '/') {
  return comeBack(browser, await provider.signIn(await begin(browser, next), subject));
}
const accountsOf = (email: string) => t.db.selectFrom('accounts').selectAll().where('email', '=', email).execute();

describe('T10: external sign-in', () => {
  it('redirects to the provider with PKCE, state and nonce, and returns signed in to the requested page', async () => {
    const browser = t.client();
    const location = new URL(await begin(browser, '/profiles/x?tab=about'));
    expect(location.origin).toBe(provider.issuer);
    const sent = Object.fromEntries(location.searchParams);
    expect(sent).toMatchObject({
      code_challenge_method: 'S256',
      redirect_uri: `${publicUrl}/api/login/callback`,
      scope: 'openid email profile',
    });
    expect([sent.state, sent.nonce, sent.code_challenge].every((value) => value?.length === 43)).toBe(true);
    const answer = await comeBack(browser, await provider.signIn(location.href, 'ayanda'));
    expect([answer.status, answer.headers.location]).toEqual([302, '/profiles/x?tab=about']);
    const user = await browser.call('currentUser');
    expect(user.body).toMatchObject({
      email: 'ayanda@people.test',
      firstName: 'Ayanda',
      lastName: 'Cele',
      emailVerified: true,
      requiresAgeVerification: true,
    });
  });

  it('recognises a person by issuer and subject, even under another address', async () => {
    const first = t.client();
    await signIn('nameless', first);
    people.nameless = { email: 'renamed@people.test', email_verified: true };
    const second = t.client();
    await signIn('nameless', second);
    const [before, after] = [await first.call('currentUser'), await second.call('currentUser')];
    expect(after.body.id).toBe(before.body.id);
    expect(before.body).toMatchObject({ firstName: 'New', lastName: 'Member', emailVerified: false });
  });

  it('T96: refuses a name from the provider that members may not have', async () => {
    const browser = t.client();
    await signIn('imitator', browser);
    expect((await browser.call('currentUser')).body).toMatchObject({ firstName: 'New', lastName: 'Member' });
  });

  it('a new account agrees to the terms, in their wording, before its age check opens it', async () => {
    const browser = t.client();
    await signIn('agreeing', browser);
    const { id } = (await browser.call('currentUser')).body;
    expect((await browser.call('ageCheck')).body).toMatchObject({ state: 'open', needsTerms: true });
    const proof = {
      idNumber: '8001015009087',
      documentType: 'passport',
      documentNumber: 'A1',
      dateOfBirth: '1980-01-01',
    };
    const refused = await browser.call('verifyAge', { body: proof });
    expect([refused.status, refused.error?.code]).toEqual([403, 'CONSENT_REQUIRED']);
    expect((await browser.call('ageCheck')).body).toMatchObject({ state: 'open', triesLeft: 5 });
    expect((await browser.call('currentUser')).body.requiresAgeVerification).toBe(true);

    const consents = { terms: currentWordingOf('terms'), special: currentWordingOf('special') };
    const unknown = await browser.call('verifyAge', { body: { ...proof, consents: { terms: 99 } } });
    expect(unknown.error?.code).toBe('VALIDATION_FAILED');
    expect((await browser.call('verifyAge', { body: { ...proof, consents } })).status).toBe(200);
    const rows = await t.db
      .selectFrom('account_consents')
      .selectAll()
      .where('account_id', '=', id)
      .orderBy('kind')
      .execute();
    expect(rows.map(({ kind, wording, withdrawn_at }) => [kind, wording, withdrawn_at])).toEqual([
      ['special', consents.special, null],
      ['terms', consents.terms, null],
    ]);
    expect((await browser.call('ageCheck')).body).toMatchObject({ state: 'verified', needsTerms: false });
  });

  it('accepts a callback once', async () => {
    const browser = t.client();
    const back = await provider.signIn(await begin(browser), 'ayanda');
    const replay = t.client({ cookie: browser.cookie() });
    expect((await comeBack(browser, back)).headers.location).toBe('/');
    expect((await comeBack(replay, back)).headers.location).toBe('/login?problem=external');
    expect((await replay.call('currentUser')).status).toBe(401);
  });

  it('accepts a callback only in the browser that began it', async () => {
    const back = await provider.signIn(await begin(t.client()), 'ayanda');
    const stranger = t.client();
    expect((await comeBack(stranger, back)).headers.location).toBe('/login?problem=external');
    const busy = t.client();
    await begin(busy);
    expect((await comeBack(busy, back)).headers.location).toBe('/login?problem=external');
    expect((await busy.call('currentUser')).status).toBe(401);
  });

  it.each([
    ['a code of another sign-in', 'code'],
    ['another state', 'state'],
    ['a foreign issuer', 'iss'],
  ])('%s is refused', async (_name, parameter) => {
    const [mine, attacker] = [t.client(), t.client()];
    const back = await provider.signIn(await begin(mine), 'ayanda');
    const foreign = await provider.signIn(await begin(attacker), 'proven');
    const value = parameter === 'iss' ? 'https://evil.test' : (foreign.searchParams.get(parameter) ?? '');
    back.searchParams.set(parameter, value);
    expect((await comeBack(mine, back)).headers.location).toBe('/login?problem=external');
    expect((await mine.call('currentUser')).status).toBe(401);
  });

  it('expires after ten minutes', async () => {
    const browser = t.client();
    const back = await provider.signIn(await begin(browser), 'ayanda');
    t.clock.advance(10 * 60_000 + 1);
    expect((await comeBack(browser, back)).headers.location).toBe('/login?problem=external');
  });

  it('returns to the sign-in page when the provider refuses', async () => {
    const browser = t.client();
    const state = new URL(await begin(browser)).searchParams.get('state');
    const answer = await browser.request('GET', `/api/login/callback?error=access_denied&state=${state}`, {
      headers: navigate,
    });
    expect(answer.headers.location).toBe('/login?problem=external');
  });

  it('links to an account by its address only if both sides have proven it', async () => {
    const { identity } = t.context;
    const person = { password: 'planted-by-a-stranger', firstName: 'A', lastName: 'Stranger' };
    const planted = await identity.createAccount(t.db, { ...person, email: 'planted@people.test' });
    const real = t.client();
    await signIn('planted', real);
    expect((await real.call('currentUser')).body.id).not.toBe(planted);

    const proven = await identity.createAccount(t.db, { ...person, email: 'proven@people.test', emailVerified: true });
    const claimant = t.client();
    await signIn('unproven', claimant);
    const claimed = await claimant.call('currentUser');
    expect(claimed.body.id).not.toBe(proven);
    expect(claimed.body.emailVerified).toBe(false);
    const owner = t.client();
    await signIn('proven', owner);
    expect((await owner.call('currentUser')).body.id).toBe(proven);
    expect((await accountsOf('proven@people.test')).filter((row) => row.holds_email).map((row) => row.id)).toEqual([
      proven,
    ]);
  });

  it('proving an address by mail unlinks external sign-ins that had not proven it', async () => {
    const planted = t.client();
    await signIn('claimed', planted);
    const { id } = (await planted.call('currentUser')).body;
    const browser = t.client();
    await browser.call('forgotPassword', { body: { email: 'claimed@people.test' } });
    await t.drain();
    const mail = (await t.context.mailer.outbox()).find(({ to }) => to === 'claimed@people.test');
    const token = /token=([\w-]{43})$/m.exec(mail?.text ?? '')?.[1] ?? '';
    const password = 'chosen-by-the-real-owner';
    expect((await browser.call('resetPassword', { body: { token, password } })).status).toBe(204);
    await browser.call('login', { body: { email: 'claimed@people.test', password } });
    expect((await browser.call('currentUser')).body.id).toBe(id);
    const second = t.client();
    await signIn('claimed', second);
    expect((await second.call('currentUser')).body.id).not.toBe(id);
  });

  it('keeps the provider of an address that was proven when it was linked', async () => {
    const first = t.client();
    await signIn('kept', first);
    const { id } = (await first.call('currentUser')).body;
    await first.call('forgotPassword', { body: { email: 'kept@people.test' } });
    await t.drain();
    const mail = (await t.context.mailer.outbox()).find(({ to }) => to === 'kept@people.test');
    const token = /token=([\w-]{43})$/m.exec(mail?.text ?? '')?.[1] ?? '';
    await first.call('resetPassword', { body: { token, password: 'a-password-as-well' } });
    const second = t.client();
    await signIn('kept', second);
    expect((await second.call('currentUser')).body.id).toBe(id);
  });

  it('requires an address', async () => {
    expect((await signIn('addressless')).headers.location).toBe('/login?problem=external');
  });

  it('T16: refuses a suspended member, and shows once the same text as a password sign-in', async () => {
    const password = 'a-password-beside-the-provider';
    const id = await t.context.identity.createAccount(t.db, {
      email: 'gone@people.test',
      password,
      firstName: 'Was',
      lastName: 'Here',
      emailVerified: true,
    });
    await signIn('suspended');
    await t.context.identity.suspend(t.db, id, 'Spam');
    const withPassword = await t.client().call('login', { body: { email: 'gone@people.test', password } });
    expect(withPassword.error?.code).toBe('ACCOUNT_SUSPENDED');

    const browser = t.client();
    expect((await signIn('suspended', browser)).headers.location).toBe('/login?problem=suspended');
    expect((await browser.call('currentUser')).status).toBe(401);
    const note = browser.cookie();
    expect(note).not.toContain(id);
    const { suspended } = (await browser.call('externalSignInProblem')).body;
    expect(suspended).toEqual({ message: withPassword.error?.message, ...withPassword.error?.details });
    expect(suspended?.message).toMatch(/^This account is suspended: Spam\. To appeal, write to /);
    expect((await browser.call('externalSignInProblem')).body.suspended).toBeNull();

    const ask = async (cookie: string) => (await t.client({ cookie }).call('externalSignInProblem')).body.suspended;
    expect(await ask(note)).not.toBeNull();
    const at = note.indexOf('vlam-suspended=') + 40;
    expect(await ask(`${note.slice(0, at)}${note[at] === 'A' ? 'B' : 'A'}${note.slice(at + 1)}`)).toBeNull();
    t.clock.advance(10 * 60_000 + 1);
    expect(await ask(note)).toBeNull();
  });

  it('stores neither state nor verifier nor nonce in the database', async () => {
    const browser = t.client();
    const location = new URL(await begin(browser));
    const { rows } = await t.database.pool.query<{ dump: string }>('select r::text as dump from external_sign_ins r');
    const secret = /vlam-external=([\w-]+)/.exec(browser.cookie())?.[1] ?? '?';
    for (const value of [secret, location.searchParams.get('state') ?? '?', location.searchParams.get('nonce') ?? '?'])
      for (const { dump } of rows) expect(dump).not.toContain(value);
  });
});

describe('T14: external sign-in of an account with a second factor', () => {
  it('is asked for the second step, and the provider alone opens nothing', async () => {
    const browser = t.client();
    await signIn('ayanda', browser);
    const { secret } = (await browser.call('enableTwoFactor')).body;
    await browser.call('verifyTwoFactor', { body: { code: codeAt(secret, t.clock.now()) } });
    t.clock.advance(30_000);
    const again = t.client();
    const answer = await signIn('ayanda', again, '/messages');
    expect(answer.headers.location).toBe('/login?step=second&next=%2Fmessages');
    expect((await again.call('currentUser')).status).toBe(401);
    expect((await again.call('secondStep')).body.secondStep).toEqual({ methods: ['code'] });
    const finished = await again.call('finishSignIn', { body: { code: codeAt(secret, t.clock.now()) } });
    expect(finished.status).toBe(200);
    expect((await again.call('currentUser')).status).toBe(200);
    await browser.call('disableTwoFactor');
  });
});

describe('GET /api/login', () => {
  it('redirects to the sign-in page when no provider is configured', async () => {
    const browser = without.client();
    expect(await begin(browser)).toBe('/login');
    expect(await begin(browser, '/nearby?radius=10')).toBe(`/login?next=${encodeURIComponent('/nearby?radius=10')}`);
    expect((await browser.request('GET', '/api/login')).headers.location).toBe('/login');
    expect((await browser.request('GET', '/api/login/callback?code=x&state=y')).status).toBe(404);
  });

  it('F13: redirects to the sign-in page when the provider is down', async () => {
    const down = await startTestApp({ config: { oidc: { issuer: 'http://127.0.0.1:41198', ...client } } });
    try {
      expect(await begin(down.client())).toBe('/login?problem=external');
    } finally {
      await down.close();
    }
  });

  it.each([
    '//evil.test',
    '/\\evil.test',
    '\\\\evil.test',
    'https://evil.test',
    'https:evil.test',
    'javascript:alert(1)',
    '/\t/evil.test',
    '/\n/evil.test',
    'evil.test',
    '',
    '/..//evil.test',
    '/%00',
  ])('T06: never sends anyone to %j', async (next) => {
    expect(localPath(next, publicUrl)).toMatch(/^\/(?![/\\])/);
    const browser = t.client();
    const answer = await comeBack(browser, await provider.signIn(await begin(browser, next), 'ayanda'));
    const location = String(answer.headers.location);
    expect(new URL(location, publicUrl).origin).toBe(publicUrl);
    expect(location).toMatch(/^\/(?![/\\])/);
  });

  it('T79: refuses a return path that holds a NUL', async () => {
    expect((await t.client().call('startExternalSignIn', { query: { next: '/a\u0000' } })).status).toBe(400);
  });
});
