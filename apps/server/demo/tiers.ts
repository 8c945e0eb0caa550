import type pg from 'pg';
import { type SamplePerson, seededId } from './people.ts';
import { createRandom } from './random.ts';
import { demoScale } from './scale.ts';

const day = 86_400_000;
/** Posts that open from the second tier on, and what each costs alone. */
const higherPosts = [
  ['Velvet, part one', 12],
  ['Amber in gold', 0],
] as const;
/** One in this many subscribers has the second tier. */
const share = 4;

/** The creator one can sign in as has two tiers, posts that open from the second on, and people who have it. */
export async function insertTiers(client: pg.ClientBase, people: readonly SamplePerson[], now: Date): Promise<void> {
  const creator = people.find((person) => person.creator && person.canSignIn);
  if (!creator?.creator) return;
  const { profileId } = creator;
  const priceCents = creator.creator.priceCents + 15_000;
  await client.query(
    `insert into subscription_tiers (creator_id, number, name, opens, price_cents) values
       ($1, 1, 'Ember', 'Every post, and my Thursday note', null),
       ($1, 2, 'Ember Gold', 'Also the long films, the gold series and my late shows', $2)`,
    [profileId, priceCents],
  );
  for (const [title, price] of higherPosts)
    await client.query(
      'update content_items set from_tier = 2, price_credits = $3 where profile_id = $1 and title = $2',
      [profileId, title, price],
    );
  // A sample subscription has no order: its own id stands for it.
  await client.query(
    `with chosen as (
       select id, row_number() over (order by started_at, id) as place from subscriptions
         where creator_id = $1 and paid_until > $3
     ), moved as (
       update subscriptions set tier = 2, price_cents = $2 from chosen
         where chosen.id = subscriptions.id and mod(chosen.place, $4) = 0
         returning subscriptions.id, started_at, paid_until
     )
     insert into subscription_periods (order_id, subscription_id, amount_cents, starts_at, ends_at, tier)
       select id, id, $2, started_at, paid_until, 2 from moved`,
    [profileId, priceCents, now, share],
  );
  // A code for the second tier, made a week ago.
  const madeAt = new Date(now.getTime() - 7 * day);
  await client.query(
    `insert into subscription_offers (id, creator_id, kind, code, tier, value, uses_limit, used, audience, created_at)
       values ($1, $2, 'percent', 'GOLDWEEK', 2, 30, 20, 0, 'anyone', $3)`,
    [seededId(createRandom(demoScale.seed + 880), madeAt, now), profileId, madeAt],
  );
}
