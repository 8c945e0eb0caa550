import { Writable } from 'node:stream';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describeConfig, readConfig } from '../../src/platform/config.ts';
import { createLogger, errorFields } from '../../src/platform/logger.ts';
import { startTestApp, type TestApp } from '../app.ts';
import { aCreator, aFreePicture, anAccount } from '../factories.ts';

// The real logger writes into memory while members with unmistakable data use every feature.

const canary = {
  email: 'kanarie-logboek@people.test',
  password: 'Kanarie-wagwoord-77',
  newPassword: 'Kanarie-nuutwoord-88',
  firstName: 'Kanariana',
  lastName: 'Kanarievan',
  displayName: 'Kanarie vertoonnaam',
  idNumber: '8001015009087',
  documentNumber: 'KANARIEDOK9',
  bio: 'Kanariebio wat lank genoeg is om te tel',
  comment: 'Kanariekommentaar oor hierdie prent',
  message: 'Kanarieboodskap net vir jou',
  search: 'kanariesoektog',
  fileName: 'kanarie-lêer.jpg',
  address: '197.85.44.33',
  agent: 'Kanarieblaaier/1.0',
};

const written: string[] = [];
let t: TestApp;
beforeAll(async () => {
  const destination = new Writable({
    write(chunk, _encoding, done) {
      written.push(String(chunk));
      done();
    },
  });
  t = await startTestApp({ logger: createLogger('debug', destination) });
});
afterAll(() => t.close());

const tokens: string[] = [];

describe('T83 ASVS 16.2.5: the log', () => {
  it('is written during normal use', async () => {
    const headers = { 'user-agent': canary.agent, 'x-forwarded-for': canary.address };
    const visitor = t.client();
    const account = {
      email: canary.email,
      password: canary.password,
      firstName: canary.firstName,
      lastName: canary.lastName,
      consents: { terms: 1 },
    };
    expect((await visitor.call('register', { body: account, headers })).status).toBe(201);
    expect(
      (await visitor.call('login', { body: { email: canary.email, password: `${canary.password}x` } })).status,
    ).toBe(401);
    expect(
      (await visitor.call('login', { body: { email: canary.email, password: canary.password }, headers })).status,
    ).toBe(200);
    const birth = {
      documentType: 'id_document',
      documentNumber: canary.documentNumber,
      dateOfBirth: '1980-01-01',
    } as const;
    expect((await visitor.call('verifyAge', { body: { ...birth, idNumber: '8001015009088' } })).status).toBe(422);
    expect((await visitor.call('verifyAge', { body: { ...birth, idNumber: canary.idNumber } })).status).toBe(200);
    const profile = {
      displayName: canary.displayName,
      bio: canary.bio,
      age: t.clock.now().getFullYear() - 1980,
      location: 'Cape Town',
    };
    expect((await visitor.call('createProfile', { body: profile })).status).toBeLessThan(300);
    const creator = await aCreator(t);
    const { contentId } = await aFreePicture(t, { creator });
    expect(
      (await visitor.call('postComment', { params: { id: contentId }, body: { comment: canary.comment } })).status,
    ).toBe(201);
    const params = { profileId: creator.profileId };
    const message = { clientId: crypto.randomUUID(), content: canary.message };
    expect((await visitor.call('sendMessage', { params, body: message })).status).toBe(201);
    expect((await visitor.call('sendMessage', { params, body: { ...message, price: 5 } })).status).toBe(400);
    expect((await visitor.call('searchMessages', { params, query: { q: canary.message } })).status).toBe(200);
    expect((await visitor.call('searchProfiles', { query: { q: canary.search } })).status).toBe(200);
    tokens.push(
      /session=([\w-]+)/.exec(visitor.cookie())?.[1] ?? '',
      /device=([^;]+)/.exec(visitor.cookie())?.[1] ?? '',
    );

    await visitor.call('forgotPassword', { body: { email: canary.email } });
    await t.drain();
    const link = /token=([\w-]{43})/.exec((await t.context.mailer.outbox())[0]?.text ?? '')?.[1] ?? '';
    tokens.push(link);
    expect((await visitor.call('resetPassword', { body: { token: link, password: canary.newPassword } })).status).toBe(
      204,
    );
    expect(tokens.filter(Boolean)).toHaveLength(3);
  });

  it('and during failures', async () => {
    const creator = t.client(await aCreator(t));
    const wrong = [
      creator.request('POST', '/api/auth/login', { body: `{"email":"${canary.email}` }),
      creator.request('POST', '/api/auth/login', { body: { email: canary.email, surprise: canary.password } }),
      creator.request('GET', `/api/${canary.search}?email=${canary.email}`),
      creator.request('GET', `/api/content/${canary.search}%zz`),
      creator.request('GET', `/m/${canary.search}?s=${canary.password}`),
      creator.request('POST', '/api/auth/login', {
        body: { email: canary.email },
        headers: { 'sec-fetch-site': 'cross-site', referer: `https://evil.test/${canary.search}` },
      }),
      creator.request('POST', '/api/uploads', {
        headers: {
          'tus-resumable': '1.0.0',
          'upload-length': '10',
          'upload-metadata': `filename ${Buffer.from(canary.fileName).toString('base64')}`,
        },
      }),
      creator.request('GET', `/api/login/callback?code=${canary.password}&state=${canary.search}`),
    ];
    for (const { status } of await Promise.all(wrong)) expect(status).toBeLessThan(500);

    // PostgreSQL quotes the value it refuses; that message must reach neither the response nor the log.
    await sql`alter table comments add constraint canary check (comment not like 'Kanarie%') not valid`.execute(t.db);
    const member = t.client(await anAccount(t));
    await member.call('createProfile', { body: { displayName: 'Somebody', bio: '', age: 28, location: 'Durban' } });
    const { contentId } = await aFreePicture(t, { creator: await aCreator(t) });
    const failed = await member.call('postComment', { params: { id: contentId }, body: { comment: canary.comment } });
    expect(failed.status).toBe(500);
    expect(failed.text).not.toContain('anarie');
  });

  it('contains no personal data', async () => {
    const log = written.join('');
    expect(written.length).toBeGreaterThan(18);
    for (const secret of [...Object.values(canary), ...tokens, ...tokens.map(encodeURIComponent)])
      expect(log.includes(secret), secret).toBe(false);
    expect(log.toLowerCase()).not.toContain('kanarie');
    expect(log).not.toContain('people.test');
  });

  it('contains only allowed fields, one JSON object per line', () => {
    const allowed = [
      'level',
      'time',
      'msg',
      'requestId',
      'operation',
      'method',
      'status',
      'milliseconds',
      'accountId',
      'errorName',
      'errorCode',
      'stack',
    ];
    for (const line of written)
      expect(Object.keys(JSON.parse(line)).filter((field) => !allowed.includes(field))).toEqual([]);
    const failure = written.map((line) => JSON.parse(line)).find(({ msg }) => msg === 'unexpected failure');
    expect(failure).toMatchObject({
      operation: 'postComment',
      errorCode: '23514',
      stack: expect.stringContaining('at '),
    });
    expect(new Set(written.map((line) => JSON.parse(line).msg))).toEqual(new Set(['request', 'unexpected failure']));
  });
});

describe('T83: a logged error', () => {
  it('has its stack location, never its message, also when that has line breaks', () => {
    const error = new Error(`550 no such person\n    at ${canary.email} (${canary.lastName})\nat ${canary.idNumber}`);
    const logged = JSON.stringify(errorFields(error));
    expect(logged).toContain('logs.test.ts');
    for (const secret of [canary.email, canary.lastName, canary.idNumber]) expect(logged).not.toContain(secret);
    expect(errorFields(canary.email)).toEqual({ errorName: 'string' });
    error.message = 'another message since';
    expect(errorFields(error).stack).toBeUndefined();
  });

  it('ASVS 13.3.1: the configuration printed at the start contains no secret', () => {
    const config = readConfig({
      NODE_ENV: 'production',
      PUBLIC_URL: 'https://vlam.example',
      MASTER_KEY: 'ab'.repeat(32),
      DATABASE_URL: 'postgres://vlam:kanarie@db/vlam',
      SMTP_URL: 'smtps://user:kanarie@mail',
      OIDC_ISSUER: 'https://id.example',
      OIDC_CLIENT_ID: 'vlam',
      OIDC_CLIENT_SECRET: 'kanarie',
      METRICS_TOKEN: 'kanarie-kanarie-1',
      S3_ENDPOINT: 'https://store.example',
      S3_BUCKET: 'vlam-media',
      S3_ACCESS_KEY_ID: 'kanarie',
      S3_SECRET_ACCESS_KEY: 'kanarie',
    });
    const printed = JSON.stringify(describeConfig(config));
    expect(printed).not.toContain('kanarie');
    expect(printed).not.toContain('abab');
    expect(printed).not.toContain(JSON.stringify([...Buffer.from('abababab', 'hex')]).slice(1, -1));
  });
});
