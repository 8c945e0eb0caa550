import type { Database, Db } from '../../../platform/database.ts';
import type { Viewer } from '../../../platform/viewer.ts';
import { findOf } from '../messages/message-store.ts';
import type { MessageRow } from '../types.ts';
import { hasWords, listChosen, listLatestOf } from './evidence-store.ts';

/** A message as a report keeps it, whatever becomes of the message. */
export interface ReportedMessage {
  id: string;
  senderId: string;
  sentAt: string;
  content: string;
  mediaId: string | null;
  mediaType: string | null;
}

export interface Evidence {
  /** Who wrote a message of the viewer's threads; null for any other message. */
  senderOf(viewer: Viewer, messageId: string): Promise<string | null>;
  /** Whether the viewer still has words with this person, whether or not that one is there for them by now. */
  hasWordsWith(viewer: Viewer, otherId: string): Promise<boolean>;
  /** Those of the chosen messages that stand in the viewer's thread with this person, in order. */
  chosenMessages(db: Db, viewer: Viewer, otherId: string, ids: readonly string[]): Promise<ReportedMessage[]>;
  /** The latest that this person wrote to the viewer and that still stand, in order. */
  latestMessages(db: Db, viewer: Viewer, otherId: string, count: number): Promise<ReportedMessage[]>;
}

const toReported = (row: MessageRow): ReportedMessage => ({
  id: row.id,
  senderId: row.sender_id,
  sentAt: row.created_at.toISOString(),
  content: row.content,
  mediaId: row.media_id,
  mediaType: row.media_type,
});

export function createEvidence({ database }: { database: Database }): Evidence {
  const { db } = database;
  return {
    async senderOf({ profileId }, messageId) {
      const row = profileId ? await findOf(db, profileId, messageId) : undefined;
      return row?.sender_id ?? null;
    },
    hasWordsWith: async ({ profileId }, otherId) => profileId !== null && hasWords(db, profileId, otherId),
    async chosenMessages(on, { profileId }, otherId, ids) {
      if (!profileId || ids.length === 0) return [];
      return (await listChosen(on, profileId, otherId, ids)).map(toReported);
    },
    async latestMessages(on, { profileId }, otherId, count) {
      return profileId ? (await listLatestOf(on, profileId, otherId, count)).map(toReported) : [];
    },
  };
}
