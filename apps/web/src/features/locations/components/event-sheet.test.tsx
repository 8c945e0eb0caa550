import { expect, it } from 'vitest';
import { render, serve, settle } from '../../../../test/render.tsx';
import type { EventView } from '../api.ts';
import { EventSheet } from './event-sheet.tsx';

const event: EventView = {
  id: '019921ce-3d98-71fd-a370-b46bed6833e3',
  title: 'Vinyl and vetkoek',
  description: 'Records and warm bread.',
  venue: 'The Listening Room',
  address: '',
  city: 'Durban',
  startsAt: '2026-11-20T17:30:00.000Z',
  date: '2026-11-20',
  time: '19:30',
  category: 'Music',
  attendees: 19,
  maxAttendees: 20,
  price: 150,
  priceCents: 15_000,
  ageRange: '21+',
  dresscode: '',
  organizer: { id: '019921ce-3d98-71fd-a370-b46bed6833e4', displayName: 'Zanele', avatarUrl: '', isVerified: true },
  isVerified: true,
  tags: [],
  state: 'published',
  isAttending: false,
  isOwn: false,
};
const key = `/api/events/${event.id}`;
const open = () => render(<EventSheet event={event} onClose={() => undefined} onSharePlan={() => undefined} />);

it('takes one place on a double tap, and cancels it', async () => {
  const taken = { ...event, attendees: 20, isAttending: true };
  let submitted = 0;
  serve({
    [`GET ${key}`]: () => ({ status: 200, body: submitted ? taken : event }),
    [`POST ${key}/attendance`]: () => {
      submitted += 1;
      return { status: 200, body: taken };
    },
  });
  const screen = await open();
  const attend = [...screen.container.querySelectorAll('button')].find((each) => each.textContent === 'Attend');
  attend?.click();
  attend?.click();
  await settle();
  expect(screen.container.textContent).toContain('20 of 20 taken');
  expect(screen.container.textContent).toContain('Give my place back');
  screen.unmount();
});

it('shows when the event is full or cancelled', async () => {
  for (const [change, text] of [
    [{ attendees: 20 }, 'Full'],
    [{ state: 'cancelled' }, 'Cancelled'],
  ] as const) {
    serve({ [`GET ${key}`]: () => ({ status: 200, body: { ...event, ...change } }) });
    const screen = await open();
    const button = [...screen.container.querySelectorAll('button')].find((each) => each.textContent === text);
    expect(button?.disabled).toBe(true);
    screen.unmount();
  }
});
