import { identityOperations } from '@vlam/contract/identity';
import { describe, expect, it } from 'vitest';
import { startTestApp } from '../../../test/app.ts';
import { useTestApp } from '../../../test/use-app.ts';
import { sessionCookieName } from '../../platform/session-cookie.ts';
import { networkOf } from './budgets.ts';
import { testAccounts, testPassword } from './service.ts';

const t = useTestApp({ config: { demo: true } });

const password = 'kudu-and-acacia';
let made = 0;
async function anAccountWithPassword() {
  made += 1;
  const email = `s${made}@people.test`;
  const id = await t.context.identity.createAccount(t.db, {
    email,
    password,
    firstName: 'Sipho',
    lastName: 'Zulu',
    ageVerified: true,
  });
  return { id, email };
}

/** Signs in with a password from a given address and browser. */
async function attempt(
  address: string,
  body: { email: string; password: string },
  headers: Record<string, string> = {},
) {
  return t.app.inject({
    method: 'POST',
    url: '/api/auth/login',
    remoteAddress: address,
    headers: { 'sec-fetch-site': 'same-origin', 'content-type': 'application/json', ...headers },
    payload: JSON.stringify(body),
  });
}
/** Addresses of networks that no other test in this file uses. */
let network = 0;
const freshAddress = () => {
  network += 1;
  return `10.${network >> 8}.${network & 255}.7`;
};

describe('login', () => {
  it('signs in with email and password, whatever the case of the address', async () => {
    const { id, email } = await anAccountWithPassword();
    const client = t.client();
    const answer = await client.call('login', { body: { email: ` ${email.toUpperCase()} `, password } });
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ user: { id, firstName: 'Sipho' }, secondStep: null });
    expect((await client.call('currentUser')).body.id).toBe(id);
  });

  it('returns the same error for a wrong password, an unknown address and an account without a password', async () => {
    const { email } = await anAccountWithPassword();
    await t.context.identity.createAccount(t.db, { email: 'sso@people.test', firstName: 'Anna', lastName: 'Smit' });
    for (const body of [
      { email, password: 'wrong' },
      { email: 'nobody@people.test', password },
      { email: 'sso@people.test', password },
    ]) {
      const answer = await attempt(freshAddress(), body);
      expect(answer.statusCode).toBe(401);
      expect(answer.json()).toMatchObject({ code: 'INVALID_CREDENTIALS', message: 'Invalid credentials' });
      expect(answer.headers['set-cookie']).toBeUndefined();
    }
  });

  it("uses the specification's messages for the form", async () => {
    const email = await t.client().call('login', { body: { email: 'x', password } });
    expect(email.error?.message).toBe('Please enter a valid email address');
    const empty = await t.client().call('login', { body: { email: 'x@people.test', password: '' } });
    expect(empty.error?.message).toBe('Password is required');
  });

  it('T16: shows a suspended member the reason and how to appeal, and a guesser nothing', async () => {
    const { id, email } = await anAccountWithPassword();
    await t.context.identity.suspend(t.db, id, 'Repeated spam');
    const answer = await attempt(freshAddress(), { email, password });
    expect(answer.statusCode).toBe(403);
    expect(answer.json()).toMatchObject({
      code: 'ACCOUNT_SUSPENDED',
      message: 'This account is suspended: Repeated spam. To appeal, write to support@vlam.test.',
      details: { reason: 'Repeated spam', appealTo: 'support@vlam.test' },
    });
    expect((await attempt(freshAddress(), { email, password: 'wrong' })).statusCode).toBe(401);
  });
});

describe('T03: guessing', () => {
  async function resistsGuesses(tries: number, right: number): Promise<void> {
    const { email } = await anAccountWithPassword();
    const owner = t.client();
    await owner.call('login', { body: { email, password } });
    const statuses: number[] = [];
    for (let index = 1; index <= tries; index += 1) {
      const answer = await attempt(freshAddress(), { email, password: index === right ? password : `guess-${index}` });
      statuses.push(answer.statusCode);
      if (index === tries / 2) expect((await owner.call('login', { body: { email, password } })).status).toBe(200);
    }
    expect(statuses).not.toContain(200);
    expect(statuses.filter((status) => status === 401)).toHaveLength(10);
    expect(statuses.filter((status) => status === 429)).toHaveLength(tries - 10);
  }
  const guessed =
    'one account, %i passwords from as many networks: the right one at %i is refused, and the owner can still sign in';
  it.each([[60, 50]] as const)(guessed, resistsGuesses);
  it.each([[600, 500]] as const)(guessed, { tags: ['long'] }, resistsGuesses);

  it('one password, 300 accounts from one network: at most 20 are tried', async () => {
    const { email } = await anAccountWithPassword();
    const statuses: number[] = [];
    for (let index = 1; index <= 300; index += 1) {
      const address = `192.168.44.${index % 250}`;
      const body = { email: index === 150 ? email : `stuffed-${index}@people.test`, password };
      statuses.push((await attempt(address, body)).statusCode);
    }
    expect(statuses.filter((status) => status !== 429)).toHaveLength(20);
    expect(statuses).not.toContain(200);
  });

  it('counts 40 concurrent attempts before any password is checked', async () => {
    const { email } = await anAccountWithPassword();
    const tries = Array.from({ length: 40 }, (_, index) =>
      attempt(freshAddress(), { email, password: `guess-${index}` }),
    );
    const statuses = (await Promise.all(tries)).map((answer) => answer.statusCode);
    expect(statuses.filter((status) => status === 401)).toHaveLength(10);
  });

  it('is delayed, with seconds in the error, and never locked out: a new device of the owner gets its turn', async () => {
    const { email } = await anAccountWithPassword();
    for (let index = 0; index < 10; index += 1) await attempt(freshAddress(), { email, password: 'wrong' });
    const refused = await attempt(freshAddress(), { email, password });
    expect(refused.json()).toMatchObject({
      code: 'TOO_MANY_REQUESTS',
      message: 'Too many requests. Please wait a moment',
      details: { retryAfterSeconds: 180 },
    });
    expect(refused.headers['retry-after']).toBe('180');
    t.clock.advance(180_000);
    expect((await attempt(freshAddress(), { email, password })).statusCode).toBe(200);
  });

  it('a successful sign-in spends no budget', async () => {
    const { email } = await anAccountWithPassword();
    const address = freshAddress();
    for (let index = 0; index < 25; index += 1) {
      expect((await attempt(address, { email, password })).statusCode).toBe(200);
    }
  });

  it('treats a device cookie that is forged or of another address as unknown', async () => {
    const victim = await anAccountWithPassword();
    const attacker = await anAccountWithPassword();
    const client = t.client();
    await client.call('login', { body: { email: attacker.email, password } });
    for (let index = 0; index < 10; index += 1)
      await attempt(freshAddress(), { email: victim.email, password: 'wrong' });
    const device = /vlam-device=([^;]+)/.exec(client.cookie())?.[1] ?? '';
    for (const cookie of [device, `${device.slice(0, 43)}.${'A'.repeat(43)}`, 'x', '.']) {
      const answer = await attempt(
        freshAddress(),
        { email: victim.email, password },
        { cookie: `vlam-device=${cookie}` },
      );
      expect(answer.statusCode).toBe(429);
    }
  });

  it("a device known by another account under the victim's address is unknown to the victim's account", {
    tags: ['long'],
  }, async () => {
    const { email } = await anAccountWithPassword();
    const attacker = t.client();
    const own = 'the-attackers-own-password';
    await attacker.call('register', { body: { email, password: own, firstName: 'Not', lastName: 'Them' } });
    const outcomes: (number | string)[] = [];
    for (let index = 1; index <= 60; index += 1) {
      // Each sign-in to the own account brings an unused device cookie.
      if (index % 8 === 0) expect((await attacker.call('login', { body: { email, password: own } })).status).toBe(200);
      const guess = index === 50 ? password : `guess-${index}`;
      const answer = await attempt(freshAddress(), { email, password: guess }, { cookie: attacker.cookie() });
      outcomes.push(answer.statusCode);
    }
    expect(outcomes).not.toContain(200);
    // A slower guess, later, counts like any other.
    t.clock.advance(24 * 3_600_000);
    expect((await attempt(freshAddress(), { email, password }, { cookie: attacker.cookie() })).statusCode).toBe(200);
  });

  it('T77: ignores forged forwarding headers', async () => {
    const address = freshAddress();
    const statuses: number[] = [];
    for (let index = 0; index < 60; index += 1) {
      const headers = {
        'x-forwarded-for': `41.0.${index}.1`,
        'x-real-ip': `41.1.${index}.1`,
        forwarded: `for=41.2.${index}.1`,
      };
      statuses.push((await attempt(address, { email: `dodge-${index}@people.test`, password }, headers)).statusCode);
    }
    expect(statuses.filter((status) => status !== 429)).toHaveLength(20);
  });

  it.each([
    ['196.25.1.200', '196.25.1'],
    ['::ffff:196.25.1.200', '196.25.1'],
    ['2c0f:f850:12:34:aaaa::1', '2c0f:f850:12:34'],
    ['2c0f:f850::1', '2c0f:f850:0:0'],
    ['::1', '0:0:0:0'],
  ])('counts %s in %s', (address, expected) => {
    expect(networkOf(address)).toBe(expected);
  });
});

describe('T04: session fixation', () => {
  it('never turns a planted cookie into a session, and issues a new token at every sign-in', async () => {
    const { email } = await anAccountWithPassword();
    const planted = 'A'.repeat(43);
    const client = t.client({ cookie: `${sessionCookieName(t.config)}=${planted}` });
    await client.call('login', { body: { email, password } });
    const first = client.cookie();
    expect(first).not.toContain(planted);
    expect((await t.client({ cookie: `${sessionCookieName(t.config)}=${planted}` }).call('currentUser')).status).toBe(
      401,
    );
    await client.call('login', { body: { email, password } });
    expect(client.cookie()).not.toBe(first);
    expect((await t.client({ cookie: first }).call('currentUser')).status).toBe(401);
  });

  it('a change of role ends existing sessions', async () => {
    const { id, email } = await anAccountWithPassword();
    const client = t.client();
    await client.call('login', { body: { email, password } });
    await t.context.identity.changeRole(t.db, id, 'moderator');
    expect((await client.call('currentUser')).status).toBe(401);
    await client.call('login', { body: { email, password } });
    expect((await client.call('currentUser')).body).toMatchObject({
      role: 'moderator',
      permissions: [],
      requiresSecondFactor: true,
    });
  });
});

describe('T07: calls from other sites', () => {
  const unsafe = Object.entries(identityOperations).filter(([, operation]) => operation.method !== 'GET');
  it.each(unsafe.map(([name, operation]) => [name, operation] as const))('%s is refused', async (_name, operation) => {
    const url = operation.path.replace('{id}', '01a1fd73-a734-7bcf-9960-54e1b7a1155d');
    const send = (headers: Record<string, string>, payload = '{}') =>
      t.app.inject({ method: operation.method, url, headers, payload });
    const json = { 'content-type': 'application/json', host: 'vlam.test' };
    for (const headers of [
      { ...json, 'sec-fetch-site': 'cross-site', origin: 'https://evil.test' },
      { ...json, 'sec-fetch-site': 'same-site', origin: 'https://evil.vlam.test' },
      { ...json, origin: 'https://evil.test' },
      { ...json, origin: 'null' },
      json,
    ]) {
      const answer = await send(headers);
      expect([answer.statusCode, answer.json().code]).toEqual([403, 'CROSS_SITE_REFUSED']);
    }
    const plain = await send({ host: 'vlam.test', 'sec-fetch-site': 'same-origin', 'content-type': 'text/plain' });
    expect(plain.statusCode).toBe(415);
    if (operation.path !== '/api/logout') {
      const form = {
        host: 'vlam.test',
        'sec-fetch-site': 'same-origin',
        'content-type': 'application/x-www-form-urlencoded',
      };
      expect((await send(form, 'a=b')).statusCode).toBe(415);
    }
  });
});

describe('test login', () => {
  it('signs in to the three labelled accounts of a demo', async () => {
    for (const account of testAccounts)
      await t.context.identity.createAccount(t.db, {
        ...account,
        password: testPassword,
        isDemo: true,
        ageVerified: true,
      });
    const listed = await t.client().call('listTestAccounts');
    expect(listed.body.map((account) => account.label)).toEqual(['Regular User', 'Content Creator', 'Administrator']);
    for (const { email, password: shown } of listed.body) {
      const answer = await t.client().call('testLogin', { body: { email, password: shown } });
      expect(answer.status).toBe(200);
      expect(answer.body.user).toMatchObject({ email });
      expect(Number.isInteger(answer.body.credits)).toBe(true);
    }
    const wrong = await t.client().call('testLogin', { body: { email: 'fan@vlam.test', password: 'wrong' } });
    expect(wrong.error).toMatchObject({ code: 'INVALID_CREDENTIALS', message: 'Invalid credentials' });
  });

  it('opens no other account', async () => {
    const { email } = await anAccountWithPassword();
    const answer = await t.client().call('testLogin', { body: { email, password } });
    expect(answer.error?.code).toBe('INVALID_CREDENTIALS');
  });

  it('T100: opens no demo account once its database is no longer a demo', async () => {
    const real = await startTestApp({ config: { demo: false } });
    try {
      const email = 'admin@vlam.test';
      const account = { email, password: testPassword, firstName: 'Anele', lastName: 'Nkosi', ageVerified: true };
      await real.context.identity.createAccount(real.db, account);
      const login = () => real.client().call('login', { body: { email, password: testPassword } });
      expect((await login()).status).toBe(200);
      await real.db.updateTable('accounts').set({ is_demo: true }).execute();
      expect((await login()).error?.code).toBe('INVALID_CREDENTIALS');
    } finally {
      await real.close();
    }
  });

  it('T08: does not exist outside demo', async () => {
    const real = await startTestApp({ config: { demo: false } });
    try {
      const body = { email: 'admin@vlam.test', password: testPassword };
      expect((await real.client().call('testLogin', { body })).status).toBe(404);
      expect((await real.client().call('listTestAccounts')).status).toBe(404);
      expect((await real.client().call('login', { body })).status).toBe(401);
      const emails = await real.db.selectFrom('accounts').select('email').execute();
      expect(emails).toEqual([]);
    } finally {
      await real.close();
    }
  });
});
