const keyPrefix = 'scroll:';

function entryKey(): string {
  const state: unknown = history.state;
  return state && typeof state === 'object' && 'key' in state ? String(state.key) : 'first';
}

/** Saves the scroll position of the current history entry; call it before navigating. */
export function saveScroll(): void {
  try {
    sessionStorage.setItem(keyPrefix + entryKey(), String(Math.round(scrollY)));
  } catch {
    // Without storage a screen opens at its top.
  }
}

/** Restores the scroll position of the current history entry; waits up to a second for content to load. */
export function restoreScroll(): void {
  let wanted = 0;
  try {
    wanted = Number(sessionStorage.getItem(keyPrefix + entryKey()) ?? 0);
  } catch {
    // Without storage a screen opens at its top.
  }
  const until = performance.now() + 1000;
  const step = () => {
    const reachable = document.documentElement.scrollHeight - innerHeight;
    scrollTo({ top: Math.min(wanted, Math.max(reachable, 0)), behavior: 'instant' });
    if (reachable < wanted && performance.now() < until) requestAnimationFrame(step);
  };
  step();
}

/** Replaces the browser's scroll restoration, which runs before the new screen is rendered. */
export function installScrollMemory(): void {
  history.scrollRestoration = 'manual';
  addEventListener('pagehide', saveScroll);
  let timer: ReturnType<typeof setTimeout> | undefined;
  addEventListener(
    'scroll',
    () => {
      clearTimeout(timer);
      timer = setTimeout(saveScroll, 120);
    },
    { passive: true },
  );
}
