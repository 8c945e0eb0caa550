/// <reference lib="webworker" />
const worker = self as unknown as ServiceWorkerGlobalScope;

interface Build {
  version: string;
  /** Files of the first screen. */
  files: string[];
  /** The first four characters of each file's hash but texts', concatenated; cached files of older builds are deleted. */
  hashes: string;
}
declare const __BUILD__: Build;
/** Read once: the build writes its whole text wherever `__BUILD__` stands. */
const build = __BUILD__;

const shell = `shell-${build.version}`;
const assets = 'assets';
const flagStore = 'flags';
const pagePath = '/app-shell';
const signedInFlag = '/signed-in';
const pushTextFlag = '/push-text';
const installedFlag = '/installed';
const badgeFlag = '/badge';

/** Paths the server answers; never the app's page. */
const bypass = /^\/(api|m|img|icons|landing|status|healthz|readyz|metrics|realtime|demo-files)(\/|$)/;

async function install(): Promise<void> {
  const store = await caches.open(assets);
  const urls = build.files.map((file) => `/${file}`);
  const present = await Promise.all(urls.map((url) => store.match(url)));
  await store.addAll(urls.filter((_url, index) => !present[index]));
  const answer = await fetch(pagePath, { cache: 'no-store' });
  if (!answer.ok) throw new Error(`${pagePath}: ${answer.status}`);
  await (await caches.open(shell)).put(pagePath, answer);
}

async function activate(): Promise<void> {
  for (const name of await caches.keys()) if (name.startsWith('shell-') && name !== shell) await caches.delete(name);
  const store = await caches.open(assets);
  const split = (hashes: string) => new Set(hashes.match(/.{4}/g));
  const hashes = split(build.hashes);
  const textHashes: Record<string, Set<string> | null> = {};
  for (const request of await store.keys()) {
    const [, language, hash = ''] = /(?:texts\/(\w+))?-([\w-]{4})[\w-]{4}\.\w+$/.exec(request.url) ?? [];
    // Without the list, texts of the older build stay.
    if (language && textHashes[language] === undefined)
      textHashes[language] = await fetch(`/assets/texts/${language}-${build.version}.txt`).then(
        async (answer) => (answer.ok ? split(await answer.text()) : null),
        () => null,
      );
    const kept = language ? textHashes[language] : hashes;
    if (kept && !kept.has(hash)) await store.delete(request);
  }
  await worker.clients.claim();
}

/** Serves the app's page from the cache. `/` is the landing page until a tab reports a signed-in member. */
async function navigate(request: Request, { pathname, search }: URL): Promise<Response> {
  const cached = await caches.match(pagePath, { cacheName: shell });
  if (!cached) return fetch(request);
  // A tab whose files a release replaced asks the server (`lib/release.ts`).
  const isPast = /[?&]release\b/.test(search);
  if (!isPast && (pathname !== '/' || (await caches.match(signedInFlag, { cacheName: flagStore })))) return cached;
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
  else if (request.mode === 'navigate' && !bypass.test(url.pathname) && !/[?&]landing\b/.test(url.search))
    event.respondWith(navigate(request, url));
});

/** All pushes have one size, and the content is fetched in the app. */
interface PushPayload {
  id?: string;
  unread?: number;
  /** Name of the disguise that the member's pushes wear. */
  as?: string;
}

/** Text sent by a tab, in its language and under its disguise; English by default. */
async function pushText(): Promise<{ title: string; body: string; icon?: string }> {
  const stored = await caches.match(pushTextFlag, { cacheName: flagStore });
  return stored ? stored.json() : { title: 'Vlam', body: 'You have something new' };
}

const isShown = (client: WindowClient) => client.visibilityState === 'visible';

async function showPush({ id, unread = 0, as }: PushPayload): Promise<void> {
  const windows = await worker.clients.matchAll({ type: 'window' });
  // With a visible tab the app shows it by itself.
  if (windows.some(isShown)) return;
  const text = await pushText();
  const {
    title,
    body,
    icon = '/icons/icon-192.png',
  } = as ? { ...text, title: as, icon: `/icons/${as.toLowerCase()}-192.png` } : text;
  // A disguise has an icon of its own, and no badge.
  const badge = icon[0] === '/' && !as ? '/icons/badge-72.png' : icon;
  const options = { body, icon, badge, tag: 'vlam', renotify: true, data: id };
  await worker.registration.showNotification(title, options);
  await setBadge(unread);
}

/** Sets the badge of the installed app; without one there is no icon, and some browsers crash the page. */
async function setBadge(unread: number): Promise<void> {
  const cache = await caches.open(flagStore);
  if (!(await cache.match(installedFlag))) return;
  await cache.put(badgeFlag, new Response());
  await navigator.setAppBadge?.(unread).catch(() => undefined);
}

/** Clears the badge only if one was set. */
async function clearBadge(): Promise<void> {
  if (await (await caches.open(flagStore)).delete(badgeFlag)) await navigator.clearAppBadge?.().catch(() => undefined);
}

async function clearNotifications(): Promise<void> {
  for (const shown of await worker.registration.getNotifications()) shown.close();
  await clearBadge();
}

/** Opens the list of notifications in an existing window or a new one; a push names no other destination. */
async function openNotifications(): Promise<void> {
  const address = '/notifications';
  const windows = await worker.clients.matchAll({ type: 'window' });
  const target = windows.find(isShown) ?? windows[0];
  if (!target) return void (await worker.clients.openWindow(address));
  await target.focus();
  // Rejects for a window this worker does not control.
  await target.navigate(address).catch(() => worker.clients.openWindow(address));
}

/** Sends the new subscription to the server after the browser replaced the old one. */
async function resubscribe(options: PushSubscriptionOptions | undefined): Promise<void> {
  if (!options) return;
  const { endpoint, keys } = (await worker.registration.pushManager.subscribe(options)).toJSON();
  await fetch('/api/notifications/push-subscription', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ endpoint, keys }),
  });
}

worker.addEventListener('push', (event) => event.waitUntil(showPush(event.data?.json() ?? {})));
worker.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(openNotifications());
});
worker.addEventListener('pushsubscriptionchange', (event) => {
  const { oldSubscription, waitUntil } = event as ExtendableEvent & { oldSubscription?: PushSubscription };
  waitUntil.call(event, resubscribe(oldSubscription?.options));
});

/** Bytes loaded by this worker since the last question: the page's own record lacks them. */
function takeLoadedBytes(): number {
  const loaded = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
  performance.clearResourceTimings();
  return loaded.reduce((sum, { transferSize }) => sum + transferSize, 0);
}

interface Message {
  type: 'USED' | 'SKIP_WAITING' | 'SIGNED_IN' | 'SIGNED_OUT' | 'CACHE' | 'PUSH_TEXT' | 'INSTALLED' | 'BADGE';
  /** Account of the session. */
  accountId?: string;
  urls?: string[];
  text?: { title: string; body: string; icon?: string };
  unread?: number;
}

worker.addEventListener('message', (event) => {
  const message = event.data as Message;
  if (message.type === 'USED') event.source?.postMessage({ type: 'USED', bytes: takeLoadedBytes() });
  if (message.type === 'SKIP_WAITING') event.waitUntil(worker.skipWaiting());
  if (message.type === 'SIGNED_IN')
    event.waitUntil(caches.open(flagStore).then((cache) => cache.put(signedInFlag, new Response(message.accountId))));
  if (message.type === 'SIGNED_OUT')
    event.waitUntil(
      Promise.all([caches.open(flagStore).then((cache) => cache.delete(signedInFlag)), clearNotifications()]),
    );
  // The app is open, so shown notifications are obsolete.
  if (message.type === 'SIGNED_IN') event.waitUntil(clearNotifications());
  if (message.type === 'PUSH_TEXT')
    event.waitUntil(caches.open(flagStore).then((cache) => cache.put(pushTextFlag, Response.json(message.text))));
  if (message.type === 'INSTALLED')
    event.waitUntil(caches.open(flagStore).then((cache) => cache.put(installedFlag, new Response())));
  if (message.type === 'BADGE') event.waitUntil(setBadge(message.unread ?? 0));
  // Files loaded before this worker controlled the page; the browser's HTTP cache has them.
  if (message.type === 'CACHE')
    event.waitUntil(Promise.all((message.urls ?? []).map((url) => asset(new Request(url)))));
});
