import type pg from 'pg';
import type { Context } from '../src/context.ts';
import { orderKeyOf } from '../src/modules/discovery/ranking.ts';
import { createPasswords } from '../src/modules/identity/passwords.ts';
import type { Database } from '../src/platform/database.ts';
import { countActivity, insertActivity, insertBuyersLikes } from './activity.ts';
import { insertAgreements } from './agreements.ts';
import { insertAlbums } from './albums.ts';
import { insertAnswers } from './answers.ts';
import { insertFlames, insertSaves } from './belongings.ts';
import { insertRows } from './bulk.ts';
import { insertBundles, sampleBundles } from './bundles.ts';
import { insertCalls, sampleCalls } from './calls.ts';
import { insertChat } from './chat.ts';
import { insertChatMedia } from './chat-media.ts';
import { insertItems, sampleItems } from './content.ts';
import { insertDealings } from './dealings.ts';
import { insertFans } from './fans.ts';
import { insertRegistrations } from './film-board.ts';
import { insertFilms, readFilms } from './films.ts';
import { insertFlaggedPayments } from './flagged-payments.ts';
import { insertHeatHistory } from './heat-history.ts';
import { insertMatchPreferences } from './match-preferences.ts';
import { insertMeeting } from './meeting.ts';
import { insertHistory } from './money.ts';
import { insertNotifications } from './notifications.ts';
import { insertPayouts } from './payouts.ts';
import { insertPeople, type SamplePerson, samplePeople } from './people.ts';
import { insertPictures } from './pictures.ts';
import { insertPlaces } from './places.ts';
import { insertPrices, insertTipMenus } from './prices.ts';
import { createRandom } from './random.ts';
import { insertRecords } from './records.ts';
import { insertReferrals } from './referrals.ts';
import { insertRegisters } from './registers.ts';
import { insertRiskCases } from './risk.ts';
import { insertDocuments } from './sample-documents.ts';
import { demoPassword, demoScale } from './scale.ts';
import { insertSharedDevice } from './shared-device.ts';
import { insertCravingHistory, insertSocial } from './social.ts';
import { insertStaffWork } from './staff.ts';
import { insertStaffLog } from './staff-log.ts';
import { insertTakedowns } from './takedowns.ts';
import { insertTiers } from './tiers.ts';
import { insertWaitingPhotos } from './waiting-photos.ts';

interface SeedOptions {
  database: Database;
  context: Context;
  onProgress(fraction: number, label: string): void;
}

/** Fills an empty database with the sample world, the same people and pictures every time. */
export async function seedDemoWorld({ database, context, onProgress }: SeedOptions): Promise<void> {
  const random = createRandom(demoScale.seed);
  const now = context.clock.now();
  const client = await database.pool.connect();
  try {
    // An incomplete world is rebuilt from the start, so nothing must be durable before the end.
    await client.query('set synchronous_commit = off');
    await client.query(`
      create table demo_people (n integer primary key, profile_id uuid not null unique, is_creator boolean not null);
      create table demo_clock (beats bigint not null);
      insert into demo_clock values (0)`);
    onProgress(0.02, 'people');
    const people = samplePeople(random, now);
    await insertPeople(client, random, people, await passwordHashes(context, people), now);
    await insertRows(
      client,
      'demo_people',
      { n: 'integer', profile_id: 'uuid', is_creator: 'boolean' },
      people.flatMap(({ n, profileId, creator }) => (n === null ? [] : [[n, profileId, creator !== null]])),
    );
    await insertMatchPreferences(client);
    await insertPlaces(client, people, { orderKey: orderKeyOf(context.config.keys), now });
    onProgress(0.4, 'pictures');
    const films = await readFilms();
    const items = sampleItems(random, people, now);
    // Separate random streams, so that other data does not change with them.
    const chance = createRandom(demoScale.seed + 1);
    const { bundles, newItems } = sampleBundles(chance, people, items, now);
    const all = [...items, ...newItems];
    await insertPictures(
      client,
      chance,
      all.filter(({ film }) => film === null),
    );
    await insertFilms(
      client,
      context.media.storage,
      all.flatMap(({ film, ...file }) => (film ? [{ ...file, film }] : [])),
    );
    await insertItems(client, all, films);
    await insertBundles(client, bundles);
    await insertStaffWork(client, { people, items, films, now });
    await insertSaves(client, { people, items, now });
    onProgress(0.5, 'likes, comments and subscriptions');
    await insertActivity(client, random, people, items, now);
    await insertFans(client, people, now);
    await insertPrices(client, people, now);
    await insertTiers(client, people, now);
    await insertReferrals(client, people, now);
    await insertTipMenus(client, people, now);
    await insertMeeting(client, people, now);
    await insertSocial(client, people, now);
    await insertChat(client, people, now);
    await insertAnswers(client, people, now);
    await insertAlbums(client, people, now);
    await insertCravingHistory(client, now);
    await insertFlames(client, people, now);
    await insertHeatHistory(client, people, now);
    onProgress(0.7, 'the ledger');
    // A separate program prepares a clip at the same time, on the other core.
    const chatMedia = withClient(database, (other) => insertChatMedia(other, { context, people, now }));
    chatMedia.catch(() => {});
    const calls = sampleCalls(people, now);
    await insertCalls(client, calls, now);
    await insertHistory({ client, random, people, items, calls: calls.calls, now });
    await insertDealings({ client, people, items, bundles, now });
    await insertPayouts({ client, people, keys: context.config.keys, now });
    await insertBuyersLikes(client);
    await countActivity(client);
    await insertNotifications(client, now);
    await chatMedia;
    const registrations = await insertRegistrations(context, people, now);
    await insertStaffLog({ client, database, context, people, registrations, now });
    await insertTakedowns(context, { people, items, now });
    await insertRecords(context, { people, now });
    await insertRegisters(context, people);
    await insertRiskCases({ client, context, people, now });
    await insertFlaggedPayments(client, people, now);
    await insertSharedDevice(client, people, now);
    await insertWaitingPhotos(context, people, now);
    await insertDocuments(context, people, now);
    await insertAgreements(context, people);
    await context.compliance.checkLog();
    onProgress(0.95, 'statistics');
    await client.query('set synchronous_commit = on');
    await analyze(client);
    await measureDays(client, context);
    // Staff then see a reconciliation, and an inconsistent world fails here.
    await context.credits.books.check();
    await context.messaging.measureResponseTimes();
    onProgress(1, 'done');
  } finally {
    client.release();
  }
}

async function withClient<Result>(
  { pool }: Database,
  work: (client: pg.ClientBase) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect();
  try {
    return await work(client);
  } finally {
    client.release();
  }
}

/**
 * Figures of the last months; suspensions and reports of those days are rows of the sample world. Who was active is
 * known only for today, so earlier days have about the same share of their members, in a wave of a week.
 */
async function measureDays(client: pg.ClientBase, { administration }: Context): Promise<void> {
  await administration.figures.measure();
  await client.query(`
    with suspended as materialized (select suspended_at from accounts where suspended_at is not null)
    update platform_days set
      suspended_users = (select count(*) from suspended where suspended_at < (day + 1)::timestamp at time zone 'Africa/Johannesburg'),
      reported_content = (select count(distinct target_id) from reports where target_type = 'content'
        and created_at < (day + 1)::timestamp at time zone 'Africa/Johannesburg'
        and (decided_at is null or decided_at >= (day + 1)::timestamp at time zone 'Africa/Johannesburg'))
      where suspended_users is null`);
  await client.query(`
    update platform_days past set
      active_users = least(past.total_users, round(past.total_users * today.active_users::float8
        / nullif(today.total_users, 0) * (1 + 0.02 * sin(2 * pi() * extract(isodow from past.day)::float8 / 7))))
      from platform_days today
      where past.active_users is null and today.active_users is not null`);
}

/** Updates planner statistics, so that the first visitor does not wait for autovacuum. */
const analyze = (client: pg.ClientBase) => client.query('analyze');

async function passwordHashes(context: Context, people: readonly SamplePerson[]): Promise<Map<string, string>> {
  const passwords = createPasswords(context.config.keys);
  const hashes = new Map<string, string>();
  for (const { email } of people.filter((person) => person.canSignIn))
    hashes.set(email, await passwords.hash(email, demoPassword));
  return hashes;
}
