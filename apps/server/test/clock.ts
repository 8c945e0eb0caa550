import type { Clock } from '../src/platform/clock.ts';

export interface TestClock extends Clock {
  /** Moves time forward by `ms`. */
  advance(ms: number): void;
  set(at: Date): void;
  /** Runs the timers of `after` that are due, each at its own time. */
  runTimers(): Promise<void>;
}

interface Timer {
  at: number;
  act(): void | Promise<void>;
}

/** A fixed clock at `start` (default: the real time) until it is moved. */
export function createTestClock(start: Date = new Date()): TestClock {
  let now = start.getTime();
  let latest = now;
  const timers = new Set<Timer>();
  const set = (at: Date) => {
    now = at.getTime();
    latest = Math.max(latest, now);
  };
  return {
    now: () => new Date(now),
    monotonicMs: () => latest,
    set,
    advance: (ms) => set(new Date(now + ms)),
    after: (ms, act) => void timers.add({ at: now + ms, act }),
    runTimers: () => runDue(timers, now, set),
  };
}

/** A clock that runs and can be moved; for browser tests, as browsers have their own clock. */
export function createRunningClock(): TestClock {
  let offset = 0;
  let largestOffset = 0;
  const timers = new Set<Timer>();
  const now = () => Date.now() + offset;
  const set = (at: Date) => {
    offset = at.getTime() - Date.now();
    largestOffset = Math.max(largestOffset, offset);
  };
  return {
    now: () => new Date(now()),
    monotonicMs: () => performance.now() + largestOffset,
    set,
    advance: (ms) => set(new Date(now() + ms)),
    after(ms, act) {
      const timer = { at: now() + ms, act };
      timers.add(timer);
      setTimeout(() => timers.delete(timer) && act(), ms).unref();
    },
    runTimers: () => runDue(timers, now(), set),
  };
}

async function runDue(timers: Set<Timer>, now: number, set: (at: Date) => void): Promise<void> {
  const due = [...timers].filter(({ at }) => at <= now).sort((one, other) => one.at - other.at);
  for (const timer of due) {
    if (!timers.delete(timer)) continue;
    set(new Date(timer.at));
    await timer.act();
  }
  set(new Date(now));
}
