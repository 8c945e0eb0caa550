import { type RawBuilder, sql } from 'kysely';
import type { Db } from './database.ts';
import { firstKeyId, headOf, sealedMark } from './key-ring.ts';
import type { SealedColumn, SealedRow } from './sealed-columns.ts';

/** A sealed value, what it was sealed with, and where it is. */
export interface SealedValue {
  value: Buffer;
  purpose: string;
  context: string;
  /** Values of the primary key, in its order. */
  at: readonly string[];
  /** Where it is the copy of a row that was removed under a legal hold. */
  isHeld: boolean;
}

/** Which values: those that another key than this one sealed, those of this one, or any. */
export interface Wanted {
  limit: number;
  notBy?: number;
  /** After the value with this primary key. */
  after?: readonly string[] | undefined;
}

const list = (parts: readonly RawBuilder<unknown>[]) => sql.join(parts);
/** In `jsonb`, bytes are text: `\x` and two digits a byte. */
const asText = (bytes: Buffer): string => `\\x${bytes.toString('hex')}`;
const asBytes = (text: string): Buffer => Buffer.from(text.slice(2), 'hex');

/** Sealed values of one column in the order of its primary key. */
export async function findSealed(on: Db, column: SealedColumn, wanted: Wanted): Promise<SealedValue[]> {
  const at = column.key.map((name) => sql`item.${sql.ref(name)}`);
  const named = [...new Set([...column.key, ...(column.also ?? [])])];
  const selected = named.map((name) => sql`item.${sql.ref(name)}::text as ${sql.ref(name)}`);
  if (column.accountOfProfile)
    selected.push(sql`(select account_id::text from profiles where profiles.id = item.profile_id) as account_id`);
  const value = sql`item.${sql.ref(column.column)}`;
  // Compared as the columns' own type, so that the index of the primary key is read.
  const after = wanted.after ? sql`and (${list(at)}) > (${list(wanted.after.map((part) => sql`${part}`))})` : sql``;
  const not = wanted.notBy === undefined ? sql`` : sql`and substring(${value} from 1 for 6) <> ${headOf(wanted.notBy)}`;
  const { rows } = await sql<SealedRow & { sealed_value: Buffer }>`
    select ${value} as sealed_value, ${list(selected)} from ${sql.table(column.table)} as item
      where ${value} is not null and octet_length(${value}) > 0 ${not} ${after}
      order by ${list(at)} limit ${wanted.limit}`.execute(on);
  return rows.map(({ sealed_value, ...row }) => ({
    value: sealed_value as unknown as Buffer,
    purpose: column.purpose(row),
    context: column.context(row),
    at: column.key.map((name) => row[name] ?? ''),
    isHeld: false,
  }));
}

/** The same of copies of removed rows, which hold the value as text of `jsonb`. */
export async function findHeld(on: Db, column: SealedColumn, wanted: Wanted): Promise<SealedValue[]> {
  const value = sql`(item.content ->> ${column.column}::text)`;
  const after = wanted.after ? sql`and item.id > ${wanted.after[0]}` : sql``;
  const not = wanted.notBy === undefined ? sql`` : sql`and left(${value}, 14) <> ${asText(headOf(wanted.notBy))}`;
  const { rows } = await sql<{ id: string; account_id: string; content: Record<string, string> }>`
    select item.id, item.account_id, item.content from held_rows as item
      where item.table_name = ${column.table} and length(${value}) > 2 ${not} ${after}
      order by item.id limit ${wanted.limit}`.execute(on);
  return rows.map(({ id, account_id, content }) => {
    const row = { account_id, ...content };
    return {
      value: asBytes(content[column.column] ?? ''),
      purpose: column.purpose(row),
      context: column.context(row),
      at: [id],
      isHeld: true,
    };
  });
}

/** Writes the value sealed anew, unless it was changed or removed since it was read; returns whether it did. */
export async function exchangeSealed(
  on: Db,
  column: SealedColumn,
  { value, at, isHeld }: SealedValue,
  next: Buffer,
): Promise<boolean> {
  if (isHeld) {
    const { numAffectedRows } = await sql`
      update held_rows set content = jsonb_set(content, array[${column.column}::text], to_jsonb(${asText(next)}::text))
        where id = ${at[0]} and content ->> ${column.column}::text = ${asText(value)}`.execute(on);
    return numAffectedRows === 1n;
  }
  const isRow = sql.join(
    column.key.map((name, index) => sql`${sql.ref(name)} = ${at[index]}`),
    sql` and `,
  );
  const { numAffectedRows } = await sql`
    update ${sql.table(column.table)} set ${sql.ref(column.column)} = ${next}
      where ${isRow} and ${sql.ref(column.column)} = ${value}`.execute(on);
  return numAffectedRows === 1n;
}

/** How many values of a column a key has sealed; those without a mark are of the first. */
export async function countSealedBy(on: Db, column: SealedColumn, id: number): Promise<number> {
  const value = sql.ref(column.column);
  const isFirst = id === firstKeyId;
  const unmarked = isFirst ? sql`or substring(${value} from 1 for 4) <> ${sealedMark}` : sql``;
  const held = sql`(content ->> ${column.column}::text)`;
  const heldUnmarked = isFirst ? sql`or left(${held}, 10) <> ${asText(sealedMark)}` : sql``;
  const { rows } = await sql<{ count: number }>`
    select (select count(*)::int from ${sql.table(column.table)}
        where octet_length(${value}) > 0 and (substring(${value} from 1 for 6) = ${headOf(id)} ${unmarked}))
      + (select count(*)::int from held_rows where table_name = ${column.table} and length(${held}) > 2
        and (left(${held}, 14) = ${asText(headOf(id))} ${heldUnmarked})) as count`.execute(on);
  return rows[0]?.count ?? 0;
}
