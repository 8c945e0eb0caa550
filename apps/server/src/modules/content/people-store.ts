import { type Insertable, type Selectable, sql } from 'kysely';
import type { Db } from '../../platform/database.ts';
import type { ContentPeople } from '../../platform/database-types.ts';
import { newId } from '../../platform/ids.ts';

export type PersonRow = Selectable<ContentPeople>;

/** Asks, or gives a member who has not answered more time; undefined for one who has answered. */
export async function insertPerson(db: Db, row: Insertable<ContentPeople>): Promise<PersonRow | undefined> {
  return db
    .insertInto('content_people')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(['content_id', 'account_id'])
        .where('replaced_at', 'is', null)
        .doUpdateSet({ expires_at: row.expires_at })
        .where('content_people.state', '=', 'asked'),
    )
    .returningAll()
    .executeTakeFirst();
}

export async function listByContent(db: Db, contentId: string): Promise<PersonRow[]> {
  return db
    .selectFrom('content_people')
    .selectAll()
    .where('content_id', '=', contentId)
    .where('replaced_at', 'is', null)
    .orderBy('asked_at')
    .orderBy('id')
    .execute();
}

export async function listByAccount(db: Db, accountId: string, limit: number): Promise<PersonRow[]> {
  return db
    .selectFrom('content_people')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('replaced_at', 'is', null)
    .orderBy('asked_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

/** Undefined for an answer to an earlier file. */
export async function findPerson(db: Db, id: string): Promise<PersonRow | undefined> {
  return db
    .selectFrom('content_people')
    .selectAll()
    .where('id', '=', id)
    .where('replaced_at', 'is', null)
    .executeTakeFirst();
}

export async function deletePerson(db: Db, id: string): Promise<void> {
  await db.deleteFrom('content_people').where('id', '=', id).execute();
}

export async function lockPerson(db: Db, id: string): Promise<PersonRow | undefined> {
  return db
    .selectFrom('content_people')
    .selectAll()
    .where('id', '=', id)
    .where('replaced_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
}

export async function findByToken(db: Db, tokenHash: Buffer): Promise<PersonRow | undefined> {
  return db.selectFrom('content_people').selectAll().where('token_hash', '=', tokenHash).executeTakeFirst();
}

/**
 * The person behind a link who may be shown a file now: it belongs to the item they are asked about, or said yes to.
 * Undefined after a no, after the last day without an answer, and for any other file.
 */
export async function findShownFile(
  db: Db,
  { tokenHash, mediaId, now }: { tokenHash: Buffer; mediaId: string; now: Date },
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select people.id from content_people as people
      join content_items as item on item.id = people.content_id and item.state <> 'removed'
      join content_item_files as file on file.content_id = item.id and file.media_id = ${mediaId}::uuid
      where people.token_hash = ${tokenHash} and people.replaced_at is null
        and (people.state = 'yes' or (people.state = 'asked' and people.expires_at > ${now}))`.execute(db);
  return rows[0]?.id;
}

export async function updatePerson(db: Db, id: string, change: Partial<Insertable<ContentPeople>>): Promise<PersonRow> {
  return db.updateTable('content_people').set(change).where('id', '=', id).returningAll().executeTakeFirstOrThrow();
}

/**
 * For a draft with another file: open requests start again, and each yes is followed by a new request. The yes stays on
 * record, and its link leads to the new request.
 */
export async function askAgain(
  db: Db,
  contentId: string,
  times: { askedAt: Date; expiresAt: Date },
): Promise<PersonRow[]> {
  const asked = { state: 'asked', asked_at: times.askedAt, expires_at: times.expiresAt };
  const open = await db
    .updateTable('content_people')
    .set(asked)
    .where('content_id', '=', contentId)
    .where('state', '=', 'asked')
    .returningAll()
    .execute();
  const answered = (await listByContent(db, contentId)).filter(({ state }) => state === 'yes');
  for (const { id, account_id, profile_id, token_hash, name, name_sealed, scope, wording } of answered) {
    await updatePerson(db, id, { replaced_at: times.askedAt, token_hash: null });
    const person = { content_id: contentId, account_id, profile_id, token_hash, name, name_sealed, scope, wording };
    const row = { ...person, ...asked, id: newId(times.askedAt.getTime()), follows: id };
    open.push(await db.insertInto('content_people').values(row).returningAll().executeTakeFirstOrThrow());
  }
  return open;
}
