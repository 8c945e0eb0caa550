/** Days within which a given subscription is accepted; after them the giver's money goes back. */
export const giftAnswerDays = 14;

/**
 * `offered` until it is answered. `returned`: the money went back, because it was refused, not answered or could not be
 * delivered; the giver does not learn which.
 */
export const subscriptionGiftStates = ['offered', 'accepted', 'withdrawn', 'returned'] as const;
export type SubscriptionGiftState = (typeof subscriptionGiftStates)[number];

/** What a payment of a gift is for, as `reference` of a checkout: `creator/recipient`, and `/unnamed` after it. */
export const giftReference = (gift: {
  creatorId: string;
  recipientId: string;
  unnamed?: boolean | undefined;
}): string => `${gift.creatorId}/${gift.recipientId}${gift.unnamed ? '/unnamed' : ''}`;

export function parseGiftReference(
  reference: string,
): { creatorId: string; recipientId: string; unnamed: boolean } | null {
  const [creatorId = '', recipientId = '', last, ...more] = reference.split('/');
  if (!creatorId || !recipientId || more.length > 0 || (last !== undefined && last !== 'unnamed')) return null;
  return { creatorId, recipientId, unnamed: last === 'unnamed' };
}
