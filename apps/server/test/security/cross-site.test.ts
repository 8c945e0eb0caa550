import { operations } from '@vlam/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import { useTestApp } from '../use-app.ts';
import {
  createWorld,
  ownIdFor,
  pathWith,
  readOperations,
  unsafeOperations,
  type World,
  withoutRequestId,
} from './world.ts';

let world: World;
const t = useTestApp();
beforeAll(async () => {
  world = await createWorld(t);
});

const host = 'vlam.test';
const json = { 'content-type': 'application/json' };
/** Headers of cross-site requests; each must be refused before any other check. */
const foreign: Record<string, Record<string, string>> = {
  'cross-site': { 'sec-fetch-site': 'cross-site', origin: 'https://evil.test' },
  'cross-site that claims our Origin': { 'sec-fetch-site': 'cross-site', origin: 'http://vlam.test' },
  'a sister host': { 'sec-fetch-site': 'same-site', origin: 'http://shop.vlam.test' },
  'no header at all': {},
  'a foreign Origin': { origin: 'https://evil.test' },
  'our name as a prefix': { origin: 'http://vlam.test.evil.test' },
  'another port': { origin: 'http://vlam.test:8080' },
  'Origin null': { origin: 'null' },
  'an unknown value': { 'sec-fetch-site': 'same-origin, cross-site' },
};
const uploads = [
  ['POST', '/api/uploads'],
  ['PATCH', '/api/uploads/0192f0aa-0000-7000-8000-000000000000'],
  ['DELETE', '/api/uploads/0192f0aa-0000-7000-8000-000000000000'],
] as const;

async function send(method: string, url: string, headers: Record<string, string>, payload?: string) {
  const answer = await t.app.inject({
    method: method as 'POST',
    url,
    headers: { host, cookie: world.admin.cookie, ...headers },
    ...(payload === undefined ? {} : { payload }),
  });
  return { status: answer.statusCode, code: answer.body ? answer.json().code : undefined };
}

describe('T07 ASVS 3.5.1: state-changing requests from other sites', () => {
  it('covers every route that changes anything', () => {
    const unsafe = [...t.app.printRoutes({ commonPrefix: false }).matchAll(/\((.*?)\)/g)]
      .flatMap(([, methods = '']) => methods.split(', '))
      .filter((method) => !['GET', 'HEAD', 'OPTIONS'].includes(method));
    // Webhooks of payment providers and unsubscribe links of mails carry a signature; no cookie is read.
    expect(unsafe).toHaveLength(unsafeOperations.length + uploads.length + ['webhooks', 'unsubscribe'].length);
  });

  for (const [name, operation] of unsafeOperations)
    it(`${operation.method} ${operation.path} is refused (${name})`, async () => {
      const path = pathWith(operation, ownIdFor(operation.path, world));
      for (const [kind, headers] of Object.entries(foreign)) {
        const answer = await send(operation.method, path, { ...json, ...headers }, operation.body ? '{}' : undefined);
        expect(answer, kind).toEqual({ status: 403, code: 'CROSS_SITE_REFUSED' });
      }
      // Form content types are not parsed; our one form posts no fields.
      for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x']) {
        const form = await send(operation.method, path, { ...foreign['cross-site'], 'content-type': type }, 'a=1');
        expect([403, 415], type).toContain(form.status);
        if (operation.navigation) continue;
        const own = await send(operation.method, path, { 'sec-fetch-site': 'same-origin', 'content-type': type }, '{}');
        expect(own, type).toEqual({ status: 415, code: 'UNSUPPORTED_MEDIA' });
      }
    });

  it('uploads are refused too', async () => {
    for (const [method, path] of uploads)
      for (const [kind, headers] of Object.entries(foreign)) {
        const answer = await send(method, path, { 'tus-resumable': '1.0.0', ...headers });
        expect(answer, `${method} ${kind}`).toEqual({ status: 403, code: 'CROSS_SITE_REFUSED' });
      }
  });

  it('change nothing and sign no one out', async () => {
    const client = t.client(world.admin);
    expect((await client.call('currentUser')).status).toBe(200);
    const rows = await t.db.selectFrom('likes').selectAll().execute();
    expect(rows).toEqual([]);
  });

  it('control: accepts our own page, and clients without Fetch Metadata but with our Origin', async () => {
    for (const headers of [
      { 'sec-fetch-site': 'same-origin' },
      { 'sec-fetch-site': 'none' },
      { origin: 'http://vlam.test' },
    ])
      expect((await send('POST', pathWith(operations.toggleFollow, world.owner.profileId), headers)).status).toBe(200);
  });
});

describe('T60: reads from other sites', () => {
  const probes: Record<string, Record<string, string>> = {
    image: { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' },
    script: { 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'script' },
    fetch: {
      'sec-fetch-site': 'cross-site',
      'sec-fetch-mode': 'cors',
      'sec-fetch-dest': 'empty',
      origin: 'https://evil.test',
    },
  };
  for (const [name, operation] of readOperations)
    it(`${operation.path} returns the same to a member, a buyer and a stranger (${name})`, async () => {
      const path = pathWith(operation, ownIdFor(operation.path, world));
      for (const headers of Object.values(probes)) {
        const answers = await Promise.all(
          [undefined, world.fan, world.owner, world.admin].map((who) =>
            t.app.inject({ url: path, headers: { host, ...headers, ...(who ? { cookie: who.cookie } : {}) } }),
          ),
        );
        const [stranger, ...members] = answers.map(({ statusCode, body, headers: got }) => ({
          statusCode,
          body: withoutRequestId(body),
          headers: { ...got, 'x-request-id': '', date: '' },
        }));
        expect(stranger).toMatchObject({ statusCode: 403, headers: { 'cross-origin-resource-policy': 'same-origin' } });
        expect(stranger?.headers).not.toHaveProperty('access-control-allow-origin');
        for (const member of members) expect(member).toEqual(stranger);
      }
    });

  it('so do media and uploads, and no preflight is granted', async () => {
    const id = world.paid.mediaId;
    for (const url of [`/m/${id}/480.webp?e=1900000000&s=${'A'.repeat(22)}`, `/api/media/${id}`]) {
      const answers = [undefined, world.owner].map((who) =>
        t.app.inject({ url, headers: { host, ...probes.image, ...(who ? { cookie: who.cookie } : {}) } }),
      );
      const [stranger, owner] = (await Promise.all(answers)).map((answer) => withoutRequestId(answer.body));
      expect(stranger).toContain('CROSS_SITE_REFUSED');
      expect(owner).toBe(stranger);
    }
    for (const url of ['/api/auth/login', '/api/uploads', '/api/content']) {
      const preflight = await t.app.inject({
        method: 'OPTIONS',
        url,
        headers: { host, ...probes.fetch, 'access-control-request-method': 'POST', cookie: world.owner.cookie },
      });
      expect(Object.keys(preflight.headers).filter((header) => header.startsWith('access-control'))).toEqual([]);
    }
  });
});
