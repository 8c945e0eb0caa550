import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { heightOf, type Span, spanOf } from './row-window.ts';
import type { Row } from './rows.ts';

/** Rows are drawn this far beyond what is seen, and are drawn anew when less than half of it is left; in heights of the list. */
const spare = 1.5;
/** Rows that are drawn before anything has been measured. */
const atFirst = 30;
/** A row that holds the focus stays drawn while it is within so many rows of those that are seen. */
const keepsFocus = 40;
/** Between two rows, in pixels; as the list's styles have it. */
const gap = 6;

export interface RowWindow extends Span {
  /** Height of what is not drawn above and below, in pixels. */
  before: number;
  after: number;
  /** Draws the newest rows. */
  toEnd(): void;
  /** Scrolls to about where a message is, unless it is drawn; false when it is not among the rows. */
  bring(seq: number): boolean;
}

/**
 * Which rows of a long list are drawn: those that are seen and some around them. The heights of drawn rows are remembered,
 * so that the rest keeps its room; `useAnchoredScroll` makes up for what was guessed wrongly.
 */
export function useRowWindow(list: RefObject<HTMLElement | null>, rows: readonly Row[]): RowWindow {
  const heights = useRef(new Map<string, number>());
  const width = useRef(0);
  /** By key, because older rows are put in front; `to` null is the end, whatever comes. */
  const [edges, setEdges] = useState<{ from: string | null; to: string | null }>(() => ({
    from: rows.at(-atFirst)?.key ?? null,
    to: null,
  }));
  const keys = rows.map((row) => row.key);
  const last = useRef<Span>({ start: 0, end: 0 });
  // A row whose key is gone was taken back or has run out: the rows around it stay where they were.
  const indexOf = (key: string | null, fallback: number, none: number) => {
    if (key === null) return none;
    const found = keys.indexOf(key);
    return found < 0 ? Math.min(fallback, keys.length) : found;
  };
  const start = indexOf(edges.from, last.current.start, 0);
  const end = Math.max(start, edges.to === null ? keys.length : indexOf(edges.to, last.current.end - 1, 0) + 1);

  const put = (next: Span) =>
    setEdges({ from: keys[next.start] ?? null, to: next.end >= keys.length ? null : (keys[next.end - 1] ?? null) });
  const drawn = () => [...(list.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])];
  const measure = () => {
    const box = list.current;
    if (!box) return;
    // Another width breaks the lines elsewhere.
    if (box.clientWidth !== width.current) heights.current.clear();
    width.current = box.clientWidth;
    for (const [index, element] of drawn().entries()) {
      const key = keys[start + index];
      if (key) heights.current.set(key, element.getBoundingClientRect().height + gap);
    }
  };
  /** How much of the rows lies above what is seen. */
  const seen = () => {
    const [edge = 0, first = 0] = [list.current, drawn()[0]].map((each) => each?.getBoundingClientRect().top);
    return heightOf(keys, heights.current, 0, start) + edge - first;
  };
  const look = () => {
    const box = list.current;
    if (!box || end === start) return;
    measure();
    const top = seen();
    const around = (room: number) =>
      spanOf(keys, heights.current, top - room * box.clientHeight, top + (1 + room) * box.clientHeight);
    const needed = around(spare / 2);
    if (needed.start >= start && needed.end <= end && end - start < 4 * (needed.end - needed.start) + atFirst) return;
    const next = around(spare);
    const focused = drawn().findIndex((row) => row.contains(document.activeElement));
    const index = focused < 0 ? -1 : start + focused;
    if (index >= 0 && index >= next.start - keepsFocus && index < next.end + keepsFocus) {
      next.start = Math.min(next.start, index);
      next.end = Math.max(next.end, index + 1);
    } else if (index >= 0) box.focus({ preventScroll: true });
    put(next);
  };
  const latest = useRef({ look, measure });
  useLayoutEffect(() => {
    latest.current = { look, measure };
    last.current = { start, end };
    measure();
  });
  useEffect(() => {
    const box = list.current;
    if (!box) return;
    const looked = () => latest.current.look();
    box.addEventListener('scroll', looked, { passive: true });
    const observer = new ResizeObserver(looked);
    observer.observe(box);
    if (box.firstElementChild) observer.observe(box.firstElementChild);
    return () => {
      box.removeEventListener('scroll', looked);
      observer.disconnect();
    };
  }, [list]);

  return {
    start,
    end,
    before: heightOf(keys, heights.current, 0, start),
    after: heightOf(keys, heights.current, end, keys.length),
    toEnd: () => setEdges({ from: keys.at(-atFirst) ?? null, to: null }),
    bring(seq) {
      const index = rows.findIndex((row) => row.message?.seq === seq);
      // Drawn when the scroll is heard of, as everything is that is scrolled to.
      if (list.current && index >= 0 && (index < start || index >= end))
        list.current.scrollTop += heightOf(keys, heights.current, 0, index) - seen();
      return index >= 0;
    },
  };
}
