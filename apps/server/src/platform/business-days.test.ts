import { describe, expect, it } from 'vitest';
import { addBusinessDays, isBusinessDay } from './business-days.ts';

describe('business days in South Africa', () => {
  it('leave out weekends, holidays, Easter, and the Monday after a holiday on a Sunday', () => {
    const closed = ['2026-04-03', '2026-04-06', '2026-08-10', '2026-09-24', '2026-11-28', '2026-11-29', '2027-03-26'];
    const open = ['2026-04-02', '2026-04-07', '2026-08-11', '2026-11-27', '2026-12-17'];
    expect(closed.filter(isBusinessDay)).toEqual([]);
    expect(open.filter((day) => !isBusinessDay(day))).toEqual([]);
  });

  it('are counted from the day after, and keep the time of day', () => {
    expect(addBusinessDays(new Date('2026-11-26T20:41:00+02:00'), 3)).toEqual(new Date('2026-12-01T20:41:00+02:00'));
    // A day in Johannesburg has begun two hours before it does in London.
    expect(addBusinessDays(new Date('2026-12-14T22:30:00Z'), 1)).toEqual(new Date('2026-12-16T22:30:00Z'));
  });
});
