const flag = 'reloaded-for-release';

/** A release replaces every hashed file: a tab older than the server reads the page anew, once. Not while offline. */
export function reloadOnce(): void {
  try {
    if (!navigator.onLine || sessionStorage.getItem(flag)) return;
    sessionStorage.setItem(flag, '1');
    location.reload();
  } catch {
    // Without storage a loop could not be told from a release.
  }
}

export function forgetReload(): void {
  try {
    sessionStorage.removeItem(flag);
  } catch {
    // See above.
  }
}
