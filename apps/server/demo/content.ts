import type pg from 'pg';
import { insertRows } from './bulk.ts';
import { type FilmName, films } from './film-files.ts';
import type { FilmIndexes } from './films.ts';
import { type SamplePerson, seededId } from './people.ts';
import type { Random } from './random.ts';
import { demoScale, type SampleWork, sampleCreators } from './scale.ts';
import { descriptions, titleParts } from './texts.ts';

export interface SampleItem {
  id: string;
  mediaId: string;
  ownerId: string;
  profileId: string;
  title: string;
  description: string;
  isPremium: boolean;
  isExclusive: boolean;
  price: number;
  tipGoalCents: number | null;
  publishedAt: Date;
  /** Null for a picture. */
  film: FilmName | null;
}

const day = 86_400_000;

/** Seconds of a long film that everyone may play. */
const freeSeconds = 8;

/** Two to five items for each creator; the two sample creators have the titles and prices of the specification. */
export function sampleItems(random: Random, people: readonly SamplePerson[], now: Date): SampleItem[] {
  return people.flatMap((person) => {
    if (!person.creator) return [];
    const known = worksOf(person);
    const { min, max } = demoScale.itemsPerCreator;
    const count = known?.length ?? random.integer(min, max);
    const since = Math.max(2 * day, now.getTime() - person.createdAt.getTime());
    return Array.from({ length: count }, (_, index): SampleItem => {
      // Fewer old posts for newer creators, so that the feed always has items of the last hour.
      const publishedAt = new Date(now.getTime() - Math.floor(random.next() ** 2.4 * since * 0.9) - 60_000);
      const isPremium = known ? true : random.chance(0.6);
      const id = seededId(random, publishedAt, now);
      const drawn = {
        mediaId: seededId(random, publishedAt, now),
        title: `${random.pick(titleParts.first)} ${random.pick(titleParts.second)}`,
        description: random.pick(descriptions),
        isExclusive: isPremium && random.chance(0.25),
        dice: random.next(),
        tipGoalCents: random.chance(0.2) ? random.pick([25_000, 50_000, 100_000]) : null,
      };
      const { dice, ...rest } = drawn;
      const work: SampleWork = known?.[index] ?? { ...workOf(dice, drawn), title: drawn.title };
      return {
        ...rest,
        id,
        ownerId: person.accountId,
        profileId: person.profileId,
        title: work.title,
        isPremium: work.price > 0 && isPremium,
        isExclusive: isPremium && work.isExclusive === true,
        price: isPremium ? work.price : 0,
        publishedAt,
        film: work.film ?? null,
      };
    });
  });
}

/** What is known of a creator beforehand: the demo creator has one of each kind. */
function worksOf({ sampleSlug, canSignIn }: SamplePerson): readonly SampleWork[] | undefined {
  return canSignIn ? demoCreatorWorks : sampleCreators.find((one) => one.slug === sampleSlug)?.items;
}

const demoCreatorWorks: readonly SampleWork[] = [
  { title: 'Candle before dawn', price: 6 },
  { title: 'Low tide, hand-held', price: 10, film: 'tide' },
  { title: 'Velvet, part one', price: 12, isExclusive: true },
  { title: 'Night drive, the whole road', price: 15, film: 'arcade' },
  { title: 'Rain after midnight', price: 5, film: 'rain' },
  { title: 'Amber in gold', price: 8 },
];

/** One in six items is a film; prices follow its kind. */
function workOf(dice: number, { isExclusive }: { isExclusive: boolean }): Omit<SampleWork, 'title'> {
  const pick = <Item>(list: readonly Item[], share: number) => list[Math.floor(share * list.length)] as Item;
  if (dice < 0.08) return { film: pick(films.short, dice / 0.08), price: dice < 0.04 ? 10 : 12 };
  if (dice < 0.13) return { film: pick(films.long, (dice - 0.08) / 0.05), price: dice < 0.11 ? 15 : 20 };
  if (dice < 0.17) return { film: pick(films.sound, (dice - 0.13) / 0.04), price: 6 };
  return isExclusive
    ? { isExclusive, price: pick([8, 10, 12], (dice - 0.17) / 0.83) }
    : { price: pick([5, 6, 8], dice) };
}

/** Writes the items; their media rows must exist. */
export async function insertItems(
  client: pg.ClientBase,
  items: readonly SampleItem[],
  indexes: FilmIndexes,
): Promise<void> {
  await insertRows(
    client,
    'content_items',
    {
      id: 'uuid',
      profile_id: 'uuid',
      title: 'text',
      description: 'text',
      media_type: 'text',
      media_id: 'uuid',
      is_premium: 'boolean',
      is_exclusive: 'boolean',
      price_credits: 'integer',
      tip_goal_cents: 'integer',
      classification: 'text',
      state: 'text',
      created_at: 'timestamptz',
      published_at: 'timestamptz',
      duration_ms: 'integer',
      preview_seconds: 'smallint',
    },
    items.map((item) => [
      item.id,
      item.profileId,
      item.title,
      item.description,
      kindOf(item, indexes),
      item.mediaId,
      item.isPremium,
      item.isExclusive,
      item.price,
      item.tipGoalCents,
      '18',
      'published',
      item.publishedAt,
      item.publishedAt,
      (item.film && indexes.get(item.film)?.durationMs) ?? null,
      item.isPremium && isLong(item) ? freeSeconds : 0,
    ]),
  );
}

const isLong = ({ film }: SampleItem) => films.long.some((name) => name === film);
const kindOf = ({ film }: SampleItem, indexes: FilmIndexes) => (film && indexes.get(film)?.kind) ?? 'image';
