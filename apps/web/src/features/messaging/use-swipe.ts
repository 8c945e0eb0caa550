import { type PointerEvent, useRef } from 'react';

/** Minimum drag to the right, and the maximum offset that follows the finger, in pixels. */
const minDistance = 56;
const maxOffset = 72;

/** Swipe to the right by touch, for the element with these handlers; elsewhere a button does the same. */
export function useSwipe(onSwipe: () => void) {
  const start = useRef<number | null>(null);
  const end = (event: PointerEvent<HTMLElement>) => {
    if (start.current === null) return;
    const moved = event.clientX - start.current;
    start.current = null;
    event.currentTarget.style.translate = '';
    if (event.type === 'pointerup' && moved > minDistance) onSwipe();
  };
  return {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      if (event.pointerType === 'touch') start.current = event.clientX;
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      if (start.current === null) return;
      const moved = Math.min(maxOffset, Math.max(0, event.clientX - start.current));
      event.currentTarget.style.translate = moved > 8 ? `${moved}px` : '';
    },
    onPointerUp: end,
    onPointerCancel: end,
  };
}
