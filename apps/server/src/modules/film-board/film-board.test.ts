import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { aCreator, aProfile, type TestProfile } from '../../../test/factories.ts';
import { createFilmBoardScene, dayMs, someAnswers } from '../../../test/film-board.ts';
import { aRatedDraft, aReadyFile, at } from '../../../test/publications.ts';
import { useTestApp } from '../../../test/use-app.ts';
import { addBusinessDays } from '../../platform/business-days.ts';
import { addDays, johannesburgDay } from '../../platform/clock.ts';

// Far ahead: the queue runs jobs by the real time too.
const t = useTestApp({ at: new Date('2036-11-21T10:00:00+02:00') });
const { actionsOf, anApplication, anOfficer, aRegistration, certificate, decide, kindsOf, own, send, status, today } =
  createFilmBoardScene(t);

describe('T58: an application', () => {
  it('asks creators to register, and no other member', async () => {
    const creator = await aCreator(t);
    expect(await status(creator)).toMatchObject({
      ageVerified: true,
      fpbRegistered: false,
      complianceLevel: 'Basic',
      requiresAction: true,
      action: 'register',
      isCreator: true,
      registration: null,
      nextRenewalDate: null,
      registers: { classifications: 0, consents: 0 },
    });
    const fan = await aProfile(t);
    expect(await status(fan)).toMatchObject({ complianceLevel: 'Basic', requiresAction: false, isCreator: false });
    expect((await t.client(fan).call('ownRegistration')).error?.code).toBe('CREATOR_PROFILE_REQUIRED');
  });

  it('names each empty answer and a wrong email, and stores nothing', async () => {
    const creator = await aCreator(t);
    const empty = Object.fromEntries(Object.keys(someAnswers).map((name) => [name, ' ']));
    const refused = await send(creator, empty);
    expect(refused.error?.code).toBe('VALIDATION_FAILED');
    expect(refused.error?.details?.fields).toEqual({
      businessName: 'Business name is required',
      registrationNumber: 'Registration number is required',
      contactPerson: 'Contact person is required',
      email: 'Please enter a valid email address',
      phone: 'Phone is required',
      businessAddress: 'Business address is required',
      platformDescription: 'Platform description is required',
    });
    const wrong = await send(creator, { ...someAnswers, email: 'anika@studiozes' });
    expect(wrong.error?.details?.fields).toEqual({ email: 'Please enter a valid email address' });
    expect((await own(creator)).latest).toBeNull();
  });

  it('waits for staff until the day of the clock, with its answers sealed', async () => {
    const { creator, id } = await anApplication();
    const due = johannesburgDay(addBusinessDays(t.clock.now(), 30));
    expect(await own(creator)).toMatchObject({
      latest: { id, state: 'pending', answers: someAnswers, dueOn: due, reason: null },
      active: null,
      mayApply: false,
    });
    expect(await status(creator)).toMatchObject({
      requiresAction: false,
      registration: { state: 'pending', dueOn: due, reason: null },
    });
    const { rows } = await sql<{ text: string }>`
      select film_board_registrations::text as text from film_board_registrations where id = ${id}`.execute(t.db);
    for (const answer of Object.values(someAnswers)) {
      expect(rows[0]?.text).not.toContain(answer);
      expect(rows[0]?.text).not.toContain(Buffer.from(answer).toString('hex'));
    }
  });

  it('is one at a time: a repeat is the same, another is refused, also at once', async () => {
    const creator = await aCreator(t);
    const key = randomUUID();
    const answers = await Promise.all([send(creator, someAnswers, key), send(creator), send(creator)]);
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect((await send(creator, someAnswers, key)).body.latest?.id).toBe(answers[0]?.body.latest?.id);
    expect((await send(creator, { ...someAnswers, phone: '012 555 0191' })).error?.code).toBe('CONFLICT');
    const { rows } = await sql`select from film_board_registrations where profile_id = ${creator.profileId}`.execute(
      t.db,
    );
    expect(rows).toHaveLength(1);
  });

  it('is corrected and sent again after a refusal, whose reason its creator reads', async () => {
    const { creator, id } = await anApplication();
    const staff = await anOfficer();
    const reason = 'The registration number is of another company';
    expect((await decide(staff, id, 'refuse', { reason })).body.state).toBe('refused');
    expect(await status(creator)).toMatchObject({ action: 'correct', registration: { state: 'refused', reason } });
    const statement = (await t.client(creator).call('ownDecisions')).body.items[0];
    expect(statement).toMatchObject({ action: 'registration_refused', reason, isAutomatic: false, strikes: 0 });
    const again = await send(creator, { ...someAnswers, registrationNumber: '2024/118343/07' });
    expect(again.body.latest).toMatchObject({ id, state: 'pending', reason: null, decidedAt: null });
    expect((await decide(staff, id, 'refuse')).body.state).toBe('refused');
    expect(await actionsOf(id)).toEqual(['refused', 'refused']);
  });

  it('waits again when the appeal against its refusal is reversed', async () => {
    const { creator, id } = await anApplication();
    await decide(await anOfficer(), id, 'refuse');
    const statement = (await t.client(creator).call('ownDecisions')).body.items[0]?.id ?? '';
    await t.client(creator).call('appealDecision', { ...at(statement), body: { text: 'The number is on the papers' } });
    const reverse = (staff: TestProfile) =>
      t.client(staff).call('decideAppeal', { ...at(statement), body: { decision: 'reverse', reason: 'It is' } });
    // Moderators do not decide about registrations, nor about appeals against such decisions.
    expect((await reverse(await aProfile(t, { role: 'moderator' }))).error?.code).toBe('FORBIDDEN');
    expect((await reverse(await anOfficer())).status).toBe(200);
    expect((await own(creator)).latest).toMatchObject({ state: 'pending', reason: null });
  });
});

describe('staff', () => {
  it('see what waits, least time left first, and what is late', async () => {
    const first = await anApplication();
    t.clock.advance(3 * dayMs);
    const second = await anApplication();
    const staff = await anOfficer();
    const list = async () => (await t.client(staff).call('listRegistrations', { query: { limit: 50 } })).body.items;
    const ids = (await list()).map(({ id }) => id);
    expect(ids.indexOf(first.id)).toBeLessThan(ids.indexOf(second.id));
    expect((await list()).find(({ id }) => id === first.id)).toMatchObject({
      businessName: someAnswers.businessName,
      isLate: false,
      isOwn: false,
    });
    await t.db
      .updateTable('film_board_registrations')
      .set({ due_on: addDays(today(), -1) })
      .where('id', '=', first.id)
      .execute();
    expect((await list())[0]).toMatchObject({ id: first.id, isLate: true });
    const waiting = (await t.client(staff).call('staffWaiting')).body;
    expect([waiting.registrations, waiting.lateRegistrations]).toEqual([(await list()).length, 1]);
    const moderator = t.client(await aProfile(t, { role: 'moderator' }));
    expect((await moderator.call('staffWaiting')).body.registrations).toBeNull();
  });

  it('page through a list, each once', async () => {
    const made = [await anApplication(), await anApplication(), await anApplication()].map(({ id }) => id);
    const staff = t.client(await anOfficer());
    const seen: string[] = [];
    for (let cursor: string | undefined, page = 0; page < 50; page += 1) {
      const query = { limit: 2, ...(cursor ? { cursor } : {}) };
      const { items, nextCursor } = (await staff.call('listRegistrations', { query })).body;
      seen.push(...items.map(({ id }) => id));
      if (!nextCursor) break;
      cursor = nextCursor;
    }
    expect(seen).toEqual([...new Set(seen)]);
    expect(seen).toEqual(expect.arrayContaining(made));
  });

  it('approve with number and days, which are checked', async () => {
    const { creator, id } = await anApplication();
    const staff = await anOfficer();
    const fields = async (more: object) => (await decide(staff, id, 'approve', more)).error?.details?.fields;
    expect(await fields({})).toHaveProperty('certificateNumber');
    expect(await fields({ ...certificate(), validUntil: '2037-02-30' })).toHaveProperty('validUntil');
    expect(await fields({ ...certificate(), validUntil: addDays(today(), -1), validFrom: '2030-01-01' })).toEqual({
      validUntil: 'This day has passed',
    });
    expect(await fields({ ...certificate(), validFrom: addDays(today(), 500) })).toHaveProperty('validUntil');
    const given = certificate();
    expect((await decide(staff, id, 'approve', given)).body).toMatchObject({ state: 'approved', hasExemption: false });
    expect(await own(creator)).toMatchObject({
      latest: { certificateNumber: given.certificateNumber, validUntil: given.validUntil },
      active: { id },
      mayApply: false,
    });
    expect(await status(creator)).toMatchObject({
      fpbRegistered: true,
      complianceLevel: 'Registered',
      action: 'add_certificate',
      nextRenewalDate: given.validUntil,
    });
    expect((await decide(staff, id, 'refuse')).error?.code).toBe('CONFLICT');
    expect(await kindsOf(creator)).toContain('registration_approved');
  });

  it('never decide about their own registration', async () => {
    const creator = await aCreator(t, { role: 'admin' });
    const id = (await send(creator)).body.latest?.id ?? '';
    expect((await decide(creator, id, 'approve', certificate())).error?.code).toBe('FORBIDDEN');
    expect((await own(creator)).latest?.state).toBe('pending');
  });

  it('leave a row of the log for each look at answers and certificate', async () => {
    const { creator, id, staff } = await aRegistration();
    const mediaId = await aReadyFile(t, creator);
    expect((await t.client(staff).call('readCertificate', at(id))).error?.code).toBe('NOT_FOUND');
    expect((await t.client(creator).call('setCertificate', { body: { mediaId } })).body.active?.certificateUrl).toMatch(
      mediaId,
    );
    const opened = (await t.client(staff).call('openRegistration', at(id))).body;
    expect(opened).toMatchObject({ answers: someAnswers, hasCertificate: true, isOwn: false });
    expect((await t.client(staff).call('readCertificate', at(id))).body.picture).toMatch(/^data:image\/webp;base64,/);
    expect(await actionsOf(id)).toEqual(['approved', 'opened', 'certificate_shown']);
  });

  it('change the clock for what is sent from then on', async () => {
    const staff = t.client(await anOfficer());
    const earlier = await anApplication();
    const before = (await own(earlier.creator)).latest?.dueOn;
    const terms = { reviewDays: 12, reminderDays: [7, 60, 30, 7] };
    expect((await staff.call('setFilmBoardTerms', { body: terms })).body).toEqual({
      reviewDays: 12,
      reminderDays: [60, 30, 7],
    });
    const later = await own((await anApplication()).creator);
    expect(later.latest?.dueOn).toBe(johannesburgDay(addBusinessDays(t.clock.now(), 12)));
    expect((await own(earlier.creator)).latest?.dueOn).toBe(before);
    await staff.call('setFilmBoardTerms', { body: { reviewDays: 30, reminderDays: [60, 30, 7] } });
  });
});

describe('the certificate', () => {
  it('is its owner’s alone: no other member opens it, and no other use takes it', async () => {
    const { creator } = await aRegistration();
    const mediaId = await aReadyFile(t, creator);
    const url =
      (await t.client(creator).call('setCertificate', { body: { mediaId } })).body.active?.certificateUrl ?? '';
    expect((await t.client(creator).request('GET', url)).status).toBe(200);
    expect((await t.client(await aCreator(t)).request('GET', url)).status).toBe(403);
    expect((await t.client(await anOfficer()).request('GET', url)).status).toBe(403);
    const body = { title: 'Papers', description: '', mediaType: 'image', mediaId, isPremium: false };
    expect((await t.client(creator).call('createContent', { body })).error?.code).toBe('CONFLICT');
    const listed = (await t.client(creator).call('listLibrary')).body.items.map(({ id }) => id);
    expect(listed).not.toContain(mediaId);
  });

  it('is no file of another member, nor one in use', async () => {
    const { creator } = await aRegistration();
    const set = (mediaId: string) => t.client(creator).call('setCertificate', { body: { mediaId } });
    expect((await set(await aReadyFile(t, await aCreator(t)))).error?.code).toBe('NOT_FOUND');
    const published = await aRatedDraft(t, creator);
    const row = await t.db
      .selectFrom('content_items')
      .select('media_id')
      .where('id', '=', published.id)
      .executeTakeFirstOrThrow();
    expect((await set(row.media_id ?? '')).error?.code).toBe('CONFLICT');
    const [first, second] = [await aReadyFile(t, creator), await aReadyFile(t, creator)];
    await set(first);
    await set(second);
    expect((await t.client(creator).call('getMedia', at(first))).body.state).not.toBe('ready');
  });
});
