import { maxCountedRows } from '@vlam/contract/records-retention';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../platform/database.ts';
import { erasedText } from './erasure-tables.ts';

type Condition = RawBuilder<unknown>;

/** A table with what is due in it; its rows are called `item` in every condition. */
interface Part {
  table: string;
  isDue(before: Date): Condition;
  /** What a legal hold keeps; absent where no hold can. */
  isHeld?(now: Date): Condition;
  /** Columns to empty instead of deleting the row. */
  empties?: Condition;
}

const inForce = (now: Date): Condition => sql`hold.ended_at is null and hold.until > ${now}
  and (hold.confirmed_at is not null or hold.confirm_by > ${now})`;
const holds = (type: 'account' | 'takedown' | 'report', id: Condition, now: Date): Condition => sql`exists (
  select from legal_holds as hold where hold.subject_type = ${type} and hold.subject_id = ${id} and ${inForce(now)})`;
const accountOf = (profile: Condition): Condition =>
  sql`(select owner.account_id from profiles as owner where owner.id = ${profile})`;
const itemAccount = (now: Date): Condition => holds('account', sql`item.account_id`, now);

const wasErased = (before: Date): Condition => sql`exists (
  select from accounts as erased where erased.id = item.account_id and erased.erased_at < ${before})`;

const sighting = (kind: 'network' | 'device'): Part => ({
  table: 'account_sightings',
  isDue: (before) => sql`item.kind = ${kind} and item.last_at < ${before}`,
  isHeld: itemAccount,
});

const isReportDue = (before: Date): Condition => sql`report.state <> 'open' and report.decided_at < ${before}`;
const isReportHeld = (now: Date): Condition => sql`(${holds('report', sql`report.id`, now)}
  or ${holds('account', sql`report.reporter_account_id`, now)}
  or ${holds('account', accountOf(sql`report.target_profile_id`), now)})`;
const ofReport = (condition: Condition): Condition =>
  sql`exists (select from reports as report where report.id = item.report_id and ${condition})`;
const evidence = (table: string): Part => ({
  table,
  isDue: (before) => ofReport(isReportDue(before)),
  isHeld: (now) => ofReport(isReportHeld(now)),
});
const asReport = (condition: Condition): Condition =>
  sql`exists (select from reports as report where report.id = item.id and ${condition})`;

/** What each rule with the mode `job` removes. */
const parts: Readonly<Record<string, readonly Part[]>> = {
  consent_record: [
    {
      table: 'content_people',
      isDue: (before) => sql`exists (
        select from content_items as content where content.id = item.content_id and content.removed_at < ${before})`,
      isHeld: (now) =>
        sql`(${itemAccount(now)} or ${holds(
          'account',
          accountOf(sql`(select content.profile_id from content_items as content where content.id = item.content_id)`),
          now,
        )})`,
    },
  ],
  takedown_case: [
    {
      table: 'takedown_cases',
      isDue: (before) => sql`item.state <> 'open' and item.decided_at < ${before}`,
      isHeld: (now) => sql`(${holds('takedown', sql`item.id`, now)} or exists (
        select from takedown_files as file where file.case_id = item.id and ${holds('account', sql`file.owner_id`, now)}))`,
    },
  ],
  report_evidence: [evidence('report_messages'), evidence('report_attachments')],
  report: [
    {
      table: 'reports',
      isDue: (before) => sql`item.state <> 'open' and item.decided_at < ${before}`,
      isHeld: (now) => asReport(isReportHeld(now)),
    },
  ],
  decision: [
    {
      table: 'staff_decisions',
      isDue: (before) => sql`item.decided_at < ${before} and item.appeal_state is distinct from 'open'`,
      isHeld: itemAccount,
    },
  ],
  identity_document: [
    {
      table: 'identity_documents',
      isDue: (before) => sql`item.decided_at < ${before} and item.document_sealed is not null`,
      isHeld: itemAccount,
      empties: sql`document_sealed = null`,
    },
  ],
  payment_event: [
    {
      table: 'payment_events',
      isDue: (before) =>
        sql`item.received_at < ${before} and (item.raw_sealed is not null or item.method_sealed is not null)`,
      isHeld: (now) =>
        holds(
          'account',
          sql`(select bought.account_id from payment_orders as bought where bought.id =
            case when item.order_id ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then item.order_id::uuid end)`,
          now,
        ),
      empties: sql`raw_sealed = null, method_sealed = null`,
    },
  ],
  purchase_consent: [{ table: 'consents', isDue: (before) => sql`item.given_at < ${before}`, isHeld: itemAccount }],
  authority_request: [
    {
      table: 'authority_requests',
      isDue: (before) => sql`item.state <> 'open' and item.answered_at < ${before}
        and not exists (select from legal_holds as hold where hold.request_id = item.id)`,
    },
  ],
  legal_hold: [
    {
      table: 'legal_holds',
      isDue: (before) => sql`coalesce(item.ended_at,
        case when item.confirmed_at is null then least(item.until, item.confirm_by) else item.until end) < ${before}`,
    },
  ],
  information_request: [
    {
      table: 'information_requests',
      isDue: (before) => sql`item.answered_at < ${before}`,
      isHeld: itemAccount,
    },
  ],
  unconfirmed_request: [
    {
      table: 'information_requests',
      isDue: (before) => sql`item.state = 'unconfirmed' and item.received_at < ${before}`,
    },
  ],
  reviewer: [
    {
      table: 'reviewer_grants',
      isDue: (before) => sql`coalesce(item.ended_at, item.expires_at, item.asked_at) < ${before}`,
    },
  ],
  breach: [{ table: 'breaches', isDue: (before) => sql`item.closed_at < ${before}` }],
  mail: [
    {
      table: 'outgoing_mail',
      isDue: (before) => sql`coalesce(item.sent_at, item.created_at) < ${before}`,
      isHeld: (now) => sql`exists (select from accounts as reader where reader.email = item.recipient
        and ${holds('account', sql`reader.id`, now)})`,
    },
  ],
  age_attempt: [
    {
      table: 'age_verification_attempts',
      isDue: (before) => sql`item.attempted_at < ${before}`,
      isHeld: itemAccount,
    },
  ],
  risk_case: [
    {
      table: 'risk_cases',
      isDue: (before) => sql`item.decided_at < ${before}`,
      isHeld: itemAccount,
    },
  ],
  erased_creator: [
    { table: 'creator_agreements', isDue: wasErased, isHeld: itemAccount },
    {
      table: 'payouts',
      isDue: (before) => sql`item.holder_name <> ${erasedText} and ${wasErased(before)}`,
      isHeld: itemAccount,
      empties: sql`holder_name = ${erasedText}, account_number_sealed = ''::bytea, account_ending = ''`,
    },
  ],
  network: [sighting('network')],
  device: [sighting('device')],
  held_row: [{ table: 'held_rows', isDue: (before) => sql`item.removed_at < ${before}`, isHeld: itemAccount }],
  dead_job: [{ table: 'dead_jobs', isDue: (before) => sql`item.failed_at < ${before}` }],
  bulk_action: [
    {
      table: 'staff_batches',
      isDue: (before) => sql`item.created_at < ${before}`,
      isHeld: (now) => sql`exists (select from staff_batch_accounts as acted where acted.batch_id = item.id
        and ${holds('account', sql`acted.account_id`, now)})`,
    },
  ],
};

const heldIn = ({ isHeld }: Part, now: Date): Condition => (isHeld ? isHeld(now) : sql`false`);

async function countPart(on: Db, part: Part, before: Date, now: Date): Promise<{ due: number; held: number }> {
  const { rows } = await sql<{ due: number; held: number }>`
    select count(*)::int as due, count(*) filter (where held)::int as held from (
      select ${heldIn(part, now)} as held from ${sql.table(part.table)} as item
        where ${part.isDue(before)} limit ${maxCountedRows}) as counted`.execute(on);
  return rows[0] ?? { due: 0, held: 0 };
}

async function removePart(tx: Db, part: Part, before: Date, now: Date, limit: number): Promise<number> {
  const table = sql.table(part.table);
  const chosen = sql`ctid = any (array(
    select item.ctid from ${table} as item where ${part.isDue(before)} and not coalesce(${heldIn(part, now)}, false)
      limit ${limit} for update of item skip locked))`;
  const { numAffectedRows } = await (part.empties
    ? sql`update ${table} set ${part.empties} where ${chosen}`
    : sql`delete from ${table} where ${chosen}`
  ).execute(tx);
  return Number(numAffectedRows ?? 0);
}

/** By id of the rule. Holds are read in the statement that removes, so one that was just placed counts. */
export const retentionSweeps = Object.fromEntries(
  Object.entries(parts).map(([id, tables]) => [
    id,
    {
      async count(on: Db, before: Date, now: Date) {
        const counted = await Promise.all(tables.map((part) => countPart(on, part, before, now)));
        return {
          due: counted.reduce((sum, { due }) => sum + due, 0),
          held: counted.reduce((sum, { held }) => sum + held, 0),
        };
      },
      async remove(tx: Db, before: Date, now: Date, limit: number) {
        let removed = 0;
        for (const part of tables) removed += await removePart(tx, part, before, now, limit);
        return removed;
      },
    },
  ]),
);
