import { interestCategories } from '@vlam/contract/constants';
import { lifestyles, relationshipGoals } from '@vlam/contract/matching';
import type pg from 'pg';

/** Match preferences of the demo fan; ages and distance keep their defaults. */
const fan = {
  email: 'fan@vlam.test',
  interests: ['Flirty Chat', 'Casual Dating', 'Live Shows'],
  lifestyle: ['Night owl', 'Outdoors', 'Creative', 'Foodie'],
  goals: ['Casual', 'Dating'],
};

const bitsOf = (all: readonly string[], chosen: readonly string[]): number =>
  all.reduce((bits, choice, bit) => (chosen.includes(choice) ? bits | (1 << bit) : bits), 0);

/**
 * Match preferences of the sample people, derived from their ids; of the demo accounts only the fan has any. Bits
 * follow the lists of the contract; each choice has a chance below one half, so that people differ.
 */
export async function insertMatchPreferences(client: pg.ClientBase): Promise<void> {
  await client.query(`
    insert into matching_preferences
      (profile_id, age_min, age_max, max_distance, interests, lifestyle, goals, changed_at)
    select id, least(60, greatest(21, stated_age - 6 - ((dice >> 40) & 7))),
      least(60, stated_age + 5 + ((dice >> 44) & 15)), 10 + ((dice >> 32) & 63),
      (dice & (dice >> 8)) & 255, ((dice >> 16) & (dice >> 25)) & 511, ((dice >> 34) & (dice >> 46)) & 63, created_at
    from profiles join demo_people on profile_id = id,
      lateral (select hashtextextended(id::text, 20261121) & 9223372036854775807 as dice) as d
    on conflict do nothing`);
  await client.query(
    `insert into matching_preferences (profile_id, interests, lifestyle, goals, changed_at)
      select profiles.id, $2::smallint, $3::smallint, $4::smallint, profiles.created_at
        from profiles join accounts on accounts.id = profiles.account_id where accounts.email = $1`,
    [
      fan.email,
      bitsOf(interestCategories, fan.interests),
      bitsOf(lifestyles, fan.lifestyle),
      bitsOf(relationshipGoals, fan.goals),
    ],
  );
}
