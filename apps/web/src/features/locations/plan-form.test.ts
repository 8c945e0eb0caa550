import { expect, it } from 'vitest';
import { checkPlanForm, emptyPlanForm, planBackBy, planStart } from './plan-form.ts';

const now = new Date('2026-11-18T20:05:00Z');
const filled = {
  title: 'Supper',
  place: 'Diamond Yard',
  contactName: 'Thandeka',
  contactEmail: 'thandeka@people.test',
};

it('starts at the event or in 30 minutes, and may pass midnight', () => {
  const event = emptyPlanForm({ about: 'event', title: 'Supper', startsAt: '2026-11-20T17:30:00.000Z' }, now);
  expect([planStart(event), planBackBy(event)]).toEqual(['2026-11-20T19:30:00+02:00', '2026-11-20T22:30:00+02:00']);
  const tonight = emptyPlanForm({ about: 'tonight' }, now);
  expect([planStart(tonight), planBackBy(tonight)]).toEqual(['2026-11-18T22:45:00+02:00', '2026-11-19T01:45:00+02:00']);
});

it('refuses a plan that ends before its start, is over, or has no contact', () => {
  const plan = { ...emptyPlanForm({ about: 'date' }, now), ...filled };
  expect(checkPlanForm(plan, now)).toEqual({});
  expect(checkPlanForm({ ...plan, backDate: '2026-11-18', backTime: '22:30' }, now)).toEqual({
    backTime: 'You cannot be back before you leave',
  });
  expect(checkPlanForm({ ...plan, backDate: '2026-11-17' }, now)).toHaveProperty('backTime');
  expect(checkPlanForm({ ...plan, backDate: '2026-12-24' }, now)).toHaveProperty('backTime');
  expect(Object.keys(checkPlanForm(emptyPlanForm({ about: 'date' }, now), now)).sort()).toEqual([
    'contactEmail',
    'contactName',
    'place',
    'title',
  ]);
});
