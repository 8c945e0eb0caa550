import { addItemLikesTo } from '../apps/server/src/modules/content/service.ts';
import { addLikesTo } from '../apps/server/src/modules/profiles/service.ts';
import { toggleLikes } from '../apps/server/src/modules/social/like-store.ts';
import { createLikes } from '../apps/server/src/modules/social/likes.ts';
import { systemClock } from '../apps/server/src/platform/clock.ts';
import { newId } from '../apps/server/src/platform/ids.ts';
import type { Benchmark } from './lib/benchmark.ts';
import { pick } from './lib/ledger-world.ts';
import { runLoad } from './lib/load.ts';
import { perSecond, type Row, ratio } from './lib/report.ts';
import type { Round } from './lib/stats.ts';

const counts = { fans: 5_000, items: 500 };

export const benchmark: Benchmark = {
  name: 'likes',
  title: 'How fast do likes turn over in the lane, beside a statement each?',
  goal: 'faster than a statement each on random items and at least 5 times on one hot item, with counts that stay exact.',
  async run({ postgres, rounds, seconds, log }) {
    const { database } = await postgres.createMigrated('likes', 32);
    const { pool, db } = database;
    const ids = Array.from({ length: counts.fans + 1 }, () => newId());
    const items = Array.from({ length: counts.items }, () => newId());
    await pool.query(
      `insert into accounts (id, email, first_name, last_name) select id, id || '@people.test', 'Bench', 'Person' from unnest($1::uuid[]) as id`,
      [ids],
    );
    await pool.query(
      `insert into profiles (id, account_id, display_name, stated_age, city, category, subscription_price_cents)
         select id, id, 'Person', 30, 'Durban', 'Art & Adult', 9900 from unnest($1::uuid[]) as id`,
      [ids],
    );
    await pool.query(
      `insert into content_items (id, profile_id, title, media_type, classification, state, published_at)
         select id, $2, 'Blue hour', 'image', '16', 'published', now() from unnest($1::uuid[]) as id`,
      [items, ids[counts.fans]],
    );
    await pool.query('vacuum analyze');
    const counted = { items: addItemLikesTo, creators: addLikesTo };
    const likes = createLikes({ database, clock: systemClock, counts: counted });
    const fans = ids.slice(0, counts.fans);

    const rows = new Map<string, Round[]>();
    const measure = async (name: string, clients: number, call: () => Promise<unknown>) => {
      const round = await runLoad({ clients, seconds, call: async () => (await call()) !== undefined });
      rows.set(name, [...(rows.get(name) ?? []), round]);
      log(`${name}: ${Math.round(round.perSecond)}/s, p99 ${round.p99.toFixed(2)} ms`);
    };
    for (let round = 0; round < rounds; round += 1)
      for (const [place, among] of [
        ['random items', items],
        ['one hot item', items.slice(0, 1)],
      ] as const) {
        const pair = () => ({ targetId: pick(among), profileId: pick(fans) });
        await measure(`a statement each, ${place}, 32 clients`, 32, () =>
          toggleLikes(db, [pair()], counted, new Date()),
        );
        await measure(`lane, ${place}, 32 clients`, 32, () => likes.toggle(pair()));
        await measure(`lane, ${place}, 256 clients`, 256, () => likes.toggle(pair()));
      }
    const { rows: drift } = await pool.query<{ drift: bigint }>(
      `select count(*) as drift from content_items as items
         where like_count <> (select count(*) from likes where likes.content_id = items.id)`,
    );
    await database.close();

    const all: Row[] = [...rows].map(([name, list]) => ({ name, rounds: list }));
    const speed = (name: string) => perSecond(all.find((row) => row.name === name) ?? { name, rounds: [] });
    const gain = (place: string) =>
      speed(`lane, ${place}, 256 clients`) / speed(`a statement each, ${place}, 32 clients`);
    const exact = drift[0]?.drift === 0n;
    return {
      rows: all,
      verdicts: [
        { claim: 'faster on random items', reached: gain('random items') > 1, seen: ratio(gain('random items')) },
        { claim: '5 times on one hot item', reached: gain('one hot item') >= 5, seen: ratio(gain('one hot item')) },
        { claim: 'every stored count is that of its rows', reached: exact, seen: exact ? 'no drift' : 'drift' },
      ],
      notes: [
        `${counts.fans} people and ${counts.items} items of one creator; each call turns one like over and changes the item’s and the creator’s count in the same statement. Durable commits.`,
        'One process and one connection for the lane, 32 connections for the statements. The load is made in the same process.',
      ],
    };
  },
};
