import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { heightOf, type Span, spanOf } from './row-window.ts';
import type { Row } from './rows.ts';

/** Rows are rendered this far beyond the visible part, and again when less than half of it is left; in list heights. */
const overscan = 1.5;
/** Rows rendered before the first measurement. */
const initialRows = 30;
/** A focused row stays rendered within this many rows of the visible ones. */
const focusRange = 40;
/** Gap between rows in pixels; equals the list's style. */
const gapPx = 6;

export interface RowWindow extends Span {
  /** Height of the rows not rendered above and below, in pixels. */
  before: number;
  after: number;
  /** Renders the newest rows. */
  toEnd(): void;
  /** Scrolls near a message unless it is rendered; false when it is not among the rows. */
  scrollTo(seq: number): boolean;
}

/**
 * Which rows of a long list are rendered: the visible ones and some around them. Measured heights are remembered for
 * the rest; `useAnchoredScroll` corrects wrong estimates.
 */
export function useRowWindow(list: RefObject<HTMLElement | null>, rows: readonly Row[]): RowWindow {
  const heights = useRef(new Map<string, number>());
  const width = useRef(0);
  /** By key, because older rows are added in front; `to` null means the end. */
  const [edges, setEdges] = useState<{ from: string | null; to: string | null }>(() => ({
    from: rows.at(-initialRows)?.key ?? null,
    to: null,
  }));
  const keys = rows.map((row) => row.key);
  const last = useRef<Span>({ start: 0, end: 0 });
  // A missing key means the row was deleted or has expired: the rows around it keep their place.
  const indexOf = (key: string | null, fallback: number, none: number) => {
    if (key === null) return none;
    const found = keys.indexOf(key);
    return found < 0 ? Math.min(fallback, keys.length) : found;
  };
  const start = indexOf(edges.from, last.current.start, 0);
  const end = Math.max(start, edges.to === null ? keys.length : indexOf(edges.to, last.current.end - 1, 0) + 1);

  const setSpan = (next: Span) =>
    setEdges({ from: keys[next.start] ?? null, to: next.end >= keys.length ? null : (keys[next.end - 1] ?? null) });
  const renderedRows = () => [...(list.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])];
  const measure = () => {
    const box = list.current;
    if (!box) return;
    // Another width changes line breaks.
    if (box.clientWidth !== width.current) heights.current.clear();
    width.current = box.clientWidth;
    for (const [index, element] of renderedRows().entries()) {
      const key = keys[start + index];
      if (key) heights.current.set(key, element.getBoundingClientRect().height + gapPx);
    }
  };
  /** Height of the rows above the visible part. */
  const offsetAbove = () => {
    const [edge = 0, first = 0] = [list.current, renderedRows()[0]].map((each) => each?.getBoundingClientRect().top);
    return heightOf(keys, heights.current, 0, start) + edge - first;
  };
  const update = () => {
    const box = list.current;
    if (!box || end === start) return;
    measure();
    const top = offsetAbove();
    const around = (room: number) =>
      spanOf(keys, heights.current, top - room * box.clientHeight, top + (1 + room) * box.clientHeight);
    const needed = around(overscan / 2);
    if (needed.start >= start && needed.end <= end && end - start < 4 * (needed.end - needed.start) + initialRows)
      return;
    const next = around(overscan);
    const focused = renderedRows().findIndex((row) => row.contains(document.activeElement));
    const index = focused < 0 ? -1 : start + focused;
    if (index >= 0 && index >= next.start - focusRange && index < next.end + focusRange) {
      next.start = Math.min(next.start, index);
      next.end = Math.max(next.end, index + 1);
    } else if (index >= 0) box.focus({ preventScroll: true });
    setSpan(next);
  };
  const latest = useRef({ update, measure });
  useLayoutEffect(() => {
    latest.current = { update, measure };
    last.current = { start, end };
    measure();
  });
  useEffect(() => {
    const box = list.current;
    if (!box) return;
    const onUpdate = () => latest.current.update();
    box.addEventListener('scroll', onUpdate, { passive: true });
    const observer = new ResizeObserver(onUpdate);
    observer.observe(box);
    if (box.firstElementChild) observer.observe(box.firstElementChild);
    return () => {
      box.removeEventListener('scroll', onUpdate);
      observer.disconnect();
    };
  }, [list]);

  return {
    start,
    end,
    before: heightOf(keys, heights.current, 0, start),
    after: heightOf(keys, heights.current, end, keys.length),
    toEnd: () => setEdges({ from: keys.at(-initialRows) ?? null, to: null }),
    scrollTo(seq) {
      const index = rows.findIndex((row) => row.message?.seq === seq);
      // Rendered by the scroll event, as with any scrolling.
      if (list.current && index >= 0 && (index < start || index >= end))
        list.current.scrollTop += heightOf(keys, heights.current, 0, index) - offsetAbove();
      return index >= 0;
    },
  };
}
