import { sql } from 'kysely';
import type { Database, Db } from '../platform/database.ts';

const uuid = '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$';

/** Accounts as staff name them. Of several under one address, the one that holds it. */
export function createAccountLookup({ db }: Database): {
  findAccounts(named: readonly string[]): Promise<ReadonlyMap<string, string>>;
  listEmails(on: Db, accountIds: readonly string[]): Promise<ReadonlyMap<string, string>>;
} {
  return {
    async findAccounts(named) {
      const { rows } = await sql<{ name: string; id: string }>`
        select asked.name, account.id from unnest(${[...named]}::text[]) as asked (name)
          cross join lateral (select id from accounts
            where id = case when lower(asked.name) ~ ${uuid} then lower(asked.name)::uuid end
              or email = lower(asked.name)
            order by holds_email desc limit 1) as account`.execute(db);
      return new Map(rows.map(({ name, id }) => [name, id]));
    },
    async listEmails(on, accountIds) {
      const { rows } = await sql<{ id: string; email: string }>`
        select id, email from accounts where id = any (${[...accountIds]}::uuid[])`.execute(on);
      return new Map(rows.map(({ id, email }) => [id, email]));
    },
  };
}
