import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Db } from '../../platform/database.ts';
import type {
  TakedownCases,
  TakedownClasses,
  TakedownEvents,
  TakedownFiles,
  TakedownItems,
  TakedownStatements,
} from '../../platform/database-types.ts';
import type { Fingerprint } from '../media/service.ts';

export type CaseRow = Selectable<TakedownCases>;
export type ClassRow = Selectable<TakedownClasses>;
export type FileRow = Selectable<TakedownFiles>;
export type EventRow = Selectable<TakedownEvents>;
export type ItemRow = Selectable<TakedownItems>;
export type StatementRow = Selectable<TakedownStatements>;

export const listClasses = (db: Db): Promise<ClassRow[]> =>
  db.selectFrom('takedown_classes').selectAll().orderBy('position').execute();

export const findClass = (db: Db, id: string): Promise<ClassRow> =>
  db.selectFrom('takedown_classes').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

/** Returns false when the number is taken. */
export async function insertCase(db: Db, row: Insertable<TakedownCases>): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('takedown_cases')
    .values(row)
    .onConflict((conflict) => conflict.column('number').doNothing())
    .executeTakeFirst();
  return Number(numInsertedOrUpdatedRows) > 0;
}

/** Serialises the cases of one network, so that its quotas hold. */
export async function lockNetwork(db: Db, network: Buffer): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`takedowns ${network.toString('hex')}`}, 0))`.execute(db);
}

/** Cases of a network since a moment, and those of them that the machine may hide by. */
export async function countOfNetwork(
  db: Db,
  network: Buffer,
  since: Date,
): Promise<{ cases: number; automatic: number }> {
  const { rows } = await sql<{ cases: bigint; automatic: bigint }>`
    select count(*) as cases, count(*) filter (where hides_at_once) as automatic from takedown_cases
      where network_index = ${network} and received_at > ${since}`.execute(db);
  return { cases: Number(rows[0]?.cases ?? 0), automatic: Number(rows[0]?.automatic ?? 0) };
}

export interface Complainant {
  subnet: Buffer;
  contact: Buffer | null;
  account: Buffer | null;
}

/** Refused complaints of this person since one that was upheld: by name within a year, by address within 30 days. */
export async function countUnfounded(
  db: Db,
  { subnet, contact, account }: Complainant,
  { now, exceptId }: { now: Date; exceptId?: string },
): Promise<{ byName: number; byAddress: number }> {
  const { rows } = await sql<{ by_name: bigint; by_address: bigint }>`
    with theirs as (
      select state, received_at, subnet_index = ${subnet} as same_address,
          coalesce(contact_index = ${contact}, false) or coalesce(account_index = ${account}, false) as same_name
        from takedown_cases
        where (subnet_index = ${subnet} or contact_index = ${contact} or account_index = ${account})
          and id is distinct from ${exceptId ?? null}::uuid and received_at > ${now}::timestamptz - interval '365 days'),
    refused as (
      select * from theirs where state = 'refused'
        and received_at > coalesce((select max(received_at) from theirs where state = 'removed'), '-infinity'))
    select count(*) filter (where same_name) as by_name,
        count(*) filter (where same_address and received_at > ${now}::timestamptz - interval '30 days') as by_address
      from refused`.execute(db);
  return { byName: Number(rows[0]?.by_name ?? 0), byAddress: Number(rows[0]?.by_address ?? 0) };
}

export const findCase = (db: Db, id: string): Promise<CaseRow | undefined> =>
  db.selectFrom('takedown_cases').selectAll().where('id', '=', id).executeTakeFirst();

export const lockCase = (db: Db, id: string): Promise<CaseRow | undefined> =>
  db.selectFrom('takedown_cases').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();

export const lockByNumber = (db: Db, number: string): Promise<CaseRow | undefined> =>
  db.selectFrom('takedown_cases').selectAll().where('number', '=', number).forUpdate().executeTakeFirst();

export async function updateCase(db: Db, id: string, change: Updateable<TakedownCases>): Promise<void> {
  await db.updateTable('takedown_cases').set(change).where('id', '=', id).execute();
}

/** Open cases, least time left first, or decided ones, newest first. */
export async function listCases(
  db: Db,
  {
    state,
    class: name,
    dueBefore,
  }: { state: 'open' | 'decided'; class?: string | undefined; dueBefore?: Date | undefined },
  limit: number,
): Promise<CaseRow[]> {
  let all = db.selectFrom('takedown_cases').selectAll().limit(limit);
  if (name) all = all.where('class', '=', name);
  if (dueBefore) all = all.where('due_at', '<', dueBefore);
  const rows =
    state === 'open'
      ? all.where('state', '=', 'open').orderBy('due_at').orderBy('id')
      : all.where('state', '<>', 'open').orderBy('decided_at', 'desc').orderBy('id', 'desc');
  return rows.execute();
}

/** Open cases by which the machine hides what is uploaded. */
export async function listWatching(db: Db, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('takedown_cases')
    .select('id')
    .where('state', '=', 'open')
    .where('hides_at_once', '=', true)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('takedown_prints').select('case_id').whereRef('takedown_prints.case_id', '=', 'takedown_cases.id'),
      ),
    )
    .orderBy('received_at', 'desc')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

export async function countOpen(db: Db, now: Date): Promise<{ open: number; late: number }> {
  const { rows } = await sql<{ open: bigint; late: bigint }>`
    select count(*) as open, count(*) filter (where due_at < ${now}) as late from takedown_cases where state = 'open'`.execute(
    db,
  );
  return { open: Number(rows[0]?.open ?? 0), late: Number(rows[0]?.late ?? 0) };
}

const bitsOf = (print: Uint8Array) => Array.from(print, (byte) => byte.toString(2).padStart(8, '0')).join('');
const bytesOf = (bits: string) => Uint8Array.from(bits.match(/.{8}/g) ?? [], (byte) => Number.parseInt(byte, 2));

export async function insertPrints(
  db: Db,
  caseId: string,
  prints: readonly Fingerprint[],
  { after }: { after: number },
): Promise<void> {
  for (const [at, { sha256, print, mirrored, quality }] of prints.entries())
    await sql`
      insert into takedown_prints (case_id, position, sha256, print, mirrored, quality)
      values (${caseId}, ${after + at + 1}, ${Buffer.from(sha256)}, ${bitsOf(print)}::bit(256),
        ${bitsOf(mirrored)}::bit(256), ${quality})`.execute(db);
}

export async function listPrints(db: Db, caseId: string): Promise<Fingerprint[]> {
  const { rows } = await sql<{ sha256: Buffer; print: string; mirrored: string; quality: number }>`
    select sha256, print::text, mirrored::text, quality from takedown_prints
      where case_id = ${caseId} order by position`.execute(db);
  return rows.map(({ sha256, print, mirrored, quality }) => ({
    sha256,
    quality,
    print: bytesOf(print),
    mirrored: bytesOf(mirrored),
  }));
}

/** How each case is described: whether it has fingerprints, its files, and those that are hidden. */
export async function listFacts(
  db: Db,
  caseIds: readonly string[],
): Promise<Map<string, { has_prints: boolean; files: number; hidden: number }>> {
  const { rows } = await sql<{ id: string; has_prints: boolean; files: number; hidden: number }>`
    select id, exists (select from takedown_prints where case_id = id) as has_prints,
        (select count(*)::int from takedown_files where case_id = id) as files,
        (select count(*)::int from takedown_files
          where case_id = id and hidden_at is not null and restored_at is null) as hidden
      from unnest(${[...caseIds]}::uuid[]) as asked (id)`.execute(db);
  return new Map(rows.map(({ id, ...facts }) => [id, facts]));
}

export const listFiles = (db: Db, caseId: string): Promise<FileRow[]> =>
  db
    .selectFrom('takedown_files')
    .selectAll()
    .where('case_id', '=', caseId)
    .orderBy('distance')
    .orderBy('media_id')
    .execute();

/** Adds files to a case; returns the ids of those that are new to it. */
export async function insertFiles(db: Db, rows: readonly Insertable<TakedownFiles>[]): Promise<string[]> {
  if (rows.length === 0) return [];
  const inserted = await db
    .insertInto('takedown_files')
    .values([...rows])
    .onConflict((conflict) => conflict.doNothing())
    .returning('media_id')
    .execute();
  return inserted.map((row) => row.media_id);
}

export async function updateFiles(
  db: Db,
  caseId: string,
  mediaIds: readonly string[],
  change: Updateable<TakedownFiles>,
): Promise<void> {
  if (mediaIds.length === 0) return;
  await db
    .updateTable('takedown_files')
    .set(change)
    .where('case_id', '=', caseId)
    .where('media_id', 'in', [...mediaIds])
    .execute();
}

/** Which of these files another open case hides. */
export async function listHeldByOthers(db: Db, caseId: string, mediaIds: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select file.media_id as id from takedown_files as file join takedown_cases as other on other.id = file.case_id
      where file.media_id = any (${[...mediaIds]}::uuid[]) and other.id <> ${caseId}
        and ((other.state = 'open' and file.hidden_at is not null and file.restored_at is null)
          or file.removed_at is not null)`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

/** Stores what an item was before a case held it back; of one that another case held back, what it was before that. */
export async function insertItem(db: Db, caseId: string, contentId: string, stateBefore: string): Promise<void> {
  await sql`
    insert into takedown_items (case_id, content_id, state_before)
    values (${caseId}, ${contentId}, case when ${stateBefore} = 'flagged' then coalesce(
      (select state_before from takedown_items where content_id = ${contentId} and state_before <> 'flagged' limit 1),
      'flagged') else ${stateBefore} end)
    on conflict do nothing`.execute(db);
}

export const listItems = (db: Db, caseId: string): Promise<ItemRow[]> =>
  db.selectFrom('takedown_items').selectAll().where('case_id', '=', caseId).execute();

export async function insertPhotos(db: Db, caseId: string, photoIds: readonly string[]): Promise<void> {
  if (photoIds.length === 0) return;
  await db
    .insertInto('takedown_photos')
    .values(photoIds.map((photoId) => ({ case_id: caseId, photo_id: photoId })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function takePhotos(db: Db, caseId: string): Promise<string[]> {
  const rows = await db.deleteFrom('takedown_photos').where('case_id', '=', caseId).returning('photo_id').execute();
  return rows.map((row) => row.photo_id);
}

export async function insertEvent(db: Db, row: Insertable<TakedownEvents>): Promise<void> {
  await db.insertInto('takedown_events').values(row).execute();
}

export const listEvents = (db: Db, caseId: string): Promise<EventRow[]> =>
  db.selectFrom('takedown_events').selectAll().where('case_id', '=', caseId).orderBy('at').orderBy('id').execute();

export async function insertStatement(db: Db, row: Insertable<TakedownStatements>): Promise<void> {
  await db.insertInto('takedown_statements').values(row).execute();
}

export const listStatements = (db: Db, accountId: string, limit: number) =>
  db
    .selectFrom('takedown_statements')
    .innerJoin('takedown_cases', 'takedown_cases.id', 'case_id')
    .selectAll('takedown_statements')
    .select('class')
    .where('account_id', '=', accountId)
    .orderBy('at', 'desc')
    .orderBy('takedown_statements.id', 'desc')
    .limit(limit)
    .execute();

export const lockStatement = (db: Db, id: string, accountId: string): Promise<StatementRow | undefined> =>
  db
    .selectFrom('takedown_statements')
    .selectAll()
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .forUpdate()
    .executeTakeFirst();

export async function answerStatement(db: Db, id: string, sealed: Buffer, at: Date): Promise<void> {
  await db
    .updateTable('takedown_statements')
    .set({ answer_sealed: sealed, answered_at: at })
    .where('id', '=', id)
    .execute();
}

export const listAnswers = (db: Db, caseId: string) =>
  db
    .selectFrom('takedown_statements')
    .select(['answer_sealed', 'answered_at'])
    .where('case_id', '=', caseId)
    .where('answered_at', 'is not', null)
    .orderBy('answered_at')
    .execute();
