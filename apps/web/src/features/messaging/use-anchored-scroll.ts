import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';

/** Within this distance of the newest message the list counts as at the bottom, in pixels. */
const bottomThresholdPx = 60;
/** Older messages are requested within this distance of the top, in pixels. */
const topThresholdPx = 1_400;

interface Anchor {
  element: Element;
  /** Distance from the list's upper edge in pixels, at scroll position `top`. */
  offset: number;
  top: number;
}

/** First row that is not entirely above `edge`; rows are in order. */
function firstVisible(rows: ArrayLike<Element>, edge: number): Element | undefined {
  let low = 0;
  let high = rows.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((rows[middle]?.getBoundingClientRect().bottom ?? 0) > edge) high = middle;
    else low = middle + 1;
  }
  return rows[low];
}

export interface AnchoredScroll {
  /** True when the newest message is visible. */
  isAtBottom: boolean;
  toBottom(): void;
  /** Scrolls a row to the middle of the list and keeps it there. */
  reveal(row: Element): void;
}

/**
 * Keeps the reading position. At the newest message the list follows new ones; elsewhere the first visible row stays in
 * place while rows above or below change. `version` changes with the rows, which carry `data-row`; `onNearTop` is
 * called near the oldest message. Browsers' own scroll anchoring differs, so it is off.
 */
export function useAnchoredScroll(
  list: RefObject<HTMLElement | null>,
  version: unknown,
  onNearTop: () => void,
): AnchoredScroll {
  const [isAtBottom, setAtBottom] = useState(true);
  const isFollowing = useRef(true);
  const anchor = useRef<Anchor | null>(null);
  const nearTopNow = useRef(onNearTop);
  useEffect(() => {
    nearTopNow.current = onNearTop;
  });

  const saveAnchor = () => {
    const box = list.current;
    if (!box) return;
    isFollowing.current = box.scrollHeight - box.scrollTop - box.clientHeight < bottomThresholdPx;
    setAtBottom(isFollowing.current);
    const edge = box.getBoundingClientRect().top;
    const element = firstVisible(box.querySelectorAll('[data-row]'), edge);
    const offset = element ? element.getBoundingClientRect().top - edge : 0;
    anchor.current = element ? { element, offset, top: box.scrollTop } : null;
    if (box.scrollTop < topThresholdPx) nearTopNow.current();
  };
  const restoreAnchor = () => {
    const box = list.current;
    if (!box) return;
    const { current } = anchor;
    if (isFollowing.current) box.scrollTop = box.scrollHeight;
    else if (current?.element.isConnected) {
      // Scrolled since the last scroll event; keep that movement.
      const offset = current.offset - (box.scrollTop - current.top);
      const moved = current.element.getBoundingClientRect().top - box.getBoundingClientRect().top - offset;
      if (Math.abs(moved) > 0.5) box.scrollTop += moved;
      anchor.current = { element: current.element, offset, top: box.scrollTop };
    }
    if (box.scrollTop < topThresholdPx) nearTopNow.current();
  };
  const latest = useRef({ saveAnchor, restoreAnchor });
  useLayoutEffect(() => {
    latest.current = { saveAnchor, restoreAnchor };
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: the rows are read from the page.
  useLayoutEffect(() => latest.current.restoreAnchor(), [version]);
  useEffect(() => {
    const box = list.current;
    if (!box) return;
    const onScroll = () => latest.current.saveAnchor();
    box.addEventListener('scroll', onScroll, { passive: true });
    // Pictures, the on-screen keyboard and the composer change heights.
    const observer = new ResizeObserver(() => latest.current.restoreAnchor());
    observer.observe(box);
    if (box.firstElementChild) observer.observe(box.firstElementChild);
    return () => {
      box.removeEventListener('scroll', onScroll);
      observer.disconnect();
    };
  }, [list]);

  return {
    isAtBottom,
    toBottom() {
      isFollowing.current = true;
      setAtBottom(true);
      latest.current.restoreAnchor();
    },
    reveal(row) {
      isFollowing.current = false;
      row.scrollIntoView({ block: 'center', behavior: 'instant' });
      latest.current.saveAnchor();
    },
  };
}
