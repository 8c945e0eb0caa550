import type { ConsentOfRegister } from '@vlam/contract/records-consents';
import type { ConsentKind } from '@vlam/contract/rules/records';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../platform/database.ts';

/** A consent as it is stored; `who` without a name. */
export type ConsentRow = Omit<ConsentOfRegister, 'who' | 'kind' | 'askedAt' | 'answeredAt' | 'revokedAt'> & {
  accountId: string | null;
  askedAt: Date;
  answeredAt: Date | null;
  revokedAt: Date | null;
};

/** The rows of each register by their ids, which rise with time. `after` is the last one that was read. */
const queries: Record<ConsentKind, (after: string | null, limit: number) => RawBuilder<ConsentRow>> = {
  picture: (after, limit) => sql`
    select person.id::text, person.account_id as "accountId", person.token_hash is not null as "isLinked",
        item.title as what, person.wording::int, person.state, person.asked_at as "askedAt",
        person.answered_at as "answeredAt", person.revoked_at as "revokedAt"
      from content_people as person join content_items as item on item.id = person.content_id
      where ${after}::uuid is null or person.id < ${after}::uuid order by person.id desc limit ${limit}`,
  purchase: (after, limit) => sql`
    select id::text, account_id as "accountId", false as "isLinked", kind || ' ' || reference as what, wording::int,
        'yes' as state, given_at as "askedAt", given_at as "answeredAt", null::timestamptz as "revokedAt"
      from consents where ${after}::bigint is null or id < ${after}::bigint order by id desc limit ${limit}`,
  selfie: (after, limit) => sql`
    select checked.id::text, owner.account_id as "accountId", false as "isLinked", null as what,
        checked.consent_version::int as wording, 'yes' as state, checked.consented_at as "askedAt",
        checked.consented_at as "answeredAt", null::timestamptz as "revokedAt"
      from photo_checks as checked join profiles as owner on owner.id = checked.profile_id
      where checked.consented_at is not null and (${after}::uuid is null or checked.id < ${after}::uuid)
      order by checked.id desc limit ${limit}`,
  document: (after, limit) => sql`
    select id::text, account_id as "accountId", false as "isLinked", null as what, consent_version::int as wording,
        case when state = 'withdrawn' then 'revoked' else 'yes' end as state, sent_at as "askedAt",
        sent_at as "answeredAt", null::timestamptz as "revokedAt"
      from identity_documents where ${after}::uuid is null or id < ${after}::uuid order by id desc limit ${limit}`,
};

/** Consents of content, compliance and profiles, for the register of staff. */
export const createConsentRows =
  ({ db }: Database) =>
  async (kind: ConsentKind, after: string | null, limit: number): Promise<ConsentRow[]> =>
    (await queries[kind](after, limit).execute(db)).rows;
