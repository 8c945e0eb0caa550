import { createHash, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from './config.ts';
import { AppError } from './errors.ts';
import { sendError } from './http-errors.ts';
import { initialResponsesBlock, pictureHint, requestInitialResponses } from './initial-responses.ts';
import { createLandingPage, type LandingFigures } from './landing-page.ts';
import type { OperatorSettings } from './operator-settings.ts';
import { publicSettings } from './public-settings.ts';
import { sessionCookieName } from './session-cookie.ts';
import { webFolders } from './web-build.ts';
import { createWebFiles, type WebFile } from './web-files.ts';

const compress = promisify(brotliCompress);

/** Written by the build: files of the first load, of each route, of each language. */
interface PagePlan {
  first: string[];
  /** The whole style sheet; the page itself inlines the part that home needs. */
  styles: string;
  routes: Record<string, string[]>;
  /** Files of parts that a route shows from its first view. */
  parts: Record<string, string[]>;
  catalogs: Record<string, string[]>;
  /** By language and route: the texts beyond those of home. */
  texts: Record<string, Record<string, string[]>>;
}

interface Deps {
  config: Config;
  version: string;
  settings: Pick<OperatorSettings, 'recent'>;
  figures(): Promise<LandingFigures>;
  /** Null when the request carries no valid session. */
  authenticate(request: FastifyRequest): Promise<unknown>;
}

/** Paths that are never a screen of the app. */
const notScreens = /^\/(api|assets|icons|m|img|landing|realtime|healthz|readyz|metrics)(\/|$)/;
const takesBrotli = (request: FastifyRequest) => /\bbr\b/.test(request.headers['accept-encoding'] ?? '');

/** Serves the app's files, its page with a nonce per response, and the landing page for visitors. */
export function registerWebPages(
  app: FastifyInstance,
  { authenticate, config, version, figures, settings }: Deps,
  folder: string = webFolders.built,
) {
  const files = createWebFiles(folder);
  const { demo, openDemo, publicUrl: origin } = config;
  const landing = createLandingPage({ files, folder, demo, openDemo, origin, figures });
  const sessionCookie = sessionCookieName(config);
  /** The settings of the page, so that they cost no request. */
  async function createSettingsTag(): Promise<string> {
    const shown = publicSettings(config, version, await settings.recent());
    return `<meta name="settings" content="${escapeAttribute(JSON.stringify(shown))}">`;
  }

  const sendFile = async (request: FastifyRequest, reply: FastifyReply, path: string, cacheControl: string) => {
    const file = await files.get(path);
    if (!file) throw new AppError('NOT_FOUND');
    reply.header('cache-control', cacheControl);
    // These headers concern documents; on scripts they would only add bytes.
    for (const name of ['permissions-policy', 'cross-origin-opener-policy', 'referrer-policy'])
      reply.removeHeader(name);
    if (path === 'sw.js') reply.header('content-security-policy', workerPolicy);
    else if (!file.type.includes('svg')) reply.removeHeader('content-security-policy');
    if (cacheControl === 'no-cache') {
      const etag = `"${createHash('sha256').update(file.body).digest('base64url').slice(0, 22)}"`;
      reply.header('etag', etag);
      if (request.headers['if-none-match'] === etag) return reply.code(304).send();
    }
    return sendBody(request, reply, file);
  };
  const immutable = 'public, max-age=31536000, immutable';
  app.get<{ Params: { '*': string } }>('/assets/*', (request, reply) =>
    sendFile(request, reply, `assets/${request.params['*']}`, immutable),
  );
  app.get<{ Params: { '*': string } }>('/icons/*', (request, reply) =>
    sendFile(request, reply, `icons/${request.params['*']}`, 'public, max-age=86400'),
  );
  app.get<{ Params: { '*': string } }>('/landing/*', (request, reply) => {
    if (/\.(html|json)$/.test(request.params['*'])) throw new AppError('NOT_FOUND');
    const hashed = /-[0-9a-f]{8}\.\w+$/.test(request.params['*']);
    return sendFile(request, reply, `landing/${request.params['*']}`, hashed ? immutable : 'public, max-age=86400');
  });
  for (const name of ['sw.js', 'manifest.webmanifest', 'robots.txt'])
    app.get(`/${name}`, (request, reply) => sendFile(request, reply, name, 'no-cache'));

  // Cached by the service worker: the bare shell, without hints for any one screen.
  app.get('/app-shell', (request, reply) => sendShell(request, reply, null));

  app.get<{ Querystring: { landing?: string; lang?: string } }>('/', async (request, reply) => {
    const session = request.cookies[sessionCookie];
    if (request.query.landing !== undefined) {
      // The app redirects here when its session has ended. The cookie is cleared only if that is true, so that a
      // foreign link cannot sign a member out.
      if (session && !(await authenticate(request)))
        reply.clearCookie(sessionCookie, { path: '/', httpOnly: true, sameSite: 'lax', secure: config.secureCookies });
      return reply.redirect('/');
    }
    if (!session && !isCovered(request) && (await sendLanding(request, reply, request.query.lang))) return reply;
    return sendShell(request, reply, '/');
  });

  app.setNotFoundHandler(async (request, reply) => {
    const path = request.url.split('?', 1)[0] ?? '/';
    const screen = (request.method === 'GET' || request.method === 'HEAD') && !notScreens.test(path);
    // Some programs that people send links with encode the sign.
    if (screen && path.startsWith('/%40')) return reply.redirect(request.url.replace('/%40', '/@'));
    if (screen && (path.startsWith('/@') || !/\.\w+$/.test(path))) return sendShell(request, reply, path);
    return sendError(reply, new AppError('NOT_FOUND'), request.id);
  });

  async function sendLanding(
    request: FastifyRequest,
    reply: FastifyReply,
    requestedLanguage?: string,
  ): Promise<boolean> {
    const page = await landing(requestedLanguage ?? request.cookies.lang ?? 'en');
    if (!page) return false;
    reply.headers({ 'content-security-policy': page.policy, 'cache-control': 'private, no-cache' });
    sendBody(request, reply, page.file, 'cookie, accept-encoding');
    return true;
  }

  async function sendShell(request: FastifyRequest, reply: FastifyReply, path: string | null): Promise<FastifyReply> {
    const page = await files.get('index.html');
    const planFile = await files.get('pages.json');
    if (!page || !planFile) throw new AppError('UNAVAILABLE');
    const plan: PagePlan = JSON.parse(planFile.body.toString());
    const nonce = randomBytes(16).toString('base64');
    const route = path === null ? undefined : routeOf(plan, path);
    if (path !== null && !route) reply.code(404);
    const signedIn = request.cookies[sessionCookie] !== undefined;
    let html = page.body.toString();
    if (savesData(request)) html = html.replace(/<!--font-->.*?<!--\/font-->/s, '');
    // Crawlers have no session: at `/` they see the landing page.
    if (path === '/') html = html.replace(/<!--noindex-->.*?<!--\/noindex-->/s, '');
    if (request.cookies.theme === 'light') html = html.replace('data-theme="dark"', 'data-theme="light"');
    if (route && route !== '/') html = html.replace(/<!--styles-->.*?<!--\/styles-->/s, wholeStyles(plan));
    // Only into a page opened by a person: no other document may carry private data.
    const isDocument = request.method === 'GET' && (request.headers['sec-fetch-dest'] ?? 'document') === 'document';
    const responses =
      signedIn && route && isDocument && !isCovered(request) ? await requestInitialResponses(app, request, route) : [];
    if (isCovered(request)) html = withoutName(html);
    const block = initialResponsesBlock(responses);
    const picture = savesData(request) ? '' : pictureHint(responses);
    const tags = (await createSettingsTag()) + (path?.startsWith('/@') && !isCovered(request) ? shareTags(origin) : '');
    html = html
      .replace('<!--hints-->', () => tags + hints(plan, route, request.cookies.lang ?? 'en') + picture)
      .replaceAll('__NONCE__', nonce)
      // Last, because it holds text written by members.
      .replace('</body>', () => `${block}</body>`);
    reply.type('text/html; charset=utf-8').headers({
      'content-security-policy': appPolicy(nonce, config),
      'cache-control': block ? 'private, no-store' : 'private, no-cache',
      vary: 'cookie, save-data, accept-encoding',
    });
    if (!takesBrotli(request)) return reply.send(html);
    const packed = await compress(html, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } });
    return reply.header('content-encoding', 'br').send(packed);
  }
}

/** The app is disguised on this device, or will be when it is launched. Only the page's looks depend on it. */
const isCovered = (request: FastifyRequest): boolean => request.cookies.cover === '1';

/** The browser asks for less, or the member does, on the screen "Data". */
const savesData = (request: FastifyRequest): boolean =>
  request.headers['save-data'] === 'on' || request.cookies.saver === '1';

/** The page without anything that names the product; a disguise gives it its title and icon. */
function withoutName(html: string): string {
  return html
    .replace(/<meta name="(description|rating)"[^>]*>/g, '')
    .replace(/<link rel="(manifest|apple-touch-icon)"[^>]*>/g, '')
    .replace(/<title>[^<]*<\/title>/, '<title></title>')
    .replace(/(<link rel="icon" href=")[^"]*"/, '$1data:,"')
    .replace(/<!--sk-->.*?<!--\/sk-->/s, '');
}

/** What other sites and apps show of a link to a person: the product, the same for everyone, and nothing of the person. */
const shareTags = (origin: string): string =>
  Object.entries({ type: 'website', title: 'Vlam', image: `${origin}/icons/icon-512.png` })
    .map(([name, content]) => `<meta property="og:${name}" content="${content}">`)
    .join('');

const escapeAttribute = (text: string) =>
  text.replace(/[&<"]/g, (sign) => ({ '&': '&amp;', '<': '&lt;' })[sign] ?? '&quot;');

function sendBody(request: FastifyRequest, reply: FastifyReply, file: WebFile, vary = 'accept-encoding'): FastifyReply {
  reply.type(file.type).header('vary', vary);
  if (file.brotli && takesBrotli(request)) return reply.header('content-encoding', 'br').send(file.brotli);
  return reply.send(file.body);
}

/** The service worker responds for every page, and fetches from this origin only. */
const workerPolicy = "default-src 'none'; connect-src 'self'";

/** Allows scripts with the nonce and what they load. No other origin, no frames, no sinks but ours. */
function appPolicy(nonce: string, { publicUrl, secureCookies }: Pick<Config, 'publicUrl' | 'secureCookies'>): string {
  return [
    "default-src 'none'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'`,
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "media-src 'self' blob:",
    "font-src 'self'",
    // Not every browser matches 'self' for the socket of the same host.
    `connect-src 'self' ${new URL(publicUrl).origin.replace(/^http/, 'ws')}`,
    "worker-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types vlam',
    ...(secureCookies ? ['upgrade-insecure-requests'] : []),
  ].join('; ');
}

/** The whole sheet, of which the first one is a part. */
const wholeStyles = ({ styles }: PagePlan): string => `<link rel="stylesheet" href="/${styles}">`;

/** Whether a part of a path fits one of a pattern: `naledi` fits `:id`, `@naledi` fits `@:handle`. */
const fits = (pattern: string, part: string): boolean => {
  const [before = '', name] = pattern.split(':');
  return name ? part.startsWith(before) && part !== before : part === pattern;
};

/** The route pattern of a path, `/chat/:id` for `/chat/42`; literal paths first. */
function routeOf(plan: PagePlan, path: string): string | undefined {
  let end = path.length;
  while (end > 1 && path[end - 1] === '/') end -= 1;
  const clean = path.slice(0, end);
  if (Object.hasOwn(plan.routes, clean)) return clean;
  const parts = clean.split('/');
  return Object.keys(plan.routes).find((pattern) => {
    const wanted = pattern.split('/');
    return wanted.length === parts.length && wanted.every((part, at) => fits(part, parts[at] ?? ''));
  });
}

/** Preloads the screen's code and texts while the app's own code arrives. */
function hints(plan: PagePlan, route: string | undefined, language: string): string {
  const isKnown = Object.hasOwn(plan.catalogs, language);
  const texts = isKnown ? [...(plan.catalogs[language] ?? []), ...(plan.texts[language]?.[route ?? ''] ?? [])] : [];
  const screen = route ? [...(plan.routes[route] ?? []), ...(plan.parts[route] ?? [])] : [];
  const scripts = [...plan.first, ...texts, ...screen].filter((file) => file.endsWith('.js'));
  return scripts.map((file) => `<link rel="modulepreload" href="/${file}" crossorigin nonce="__NONCE__">`).join('');
}
