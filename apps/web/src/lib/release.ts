const flag = 'reloaded-for-release';

/** How long to wait for a newer worker, in milliseconds. */
const workerTimeoutMs = 5_000;

/**
 * Activates the worker of this release, because the previous one would serve a page whose files no longer exist.
 * Resolves when there is no newer worker, or once it controls the page.
 */
async function activateNewWorker(): Promise<void> {
  const container = navigator.serviceWorker;
  const registration = await container?.getRegistration();
  if (!registration?.active) return;
  await registration.update();
  const worker = registration.waiting ?? registration.installing;
  if (!worker) return;
  const changed = new Promise((done) => container.addEventListener('controllerchange', done, { once: true }));
  const skipWaiting = () => {
    if (worker.state === 'installed') worker.postMessage({ type: 'SKIP_WAITING' });
  };
  worker.addEventListener('statechange', skipWaiting);
  skipWaiting();
  await changed;
}

/**
 * Reloads once, because a release replaces every hashed file that an older tab asks for. Does nothing while offline.
 */
export function reloadOnce(): void {
  try {
    if (!navigator.onLine || sessionStorage.getItem(flag)) return;
    sessionStorage.setItem(flag, '1');
  } catch {
    // Without storage a reload loop could not be detected.
    return;
  }
  const timeout = new Promise((done) => setTimeout(done, workerTimeoutMs));
  Promise.race([activateNewWorker().catch(() => undefined), timeout]).finally(() => location.reload());
}

export function clearReloadFlag(): void {
  try {
    sessionStorage.removeItem(flag);
  } catch {
    // Without storage no flag was set.
  }
}
