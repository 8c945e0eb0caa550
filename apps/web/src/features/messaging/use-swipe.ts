import { type PointerEvent, useRef } from 'react';

/** A drag to the right of this length does it, and it follows the finger no further than this, in pixels. */
const enough = 56;
const furthest = 72;

/** A swipe to the right by finger, on the element that gets these handlers; a button does the same elsewhere. */
export function useSwipe(onSwipe: () => void) {
  const start = useRef<number | null>(null);
  const end = (event: PointerEvent<HTMLElement>) => {
    if (start.current === null) return;
    const moved = event.clientX - start.current;
    start.current = null;
    event.currentTarget.style.translate = '';
    if (event.type === 'pointerup' && moved > enough) onSwipe();
  };
  return {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      if (event.pointerType === 'touch') start.current = event.clientX;
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      if (start.current === null) return;
      const moved = Math.min(furthest, Math.max(0, event.clientX - start.current));
      event.currentTarget.style.translate = moved > 8 ? `${moved}px` : '';
    },
    onPointerUp: end,
    onPointerCancel: end,
  };
}
