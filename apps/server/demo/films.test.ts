import { beforeAll, describe, expect, it } from 'vitest';
import { aCreator, aProfile, type TestProfile } from '../test/factories.ts';
import { addressesIn, fetchList, fetchWhole, tracksOf } from '../test/streams.ts';
import { useTestApp } from '../test/use-app.ts';
import { insertItems, type SampleItem } from './content.ts';
import { films } from './film-files.ts';
import { insertFilms, readFilms } from './films.ts';
import { type SampleWork, sampleCreators } from './scale.ts';

const t = useTestApp({ runningClock: true });
const names = Object.values(films).flat();
let owners: TestProfile[];
let samples: SampleItem[];

beforeAll(async () => {
  owners = [await aCreator(t), await aCreator(t)];
  samples = owners.flatMap(({ accountId: ownerId, profileId }) =>
    names.map((film) => ({
      ...{ id: crypto.randomUUID(), mediaId: crypto.randomUUID(), ownerId, profileId, title: film, description: '' },
      ...{ isPremium: false, isExclusive: false, price: 0, tipGoalCents: null, publishedAt: t.clock.now(), film },
    })),
  );
  const client = await t.database.pool.connect();
  await insertFilms(
    client,
    t.context.media.storage,
    samples.flatMap(({ film, ...file }) => (film ? [{ ...file, film }] : [])),
  );
  await insertItems(client, samples, await readFilms());
  client.release();
});

describe('the sample films', () => {
  it.each(names)('%s plays for a member in every quality, to its last segment', async (film) => {
    const viewer = await aProfile(t);
    const item = samples.find((one) => one.film === film);
    const { body } = await t.client(viewer).call('getContentStream', { params: { id: item?.id ?? '' } });
    const master = (await fetchList(t, viewer, body.url)).text;
    const sound = /URI="(sound[^"]+)"/.exec(master)?.[1];
    const tracks = new Set([...addressesIn(master), ...(sound ? [sound] : [])]);
    expect(tracks.size).toBe(body.kind === 'video' ? 4 : 1);
    for (const track of tracks) {
      const held = await tracksOf(await fetchWhole(t, viewer, body.url, track));
      expect(Math.abs(held.seconds - body.duration)).toBeLessThan(0.2);
    }
  });

  it('are stored once, however many creators show them', async () => {
    const { rows } = await t.database.pool.query<{ folders: number; uses: number }>(
      'select count(distinct storage_key)::int as folders, count(*)::int as uses from media where is_stream',
    );
    expect(rows).toEqual([{ folders: names.length, uses: names.length * 2 }]);
  });

  it('are in the library of everyone who shows them', async () => {
    for (const owner of owners) {
      const { body } = await t.client(owner).call('listLibrary', { query: {} });
      expect(body.items.map(({ kind }) => kind).sort()).toEqual(['audio', 'audio', ...Array(4).fill('video')]);
      expect(body.items.map(({ uses }) => uses.map(({ kind }) => kind))).toEqual(Array(6).fill(['post']));
    }
  });

  it('have the prices of the specification at both test profiles', () => {
    for (const { items } of sampleCreators) {
      const works: readonly SampleWork[] = items;
      const prices = (kind: readonly string[]) =>
        works.flatMap(({ film, price }) => (film && kind.includes(film) ? [price] : []));
      const [short, long] = [prices(films.short), prices(films.long)];
      expect([short.length, long.length, prices(films.sound).length]).toEqual([2, 2, 1]);
      expect([Math.min(...short), Math.max(...short), Math.min(...long)]).toEqual([10, 12, 15]);
      const exclusive = works.flatMap(({ isExclusive, price }) => (isExclusive ? [price] : []));
      expect([Math.min(...exclusive), Math.max(...exclusive)]).toEqual([8, 12]);
    }
  });
});
