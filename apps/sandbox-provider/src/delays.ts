export interface Delays {
  lateMs: number;
  chargebackMs: number;
  /** After the first delivery, the same again. */
  againMs: readonly number[];
  /** After each failed delivery; then it is given up. */
  retryMs: readonly number[];
}

const minuteMs = 60_000;
export const usualDelays: Delays = {
  lateMs: 20_000,
  chargebackMs: 30_000,
  againMs: [1_500, 4_000],
  retryMs: [1_000, 3_000, 10_000, 30_000, minuteMs, 5 * minuteMs, 15 * minuteMs, 60 * minuteMs],
};
