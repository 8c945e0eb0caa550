const flag = 'reloaded-for-release';

/** How long to wait, in milliseconds, to learn whether there is a newer worker, and for it to load its files. */
const [updateMs, installMs] = [5_000, 60_000];
const wait = (ms: number) => new Promise((done) => setTimeout(done, ms));

/**
 * Activates the worker of this release, because the previous one would serve a page whose files no longer exist.
 * Resolves when there is no newer worker, or once it controls the page; on a thin link its files take their time.
 */
async function activateNewWorker(): Promise<void> {
  const container = navigator.serviceWorker;
  const registration = await container?.getRegistration();
  if (!registration?.active) return;
  await Promise.race([registration.update(), wait(updateMs)]);
  const worker = registration.waiting ?? registration.installing;
  if (!worker) return;
  const over = new Promise((done) => {
    container.addEventListener('controllerchange', done, { once: true });
    const follow = () => {
      if (worker.state === 'installed') worker.postMessage({ type: 'SKIP_WAITING' });
      if (worker.state === 'redundant') done(undefined);
    };
    worker.addEventListener('statechange', follow);
    follow();
  });
  await Promise.race([over, wait(installMs)]);
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
  activateNewWorker()
    .catch(() => undefined)
    .finally(() => location.reload());
}

export function clearReloadFlag(): void {
  try {
    sessionStorage.removeItem(flag);
  } catch {
    // Without storage no flag was set.
  }
}
