import { creatorPriceRange, minCreatorPrice } from './split.ts';

/** Characters of one message. */
export const messageLength = 2_000;
/** Credits per message past the day's quota. */
export const extraMessageCredits = 2;

/** Threads of which a device keeps an offline copy. */
export const maxKeptThreads = 20;
/** Changed messages listed per kept thread; above that the device drops the thread. */
export const maxChangedMessages = 50;

/** Reactions to a message. */
export const reactionEmojis = ['❤️', '🔥', '😍', '😂', '😮', '👏', '🌹'] as const;
export type ReactionEmoji = (typeof reactionEmojis)[number];

/** Kinds of attachments. */
export const messageMediaTypes = ['photo', 'video'] as const;
export type MessageMediaType = (typeof messageMediaTypes)[number];

/** Number of pictures in an album. */
export const albumRange = { min: 2, max: 10 } as const;

/** Price range of a paid photo or video in credits; 0 is free. */
export const messagePriceRange = creatorPriceRange;

/** Presets of the price dialog, in credits. */
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

/** Minutes after which messages expire for both; any whole number in the range. */
export const autoDeleteRange = { min: 1, max: 1_440 } as const;
export const autoDeletePresets = [30, 60, 480, 1_440] as const;
/** Default of the privacy settings. */
export const autoDeleteDefault = 30;

/** Minimum interval between "typing" events; the indicator lasts twice as long. */
export const typingIntervalMs = 3_000;

/** Range of a tip in a chat, in credits. */
export const chatTipRange = { min: minCreatorPrice, max: 50_000 } as const;
export const chatTipPresets = [10, 25, 50, 100] as const;

/**
 * A message that waited on a device for longer than this, in milliseconds, is sent only after confirmation; until then
 * the server can detect duplicates, also of deleted messages.
 */
export const maxOutboxWaitMs = 30 * 86_400_000;
