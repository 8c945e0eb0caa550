import { onAnswer } from './api.ts';

/** The server's time at the beginning of this page, the latest that an answer has shown; in milliseconds. */
let start: number | undefined;

// An answer was written before it arrived: the time in it is never too late, and of several the latest is the nearest.
onAnswer(({ headers }) => {
  const shown = Date.parse(headers.get('date') ?? '') - performance.now();
  if (shown > (start ?? 0)) start = shown;
});

/**
 * What the server's clock says when this device's says `now`, in milliseconds; a second or two early at most. Without
 * an answer, which every page with a connection has had, the device's own.
 */
export const serverTime = (now: number): number =>
  start === undefined ? now : now + start + performance.now() - Date.now();
