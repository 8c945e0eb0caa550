import type { Db } from '../../platform/database.ts';

/** Stores a creator's note on a person; an empty one is deleted. */
export async function setNote(
  db: Db,
  { creatorId, fanId }: { creatorId: string; fanId: string },
  { note, at }: { note: string; at: Date },
): Promise<void> {
  if (note === '') {
    await db.deleteFrom('fan_notes').where('creator_id', '=', creatorId).where('fan_id', '=', fanId).execute();
    return;
  }
  await db
    .insertInto('fan_notes')
    .values({ creator_id: creatorId, fan_id: fanId, note, updated_at: at })
    .onConflict((conflict) => conflict.columns(['creator_id', 'fan_id']).doUpdateSet({ note, updated_at: at }))
    .execute();
}
