import type pg from 'pg';

/**
 * Wishes of the people in the sample world, drawn from their ids alone; who can sign in chooses for themselves.
 * Bits follow the lists of the contract; each word is rarer than one in two, so that people differ.
 */
export async function insertWishes(client: pg.ClientBase): Promise<void> {
  await client.query(`
    insert into matching_preferences
      (profile_id, age_min, age_max, max_distance, interests, lifestyle, goals, changed_at)
    select id, least(60, greatest(21, stated_age - 6 - ((dice >> 40) & 7))),
      least(60, stated_age + 5 + ((dice >> 44) & 15)), 10 + ((dice >> 32) & 63),
      (dice & (dice >> 8)) & 255, ((dice >> 16) & (dice >> 25)) & 511, ((dice >> 34) & (dice >> 46)) & 63, created_at
    from profiles join demo_people on profile_id = id,
      lateral (select hashtextextended(id::text, 20261121) & 9223372036854775807 as dice) as d
    on conflict do nothing`);
}
