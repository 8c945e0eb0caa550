import type pg from 'pg';
import { beatMs } from './activity-scale.ts';
import { keepMeeting } from './meeting.ts';
import { leftMs } from './people.ts';
import { demoScale } from './scale.ts';
import { beatSocial } from './social-pulse.ts';

/** Likes by sample people at each run. */
const likesPerBeat = 3;

/**
 * Rotates the sample people who are online: some leave, as many arrive, so that the numbers online and available,
 * including real members, stay at the demo's figures. Uses the database's clock.
 */
export async function beat(pool: pg.Pool): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query(
      `with here as (
         select count(*)::int as real from profiles
          where hidden_at is null and last_seen_at > now() - interval '60 seconds'
            and not exists (select 1 from demo_people d where d.profile_id = profiles.id)
       ), shift as (
         update demo_clock set beats = beats + 1 returning beats * $2::int as first
       ), wanted as (
         -- People with a show stay online; the others take turns.
         select profile_id from (
           select d.profile_id, d.n, mod(mod(d.n - shift.first, $3::bigint) + $3::bigint, $3::bigint) as turn,
                  exists (select from lives l where l.creator_id = d.profile_id and l.ended_at is null) as live
             from demo_people d, shift) as one
          where live or (n < $3::bigint and turn < 2 * $1::int)
          order by live desc, turn limit (select greatest(0, $1::int - here.real) from here)
       ), gone as (
         update profiles set last_seen_at = now() - $4 * interval '1 millisecond', available_until = null
          where last_seen_at > now() - $4 * interval '1 millisecond'
            and id in (select profile_id from demo_people) and id not in (select profile_id from wanted)
       )
       -- Online lasts 60 s: a visit that the next two beats would still find is left as it is.
       update profiles set last_seen_at = now()
        where id in (select profile_id from wanted) and (last_seen_at is null or last_seen_at < now() - interval '30 seconds')`,
      [demoScale.online, demoScale.turnover, demoScale.regulars, leftMs],
    );
    await client.query(
      `with here as (
         select count(*)::int as real from profiles where hidden_at is null and available_until > now()
            and not exists (select 1 from demo_people d where d.profile_id = profiles.id)
       ), wanted as (
         select p.id from profiles p join demo_people d on d.profile_id = p.id
          where p.last_seen_at > now() - interval '60 seconds'
          order by (p.available_until is null), d.n limit (select greatest(0, $1::int - real) from here)
       ), others as (
         update profiles set available_until = null
          where available_until is not null and id in (select profile_id from demo_people) and id not in (select id from wanted)
       )
       update profiles set available_until = now() + interval '2 hours' where id in (select id from wanted)`,
      [demoScale.available],
    );
    await client.query(
      `with fans as (
         select profile_id, row_number() over () as turn from (select profile_id from demo_people where not is_creator order by random() limit $1) f
       ), items as (
         select id, row_number() over () as turn from (
           select id from content_items where state = 'published' and not is_premium order by published_at desc limit 400) recent
          order by random() limit $1
       ), liked as (
         insert into likes (content_id, profile_id) select items.id, fans.profile_id from fans join items using (turn)
           on conflict do nothing returning content_id
       )
       update content_items c set like_count = like_count + n.n, view_count = view_count + 5
         from (select content_id, count(*)::int n from liked group by 1) n where n.content_id = c.id`,
      [likesPerBeat],
    );
    await keepMeeting(client, new Date());
    await beatSocial(client);
    // Updates the lists by distance, as operations of members would.
    await client.query(
      `update discovery_people as listed set band = 0, rank = listed.rank - listed.band, band_until = now() + interval '5 minutes'
         from profiles where profiles.id = listed.profile_id and listed.band > 0
           and profiles.last_seen_at > now() - interval '60 seconds'`,
    );
    await client.query(
      `update discovery_people as listed set band = 1, rank = listed.rank + 1, band_until = now() + interval '55 minutes'
         from profiles where profiles.id = listed.profile_id and listed.band = 0
           and profiles.last_seen_at < now() - interval '300 seconds'`,
    );
    await client.query(
      `update discovery_people as listed set available_until = profiles.available_until
         from profiles where profiles.id = listed.profile_id
           and (listed.available_until is not null or profiles.available_until is not null)
           and (listed.available_until is null or profiles.available_until is null
             or profiles.available_until > listed.available_until + interval '30 minutes')`,
    );
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw error;
  } finally {
    client.release();
  }
}

/**
 * Runs now and every 20 s until stopped, and publishes what changed. A failed run is logged and retried at the next.
 */
export async function startPulse(
  pool: pg.Pool,
  on: { error(error: unknown): void; changed(part: 'posts' | 'moods' | 'available'): void },
): Promise<() => Promise<void>> {
  const once = async () => {
    await beat(pool);
    for (const part of ['posts', 'moods', 'available'] as const) on.changed(part);
  };
  let last: Promise<void> = once().catch(on.error);
  await last;
  const timer = setInterval(() => {
    last = last.then(once).catch(on.error);
  }, beatMs);
  return async () => {
    clearInterval(timer);
    await last;
  };
}
