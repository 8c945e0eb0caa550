import type { Db } from '../../platform/database.ts';

export const listFacts = (db: Db) => db.selectFrom('operator_facts').select(['name', 'value', 'changed_at']).execute();

/** Stores a fact; an empty one is removed. */
export async function setFact(
  db: Db,
  { name, value, at, by }: { name: string; value: string; at: Date; by: string },
): Promise<void> {
  if (value === '') {
    await db.deleteFrom('operator_facts').where('name', '=', name).execute();
    return;
  }
  const row = { value, changed_at: at, changed_by: by };
  await db
    .insertInto('operator_facts')
    .values({ name, ...row })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(row))
    .execute();
}
