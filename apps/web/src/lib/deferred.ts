/** Schedules an action that can still be cancelled; runs it at once when the page is closed. */
export function defer(waitMs: number, act: () => void): { cancel(): void } {
  const stop = () => {
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', runNow);
  };
  const now = () => {
    stop();
    act();
  };
  const runNow = () => {
    if (document.visibilityState === 'hidden') now();
  };
  const timer = setTimeout(now, waitMs);
  document.addEventListener('visibilitychange', runNow);
  return { cancel: stop };
}
