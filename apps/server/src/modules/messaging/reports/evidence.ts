import type { Database, Db } from '../../../platform/database.ts';
import type { Viewer } from '../../../platform/viewer.ts';
import { findOf } from '../messages/message-store.ts';
import type { MessageRow } from '../types.ts';
import { hasMessages, listChosen, listLatestOf } from './evidence-store.ts';

/** A message as a report keeps it, also when the message is deleted later. */
export interface ReportedMessage {
  id: string;
  senderId: string;
  sentAt: string;
  content: string;
  mediaId: string | null;
  mediaType: string | null;
}

export interface Evidence {
  /** Sender of a message in the viewer's threads; null for any other message. */
  senderOf(viewer: Viewer, messageId: string): Promise<string | null>;
  /** Whether the viewer has messages with this person, also when they can no longer see each other. */
  hasMessagesWith(viewer: Viewer, otherId: string): Promise<boolean>;
  /** Chosen messages that are in the viewer's thread with this person, in order. */
  chosenMessages(db: Db, viewer: Viewer, otherId: string, ids: readonly string[]): Promise<ReportedMessage[]>;
  /** Latest messages of this person to the viewer that were not deleted, in order. */
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
    hasMessagesWith: async ({ profileId }, otherId) => profileId !== null && hasMessages(db, profileId, otherId),
    async chosenMessages(on, { profileId }, otherId, ids) {
      if (!profileId || ids.length === 0) return [];
      return (await listChosen(on, profileId, otherId, ids)).map(toReported);
    },
    async latestMessages(on, { profileId }, otherId, count) {
      return profileId ? (await listLatestOf(on, profileId, otherId, count)).map(toReported) : [];
    },
  };
}
