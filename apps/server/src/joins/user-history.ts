import type { HistoryItem, HistoryPart } from '@vlam/contract/administration-member';
import { sql } from 'kysely';
import type { CreditsService } from '../modules/credits/service.ts';
import { encodeCursor } from '../platform/cursor.ts';
import type { Database, Db } from '../platform/database.ts';

interface Person {
  accountId: string;
  profileId: string | null;
}
type Item = HistoryItem & {
  /** Where the source goes on after this item. */
  position: string;
};

/** One kind of event about a person, newest first; `after` is the position of the last item that was shown. */
export interface HistorySource {
  name: 'staff' | 'reports' | 'orders' | 'credits' | 'access';
  part: HistoryPart;
  list(person: Person, after: string | null, limit: number): Promise<Item[]>;
}

const nothing = { text: null, actor: null, auditNumber: null, amount: null };

/** The events of a member's life on the platform, from every module that keeps some. */
export function createHistorySources(
  { db }: Database,
  { explorer }: Pick<CreditsService, 'explorer'>,
): HistorySource[] {
  return [
    { name: 'staff', part: 'staff', list: (person, after, limit) => listStaffActs(db, person, after, limit) },
    { name: 'reports', part: 'reports', list: (person, after, limit) => listReports(db, person, after, limit) },
    { name: 'orders', part: 'money', list: (person, after, limit) => listOrders(db, person, after, limit) },
    {
      name: 'credits',
      part: 'money',
      async list({ accountId }, after, limit) {
        const cursor = after === null ? undefined : encodeCursor([after]);
        const { transfers } = await explorer.list({ ownerId: accountId }, { cursor, limit });
        return transfers.map((row) => ({
          ...nothing,
          id: row.group_id,
          at: row.created_at.toISOString(),
          part: 'money' as const,
          kind: row.kind,
          text: row.description || null,
          amount: { currency: row.currency, value: Number(row.amount) },
          position: row.group_id,
        }));
      },
    },
    { name: 'access', part: 'access', list: (person, after, limit) => listAccess(db, person, after, limit) },
  ];
}

/** Reports about a profile, pending or decided. */
export const createCountReports =
  ({ db }: Database) =>
  async (profileId: string): Promise<number> => {
    const { rows } = await sql<{ n: number }>`
      select count(*)::integer as n from reports where target_profile_id = ${profileId}`.execute(db);
    return rows[0]?.n ?? 0;
  };

/** Rows of the audit log about the account or profile. Reads by staff are in the log, but not shown here. */
async function listStaffActs(
  db: Db,
  { accountId, profileId }: Person,
  after: string | null,
  limit: number,
): Promise<Item[]> {
  const { rows } = await sql<{
    number: bigint;
    action: string;
    reason: string | null;
    at: Date;
    actor: string | null;
  }>`
    select log.number, log.action, log.reason, log.at, actor.first_name || ' ' || actor.last_name as actor
      from audit_log as log left join accounts as actor on actor.id = log.actor_id
      where (log.target_type, log.target_id) in (('account', ${accountId}), ('profile', ${profileId ?? ''}))
        and log.action <> 'user.viewed' and log.number < ${after ?? '9223372036854775807'}::bigint
      order by log.number desc limit ${limit}`.execute(db);
  return rows.map(({ number, action, reason, at, actor }) => ({
    ...nothing,
    id: `audit-${number}`,
    at: at.toISOString(),
    part: 'staff',
    kind: action,
    text: reason,
    actor,
    auditNumber: Number(number),
    position: String(number),
  }));
}

/** Reports about the person; who reported is never read. */
async function listReports(db: Db, { profileId }: Person, after: string | null, limit: number): Promise<Item[]> {
  if (!profileId) return [];
  const [at = null, id = null] = after?.split(' ') ?? [];
  const { rows } = await sql<{
    id: string;
    state: string;
    target_type: string;
    reason: string;
    created_at: Date;
    position: string;
  }>`
    select id, state, target_type, reason, created_at,
        to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as position
      from reports where target_profile_id = ${profileId}
        and (${at}::timestamptz is null or (created_at, id) < (${at}::timestamptz, ${id}::uuid))
      order by created_at desc, id desc limit ${limit}`.execute(db);
  return rows.map((row) => ({
    ...nothing,
    id: row.id,
    at: row.created_at.toISOString(),
    part: 'reports',
    kind: `report.${row.state === 'open' ? 'pending' : row.state}`,
    text: `${row.target_type} ${row.reason}`,
    position: `${row.position} ${row.id}`,
  }));
}

/** Payments in rand that were asked of the provider. */
async function listOrders(db: Db, { accountId }: Person, after: string | null, limit: number): Promise<Item[]> {
  const { rows } = await sql<{
    id: string;
    state: string;
    description: string;
    amount_cents: bigint;
    created_at: Date;
  }>`
    select id, state, description, amount_cents, created_at from payment_orders
      where account_id = ${accountId} and (${after}::uuid is null or id < ${after}::uuid)
      order by id desc limit ${limit}`.execute(db);
  return rows.map((row) => ({
    ...nothing,
    id: row.id,
    at: row.created_at.toISOString(),
    part: 'money',
    kind: `order.${row.state}`,
    text: row.description,
    amount: { currency: 'cents', value: Number(row.amount_cents) },
    position: row.id,
  }));
}

/** Sign-up, proofs, and sessions that are still open; at most some hundred, so they are read whole. */
async function listAccess(db: Db, { accountId }: Person, after: string | null, limit: number): Promise<Item[]> {
  const { rows } = await sql<{ id: string; kind: string; at: Date; text: string | null }>`
    select 'signed-up' as id, 'signed_up' as kind, created_at as at, null as text from accounts where id = ${accountId}
    union all select 'email', 'email_confirmed', email_verified_at, null from accounts
      where id = ${accountId} and email_verified_at is not null
    union all select 'age', 'age_verified', age_verified_at, null from accounts
      where id = ${accountId} and age_verified_at is not null
    union all select 'document', 'document_seen', document_seen_at, document_type from age_verifications
      where account_id = ${accountId} and document_seen_at is not null
    union all (select id::text, 'signed_in', created_at, nullif(device, '') from sessions
      where account_id = ${accountId} order by created_at desc limit 200)
    order by at desc, id desc`.execute(db);
  const start = after === null ? 0 : Number(after);
  return rows.slice(start, start + limit).map((row, index) => ({
    ...nothing,
    ...row,
    at: row.at.toISOString(),
    part: 'access',
    position: String(start + index + 1),
  }));
}
