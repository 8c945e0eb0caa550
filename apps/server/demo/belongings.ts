import type pg from 'pg';
import { type Posting, purchasePosting } from '../src/modules/credits/postings.ts';
import { insertRows } from './bulk.ts';
import type { SampleItem } from './content.ts';
import type { Scene } from './dealings.ts';
import { films } from './film-files.ts';
import type { SamplePerson } from './people.ts';
import { demoAccounts } from './scale.ts';

const hour = 3_600_000;
/** Of each demo account: items bought for good, by kind, and items saved for later. */
const bought = { pictures: 4, films: 2, sounds: 1 } as const;
const saved = 9;

/** The demo accounts with a page of belongings, and items of creators that no story buys from. */
function shelves(people: readonly SamplePerson[], items: readonly SampleItem[]) {
  const known = new Set(
    people.filter(({ canSignIn, sampleSlug }) => canSignIn || sampleSlug).map((one) => one.profileId),
  );
  const others = items.filter(({ profileId }) => !known.has(profileId));
  return demoAccounts.slice(0, 2).flatMap(({ email }, index) => {
    const owner = people.find((person) => person.email === email);
    return owner ? [{ owner, items: others.slice(index * 400, (index + 1) * 400) }] : [];
  });
}

/** What the demo accounts unlocked, newest first; returns what they paid. */
export function boughtItems(
  { now }: Pick<Scene, 'now'>,
  people: readonly SamplePerson[],
  items: readonly SampleItem[],
): Posting[] {
  return shelves(people, items).flatMap(({ owner, items: offered }) => {
    const paid = offered.filter(({ price }) => price > 0);
    const isSound = ({ film }: SampleItem) => films.sound.some((name) => name === film);
    const chosen = [
      ...paid.filter(({ film }) => film === null).slice(0, bought.pictures),
      ...paid.filter((item) => item.film !== null && !isSound(item)).slice(0, bought.films),
      ...paid.filter(isSound).slice(0, bought.sounds),
    ];
    return chosen.map((item, index) => {
      const since = now.getTime() - item.publishedAt.getTime();
      return purchasePosting({
        kind: 'unlock',
        payerId: owner.accountId,
        payeeId: item.profileId,
        price: item.price,
        reference: item.id,
        key: `sample:bought:${item.id}:${owner.accountId}`,
        description: `Unlocked “${item.title}”`,
        at: new Date(now.getTime() - Math.min(since / 2, (index + 2) * 17 * hour)),
      });
    });
  });
}

/** What the demo accounts saved for later. */
export async function insertSaves(
  client: pg.ClientBase,
  { people, items, now }: { people: readonly SamplePerson[]; items: readonly SampleItem[]; now: Date },
): Promise<void> {
  await insertRows(
    client,
    'content_saves',
    { profile_id: 'uuid', content_id: 'uuid', saved_at: 'timestamptz' },
    shelves(people, items).flatMap(({ owner, items: offered }) =>
      offered
        .slice(-saved)
        .map((item, index) => [owner.profileId, item.id, new Date(now.getTime() - (index + 1) * 9 * hour)]),
    ),
  );
}

/** Flames that the demo accounts sent, answered ones, and some that wait for an answer of the creator's. */
export async function insertFlames(client: pg.ClientBase, people: readonly SamplePerson[], now: Date): Promise<void> {
  const ago = (hours: number) => new Date(now.getTime() - hours * hour);
  // People above the first thousands have no thread with a demo account and are in no notice.
  const others = people.filter(({ n, creator }) => n !== null && n > 4_000 && creator === null);
  const flames: [string, string, Date][] = [];
  const matches: [string, string, Date][] = [];
  for (const [index, { email }] of demoAccounts.slice(0, 2).entries()) {
    const own = people.find((person) => person.email === email);
    if (!own) continue;
    const met = others.filter(({ city }) => city === own.city).slice(index * 20, index * 20 + 12);
    for (const [nth, { profileId }] of met.entries()) {
      const isAnswered = nth < 2;
      const isReceived = index === 1 && nth >= 5;
      if (!isReceived) flames.push([own.profileId, profileId, ago(5 + nth * 19)]);
      if (isAnswered || isReceived) flames.push([profileId, own.profileId, ago(4 + nth * 19)]);
      const [low = '', high = ''] = [own.profileId, profileId].sort();
      if (isAnswered) matches.push([low, high, ago(4 + nth * 19)]);
      if (nth >= (index === 0 ? 4 : 8)) break;
    }
  }
  await insertRows(client, 'flames', { sender_id: 'uuid', recipient_id: 'uuid', sent_at: 'timestamptz' }, flames);
  await insertRows(client, 'flame_matches', { low_id: 'uuid', high_id: 'uuid', matched_at: 'timestamptz' }, matches);
}
