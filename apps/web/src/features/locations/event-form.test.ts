import { expect, it } from 'vitest';
import { checkEventForm, type EventForm, emptyEventForm, toFormFields, toNewEvent } from './event-form.ts';

const now = new Date('2026-11-18T10:00:00Z');
const full: EventForm = {
  ...emptyEventForm,
  title: ' Vinyl and vetkoek ',
  description: 'Records and warm bread.',
  venue: 'The Listening Room',
  city: 'Durban',
  category: 'Music',
  date: '2026-11-20',
  time: '19:30',
  price: '149,50',
};

it('sends Johannesburg time with its offset in any time zone, and the price in cents', () => {
  expect(checkEventForm(full, now)).toEqual({});
  expect(toNewEvent(full)).toMatchObject({
    title: 'Vinyl and vetkoek',
    startsAt: '2026-11-20T19:30:00+02:00',
    priceCents: 14_950,
    maxAttendees: 30,
    minimumAge: 18,
  });
});

it('returns the errors of all invalid fields', () => {
  expect(Object.keys(checkEventForm({ ...emptyEventForm, time: '' }, now)).sort()).toEqual(
    ['category', 'city', 'date', 'description', 'title', 'venue'].sort(),
  );
  for (const [field, value] of [
    ['maxAttendees', '1'],
    ['maxAttendees', '5001'],
    ['maxAttendees', 'many'],
    ['minimumAge', '17'],
    ['price', '-1'],
    ['price', 'free'],
    ['time', ''],
  ] as const)
    expect([field, value, Object.keys(checkEventForm({ ...full, [field]: value }, now))]).toEqual([
      field,
      value,
      [field],
    ]);
  expect(checkEventForm({ ...full, date: '2026-11-18', time: '12:15' }, now)).toHaveProperty('time');
});

it('maps server errors to form fields', () => {
  expect(toFormFields({ startsAt: 'Too late', priceCents: 'Too dear', title: 'Too long' })).toEqual({
    time: 'Too late',
    price: 'Too dear',
    title: 'Too long',
  });
});
