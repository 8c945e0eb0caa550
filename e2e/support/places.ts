import { setTimeout } from 'node:timers/promises';
import pg from 'pg';

/** Ids of the demo world that some paths need. */
export interface DemoPlaces {
  /** Profile of the first sample creator. */
  creatorId: string;
  /** Profile of the creator who can sign in. */
  demoCreatorId: string;
  /** Their account, which referred two others. */
  demoCreatorAccountId: string;
  /** An album that this creator shares with the fan. */
  albumId: string;
  /** A member who is not a creator and is near that fan. */
  memberId: string;
  /** A published video that everyone may watch. */
  videoId: string;
  /** A free show that runs with a picture, and one that is announced. */
  showId: string;
  plannedShowId: string;
}

export async function findPlaces(databaseUrl: string): Promise<DemoPlaces> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ id: string }>(
      `select id from profiles where display_name = 'Zanele Khumalo' and category = 'Photography & Adult' order by created_at limit 1`,
    );
    const creatorId = rows[0]?.id;
    if (!creatorId) throw new Error('the demo world has no Zanele Khumalo');
    const signsIn = await client.query<{ id: string; account_id: string }>(
      `select p.id, p.account_id from profiles p join accounts a on a.id = p.account_id where a.email = 'creator@vlam.test'`,
    );
    const { id: demoCreatorId, account_id: demoCreatorAccountId } = signsIn.rows[0] ?? {};
    if (!demoCreatorId || !demoCreatorAccountId) throw new Error('the demo world has no creator@vlam.test');
    const albums = await client.query<{ id: string }>(
      'select id from albums where profile_id = $1 order by changed_at desc limit 1',
      [demoCreatorId],
    );
    const albumId = albums.rows[0]?.id;
    if (!albumId) throw new Error('the demo world has no album');
    const near = await client.query<{ id: string }>(
      `select other.id from profiles other join profiles own on own.city = other.city
         join accounts a on a.profile_id = own.id join discovery_people listed on listed.profile_id = other.id
         where a.email = 'fan@vlam.test' and other.category is null and other.bio <> '' and other.stated_age between 26 and 36
         order by listed.band, other.id limit 1`,
    );
    const memberId = near.rows[0]?.id;
    if (!memberId) throw new Error('the demo world has no member near fan@vlam.test');
    const only = async (what: string, statement: string) => {
      // A server that was just started begins its shows in the first seconds.
      for (const until = Date.now() + 30_000; ; await setTimeout(500)) {
        const id = (await client.query<{ id: string }>(statement)).rows[0]?.id;
        if (id) return id;
        if (Date.now() > until) throw new Error(`the demo world has no ${what}`);
      }
    };
    const [videoId, showId, plannedShowId] = [
      await only(
        'free video',
        `select id from content_items where media_type = 'video' and state = 'published' and price_credits = 0
           order by published_at desc limit 1`,
      ),
      await only(
        'running show',
        `select id from lives where ended_at is null and not sample and not is_planned and audience = 'free' order by started_at limit 1`,
      ),
      await only(
        'announced show',
        'select id from lives where is_planned and ended_at is null order by planned_for limit 1',
      ),
    ];
    return { creatorId, demoCreatorId, demoCreatorAccountId, albumId, memberId, videoId, showId, plannedShowId };
  } finally {
    await client.end();
  }
}
