import type { Database } from '../src/platform/database.ts';
import { newId } from '../src/platform/ids.ts';

/** Tests about anything but identity levels need no document, selfie and agreement before a creator of theirs publishes. */
export async function letCheckedCreatorsPublish({ db }: Pick<Database, 'db'>): Promise<void> {
  await db
    .insertInto('operator_settings')
    .values({ name: 'levelToPublishAtOnce', value: '1', version: 1, changed_by: newId(), changed_at: new Date() })
    .execute();
}
