const flag = 'reloaded-for-release';

/** How long to wait, in milliseconds: to learn whether there is a newer worker, for its files, and for it to take over. */
const [updateMs, installMs, takeOverMs] = [5_000, 15_000, 3_000];
/** The worker lets a page with this parameter come from the server. */
const pastWorker = 'release';
const wait = (ms: number) => new Promise((done) => setTimeout(done, ms));

/**
 * Activates the worker of this release, because the previous one would serve a page whose files no longer exist.
 * Returns false when the previous one still controls the page: on a thin link the files of the newer one take their
 * time, on a busy device it is not even found, and it waits for what the previous one is still answering.
 */
async function activateNewWorker(): Promise<boolean> {
  const container = navigator.serviceWorker;
  const registration = await container?.getRegistration();
  if (!registration?.active) return true;
  await Promise.race([registration.update(), wait(updateMs)]);
  const worker = registration.waiting ?? registration.installing;
  if (!worker) return false;
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

let isReloading = false;

/**
 * Reloads, because a release replaces every hashed file that an older tab asks for. A second time before a screen has
 * loaded it asks the server at once, a third time not at all. Does nothing while offline.
 */
export function reloadForRelease(): void {
  let isFirst = true;
  try {
    const tried = Number(sessionStorage.getItem(flag));
    if (isReloading || !navigator.onLine || tried > 1) return;
    sessionStorage.setItem(flag, String(tried + 1));
    isFirst = tried === 0;
  } catch {
    // Without storage a reload loop could not be detected.
    return;
  }
  isReloading = true;
  void (isFirst ? activateNewWorker() : Promise.resolve(false))
    .catch(() => false)
    .then((controls) => {
      isReloading = false;
      const address = new URL(location.href);
      // The same address with a fragment would not load again.
      if (controls || address.searchParams.has(pastWorker)) return location.reload();
      address.searchParams.set(pastWorker, '');
      location.replace(address);
    });
}

export function clearReloadFlag(): void {
  try {
    sessionStorage.removeItem(flag);
    const address = new URL(location.href);
    if (!address.searchParams.has(pastWorker)) return;
    address.searchParams.delete(pastWorker);
    history.replaceState(history.state, '', address);
  } catch {
    // Without storage no flag was set.
  }
}
