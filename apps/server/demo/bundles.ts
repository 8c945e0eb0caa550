import type { bundleCategories } from '@vlam/contract/marketplace';
import type pg from 'pg';
import { insertRows } from './bulk.ts';
import type { SampleItem } from './content.ts';
import { type FilmName, films } from './film-files.ts';
import { type SamplePerson, seededId } from './people.ts';
import type { Random } from './random.ts';
import { bundleTexts, descriptions } from './texts.ts';

export interface SampleBundle {
  id: string;
  creatorId: string;
  title: string;
  description: string;
  price: number;
  category: (typeof bundleCategories)[number];
  tags: readonly string[];
  isExclusive: boolean;
  createdAt: Date;
  items: readonly SampleItem[];
}

const hour = 3_600_000;
const day = 24 * hour;
/** Number of other creators who sell a bundle. */
const sets = 40;
/** Two bundles of three hold a short and a long video, every fourth a sound too; the rest are pictures. */
function filmAt(bundle: number, place: number): FilmName | null {
  if (place === 3 && bundle % 4 === 0) return films.sound[bundle % films.sound.length] ?? null;
  if (bundle % 3 === 2) return null;
  const made = place === 1 ? films.short : place === 5 ? films.long : [];
  return made[bundle % 2] ?? null;
}

/** Price of a bundle as a share of its items' prices. */
const discount = 0.8;

/**
 * Bundles of the sample world. The two sample creators sell published items, others pictures made for the bundle,
 * which the caller must write too.
 */
export function sampleBundles(
  random: Random,
  people: readonly SamplePerson[],
  published: readonly SampleItem[],
  now: Date,
): { bundles: SampleBundle[]; newItems: SampleItem[] } {
  const newItems: SampleItem[] = [];
  const own = people.filter((person) => person.creator && person.sampleSlug !== null);
  // The demo creator comes first.
  const others = people.filter((person) => person.creator && person.sampleSlug === null).slice(0, sets);

  const bundle = (person: SamplePerson, index: number, items: readonly SampleItem[]): SampleBundle => {
    const text = bundleTexts[index % bundleTexts.length] as (typeof bundleTexts)[number];
    const newest = Math.max(...items.map((item) => item.publishedAt.getTime()));
    const createdAt = new Date(Math.min(now.getTime() - hour, newest + random.integer(1, 48) * hour));
    const singly = items.reduce((sum, item) => sum + item.price, 0);
    return {
      id: seededId(random, createdAt, now),
      creatorId: person.profileId,
      title: text.title,
      description: text.description,
      price: Math.max(1, Math.round(singly * discount)),
      category: text.category,
      tags: text.tags,
      isExclusive: items.every((item) => item.isExclusive),
      createdAt,
      items,
    };
  };

  const ofPublished = own.flatMap((person, index) => {
    const items = published.filter((item) => item.profileId === person.profileId && item.isPremium);
    return items.length < 2 ? [] : [bundle(person, index, items)];
  });
  const ofNew = others.map((person, index) => {
    const days = Math.max(2, Math.floor((now.getTime() - person.createdAt.getTime()) / day) - 1);
    const begun = now.getTime() - random.integer(2, Math.min(days, 240)) * day;
    const isExclusive = random.chance(0.3);
    const items = Array.from({ length: random.integer(8, 20) }, (_, frame): SampleItem => {
      // Uploaded one after another, some minutes apart, and by each creator at another hour.
      const minutes = ((index * 97) % 700) + frame * 10 + ((frame * 7) % 6);
      const publishedAt = new Date(begun + minutes * 60_000);
      return {
        id: seededId(random, publishedAt, now),
        mediaId: seededId(random, publishedAt, now),
        ownerId: person.accountId,
        profileId: person.profileId,
        title: `${bundleTexts[(index + ofPublished.length) % bundleTexts.length]?.title}, ${frame + 1}`,
        description: random.pick(descriptions),
        isPremium: true,
        isExclusive,
        price: random.integer(15, 30),
        tipGoalCents: null,
        publishedAt,
        film: filmAt(index, frame),
      };
    });
    newItems.push(...items);
    return bundle(person, index + ofPublished.length, items);
  });
  return { bundles: [...ofPublished, ...ofNew], newItems };
}

/** Writes the bundles; their items must exist. */
export async function insertBundles(client: pg.ClientBase, bundles: readonly SampleBundle[]): Promise<void> {
  await insertRows(
    client,
    'bundles',
    {
      id: 'uuid',
      creator_id: 'uuid',
      title: 'text',
      description: 'text',
      search_text: 'text',
      price_credits: 'integer',
      category: 'text',
      tags: 'text[]',
      is_exclusive: 'boolean',
      created_at: 'timestamptz',
    },
    bundles.map((one) => [
      one.id,
      one.creatorId,
      one.title,
      one.description,
      [one.title, ...one.tags].join(' '),
      one.price,
      one.category,
      one.tags.join('|'),
      one.isExclusive,
      one.createdAt,
    ]),
  );
  await insertRows(
    client,
    'bundle_items',
    { bundle_id: 'uuid', content_id: 'uuid', position: 'smallint' },
    bundles.flatMap((one) => one.items.map((item, position) => [one.id, item.id, position])),
  );
}
