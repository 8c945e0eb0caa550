import { gifts as catalogue, giftsOperations } from '@vlam/contract/gifts';
import { type BoundOperation, bind } from '../../platform/operation.ts';
import type { GiftsService } from './service.ts';

export const giftsRoutes = ({ gifts }: { gifts: GiftsService }): BoundOperation[] =>
  bind(giftsOperations, {
    listGifts: () => [...catalogue],
    sendGift: ({ viewer, body, idempotencyKey }) => gifts.send(viewer, body, idempotencyKey),
    giftHistory: ({ viewer, query }) => gifts.listHistory(viewer, query.box ?? 'sent'),
  });
