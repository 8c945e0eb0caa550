import { sql } from 'kysely';
import type { Db } from '../src/platform/database.ts';
import { newId } from '../src/platform/ids.ts';

/** Stands in every word that the member could have written. */
export const canary = 'kanarie7';

export interface Person {
  accountId: string;
  profileId: string;
}

interface Column {
  table: string;
  name: string;
  type: string;
  isNullable: boolean;
  hasDefault: boolean;
  refersTo: string | null;
  element: string | null;
}
type Row = Record<string, unknown>;

async function readColumns(db: Db): Promise<Map<string, Column[]>> {
  const { rows } = await sql<Column>`
    select c.table_name::text as table, c.column_name::text as name, c.data_type::text as type, case when c.data_type = 'ARRAY' then c.udt_name::text end as element,
        c.is_nullable = 'YES' as "isNullable", c.column_default is not null or c.is_identity = 'YES' as "hasDefault",
        (select k.confrelid::regclass::text from pg_constraint k
          join pg_attribute a on a.attrelid = k.conrelid and a.attnum = any (k.conkey) and a.attname = c.column_name
          where k.contype = 'f' and k.conrelid = (quote_ident(c.table_name))::regclass
          order by cardinality(k.conkey) limit 1) as "refersTo"
      from information_schema.columns c join information_schema.tables t
        on t.table_name = c.table_name and t.table_schema = c.table_schema
      where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.is_generated = 'NEVER'
      order by c.table_name, c.ordinal_position`.execute(db);
  return Map.groupBy(rows, ({ table }) => table);
}

/** The first value that a column's own check names, and how long its text may be. */
async function readLimits(db: Db): Promise<Map<string, { value?: string; length?: number }>> {
  const { rows } = await sql<{ table: string; text: string }>`
    select conrelid::regclass::text as table, pg_get_constraintdef(oid) as text from pg_constraint
      where contype = 'c' and connamespace = 'public'::regnamespace`.execute(db);
  const limits = new Map<string, { value?: string; length?: number }>();
  const note = (key: string, more: { value?: string; length?: number }) =>
    limits.set(key, { ...limits.get(key), ...more });
  for (const { table, text } of rows) {
    for (const [, column = '', value = ''] of text.matchAll(/\(?(\w+) = ANY \((?:ARRAY\['|'\{)([^',}]+)/g))
      if (!limits.get(`${table}.${column}`)?.value) note(`${table}.${column}`, { value: value.trim() });
    for (const [, column = '', length = ''] of text.matchAll(/length\((\w+)\) <= (\d+)/g))
      note(`${table}.${column}`, { length: Number(length) });
  }
  return limits;
}

/** Rows need not fit together to be found, or not, after an erasure. */
async function dropChecks(db: Db): Promise<void> {
  const { rows } = await sql<{ table: string; name: string }>`
    select conrelid::regclass::text as table, conname::text as name from pg_constraint
      where contype = 'c' and conrelid <> 0 and connamespace = 'public'::regnamespace`.execute(db);
  for (const { table, name } of rows)
    await sql`alter table ${sql.table(table)} drop constraint if exists ${sql.ref(name)}`.execute(db);
}

const byAccount = /^(account_id|owner_id|actor_id|payer_id|by_account|owner_account_id|requester_account_id)$/;
const byProfile = /^(profile_id|creator_id|viewer_id|payee_id|requester_id|sender_id|target_id|subject_id)$/;

/**
 * Puts rows that are about a person into every table that can have some, with the canary in every text, document and
 * sealed value. Returns the tables it could not fill, with what the database said.
 */
export async function fillEverywhere(
  db: Db,
  who: { person: Person; other: Person; staffId: string; at: Date; skipped: readonly string[] },
): Promise<Map<string, string>> {
  const [columns, limits] = [await readColumns(db), await readLimits(db)];
  const ids = new Map<string, string>();
  await dropChecks(db);
  for (const table of who.skipped)
    if (columns.get(table)?.some(({ name, type }) => name === 'id' && type === 'text')) {
      const { rows } = await sql<{ id: string }>`select id from ${sql.table(table)} limit 1`.execute(db);
      if (rows[0]) ids.set(table, rows[0].id);
    }
  const failed = new Map<string, string>();
  const waiting = new Set([...columns.keys()].filter((table) => !who.skipped.includes(table)));

  const fill = (column: Column, order: 'first' | 'last', place: { profiles: number; of: number }): unknown => {
    const { table, name, type, refersTo } = column;
    // Where another person comes first, the words are theirs.
    const mark = order === 'first' || place.of < 2 ? canary : 'words of another';
    const limit = limits.get(`${table}.${name}`);
    if (type === 'uuid') {
      const isPerson = (index: number, of: number) => (order === 'first' ? index === 0 : index === of - 1);
      if (/_by$|decided_by|^asked_by|^proposed_by/.test(name) && name !== 'by_account')
        return column.isNullable ? null : who.staffId;
      if (refersTo === 'accounts' || (!refersTo && byAccount.test(name))) return who.person.accountId;
      if (refersTo === 'profiles' || (!refersTo && byProfile.test(name))) {
        place.profiles += 1;
        return isPerson(place.profiles - 1, place.of) ? who.person.profileId : who.other.profileId;
      }
      if (name === 'conversation_id') return ids.get('conversations');
      return refersTo ? ids.get(refersTo) : newId();
    }
    if (refersTo && ids.has(refersTo)) return ids.get(refersTo);
    if (limit?.value) return limit.value;
    // Names of folders in the storage.
    if (/^(storage_key|folder|photo_key|cover_key)$/.test(name) || (table === 'profile_photos' && name === 'key'))
      return `${mark}-${name === 'storage_key' ? 'file' : `${table}-${name}`}`.padEnd(40, '0');
    if (type === 'text' || type === 'character varying')
      return `${mark} ${table}.${name}`.slice(0, limit?.length ?? 200);
    if (type === 'bytea') return Buffer.from(`${mark} ${table}.${name}`.padEnd(32, '.'));
    if (type === 'jsonb' || type === 'json') return JSON.stringify({ note: `${mark} ${table}.${name}` });
    if (type === 'boolean') return false;
    if (type === 'ARRAY') return column.element === '_text' ? [`${mark} ${table}.${name}`] : [];
    if (type === 'date') return '2026-11-20';
    if (type.startsWith('timestamp')) return who.at;
    if (type === 'bit') return sql`repeat('0', 256)::bit(256)`;
    return 10;
  };

  function rowOf(table: string, order: 'first' | 'last', withOptional: boolean): Row {
    const own = columns.get(table) ?? [];
    const isProfile = (c: Column) =>
      c.refersTo === 'profiles' || (!c.refersTo && c.type === 'uuid' && byProfile.test(c.name));
    const place = { profiles: 0, of: own.filter(isProfile).length };
    const row: Row = {};
    for (const column of own) {
      const isWord = ['text', 'jsonb', 'bytea', 'ARRAY'].includes(column.type) && column.element !== '_bit';
      if (column.hasDefault && !isWord) continue;
      if (column.isNullable && !(withOptional && (isWord || isProfile(column) || column.refersTo === 'accounts')))
        continue;
      const value = fill(column, order, place);
      if (value !== undefined && value !== null) row[column.name] = value;
    }
    return row;
  }

  async function tryInsert(table: string, row: Row): Promise<string | null> {
    const names = Object.keys(row);
    if (names.length === 0) return 'no columns';
    try {
      await db.transaction().execute((tx) =>
        sql`insert into ${sql.table(table)} (${sql.join(names.map((name) => sql.ref(name)))})
          values (${sql.join(names.map((name) => sql`${row[name]}`))})`.execute(tx),
      );
      return null;
    } catch (error) {
      return (error as Error).message;
    }
  }

  for (let before = -1; before !== waiting.size; ) {
    before = waiting.size;
    for (const table of [...waiting]) {
      const parents = (columns.get(table) ?? []).flatMap(({ refersTo, isNullable }) =>
        refersTo && !isNullable && !['accounts', 'profiles', table].includes(refersTo) && !ids.has(refersTo)
          ? [refersTo]
          : [],
      );
      if (parents.length > 0) {
        failed.set(table, `waits for ${parents.join()}`);
        continue;
      }
      const id = newId();
      const hasId = columns.get(table)?.some(({ name, type }) => name === 'id' && type === 'uuid');
      const named = hasId ? { id } : {};
      let problem = await tryInsert(table, { ...rowOf(table, 'first', true), ...named });
      if (problem) {
        const withFewer = await tryInsert(table, { ...rowOf(table, 'first', false), ...named });
        problem = withFewer && `${problem}; ${withFewer}`;
      }
      if (problem) {
        failed.set(table, problem);
        continue;
      }
      failed.delete(table);
      waiting.delete(table);
      if (hasId) ids.set(table, id);
      else if (columns.get(table)?.some(({ name }) => name === 'media_id')) ids.set(table, ids.get('media') ?? id);
      // The member on the other side of the same row.
      await tryInsert(table, { ...rowOf(table, 'last', true), ...(hasId ? { id: newId() } : {}) });
    }
  }
  return failed;
}

/** Every column, of every table in any schema of ours, in which the canary still stands: `table.column`. */
export async function findCanary(db: Db, text: string = canary): Promise<string[]> {
  const { rows: places } = await sql<{ schema: string; table: string; column: string }>`
    select c.table_schema::text as schema, c.table_name::text as table, c.column_name::text as column
      from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
      where c.table_schema in ('public', 'graphile_worker') and t.table_type = 'BASE TABLE'
        and c.data_type in ('text', 'character varying', 'jsonb', 'json', 'bytea', 'ARRAY', 'USER-DEFINED')`.execute(
    db,
  );
  const found: string[] = [];
  for (const { schema, table, column } of places) {
    const { rows } = await sql`
      select from ${sql.table(`${schema}.${table}`)} as item
        where strpos(lower(item.${sql.ref(column)}::text), ${text}) > 0
          or strpos(item.${sql.ref(column)}::text, ${Buffer.from(text).toString('hex')}) > 0 limit 1`.execute(db);
    if (rows.length > 0) found.push(schema === 'public' ? `${table}.${column}` : `${schema}.${table}.${column}`);
  }
  return found.sort();
}
