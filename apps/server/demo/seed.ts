import type pg from 'pg';
import type { Context } from '../src/context.ts';
import { orderKeyOf } from '../src/modules/discovery/ranking.ts';
import { createPasswords } from '../src/modules/identity/passwords.ts';
import type { Database } from '../src/platform/database.ts';
import { countActivity, insertActivity, insertBuyersLikes, insertSubscriptions, sampleActivity } from './activity.ts';
import { insertAgreements } from './agreements.ts';
import { insertAlbums } from './albums.ts';
import { insertAnswers } from './answers.ts';
import { insertFlames, insertSaves } from './belongings.ts';
import { insertRows } from './bulk.ts';
import { insertBundles, type SampleBundle, sampleBundles } from './bundles.ts';
import { insertCalls, sampleCalls } from './calls.ts';
import { insertChat } from './chat.ts';
import { insertChatMedia } from './chat-media.ts';
import { insertItems, type SampleItem, sampleItems } from './content.ts';
import { insertDealings, insertVipMembers } from './dealings.ts';
import { insertRegistrations } from './film-board.ts';
import { insertFilms, readFilms } from './films.ts';
import { insertFlaggedPayments } from './flagged-payments.ts';
import { insertHeatHistory } from './heat-history.ts';
import { insertMeeting } from './meeting.ts';
import { insertHistory } from './money.ts';
import { insertNotifications } from './notifications.ts';
import { insertPayouts } from './payouts.ts';
import { insertConsents, insertPeople, type SamplePerson, samplePeople } from './people.ts';
import { insertPictures } from './pictures.ts';
import { insertPlaces } from './places.ts';
import { createRandom, type Random } from './random.ts';
import { insertRecords } from './records.ts';
import { insertRegisters } from './registers.ts';
import { insertRiskCases } from './risk.ts';
import { insertDocuments } from './sample-documents.ts';
import { demoPassword, demoScale } from './scale.ts';
import { insertSharedDevice } from './shared-device.ts';
import { insertCravingHistory, insertSocial } from './social.ts';
import { insertStaffWork } from './staff.ts';
import { insertStaffLog } from './staff-log.ts';
import { insertTakedowns } from './takedowns.ts';
import { insertWaitingPhotos } from './waiting-photos.ts';
import { insertWishes } from './wishes.ts';

interface SeedOptions {
  database: Database;
  context: Context;
  onProgress(fraction: number, label: string): void;
}

/** A part of the seed: a connection, and what all parts share. */
interface Part {
  client: pg.ClientBase;
  context: Context;
  people: readonly SamplePerson[];
  now: Date;
}
interface Works {
  items: readonly SampleItem[];
  bundles: readonly SampleBundle[];
}

/**
 * Fills an empty database with the sample world, the same people and pictures every time. Two connections write at the
 * same time, each its own tables, and each part has its own random stream, so that the world does not depend on which
 * is faster. Parts that change rows of one table run one after the other.
 */
export async function seedDemoWorld({ database, context, onProgress }: SeedOptions): Promise<void> {
  const random = createRandom(demoScale.seed);
  const now = context.clock.now();
  await withClients(database, async (client, other) => {
    await client.query(`
      create table demo_people (n integer primary key, profile_id uuid not null unique, is_creator boolean not null);
      create table demo_clock (beats bigint not null);
      insert into demo_clock values (0)`);
    onProgress(0.02, 'people');
    const people = samplePeople(random, now);
    await insertPeople(client, other, random, people, await passwordHashes(context, people), now);
    onProgress(0.2, 'pictures');
    const part = { client, context, people, now };
    const meeting = { ...part, client: other };
    const works = insertWorks(part, random);
    const activity = works.then(({ items }) => sampleActivity(random, people, items, now));
    const chat = insertLives(meeting).then(async () => {
      await works;
      // A program of its own prepares a clip, while the parts below go on.
      const media = withClient(database, (own) => insertChatMedia(own, meeting));
      media.catch(() => {});
      return { media };
    });
    const dealers = works.then(() => insertVipMembers(part));
    const staff = chat.then(async ({ media }) => {
      await insertActivity(other, await activity);
      await insertConsents(other, people);
      await dealers;
      await media;
      await insertStaffRecords(meeting, database);
    });
    const money = dealers.then(async () => {
      onProgress(0.4, 'the ledger');
      await insertSubscriptions(client, await activity);
      const calls = sampleCalls(people, now);
      await insertCalls(client, calls, now);
      const { items, bundles } = await works;
      await insertHistory({ client, random, people, items, calls: calls.calls, now });
      // Both choose among the sample pictures, and that is to turn out the same every time.
      await staff;
      await insertDealings({ dealers: await dealers, people, items, bundles });
      await insertPayouts({ client, people, masterKey: context.config.masterKey, now });
    });
    await allOf([works, activity, chat, dealers, staff, money]);
    onProgress(0.8, 'cases and registers');
    await insertBuyersLikes(client);
    await countActivity(client);
    await insertNotifications(client, now);
    await allOf([insertCases(part, await works), analyze(other)]);
    onProgress(0.95, 'statistics');
    await client.query('set synchronous_commit = on');
    await measureDays(client, context);
    // Staff then see a reconciliation, and an inconsistent world fails here.
    await context.credits.books.check();
    await context.messaging.measureResponseTimes();
    onProgress(1, 'done');
  });
}

/** Two connections. An incomplete world is rebuilt from the start, so nothing must be durable before the end. */
const withClients = (database: Database, work: (client: pg.ClientBase, other: pg.ClientBase) => Promise<void>) =>
  withClient(database, (client) =>
    withClient(database, async (other) => {
      for (const one of [client, other]) await one.query('set synchronous_commit = off');
      await work(client, other);
    }),
  );

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

/** Waits until all have ended, and throws the first failure: a connection in use must not return to its pool. */
async function allOf(works: readonly Promise<unknown>[]): Promise<void> {
  const ended = await Promise.allSettled(works);
  for (const one of ended) if (one.status === 'rejected') throw one.reason;
}

/** Pictures, films, bundles and what staff have to see of them. */
async function insertWorks({ client, context, people, now }: Part, random: Random): Promise<Works> {
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
  await insertAlbums(client, people, now);
  return { items, bundles };
}

/** What people are and do: where they live, what they look for, whom they meet and write to. */
async function insertLives({ client, context, people, now }: Part): Promise<void> {
  await insertRows(
    client,
    'demo_people',
    { n: 'integer', profile_id: 'uuid', is_creator: 'boolean' },
    people.flatMap(({ n, profileId, creator }) => (n === null ? [] : [[n, profileId, creator !== null]])),
  );
  await insertWishes(client);
  await insertPlaces(client, people, { orderKey: orderKeyOf(context.config.masterKey), now });
  await insertMeeting(client, people, now);
  await insertSocial(client, people, now);
  await insertChat(client, people, now);
  await insertAnswers(client, people, now);
  await insertCravingHistory(client, now);
  await insertFlames(client, people, now);
  await insertHeatHistory(client, people, now);
}

/** What staff did, and what waits for them, without money. */
async function insertStaffRecords({ client, context, people, now }: Part, database: Database): Promise<void> {
  const registrations = await insertRegistrations(context, people, now);
  await insertStaffLog({ client, database, context, people, registrations, now });
  await insertRegisters(context, people);
  await insertWaitingPhotos(context, people, now);
  await insertDocuments(context, people, now);
  await insertAgreements(context, people);
}

/** What follows from payments, or changes what was counted. */
async function insertCases({ client, context, people, now }: Part, { items }: Works): Promise<void> {
  await insertTakedowns(context, { people, items, now });
  await insertRecords(context, { people, now });
  await insertRiskCases({ client, context, people, now });
  await insertFlaggedPayments(client, people, now);
  await insertSharedDevice(client, people, now);
  await context.compliance.checkLog();
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
  const passwords = createPasswords(context.config.masterKey);
  const canSignIn = people.filter((person) => person.canSignIn);
  return new Map(
    await Promise.all(canSignIn.map(async ({ email }) => [email, await passwords.hash(email, demoPassword)] as const)),
  );
}
