import { existsSync, globSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import cookie from '@fastify/cookie';
import { CspEvaluator } from 'csp_evaluator/dist/evaluator.js';
import { Severity } from 'csp_evaluator/dist/finding.js';
import { CspParser } from 'csp_evaluator/dist/parser.js';
import Fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { webFolders } from '../../src/platform/web-build.ts';
import { registerWebPages } from '../../src/platform/web-pages.ts';
import { useTestApp } from '../use-app.ts';
import { createWorld, everyOperation, ownIdFor, pathWith, type World } from './world.ts';

let world: World;
const t = useTestApp({
  config: { demo: true, publicUrl: 'https://vlam.example', secureCookies: true },
});
beforeAll(async () => {
  world = await createWorld(t);
});

type Headers = Record<string, string | string[] | number | undefined>;
const pages = [
  '/api/docs',
  '/api/logout',
  '/api/openapi.json',
  '/healthz',
  '/readyz',
  '/metrics',
  '/status',
  '/no-such.file',
  '/img/18-780x860.webp',
];

/** Findings above "medium" of Google's CSP evaluator. */
function seriousFindings(policy: string): string[] {
  const findings = new CspEvaluator(new CspParser(policy).csp).evaluate();
  return findings
    .filter(({ severity }) => severity <= Severity.SYNTAX)
    .map(({ directive, value, description }) => `${directive} ${value ?? ''}: ${description}`);
}

async function listResponses(): Promise<[string, Headers, number][]> {
  const seen: [string, Headers, number][] = [];
  const logout = new Set(['logout', 'logoutSubmit']);
  for (const who of [undefined, world.fan, world.owner]) {
    for (const [name, operation] of everyOperation.filter(([called]) => !logout.has(called))) {
      const path = pathWith(operation, ownIdFor(operation.path, world));
      const { headers, status } = await t
        .client(who)
        .request(operation.method, path, operation.body ? { body: {} } : {});
      seen.push([name, headers, status]);
    }
    for (const page of pages) {
      const { headers, status } = await t.client(who).request('GET', page);
      seen.push([page, headers, status]);
    }
  }
  return seen;
}

describe('ASVS 3.4.1 3.4.3 3.4.4 3.4.5 3.4.6 3.4.8 3.5.8: headers', () => {
  it('are on every response of every route, errors included', { tags: ['long'] }, async () => {
    for (const [name, headers, status] of await listResponses()) {
      const where = `${name} ${status}`;
      expect(headers['x-content-type-options'], where).toBe('nosniff');
      expect(headers['strict-transport-security'], where).toMatch(/max-age=63072000; includeSubDomains/);
      expect(headers['referrer-policy'], where).toMatch(/^(no-referrer|same-origin)$/);
      expect(headers['cross-origin-opener-policy'], where).toBe('same-origin');
      expect(headers['cross-origin-resource-policy'], where).toBe('same-origin');
      expect(headers['content-security-policy'], where).toMatch(/default-src 'none'.*frame-ancestors 'none'/);
      expect(headers['permissions-policy'], where).toContain('geolocation=(self)');
      expect(headers['x-request-id'], where).toMatch(/^[0-9a-f-]{36}$/);
      for (const revealing of [
        'server',
        'x-powered-by',
        'access-control-allow-origin',
        'access-control-allow-credentials',
      ])
        expect(headers, where).not.toHaveProperty(revealing);
    }
  });

  it('T82 ASVS 14.3.2: responses with personal data are not cacheable; only drawn and public ones are', {
    tags: ['long'],
  }, async () => {
    const drawn = new Set(['previewContent', '/img/18-780x860.webp', '/api/openapi.json', '/api/docs']);
    for (const [name, headers, status] of await listResponses()) {
      if (!drawn.has(name)) expect([name, headers['cache-control']]).toEqual([name, 'no-store']);
      else if (status >= 400) expect([name, headers['cache-control']]).toEqual([name, 'no-store']);
    }
  });

  it('T04 ASVS 3.3.1 3.3.2 3.3.3 3.3.4 7.2.4: cookies are host-bound, HttpOnly, Lax, and new with each sign-in', async () => {
    const account = { email: 'cookies@people.test', password: 'kudu-and-acacia' };
    const client = t.client();
    const first = await client.call('register', { body: { ...account, firstName: 'Anna', lastName: 'Smit' } });
    const set = [first.headers['set-cookie']].flat().map(String);
    // The session, the browser, and the proof of the person.
    expect(set).toHaveLength(3);
    for (const line of set)
      expect(line).toMatch(/^__Host-[\w-]+=[\w.~-]+; Max-Age=\d+; Path=\/; HttpOnly; Secure; SameSite=Lax$/);
    const before = client.cookie();
    await client.call('login', { body: account });
    expect(client.cookie()).not.toBe(before);
    expect((await t.client({ cookie: before }).call('currentUser')).status).toBe(401);
  });

  it('T82 ASVS 14.3.1: both sign-out routes clear the browser cache and storage', async () => {
    const json = t.client(world.fan);
    expect((await json.call('logout')).headers['clear-site-data']).toBe('"cache", "storage"');
    expect((await json.call('currentUser')).status).toBe(401);
    const page = await t.client(world.otherCreator).request('POST', '/api/logout');
    expect([page.status, page.headers['clear-site-data']]).toEqual([303, '"cache", "storage"']);
    expect(String(page.headers['set-cookie'])).toMatch(
      /^__Host-session=; Max-Age=0; Path=\/.*HttpOnly; Secure; SameSite=Lax/,
    );
  });
});

describe('T59 T61 ASVS 3.4.3: content policies, checked by csp_evaluator', () => {
  let folder: string;
  const app = Fastify();
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'vlam-pages-'));
    await mkdir(join(folder, 'landing'));
    await writeFile(join(folder, 'index.html'), '<html><!--hints--><script nonce="__NONCE__"></script></html>');
    await writeFile(
      join(folder, 'pages.json'),
      JSON.stringify({ first: [], styles: 'a.css', routes: { '/': [] }, parts: {}, catalogs: {}, texts: {} }),
    );
    await writeFile(join(folder, 'sw.js'), 'self.skipWaiting()');
    await app.register(cookie);
    const { settings } = t.context;
    const none = async () => ({ creators: 0, members: 0, earnings: 0, languages: 4 });
    registerWebPages(
      app,
      { config: t.config, version: '0', settings, figures: none, authenticate: async () => null },
      folder,
    );
  });
  afterAll(async () => {
    await app.close();
    await rm(folder, { recursive: true });
  });

  it('control: reports an open policy', () => {
    expect(seriousFindings("script-src 'unsafe-inline' *; object-src *")).not.toEqual([]);
    expect(seriousFindings("default-src 'self'; script-src 'self' https:")).not.toEqual([]);
  });

  it('the app has a fresh nonce, Trusted Types and no other origin', async () => {
    const policies = [];
    for (const url of ['/', '/app-shell', '/no/such/screen', '/chat/1?x=<script>']) {
      const answer = await app.inject({ url });
      const policy = String(answer.headers['content-security-policy']);
      policies.push(policy);
      expect(seriousFindings(policy)).toEqual([]);
      expect(policy).toContain("require-trusted-types-for 'script'");
      expect(policy).toContain("base-uri 'none'");
      expect(policy).not.toMatch(/unsafe-|https?:|\*/);
      expect(answer.body).not.toContain('<script>');
    }
    expect(new Set(policies).size).toBe(policies.length);
  });

  it('the sign-out page runs its own script only, and connects to nothing else', async () => {
    const client = t.client();
    const account = { email: 'leaver@people.test', password: 'kudu-and-acacia' };
    await client.call('register', { body: { ...account, firstName: 'Anna', lastName: 'Smit' } });
    const { headers, body } = await client.request('GET', '/api/logout');
    const policy = String(headers['content-security-policy']);
    expect(seriousFindings(policy)).toEqual([]);
    expect(policy).toContain("connect-src 'self'; require-trusted-types-for 'script'");
    expect(policy).not.toMatch(/unsafe-|https?:|\*/);
    const nonces = [...String(body).matchAll(/<(?:script|style)( nonce="[^"]+")?/g)].map(([, nonce]) => nonce);
    expect([nonces.length, new Set(nonces).size]).toEqual([2, 1]);
    const nonce = / nonce="([^"]+)"/.exec(nonces[0] ?? '')?.[1] ?? '';
    expect(policy).toContain(`script-src 'nonce-${nonce}';`);
    const again = await client.request('GET', '/api/logout');
    expect(String(again.headers['content-security-policy'])).not.toContain(nonce);
  });

  it('operations and the API reference allow no script', async () => {
    for (const path of ['/api/docs', '/api/settings', '/nothing.here']) {
      const { headers } = await t.client(world.owner).request('GET', path);
      const policy = String(headers['content-security-policy']);
      expect(seriousFindings(policy)).toEqual([]);
      expect(policy).toContain("default-src 'none'");
      expect(policy).not.toMatch(/script-src|unsafe-|https?:|\*/);
    }
  });

  it('T61: the service worker may connect to our origin only', async () => {
    const { headers } = await app.inject({ url: '/sw.js' });
    expect(headers['content-security-policy']).toBe("default-src 'none'; connect-src 'self'");
  });

  const built = existsSync(join(webFolders.built, 'landing/csp.json'));
  it.runIf(built)('the built landing page runs its own two scripts only', () => {
    const { policy } = JSON.parse(readFileSync(join(webFolders.built, 'landing/csp.json'), 'utf8')) as {
      policy: string;
    };
    expect(seriousFindings(policy)).toEqual([]);
    expect(policy).toContain("require-trusted-types-for 'script'; trusted-types 'none'");
    expect(policy).not.toMatch(/unsafe-|https?:|\*/);
  });

  it.runIf(built)('T61: the build loads from no other origin', () => {
    const files = globSync('**/*.{html,js,css,mjs,webmanifest}', { cwd: webFolders.built });
    expect(files.length).toBeGreaterThan(10);
    // XML namespaces, a name in hls.js, error messages and a licence contain addresses that are never loaded.
    const known =
      /https?:\/\/(www\.w3\.org\/|www\.webmproject\.org\/vp9\/mp4\/|aomediacodec\.github\.io\/av1-isobmff\/|react\.dev\/|localhost|tus\.io|aomedia\.org\/emsg|tailwindcss\.com$|simplewebauthn\.dev\/)/;
    for (const file of files) {
      const text = readFileSync(join(webFolders.built, file), 'utf8');
      const foreign = text.match(/https?:\/\/[\w.-]+\.\w{2,}[^\s"'`)]*/g)?.filter((address) => !known.test(address));
      expect(foreign ?? [], file).toEqual([]);
    }
  });
});
