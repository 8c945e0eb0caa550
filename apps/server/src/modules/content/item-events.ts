import { afterCommit } from '../../platform/after-commit.ts';
import type { Db } from '../../platform/database.ts';
import type { Realtime } from '../../platform/realtime.ts';
import type { ItemRow } from './store.ts';

/** Publishes, after the commit, that an item is shown now, or is not any more. */
export function publishShown(
  tx: Db,
  realtime: Pick<Realtime, 'toTopic'>,
  { id, profile_id: creatorId }: Pick<ItemRow, 'id' | 'profile_id'>,
  isShown: boolean,
): void {
  afterCommit(tx, () =>
    isShown
      ? realtime.toTopic(`creator:${creatorId}`, 'content.published', { id, creatorId })
      : realtime.toTopic('content', 'content.removed', { id }),
  );
}
