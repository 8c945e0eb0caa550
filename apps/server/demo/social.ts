import type { InterestCategory } from '@vlam/contract/constants';
import { kindOfInterest, moodPresets } from '@vlam/contract/discovery-activity';
import type pg from 'pg';
import { activityScale, craved, cravedAt } from './activity-scale.ts';
import { insertRows } from './bulk.ts';
import { type NumberedPerson, type SamplePerson, seededId } from './people.ts';
import { firstPosts, moodTexts, postTexts } from './post-texts.ts';
import { createRandom, type Random } from './random.ts';
import { cityWeights, demoScale } from './scale.ts';
import { titleParts } from './texts.ts';

const minute = 60_000;
const day = 24 * 60 * minute;

interface SamplePost {
  id: string;
  person: SamplePerson;
  category: InterestCategory;
  text: string;
  at: Date;
  /** Required number of likes; null for a random number. */
  wanted: number | null;
  likes: { profileId: string; at: Date }[];
}

/** Midnight in Johannesburg, which has no daylight saving time. */
const startOfToday = (now: Date): number => Math.floor((now.getTime() + 120 * minute) / day) * day - 120 * minute;

/** Posts, moods, cravings and shows of the sample people, with likes. Every count equals its rows. */
export async function insertSocial(client: pg.ClientBase, people: readonly SamplePerson[], now: Date): Promise<void> {
  const random = createRandom(demoScale.seed + 4);
  const numbered = people.filter((person): person is NumberedPerson => person.n !== null).sort((a, b) => a.n - b.n);
  await client.query('create table demo_activity (began_at timestamptz not null)');
  await client.query('insert into demo_activity values ($1)', [now]);
  const posts = samplePosts(random, numbered, now);
  const cravings = sampleCravings(random, numbered, posts, now);
  await insertPosts(client, posts);
  await insertRows(
    client,
    'cravings',
    { category: 'text', profile_id: 'uuid', city: 'text', craved_at: 'timestamptz' },
    cravings,
  );
  await insertMoods(client, random, numbered, now);
  await insertLives(client, random, numbered, now);
}

/** People who are online for the next half an hour at least. */
const staying = (numbered: readonly NumberedPerson[]) => numbered.slice(demoScale.staying, demoScale.online - 60);

/** The posts of the feed: the first ones as written, the others from minutes to hours old. */
export function samplePosts(random: Random, numbered: readonly NumberedPerson[], now: Date): SamplePost[] {
  const taken = new Set<string>();
  const here = staying(numbered);
  const author = (wanted: { name?: string; city?: string; age?: number; minutes: number }) => {
    const found =
      numbered.find((one) => one.sampleSlug !== null && one.sampleSlug === wanted.name?.toLowerCase()) ??
      here
        .filter((one) => !taken.has(one.profileId) && one.firstName === wanted.name && one.city === wanted.city)
        .sort((a, b) => Math.abs(a.age - (wanted.age ?? 0)) - Math.abs(b.age - (wanted.age ?? 0)))[0] ??
      here.filter((one) => !taken.has(one.profileId) && (!wanted.city || one.city === wanted.city))[
        random.integer(0, 60)
      ] ??
      random.pick(here);
    taken.add(found.profileId);
    return found;
  };
  const left = new Map(
    (Object.keys(postTexts) as InterestCategory[]).map((category) => {
      const opening = firstPosts.filter((post) => post.category === category);
      return [
        category,
        {
          texts: postTexts[category].filter((text) => !opening.some((post) => post.text.startsWith(text.slice(0, 20)))),
          count: activityScale.posts[category] - opening.length,
        },
      ];
    }),
  );
  const later = [...left].flatMap(([category, { texts, count }]) =>
    texts.slice(0, count).map((text) => ({ category, text, turn: random.next() })),
  );
  later.sort((a, b) => a.turn - b.turn);
  let minutes: number = firstPosts.at(-1)?.minutes ?? 0;
  const planned = [
    ...firstPosts,
    ...later.map(({ category, text }) => {
      minutes += random.integer(4, 8);
      return { category, text, minutes, likes: null };
    }),
  ];
  return planned.map((post) => {
    const at = new Date(now.getTime() - post.minutes * minute - random.integer(0, 40) * 1_000);
    return {
      id: seededId(random, at, now),
      person: author(post),
      category: post.category,
      text: post.text,
      at,
      wanted: post.likes,
      likes: [],
    };
  });
}

type CravingRow = [category: string, profileId: string, city: string, at: Date];

/** Also adds the likes of posts: a craving of today comes from a post or a like. */
export function sampleCravings(
  random: Random,
  numbered: readonly NumberedPerson[],
  posts: readonly SamplePost[],
  now: Date,
): CravingRow[] {
  const midnight = startOfToday(now);
  const dayAgo = now.getTime() - day;
  const between = (from: number, to: number) => new Date(Math.floor(from + random.next() * (to - from)));
  return craved.flatMap((one) => {
    const own = posts.filter((post) => post.category === one.category);
    const rows = new Map<string, CravingRow>();
    for (const { person, at } of own) rows.set(person.profileId, [one.category, person.profileId, person.city, at]);
    const isToday = (row: CravingRow) => row[3].getTime() >= midnight;
    const others = drawByCity(random, numbered, one.category, one.people + 40).filter(
      (person) => !rows.has(person.profileId),
    );
    let today = [...rows.values()].filter(isToday).length;
    for (const person of others) {
      if (rows.size >= one.people) break;
      const isNew = today < one.today;
      if (isNew) today += 1;
      const short = own.find((post) => post.wanted !== null && post.likes.length < post.wanted);
      // Soon after midnight the first posts are of yesterday, and the likes of today are all the newer.
      const since = short?.at.getTime() ?? now.getTime() - 7 * 60 * minute;
      const at = isNew
        ? between(Math.max(midnight, since), now.getTime())
        : between(dayAgo + (midnight - dayAgo) * 0.1, midnight - 1);
      rows.set(person.profileId, [one.category, person.profileId, person.city, at]);
      if (!isNew) continue;
      // The newer half of the posts of that time gets most of the likes.
      const earlier = own.filter((post) => post.wanted === null && post.at < at);
      const liked = short ?? earlier[Math.floor(random.next() ** 1.5 * earlier.length)];
      liked?.likes.push({ profileId: person.profileId, at });
    }
    return [...rows.values()];
  });
}

/** Distinct people; small towns are over-represented, and each city has its own taste. */
function drawByCity(
  random: Random,
  numbered: readonly NumberedPerson[],
  category: string,
  count: number,
): NumberedPerson[] {
  const cities = Object.keys(cityWeights) as (keyof typeof cityWeights)[];
  const weights = cities.map((city) => cityWeights[city] ** 0.35 * (0.7 + random.next() * 0.6));
  const byCity = new Map(
    cities.map((city) => [city, numbered.filter((one) => one.n < demoScale.recent && one.city === city)]),
  );
  const drawn = new Map<string, NumberedPerson>();
  for (let tries = 0; drawn.size < count && tries < count * 20; tries += 1) {
    const city = cities[random.weighted(weights)] ?? 'Johannesburg';
    const person = random.pick(byCity.get(city) ?? numbered);
    drawn.set(person.profileId, person);
  }
  if (drawn.size < count) throw new Error(`too few people for ${category}`);
  return [...drawn.values()];
}

async function insertPosts(client: pg.ClientBase, posts: readonly SamplePost[]): Promise<void> {
  await insertRows(
    client,
    'interest_posts',
    {
      id: 'uuid',
      profile_id: 'uuid',
      category: 'text',
      kind: 'text',
      text: 'text',
      like_count: 'integer',
      created_at: 'timestamptz',
      expires_at: 'timestamptz',
    },
    posts.map(({ id, person, category, text, at, likes }) => [
      id,
      person.profileId,
      category,
      kindOfInterest[category],
      text,
      likes.length,
      at,
      new Date(at.getTime() + day),
    ]),
  );
  await insertRows(
    client,
    'interest_post_likes',
    { target_id: 'uuid', profile_id: 'uuid', created_at: 'timestamptz' },
    posts.flatMap((post) => post.likes.map((like) => [post.id, like.profileId, like.at])),
  );
}

async function insertMoods(
  client: pg.ClientBase,
  random: Random,
  numbered: readonly NumberedPerson[],
  now: Date,
): Promise<void> {
  const here = staying(numbered);
  const away = numbered.slice(demoScale.online, demoScale.recent);
  const people = new Map<string, NumberedPerson>();
  while (people.size < activityScale.moods) {
    const person = random.pick(random.chance(0.7) ? here : away);
    people.set(person.profileId, person);
  }
  const moods = [...people.keys()].map((profileId, index) => {
    // The first minutes ago, the last about twenty hours ago.
    const at = new Date(now.getTime() - Math.floor(minute + (index / activityScale.moods) ** 1.6 * 20 * 60 * minute));
    const preset = random.chance(0.75) ? random.pick(moodPresets) : null;
    const likers = new Set(Array.from({ length: random.integer(0, 24) }, () => random.pick(away).profileId));
    return { id: seededId(random, at, now), profileId, at, preset, words: preset ?? random.pick(moodTexts), likers };
  });
  await insertRows(
    client,
    'moods',
    {
      id: 'uuid',
      profile_id: 'uuid',
      preset: 'text',
      words: 'text',
      like_count: 'integer',
      created_at: 'timestamptz',
      expires_at: 'timestamptz',
    },
    moods.map((mood) => [
      mood.id,
      mood.profileId,
      mood.preset,
      mood.words,
      mood.likers.size,
      mood.at,
      new Date(mood.at.getTime() + day),
    ]),
  );
  await insertRows(
    client,
    'mood_likes',
    { target_id: 'uuid', profile_id: 'uuid', created_at: 'timestamptz' },
    moods.flatMap((mood) => [...mood.likers].map((profileId) => [mood.id, profileId, mood.at])),
  );
}

async function insertLives(
  client: pg.ClientBase,
  random: Random,
  numbered: readonly NumberedPerson[],
  now: Date,
): Promise<void> {
  const creators = new Set<NumberedPerson>();
  const all = numbered.filter((one) => one.creator);
  while (creators.size < activityScale.lives) creators.add(random.pick(all));
  await insertRows(
    client,
    'lives',
    { id: 'uuid', creator_id: 'uuid', title: 'text', started_at: 'timestamptz', sample: 'boolean' },
    [...creators].map((creator) => {
      const at = new Date(now.getTime() - random.integer(2, 110) * minute);
      const title = `${random.pick(titleParts.first)} ${random.pick(titleParts.second)}`;
      return [seededId(random, at, now), creator.profileId, title, at, true];
    }),
  );
}

/** Cravings in the hour before the world was made, every five minutes. */
export async function insertCravingHistory(client: pg.ClientBase, now: Date): Promise<void> {
  const step = 5 * minute;
  const current = Math.floor(now.getTime() / step) * step;
  const rows = Array.from({ length: 14 }, (_, index) => current - (index + 1) * step).flatMap((bucket) =>
    craved.map((one): [string, Date, string, number] => [
      'interests',
      new Date(bucket),
      one.category,
      cravedAt(one, Math.max(-60 * minute, bucket + step - now.getTime())),
    ]),
  );
  await insertRows(
    client,
    'activity_snapshots',
    { figure: 'text', bucket: 'timestamptz', key: 'text', people: 'integer' },
    rows,
  );
}
