/** Does something after a while, so that it can still be called off; at once when the page is being left. */
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
