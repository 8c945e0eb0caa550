import { describe, expect, it } from 'vitest';
import { aCreator, aProfile, aSession } from '../../../test/factories.ts';
import { anExemption, createFilmBoardScene, dayMs } from '../../../test/film-board.ts';
import { at } from '../../../test/publications.ts';
import { useTestApp } from '../../../test/use-app.ts';

// Far ahead: the queue runs jobs by the real time too.
const t = useTestApp({ at: new Date('2036-11-21T10:00:00+02:00') });
const scene = createFilmBoardScene(t);
const { actionsOf, anOfficer, anX18Draft, aRegistration, certificate, decide } = scene;
const { kindsOf, own, publish, runTask, send, status } = scene;

describe('T58: the exemption from X18', () => {
  it('takes two members of staff, and opens publishing', async () => {
    const { creator, id, staff } = await aRegistration();
    const draft = await anX18Draft(creator);
    expect(await publish(creator, draft.id)).toBe(409);
    expect((await decide(staff, id, 'confirm_exemption')).error?.code).toBe('CONFLICT');
    expect((await decide(staff, id, 'propose_exemption')).body).toMatchObject({
      awaitsSecond: true,
      hasExemption: false,
    });
    expect((await decide(staff, id, 'propose_exemption')).error?.code).toBe('CONFLICT');
    expect(await publish(creator, draft.id)).toBe(409);
    expect((await decide(staff, id, 'confirm_exemption')).error?.code).toBe('FORBIDDEN');
    const second = await anOfficer();
    expect((await decide(second, id, 'confirm_exemption')).body).toMatchObject({
      hasExemption: true,
      awaitsSecond: false,
    });
    expect(await publish(creator, draft.id)).toBe(200);
    expect((await status(creator)).complianceLevel).toBe('X18');
    expect(await actionsOf(id)).toEqual(['approved', 'exemption_proposed', 'exemption_confirmed']);
    expect(await kindsOf(creator)).toContain('registration_exempt');
  });

  it('the database itself refuses an exemption by one person', async () => {
    const { id, staff } = await aRegistration();
    const set = (proposer: string, second: string) =>
      t.db
        .updateTable('film_board_registrations')
        .set({ x18_exemption: true, x18_proposed_by: proposer, x18_confirmed_by: second })
        .where('id', '=', id)
        .execute();
    await expect(set(staff.accountId, staff.accountId)).rejects.toThrow('four_eyes');
    await expect(
      t.db.updateTable('film_board_registrations').set({ x18_exemption: true }).where('id', '=', id).execute(),
    ).rejects.toThrow('four_eyes');
  });

  it.each([
    ['withdraw', 'registration_withdrawn', 'Basic'],
    ['end_exemption', 'exemption_ended', 'Registered'],
  ] as const)('hides what relied on it when staff %s', async (decision, action, level) => {
    const { creator, id, staff } = await aRegistration();
    await decide(staff, id, 'propose_exemption');
    await decide(await anOfficer(), id, 'confirm_exemption');
    const draft = await anX18Draft(creator);
    await publish(creator, draft.id);
    const reason = 'The Board ended it';
    expect((await decide(staff, id, decision, { reason })).body.hasExemption).toBe(false);
    const item = (await t.client(creator).call('getContent', at(draft.id))).body;
    expect([item.state, item.rules?.problem]).toEqual(['draft', expect.stringContaining('X18 can be published only')]);
    expect((await t.client(await aProfile(t)).call('getContent', at(draft.id))).error?.code).toBe('NOT_FOUND');
    expect((await status(creator)).complianceLevel).toBe(level);
    expect((await t.client(creator).call('ownDecisions')).body.items[0]).toMatchObject({ action, reason });
    expect(await publish(creator, draft.id)).toBe(409);
  });

  it('drops a proposal without a statement: it took nothing', async () => {
    const { creator, id, staff } = await aRegistration();
    await decide(staff, id, 'propose_exemption');
    expect((await decide(staff, id, 'end_exemption')).body.awaitsSecond).toBe(false);
    expect((await t.client(creator).call('ownDecisions')).body.items).toEqual([]);
    expect((await actionsOf(id)).at(-1)).toBe('exemption_dropped');
  });

  it('publishes nothing while it is withdrawn at the same moment', async () => {
    const creator = await aCreator(t);
    const registration = await anExemption(t, creator);
    const drafts = [await anX18Draft(creator), await anX18Draft(creator), await anX18Draft(creator)];
    const staff = await anOfficer();
    const answers = await Promise.all([
      ...drafts.map(({ id }) => publish(creator, id)),
      decide(staff, registration, 'withdraw').then(({ status }) => status),
    ]);
    expect(answers.at(-1)).toBe(200);
    for (const code of answers.slice(0, -1)) expect([200, 409]).toContain(code);
    for (const { id } of drafts) expect((await t.client(creator).call('getContent', at(id))).body.state).toBe('draft');
  });
});

describe('the end', () => {
  it('is announced on each of the days of the terms, once', async () => {
    const made = await aRegistration(90);
    const { id } = made;
    // Signed in again each time: a session lasts a month.
    const signedIn = async () => ({ ...made.creator, ...(await aSession(t, made.creator.accountId)) });
    const sent = async () => {
      await runTask('film-board.remind');
      await runTask('film-board.remind');
      return (await kindsOf(await signedIn())).filter((kind) => kind === 'registration_ending').length;
    };
    expect(await sent()).toBe(0);
    expect((await status(await signedIn())).action).toBe('add_certificate');
    t.clock.advance(30 * dayMs);
    expect(await sent()).toBe(1);
    expect((await status(await signedIn())).action).toBe('renew');
    t.clock.advance(20 * dayMs);
    expect(await sent()).toBe(1);
    t.clock.advance(15 * dayMs);
    expect(await sent()).toBe(2);
    t.clock.advance(20 * dayMs);
    expect(await sent()).toBe(3);
    const row = await t.db
      .selectFrom('film_board_registrations')
      .select('reminded_days')
      .where('id', '=', id)
      .executeTakeFirst();
    expect(row?.reminded_days).toBe(7);
  });

  it('comes with the day after the last, when what relied on it is hidden', async () => {
    const { creator, id, staff } = await aRegistration(10);
    await decide(staff, id, 'propose_exemption');
    await decide(await anOfficer(), id, 'confirm_exemption');
    const draft = await anX18Draft(creator);
    await publish(creator, draft.id);
    t.clock.advance(10 * dayMs);
    await runTask('film-board.lapse');
    expect((await t.client(creator).call('getContent', at(draft.id))).body.state).toBe('published');
    t.clock.advance(dayMs);
    await runTask('film-board.lapse');
    expect((await t.client(creator).call('getContent', at(draft.id))).body.state).toBe('draft');
    expect(await status(creator)).toMatchObject({ complianceLevel: 'Basic', action: 'register' });
    expect(await kindsOf(creator)).toContain('registration_lapsed');
    expect((await send(creator)).body.latest?.state).toBe('pending');
  });

  it('hides nothing that a renewal with an exemption of its own has taken over', async () => {
    const { creator, id, staff } = await aRegistration(10);
    const second = await anOfficer();
    const exempt = async (registration: string) => {
      await decide(staff, registration, 'propose_exemption');
      await decide(second, registration, 'confirm_exemption');
    };
    await exempt(id);
    const draft = await anX18Draft(creator);
    await publish(creator, draft.id);
    t.clock.advance(1_000);
    const renewal = (await send(creator)).body;
    expect([renewal.active?.id, renewal.latest?.state]).toEqual([id, 'pending']);
    const renewalId = renewal.latest?.id ?? '';
    await decide(staff, renewalId, 'approve', certificate(400));
    await exempt(renewalId);
    t.clock.advance(11 * dayMs);
    await runTask('film-board.lapse');
    expect((await t.client(creator).call('getContent', at(draft.id))).body.state).toBe('published');
    expect((await own(creator)).active?.id).toBe(renewalId);
    expect(await kindsOf(creator)).not.toContain('registration_lapsed');
  });
});
