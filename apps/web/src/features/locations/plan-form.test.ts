import { expect, it } from 'vitest';
import { backOf, checkPlanForm, emptyPlanForm, startOf } from './plan-form.ts';

const now = new Date('2026-11-18T20:05:00Z');
const filled = {
  title: 'Supper',
  place: 'Diamond Yard',
  contactName: 'Thandeka',
  contactEmail: 'thandeka@people.test',
};

it('begins with the event it is about, or with the next hours, and passes midnight', () => {
  const event = emptyPlanForm({ about: 'event', title: 'Supper', startsAt: '2026-11-20T17:30:00.000Z' }, now);
  expect([startOf(event), backOf(event)]).toEqual(['2026-11-20T19:30:00+02:00', '2026-11-20T22:30:00+02:00']);
  const tonight = emptyPlanForm({ about: 'tonight' }, now);
  expect([startOf(tonight), backOf(tonight)]).toEqual(['2026-11-18T22:45:00+02:00', '2026-11-19T01:45:00+02:00']);
});

it('takes no plan that ends before it begins, is over, or has nobody to tell', () => {
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
