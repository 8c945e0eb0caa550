import { type RefObject, useEffect, useRef, useState } from 'react';

const quietMs = 2_500;

/**
 * Whether the controls over a picture have gone, since nobody moved in its frame while it played. They stay in sight of
 * who uses them by keyboard.
 */
export function useQuiet(frame: RefObject<HTMLElement | null>, isPlaying: boolean): { isQuiet: boolean; wake(): void } {
  const [isResting, setResting] = useState(false);
  const wake = useRef(() => {});
  useEffect(() => {
    const element = frame.current;
    if (!element || !isPlaying) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const rest = () => {
      if (element.querySelector(':focus-visible')) wakeNow();
      else setResting(true);
    };
    const wakeNow = () => {
      setResting(false);
      clearTimeout(timer);
      timer = setTimeout(rest, quietMs);
    };
    wake.current = wakeNow;
    wakeNow();
    const moves = ['pointermove', 'keydown', 'focusin'];
    for (const move of moves) element.addEventListener(move, wakeNow);
    return () => {
      wake.current = () => {};
      clearTimeout(timer);
      for (const move of moves) element.removeEventListener(move, wakeNow);
    };
  }, [frame, isPlaying]);
  return { isQuiet: isResting && isPlaying, wake: () => wake.current() };
}
