import type pg from 'pg';
import { type SamplePerson, seededId } from './people.ts';
import { createRandom } from './random.ts';
import { demoScale } from './scale.ts';

const takers = 18;
const day = 86_400_000;

const menu = [
  ['A song of your choice', 'Sung for you within two days', 60],
  ['Name the next colour', 'The light of my next picture', 25],
  ['A voice note', 'One minute, with your name in it', 40],
  ['Just because', '', 10],
] as const;

/** Some creators say what a tip can be for. */
export async function insertTipMenus(client: pg.ClientBase, people: readonly SamplePerson[], now: Date): Promise<void> {
  const random = createRandom(demoScale.seed + 791);
  const creators = people.filter((person) => person.creator);
  for (const [index, { profileId, canSignIn }] of creators.slice(0, 24).entries())
    if (canSignIn || index % 3 === 0)
      for (const [position, [name, description, credits]] of menu.slice(0, canSignIn ? 4 : 2 + (index % 2)).entries())
        await client.query(
          `insert into tip_menu_items (id, profile_id, name, description, credits, position, updated_at)
             values ($1, $2, $3, $4, $5, $6, $7)`,
          [seededId(random, now, now), profileId, name, description, credits, position, now],
        );
}

/** The creator one can sign in as sells longer terms for less, and has one running code. */
export async function insertPrices(client: pg.ClientBase, people: readonly SamplePerson[], now: Date): Promise<void> {
  const creator = people.find((person) => person.creator && person.canSignIn);
  if (!creator) return;
  const random = createRandom(demoScale.seed + 740);
  const madeAt = new Date(now.getTime() - 20 * day);
  await client.query(
    `insert into subscription_terms (creator_id, months, percent_off) values ($1, 3, 10), ($1, 6, 15), ($1, 12, 25)`,
    [creator.profileId],
  );
  // A sample subscription has no order: its own id stands for it.
  await client.query(
    `with offer as (
       insert into subscription_offers (id, creator_id, kind, code, value, uses_limit, used, audience, created_at)
         values ($1, $2, 'percent', 'THURSDAY20', 20, 50, (
           select least(count(*), $4) from subscriptions where creator_id = $2 and started_at > $3), 'anyone', $3)
         returning id
     )
     insert into subscription_offer_uses (offer_id, subscriber_id, creator_id, kind, order_id, reserved_at, used_at)
       select offer.id, subscriber_id, creator_id, 'percent', taken.id, started_at, started_at
         from offer, (select id, subscriber_id, creator_id, started_at from subscriptions
           where creator_id = $2 and started_at > $3 order by started_at, id limit $4) as taken`,
    [seededId(random, madeAt, now), creator.profileId, madeAt, takers],
  );
}
