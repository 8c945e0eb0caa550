import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import cookie from '@fastify/cookie';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from './config.ts';
import { initialSettings } from './operator-settings.ts';
import { registerWebPages } from './web-pages.ts';

let folder: string;
let app: FastifyInstance;
let sessionIsGood = false;
const hostileName = '</script><!--\u2028__NONCE__&';
const available = [{ portraitUrl: '/img/p/1-card.webp?e=1&s=2' }];
const person = (id: string) => ({ creator: {}, photos: [`/img/o/${id}-slab.webp`], portraits: { slab: '' } });
const counts = { creators: 1, members: 50, earnings: 2, languages: 11 };

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vlam-web-'));
  await mkdir(join(folder, 'assets'));
  await mkdir(join(folder, 'landing'));
  const write = (name: string, text: string) => writeFile(join(folder, name), text);
  await write(
    'index.html',
    '<html lang="en-ZA" data-theme="dark"><!--noindex--><meta name="robots" content="noindex"><!--/noindex--><meta name="description" content="Meet people"><title>Vlam</title><link rel="manifest" href="/m"><link rel="icon" href="data:flame"><!--font--><link href="font"><!--/font--><!--hints--><script nonce="__NONCE__"></script><body><div id="root"><!--sk--><svg></svg><!--/sk--></div><!--styles--><link data-first href="/assets/first.css"><!--/styles--></body></html>',
  );
  await write(
    'pages.json',
    JSON.stringify({
      first: ['assets/react.js', 'assets/first.css'],
      styles: 'assets/all.css',
      routes: {
        '/': ['assets/home.js'],
        '/chat/:id': ['assets/chat.js'],
        '/creator/:id': ['assets/person.js'],
        '/@:handle': ['assets/person.js'],
        '/messages': ['assets/messages.js'],
      },
      parts: { '/chat/:id': ['assets/media.js'] },
      catalogs: { en: ['assets/en.js'] },
      texts: {},
    }),
  );
  await write('assets/home.js', 'home()');
  await write('assets/home.js.br', 'packed');
  await write('sw.js', 'worker()');
  await write('landing/index.html', '<p>landing 0</p>');
  await write('landing/index.af.html', '<p>landing af 0</p>');
  await write(
    'landing/fill.mjs',
    'export const fillLanding = (template, { members }) => template.replace("0", members);',
  );
  await write('landing/live-c30f4035.webp', 'picture');
  await write('landing/plain.webp', 'picture');
  await write('landing/csp.json', JSON.stringify({ policy: "default-src 'none'" }));
  await write('secret.js', 'secret');
  app = Fastify();
  await app.register(cookie);
  const ifGood = (body: unknown) => async (request: FastifyRequest, reply: FastifyReply) =>
    request.cookies.session === 'good' ? body : reply.code(401).send({});
  app.get('/api/auth/user', ifGood({ name: hostileName }));
  app.get('/api/discovery/available', ifGood(available));
  app.get<{ Params: { id: string } }>('/api/profiles/:id', (request, reply) =>
    ifGood(person(request.params.id))(request, reply),
  );
  app.get<{ Params: { handle: string } }>('/api/profiles/by-handle/:handle', (request, reply) =>
    request.params.handle === 'nobody' ? reply.code(404).send({}) : ifGood({ id: '7', ...person('7') })(request, reply),
  );
  app.get('/api/creators/7/content', ifGood({ items: [], nextCursor: null }));
  app.get<{ Querystring: { box: string; limit: string } }>('/api/conversations', (request, reply) =>
    ifGood({ items: [], limit: request.query.limit })(request, reply),
  );
  const locked = (id: number) => ({ isPaid: false, media: { previewUrl: `/api/messages/${id}/preview` } });
  app.get('/api/conversations/:id/messages', ifGood({ items: [locked(1), locked(2), { isPaid: true, media: null }] }));
  const config = readConfig({ NODE_ENV: 'test', DATA_DIR: folder, PUBLIC_URL: 'http://vlam.test', DEMO: '0' });
  registerWebPages(
    app,
    {
      config,
      version: '1.2.3',
      settings: { recent: async () => initialSettings() },
      figures: async () => ({ ...counts }),
      authenticate: async () => (sessionIsGood ? {} : null),
    },
    folder,
  );
  await app.ready();
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true });
});

const get = (url: string, headers: Record<string, string> = {}) => app.inject({ method: 'GET', url, headers });

describe('pages of the web app', () => {
  it('gives every page a nonce of its own, the same in policy and markup', async () => {
    const [one, two] = [await get('/chat/42'), await get('/chat/42')];
    const nonce = /'nonce-([^']+)'/.exec(String(one.headers['content-security-policy']))?.[1];
    expect(nonce).toBeTruthy();
    expect(one.body).toContain(`<script nonce="${nonce}">`);
    expect(two.body).not.toContain(`"${nonce}"`);
    expect(one.headers['content-security-policy']).toContain("require-trusted-types-for 'script'");
  });

  it('preloads the code of the screen and the texts', async () => {
    const { body } = await get('/chat/42', { cookie: 'session=x' });
    for (const hint of ['/assets/react.js', '/assets/chat.js', '/assets/media.js', '/assets/en.js'])
      expect(body).toContain(hint);
  });

  it('embeds the initial responses for a session, and requests nothing for visitors', async () => {
    const page = await get('/', { cookie: 'session=good' });
    const block = /<script type="application\/json" id="answers">([^<]*)<\/script>/.exec(page.body)?.[1] ?? '';
    expect(JSON.parse(block)).toEqual([
      [['currentUser'], { name: hostileName }],
      [['available'], available],
    ]);
    expect(block).not.toMatch(/[<>&\u2028\u2029]/);
    expect(page.headers['cache-control']).toBe('private, no-store');
    expect(page.body).toContain('href="/img/p/1-card.webp?e=1&amp;s=2"');
    expect((await get('/chat/42', { cookie: 'session=good' })).body).not.toContain('portraitUrl');
    expect((await get('/chat/42')).body).not.toContain('id="answers"');
  });

  it('embeds what the screen reads first, under the keys of the app', async () => {
    const responsesOf = async (path: string) => {
      const { body } = await get(path, { cookie: 'session=good' });
      return JSON.parse(/id="answers">([^<]*)</.exec(body)?.[1] ?? '[]').slice(1);
    };
    const id = 'a/../b';
    expect(await responsesOf(`/creator/${encodeURIComponent(id)}`)).toEqual([
      [['getProfile', { params: { id } }], person(id)],
    ]);
    expect((await get('/creator/%', { cookie: 'session=good' })).statusCode).toBe(400);
    expect(await responsesOf('/messages')).toEqual([
      [['listConversations', { query: { box: 'inbox' } }], { pages: [{ items: [], limit: '30' }], pageParams: [''] }],
    ]);
    const { body } = await get('/creator/7', { cookie: 'session=good' });
    expect(body).toContain(
      '<link data-picture as="image" fetchpriority="high" media="(max-width: 1023.98px)" href="/img/o/7-slab.webp">',
    );
  });

  it('embeds a person by their handle once, under their id', async () => {
    const { body } = await get('/@naledi.m', { cookie: 'session=good' });
    expect(JSON.parse(/id="answers">([^<]*)</.exec(body)?.[1] ?? '[]').slice(1)).toEqual([
      [['getProfileByHandle', { params: { handle: 'naledi.m' } }], '7'],
      [['getProfile', { params: { id: '7' } }], { id: '7', ...person('7') }],
      [['creatorContent', { params: { id: '7' } }], { items: [], nextCursor: null }],
    ]);
    expect(body).toContain('href="/assets/person.js"');
    expect((await get('/%40naledi?from=card')).headers.location).toBe('/@naledi?from=card');
  });

  it('says nothing of a handle to a visitor: the page is the same for everyone and no one', async () => {
    const pages = [await get('/@naledi.m'), await get('/@nobody'), await get('/@')].map(
      ({ statusCode, body, headers }) => {
        const nonce = /'nonce-([^']+)'/.exec(String(headers['content-security-policy']))?.[1] ?? '';
        return { statusCode, body: body.replaceAll(nonce, '') };
      },
    );
    expect(pages[1]).toEqual(pages[0]);
    expect(pages[0]?.statusCode).toBe(200);
    expect(pages[0]?.body).toContain('name="robots" content="noindex"');
    expect(pages[0]?.body).not.toMatch(/naledi|id="answers"|slab/);
    expect(pages[0]?.body).toContain('<meta property="og:image" content="http://vlam.test/icons/icon-512.png">');
    expect(pages[2]?.statusCode).toBe(404);
    expect((await get('/@naledi.m', { cookie: 'cover=1' })).body).not.toMatch(/Vlam|og:/);
  });

  it('links the whole sheet for other screens than home, and hints at the newest locked picture of a chat', async () => {
    const { body } = await get('/chat/7', { cookie: 'session=good' });
    expect(body).toContain('<link rel="stylesheet" href="/assets/all.css">');
    expect(body).toContain('imagesrcset="/api/messages/2/preview?w=344 344w, /api/messages/2/preview?w=688 688w"');
    expect((await get('/', { cookie: 'session=good' })).body).not.toContain('all.css');
  });

  it.each([
    ['the session is no longer good', '/', { cookie: 'session=stale' }],
    ['another document takes it in', '/', { cookie: 'session=good', 'sec-fetch-dest': 'script' }],
    ['the worker stores it', '/app-shell', { cookie: 'session=good' }],
  ])('carries no answers when %s', async (_when, url, headers) => {
    const page = await get(url, headers);
    expect(page.body).toContain('</html>');
    expect(page.body).not.toContain('id="answers"');
    expect(page.body).not.toContain('data-picture');
    expect(page.headers['cache-control']).toBe('private, no-cache');
  });

  it('writes the public settings into the page and tolerates malformed cookies', async () => {
    const answer = await get('/chat/42', { cookie: 'lang=__proto__; theme=constructor' });
    expect(answer.statusCode).toBe(200);
    const settings = /<meta name="settings" content="([^"]*)">/.exec(answer.body)?.[1]?.replaceAll('&quot;', '"');
    expect(JSON.parse(settings ?? '')).toMatchObject({ demo: false, version: '1.2.3' });
  });

  it('shows visitors the landing page at / and every session the app', async () => {
    expect((await get('/')).body).toContain('landing');
    expect((await get('/', { cookie: 'session=x' })).body).toContain('/assets/home.js');
  });

  it('fills the landing page with current counts, in the language of address or cookie', async () => {
    expect((await get('/')).body).toContain('landing 50');
    counts.members = 51;
    expect((await get('/', { 'accept-encoding': 'identity' })).body).toContain('landing 51');
    expect((await get('/?lang=af')).body).toContain('landing af 51');
    expect((await get('/', { cookie: 'lang=af' })).body).toContain('landing af 51');
  });

  it('T76: sends a disguised device a page without name, icon, landing page or answers', async () => {
    const bare = /Vlam|Meet people|manifest|flame|<svg|landing|id="answers"/;
    expect((await get('/', { cookie: 'session=good' })).body).toMatch(bare);
    for (const session of ['', 'session=good; ']) {
      const page = await get('/', { cookie: `${session}cover=1` });
      expect(page.statusCode).toBe(200);
      expect(page.body).not.toMatch(bare);
      expect(page.body).toContain('<div id="root"></div>');
    }
    expect((await get('/', { cookie: 'cover=0' })).body).toContain('landing');
  });

  it('clears a session cookie on the way to the landing page only when the session has ended', async () => {
    sessionIsGood = true;
    expect((await get('/?landing', { cookie: 'session=x' })).headers['set-cookie']).toBeUndefined();
    sessionIsGood = false;
    const answer = await get('/?landing', { cookie: 'session=x' });
    expect(answer.statusCode).toBe(302);
    expect(String(answer.headers['set-cookie'])).toContain('session=;');
  });

  it('omits the display font with Save-Data, and applies the chosen theme', async () => {
    const { body } = await get('/chat/1', { 'save-data': 'on', cookie: 'theme=light' });
    expect(body).not.toContain('href="font"');
    expect(body).toContain('data-theme="light"');
  });

  it('omits it too for a member who chose to save data on this device', async () => {
    expect((await get('/chat/1', { cookie: 'saver=1' })).body).not.toContain('href="font"');
    expect((await get('/chat/1', { cookie: 'saver=0' })).body).toContain('href="font"');
  });

  it('excludes every screen from crawlers but the one behind the landing page', async () => {
    expect((await get('/chat/1')).body).toContain('noindex');
    expect((await get('/', { cookie: 'session=x' })).body).not.toContain('noindex');
  });

  it('returns the app with 404 for unknown addresses, JSON for unknown operations', async () => {
    const page = await get('/no/such/place');
    expect([page.statusCode, page.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
    const call = await get('/api/no-such-call');
    expect([call.statusCode, call.json().code]).toEqual([404, 'NOT_FOUND']);
  });

  it('caches hashed files for ever and compressed, and revalidates the worker', async () => {
    const asset = await get('/assets/home.js', { 'accept-encoding': 'br' });
    expect(asset.body).toBe('packed');
    expect(asset.headers['cache-control']).toContain('immutable');
    const picture = await get('/landing/live-c30f4035.webp');
    expect(picture.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect((await get('/landing/plain.webp')).headers['cache-control']).toBe('public, max-age=86400');
    const worker = await get('/sw.js');
    expect(worker.headers['cache-control']).toBe('no-cache');
    expect((await get('/sw.js', { 'if-none-match': String(worker.headers.etag) })).statusCode).toBe(304);
  });

  it('serves nothing outside its folder', async () => {
    for (const path of [
      '/assets/../../secret.js',
      '/assets/..%2f..%2fsecret.js',
      '/assets/%2e%2e/sw.js',
      '/assets/.env',
    ])
      expect((await get(path)).body, path).not.toContain('secret');
  });
});
