import { createStore } from './store.ts';

/** True while a newer version waits to take over. */
export const updateStore = createStore(false);

let waiting: ServiceWorker | null = null;

interface TrustedTypes {
  createPolicy(name: string, rules: { createScriptURL(url: string): string }): { createScriptURL(url: string): string };
}

/** The page's policy demands a trusted address for scripts; ours trusts exactly one. */
function workerAddress(): string {
  const { trustedTypes } = window as { trustedTypes?: TrustedTypes };
  const only = (url: string) => {
    if (url !== '/sw.js') throw new TypeError('unexpected script address');
    return url;
  };
  return trustedTypes
    ? trustedTypes.createPolicy('vlam', { createScriptURL: only }).createScriptURL('/sw.js')
    : '/sw.js';
}

/** Registers the service worker and watches for a newer one. Failures are only logged: the app works without. */
export function registerServiceWorker(): void {
  if (!('serviceWorker' in navigator)) return;
  const { serviceWorker } = navigator;
  serviceWorker
    .register(workerAddress(), { updateViaCache: 'none' })
    .then((registration: ServiceWorkerRegistration | undefined) => {
      // Some embedded browsers answer with nothing instead of refusing.
      if (!registration) return undefined;
      const offer = (worker: ServiceWorker | null) => {
        if (!worker || !serviceWorker.controller) return;
        waiting = worker;
        updateStore.set(true);
      };
      offer(registration.waiting);
      registration.addEventListener('updatefound', () => {
        const worker = registration.installing;
        worker?.addEventListener('statechange', () => {
          if (worker.state === 'installed') offer(worker);
        });
      });
      document.addEventListener('visibilitychange', () => {
        if (document.visibilityState === 'visible') registration.update().catch(() => undefined);
      });
      return serviceWorker.ready;
    })
    .then((registration) => {
      // What this page loads past the worker, until that is in charge, is kept too: the next visit loads no code.
      const seen = new PerformanceObserver((list) => {
        const urls = (list.getEntries() as PerformanceResourceTiming[])
          .filter(({ workerStart }) => workerStart === 0)
          .map(({ name }) => new URL(name))
          .filter(({ origin, pathname }) => origin === location.origin && pathname.startsWith('/assets/'))
          .map(({ pathname }) => pathname);
        if (urls.length > 0) registration?.active?.postMessage({ type: 'KEEP', urls });
      });
      seen.observe({ type: 'resource', buffered: true });
    })
    .catch((error: unknown) => console.error('service worker', error));
  // The first worker's claim is no update.
  serviceWorker.addEventListener('controllerchange', () => {
    if (waiting) location.reload();
  });
}

/** "Update Now": the waiting worker takes over, and the page reloads with it. */
export function updateNow(): void {
  waiting?.postMessage({ type: 'SKIP_WAITING' });
}

/** "Later": until the next visit. */
export function updateLater(): void {
  updateStore.set(false);
}

/** Where the browser's other pages hear who is signed in; an empty text is nobody. */
export const sessionChannel = 'vlam-session';

/** Tells the worker whether `/` is the app or the landing page, and the other pages who is signed in; null is nobody. */
export function announceSession(accountId: string | null): void {
  if ('BroadcastChannel' in globalThis) {
    const channel = new BroadcastChannel(sessionChannel);
    channel.postMessage(accountId ?? '');
    channel.close();
  }
  if (!('serviceWorker' in navigator)) return;
  navigator.serviceWorker.ready
    .then((registration) =>
      registration.active?.postMessage(accountId ? { type: 'SIGNED_IN', accountId } : { type: 'SIGNED_OUT' }),
    )
    .catch(() => undefined);
}
