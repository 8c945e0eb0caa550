import type { Context } from '../src/context.ts';
import { asViewer, type SampleShow } from './show-people.ts';

const day = 86_400_000;
/** Johannesburg is two hours ahead of UTC all year. */
const offsetMs = 2 * 3_600_000;

interface PlannedShow {
  body: SampleShow['body'];
  /** Days from now, and the hour in Johannesburg. */
  inDays: number;
  hour: number;
}

/** Shows of sample creators under "Coming up". */
export const plannedShows: readonly PlannedShow[] = [
  {
    inDays: 1,
    hour: 20,
    body: {
      ...{
        title: 'Paint and candlelight',
        category: 'art',
        audience: 'tickets',
        classification: '16',
        replay: 'holders',
      },
      ticketCredits: 30,
    },
  },
  {
    inDays: 2,
    hour: 21,
    body: {
      title: 'Songs for the small hours',
      category: 'music',
      audience: 'free',
      classification: '13',
      replay: 'none',
    },
  },
  {
    inDays: 4,
    hour: 19,
    body: {
      ...{ title: 'Studio, after closing', category: 'talk', audience: 'subscribers', classification: '18' },
      replay: 'subscribers',
    },
  },
];

/**
 * Announces each show that no sample creator has announced. No one sends it on its day, so it lapses, its tickets go
 * back, and it is announced anew; its creator has no followers but sample people, so no one is notified.
 */
export async function planShows({ lives, database, clock }: Context): Promise<void> {
  for (const { body, inDays, hour } of plannedShows) {
    const { rows } = await database.pool.query<{ account_id: string; profile_id: string }>(
      `select p.account_id, p.id as profile_id
         from demo_people d join profiles p on p.id = d.profile_id
        where d.is_creator and p.creator_verified_at is not null and p.hidden_at is null and not p.incognito
          and p.sample_slug is null
          and not exists (select from lives l where l.title = $1 and l.is_planned and l.ended_at is null)
          and not exists (select from lives l where l.creator_id = p.id and l.ended_at is null)
          and not exists (select from follows f where f.creator_id = p.id
            and not exists (select from demo_people real where real.profile_id = f.follower_id))
        order by mod(hashtext(p.id::text || $1), 100003), d.n limit 1`,
      [body.title],
    );
    if (!rows[0]) continue;
    const local = clock.now().getTime() + offsetMs;
    const startsAt = new Date(Math.floor(local / day) * day + inDays * day + hour * 3_600_000 - offsetMs);
    await lives.plan(asViewer(rows[0]), { ...body, startsAt: startsAt.toISOString() });
  }
}
