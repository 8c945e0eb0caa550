import { onResponse } from '../api.ts';

/** Server time when this page loaded, in milliseconds: the highest value that any response implied. */
let pageStartTime: number | undefined;

// A response is written before it arrives, so its time is never too high and the highest is the most accurate.
onResponse(({ headers }) => {
  const shown = Date.parse(headers.get('date') ?? '') - performance.now();
  if (shown > (pageStartTime ?? 0)) pageStartTime = shown;
});

/**
 * Server time for the device time `now`, in milliseconds; at most a second or two early. Before the first response it
 * returns the device time.
 */
export const serverTime = (now: number): number =>
  pageStartTime === undefined ? now : now + pageStartTime + performance.now() - Date.now();
