import { releaseHours } from '@vlam/contract/records-information';
import { sql } from 'kysely';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';

export interface RecordsWaiting {
  information: number;
  lateInformation: number;
  authorities: number;
  approvals: number;
  incidents: number;
}

/** What waits for staff of compliance, in one statement. */
export const createCountWaiting =
  ({ database: { db }, clock }: { database: Database; clock: Clock }) =>
  async (): Promise<RecordsWaiting> => {
    const now = clock.now();
    const { rows } = await sql<RecordsWaiting>`
      select (select count(*)::int from information_requests where state = 'open') as information,
          (select count(*)::int from information_requests where state = 'open' and due_at < ${now}) as "lateInformation",
          (select count(*)::int from authority_requests where state = 'open') as authorities,
          ((select count(*) from legal_holds where ended_at is null and until > ${now}
              and (change is not null or (confirmed_at is null and confirm_by > ${now})))
            + (select count(*) from breach_notices where decided_at is null)
            + (select count(*) from information_requests where file_approved_at is null
                and file_asked_at > ${new Date(now.getTime() - releaseHours * 3_600_000)})
            + (select count(*) from reviewer_grants where approved_at is null and ended_at is null))::int as approvals,
          (select count(*)::int from breaches where closed_at is null) as incidents`.execute(db);
    const [counts] = rows;
    if (!counts) throw new Error('no counts');
    return counts;
  };
