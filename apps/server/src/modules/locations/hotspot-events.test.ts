import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp, type TestResponse } from '../../../test/app.ts';
import { aBlock, aCreator, aProfile, type TestProfile } from '../../../test/factories.ts';

let t: TestApp;
let host: TestProfile;
beforeAll(async () => {
  // A weekday noon in Johannesburg.
  t = await startTestApp({ at: new Date('2026-11-18T10:00:00Z'), poolSize: 20 });
  host = await aProfile(t, { displayName: 'Zanele' });
});
afterAll(() => t.close());

const code = ({ error }: TestResponse<unknown>) => error?.code;
const at = (id: string) => ({ params: { id } });
const evening = (more: Record<string, unknown> = {}) => ({
  title: 'Vinyl and vetkoek',
  description: 'Records, warm bread and people who listen.',
  venue: 'The Listening Room',
  address: '12 Long Street',
  city: 'Cape Town',
  startsAt: '2026-11-20T19:30:00+02:00',
  category: 'Music',
  maxAttendees: 20,
  ...more,
});
const createEvent = (more: Record<string, unknown> = {}, who = host) =>
  t.client(who).call('createEvent', { body: evening(more) });
const announced = async (more: Record<string, unknown> = {}, who?: TestProfile) => {
  const { status, body } = await createEvent(more, who ?? (await aProfile(t)));
  expect(status).toBe(201);
  return body;
};
const attend = (id: string, who: TestProfile) => t.client(who).call('attendEvent', at(id));
const listed = async (who: TestProfile, query: Record<string, unknown> = {}) =>
  (await t.client(who).call('listEvents', { query: { limit: '50', ...query } })).body.items.map(({ id }) => id);
const mailsTo = async (who: TestProfile) => (await t.context.mailer.outbox()).filter(({ to }) => to === who.email);

describe('announcing', () => {
  it('shows date and time in Johannesburg, and the organizer', async () => {
    const { body } = await createEvent({ priceCents: 15_000, minimumAge: 25, tags: ['vinyl', 'vinyl', 'late'] });
    expect(body).toMatchObject({
      date: '2026-11-20',
      time: '19:30',
      startsAt: '2026-11-20T17:30:00.000Z',
      price: 150,
      priceCents: 15_000,
      ageRange: '25+',
      tags: ['vinyl', 'late'],
      attendees: 0,
      state: 'published',
      isOwn: true,
      isAttending: false,
      organizer: { id: host.profileId, displayName: 'Zanele', isVerified: false },
    });
    const fan = await aProfile(t);
    expect((await t.client(fan).call('getEvent', at(body.id))).body).toMatchObject({ id: body.id, isOwn: false });
  });

  it('requires verification, with five a day', async () => {
    expect(code(await createEvent({}, await aCreator(t, { trusted: false })))).toBe('FORBIDDEN');
    const busy = await aProfile(t);
    const tries = await Promise.all(Array.from({ length: 8 }, () => createEvent({}, busy)));
    expect(tries.filter(({ status }) => status === 201)).toHaveLength(5);
    expect(tries.filter((one) => code(one) === 'QUOTA_REACHED')).toHaveLength(3);
  });

  it('refuses a time that is past, too soon, too far ahead or malformed', async () => {
    for (const startsAt of [
      '2026-11-18T09:00:00Z',
      '2026-11-18T10:10:00Z',
      '2028-01-01T10:00:00Z',
      'tonight',
      '2026-11-20',
    ])
      expect([startsAt, code(await createEvent({ startsAt }))]).toEqual([startsAt, 'VALIDATION_FAILED']);
    // Two characters, and four units of a string.
    expect(code(await createEvent({ title: '\u{1f525}\u{1f525}' }))).toBe('VALIDATION_FAILED');
  });
});

describe('places', () => {
  it('T89: 200 concurrent members get 50 places of 50, and the count agrees', async () => {
    const { id } = await announced({ maxAttendees: 50 });
    const people = await Promise.all(Array.from({ length: 200 }, () => aProfile(t)));
    const answers = await Promise.all(people.map((who) => attend(id, who)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(50);
    expect(answers.filter((one) => code(one) === 'CONFLICT')).toHaveLength(150);
    expect(answers.find((one) => code(one) === 'CONFLICT')?.error?.message).toBe('This event is full');
    const rows = await t.db.selectFrom('event_attendances').selectAll().where('event_id', '=', id).execute();
    expect(rows).toHaveLength(50);
    expect((await t.client(host).call('getEvent', at(id))).body.attendees).toBe(50);
  });

  it('T89: ten taps of one member take the last place once, and leaving frees it', async () => {
    const { id } = await announced({ maxAttendees: 2 });
    const [first, other, third] = await Promise.all([aProfile(t), aProfile(t), aProfile(t)]);
    const taps = await Promise.all(Array.from({ length: 10 }, () => attend(id, first)));
    expect(taps.map(({ status }) => status)).toEqual(Array(10).fill(200));
    expect(taps.at(-1)?.body).toMatchObject({ attendees: 1, isAttending: true });
    await attend(id, other);
    expect(code(await attend(id, third))).toBe('CONFLICT');
    const leaving = () => t.client(first).call('leaveEvent', at(id));
    await Promise.all([leaving(), leaving(), leaving()]);
    expect((await leaving()).body).toMatchObject({ attendees: 1, isAttending: false });
    expect((await attend(id, third)).body).toMatchObject({ attendees: 2, isAttending: true });
  });

  it('refuses the organizer, and members under its minimum age', async () => {
    const mine = await announced({ minimumAge: 30 }, host);
    expect(code(await attend(mine.id, host))).toBe('CONFLICT');
    const young = await aProfile(t, { age: 27 });
    expect((await attend(mine.id, young)).error).toMatchObject({
      code: 'FORBIDDEN',
      message: 'This event is for people of 30 and older',
    });
  });
});

describe('lists', () => {
  it('are soonest first, by city, category and relation, page by page', async () => {
    const who = await aProfile(t);
    const late = await announced({ city: 'Kimberley', startsAt: '2026-12-02T18:00:00Z', category: 'Art' });
    const soon = await announced({ city: 'Kimberley', startsAt: '2026-11-30T18:00:00Z' });
    expect(await listed(who, { city: 'Kimberley' })).toEqual([soon.id, late.id]);
    expect(await listed(who, { city: 'Kimberley', category: 'Art' })).toEqual([late.id]);
    await attend(late.id, who);
    expect(await listed(who, { mine: 'attending' })).toEqual([late.id]);
    const first = await t.client(who).call('listEvents', { query: { city: 'Kimberley', limit: '1' } });
    const next = await t.client(who).call('listEvents', {
      query: { city: 'Kimberley', limit: '1', cursor: first.body.nextCursor ?? '' },
    });
    expect([first.body.items[0]?.id, next.body.items[0]?.id, next.body.nextCursor]).toEqual([soon.id, late.id, null]);
    const cities = (await t.client(who).call('eventCities')).body;
    expect(cities.find(({ city }) => city === 'Kimberley')).toEqual({ city: 'Kimberley', events: 2 });
  });

  it('T66: hide events of members who are blocked either way, hidden or unverified: no row, no count, no place', async () => {
    const [blocker, blocked, hidden, unproven] = await Promise.all([
      aProfile(t),
      aProfile(t),
      aProfile(t),
      aProfile(t),
    ]);
    const viewer = await aProfile(t);
    const theirs = await Promise.all(
      [blocker, blocked, hidden, unproven].map((who) => announced({ city: 'Polokwane' }, who)),
    );
    await aBlock(t, { blocker, blocked: viewer });
    await aBlock(t, { blocker: viewer, blocked });
    await t.db.updateTable('profiles').set({ hidden_at: t.clock.now() }).where('id', '=', hidden.profileId).execute();
    await t.db.updateTable('profiles').set({ awaiting_age_check: true }).where('id', '=', unproven.profileId).execute();
    expect(await listed(viewer, { city: 'Polokwane' })).toEqual([]);
    expect((await t.client(viewer).call('eventCities')).body.map(({ city }) => city)).not.toContain('Polokwane');
    for (const { id } of theirs)
      for (const name of ['getEvent', 'attendEvent', 'leaveEvent', 'cancelEvent'] as const)
        expect(code(await t.client(viewer).call(name, at(id)))).toBe('NOT_FOUND');
  });
});

describe('cancelling', () => {
  it('is limited to the organizer, notifies every attendee once, and closes the event', async () => {
    const event = await announced({}, host);
    const [guest, stranger] = await Promise.all([aProfile(t), aProfile(t)]);
    await attend(event.id, guest);
    expect(code(await t.client(stranger).call('cancelEvent', at(event.id)))).toBe('NOT_FOUND');
    expect((await t.client(host).call('cancelEvent', at(event.id))).status).toBe(204);
    expect((await t.client(host).call('cancelEvent', at(event.id))).status).toBe(204);
    await t.drain();
    await t.context.jobs.enqueue(t.db, { name: 'locations.event-cancelled', maxAttempts: 1 }, { eventId: event.id });
    await t.drain();
    expect((await mailsTo(guest)).map(({ subject }) => subject)).toEqual(['A plan of yours has changed']);
    expect(await mailsTo(stranger)).toEqual([]);
    expect(await listed(stranger)).not.toContain(event.id);
    expect(await listed(guest, { mine: 'attending' })).toContain(event.id);
    expect((await t.client(guest).call('getEvent', at(event.id))).body.state).toBe('cancelled');
    expect((await attend(event.id, stranger)).error?.message).toBe('This event does not take place');
  });

  it('by a moderator removes it for everyone, with a reason in the audit log', async () => {
    const event = await announced({}, host);
    const guest = await aProfile(t);
    await attend(event.id, guest);
    const moderator = await aProfile(t, { role: 'moderator' });
    const remove = (who: TestProfile) =>
      t.client(who).call('removeEvent', { ...at(event.id), body: { reason: 'Sells what we do not allow' } });
    expect(code(await remove(guest))).toBe('FORBIDDEN');
    expect((await remove(moderator)).status).toBe(204);
    expect(code(await remove(moderator))).toBe('NOT_FOUND');
    expect(code(await t.client(guest).call('getEvent', at(event.id)))).toBe('NOT_FOUND');
    await t.drain();
    expect((await mailsTo(guest))[0]?.text).toContain('does not take place');
    expect((await mailsTo(host)).some(({ text }) => text.includes('Sells what we do not allow'))).toBe(true);
    const rows = await t.db.selectFrom('audit_log').selectAll().where('target_id', '=', event.id).execute();
    expect(rows).toMatchObject([
      { action: 'event.removed', actor_id: moderator.accountId, reason: 'Sells what we do not allow' },
    ]);
  });
});

it('an event leaves the list when it begins, and stays open to its attendees', async () => {
  const event = await announced({ city: 'Durban', startsAt: '2026-11-18T18:00:00+02:00' });
  const [guest, late] = await Promise.all([aProfile(t), aProfile(t)]);
  await attend(event.id, guest);
  t.clock.set(new Date('2026-11-18T16:00:00Z'));
  expect(await listed(late, { city: 'Durban' })).toEqual([]);
  expect(code(await attend(event.id, late))).toBe('NOT_FOUND');
  expect((await t.client(guest).call('getEvent', at(event.id))).body.isAttending).toBe(true);
});
