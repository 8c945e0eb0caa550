import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';

/** Nearer to the newest than this counts as being there, in pixels. */
const nearBottom = 60;
/** Older messages are asked for while there is still this much above, in pixels. */
const nearTop = 1_400;

interface Anchor {
  element: Element;
  /** Distance from the upper edge of the list, in pixels, while that was scrolled to `top`. */
  offset: number;
  top: number;
}

/** The first row that is not wholly above `edge`; rows follow each other downwards. */
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
  /** Whether the newest is in view. */
  isAtBottom: boolean;
  toBottom(): void;
  /** Brings a row to the middle of the list and keeps it there. */
  reveal(row: Element): void;
}

/**
 * Keeps what is being read in its place: at the newest message the list follows it, anywhere else the first row in view
 * stays where it is, whatever is added, grows or goes above and below. `version` changes with the rows, which carry
 * `data-row`; `onNearTop` is called while the oldest are close. Browsers differ in doing this themselves, so it is off.
 */
export function useAnchoredScroll(
  list: RefObject<HTMLElement | null>,
  version: unknown,
  onNearTop: () => void,
): AnchoredScroll {
  const [isAtBottom, setAtBottom] = useState(true);
  const follows = useRef(true);
  const anchor = useRef<Anchor | null>(null);
  const nearTopNow = useRef(onNearTop);
  useEffect(() => {
    nearTopNow.current = onNearTop;
  });

  const note = () => {
    const box = list.current;
    if (!box) return;
    follows.current = box.scrollHeight - box.scrollTop - box.clientHeight < nearBottom;
    setAtBottom(follows.current);
    const edge = box.getBoundingClientRect().top;
    const element = firstVisible(box.querySelectorAll('[data-row]'), edge);
    const offset = element ? element.getBoundingClientRect().top - edge : 0;
    anchor.current = element ? { element, offset, top: box.scrollTop } : null;
    if (box.scrollTop < nearTop) nearTopNow.current();
  };
  const hold = () => {
    const box = list.current;
    if (!box) return;
    const { current } = anchor;
    if (follows.current) box.scrollTop = box.scrollHeight;
    else if (current?.element.isConnected) {
      // Scrolled meanwhile, though nobody has said so yet: that is wanted.
      const offset = current.offset - (box.scrollTop - current.top);
      const moved = current.element.getBoundingClientRect().top - box.getBoundingClientRect().top - offset;
      if (Math.abs(moved) > 0.5) box.scrollTop += moved;
      anchor.current = { element: current.element, offset, top: box.scrollTop };
    }
    if (box.scrollTop < nearTop) nearTopNow.current();
  };
  const latest = useRef({ note, hold });
  useLayoutEffect(() => {
    latest.current = { note, hold };
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: the rows are read from the page.
  useLayoutEffect(() => latest.current.hold(), [version]);
  useEffect(() => {
    const box = list.current;
    if (!box) return;
    const noted = () => latest.current.note();
    box.addEventListener('scroll', noted, { passive: true });
    // Pictures, a keyboard, a longer draft: whatever changes the heights.
    const observer = new ResizeObserver(() => latest.current.hold());
    observer.observe(box);
    if (box.firstElementChild) observer.observe(box.firstElementChild);
    return () => {
      box.removeEventListener('scroll', noted);
      observer.disconnect();
    };
  }, [list]);

  return {
    isAtBottom,
    toBottom() {
      follows.current = true;
      setAtBottom(true);
      latest.current.hold();
    },
    reveal(row) {
      follows.current = false;
      row.scrollIntoView({ block: 'center', behavior: 'instant' });
      latest.current.note();
    },
  };
}
