import type pg from 'pg';
import { insertRows } from './bulk.ts';
import type { SampleItem } from './content.ts';
import { type SamplePerson, seededId } from './people.ts';
import type { Random } from './random.ts';
import { comments } from './texts.ts';

/** Distinct pairs, weighted towards the first of `right`: some creators are more popular. */
function pairs<Left, Right>(
  random: Random,
  left: readonly Left[],
  right: readonly Right[],
  count: number,
): [Left, Right][] {
  const seen = new Set<number>();
  const made: [Left, Right][] = [];
  for (let tries = 0; made.length < count && tries < count * 2; tries += 1) {
    const a = random.integer(0, left.length - 1);
    const b = Math.floor(random.next() ** 1.8 * right.length);
    const key = a * right.length + b;
    if (seen.has(key)) continue;
    seen.add(key);
    made.push([left[a] as Left, right[b] as Right]);
  }
  return made;
}

/** Likes, comments, follows and subscriptions. Stored counters are computed from the rows at the end. */
export async function insertActivity(
  client: pg.ClientBase,
  random: Random,
  people: readonly SamplePerson[],
  items: readonly SampleItem[],
  now: Date,
): Promise<void> {
  const fans = people.filter((person) => !person.creator && !person.canSignIn);
  const creators = people.filter((person) => person.creator);
  const open = items.filter((item) => !item.isPremium);
  const lately = (days: number) => new Date(now.getTime() - Math.floor(random.next() ** 2 * days * 86_400_000));

  await insertRows(
    client,
    'likes',
    { content_id: 'uuid', profile_id: 'uuid', created_at: 'timestamptz' },
    pairs(random, fans, open, 60_000).map(([fan, item]) => [item.id, fan.profileId, lately(60)]),
  );
  await insertRows(
    client,
    'comments',
    { id: 'uuid', content_id: 'uuid', profile_id: 'uuid', comment: 'text', created_at: 'timestamptz' },
    pairs(random, fans, open, 3_000).map(([fan, item]) => {
      const at = lately(60);
      return [seededId(random, at, now), item.id, fan.profileId, random.pick(comments), at];
    }),
  );
  await insertRows(
    client,
    'follows',
    { follower_id: 'uuid', creator_id: 'uuid', created_at: 'timestamptz' },
    pairs(random, fans, creators, 30_000).map(([fan, creator]) => [fan.profileId, creator.profileId, lately(300)]),
  );
  await insertRows(
    client,
    'subscriptions',
    {
      id: 'uuid',
      subscriber_id: 'uuid',
      creator_id: 'uuid',
      price_cents: 'integer',
      started_at: 'timestamptz',
      paid_until: 'timestamptz',
    },
    pairs(random, fans, creators, 24_000).map(([fan, creator]) => {
      const startedAt = lately(28);
      return [
        seededId(random, startedAt, now),
        fan.profileId,
        creator.profileId,
        creator.creator?.priceCents ?? 4_900,
        startedAt,
        new Date(startedAt.getTime() + 30 * 86_400_000),
      ];
    }),
  );
}

/** Two thirds of the buyers of a picture like it. */
export async function insertBuyersLikes(client: pg.ClientBase): Promise<void> {
  await client.query(
    `insert into likes (content_id, profile_id, created_at)
     select t.reference::uuid, a.profile_id, t.created_at + interval '1 minute' from ledger_transfers t
       join accounts a on a.id = t.owner_id
      where t.kind = 'unlock' and mod(('x' || right(t.group_id::text, 6))::bit(24)::int, 3) < 2
     on conflict do nothing`,
  );
}

/** Sets every stored counter to the number of its rows. */
export async function countActivity(client: pg.ClientBase): Promise<void> {
  await client.query(`
    update content_items c set like_count = n.likes, view_count = n.likes * 6 + 17
      from (select content_id, count(*)::int likes from likes group by 1) n where n.content_id = c.id;
    update content_items c set comment_count = n.n
      from (select content_id, count(*)::int n from comments group by 1) n where n.content_id = c.id;
    update profiles p set content_count = n.n, photo_count = n.photos, video_count = n.videos, like_count = n.likes
      from (select profile_id, count(*)::int n, sum(like_count)::int likes,
                   count(*) filter (where media_type = 'image')::int photos,
                   count(*) filter (where media_type = 'video')::int videos
              from content_items where state = 'published' group by 1) n
      where n.profile_id = p.id;
    update profiles p set follower_count = n.n from (select creator_id, count(*)::int n from follows group by 1) n where n.creator_id = p.id;
    update profiles p set subscriber_count = n.n
      from (select creator_id, count(*)::int n from subscriptions where paid_until > now() group by 1) n where n.creator_id = p.id;
  `);
}
