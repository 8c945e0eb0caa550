/** Schedules an action that can still be cancelled; runs it at once when the page is closed. */
export function later(waitMs: number, act: () => void): { cancel(): void } {
  const stop = () => {
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', left);
  };
  const now = () => {
    stop();
    act();
  };
  const left = () => {
    if (document.visibilityState === 'hidden') now();
  };
  const timer = setTimeout(now, waitMs);
  document.addEventListener('visibilitychange', left);
  return { cancel: stop };
}
