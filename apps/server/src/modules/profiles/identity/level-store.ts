import { type RawBuilder, sql } from 'kysely';

/**
 * Part of another module's statement: whether a profile has the identity level that X18 asks of its viewers; false
 * without a profile. It is `identityLevelOf(…) >= levelForX18`: the age is proven and staff looked at the document.
 */
export const readsLevelForX18 = (profile: RawBuilder<unknown>): RawBuilder<boolean> => sql<boolean>`exists (
  select from profiles as known where known.id = ${profile}
    and known.identity_checked_at is not null and not known.awaiting_age_check)`;
