import { beforeEach, describe, expect, it } from 'vitest';
import { aBlock, aCreator, aProfile, aSession, type TestProfile } from '../../../../test/factories.ts';
import { useTestApp } from '../../../../test/use-app.ts';
import { jobTasks } from '../../../modules.ts';

const t = useTestApp({ at: new Date('2026-11-24T08:00:00+02:00') });
const dayMs = 86_400_000;
let creator: TestProfile;
let fan: TestProfile;

const as = async (who: TestProfile) => t.client({ ...who, ...(await aSession(t, who.accountId)) });
const add = async (label: string, who = creator) => (await as(who)).call('addLink', { body: { label } });
const links = async (who = creator) => (await (await as(who)).call('ownLinks')).body.links;
const visit = async (from: string, who = fan, id = creator.profileId) => {
  const { status } = await (await as(who)).call('countVisit', { params: { id }, body: { from } });
  return status;
};
const forget = () =>
  jobTasks(t.context)
    .find(({ kind }) => kind.name === 'profiles.links.forget')
    ?.run({}, { id: '1', attempt: 1 });

beforeEach(async () => {
  [creator, fan] = [await aCreator(t), await aProfile(t)];
});

describe('links of a creator', () => {
  it('count a person once a day and link, and another day again', async () => {
    await add('card');
    await add('radio');
    for (const from of ['card', 'card', 'radio']) expect(await visit(from)).toBe(204);
    await visit('card', await aProfile(t));
    expect(await links()).toEqual([
      { label: 'card', today: 2, visits: 2 },
      { label: 'radio', today: 1, visits: 1 },
    ]);
    t.clock.advance(dayMs);
    await visit('card');
    expect(await links()).toEqual([
      { label: 'card', today: 1, visits: 3 },
      { label: 'radio', today: 0, visits: 1 },
    ]);
  });

  it('count one visit of calls that arrive together', async () => {
    await add('card');
    await Promise.all(Array.from({ length: 12 }, () => visit('card')));
    expect(await links()).toEqual([{ label: 'card', today: 1, visits: 1 }]);
  });

  it('T66: count no own visit, no unknown label, and nobody who may not see the creator', async () => {
    await add('card');
    const blocked = await aProfile(t);
    await aBlock(t, { blocker: creator, blocked });
    const answers = [
      await visit('card', creator),
      await visit('poster'),
      await visit('card', blocked),
      await visit('card', fan, crypto.randomUUID()),
      await visit('x'.repeat(200)),
    ];
    expect(answers).toEqual([204, 204, 404, 404, 204]);
    expect(await links()).toEqual([{ label: 'card', today: 0, visits: 0 }]);
  });

  it('are ten at most, also when they are added together, and a second one of the same label is none', async () => {
    for (let index = 0; index < 8; index += 1) await add(`label-${index}`);
    expect((await add('label-0')).body.links).toHaveLength(8);
    const answers = await Promise.all(Array.from({ length: 5 }, (_, index) => add(`more-${index}`)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 429, 429, 429]);
    expect(await links()).toHaveLength(10);
    for (const label of ['', 'two words', 'Card', 'a--b', 'x'.repeat(25), '-a', 'a-', '<b>'])
      expect((await add(label)).error?.code, label).toBe('VALIDATION_FAILED');
  });

  it('forget the visits of a label with it', async () => {
    await add('card');
    await visit('card');
    const removed = await (await as(creator)).call('removeLink', { params: { label: 'card' } });
    expect(removed.body.links).toEqual([]);
    t.clock.advance(dayMs);
    expect((await add('card')).body.links).toEqual([{ label: 'card', today: 0, visits: 0 }]);
  });

  it('belong to creators, each to their own', async () => {
    expect((await add('card', fan)).error?.code).toBe('CREATOR_PROFILE_REQUIRED');
    await add('card');
    const other = await aCreator(t);
    const refused = await (await as(other)).call('removeLink', { params: { label: 'card' } });
    expect(refused.error?.code).toBe('NOT_FOUND');
    expect(await links(other)).toEqual([]);
    expect(await links()).toHaveLength(1);
  });
});

describe('T83: who came', () => {
  it('is stored as a keyed hash of the day alone, which goes with the day', async () => {
    await add('card');
    await visit('card');
    const visitors = () => t.db.selectFrom('profile_link_visitors').selectAll().execute();
    const rows = await visitors();
    expect(Object.keys(rows[0] ?? {}).sort()).toEqual(['day', 'visitor']);
    for (const { visitor } of rows)
      for (const id of [fan.accountId, fan.profileId, creator.profileId]) {
        expect(visitor.toString('utf8')).not.toContain(id);
        expect(visitor.toString('hex')).not.toContain(id.replaceAll('-', ''));
      }
    await forget();
    expect(await visitors()).toHaveLength(rows.length);
    t.clock.advance(dayMs);
    await forget();
    expect(await visitors()).toEqual([]);
    expect(await links()).toEqual([{ label: 'card', today: 0, visits: 1 }]);
  });

  it('is counted for ninety days', async () => {
    await add('card');
    await visit('card');
    t.clock.advance(89 * dayMs);
    await forget();
    expect((await links())[0]?.visits).toBe(1);
    t.clock.advance(dayMs);
    expect((await links())[0]?.visits).toBe(0);
    await forget();
    const days = await t.db
      .selectFrom('profile_link_days')
      .selectAll()
      .where('profile_id', '=', creator.profileId)
      .execute();
    expect(days).toEqual([]);
  });
});
