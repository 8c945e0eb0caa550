import type { Clock } from '../src/platform/clock.ts';

export interface TestClock extends Clock {
  /** Moves time forward by `ms`. */
  advance(ms: number): void;
  set(at: Date): void;
}

/** A clock that stands still at `start` (default: the real now) until it is moved. */
export function createTestClock(start: Date = new Date()): TestClock {
  let now = start.getTime();
  return {
    now: () => new Date(now),
    advance(ms) {
      now += ms;
    },
    set(at) {
      now = at.getTime();
    },
  };
}
