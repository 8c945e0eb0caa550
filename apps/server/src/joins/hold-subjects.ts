import type { HoldSubject } from '@vlam/contract/rules/records';
import { sql } from 'kysely';
import * as z from 'zod/mini';
import type { Database } from '../platform/database.ts';

/** Accounts, takedown cases and reports as a legal hold names them. */
export function createHoldSubjects({ db }: Database): {
  find(type: HoldSubject, named: string): Promise<string | null>;
  listNames(subjects: readonly { type: HoldSubject; id: string }[]): Promise<ReadonlyMap<string, string>>;
} {
  const isId = z.uuid();
  const finders: Record<HoldSubject, (named: string, id: string | null) => ReturnType<typeof sql<{ id: string }>>> = {
    account: (named, id) => sql`select id from accounts where id = ${id} or email = ${named}
      order by holds_email desc limit 1`,
    takedown: (named, id) => sql`select id from takedown_cases where id = ${id} or number = ${named.toUpperCase()}`,
    report: (_named, id) => sql`select id from reports where id = ${id}`,
  };
  return {
    async find(type, named) {
      const text = named.toLowerCase();
      const { rows } = await finders[type](text, z.safeParse(isId, text).success ? text : null).execute(db);
      return rows[0]?.id ?? null;
    },
    async listNames(subjects) {
      const ids = (wanted: HoldSubject) => subjects.filter(({ type }) => type === wanted).map(({ id }) => id);
      const { rows } = await sql<{ id: string; name: string }>`
        select id, first_name || ' ' || last_name as name from accounts where id = any (${ids('account')}::uuid[])
          union all select id, number from takedown_cases where id = any (${ids('takedown')}::uuid[])
          union all select id, reason from reports where id = any (${ids('report')}::uuid[])`.execute(db);
      return new Map(rows.map(({ id, name }) => [id, name]));
    },
  };
}
