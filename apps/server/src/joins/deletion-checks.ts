import type { DeletionObstacle } from '@vlam/contract/rules/records';
import { sql } from 'kysely';
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/database.ts';

export interface Obstacle {
  kind: DeletionObstacle;
  count: number;
  /** When it ends by itself; null where it depends on a person's action. */
  until: Date | null;
}

export interface DeletionChecks {
  /** What the member has to settle, or wait for, before the account can be deleted. */
  listObstacles(on: Db, accountId: string): Promise<Obstacle[]>;
  /**
   * Whether nothing keeps what is stored of the member. A hold, an open case, report or complaint makes the erasure wait,
   * and no one outside may learn of it.
   */
  mayErase(on: Db, accountId: string): Promise<boolean>;
}

export function createDeletionChecks({ clock }: { clock: Clock }): DeletionChecks {
  const listObstacles: DeletionChecks['listObstacles'] = async (on, accountId) => {
    const { rows } = await sql<Obstacle>`
      with own as (select account.id, account.role, profile.id as profile_id
        from accounts as account left join profiles as profile on profile.account_id = account.id where account.id = ${accountId})
      select kind, count::int, until from (
        select 1 as place, 'staff' as kind, count(*) as count, null::timestamptz as until from own where role in ('moderator', 'admin')
        union all select 2, 'escrow', count(*), null from content_requests as asked, own
          where asked.held > 0 and (asked.requester_account_id = own.id or asked.creator_id = own.profile_id)
        union all select 3, 'payout', count(*), null from payouts as payout, own
          where payout.account_id = own.id and payout.status in ('requested', 'approved')
        union all select 4, 'payment', count(*), null from payment_orders as bought, own where bought.account_id = own.id
          and (bought.state = 'pending' or bought.state in ('paid', 'held') and bought.refund_requested_at is not null)
        union all select 5, 'debt', count(*), null from payment_debts as debt, own
          where debt.account_id = own.id and debt.settled_at is null
        union all select 6, 'show', count(distinct show.id), null from lives as show join own on show.creator_id = own.profile_id
          where show.ended_at is null and not show.sample
        union all select 7, 'subscribers', count(*), max(until) from (
          select paid.paid_until as until from subscriptions as paid join own on paid.creator_id = own.profile_id
              join profiles as fan on fan.id = paid.subscriber_id join accounts as payer on payer.id = fan.account_id
            where paid.paid_until > ${clock.now()} and payer.erased_at is null
          -- A payment page is given up after a day; what is paid there would be for a creator who has left.
          union all select bought.created_at + interval '1 day' from payment_orders as bought join own
              on split_part(bought.reference, '/', 1) = own.profile_id::text
            where bought.purpose in ('subscription', 'subscription_gift') and bought.state in ('created', 'pending')
        ) as fans
      ) as found where count > 0 order by place`.execute(on);
    return rows;
  };
  return {
    listObstacles,
    async mayErase(on, accountId) {
      if ((await listObstacles(on, accountId)).length > 0) return false;
      const { rows } = await sql`
        with own as (select ${accountId}::uuid as id, (select id from profiles where account_id = ${accountId}) as profile_id)
        select from own where is_account_held(own.id)
          or exists (select from legal_holds as hold join takedown_files as found on found.case_id = hold.subject_id
            where hold.subject_type = 'takedown' and hold.ended_at is null and hold.over_at is null and found.owner_id = own.id)
          or exists (select from legal_holds as hold join reports as report on report.id = hold.subject_id
            where hold.subject_type = 'report' and hold.ended_at is null and hold.over_at is null
              and (report.reporter_account_id = own.id or report.target_profile_id = own.profile_id))
          or exists (select from risk_cases where account_id = own.id and state in ('open', 'frozen'))
          or exists (select from money_review_freezes where account_id = own.id)
          or exists (select from reports where target_profile_id = own.profile_id and state = 'open')
          or exists (select from takedown_files as found join takedown_cases as open_case on open_case.id = found.case_id
            where found.owner_id = own.id and open_case.state = 'open')
          or exists (select from staff_decisions where account_id = own.id and appeal_state = 'open')`.execute(on);
      return rows.length === 0;
    },
  };
}
