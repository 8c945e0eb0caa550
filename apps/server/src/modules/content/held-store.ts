import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../platform/database.ts';
import { AppError } from '../../platform/errors.ts';
import { copiesOfFile } from '../media/service.ts';

/**
 * Part of another module's SQL statement: whether a file may be shown only where it is published, because an item of
 * its owner with the same bytes waits for a moderator or for a person in it, was refused by one, or is rated X18.
 */
export const isHeldFile = (mediaId: RawBuilder<unknown>): RawBuilder<boolean> => sql<boolean>`exists (
  select from content_item_files as file join content_items as item on item.id = file.content_id
    where file.media_id in (${copiesOfFile(mediaId)}) and (
      (item.state <> 'removed' and (item.state in ('review', 'flagged') or item.classification = 'X18'))
      or exists (select from content_people as person
        where person.content_id = item.id and person.replaced_at is null
          and (person.state in ('no', 'revoked') or (person.state = 'asked' and item.state <> 'removed')))))`;

/** Why a held file stays where it is, as text for its creator; null for others. */
export async function findHeldProblem(on: Db, mediaId: string): Promise<string | null> {
  const { rows } = await sql<{ isHeld: boolean }>`select ${isHeldFile(sql`${mediaId}::uuid`)} as "isHeld"`.execute(on);
  return rows[0]?.isHeld
    ? 'This file is rated X18, or waits for a person in it or for a moderator. It stays where it is'
    : null;
}

/** For a file that is sent or delivered, also by a use that was made before it was held. Throws `CONFLICT`. */
export async function requireNotHeld(on: Db, mediaId: string): Promise<void> {
  const message = await findHeldProblem(on, mediaId);
  if (message) throw new AppError('CONFLICT', { message });
}
