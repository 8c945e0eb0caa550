import { sql } from 'kysely';
import type { Db } from '../../platform/database.ts';
import { type JobTask, jobKind, jobTask } from '../../platform/jobs.ts';
import type { KeyRing } from '../../platform/key-ring.ts';
import type { PersonRow } from './people-store.ts';

export const sealNamesKind = jobKind('content.seal-names', { maxAttempts: 2 });
const batchSize = 500;
/** Stands in the column of the name where the name is sealed. */
const placeholder = '-';

export type NamedRow = Pick<PersonRow, 'content_id' | 'name' | 'name_sealed'>;

/** Names of people without an account in consent records. They are sealed for their item, as a new request copies them. */
export interface LinkedNames {
  /** The columns of a name. */
  columnsOf(contentId: string, name: string): { name: string; name_sealed: Buffer };
  /** The name of a member or of a linked person. */
  nameOf(row: NamedRow): string;
}

export function createLinkedNames({ keys }: { keys: KeyRing }): LinkedNames {
  const sealer = keys.sealer('names in consent records');
  const contextOf = (contentId: string) => `${contentId} name`;
  return {
    columnsOf: (contentId, name) => ({ name: placeholder, name_sealed: sealer.seal(name, contextOf(contentId)) }),
    nameOf: (row) => (row.name_sealed ? sealer.open(row.name_sealed, contextOf(row.content_id)) : row.name),
  };
}

/** Seals the names that an earlier release stored in the clear, a batch at each run. */
export function sealNamesTask({ db, names }: { db: Db; names: LinkedNames }): JobTask {
  return jobTask(
    sealNamesKind,
    async () => {
      const { rows } = await sql<{ id: string; content_id: string; name: string }>`
        select id, content_id, name from content_people
          where account_id is null and name_sealed is null order by id limit ${batchSize}`.execute(db);
      for (const { id, content_id, name } of rows)
        await db
          .updateTable('content_people')
          .set(names.columnsOf(content_id, name))
          .where('id', '=', id)
          .where('name_sealed', 'is', null)
          .execute();
    },
    { cron: '37 * * * *' },
  );
}
