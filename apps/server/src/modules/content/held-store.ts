import { type RawBuilder, sql } from 'kysely';
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
