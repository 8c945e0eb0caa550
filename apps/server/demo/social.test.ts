import { interestCategories } from '@vlam/contract/constants';
import { beforeAll, describe, expect, it } from 'vitest';
import { aProfile } from '../test/factories.ts';
import { useTestApp } from '../test/use-app.ts';
import { activityScale, craved } from './activity-scale.ts';
import { insertRows } from './bulk.ts';
import { insertHeatHistory } from './heat-history.ts';
import { insertPeople, type NumberedPerson, samplePeople } from './people.ts';
import { firstPosts } from './post-texts.ts';
import { beat } from './pulse.ts';
import { createRandom } from './random.ts';
import { demoScale } from './scale.ts';
import { insertCravingHistory, insertSocial, sampleCravings, samplePosts } from './social.ts';

const counts = () => t.client().call('discoveryCounters');
const trends = async () => (await t.client().call('trending')).body;
const quoted = [
  { topic: 'Hookups tonight', count: 234 },
  { topic: 'Photo exchange', count: 189 },
  { topic: 'Flirty chat', count: 156 },
  { topic: 'Secret affairs', count: 87 },
];

const t = useTestApp({ runningClock: true });
beforeAll(async () => {
  const now = t.clock.now();
  const client = await t.database.pool.connect();
  await client.query(`
    create table demo_people (n integer primary key, profile_id uuid not null unique, is_creator boolean not null);
    create table demo_clock (beats bigint not null);
    insert into demo_clock values (0)`);
  const random = createRandom(demoScale.seed);
  const people = samplePeople(random, now);
  await insertPeople(client, random, people, new Map(), now);
  await insertRows(
    client,
    'demo_people',
    { n: 'integer', profile_id: 'uuid', is_creator: 'boolean' },
    people.flatMap(({ n, profileId, creator }) => (n === null ? [] : [[n, profileId, creator !== null]])),
  );
  await insertSocial(client, people, now);
  await insertCravingHistory(client, now);
  await insertHeatHistory(client, people, now);
  await client.query('analyze');
  client.release();
  await beat(t.database.pool);
}, 120_000);

describe('the sample world', () => {
  it('shows the counters, trends and cravings that are quoted', async () => {
    expect((await counts()).body).toMatchObject({ online: 2_847, readyNow: 234, liveShows: 89 });
    expect(await trends()).toEqual(quoted);
    const interests = (await t.client().call('interests')).body;
    expect(interests.map(({ category }) => category)).toEqual(interestCategories);
    for (const { category, people, swing } of craved) {
      const { count, change } = interests.find((one) => one.category === category) ?? {};
      // They swing from the moment the world is made.
      expect(Math.abs((count ?? 0) - people)).toBeLessThanOrEqual(3);
      expect(Math.abs((change ?? 0) - swing)).toBeLessThanOrEqual(3);
    }
  });

  it('fills the feed with 64 posts of minutes to hours, by people of 21 and more who are in it once', async () => {
    const reader = t.client(await aProfile(t));
    const { body } = await reader.call('interestPosts', { query: { limit: '50' } });
    expect(body.counts).toEqual({ all: 64, hookups: 21, photos: 17, chat: 18, secret: 8 });
    expect(body.items[0]).toMatchObject({
      text: 'Up late with good wine and a better playlist. Who is awake in Joburg?',
      person: { location: 'Johannesburg', isOnline: true },
    });
    expect(new Set(body.items.map((item) => item.person.id)).size).toBe(50);
    expect(body.items.every((item) => (item.person.age ?? 0) >= 21)).toBe(true);
    // The first beat has liked three things by now, whichever they are.
    const likes = body.items.slice(0, 3).map((item) => item.likeCount);
    for (const [index, quoted] of [14, 22, 38].entries()) {
      expect(likes[index]).toBeGreaterThanOrEqual(quoted);
      expect(likes[index]).toBeLessThanOrEqual(quoted + 3);
    }
    const moods = (await reader.call('moods')).body;
    expect(moods.items).toHaveLength(20);
  });

  it('heats ten cities to all four levels, with growth', async () => {
    const { body } = await t.client().call('heatMap');
    expect(new Set(body.rows.map((row) => row.heatLevel))).toEqual(new Set(['blazing', 'hot', 'warm', 'cool']));
    expect(body.rows).toHaveLength(10);
    expect(body.nationalTotal).toBe(demoScale.online);
    for (const row of body.rows) {
      expect(row.growth).not.toBeNull();
      expect(row.topInterests).toHaveLength(3);
    }
    for (const window of ['1h', '24h', '7d'] as const) {
      const { body: longer } = await t.client().call('heatMap', { query: { window } });
      expect(longer.nationalTotal).toBeGreaterThan(body.nationalTotal ?? 0);
      expect(Math.abs(longer.averageGrowth ?? 100)).toBeLessThan(30);
    }
  });

  it('keeps its counts while its people post, like, feel and show, and counts real members among them', async () => {
    const member = await aProfile(t, { city: 'Durban' });
    const client = t.client(member);
    const [first] = (await client.call('interestPosts', { query: { category: 'Hookups' } })).body.items;
    await client.call('likeInterestPost', { params: { id: first?.id ?? '' } });
    await client.call('postInterest', { body: { category: 'Secret Meetings', text: 'A quiet bar by the harbour.' } });
    const before = (await client.call('moods')).body.items[0]?.id;
    await t.database.pool.query(
      `insert into lives (id, creator_id, title, started_at, is_planned, planned_for)
         select gen_random_uuid(), profile_id, 'Later', now(), true, now() + interval '2 hours' from demo_people where is_creator limit 3`,
    );
    for (let beats = 0; beats < activityScale.beatsPerPost; beats += 1) await beat(t.database.pool);
    t.clock.advance(1_001);
    await t.database.pool.query('delete from activity_figures');
    expect((await counts()).body).toMatchObject({ online: 2_847, liveShows: 89 });
    expect(await trends()).toEqual(quoted);
    const { counts: chips } = (await client.call('interestPosts')).body;
    expect(chips).toEqual({ all: 64, hookups: 21, photos: 17, chat: 18, secret: 8 });
    expect((await client.call('moods')).body.items[0]?.id).not.toBe(before);
    const { rows } = await t.database.pool.query(
      `select id from interest_posts p
        where like_count <> (select count(*) from interest_post_likes l where l.target_id = p.id)`,
    );
    expect(rows).toEqual([]);
  }, 60_000);
});

describe('a world made soon after midnight', () => {
  const midnight = Date.parse('2026-11-27T00:00:00+02:00');
  it.each([1, 60, 180, 420, 3_600])('has the likes and the trends that are quoted, %i s after it', (seconds) => {
    const now = new Date(midnight + seconds * 1_000);
    const random = createRandom(demoScale.seed);
    const people = samplePeople(random, now).filter((person): person is NumberedPerson => person.n !== null);
    const posts = samplePosts(random, people, now);
    const cravings = sampleCravings(random, people, posts, now);
    expect(posts.slice(0, firstPosts.length).map((post) => post.likes.length)).toEqual(
      firstPosts.map(({ likes }) => likes),
    );
    expect(posts.every((post) => post.likes.every(({ at }) => at >= post.at && at <= now))).toBe(true);
    for (const { category, today } of craved) {
      const times = cravings.filter((row) => row[0] === category).map((row) => row[3].getTime());
      expect(times.filter((at) => at >= midnight)).toHaveLength(today);
    }
  });
});
