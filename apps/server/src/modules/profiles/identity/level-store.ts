import { type RawBuilder, sql } from 'kysely';
import { readsNumberSetting } from '../../../platform/operator-settings.ts';

/**
 * Part of another module's statement: whether a profile has the identity level that X18 asks of its viewers at `now`;
 * false without a profile. It is `identityLevelOf(…) >= levelForX18`: the age is proven, and staff reviewed a document
 * whose look still counts.
 */
export const readsLevelForX18 = (profile: RawBuilder<unknown>, now: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`exists (
  select from profiles as known where known.id = ${profile} and not known.awaiting_age_check
    and known.identity_checked_at + ${readsNumberSetting('documentDays')} * interval '24 hours' > ${now}::timestamptz)`;
