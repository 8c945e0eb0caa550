import type { MessageMediaType, MessageView } from '@vlam/contract/messaging';
import type { Selectable } from 'kysely';
import type { Db } from '../../platform/database.ts';
import type { Conversations, Messages } from '../../platform/database-types.ts';
import { AppError } from '../../platform/errors.ts';
import type { Viewer } from '../../platform/viewer.ts';

export type MessageRow = Selectable<Messages>;
export type ThreadRow = Selectable<Conversations>;

export type Box = 'inbox' | 'request' | 'declined';

/** A thread as one of its two has it, with what the other's side says. */
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
  /** Credits given with it. */
  tip?: number | null;
  /** Credits its sender pays in the same transaction; the day's quota is then left alone. */
  sendCost?: number;
  broadcastId?: string | null;
  /** The gift it tells of. */
  giftId?: string | null;
  /** The ledger's group in which it pays a creator. */
  saleId?: string;
  /** An earlier attempt may have arrived. */
  again?: boolean;
  /** Free messages of the sender's day; null when none are counted. */
  quota: number | null;
}

export interface Posted {
  conversationId: string;
  seq: bigint;
  expiresAt: Date | null;
  replyToSeq: bigint | null;
  receiversBox: Box;
  /** The same client id was sent before: this is that message, and nothing was written. */
  repeated: boolean;
  /** So it was, and it has gone since: by itself, or thrown away by both. */
  gone?: boolean;
  /** Credits its sender paid now. */
  sendCost?: number;
  at: Date;
}

/** Is told that nothing of these senders is unread any more to those accounts. */
export type OnRead = (on: Db, read: readonly { accountId: string; senderId: string }[]) => Promise<void>;

/** Media of messages; who may open what is decided before it is asked. */
export interface MessageMediaPort {
  /** What an own upload is, ready to be sent. Throws `NOT_FOUND`, `MEDIA_NOT_READY` or `VALIDATION_FAILED`. */
  requireOwn(viewer: Viewer, mediaId: string): Promise<MessageMediaType>;
  /** Addresses and sizes by message id; of one that is not open the veil alone. */
  present(
    viewer: Viewer,
    items: readonly { message: MessageRow; isOpen: boolean }[],
  ): Promise<ReadonlyMap<string, Pick<MessageView, 'mediaUrl' | 'media'>>>;
  /** Deletes files that no message shows any more. */
  forget(db: Db, mediaIds: readonly string[]): Promise<void>;
}

/** For a server that sends words alone: no upload is known, and no message has media. */
export const withoutMedia: MessageMediaPort = {
  async requireOwn() {
    throw new AppError('NOT_FOUND');
  },
  present: async () => new Map(),
  forget: async () => {},
};
