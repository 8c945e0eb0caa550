import { type RefObject, useEffect, useEffectEvent } from 'react';
import { skip, togglePlaying, toggleSound } from './playing.ts';

const stepSeconds = 5;

/** The keys of a player while the focus is in its frame: space, k, arrows, m and, with full screen, f. */
export function useFrameKeys(
  frame: RefObject<HTMLElement | null>,
  element: RefObject<HTMLMediaElement | null>,
  toggleFullScreen: (() => void) | null,
): void {
  const act = useEffectEvent((event: KeyboardEvent) => {
    const media = element.current;
    const { target, key, ctrlKey, metaKey, altKey, defaultPrevented } = event;
    if (!media || ctrlKey || metaKey || altKey || defaultPrevented) return;
    // It presses the button that has the focus.
    if (key === ' ' && target instanceof HTMLButtonElement) return;
    const actions: Record<string, (() => void) | null> = {
      ' ': () => togglePlaying(media),
      k: () => togglePlaying(media),
      arrowleft: () => skip(media, -stepSeconds),
      arrowright: () => skip(media, stepSeconds),
      m: () => toggleSound(media),
      f: toggleFullScreen,
    };
    const action = actions[key.toLowerCase()];
    if (!action) return;
    event.preventDefault();
    action();
  });
  useEffect(() => {
    const inside = frame.current;
    const onKey = (event: KeyboardEvent) => act(event);
    inside?.addEventListener('keydown', onKey);
    return () => inside?.removeEventListener('keydown', onKey);
  }, [frame]);
}
