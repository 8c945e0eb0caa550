import type { MessageMediaType, MessageView } from '@vlam/contract/messaging';
import type { Selectable } from 'kysely';
import type { Db } from '../../platform/database.ts';
import type { Conversations, Messages } from '../../platform/database-types.ts';
import { AppError } from '../../platform/errors.ts';
import type { Viewer } from '../../platform/viewer.ts';

export type MessageRow = Selectable<Messages>;
export type ThreadRow = Selectable<Conversations>;

export type Box = 'inbox' | 'request' | 'declined';

/** One member's side of a thread, with the other side's marks. */
export interface Side {
  conversationId: string;
  profileId: string;
  otherId: string;
  counter: bigint;
  box: Box;
  hasWritten: boolean;
  muted: boolean;
  autoDeleteMinutes: number | null;
  deliveredSeq: bigint;
  readSeq: bigint;
  clearedSeq: bigint;
  listedAt: Date | null;
  otherBox: Box;
  otherAutoDeleteMinutes: number | null;
  otherDeliveredSeq: bigint;
  otherReadSeq: bigint;
}

/** A message to be sent; its permissions were checked before it was built. */
export interface Outgoing {
  id: string;
  sender: string;
  receiver: string;
  clientId: string;
  content: string;
  replyTo?: string | null;
  mediaId?: string | null;
  mediaType?: MessageMediaType | null;
  /** Credits that open its media; 0 is free. */
  price?: number;
  /** Credits tipped with it. */
  tip?: number | null;
  /** Credits the sender pays in the same transaction; the message then does not count against the day's quota. */
  sendCost?: number;
  broadcastId?: string | null;
  /** Gift the message announces. */
  giftId?: string | null;
  /** Ledger group of the sale that pays the creator. */
  saleId?: string;
  /** A retry: an earlier attempt may have been stored. */
  isRetry?: boolean;
  /** The account whose daily quota it counts against; null when it counts against none. */
  payerAccountId: string | null;
}

export interface Posted {
  conversationId: string;
  seq: bigint;
  expiresAt: Date | null;
  replyToSeq: bigint | null;
  receiversBox: Box;
  /** A message with this client id was stored before; nothing was written. */
  repeated: boolean;
  /** The message stored before has expired or was cleared by both members. */
  deleted?: boolean;
  /** Credits the sender paid now. */
  sendCost?: number;
  at: Date;
}

/** Called in the transaction after which these accounts have nothing unread from these senders. */
export type OnMessagesRead = (on: Db, read: readonly { accountId: string; senderId: string }[]) => Promise<void>;

/** Media of messages; callers check who may open them. */
export interface MessageMediaPort {
  /**
   * Type of the viewer's own upload, ready to be sent for a price in credits or for 0; copies of a clip that has a
   * price are marked for their buyers. Throws `NOT_FOUND`, `MEDIA_NOT_READY` or `VALIDATION_FAILED`.
   */
  requireOwn(viewer: Viewer, mediaId: string, price: number): Promise<MessageMediaType>;
  /** Whether the marked copies of an attachment are still being prepared. */
  isBeingPrepared(attachmentId: string): Promise<boolean>;
  /** Throws `IDENTITY_LEVEL_REQUIRED` for an attachment rated X18 that the viewer may not see yet. */
  requireLevelFor(viewer: Viewer, attachmentId: string): Promise<void>;
  /** Addresses and sizes by message id; a locked message has the veil only. */
  present(
    viewer: Viewer,
    items: readonly { message: MessageRow; isOpen: boolean }[],
  ): Promise<ReadonlyMap<string, Pick<MessageView, 'mediaUrl' | 'media'>>>;
  /** Deletes files that no message shows any more. */
  releaseFiles(db: Db, mediaIds: readonly string[]): Promise<void>;
}

/** For a server without media: every upload is missing. */
export const withoutMedia: MessageMediaPort = {
  async requireOwn() {
    throw new AppError('NOT_FOUND');
  },
  isBeingPrepared: async () => false,
  requireLevelFor: async () => {},
  present: async () => new Map(),
  releaseFiles: async () => {},
};
