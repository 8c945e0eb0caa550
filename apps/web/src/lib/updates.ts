import { createStore } from './store.ts';
import { trustedScript } from './trusted-script.ts';

/** Null until a new release waits to take over; true while its banner is shown, false after "Later". */
export const updateStore = createStore<boolean | null>(null);

let waiting: ServiceWorker | null = null;

/** Registers the service worker and watches for a newer one. Failures are only logged; the app works without it. */
export function registerServiceWorker(): void {
  if (!('serviceWorker' in navigator)) return;
  const { serviceWorker } = navigator;
  serviceWorker
    .register(trustedScript('/sw.js'), { updateViaCache: 'none' })
    .then((registration: ServiceWorkerRegistration | undefined) => {
      // Some embedded browsers resolve with undefined instead of rejecting.
      if (!registration) return;
      const offerUpdate = (worker: ServiceWorker | null) => {
        if (!worker || !serviceWorker.controller) return;
        waiting = worker;
        updateStore.set(true);
      };
      offerUpdate(registration.waiting);
      registration.addEventListener('updatefound', () => {
        const worker = registration.installing;
        worker?.addEventListener('statechange', () => {
          if (worker.state === 'installed') offerUpdate(worker);
        });
      });
      document.addEventListener('visibilitychange', () => {
        if (document.visibilityState === 'visible') registration.update().catch(() => undefined);
      });
    })
    .catch((error: unknown) => console.error('service worker', error));
  // The first worker's claim is not an update.
  serviceWorker.addEventListener('controllerchange', () => {
    if (waiting) location.reload();
  });
}

/** "Update now": activates the waiting worker; the page reloads when it takes over. */
export function updateNow(): void {
  waiting?.postMessage({ type: 'SKIP_WAITING' });
}

/** "Later": hides the banner until the next visit. The release still waits, as `/pwa` shows. */
export function updateLater(): void {
  updateStore.set(false);
}

/** BroadcastChannel of account ids between tabs; '' means signed out. */
export const sessionChannel = 'vlam-session';

/**
 * Publishes the signed-in account to other tabs and to the worker, which serves the app or the landing page at `/`.
 * null means signed out.
 */
export function publishSession(accountId: string | null): void {
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
