/// <reference lib="webworker" />
const worker = self as unknown as ServiceWorkerGlobalScope;

interface Build {
  version: string;
  /** What the first screen needs. */
  files: string[];
  /** The first four signs of the hash of every file of this build, in a row; older files are dropped. */
  keep: string;
}
declare const __BUILD__: Build;

const shell = `shell-${__BUILD__.version}`;
const assets = 'assets';
const flags = 'flags';
const page = '/app-shell';
const signedInFlag = '/signed-in';
const wordsFlag = '/push-words';
const installedFlag = '/installed';
const badgeFlag = '/badge';

/** Pages of the server, never of the app. */
const bypass = /^\/(api|m|img|icons|landing|healthz|readyz|metrics|realtime|demo-files)(\/|$)/;

async function install(): Promise<void> {
  const store = await caches.open(assets);
  const wanted = __BUILD__.files.map((file) => `/${file}`);
  const present = await Promise.all(wanted.map((url) => store.match(url)));
  await store.addAll(wanted.filter((_url, index) => !present[index]));
  const answer = await fetch(page, { cache: 'no-store' });
  if (!answer.ok) throw new Error(`${page}: ${answer.status}`);
  await (await caches.open(shell)).put(page, answer);
}

async function activate(): Promise<void> {
  for (const name of await caches.keys()) if (name.startsWith('shell-') && name !== shell) await caches.delete(name);
  const store = await caches.open(assets);
  const keep = new Set(__BUILD__.keep.match(/.{4}/g));
  for (const request of await store.keys()) {
    const [, mark = ''] = /-([\w-]{4})[\w-]{4}\.\w+$/.exec(request.url) ?? [];
    if (!keep.has(mark)) await store.delete(request);
  }
  await worker.clients.claim();
}

/** The app's page from the cache. `/` belongs to the landing page until the app has said that somebody is signed in. */
async function navigate(request: Request, path: string): Promise<Response> {
  const cached = await caches.match(page, { cacheName: shell });
  if (!cached) return fetch(request);
  if (path !== '/' || (await caches.match(signedInFlag, { cacheName: flags }))) return cached;
  return fetch(request).catch(() => cached);
}

async function asset(request: Request): Promise<Response> {
  const store = await caches.open(assets);
  const cached = await store.match(request, { ignoreVary: true });
  if (cached) return cached;
  const answer = await fetch(request);
  if (answer.ok) await store.put(request, answer.clone());
  return answer;
}

worker.addEventListener('install', (event) => event.waitUntil(install()));
worker.addEventListener('activate', (event) => event.waitUntil(activate()));

worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== worker.location.origin || request.headers.has('range')) return;
  if (url.pathname.startsWith('/assets/')) event.respondWith(asset(request));
  else if (request.mode === 'navigate' && !bypass.test(url.pathname) && !url.searchParams.has('landing'))
    event.respondWith(navigate(request, url.pathname));
});

/** Of one size whatever it tells of: what it is about is read in the app. */
interface Push {
  id?: string;
  unread?: number;
}

/** The words the page left, in its language and under its disguise; English for a worker that was never told. */
async function pushWords(): Promise<{ title: string; body: string }> {
  const kept = await caches.match(wordsFlag, { cacheName: flags });
  return kept ? kept.json() : { title: 'Vlam', body: 'You have something new' };
}

const isShown = (client: WindowClient) => client.visibilityState === 'visible';

async function receive({ id, unread = 0 }: Push): Promise<void> {
  const windows = await worker.clients.matchAll({ type: 'window' });
  // With a visible tab the app shows it by itself.
  if (windows.some(isShown)) return;
  const { title, body } = await pushWords();
  const [icon, badge] = ['/icons/icon-192.png', '/icons/badge-72.png'];
  const look = { body, icon, badge, tag: 'vlam', renotify: true, data: id };
  await worker.registration.showNotification(title, look);
  await setBadge(unread);
}

/** Sets the number on the icon of the app; without an installed app there is no icon, and some browsers end the page. */
async function setBadge(unread: number): Promise<void> {
  const cache = await caches.open(flags);
  if (!(await cache.match(installedFlag))) return;
  await cache.put(badgeFlag, new Response());
  await navigator.setAppBadge?.(unread).catch(() => undefined);
}

/** Clears the number if one was set. */
async function clearBadge(): Promise<void> {
  if (await (await caches.open(flags)).delete(badgeFlag)) await navigator.clearAppBadge?.().catch(() => undefined);
}

async function clearShown(): Promise<void> {
  for (const shown of await worker.registration.getNotifications()) shown.close();
  await clearBadge();
}

/** Opens the list, in a window that is there or a new one; nothing else is known of what was pushed. */
async function open(): Promise<void> {
  const address = '/notifications';
  const windows = await worker.clients.matchAll({ type: 'window' });
  const there = windows.find(isShown) ?? windows[0];
  if (!there) return void (await worker.clients.openWindow(address));
  await there.focus();
  // A page that this worker is not in charge of cannot be led anywhere.
  await there.navigate(address).catch(() => worker.clients.openWindow(address));
}

/** The browser has replaced its subscription: the server hears of the new one. */
async function resubscribe(options: PushSubscriptionOptions | undefined): Promise<void> {
  if (!options) return;
  const { endpoint, keys } = (await worker.registration.pushManager.subscribe(options)).toJSON();
  await fetch('/api/notifications/push-subscription', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ endpoint, keys }),
  });
}

worker.addEventListener('push', (event) => event.waitUntil(receive(event.data?.json() ?? {})));
worker.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(open());
});
worker.addEventListener('pushsubscriptionchange', (event) => {
  const { oldSubscription, waitUntil } = event as ExtendableEvent & { oldSubscription?: PushSubscription };
  waitUntil.call(event, resubscribe(oldSubscription?.options));
});

interface Message {
  type: 'SKIP_WAITING' | 'SIGNED_IN' | 'SIGNED_OUT' | 'KEEP' | 'WORDS' | 'INSTALLED' | 'BADGE';
  /** Whose session it is. */
  accountId?: string;
  urls?: string[];
  words?: { title: string; body: string };
  unread?: number;
}

worker.addEventListener('message', (event) => {
  const message = event.data as Message;
  if (message.type === 'SKIP_WAITING') event.waitUntil(worker.skipWaiting());
  if (message.type === 'SIGNED_IN')
    event.waitUntil(caches.open(flags).then((cache) => cache.put(signedInFlag, new Response(message.accountId))));
  if (message.type === 'SIGNED_OUT')
    event.waitUntil(Promise.all([caches.open(flags).then((cache) => cache.delete(signedInFlag)), clearShown()]));
  // The app is open: clear the notices shown before.
  if (message.type === 'SIGNED_IN') event.waitUntil(clearShown());
  if (message.type === 'WORDS')
    event.waitUntil(caches.open(flags).then((cache) => cache.put(wordsFlag, Response.json(message.words))));
  if (message.type === 'INSTALLED')
    event.waitUntil(caches.open(flags).then((cache) => cache.put(installedFlag, new Response())));
  if (message.type === 'BADGE') event.waitUntil(setBadge(message.unread ?? 0));
  // Files the page loaded before this worker was in charge; they come from the browser's own cache.
  if (message.type === 'KEEP') event.waitUntil(Promise.all((message.urls ?? []).map((url) => asset(new Request(url)))));
});
