import type { CaptionLanguage } from '@vlam/contract/rules/captions';
import { sql } from 'kysely';
import type { Db } from '../../../platform/database.ts';

export interface StoredCaptions {
  language: CaptionLanguage;
  storageKey: string;
  cues: number;
  addedAt: Date;
}

/** The captions of a file, by their language's code. */
export async function listCaptions(db: Db, mediaId: string): Promise<StoredCaptions[]> {
  const rows = await db
    .selectFrom('media_captions')
    .selectAll()
    .where('media_id', '=', mediaId)
    .orderBy('language')
    .execute();
  return rows.map((row) => ({
    language: row.language as CaptionLanguage,
    storageKey: row.storage_key,
    cues: row.cue_count,
    addedAt: row.added_at,
  }));
}

/** Adds or replaces; the caller has locked the file. Returns the folder that was replaced. */
export async function putCaptions(db: Db, mediaId: string, captions: StoredCaptions): Promise<string | undefined> {
  const { language, storageKey, cues, addedAt } = captions;
  const replaced = await takeCaptions(db, mediaId, language);
  await db
    .insertInto('media_captions')
    .values({ media_id: mediaId, language, storage_key: storageKey, cue_count: cues, added_at: addedAt })
    .execute();
  return replaced[0];
}

/** Removes the captions of one language, or all; returns their folders. */
export async function takeCaptions(db: Db, mediaId: string, language?: CaptionLanguage): Promise<string[]> {
  const rows = await db
    .deleteFrom('media_captions')
    .where('media_id', '=', mediaId)
    .$if(language !== undefined, (query) => query.where('language', '=', language as string))
    .returning('storage_key')
    .execute();
  return rows.map((row) => row.storage_key);
}

/** For another use of a file, which shares the folders. */
export async function copyCaptions(db: Db, fromId: string, toId: string): Promise<void> {
  await sql`
    insert into media_captions
    select (jsonb_populate_record(original, jsonb_build_object('media_id', ${toId}::uuid))).*
      from media_captions as original where original.media_id = ${fromId}`.execute(db);
}
