import type { livesOperations } from '@vlam/contract/lives';
import type { BodyOf } from '@vlam/contract/operation';
import { liveInterruptedMs } from '@vlam/contract/rules/lives';
import type pg from 'pg';
import type { Context } from '../src/context.ts';
import { newId } from '../src/platform/ids.ts';
import type { Viewer } from '../src/platform/viewer.ts';

export interface SampleShow {
  /** File of the pictures. */
  loop: string;
  /** Sample people who watch. */
  viewers: number;
  body: BodyOf<(typeof livesOperations)['startLive']>;
}

interface Access {
  id: string;
  ingestKey: string;
}

/** Starting, announcing and continuing a show need no more of a viewer. */
export const asViewer = (row: { account_id: string; profile_id: string }) =>
  ({ accountId: row.account_id, profileId: row.profile_id, permissions: [] as readonly string[] }) as Viewer;

/** Continues the show where it is under way, or begins it; null while another process sends it. */
export async function findOrStart({ lives, database, clock }: Context, { body }: SampleShow): Promise<Access | null> {
  const { rows: underWay } = await database.pool.query<{
    id: string;
    account_id: string;
    profile_id: string;
    is_sent: boolean;
  }>(
    `select l.id, p.account_id, p.id as profile_id,
            coalesce(l.last_part_at > $2, false) as is_sent
       from lives l join profiles p on p.id = l.creator_id join demo_people d on d.profile_id = p.id
      where l.ended_at is null and not l.sample and l.title = $1 limit 1`,
    [body.title, new Date(clock.now().getTime() - liveInterruptedMs)],
  );
  const [found] = underWay;
  if (found) return found.is_sent ? null : lives.openIngest(asViewer(found), found.id);
  // The show takes the place of a marked sample, so that their number stays. No one real follows its creator: a show that
  // is always on notifies no one.
  const { rows: idle } = await database.pool.query<{ account_id: string; profile_id: string }>(
    `select p.account_id, p.id as profile_id
       from demo_people d join profiles p on p.id = d.profile_id
      where d.is_creator and p.creator_verified_at is not null and p.hidden_at is null and not p.incognito
        and not exists (select from lives l where l.creator_id = p.id and l.ended_at is null and not l.sample)
        and not exists (select from follows f where f.creator_id = p.id
          and not exists (select from demo_people real where real.profile_id = f.follower_id))
      order by exists (select from lives l where l.creator_id = p.id and l.ended_at is null and l.sample) desc,
        mod(hashtext(p.id::text || $1), 100003), d.n limit 1`,
    [body.title],
  );
  const [creator] = idle;
  return creator ? lives.start(asViewer(creator), body) : null;
}

/** Lets so many of the sample people who are online watch for the next seconds. */
export async function gather(pool: pg.Pool, liveId: string, viewers: number): Promise<void> {
  await pool.query(
    `insert into live_viewers (live_id, account_id, seen_at)
       select $1::uuid, p.account_id, now() from demo_people d join profiles p on p.id = d.profile_id
        where not d.is_creator and p.last_seen_at > now() - interval '60 seconds'
        order by mod(hashtext(p.id::text || $1::uuid), 100003), d.n limit $2
     on conflict (live_id, account_id) do update set seen_at = excluded.seen_at`,
    [liveId, viewers],
  );
}

const texts = [
  'That lamp belongs in a gallery',
  'Hello from Morningside',
  'Kimberley is watching',
  'The light on the left is perfect',
  'First time here, hello everyone',
  'Cape Town says good evening',
  'I could watch this for hours',
  'Who chose this colour, I need it',
  'Slower, please',
  'Better than television',
  'Load shedding here, and still the best light',
  'Good night from Gqeberha',
] as const;
/** One of those who watch says something, in one call of three. */
export async function talk(pool: pg.Pool, liveId: string): Promise<void> {
  const text = texts[Math.floor(Math.random() * texts.length * 3)];
  if (!text) return;
  await pool.query(
    `insert into live_messages (id, live_id, profile_id, kind, text, at)
       select $1, l.id, p.id, 'text', $3, now() from lives l, profiles p
        where l.id = $2 and l.ended_at is null and p.account_id = (
          select v.account_id from live_viewers v join profiles w on w.account_id = v.account_id
             join demo_people d on d.profile_id = w.id
            where v.live_id = $2 order by random() limit 1)`,
    [newId(), liveId, text],
  );
}
