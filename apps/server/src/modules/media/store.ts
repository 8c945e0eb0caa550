import { type Selectable, sql } from 'kysely';
import type { Db } from '../../platform/database.ts';
import type { Media as MediaRow } from '../../platform/database-types.ts';
import type { ClipContainer } from './clip/outcome.ts';
import type { MediaKind, MediaState, StoredMedia } from './media.ts';

/** What the owner of a file reads that a complaint holds back. */
const heldReason = 'Held back while a complaint is looked at';

/** A held file reads as a blocked one everywhere. */
export const toMedia = (row: Selectable<MediaRow>): StoredMedia => ({
  id: row.id,
  ownerId: row.owner_id,
  kind: row.kind as MediaKind,
  state: row.held === null ? (row.state as MediaState) : 'blocked',
  reason: row.held === null ? row.reason : heldReason,
  width: row.width,
  height: row.height,
  durationMs: row.duration_ms,
  tints: row.tints,
  widths: row.held === null ? row.widths : [],
  isStream: row.is_stream,
  isMarked: row.is_marked,
  clip: row.clip as ClipContainer | null,
  byteSize: Number(row.byte_size),
  storageKey: row.storage_key,
  sha256: row.sha256,
  createdAt: row.created_at,
  isCopy: row.is_copy,
  isFrozen: row.held === 'frozen',
});

interface NewMedia {
  id: string;
  ownerId: string;
  kind: MediaKind;
  state: 'uploading' | 'processing';
  byteSize: number;
  storageKey: string;
  createdAt: Date;
  forLibrary?: boolean;
  isStream?: boolean;
  /** Where it is fetched from. */
  importAddress?: string | undefined;
}

export async function insertMedia(db: Db, media: NewMedia): Promise<void> {
  await db
    .insertInto('media')
    .values({
      id: media.id,
      owner_id: media.ownerId,
      kind: media.kind,
      state: media.state,
      byte_size: BigInt(media.byteSize),
      storage_key: media.storageKey,
      created_at: media.createdAt,
      for_library: media.forLibrary ?? false,
      is_stream: media.isStream ?? false,
      import_address: media.importAddress ?? null,
    })
    .execute();
}

export async function findMedia(db: Db, id: string): Promise<StoredMedia | undefined> {
  const row = await db.selectFrom('media').selectAll().where('id', '=', id).executeTakeFirst();
  return row && toMedia(row);
}

/** Locks the row until the transaction ends: the sweep cannot delete it before it is referenced, and its uses are serialised. */
export async function lockMediaForUse(db: Db, id: string): Promise<StoredMedia | undefined> {
  const row = await db.selectFrom('media').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst();
  return row && toMedia(row);
}

export async function listMedia(db: Db, ids: readonly string[]): Promise<StoredMedia[]> {
  const { rows } = await sql<Selectable<MediaRow>>`select * from media where id = any (${ids}::uuid[])`.execute(db);
  return rows.map(toMedia);
}

/** Ids of its owner's rows with the same bytes, itself among them: copies, and other uploads; none for unknown files. */
export async function listCopies(db: Db, id: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select copies.id from media as file
      join media as copies on copies.owner_id = file.owner_id
        and (copies.sha256 = file.sha256 or copies.storage_key = file.storage_key)
      where file.id = ${id} order by copies.id`.execute(db);
  return rows.map((row) => row.id);
}

/** Uploads of an account since a moment. Locks the account's uploads until the transaction ends. */
export async function readUsage(db: Db, ownerId: string, since: Date): Promise<{ uploads: number; bytes: number }> {
  await sql`select pg_advisory_xact_lock(hashtextextended('media ' || ${ownerId}, 0))`.execute(db);
  const { rows } = await sql<{ uploads: bigint; bytes: bigint }>`
    select count(*) as uploads, coalesce(sum(byte_size), 0)::bigint as bytes
      from media where owner_id = ${ownerId} and created_at > ${since} and not is_copy`.execute(db);
  return { uploads: Number(rows[0]?.uploads ?? 0), bytes: Number(rows[0]?.bytes ?? 0) };
}

/** Whether a file is being fetched for an account. */
export async function isFetching(db: Db, ownerId: string): Promise<boolean> {
  const found = await db
    .selectFrom('media')
    .select('id')
    .where('owner_id', '=', ownerId)
    .where('state', '=', 'uploading')
    .where('import_address', 'is not', null)
    .executeTakeFirst();
  return found !== undefined;
}

/** Where a file is fetched from while it is wanted. */
export async function findImportAddress(db: Db, id: string): Promise<string | null> {
  const row = await db
    .selectFrom('media')
    .select('import_address')
    .where('id', '=', id)
    .where('state', '=', 'uploading')
    .executeTakeFirst();
  return row?.import_address ?? null;
}

/** Files that are fetched since before a moment. */
export async function listImports(db: Db, before: Date, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('media')
    .select('id')
    .where('state', '=', 'uploading')
    .where('import_address', 'is not', null)
    .where('created_at', '<', before)
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** Stores how much has arrived of a file that is fetched. Returns whether it is still wanted. */
export const setFetched = async (db: Db, id: string, byteSize: number): Promise<boolean> =>
  changed(
    await db
      .updateTable('media')
      .set({ byte_size: BigInt(byteSize) })
      .where('id', '=', id)
      .where('state', '=', 'uploading')
      .executeTakeFirst(),
  );

/** Which of these files are on their way or being prepared. */
export async function listUnsettled(db: Db, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('media')
    .select('id')
    .where('id', 'in', [...ids])
    .where('state', 'in', ['uploading', 'processing'])
    .execute();
  return rows.map(({ id }) => id);
}

interface ReadyMedia {
  /** Null for sound. */
  width: number | null;
  height: number | null;
  widths: number[];
  tints: string[];
  clip?: ClipContainer;
  durationMs?: number;
}

/** Each `mark…` function returns whether the row was in the required earlier state. */
export const markProcessing = async (db: Db, id: string): Promise<boolean> =>
  changed(
    await db
      .updateTable('media')
      .set({ state: 'processing', import_address: null })
      .where('id', '=', id)
      .where('state', '=', 'uploading')
      .executeTakeFirst(),
  );

export const markReady = async (
  db: Db,
  id: string,
  found: ReadyMedia & { sha256: Buffer | null; byteSize: number; readyAt: Date },
): Promise<boolean> =>
  changed(
    await db
      .updateTable('media')
      .set({
        state: 'ready',
        width: found.width,
        height: found.height,
        widths: found.widths,
        tints: found.tints,
        clip: found.clip ?? null,
        duration_ms: found.durationMs ?? null,
        sha256: found.sha256,
        byte_size: BigInt(found.byteSize),
        ready_at: found.readyAt,
      })
      .where('id', '=', id)
      .where('state', '=', 'processing')
      .executeTakeFirst(),
  );

/** Stores the sizes of a picture whose files were recreated. */
export async function updateSizes(db: Db, id: string, { width, height, widths }: ReadyMedia): Promise<void> {
  await db.updateTable('media').set({ width, height, widths }).where('id', '=', id).execute();
}

export const markUnusable = async (
  db: Db,
  id: string,
  state: 'failed' | 'blocked',
  reason: string,
  sha256: Buffer | null = null,
): Promise<boolean> =>
  changed(
    await db
      .updateTable('media')
      .set({ state, reason, widths: [], import_address: null, ...(sha256 ? { sha256 } : {}) })
      .where('id', '=', id)
      .where('state', 'in', state === 'failed' ? ['uploading', 'processing'] : ['uploading', 'processing', 'ready'])
      .executeTakeFirst(),
  );

/** Files that are blocked need no hold; a frozen one keeps it. */
export async function endHold(db: Db, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await db.updateTable('media').set({ held: null }).where('id', 'in', ids).where('held', '=', 'hidden').execute();
}

/** Forgets the hash and colours of a removed file. */
export async function clearDerivedFacts(db: Db, id: string): Promise<void> {
  await db.updateTable('media').set({ sha256: null, tints: [] }).where('id', '=', id).execute();
}

const changed = (result: { numUpdatedRows: bigint }): boolean => result.numUpdatedRows > 0n;

export async function isBlockedFile(db: Db, sha256: Buffer): Promise<boolean> {
  const row = await db.selectFrom('blocked_files').select('sha256').where('sha256', '=', sha256).executeTakeFirst();
  return row !== undefined;
}

export async function insertBlockedFile(db: Db, sha256: Buffer): Promise<void> {
  await db
    .insertInto('blocked_files')
    .values({ sha256 })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
