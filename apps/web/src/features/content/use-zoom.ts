import { type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react';
import {
  distanceOf,
  fitInside,
  keepInFrame,
  middleOf,
  minSwipe,
  type Point,
  type Size,
  stepOfSwipe,
  unzoomed,
  type Zoom,
  zoomAt,
} from './zoom.ts';

const centre: Point = { x: 0, y: 0 };
/** Longest time between the two taps of a double tap, in milliseconds. */
const doubleTapMs = 300;
/** Largest distance between them, in pixels. */
const doubleTapReach = 32;
const tapScale = 2.5;

interface Touch {
  start: Point;
  startedAt: number;
  kind: 'swipe' | 'pan' | 'pinch';
}

interface ZoomOptions {
  frame: RefObject<HTMLElement | null>;
  /** Pixels of the picture; the frame's own shape while unknown. */
  picture: Size | null;
  onSwipe(step: -1 | 1): void;
}

/** Swipe, pinch, double tap, wheel and click on a picture in a frame. `dragged` is the pixels of an unfinished swipe. */
export function useZoom({ frame, picture, onSwipe }: ZoomOptions) {
  const [zoom, setZoom] = useState<Zoom>(unzoomed);
  const [dragged, setDragged] = useState(0);
  const [isTouched, setIsTouched] = useState(false);
  const pointers = useRef(new Map<number, Point>());
  const touch = useRef<Touch>({ start: centre, startedAt: 0, kind: 'swipe' });
  const lastTap = useRef({ at: Number.NEGATIVE_INFINITY, point: centre });

  const change = (next: (zoom: Zoom) => Zoom) =>
    setZoom((was) => {
      const element = frame.current;
      if (!element) return was;
      const size = { width: element.clientWidth, height: element.clientHeight };
      return keepInFrame(next(was), fitInside(picture ?? size, size), size);
    });
  const zoomBy = (factor: number, point = centre) => change((was) => zoomAt(was, factor, point));
  const pan = (dx: number, dy: number) => change((was) => ({ ...was, x: was.x + dx, y: was.y + dy }));
  const pointOf = (event: { clientX: number; clientY: number }): Point => {
    const box = frame.current?.getBoundingClientRect() ?? new DOMRect();
    return { x: event.clientX - box.left - box.width / 2, y: event.clientY - box.top - box.height / 2 };
  };

  const wheel = useRef<(event: WheelEvent) => void>(() => undefined);
  useEffect(() => {
    wheel.current = (event) => {
      event.preventDefault();
      zoomBy(Math.exp(-event.deltaY / (event.ctrlKey ? 100 : 400)), pointOf(event));
    };
  });
  // React listens for the wheel passively, and the browser would enlarge the whole page.
  useEffect(() => {
    const element = frame.current;
    const handleWheel = (event: WheelEvent) => wheel.current(event);
    element?.addEventListener('wheel', handleWheel, { passive: false });
    return () => element?.removeEventListener('wheel', handleWheel);
  }, [frame]);

  const start = (event: PointerEvent) => {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    const point = pointOf(event);
    pointers.current.set(event.pointerId, point);
    setIsTouched(true);
    setDragged(0);
    const kind = pointers.current.size > 1 ? 'pinch' : zoom.scale > 1 ? 'pan' : 'swipe';
    touch.current = { start: point, startedAt: event.timeStamp, kind };
  };
  const move = (event: PointerEvent) => {
    const before = pointers.current.get(event.pointerId);
    if (!before) return;
    const point = pointOf(event);
    const other = [...pointers.current].find(([id]) => id !== event.pointerId)?.[1];
    pointers.current.set(event.pointerId, point);
    if (other) {
      const [from, to] = [middleOf(before, other), middleOf(point, other)];
      const factor = distanceOf(point, other) / Math.max(1, distanceOf(before, other));
      change((was) => {
        const zoomed = zoomAt(was, factor, from);
        return { ...zoomed, x: zoomed.x + to.x - from.x, y: zoomed.y + to.y - from.y };
      });
    } else if (touch.current.kind === 'swipe') setDragged(point.x - touch.current.start.x);
    else pan(point.x - before.x, point.y - before.y);
  };
  const tap = (point: Point, { timeStamp: at, pointerType }: PointerEvent) => {
    const isSecond = at - lastTap.current.at < doubleTapMs && distanceOf(point, lastTap.current.point) < doubleTapReach;
    lastTap.current = isSecond ? { at: Number.NEGATIVE_INFINITY, point } : { at, point };
    // One click of a mouse, two taps of a finger.
    if (isSecond !== (pointerType === 'mouse'))
      change((was) => (was.scale > 1 ? unzoomed : zoomAt(was, tapScale, point)));
  };
  const end = (event: PointerEvent, isCancelled: boolean) => {
    const point = pointers.current.get(event.pointerId);
    if (!point || !pointers.current.delete(event.pointerId) || pointers.current.size > 0) return;
    setIsTouched(false);
    setDragged(0);
    const { start: from, startedAt, kind } = touch.current;
    if (isCancelled || kind === 'pinch') return;
    if (distanceOf(point, from) < minSwipe) tap(point, event);
    else if (kind === 'swipe') {
      const step = stepOfSwipe(point.x - from.x, event.timeStamp - startedAt, frame.current?.clientWidth ?? 0);
      if (step !== 0) onSwipe(step);
    }
  };

  return {
    zoom,
    dragged,
    /** While true, the picture follows the fingers without a transition. */
    isTouched,
    zoomBy,
    pan,
    reset: () => setZoom(unzoomed),
    handlers: {
      onPointerDown: start,
      onPointerMove: move,
      onPointerUp: (event: PointerEvent) => end(event, false),
      onPointerCancel: (event: PointerEvent) => end(event, true),
    },
  };
}
