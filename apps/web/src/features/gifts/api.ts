import { useQueryClient } from '@tanstack/react-query';
import type { GiftId, gifts } from '@vlam/contract/gifts';
import { type Answer, api, keyOf } from '../../lib/api.ts';
import { putBalance } from '../../lib/balance.ts';
import { useIntent } from '../../lib/helpers/idempotency.ts';

export type Gift = (typeof gifts)[number];
export type GiftTransaction = Answer<'giftHistory'>[number];

interface GiftPurchase {
  giftId: GiftId;
  recipientId: string;
  /** The price shown. */
  price: number;
  /** The show it is sent in. */
  liveId?: string | undefined;
  message: string;
}

/** Sends a gift. A second tap or a lost response is the same intent and is charged once. */
export function useSendGift(options: { onSuccess(sent: GiftTransaction): void; onError(error: Error): void }) {
  const client = useQueryClient();
  return useIntent<GiftPurchase, Answer<'sendGift'>>({
    call: ({ message, liveId, ...gift }, idempotencyKey) =>
      api.sendGift({
        body: { ...gift, ...(message ? { message } : {}), ...(liveId ? { liveId } : {}) },
        idempotencyKey,
      }),
    onSuccess: ({ balance, gift }) => {
      putBalance(client, balance);
      void client.invalidateQueries({ queryKey: keyOf('giftHistory') });
      options.onSuccess(gift);
    },
    onError: options.onError,
  });
}
