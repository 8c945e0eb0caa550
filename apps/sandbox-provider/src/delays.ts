export interface Delays {
  lateMs: number;
  chargebackMs: number;
  /** Delay before a duplicate delivery. */
  duplicateMs: readonly number[];
  /** Delays after failed deliveries; after the last one delivery stops. */
  retryMs: readonly number[];
}

const minuteMs = 60_000;
export const defaultDelays: Delays = {
  lateMs: 20_000,
  chargebackMs: 30_000,
  duplicateMs: [1_500, 4_000],
  retryMs: [1_000, 3_000, 10_000, 30_000, minuteMs, 5 * minuteMs, 15 * minuteMs, 60 * minuteMs],
};
