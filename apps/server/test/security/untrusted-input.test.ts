import { beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '../../src/platform/config.ts';
import { createRateLimiter } from '../../src/platform/rate-limit.ts';
import { startTestApp, type TestApp } from '../app.ts';
import { anAccount, aProfile } from '../factories.ts';
import { useTestApp } from '../use-app.ts';
import {
  createWorld,
  everyOperation,
  ownIdFor,
  pathWith,
  sessionOperations,
  type World,
  withoutRequestId,
} from './world.ts';

let world: World;
const t = useTestApp();
beforeAll(async () => {
  world = await createWorld(t);
});

const guardedByRight = everyOperation.filter(([, { access }]) => access === 'creator' || typeof access === 'object');
const claims: Record<string, string> = {
  role: 'admin',
  'x-role': 'admin',
  'x-user-role': 'admin',
  'x-permissions': 'all',
  'x-admin': 'true',
  'x-user-id': '',
  'x-account-id': '',
  'x-is-creator': 'true',
  'x-age-verified': 'true',
  'x-view-as': 'admin',
  'x-original-url': '/api/auth/user',
  'x-rewrite-url': '/api/auth/user',
  'x-http-method-override': 'GET',
  authorization: 'Bearer admin',
};

describe('T19 ASVS 8.3.1: identity and rights never come from input', () => {
  it('role, rights, age and account in headers, cookies and the query change no response', async () => {
    const me = await t.client(world.fan).call('currentUser');
    const headers = { ...claims, 'x-user-id': world.admin.accountId, 'x-account-id': world.admin.accountId };
    const cookie = `${world.fan.cookie}; role=admin; permissions=all; ageVerified=1; accountId=${world.admin.accountId}`;
    const client = t.client({ cookie });
    expect((await client.call('currentUser', { headers })).body).toEqual(me.body);
    expect((await client.request('GET', `/api/auth/user?role=admin&accountId=${world.admin.accountId}`)).body).toEqual(
      me.body,
    );
    expect(me.body).toMatchObject({ role: 'user', permissions: [] });
  });

  it('claims give a fan no further operations, and an unverified member none before the age check', async () => {
    const unverified = sessionOperations.filter(
      ([, { access, beforeAgeCheck }]) => access !== 'public' && !beforeAgeCheck,
    );
    for (const [who, list] of [
      [world.fan, guardedByRight],
      [world.unverified, unverified],
    ] as const)
      for (const [name, operation] of list) {
        const path = pathWith(operation, ownIdFor(operation.path, world));
        const body = operation.body ? { role: 'admin', permissions: ['all'], ageVerified: true } : undefined;
        const answer = await t.client({ cookie: `${who.cookie}; role=admin` }).request(operation.method, path, {
          headers: claims,
          ...(body ? { body } : {}),
        });
        expect(answer.status, name).toBe(403);
      }
  });

  it('a role in the body is an unknown field, also from staff', async () => {
    // The role that an admin gives to someone else.
    const givesRole = (name: string) => name === 'promoteUser';
    for (const [name, operation] of sessionOperations.filter(([name, { body }]) => body && !givesRole(name))) {
      const path = pathWith(operation, ownIdFor(operation.path, world));
      const sent = { role: 'admin', isAdmin: true, accountId: world.admin.accountId };
      const sender = typeof operation.access === 'object' ? world.admin : world.owner;
      const answer = await t.client(sender).request(operation.method, path, { body: sent });
      expect([name, answer.status, answer.error?.details?.fields?.role]).toEqual([name, 400, 'Unknown field']);
    }
    const { role } = await t.db
      .selectFrom('accounts')
      .select('role')
      .where('id', '=', world.owner.accountId)
      .executeTakeFirstOrThrow();
    expect(role).toBe('creator');
  });

  it('uses the first of two session cookies, and no cookie of another name', async () => {
    const two = t.client({ cookie: '' });
    const answer = await two.request('GET', '/api/auth/user', {
      headers: { cookie: `__Host-session=${world.admin.sessionToken}; Session=${world.admin.sessionToken}` },
    });
    expect(answer.error?.code).toBe('UNAUTHORIZED');
  });
});

describe('T77 ASVS 4.1.3 15.3.4: addresses that a request claims', () => {
  const send = (app: TestApp, headers: Record<string, string>, remoteAddress = '196.25.1.9') =>
    app.app.inject({ url: '/api/settings', remoteAddress, headers: { host: 'vlam.test', ...headers } });

  it('without a proxy, 1,000 invented addresses are one caller', async () => {
    const limited = await startTestApp({ rateLimitScale: 1 });
    const statuses: number[] = [];
    for (let index = 0; index < 1_000; index += 1) {
      const invented = `41.${index >> 8}.${index & 255}.1`;
      const headers = {
        'x-forwarded-for': invented,
        'x-real-ip': invented,
        forwarded: `for=${invented}`,
        'true-client-ip': invented,
      };
      statuses.push((await send(limited, headers)).statusCode);
    }
    expect(statuses.filter((status) => status === 200)).toHaveLength(300);
    expect(statuses.filter((status) => status === 429)).toHaveLength(700);
    await limited.close();
  });

  it('behind exactly one proxy, only what that proxy wrote counts', async () => {
    const proxied = await startTestApp({ rateLimitScale: 1, config: { trustProxyHops: 1 } });
    const through = (claimed: string, real: string) =>
      send(proxied, { 'x-forwarded-for': `${claimed}${real}` }, '10.0.0.1');
    const statuses: number[] = [];
    for (let index = 0; index < 400; index += 1)
      statuses.push((await through(`41.0.${index & 255}.${index >> 8}, `, '196.25.1.9')).statusCode);
    expect(statuses.filter((status) => status === 200)).toHaveLength(300);
    // Another client behind the same proxy has its own budget.
    expect((await through('196.25.1.9, ', '196.25.1.10')).statusCode).toBe(200);
    await proxied.close();
  });

  it('all addresses of one IPv6 /64 share a budget, in any notation', () => {
    const limiter = createRateLimiter({ nowMs: () => 0 });
    const addresses = Array.from({ length: 1_000 }, (_, index) => `2001:db8::${(index + 1).toString(16)}`);
    const allowed = (address: string) => {
      try {
        limiter.spend('read', address, null);
        return true;
      } catch {
        return false;
      }
    };
    expect(addresses.filter(allowed)).toHaveLength(300);
    expect(allowed('2001:0db8:0:0:ffff::1')).toBe(false);
    expect(allowed('2001:db8:0:1::1')).toBe(true);
    // IPv4-mapped IPv6 counts as the IPv4 address, not as one shared /64.
    expect(Array.from({ length: 300 }, () => allowed('::ffff:196.25.1.9')).every(Boolean)).toBe(true);
    expect(allowed('196.25.1.9')).toBe(false);
    expect(allowed('::ffff:196.25.1.10')).toBe(true);
  });

  it('returns the time to wait in the body and in Retry-After, and accepts calls after it', async () => {
    const limited = await startTestApp({ rateLimitScale: 1 });
    const client = limited.client(await aProfile(limited));
    const answers = [];
    for (let index = 0; index < 41; index += 1)
      answers.push(await client.call('searchProfiles', { query: { q: 'x' } }));
    const last = answers.at(-1);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(40);
    expect(last?.error).toMatchObject({ code: 'TOO_MANY_REQUESTS', details: { retryAfterSeconds: 1 } });
    expect(last?.headers['retry-after']).toBe('1');
    limited.clock.advance(1_000);
    expect((await client.call('searchProfiles', { query: { q: 'x' } })).status).toBe(200);
    // Budgets of other callers and other kinds are unaffected.
    expect((await limited.client(await anAccount(limited)).call('searchProfiles', { query: { q: 'x' } })).status).toBe(
      200,
    );
    expect((await client.call('currentUser')).status).toBe(200);
    await limited.close();
  });
});

describe('T77 T09: hosts that a request claims', () => {
  const evil = {
    host: 'evil.test',
    'x-forwarded-host': 'evil.test',
    'x-forwarded-proto': 'https',
    forwarded: 'host=evil.test',
  };

  it('reach no response, no header and no mail', { tags: ['long'] }, async () => {
    const get = (headers: Record<string, string>, url: string) =>
      t.app.inject({ url, headers: { cookie: world.owner.cookie, ...headers } });
    for (const [name, operation] of everyOperation.filter(([, { method }]) => method === 'GET')) {
      const path = pathWith(operation, ownIdFor(operation.path, world));
      const answer = await get(evil, path);
      expect(JSON.stringify([answer.headers, answer.body]), name).not.toContain('evil');
      expect(withoutRequestId(answer.body).length, name).toBe(
        withoutRequestId((await get({ host: 'vlam.test' }, path)).body).length,
      );
    }
    await t.app.inject({
      method: 'POST',
      url: '/api/auth/forgot-password',
      headers: { ...evil, 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' },
      payload: JSON.stringify({ email: world.owner.email }),
    });
    await t.drain();
    const [mail] = await t.context.mailer.outbox();
    expect(mail?.text).toContain('http://vlam.test/');
    expect(mail?.text).not.toContain('evil');
  });

  it('in production every other host gets the same empty response', async () => {
    const production = await startTestApp({
      config: {
        ...readConfigOfProduction(),
        publicUrl: 'https://vlam.example',
        environment: 'production',
        secureCookies: true,
      },
    });
    const send = (host: string) =>
      production.app.inject({ url: '/api/settings', headers: { host, 'x-forwarded-host': 'vlam.example' } });
    expect((await send('vlam.example')).statusCode).toBe(200);
    for (const host of ['evil.test', 'vlam.example.evil.test', 'vlam.example:8443', '127.0.0.1', '']) {
      const answer = await send(host);
      expect([host, answer.statusCode, answer.json().code]).toEqual([host, 404, 'NOT_FOUND']);
    }
    // A supervisor checks by the machine's own address; the response is the same for all callers.
    for (const url of ['/healthz', '/healthz?parts', '/readyz'])
      expect((await production.app.inject({ url, headers: { host: '10.0.0.5:3000' } })).statusCode).toBe(200);
    await production.close();
  });
});

const readConfigOfProduction = () => {
  const { demo } = readConfig({
    NODE_ENV: 'production',
    MASTER_KEY: 'a'.repeat(64),
    PUBLIC_URL: 'https://vlam.example',
  });
  return { demo };
};
