import { beforeEach, describe, expect, it } from 'vitest';
import { aBlock, aCreator, anAccount, aProfile, aSession, type TestProfile } from '../../../../test/factories.ts';
import { useTestApp } from '../../../../test/use-app.ts';
import { jobTasks } from '../../../modules.ts';

const t = useTestApp({ at: new Date('2026-11-24T08:00:00+02:00') });
const dayMs = 86_400_000;
let member: TestProfile;
let other: TestProfile;
let serial = 0;
/** A handle that no other test has. */
const aHandle = () => {
  serial += 1;
  return `walker.q${[...String(serial)].map((digit) => 'abcdefghjk'[Number(digit)]).join('')}`;
};

/** Sessions end before a year has passed. */
const as = async (who: TestProfile) => t.client({ ...who, ...(await aSession(t, who.accountId)) });
const choose = async (who: TestProfile, handle: string) => (await as(who)).call('setHandle', { body: { handle } });
const chosen = async (who: TestProfile, handle: string) => {
  const answer = await choose(who, handle);
  expect(answer.status, answer.text).toBe(200);
  return answer.body;
};
const find = async (viewer: TestProfile, handle: string) =>
  (await as(viewer)).call('getProfileByHandle', { params: { handle } });
const leadsTo = async (handle: string, viewer = other) => (await find(viewer, handle)).body?.id ?? null;
const check = async (who: TestProfile, handle: string) =>
  (await (await as(who)).call('checkHandle', { query: { handle } })).body.problem;

beforeEach(async () => {
  [member, other] = [await aCreator(t), await aProfile(t)];
});

describe('a handle', () => {
  it('leads to its member as their id does, in every case and spelling that looks the same', async () => {
    const { handle } = await chosen(member, '@Zandile.Moon');
    expect(handle).toBe('zandile.moon');
    const byId = await t.client(other).call('getProfile', { params: { id: member.profileId } });
    expect(byId.body.handle).toBe('zandile.moon');
    for (const written of ['zandile.moon', 'ZANDILE.MOON', 'zandilemoon', 'zandi1e_m0on', '@zandile.moon'])
      expect((await find(other, written)).body, written).toEqual(byId.body);
    expect(await leadsTo('zandile.moons')).toBeNull();
  });

  it('belongs to a fan as well, and to no one without a profile', async () => {
    await chosen(other, aHandle());
    const account = await anAccount(t);
    const client = t.client(account);
    expect((await client.call('setHandle', { body: { handle: aHandle() } })).error?.code).toBe('NOT_FOUND');
    expect((await client.call('ownHandle')).error?.code).toBe('NOT_FOUND');
    expect((await client.call('checkHandle', { query: { handle: aHandle() } })).error?.code).toBe('NOT_FOUND');
  });

  it.each([
    ['ab', 'Please use 3 to 30 characters'],
    ['na-ledi', 'Please use letters a to z and digits, with single dots or underscores between them'],
    ['naledi.', 'Please use letters a to z and digits, with single dots or underscores between them'],
    ['nаledi', 'Please use letters a to z and digits, with single dots or underscores between them'],
    ['0821234567', 'Please use at least one letter'],
    ['vlam_support', 'This address is reserved'],
    ['login', 'This address is reserved'],
  ])('%j is refused with a reason, and the check gives the same', async (handle, message) => {
    const answer = await choose(member, handle);
    expect([answer.error?.code, answer.error?.details?.fields]).toEqual(['VALIDATION_FAILED', { handle: message }]);
    expect(await check(member, handle)).not.toBeNull();
    expect((await t.client(member).call('ownHandle')).body.handle).toBeNull();
  });

  it('T96: that looks like the one of another member is taken, not one of the own', async () => {
    await chosen(member, 'lindiwe.roo');
    for (const like of ['lindiwe.roo', 'lindiweroo', '1indiwe_r0o', 'Iindiwe.roo']) {
      expect(await check(other, like)).toBe('taken');
      const answer = await choose(other, like);
      expect([answer.status, answer.error?.details?.fields]).toEqual([409, { handle: 'This address is taken' }]);
    }
    expect(await check(member, 'lindiweroo')).toBeNull();
    expect((await chosen(member, 'lindiweroo')).handle).toBe('lindiweroo');
    expect((await find(other, 'lindiwe.roo')).body.handle).toBe('lindiweroo');
  });

  it('changes twice within 365 days; the first choice is free, and the same again is no change', async () => {
    const [first, second, third, fourth] = [aHandle(), aHandle(), aHandle(), aHandle()];
    expect(await chosen(member, first)).toMatchObject({ changesLeft: 2, nextChangeAt: null, former: [] });
    expect(await chosen(member, first)).toMatchObject({ changesLeft: 2 });
    expect(await chosen(member, second)).toMatchObject({ changesLeft: 1 });
    const changedAt = t.clock.now();
    t.clock.advance(10 * dayMs);
    const state = await chosen(member, third);
    expect(state).toMatchObject({ handle: third, changesLeft: 0 });
    expect(state.nextChangeAt).toBe(new Date(changedAt.getTime() + 365 * dayMs).toISOString());
    const refused = await choose(member, fourth);
    expect([refused.status, refused.error?.code]).toEqual([429, 'QUOTA_REACHED']);
    expect(await leadsTo(fourth)).toBeNull();
    t.clock.advance(355 * dayMs);
    expect(await chosen(member, fourth)).toMatchObject({ handle: fourth, changesLeft: 0 });
  });

  it('leads on to the member for 365 days, in which no one else gets it, and is free after that', async () => {
    const [old, current] = [aHandle(), aHandle()];
    await chosen(member, old);
    const { former } = await chosen(member, current);
    const until = new Date(t.clock.now().getTime() + 365 * dayMs).toISOString();
    expect(former).toEqual([{ handle: old, until }]);
    t.clock.advance(364 * dayMs);
    expect((await find(other, old)).body).toMatchObject({ id: member.profileId, handle: current });
    expect((await choose(other, old)).error?.code).toBe('CONFLICT');
    t.clock.advance(dayMs);
    expect(await leadsTo(old)).toBeNull();
    expect(await check(other, old)).toBeNull();
    await chosen(other, old);
    expect(await leadsTo(old, member)).toBe(other.profileId);
    expect(await leadsTo(current)).toBe(member.profileId);
  });

  it('can be taken back by the member who gave it up', async () => {
    const [first, second] = [aHandle(), aHandle()];
    await chosen(member, first);
    await chosen(member, second);
    const { handle, former, changesLeft } = await chosen(member, first);
    expect([handle, former.map((each) => each.handle), changesLeft]).toEqual([first, [second], 0]);
  });

  it('is deleted once it leads nowhere', async () => {
    const [old, current] = [aHandle(), aHandle()];
    await chosen(member, old);
    await chosen(member, current);
    const run = () =>
      jobTasks(t.context)
        .find(({ kind }) => kind.name === 'profiles.handles.lapse')
        ?.run({}, { id: '1', attempt: 1 });
    const stored = async () => {
      const rows = await t.db
        .selectFrom('profile_handles')
        .select('handle')
        .where('profile_id', '=', member.profileId)
        .orderBy('chosen_at')
        .execute();
      return rows.map(({ handle }) => handle);
    };
    await run();
    expect((await stored()).sort()).toEqual([old, current].sort());
    t.clock.advance(365 * dayMs);
    await run();
    expect(await stored()).toEqual([current]);
  });
});

describe('claims at the same time', () => {
  it('one of ten members gets the handle, the others read that it is taken', async () => {
    const handle = aHandle();
    const rivals = await Promise.all(Array.from({ length: 10 }, () => aProfile(t)));
    const answers = await Promise.all(rivals.map((rival) => choose(rival, handle)));
    const won = answers.flatMap(({ status }, index) => (status === 200 ? [rivals[index]?.profileId] : []));
    expect(won).toHaveLength(1);
    expect(await leadsTo(handle)).toBe(won[0]);
    const lost = answers.filter(({ status }) => status !== 200);
    expect(lost.map(({ error }) => error?.details?.fields)).toEqual(
      Array.from({ length: 9 }, () => ({ handle: 'This address is taken' })),
    );
    for (const rival of rivals.filter(({ profileId }) => profileId !== won[0]))
      expect((await t.client(rival).call('ownHandle')).body).toMatchObject({ handle: null, changesLeft: 2 });
  });

  it('a lapsed one goes to one of ten', async () => {
    const [old, current] = [aHandle(), aHandle()];
    await chosen(member, old);
    await chosen(member, current);
    t.clock.advance(366 * dayMs);
    const rivals = await Promise.all(Array.from({ length: 10 }, () => aProfile(t)));
    const answers = await Promise.all(rivals.map((rival) => choose(rival, old)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it('one member changes twice at most, however many calls arrive together', async () => {
    await chosen(member, aHandle());
    const answers = await Promise.all(Array.from({ length: 8 }, () => choose(member, aHandle())));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, ...Array.from({ length: 6 }, () => 429)]);
    expect((await t.client(member).call('ownHandle')).body.former).toHaveLength(2);
  });
});

describe('T66, T74: who may not see a member learns nothing by the handle', () => {
  it('gets one answer for unknown, malformed, reserved and blocked handles', async () => {
    const handle = aHandle();
    await chosen(member, handle);
    await aBlock(t, { blocker: member, blocked: other });
    const bodies = [];
    for (const written of [handle, aHandle(), 'a', '..', 'vlam', 'x'.repeat(200), 'наledi', member.profileId]) {
      const { status, error } = await find(other, written);
      bodies.push([status, error?.code, error?.message]);
    }
    expect(new Set(bodies.map((body) => JSON.stringify(body))).size).toBe(1);
    expect(bodies[0]?.[0]).toBe(404);
  });

  it('spends from the budget of searches and from the people of the day, as by id', async () => {
    const handle = aHandle();
    await chosen(member, handle);
    const day = '2026-11-24';
    const full = Array.from({ length: 500 }, (_, index) => index + 1);
    await t.db
      .insertInto('profile_view_quotas')
      .values({ account_id: other.accountId, day, shown: full })
      .onConflict((conflict) => conflict.column('account_id').doUpdateSet({ day, shown: full }))
      .execute();
    t.clock.set(new Date('2026-11-24T12:00:00+02:00'));
    const byId = await t.client(other).call('getProfile', { params: { id: member.profileId } });
    const byHandle = await find(other, handle);
    expect([byId.status, byHandle.status]).toEqual([429, 429]);
    expect(byHandle.error?.code).toBe('QUOTA_REACHED');
  });
});

it('is erased with the member, is free then, and stands in the copy of their data before', async () => {
  const [old, current] = [aHandle(), aHandle()];
  await chosen(other, old);
  await chosen(other, current);
  const rows = await t.db.selectFrom('profile_handles').selectAll().where('profile_id', '=', other.profileId).execute();
  expect(rows).toHaveLength(2);
  const client = t.client(other);
  const { credits, earningsCents } = (await client.call('ownData')).body.deletion;
  expect((await client.call('deleteAccount', { body: { credits, earningsCents } })).status).toBe(200);
  // Until it is erased an account can come back: its address waits with it.
  expect(await leadsTo(current, member)).toBeNull();
  expect((await choose(member, current)).error?.code).toBe('CONFLICT');
  t.clock.advance(31 * dayMs);
  await jobTasks(t.context)
    .find(({ kind }) => kind.name === 'records.erase-accounts')
    ?.run({}, { id: '1', attempt: 1 });
  await t.drain();
  const left = await t.db.selectFrom('profile_handles').selectAll().where('profile_id', '=', other.profileId).execute();
  expect(left).toEqual([]);
  const profile = await t.db
    .selectFrom('profiles')
    .select(['handle', 'handle_changed_at'])
    .where('id', '=', other.profileId)
    .executeTakeFirstOrThrow();
  expect(profile).toEqual({ handle: null, handle_changed_at: [] });
  expect(await leadsTo(old, member)).toBeNull();
});

describe('a handle that is given back', () => {
  const drop = async (who: TestProfile) => (await as(who)).call('dropHandle');

  it('T96: leads nowhere at once, as all former ones, and for a year no one else gets it', async () => {
    const [first, second] = [aHandle(), aHandle()];
    await chosen(member, first);
    await chosen(member, second);
    expect((await drop(member)).body).toMatchObject({ handle: null, former: [] });
    for (const handle of [first, second]) {
      expect(await leadsTo(handle)).toBeNull();
      expect(await check(other, handle)).toBe('taken');
      expect((await choose(other, handle)).status).toBe(409);
    }
    const page = await t.client(other).call('getProfile', { params: { id: member.profileId } });
    expect(page.body.handle).toBeNull();
    t.clock.advance(366 * dayMs);
    expect((await chosen(other, second)).handle).toBe(second);
    expect(await leadsTo(second, member)).toBe(other.profileId);
  });

  it('is no way around the rule of two changes a year', async () => {
    await chosen(member, aHandle());
    for (const left of [1, 0]) {
      await drop(member);
      expect((await chosen(member, aHandle())).changesLeft).toBe(left);
    }
    // Giving back is always possible; choosing once more is not.
    expect((await drop(member)).status).toBe(200);
    expect((await drop(member)).body.handle).toBeNull();
    expect((await choose(member, aHandle())).error?.code).toBe('QUOTA_REACHED');
    t.clock.advance(366 * dayMs);
    expect((await chosen(member, aHandle())).changesLeft).toBe(2);
  });

  it('can be taken again by who had it, as a change', async () => {
    const handle = aHandle();
    await chosen(member, handle);
    await drop(member);
    expect(await check(member, handle)).toBeNull();
    expect(await chosen(member, handle)).toMatchObject({ handle, changesLeft: 1 });
    expect(await leadsTo(handle)).toBe(member.profileId);
  });
});
