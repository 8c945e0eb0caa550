import { sql } from 'kysely';
import type { Database } from '../platform/database.ts';
import { ownTables } from './member-tables.ts';

/** Columns that name members of staff. */
const staffColumns = [
  ...['decided_by', 'answered_by', 'settled_by', 'x18_proposed_by', 'x18_confirmed_by', 'person_key'],
  ...['file_asked_by', 'file_approved_by'],
];

/** Everything that is stored of one member as their own: every table of `ownTables`, without sealed and hashed columns. */
export function createMemberData({ db }: Database): {
  /** How many tables `gather` reads. */
  tables: number;
  /** `onTable` is awaited after each table. */
  gather(
    accountId: string,
    onTable?: (done: number) => Promise<void>,
  ): Promise<ReadonlyMap<string, readonly unknown[]>>;
} {
  /** Columns of bytes hold hashes and sealed values. */
  async function listByteColumns(): Promise<ReadonlyMap<string, readonly string[]>> {
    const { rows } = await sql<{ table_name: string; columns: string[] }>`
      select table_name::text, array_agg(column_name::text) as columns from information_schema.columns
        where table_schema = current_schema() and data_type = 'bytea' group by table_name`.execute(db);
    return new Map(rows.map(({ table_name: table, columns }) => [table, columns]));
  }

  return {
    tables: Object.keys(ownTables).length,
    async gather(accountId, onTable) {
      const bytes = await listByteColumns();
      const profile = sql`(select id from profiles where account_id = ${accountId})`;
      const gathered = new Map<string, readonly unknown[]>();
      // One after another: a member with many rows must not take every connection.
      for (const [table, { column, by, without = [], received }] of Object.entries(ownTables)) {
        const omitted = [...without, ...staffColumns, ...(bytes.get(table) ?? [])];
        const owner = by === 'account' ? sql`${accountId}` : profile;
        const { rows } = await sql<{ item: unknown }>`
          select to_jsonb(item) - ${omitted}::text[] as item from ${sql.table(table)} as item
            where ${sql.ref(`item.${column}`)} = ${owner}`.execute(db);
        const items = rows.map(({ item }) => item);
        if (received) {
          const left = [...omitted, ...received.without];
          const { rows: more } = await sql<{ item: unknown }>`
            select to_jsonb(item) - ${left}::text[] as item from ${sql.table(table)} as item
              where ${sql.ref(`item.${received.column}`)} = ${profile}`.execute(db);
          items.push(...more.map(({ item }) => item));
        }
        gathered.set(table, items);
        await onTable?.(gathered.size);
      }
      return gathered;
    },
  };
}
