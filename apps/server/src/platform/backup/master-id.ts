import type pg from 'pg';

/** The id of the master key that this database's data keys are sealed with; null before it has any. */
export async function findMasterId(client: pg.Client): Promise<string | null> {
  const { rows: tables } = await client.query("select from pg_class where oid = to_regclass('public.data_keys')");
  if (tables.length === 0) return null;
  const { rows } = await client.query<{ id: string }>('select master_id as id from data_keys where id = 0');
  return rows[0]?.id ?? null;
}
