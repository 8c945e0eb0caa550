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

/** A clock that runs, and can be moved; for tests through a browser, which has a clock of its own. */
export function createRunningClock(): TestClock {
  let offset = 0;
  return {
    now: () => new Date(Date.now() + offset),
    advance(ms) {
      offset += ms;
    },
    set(at) {
      offset = at.getTime() - Date.now();
    },
  };
}
