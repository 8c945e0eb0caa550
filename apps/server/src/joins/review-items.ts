import { sql } from 'kysely';
import type { Database } from '../platform/database.ts';

interface Section {
  title: string;
  rows: { label: string; text: string }[];
}

const format = new Intl.DateTimeFormat('en-GB', {
  ...{ dateStyle: 'medium', timeStyle: 'short', timeZone: 'Africa/Johannesburg' },
});
const timeOf = (at: Date | null): string => (at ? format.format(at) : '');

/** Takedown cases as a reviewer from outside reads them: what was asked and done when, and nobody's name or picture. */
export function createReviewItems({ db }: Database): {
  findTakedowns(numbers: readonly string[]): Promise<ReadonlySet<string>>;
  describeTakedown(number: string): Promise<Section[] | null>;
} {
  return {
    async findTakedowns(numbers) {
      const { rows } = await sql<{ number: string }>`
        select number from takedown_cases where number = any (${[...numbers]}::text[])`.execute(db);
      return new Set(rows.map(({ number }) => number));
    },
    async describeTakedown(number) {
      const cases = await sql<{
        id: string;
        class: string;
        state: string;
        received_at: Date;
        due_at: Date;
        decided_at: Date | null;
        files: number;
        removed: number;
      }>`
        select id, class, state, received_at, due_at, decided_at,
            (select count(*)::int from takedown_files where case_id = takedown_cases.id) as files,
            (select count(*)::int from takedown_files where case_id = takedown_cases.id and removed_at is not null) as removed
          from takedown_cases where number = ${number}`.execute(db);
      const [found] = cases.rows;
      if (!found) return null;
      // Reasons are those of the log: what complainants and uploaders wrote stays sealed.
      const acts = await sql<{ action: string; at: Date; reason: string | null }>`
        select action, at, reason from audit_log where target_type = 'takedown' and target_id = ${found.id}
          and action in ('takedown.hidden', 'takedown.restored', 'takedown.removed', 'takedown.refused')
          order by number`.execute(db);
      return [
        {
          title: 'Case',
          rows: [
            { label: 'Class', text: found.class },
            { label: 'State', text: found.state },
            { label: 'Received', text: timeOf(found.received_at) },
            { label: 'Due', text: timeOf(found.due_at) },
            { label: 'Decided', text: timeOf(found.decided_at) },
            { label: 'Files found', text: String(found.files) },
            { label: 'Files removed', text: String(found.removed) },
          ],
        },
        {
          title: 'What was done',
          rows: acts.rows.map(({ action, at, reason }) => ({
            label: `${timeOf(at)}: ${action.slice('takedown.'.length)}`,
            text: reason ?? 'by the machine, at intake',
          })),
        },
      ];
    },
  };
}
