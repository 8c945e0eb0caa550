import type { Database, Db } from '../../../platform/database.ts';
import type { MessageMediaPort } from '../types.ts';
import { eraseThreads, exportPage } from './own-data-store.ts';

export interface ExportedMessage {
  conversationId: string;
  with: string;
  sentByMe: boolean;
  sentAt: string;
  content: string;
  mediaType: string | null;
  price: number;
  unsentAt: string | null;
}

export interface OwnData {
  /** Every message a member can still see, thread by thread, for a copy of their data. */
  exportMessages(profileId: string): AsyncGenerator<ExportedMessage>;
  /**
   * Deletes some threads of an erased account for both, with files that no message shows any more; returns how many, and 0
   * once none is left.
   */
  eraseMessages(db: Db, profileId: string, limit?: number): Promise<number>;
}

const pageLength = 1_000;
const threadsAtOnce = 50;

export function createOwnData(deps: { database: Database; media: Pick<MessageMediaPort, 'releaseFiles'> }): OwnData {
  const { db } = deps.database;
  return {
    async *exportMessages(profileId) {
      let after = { conversationId: '00000000-0000-0000-0000-000000000000', seq: 0n };
      for (;;) {
        const rows = await exportPage(db, profileId, after, pageLength);
        for (const row of rows)
          yield {
            conversationId: row.conversation_id,
            with: row.other_id,
            sentByMe: row.sender_id === profileId,
            sentAt: row.created_at.toISOString(),
            content: row.content,
            mediaType: row.media_type,
            price: row.price,
            unsentAt: row.deleted_at?.toISOString() ?? null,
          };
        const last = rows.at(-1);
        if (!last || rows.length < pageLength) return;
        after = { conversationId: last.conversation_id, seq: last.seq };
      }
    },
    async eraseMessages(tx, profileId, limit = threadsAtOnce) {
      const { threads, mediaIds } = await eraseThreads(tx, profileId, limit);
      if (mediaIds.length > 0) await deps.media.releaseFiles(tx, mediaIds);
      return threads;
    },
  };
}
