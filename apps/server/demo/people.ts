import { creatorCategories, relationshipStatuses } from '@vlam/contract/constants';
import { accountConsentKinds, currentWordingOf } from '@vlam/contract/rules/account-consents';
import { provinceOf } from '@vlam/contract/rules/places';
import { inactiveAfterDays } from '@vlam/contract/rules/users';
import type pg from 'pg';
import { johannesburgDay } from '../src/platform/clock.ts';
import { beatMs } from './activity-scale.ts';
import { insertRows } from './bulk.ts';
import { givenNames, surnames } from './names.ts';
import { createRandom, type Random } from './random.ts';
import { cityWeights, demoAccounts, demoScale, sampleCreators } from './scale.ts';
import { creatorBios, fanBios, lookingFor } from './texts.ts';

const day = 86_400_000;

export interface SamplePerson {
  accountId: string;
  profileId: string;
  displayName: string;
  createdAt: Date;
  creator: { category: string; priceCents: number } | null;
  sampleSlug: string | null;
  age: number;
  city: string;
  bio: string;
  email: string;
  firstName: string;
  lastName: string;
  role: string;
  canSignIn: boolean;
  /** The pulse turn in which they come online; null for people outside the rotation. */
  n: number | null;
}
export type NumberedPerson = SamplePerson & { n: number };

/** Start time of the sample world's ids, shifted only by the age of each row. */
const idsNow = Date.UTC(2026, 9, 1);

/** A UUIDv7 derived from the seed, so that each build gives the same people the same ids and portraits. */
export function seededId(random: Random, at: Date, now: Date): string {
  const time = (idsNow - (now.getTime() - at.getTime())).toString(16).padStart(12, '0');
  const hex = (digits: number) => Array.from({ length: digits }, () => random.integer(0, 15).toString(16)).join('');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${hex(3)}-${'89ab'[random.integer(0, 3)]}${hex(3)}-${hex(12)}`;
}

/** All people of the sample world, demo accounts first. */
export function samplePeople(random: Random, now: Date): SamplePerson[] {
  const cityNames = Object.keys(cityWeights);
  const weights = Object.values(cityWeights);
  const joined = (maxDays: number) => new Date(now.getTime() - Math.floor((2 + random.next() ** 1.6 * maxDays) * day));
  const person = (index: number, isCreator: boolean): SamplePerson => {
    const createdAt = joined(700);
    const firstName = random.pick(givenNames);
    const lastName = random.pick(surnames);
    return {
      accountId: seededId(random, createdAt, now),
      profileId: seededId(random, createdAt, now),
      displayName: isCreator || random.chance(0.2) ? `${firstName} ${lastName}` : `${firstName} ${lastName[0]}`,
      createdAt,
      creator: isCreator
        ? {
            category: random.pick(creatorCategories),
            priceCents: random.pick([2_999, 4_900, 7_999, 9_999, 12_900, 14_900, 19_900, 24_900]),
          }
        : null,
      sampleSlug: null,
      age: 21 + Math.floor(random.next() ** 1.7 * 38),
      city: cityNames[random.weighted(weights)] ?? 'Johannesburg',
      bio: isCreator ? random.pick(creatorBios) : random.pick(fanBios),
      email: `member-${index}@people.vlam.test`,
      firstName,
      lastName,
      role: isCreator ? 'creator' : 'user',
      canSignIn: false,
      n: null,
    };
  };
  const signIns = demoAccounts.map(
    (account, index): SamplePerson => ({
      ...person(index, account.role === 'creator'),
      displayName: account.role === 'creator' ? `${account.firstName} ${account.lastName}` : account.firstName,
      firstName: account.firstName,
      lastName: account.lastName,
      email: account.email,
      role: account.role,
      age: 29 + index,
      city: 'Johannesburg',
      canSignIn: true,
    }),
  );
  const samples = sampleCreators.map(
    (sample, index): SamplePerson => ({
      ...person(100 + index, true),
      displayName: sample.displayName,
      firstName: sample.displayName.split(' ')[0] ?? sample.displayName,
      sampleSlug: sample.slug,
      age: sample.age,
      city: sample.city,
      bio: sample.bio,
      creator: { category: sample.category, priceCents: sample.subscriptionPriceCents },
    }),
  );
  const others = demoScale.creators - samples.length - 1;
  const creators = Array.from({ length: others }, (_, index) => person(1_000 + index, true));
  const fanCount = demoScale.members - others - samples.length - signIns.length;
  const fans = Array.from({ length: fanCount }, (_, index) => person(10_000 + index, false));
  const people = [...signIns, ...samples, ...creators, ...fans];
  giveTurns(people, new Set(samples));
  return people;
}

/**
 * Assigns each person the pulse turn in which they come online, cities alternating by size, so that each city's
 * activity always matches its size; `first` are online at the start.
 */
function giveTurns(people: readonly SamplePerson[], first: ReadonlySet<SamplePerson>): void {
  const random = createRandom(demoScale.seed + 5);
  const byCity = Map.groupBy(
    people.filter((person) => !person.canSignIn && !first.has(person)),
    (person) => person.city,
  );
  const turns = [...byCity.values()].flatMap((inhabitants) =>
    inhabitants
      .map((person) => ({ person, chance: random.next() }))
      .sort((a, b) => a.chance - b.chance)
      .map(({ person, chance }, index) => ({ person, turn: (index + chance) / inhabitants.length })),
  );
  turns.sort((a, b) => a.turn - b.turn);
  const others = turns.map(({ person }) => person);
  others.splice(demoScale.online - 200, 0, ...first);
  for (const [n, person] of others.entries()) person.n = n;
}

/** Who leaves was last here before the live window of the heat map, so that its cities add up to those online. */
export const leftMs = 301_000;

/** Last visit of a person at the first run of the pulse. */
export function lastSeenOf({ n, createdAt }: SamplePerson, now: Date): Date {
  const joined = createdAt.getTime() + day;
  if (n === null) return new Date(joined);
  const { regulars, turnover } = demoScale;
  if (n >= regulars) {
    // A third within the week, the others within three months.
    const share = ((n * 7_919) % 10_007) / 10_007;
    const ago = share < 0.33 ? day + share * 3 * 6 * day : 7 * day + (share - 0.33) * 120 * day;
    return new Date(Math.max(joined, now.getTime() - Math.floor(ago)));
  }
  const turn = n - turnover;
  if (turn >= 0 && turn < demoScale.online) return now;
  const behind = turn < 0 ? -turn : regulars - turn;
  return new Date(Math.max(joined, now.getTime() - leftMs - Math.floor((behind / turnover) * beatMs)));
}

/** Writes accounts and profiles. All are verified adults, most checked by staff; only four can sign in. */
export async function insertPeople(
  client: pg.ClientBase,
  random: Random,
  people: readonly SamplePerson[],
  passwordHashes: Map<string, string>,
  now: Date,
): Promise<void> {
  await insertRows(
    client,
    'accounts',
    {
      id: 'uuid',
      email: 'text',
      email_verified_at: 'timestamptz',
      password_hash: 'text',
      first_name: 'text',
      last_name: 'text',
      role: 'text',
      age_verified_at: 'timestamptz',
      is_demo: 'boolean',
      profile_id: 'uuid',
      is_creator: 'boolean',
      last_seen_on: 'date',
      is_active: 'boolean',
      created_at: 'timestamptz',
    },
    people.map((one) => [
      one.accountId,
      one.email,
      one.createdAt,
      passwordHashes.get(one.email) ?? null,
      one.firstName,
      one.lastName,
      one.role,
      one.createdAt,
      true,
      one.profileId,
      one.creator !== null,
      johannesburgDay(lastSeenOf(one, now)),
      now.getTime() - lastSeenOf(one, now).getTime() < inactiveAfterDays * day,
      one.createdAt,
    ]),
  );
  // Each said yes to the terms, and to what their page says of what they look for.
  await insertRows(
    client,
    'account_consents',
    { account_id: 'uuid', kind: 'text', wording: 'smallint', given_at: 'timestamptz' },
    people.flatMap((one) =>
      accountConsentKinds.map((kind) => [one.accountId, kind, currentWordingOf(kind), one.createdAt]),
    ),
  );
  await insertRows(
    client,
    'profiles',
    {
      id: 'uuid',
      account_id: 'uuid',
      display_name: 'text',
      bio: 'text',
      stated_age: 'smallint',
      city: 'text',
      province: 'text',
      place_province: 'text',
      relationship_status: 'text',
      looking_for: 'text[]',
      category: 'text',
      subscription_price_cents: 'integer',
      creator_verified_at: 'timestamptz',
      identity_checked_at: 'timestamptz',
      show_earnings: 'boolean',
      sample_slug: 'text',
      last_seen_at: 'timestamptz',
      created_at: 'timestamptz',
    },
    people.map((one, index) => [
      one.profileId,
      one.accountId,
      one.displayName,
      one.bio,
      one.age,
      one.city,
      provinceOf(one.city),
      provinceOf(one.city),
      relationshipStatuses[random.weighted([52, 20, 15, 13])] ?? 'single',
      [random.pick(lookingFor), random.pick(lookingFor)]
        .filter((value, index, all) => all.indexOf(value) === index)
        .join('|'),
      one.creator?.category ?? null,
      one.creator?.priceCents ?? null,
      one.creator ? one.createdAt : null,
      one.creator || index % 3 > 0 ? one.createdAt : null,
      one.creator !== null,
      one.sampleSlug,
      lastSeenOf(one, now),
      one.createdAt,
    ]),
  );
}
