import type pg from 'pg';
import { addDays, johannesburgDay, startOfDay } from '../src/platform/clock.ts';
import { insertRows } from './bulk.ts';
import { answerTexts, eventTexts, tonightTexts, tripTexts, venues } from './meeting-texts.ts';
import { type SamplePerson, seededId } from './people.ts';
import { createRandom, type Random } from './random.ts';
import { demoScale } from './scale.ts';

const hourMs = 3_600_000;
const minuteMs = 60_000;
/** Number of coming events of each city, and the days within which they take place. */
const eventsOf: Readonly<Record<string, number>> = {
  Johannesburg: 8,
  'Cape Town': 8,
  Durban: 6,
  Pretoria: 5,
  'Port Elizabeth': 3,
  Bloemfontein: 2,
  'East London': 2,
  Pietermaritzburg: 2,
  Polokwane: 2,
  Kimberley: 2,
};
const spreadDays = 28;
/** Trips repeat after this many days. */
const tripCycleDays = 21;
const travellers = 64;

/** Events with attendees, and coming trips. `keepMeeting` makes tonight's requests, as on every night. */
export async function insertMeeting(client: pg.ClientBase, people: readonly SamplePerson[], now: Date): Promise<void> {
  const random = createRandom(demoScale.seed + 5);
  const others = people.filter((person) => !person.canSignIn);
  await insertEvents(client, random, others, people[0], now);
  await insertTrips(client, random, others, now);
  await keepMeeting(client, now);
}

async function insertEvents(
  client: pg.ClientBase,
  random: Random,
  people: readonly SamplePerson[],
  fan: SamplePerson | undefined,
  now: Date,
): Promise<void> {
  const byCity = Map.groupBy(people, (person) => person.city);
  const today = johannesburgDay(now);
  const cityOfEach = Object.entries(eventsOf).flatMap(([city, count]) => Array<string>(count).fill(city));
  const attendances: [string, string, Date][] = [];
  const rows = cityOfEach.map((city, index) => {
    const text = eventTexts[(index * 7) % eventTexts.length] as (typeof eventTexts)[number];
    const local = byCity.get(city) ?? people;
    const [venue, address] = random.pick(venues[city] ?? [['The Back Room', '']]);
    const day = addDays(today, 1 + ((index * 11) % spreadDays));
    const startsAt = new Date(startOfDay(day).getTime() + text.hour * hourMs);
    const madeAt = new Date(now.getTime() - random.integer(2, 20) * 24 * hourMs - ((index * 83) % 600) * minuteMs);
    const id = seededId(random, madeAt, now);
    // One is full, one has a single place left, the others are partly booked.
    const taken =
      index === 3
        ? text.places
        : index === 9
          ? text.places - 1
          : Math.floor(text.places * (0.15 + random.next() * 0.75));
    const guests = new Set<string>();
    if (fan && index === 12) guests.add(fan.profileId);
    while (guests.size < Math.min(taken, local.length - 1)) guests.add(random.pick(local).profileId);
    for (const guest of guests)
      attendances.push([id, guest, new Date(madeAt.getTime() + random.integer(1, 40) * hourMs)]);
    let host = random.pick(local);
    while (guests.has(host.profileId)) host = random.pick(local);
    return [
      id,
      host.profileId,
      text.title,
      text.description,
      venue,
      address,
      city,
      text.category,
      startsAt,
      text.places,
      guests.size,
      text.price * 100,
      text.minimumAge,
      text.dresscode,
      text.tags.join('|'),
      madeAt,
    ];
  });
  await insertRows(
    client,
    'hotspot_events',
    {
      id: 'uuid',
      organizer_id: 'uuid',
      title: 'text',
      description: 'text',
      venue: 'text',
      address: 'text',
      city: 'text',
      category: 'text',
      starts_at: 'timestamptz',
      max_attendees: 'integer',
      attendee_count: 'integer',
      price_cents: 'integer',
      minimum_age: 'smallint',
      dresscode: 'text',
      tags: 'text[]',
      created_at: 'timestamptz',
    },
    rows,
  );
  const columns = { event_id: 'uuid', profile_id: 'uuid', created_at: 'timestamptz' };
  await insertRows(client, 'event_attendances', columns, attendances);
}

async function insertTrips(
  client: pg.ClientBase,
  random: Random,
  people: readonly SamplePerson[],
  now: Date,
): Promise<void> {
  const today = johannesburgDay(now);
  const cities = Object.keys(eventsOf);
  const chosen = new Map<string, SamplePerson>();
  while (chosen.size < travellers) {
    const person = random.pick(people);
    chosen.set(person.profileId, person);
  }
  const rows = [...chosen.values()].map((person, index) => {
    const elsewhere = cities.filter((city) => city !== person.city);
    const arrival = addDays(today, (index % tripCycleDays) - 3);
    return [
      person.profileId,
      person.city,
      elsewhere[(index * 3) % elsewhere.length] ?? 'Cape Town',
      arrival,
      addDays(arrival, 3 + random.integer(0, 4)),
      random.pick(tripTexts),
      // Each before its arrival.
      new Date(now.getTime() - (4 + (index % 9)) * 24 * hourMs - ((index * 173) % 1_440) * minuteMs),
    ];
  });
  await insertRows(
    client,
    'travel_plans',
    {
      profile_id: 'uuid',
      home_city: 'text',
      visiting_city: 'text',
      arrival_date: 'date',
      departure_date: 'date',
      looking_for: 'text',
      created_at: 'timestamptz',
    },
    rows,
  );
}

/** Keeps the sample world current: reschedules started events and ended trips, and makes requests for each night. */
export async function keepMeeting(client: pg.ClientBase, now: Date): Promise<void> {
  // An event with real attendees keeps its date, as part of their history.
  await client.query(
    `update hotspot_events e
        set starts_at = starts_at + make_interval(days => $2::int * ceil(extract(epoch from $1::timestamptz - starts_at) / ($2::int * 86400.0) + 0.0001)::int)
      where starts_at <= $1::timestamptz and state = 'published' and organizer_id in (select profile_id from demo_people)
        and not exists (select from event_attendances a where a.event_id = e.id
                          and not exists (select from demo_people d where d.profile_id = a.profile_id))`,
    [now, spreadDays],
  );
  await client.query(
    `update travel_plans set arrival_date = arrival_date + $2::int * n, departure_date = departure_date + $2::int * n
       from (select profile_id as who, (($1::date - departure_date - 1) / $2::int + 1) as n from travel_plans
              where departure_date < $1::date) late
      where profile_id = who and profile_id in (select profile_id from demo_people)`,
    [johannesburgDay(now), tripCycleDays],
  );
  await keepTonight(client, now);
}

/** Requests of a night: by other people each night, equal on every machine. */
async function keepTonight(client: pg.ClientBase, now: Date): Promise<void> {
  const today = johannesburgDay(now);
  const sixOn = (day: string) => new Date(startOfDay(day).getTime() + 6 * hourMs);
  const begins = sixOn(today) <= now ? sixOn(today) : sixOn(addDays(today, -1));
  const lapsesAt = new Date(begins.getTime() + 24 * hourMs);
  const { rows } = await client.query<{ there: boolean; people: number }>(
    `select exists (select from tonight_requests where lapses_at = $1 and profile_id in (select profile_id from demo_people)) as there,
            (select count(*)::int from demo_people) as people`,
    [lapsesAt],
  );
  const count = rows[0]?.people ?? 0;
  if (rows[0]?.there || count < 500) return;
  const random = createRandom(demoScale.seed + Math.floor(begins.getTime() / hourMs));
  const someone = () => random.integer(0, count - 1);
  const writers = tonightTexts.map(someone);
  const answerers = tonightTexts.map(() => Array.from({ length: random.integer(0, 6) }, someone));
  const wanted = [...new Set([...writers, ...answerers.flat()])];
  const found = await client.query<{ n: number; profile_id: string; city: string }>(
    `select d.n, d.profile_id, p.city from demo_people d join profiles p on p.id = d.profile_id where d.n = any($1::int[])`,
    [wanted],
  );
  const byNumber = new Map(found.rows.map((row) => [row.n, row]));
  const sinceMs = Math.min(now.getTime() - begins.getTime(), 5 * hourMs);
  const requests: [string, string, string, string, string, Date, Date][] = [];
  const answers: [string, string, string, string, Date][] = [];
  tonightTexts.forEach(([category, text], index) => {
    const writer = byNumber.get(writers[index] ?? -1);
    if (!writer || !(writer.city in eventsOf)) return;
    const postedAt = new Date(now.getTime() - Math.floor(random.next() * sinceMs));
    const id = idAt(random, postedAt);
    requests.push([id, writer.profile_id, writer.city, category, text, postedAt, lapsesAt]);
    for (const n of new Set(answerers[index])) {
      const person = byNumber.get(n);
      if (!person || person.profile_id === writer.profile_id) continue;
      const at = new Date(postedAt.getTime() + Math.floor(random.next() * (now.getTime() - postedAt.getTime())));
      answers.push([idAt(random, at), id, person.profile_id, random.pick(answerTexts), at]);
    }
  });
  await insertRows(
    client,
    'tonight_requests',
    {
      id: 'uuid',
      profile_id: 'uuid',
      city: 'text',
      category: 'text',
      text: 'text',
      created_at: 'timestamptz',
      lapses_at: 'timestamptz',
    },
    requests,
  );
  await insertRows(
    client,
    'tonight_responses',
    { id: 'uuid', request_id: 'uuid', profile_id: 'uuid', message: 'text', created_at: 'timestamptz' },
    answers,
  );
}

/** Lists are ordered by id, so ids of posts carry their time, unlike `seededId`. */
const idAt = (random: Random, at: Date): string => seededId(random, at, at).replace(/^.{13}/, timeOf(at));
const timeOf = (at: Date): string => {
  const hex = at.getTime().toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}`;
};
