import { afterAll, beforeAll, expect, it } from 'vitest';
import { aCreator, aProfile, type TestProfile } from '../test/factories.ts';
import { startTestServer, type TestServer } from '../test/server.ts';
import { plannedShows } from './planned-shows.ts';
import { sampleShows, startShows } from './shows.ts';

let t: TestServer;
beforeAll(async () => {
  t = await startTestServer();
  await t.database.pool.query(
    'create table demo_people (n integer primary key, profile_id uuid not null unique, is_creator boolean not null)',
  );
});
afterAll(() => t.close());

it('plays the shows of sample creators that no one real follows, once, and goes on after a restart', {
  tags: ['long'],
}, async () => {
  const join = ({ profileId }: TestProfile, n: number, isCreator: boolean) =>
    t.database.pool.query('insert into demo_people values ($1, $2, $3)', [n, profileId, isCreator]);
  const [fan, followed] = [await aProfile(t), await aCreator(t)];
  await t.client(fan).call('toggleFollow', { params: { id: followed.profileId } });
  await join(followed, 0, true);
  for (let n = 1; n <= 7; n += 1) await join(await aCreator(t), n, true);
  for (let n = 8; n <= 11; n += 1) await join(await aProfile(t), n, false);

  const listed = async () => (await t.client(fan).call('listLives')).body.items;
  const connections = async () => await t.db.selectFrom('lives').select(['id', 'epoch']).orderBy('id').execute();
  const stop = await startShows(t.context);
  await expect.poll(async () => (await listed()).length, { timeout: 15_000 }).toBe(sampleShows.length);
  const shows = await listed();
  expect(shows.map(({ title }) => title).sort()).toEqual(sampleShows.map(({ body }) => body.title).sort());
  expect(shows.map(({ creator }) => creator.id)).not.toContain(followed.profileId);
  const free = shows.find(({ audience }) => audience === 'free');
  expect((await t.client(fan).request('GET', free?.playlistUrl ?? '')).text).toContain('s0.m4s');

  // Another process finds them sent.
  const before = await connections();
  const stopOther = await startShows(t.context);
  await new Promise((done) => setTimeout(done, 500));
  expect(await connections()).toEqual(before);
  await Promise.all([stop(), stopOther()]);

  t.clock.advance(30_000);
  expect(await listed()).toEqual([]);
  const stopAgain = await startShows(t.context);
  await expect.poll(async () => (await listed()).length, { timeout: 15_000 }).toBe(sampleShows.length);
  expect((await connections()).map(({ id }) => id)).toEqual(before.map(({ id }) => id));
  await stopAgain();

  // Announced once, by creators who have no other show.
  const { planned } = (await t.client(fan).call('listLives')).body;
  expect(planned.map(({ title }) => title)).toEqual(plannedShows.map(({ body }) => body.title));
  expect(new Set([...planned, ...shows].map(({ creator }) => creator.id)).size).toBe(planned.length + shows.length);
  await t.context.lives.ingest.close();
});
