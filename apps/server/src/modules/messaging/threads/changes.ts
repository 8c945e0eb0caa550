import type { messagingOperations } from '@vlam/contract/messaging';
import type { QueryOf, ResponseOf } from '@vlam/contract/operation';
import { maxChangedMessages } from '@vlam/contract/rules/messaging';
import type { Database } from '../../../platform/database.ts';
import type { Viewer } from '../../../platform/viewer.ts';
import { requireProfileId } from '../../profiles/service.ts';
import { listChanged } from './changes-store.ts';

type Operation = typeof messagingOperations.conversationChanges;

export interface Changes {
  /** Which messages have changed of the threads that a device of the viewer keeps; those left out it keeps no longer. */
  changes(viewer: Viewer, query: QueryOf<Operation>): Promise<ResponseOf<Operation>>;
}

export const createChanges = (deps: { database: Database }): Changes => ({
  async changes(viewer, { threads }) {
    const own = requireProfileId(viewer);
    const found = await listChanged(deps.database.db, own, { threads, limit: maxChangedMessages + 1 });
    return { items: found.filter(({ changed }) => changed.length <= maxChangedMessages) };
  },
});
