const flag = 'reloaded-for-release';

/** How long a newer worker is waited for, in milliseconds. */
const patienceMs = 5_000;

/**
 * A worker of the release before answers with a page whose files the server no longer has, however often it is read
 * anew: the one of this release takes over first. Resolves when there is no other, or none that is ready in time.
 */
async function changeWorker(): Promise<void> {
  const container = navigator.serviceWorker;
  const registration = await container?.getRegistration();
  if (!registration?.active) return;
  await registration.update();
  const worker = registration.waiting ?? registration.installing;
  if (!worker) return;
  const changed = new Promise((done) => container.addEventListener('controllerchange', done, { once: true }));
  const ask = () => {
    if (worker.state === 'installed') worker.postMessage({ type: 'SKIP_WAITING' });
  };
  worker.addEventListener('statechange', ask);
  ask();
  await changed;
}

/** A release replaces every hashed file: a tab older than the server reads the page anew, once. Not while offline. */
export function reloadOnce(): void {
  try {
    if (!navigator.onLine || sessionStorage.getItem(flag)) return;
    sessionStorage.setItem(flag, '1');
  } catch {
    // Without storage a loop could not be told from a release.
    return;
  }
  const enough = new Promise((done) => setTimeout(done, patienceMs));
  Promise.race([changeWorker().catch(() => undefined), enough]).finally(() => location.reload());
}

export function forgetReload(): void {
  try {
    sessionStorage.removeItem(flag);
  } catch {
    // See above.
  }
}
