import { type RefObject, useEffect, useEffectEvent } from 'react';

const jumpSeconds = 10;
/** Where letters are typed, or a sheet is open. */
const elsewhere = 'input:not([type="radio"]), textarea, select, [contenteditable], dialog';

/** The keys of a player, anywhere on its screen: k, j, l, m, f and c. */
export function usePlayerKeys(
  element: RefObject<HTMLMediaElement | null>,
  { toggleFullScreen, toggleCaptions }: { toggleFullScreen(): void; toggleCaptions(): void },
): void {
  const act = useEffectEvent((event: KeyboardEvent) => {
    const media = element.current;
    const { target, key, ctrlKey, metaKey, altKey, defaultPrevented } = event;
    if (!media || ctrlKey || metaKey || altKey || defaultPrevented) return;
    if (target instanceof Element && target.closest(elsewhere)) return;
    const actions: Record<string, () => void> = {
      k: () => void (media.paused ? media.play().catch(() => undefined) : media.pause()),
      j: () => {
        media.currentTime -= jumpSeconds;
      },
      l: () => {
        media.currentTime += jumpSeconds;
      },
      m: () => {
        media.muted = !media.muted;
      },
      f: toggleFullScreen,
      c: toggleCaptions,
    };
    const action = actions[key.toLowerCase()];
    if (!action) return;
    event.preventDefault();
    action();
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => act(event);
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
}
