export interface Size {
  width: number;
  height: number;
}

/** A point in pixels from the centre of the frame. */
export interface Point {
  x: number;
  y: number;
}

/** How a picture is shown: its enlargement, and where its centre lies. */
export interface Zoom extends Point {
  scale: number;
}

export const unzoomed: Zoom = { scale: 1, x: 0, y: 0 };
export const maxScale = 4;

/** The largest size at which the whole picture fits the frame. */
export function fitInside(picture: Size, frame: Size): Size {
  const scale = Math.min(frame.width / picture.width, frame.height / picture.height);
  return { width: picture.width * scale, height: picture.height * scale };
}

/** Moves an enlarged picture so that it leaves no gap in the frame that it could fill. */
export function keepInFrame({ scale, x, y }: Zoom, fitted: Size, frame: Size): Zoom {
  const bound = (offset: number, length: number, frameLength: number) => {
    const reach = Math.max(0, (length * scale - frameLength) / 2);
    return Math.min(reach, Math.max(-reach, offset));
  };
  return { scale, x: bound(x, fitted.width, frame.width), y: bound(y, fitted.height, frame.height) };
}

/** Enlarges by a factor, between 1 and `maxScale`; what lies at `point` stays there. */
export function zoomAt({ scale, x, y }: Zoom, factor: number, point: Point): Zoom {
  const next = Math.min(maxScale, Math.max(1, scale * factor));
  const ratio = next / scale;
  return { scale: next, x: point.x - (point.x - x) * ratio, y: point.y - (point.y - y) * ratio };
}

export const distanceOf = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y);
export const middleOf = (a: Point, b: Point): Point => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });

/** A swipe turns the picture from this speed on, in pixels a millisecond, however short. */
const minSpeed = 0.4;
/** Shorter movements are taps, in pixels. */
export const minSwipe = 12;

/** Pictures to go on by after a horizontal swipe over `dx` pixels in `ms`: to the left leads to the next one. */
export function stepOfSwipe(dx: number, ms: number, frameWidth: number): -1 | 0 | 1 {
  const length = Math.abs(dx);
  if (length < minSwipe) return 0;
  const isFarOrFast = length > frameWidth / 3 || length / Math.max(1, ms) > minSpeed;
  if (!isFarOrFast) return 0;
  return dx < 0 ? 1 : -1;
}
