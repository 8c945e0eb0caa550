import type pg from 'pg';
import { insertRows } from './bulk.ts';
import { type SamplePerson, seededId } from './people.ts';
import type { Random } from './random.ts';
import { demoScale, sampleCreators } from './scale.ts';
import { descriptions, titleParts } from './texts.ts';

export interface SampleItem {
  id: string;
  mediaId: string;
  ownerId: string;
  profileId: string;
  creatorPaletteSeed: string;
  title: string;
  description: string;
  isPremium: boolean;
  isExclusive: boolean;
  price: number;
  tipGoalCents: number | null;
  publishedAt: Date;
}

const day = 86_400_000;

/** Two to five pictures for each creator; the two sample creators have the titles and prices of the specification. */
export function sampleItems(random: Random, people: readonly SamplePerson[], now: Date): SampleItem[] {
  return people.flatMap((person) => {
    if (!person.creator) return [];
    const sample = sampleCreators.find((one) => one.slug === person.sampleSlug);
    const { min, max } = demoScale.itemsPerCreator;
    const count = sample ? sample.titles.length : random.integer(min, max);
    const since = Math.max(2 * day, now.getTime() - person.createdAt.getTime());
    return Array.from({ length: count }, (_, index): SampleItem => {
      // Fewer old posts for newer creators, so that the feed always has items of the last hour.
      const publishedAt = new Date(now.getTime() - Math.floor(random.next() ** 2.4 * since * 0.9) - 60_000);
      const isPremium = sample ? true : random.chance(0.6);
      return {
        id: seededId(random, publishedAt, now),
        mediaId: seededId(random, publishedAt, now),
        ownerId: person.accountId,
        profileId: person.profileId,
        creatorPaletteSeed: person.profileId,
        title: sample?.titles[index] ?? `${random.pick(titleParts.first)} ${random.pick(titleParts.second)}`,
        description: random.pick(descriptions),
        isPremium,
        isExclusive: isPremium && random.chance(0.25),
        price: isPremium ? (sample?.prices[index] ?? random.pick([5, 6, 8, 8, 10, 12, 15])) : 0,
        tipGoalCents: random.chance(0.2) ? random.pick([25_000, 50_000, 100_000]) : null,
        publishedAt,
      };
    });
  });
}

/** Writes the items; their media rows must exist. */
export async function insertItems(client: pg.ClientBase, items: readonly SampleItem[]): Promise<void> {
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
    },
    items.map((item) => [
      item.id,
      item.profileId,
      item.title,
      item.description,
      'image',
      item.mediaId,
      item.isPremium,
      item.isExclusive,
      item.price,
      item.tipGoalCents,
      '18',
      'published',
      item.publishedAt,
      item.publishedAt,
    ]),
  );
}
