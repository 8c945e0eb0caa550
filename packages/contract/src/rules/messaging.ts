import { creatorPriceRange, leastCreatorPrice } from './split.ts';

/** Characters of one message. */
export const messageLength = 2_000;
/** Credits of one message past the day's quota. */
export const extraMessageCredits = 2;

/** Threads of which a device keeps a copy for a time without a connection. */
export const keptThreadsAtMost = 20;
/** Most changed messages of one kept thread that are listed; with more the device drops the thread. */
export const changedMessagesAtMost = 50;

/** What one may answer a message with. */
export const reactionEmojis = ['❤️', '🔥', '😍', '😂', '😮', '👏', '🌹'] as const;
export type ReactionEmoji = (typeof reactionEmojis)[number];

/** What a message may be, as an attachment. */
export const messageMediaTypes = ['photo', 'video'] as const;
export type MessageMediaType = (typeof messageMediaTypes)[number];

/** Pictures that are sent, and sold, together. */
export const albumRange = { min: 2, max: 10 } as const;

/** Credits of a paid photo or video; 0 is free. */
export const messagePriceRange = creatorPriceRange;

/** What the price dialog offers, in credits. */
export const messagePricePresets = {
  photo: [
    { id: 'single', credits: 25 },
    { id: 'bundle-5', credits: 100 },
    { id: 'bundle-10', credits: 180 },
  ],
  video: [
    { id: 'short', credits: 50 },
    { id: 'medium', credits: 120 },
    { id: 'long', credits: 200 },
  ],
} as const satisfies Record<MessageMediaType, readonly { id: string; credits: number }[]>;

/** Minutes after which messages are gone for both; any whole number in the range may be chosen. */
export const autoDeleteRange = { min: 1, max: 1_440 } as const;
export const autoDeletePresets = [30, 60, 480, 1_440] as const;
/** What the privacy page starts from. */
export const autoDeleteDefault = 30;

/** A browser sends "typing" at most this often; the indicator lasts twice as long. */
export const typingEveryMs = 3_000;

/** Credits of a tip in a chat. */
export const chatTipRange = { min: leastCreatorPrice, max: 50_000 } as const;
export const chatTipPresets = [10, 25, 50, 100] as const;

/**
 * A message that waits on a device for longer than this, in milliseconds, is not sent without being looked at again: until
 * then the server knows which ones came, also those that have gone since.
 */
export const waitsAtMostMs = 30 * 86_400_000;
