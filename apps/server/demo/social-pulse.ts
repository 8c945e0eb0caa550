import type { InterestCategory } from '@vlam/contract/constants';
import { kindOfInterest, moodPresets } from '@vlam/contract/discovery-activity';
import type pg from 'pg';
import { newId } from '../src/platform/ids.ts';
import { activityScale, craved, cravedAt } from './activity-scale.ts';
import { moodTexts, postTexts } from './post-texts.ts';
import { createRandom } from './random.ts';
import { demoScale } from './scale.ts';
import { titleParts } from './texts.ts';

/** Sample people who like something in the feed at each run. */
const likesPerBeat = 3;
const midnight = `(date_trunc('day', now() at time zone 'Africa/Johannesburg') at time zone 'Africa/Johannesburg')`;

/**
 * One run for feed, moods and shows: sample people like, post and share moods at a believable rate, so that the counts,
 * including real members, stay at the demo's figures. Joins the caller's transaction; uses the database's clock.
 */
export async function beatSocial(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ beats: bigint; since: number }>(
    `select beats, extract(epoch from now() - began_at)::float8 * 1000 as since from demo_clock, demo_activity`,
  );
  const [clock] = rows;
  if (!clock) return;
  const beats = Number(clock.beats);
  const due = (every: number) => beats % every === 0;
  if (due(activityScale.beatsPerPost)) await replacePost(client, beats);
  if (due(activityScale.beatsPerMood)) await replaceMood(client, beats);
  await holdShows(client, { beats, isOver: due(activityScale.beatsPerLive) });
  await like(client);
  await holdCravings(client, clock.since);
}

/** Replaces the oldest sample post by one of the same category, so that each category keeps its count. */
async function replacePost(client: pg.ClientBase, beats: number): Promise<void> {
  await client.query(
    `delete from interest_posts where expires_at <= now() and profile_id in (select profile_id from demo_people)`,
  );
  const { rows } = await client.query<{ category: string; posts: number; texts: string[]; real: number; oldest: Date }>(
    `select category, count(*) filter (where d.n is not null)::int as posts, count(*) filter (where d.n is null)::int as real,
            array_agg(text) as texts, min(p.created_at) as oldest
       from interest_posts p left join demo_people d using (profile_id) where expires_at > now() group by category`,
  );
  const current = new Map(rows.map((row) => [row.category, row]));
  const wanted = (Object.keys(activityScale.posts) as InterestCategory[]).flatMap((category) => {
    const room = activityScale.posts[category] - (current.get(category)?.real ?? 0);
    return [
      { category, missing: room - (current.get(category)?.posts ?? 0), room, oldest: current.get(category)?.oldest },
    ];
  });
  // Missing posts first (after a day without the pulse), else the category with the oldest post.
  const next = wanted
    .filter((one) => one.room > 0)
    .sort((a, b) => b.missing - a.missing || (a.oldest?.getTime() ?? 0) - (b.oldest?.getTime() ?? 0))[0];
  for (const { category, missing, room } of wanted) {
    const surplus = -missing + (category === next?.category && room > 0 ? 1 : 0);
    if (surplus <= 0) continue;
    await client.query(
      `delete from interest_posts where id in (
         select id from interest_posts where category = $1 and profile_id in (select profile_id from demo_people)
          order by created_at limit $2)`,
      [category, surplus],
    );
  }
  if (!next) return;
  const taken = current.get(next.category)?.texts ?? [];
  const free = postTexts[next.category].filter((text) => !taken.includes(text));
  const text = createRandom(beats).pick(free.length > 0 ? free : postTexts[next.category]);
  await client.query(
    `with author as (${onlineAuthor(`not exists (select from interest_posts x where x.profile_id = d.profile_id)`)}),
     craving as (
       insert into cravings (category, profile_id, city, craved_at) select $2, profile_id, city, now() from author
         on conflict (category, profile_id) do update set craved_at = now()
     )
     insert into interest_posts (id, profile_id, category, kind, text, created_at, expires_at)
       select $1, profile_id, $2, $3, $4, date_trunc('milliseconds', now()), now() + interval '24 hours' from author`,
    [newId(), next.category, kindOfInterest[next.category], text, beats],
  );
}

/** One of the sample people online, another at each run; `$5` is the run's number. */
const onlineAuthor = (also: string) => `
  select d.profile_id, p.city from demo_people d join profiles p on p.id = d.profile_id
   where p.last_seen_at > now() - interval '60 seconds' and ${also}
   order by mod(d.n * 7919::bigint + $5::bigint * 104729, 1000003) limit 1`;

async function replaceMood(client: pg.ClientBase, beats: number): Promise<void> {
  const random = createRandom(beats);
  const preset = random.chance(0.75) ? random.pick(moodPresets) : null;
  await client.query(
    `with surplus as (
       delete from moods where id in (
         select m.id from moods m join demo_people d using (profile_id) order by m.created_at desc offset $4)
     ), who as (${onlineAuthor(`not exists (select from moods x where x.profile_id = d.profile_id)`)})
     insert into moods (id, profile_id, preset, words, created_at, expires_at)
       select $1, profile_id, $2, $3, date_trunc('milliseconds', now()), now() + interval '24 hours' from who`,
    [newId(), preset, preset ?? random.pick(moodTexts), activityScale.moods - 1, beats],
  );
}

/**
 * Starts shows where some are missing, as when one with a picture was interrupted, and ends those too many; where one
 * `isOver`, the longest sample gives way to that of another creator. Shows with a picture count too, planned ones do not.
 */
async function holdShows(client: pg.ClientBase, { beats, isOver }: { beats: number; isOver: boolean }): Promise<void> {
  const random = createRandom(beats);
  await client.query(
    `with real as (
       select count(*)::int as shows from lives where ended_at is null and not sample and not is_planned
     ), kept as (
       select l.id from lives l where l.ended_at is null and l.sample order by l.started_at desc limit (select greatest(0, $1::int - shows) from real)
     )
     update lives set ended_at = greatest(now(), started_at)
       where ended_at is null and sample and id not in (select id from kept)`,
    [activityScale.lives - (isOver ? 1 : 0)],
  );
  await client.query(
    `with missing as (select $1::int - count(*)::int as shows from lives where ended_at is null and not is_planned)
     insert into lives (id, creator_id, title, started_at, sample)
       select gen_random_uuid(), d.profile_id, $2, now(), true from demo_people d
        where d.is_creator and not exists (select from lives l where l.creator_id = d.profile_id and l.ended_at is null)
        order by mod(d.n * 7919::bigint + $3::bigint * 104729, 1000003)
        limit (select greatest(0, shows) from missing)`,
    [activityScale.lives, `${random.pick(titleParts.first)} ${random.pick(titleParts.second)}`, beats],
  );
  await client.query(`delete from lives where sample and ended_at < now() - interval '7 days'`);
}

/** People who crave a category like one of its newer posts, and sometimes a mood. */
async function like(client: pg.ClientBase): Promise<void> {
  await client.query(
    `with post as (
       select id, category, profile_id from interest_posts where expires_at > now()
        order by created_at desc limit 30
     ), liked as (
       insert into interest_post_likes (target_id, profile_id, created_at)
         select post.id, fan.profile_id, now() from (select * from post order by random() limit $1) post
          cross join lateral (
            select c.profile_id from cravings c join demo_people d using (profile_id)
             where c.category = post.category and c.profile_id <> post.profile_id order by random() limit 1) fan
         on conflict do nothing returning target_id, profile_id
     ), counted as (
       update interest_posts p set like_count = like_count + n.likes
         from (select target_id, count(*)::int as likes from liked group by 1) n where n.target_id = p.id
     )
     update cravings c set craved_at = now() from liked join post on post.id = liked.target_id
      where c.profile_id = liked.profile_id and c.category = post.category`,
    [likesPerBeat],
  );
  await client.query(
    `with mood as (
       select id from (select id from moods where expires_at > now() order by created_at desc limit 20) newest
        order by random() limit 1
     ), liked as (
       insert into mood_likes (target_id, profile_id, created_at)
         select mood.id, fan.profile_id, now() from mood
          cross join (select profile_id from demo_people where n < 3000 order by random() limit 1) fan
         on conflict do nothing returning target_id
     )
     update moods m set like_count = like_count + 1 from liked where liked.target_id = m.id`,
  );
}

/**
 * Keeps the cravings of each category, today and in the last day, at the demo's figures including real members: the
 * latest count for today, the next for yesterday, the others are deleted; missing ones are added.
 */
async function holdCravings(client: pg.ClientBase, sinceBeginMs: number): Promise<void> {
  const wanted = craved.map((one) => ({ ...one, people: cravedAt(one, sinceBeginMs) }));
  await client.query(
    `with wanted as (
       select * from unnest($1::text[], $2::int[], $3::int[]) as w (category, people, today)
     ), real as (
       select c.category, count(*)::int as people, count(*) filter (where c.craved_at >= ${midnight})::int as today
         from cravings c where c.craved_at > now() - interval '24 hours'
          and not exists (select from demo_people d where d.profile_id = c.profile_id) group by 1
     ), target as (
       select w.category, greatest(0, w.people - coalesce(r.people, 0)) as people,
              greatest(0, w.today - coalesce(r.today, 0)) as today from wanted w left join real r using (category)
     ), ranked as (
       select c.category, c.profile_id, c.craved_at, target.people, target.today,
              row_number() over (partition by c.category order by c.craved_at desc, c.profile_id) as rank
         from cravings c join demo_people d using (profile_id) join target using (category)
     ), gone as (
       delete from cravings c using ranked r where r.rank > r.people
          and c.category = r.category and c.profile_id = r.profile_id
     ), moved as (
       update cravings c set craved_at = case when r.rank <= r.today then now() - interval '1 second' * mod(r.rank, 20)
           else ${midnight} - (${midnight} - (now() - interval '24 hours')) * 0.9 * mod(r.rank * 37, 100) / 100 - interval '1 millisecond' end
         from ranked r where c.category = r.category and c.profile_id = r.profile_id and r.rank <= r.people
          and (r.craved_at <= now() - interval '24 hours' or (r.rank <= r.today) <> (r.craved_at >= ${midnight}))
     ), lacking as (
       select target.category, target.today, count(r.profile_id)::int as present,
              target.people - count(r.profile_id)::int as people
         from target left join ranked r using (category) group by 1, 2, target.people
     )
     insert into cravings (category, profile_id, city, craved_at)
       select l.category, someone.id, someone.city,
              case when l.present < l.today then now()
                else ${midnight} - (${midnight} - (now() - interval '24 hours')) * 0.05 * random() end from lacking l
        cross join lateral (
          select p.id, p.city from demo_people d join profiles p on p.id = d.profile_id
           where d.n < $4 and not exists (
             select from cravings c where c.category = l.category and c.profile_id = d.profile_id)
           order by random() limit greatest(0, l.people)) someone
       on conflict do nothing`,
    [
      wanted.map((one) => one.category),
      wanted.map((one) => one.people),
      wanted.map((one) => one.today),
      demoScale.recent,
    ],
  );
}
