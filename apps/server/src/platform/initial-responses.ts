import { type OperationName, operations } from '@vlam/contract';
import { pathOf } from '@vlam/contract/client';
import { veilWidths } from '@vlam/contract/rules/veil';
import type { FastifyInstance, FastifyRequest } from 'fastify';

interface Input {
  params?: Record<string, string>;
  query?: Record<string, string>;
}
/** An operation with its input: the key under which the app caches the response (`keyOf` in the web app). */
type Key = readonly [OperationName] | readonly [OperationName, Input];
interface Reading {
  key: Key;
  /** For a list read page by page: its page size, which is no part of its key. */
  pageSize?: string;
}
/** The first readings of a screen, by the parameters of its path. */
type ScreenReadings = (params: Readonly<Record<string, string>>) => readonly Reading[];

const read = (name: OperationName, input?: Input): Reading => ({ key: input ? [name, input] : [name] });
const person: ScreenReadings = ({ id = '' }) => [
  read('getProfile', { params: { id } }),
  read('creatorContent', { params: { id } }),
];

/** What the shell requests on every screen. */
const shellReadings: readonly Reading[] = [read('currentUser'), read('creditBalance')];
/** What a screen requests as it opens, by its path. Without this the requests would wait for the screen's code. */
const screenReadings: Readonly<Record<string, ScreenReadings>> = {
  '/': () => [
    read('discoveryCounters'),
    read('heatMap'),
    read('available'),
    read('ownAvailability'),
    read('ownLocation'),
  ],
  '/profile/:id': person,
  '/profiles/:id': person,
  '/creator/:id': person,
  '/messages': () => [{ key: ['listConversations', { query: { box: 'inbox' } }], pageSize: '30' }],
  '/chat/:id': ({ id = '' }) => [
    read('getConversation', { params: { profileId: id } }),
    read('listMessages', { params: { profileId: id }, query: { limit: '40' } }),
    read('getCallPartner', { params: { id } }),
  ],
  '/notifications': () => [{ key: ['listNotifications'], pageSize: '20' }],
  '/credits': () => [
    read('getSpendingLimits'),
    read('listCreditPacks'),
    read('creditTerms'),
    read('creditTransactions'),
    read('ownProfile'),
  ],
  '/profile': () => [read('ownProfile'), read('ownHandle')],
  '/vip': () => [read('listVipTiers'), read('ownVip')],
  '/nearby': () => [read('ownLocation')],
  '/privacy': () => [read('privacySettings')],
};
/** A response that takes longer is left out, and the app requests it itself: a slow one must not delay the page. */
const timeoutMs = 250;

export interface InitialResponse {
  key: Key;
  /** What the app caches, as JSON. */
  body: string;
}

/** The parameters of a path that matches the pattern of a route; Fastify has refused malformed ones. */
function paramsOf(route: string, path: string): Record<string, string> {
  const parts = path.split('/');
  return Object.fromEntries(
    route.split('/').flatMap((pattern, at) => {
      const [before = '', name] = pattern.split(':');
      return name ? [[name, decodeURIComponent(parts[at] ?? '').slice(before.length)]] : [];
    }),
  );
}

/**
 * Requests a screen's first operations in the viewer's name; refused or late responses are missing. Each request passes
 * the same guard, rate budget and contract as the browser's own, only without the network.
 */
export async function requestInitialResponses(
  app: FastifyInstance,
  request: FastifyRequest,
  route: string,
): Promise<InitialResponse[]> {
  const { cookie, host, 'user-agent': agent, 'x-forwarded-for': forwarded } = request.headers;
  const headers = {
    ...(cookie ? { cookie } : {}),
    ...(host ? { host } : {}),
    ...(agent ? { 'user-agent': agent } : {}),
    ...(forwarded ? { 'x-forwarded-for': forwarded } : {}),
  };
  const remoteAddress = request.socket.remoteAddress ?? '';
  const fetchResponse = async ({ key, pageSize }: Reading): Promise<InitialResponse | null> => {
    const [name, input] = key;
    const asked = pageSize ? { ...input, query: { ...input?.query, limit: pageSize } } : input;
    const url = pathOf(operations[name], asked);
    const { statusCode, body } = await app.inject({ method: 'GET', url, headers, remoteAddress });
    if (statusCode !== 200) return null;
    // The app caches such a list as its pages, with the cursor of each.
    return { key, body: pageSize ? `{"pages":[${body}],"pageParams":[""]}` : body };
  };
  const params = paramsOf(route, request.url.split('?', 1)[0] ?? '');
  const fetchAll = async (readings: readonly Reading[]) =>
    (await Promise.all(readings.map(withTimeout(fetchResponse)))).filter((response) => response !== null);
  /** The app keeps the id that a handle leads to, and the person once, by that id. */
  async function fetchByHandle(handle: string): Promise<InitialResponse[]> {
    const [found] = await fetchAll([read('getProfileByHandle', { params: { handle } })]);
    if (!found) return [];
    const { id }: { id: string } = JSON.parse(found.body);
    const [profile, ...others] = person({ id });
    const key = profile?.key ?? found.key;
    return [{ ...found, body: JSON.stringify(id) }, { key, body: found.body }, ...(await fetchAll(others))];
  }
  const screen = params.handle ? fetchByHandle(params.handle) : fetchAll(screenReadings[route]?.(params) ?? []);
  return (await Promise.all([fetchAll(shellReadings), screen])).flat();
}

/** The same call; returns null when it fails or exceeds the timeout. */
function withTimeout<Argument, Output>(call: (argument: Argument) => Promise<Output | null>) {
  return async (argument: Argument): Promise<Output | null> => {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<null>((done) => {
      timer = setTimeout(done, timeoutMs, null);
    });
    try {
      return await Promise.race([call(argument).catch(() => null), late]);
    } finally {
      clearTimeout(timer);
    }
  };
}

/**
 * A data block for the page, empty without responses: pairs of key and body. Its content can end neither the block nor,
 * copied into a script, a line.
 */
export function initialResponsesBlock(responses: readonly InitialResponse[]): string {
  if (responses.length === 0) return '';
  const pairs = responses.map(({ key, body }) => `[${JSON.stringify(key)},${body}]`);
  const json = `[${pairs.join(',')}]`.replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  return `<script type="application/json" id="answers">${json}</script>`;
}

interface Messages {
  items: readonly { isPaid: boolean; media: { previewUrl: string | null; needsLevel?: unknown } | null }[];
}
/** Messages that fit on a phone beside a picture. */
const visibleMessages = 5;

interface Person {
  portraits: { slab: string };
  photos: readonly string[];
  creator?: unknown;
}

/**
 * Preload hint for the largest picture of the first view: the first portrait of available people, the picture of a
 * person's screen, or the veil of a locked picture among the newest messages. The page decides when to fetch it (`build/early.js` of the web app).
 */
export function pictureHint(responses: readonly InitialResponse[]): string {
  for (const { key, body } of responses) {
    if (key[0] === 'available') {
      const [first] = JSON.parse(body) as { portraitUrl: string }[];
      return first ? pictureLink(first.portraitUrl) : '';
    }
    if (key[0] === 'getProfile') {
      const { portraits, photos, creator } = JSON.parse(body) as Person;
      // Wide screens show a creator's banner.
      const media = creator ? ' media="(max-width: 1023.98px)"' : '';
      return pictureLink(photos[0] ?? portraits.slab, ` fetchpriority="high"${media}`);
    }
    if (key[0] === 'listMessages') {
      const { items } = JSON.parse(body) as Messages;
      const locked = items.slice(-visibleMessages).findLast(({ isPaid, media }) => !isPaid && media?.previewUrl);
      return locked?.media?.previewUrl ? veilLink(locked.media.previewUrl) : '';
    }
  }
  return '';
}

/** As the chat's picture asks for it (`locked-media.tsx` of the web app). */
const veilLink = (address: string): string => {
  const set = veilWidths.map((width) => `${address}?w=${width} ${width}w`).join(', ');
  return `<link data-picture as="image" fetchpriority="high" imagesrcset="${attribute(set)}" imagesizes="(min-width: 1024px) 264px, 224px">`;
};
const pictureLink = (address: string, more = ''): string =>
  `<link data-picture as="image"${more} href="${attribute(address)}">`;
const attribute = (text: string) => text.replace(/&/g, '&amp;').replace(/"/g, '&quot;');
