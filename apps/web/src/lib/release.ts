const flag = 'reloaded-for-release';

/** How long to wait, in milliseconds: to learn whether there is a newer worker, for its files, and for it to take over. */
const [updateMs, installMs, takeOverMs] = [5_000, 60_000, 3_000];
/** The worker lets a page with this parameter come from the server. */
const pastWorker = 'release';
const wait = (ms: number) => new Promise((done) => setTimeout(done, ms));

/**
 * Activates the worker of this release, because the previous one would serve a page whose files no longer exist.
 * Returns false when a newer one does not control the page: on a thin link its files take their time, and it waits for
 * what the previous one is still answering.
 */
async function activateNewWorker(): Promise<boolean> {
  const container = navigator.serviceWorker;
  const registration = await container?.getRegistration();
  if (!registration?.active) return true;
  await Promise.race([registration.update(), wait(updateMs)]);
  const worker = registration.waiting ?? registration.installing;
  if (!worker) return true;
  const over = new Promise<boolean>((done) => {
    container.addEventListener('controllerchange', () => done(true), { once: true });
    const follow = () => {
      if (worker.state === 'installed') {
        worker.postMessage({ type: 'SKIP_WAITING' });
        setTimeout(() => done(false), takeOverMs);
      }
      if (worker.state === 'redundant') done(false);
    };
    worker.addEventListener('statechange', follow);
    follow();
  });
  return Promise.race([over, wait(installMs).then(() => false)]);
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
  void activateNewWorker()
    .catch(() => true)
    .then((controls) => {
      if (controls) return location.reload();
      const page = new URL(location.href);
      page.searchParams.set(pastWorker, '');
      location.replace(page);
    });
}

export function clearReloadFlag(): void {
  try {
    sessionStorage.removeItem(flag);
    const page = new URL(location.href);
    if (!page.searchParams.has(pastWorker)) return;
    page.searchParams.delete(pastWorker);
    history.replaceState(history.state, '', page);
  } catch {
    // Without storage no flag was set.
  }
}
