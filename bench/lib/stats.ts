/** The middle one, or the mean of the two in the middle. NaN of nothing. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const [low, high] = sorted.length % 2 === 1 ? [middle, middle] : [middle - 1, middle];
  return ((sorted[low] ?? Number.NaN) + (sorted[high] ?? Number.NaN)) / 2;
}

/** The smallest value that `share` (0 to 1) of the sorted values do not exceed. */
export function percentile(sorted: Float64Array, share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.max(0, Math.ceil(sorted.length * share) - 1))] ?? Number.NaN;
}

/** Times of one round, in milliseconds; grows as needed. */
export class Latencies {
  private values = new Float64Array(1 << 16);
  private used = 0;

  add(ms: number): void {
    if (this.used === this.values.length) {
      const larger = new Float64Array(this.values.length * 2);
      larger.set(this.values);
      this.values = larger;
    }
    this.values[this.used] = ms;
    this.used += 1;
  }

  sorted(): Float64Array {
    return this.values.slice(0, this.used).sort();
  }

  summary(seconds: number): Round {
    const sorted = this.sorted();
    return { perSecond: this.used / seconds, p50: percentile(sorted, 0.5), p99: percentile(sorted, 0.99), failed: 0 };
  }
}

/** What one round of one candidate gave. */
export interface Round {
  perSecond: number;
  /** Milliseconds. */
  p50: number;
  p99: number;
  /** Responses other than the expected one. */
  failed: number;
}
