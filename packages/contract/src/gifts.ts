import * as z from 'zod/mini';
import { operation } from './operation.ts';
import { messageText } from './rules/message-text.ts';
import { credits, earned, id, shownCredits, timestamp } from './schemas.ts';

export const giftIds = [
  'red-rose',
  'golden-heart',
  'champagne',
  'fire-emoji',
  'royal-crown',
  'diamond-ring',
  'magic-sparkles',
] as const;
export type GiftId = (typeof giftIds)[number];
export const giftRarities = ['common', 'rare', 'epic', 'legendary'] as const;
export const giftAnimations = ['petals', 'pulse', 'bubbles', 'flames', 'shine', 'sparkle', 'stardust'] as const;

/** Number of gifts in the history. */
export const giftHistoryLength = 10;

/** The catalogue. The server charges its prices; a request's price only serves to detect a change. */
export const gifts = [
  {
    id: 'red-rose',
    name: 'Red Rose',
    credits: 50,
    category: 'romantic',
    rarity: 'common',
    animation: 'petals',
    description: 'A single rose says it plainly',
  },
  {
    id: 'fire-emoji',
    name: 'Fire Emoji',
    credits: 75,
    category: 'playful',
    rarity: 'common',
    animation: 'flames',
    description: 'They set the room alight',
  },
  {
    id: 'golden-heart',
    name: 'Golden Heart',
    credits: 100,
    category: 'romantic',
    rarity: 'rare',
    animation: 'pulse',
    description: 'A heart that keeps its shine',
  },
  {
    id: 'magic-sparkles',
    name: 'Magic Sparkles',
    credits: 120,
    category: 'playful',
    rarity: 'rare',
    animation: 'stardust',
    description: 'A handful of stars',
  },
  {
    id: 'champagne',
    name: 'Champagne',
    credits: 150,
    category: 'celebration',
    rarity: 'rare',
    animation: 'bubbles',
    description: 'Something to raise a glass to',
  },
  {
    id: 'royal-crown',
    name: 'Royal Crown',
    credits: 250,
    category: 'luxury',
    rarity: 'epic',
    animation: 'shine',
    description: 'For those who rule the evening',
  },
  {
    id: 'diamond-ring',
    name: 'Diamond Ring',
    credits: 500,
    category: 'luxury',
    rarity: 'legendary',
    animation: 'sparkle',
    description: 'The rarest thing one can send',
  },
] as const;

export const gift = z.object({
  id: z.enum(giftIds),
  name: z.string(),
  credits,
  category: z.string(),
  rarity: z.enum(giftRarities),
  animation: z.enum(giftAnimations),
  description: z.string(),
});

export const giftTransaction = z.object({
  id,
  giftId: z.enum(giftIds),
  giftName: z.string(),
  recipientId: id,
  recipientName: z.string(),
  /** The sender's name, for the recipient. */
  senderId: id,
  senderName: z.string(),
  credits,
  /** Earnings, for the creator who received it. */
  earned: z.optional(earned),
  message: z.nullable(z.string()),
  timestamp,
});
export type GiftTransaction = z.output<typeof giftTransaction>;

export const giftsOperations = {
  listGifts: operation({
    method: 'GET',
    path: '/api/gifts',
    summary: 'The catalogue of gifts',
    access: 'adult',
    response: z.array(gift),
  }),
  sendGift: operation({
    method: 'POST',
    path: '/api/gifts/send',
    summary: 'Send a creator a gift at its catalogue price',
    access: 'adult',
    sharedText: ['message'],
    idempotent: 'ledger',
    purchase: { shown: 'price' },
    rate: 'write',
    body: z.strictObject({
      giftId: z.enum(giftIds),
      recipientId: id,
      price: shownCredits,
      /** A show of the recipient that the caller watches: the gift appears in its chat and counts towards its goal. */
      liveId: z.optional(id),
      message: z.optional(messageText(200, 'Message too long')),
    }),
    response: z.object({ balance: credits, gift: giftTransaction }),
    status: 201,
    errors: [
      'NOT_FOUND',
      'FORBIDDEN',
      'VALIDATION_FAILED',
      'PRICE_CHANGED',
      'CONFLICT',
      'INSUFFICIENT_CREDITS',
      'IDEMPOTENCY_KEY_REUSED',
      'SPENDING_LIMIT_REACHED',
    ],
  }),
  giftHistory: operation({
    method: 'GET',
    path: '/api/gifts/history',
    summary: 'The latest ten gifts sent, or received',
    access: 'adult',
    query: z.strictObject({ box: z.optional(z.enum(['sent', 'received'])) }),
    response: z.array(giftTransaction),
  }),
};
