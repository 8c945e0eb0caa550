const kept = 'scroll:';

function entryKey(): string {
  const state: unknown = history.state;
  return state && typeof state === 'object' && 'key' in state ? String(state.key) : 'first';
}

/** Notes how far the open entry of the history is scrolled; called before leaving it. */
export function rememberScroll(): void {
  try {
    sessionStorage.setItem(kept + entryKey(), String(Math.round(scrollY)));
  } catch {
    // Without storage the page opens at its top.
  }
}

/** Scrolls back to where this entry was left; waits up to a second for content that is still loading. */
export function restoreScroll(): void {
  let wanted = 0;
  try {
    wanted = Number(sessionStorage.getItem(kept + entryKey()) ?? 0);
  } catch {
    // See above.
  }
  const until = performance.now() + 1000;
  const step = () => {
    const reachable = document.documentElement.scrollHeight - innerHeight;
    scrollTo({ top: Math.min(wanted, Math.max(reachable, 0)), behavior: 'instant' });
    if (reachable < wanted && performance.now() < until) requestAnimationFrame(step);
  };
  step();
}

/** Takes over from the browser, which would restore before the new screen is drawn. */
export function installScrollMemory(): void {
  history.scrollRestoration = 'manual';
  addEventListener('pagehide', rememberScroll);
  let timer: ReturnType<typeof setTimeout> | undefined;
  addEventListener(
    'scroll',
    () => {
      clearTimeout(timer);
      timer = setTimeout(rememberScroll, 120);
    },
    { passive: true },
  );
}
