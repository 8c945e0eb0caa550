import { describe, expect, it } from 'vitest';
import { goOnWorking, isBreakDue, restMs, type WorkTime } from './work-time.ts';

const minute = 60_000;
const start = Date.UTC(2026, 10, 21, 8);

/** Works for so many minutes, seen every half minute. */
function work(minutes: number, from: WorkTime | null = null, at = start): WorkTime {
  let time = goOnWorking(from, at);
  for (let now = at; now <= at + minutes * minute; now += minute / 2) time = goOnWorking(time, now);
  return time;
}

describe('a stretch of work', () => {
  it('asks for a break after the chosen minutes, and never with 0', () => {
    expect(isBreakDue(work(44), 45, 0)).toBe(false);
    expect(isBreakDue(work(45), 45, 0)).toBe(true);
    expect(isBreakDue(work(300), 0, 0)).toBe(false);
  });

  it('begins anew after a rest, and after the clock was set back', () => {
    const worked = work(40);
    const after = worked.last + restMs;
    expect(goOnWorking(worked, after).since).toBe(start);
    expect(goOnWorking(worked, after + 1).since).toBe(after + 1);
    expect(goOnWorking(worked, start - minute)).toEqual({ since: start - minute, last: start - minute });
  });

  it('asks again once "Later" is over', () => {
    const worked = work(50);
    expect(isBreakDue(worked, 45, worked.last + minute)).toBe(false);
    expect(isBreakDue(work(12, worked, worked.last), 45, worked.last + minute)).toBe(true);
  });
});
