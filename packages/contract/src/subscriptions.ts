import * as z from 'zod/mini';
import { operation } from './operation.ts';
import { idParams } from './schemas.ts';

export const subscriptionsOperations = {
  checkSubscription: operation({
    method: 'GET',
    path: '/api/subscriptions/check/{id}',
    summary: 'Whether the caller subscribes to this creator',
    access: 'adult',
    params: idParams,
    response: z.object({ subscribed: z.boolean() }),
    errors: ['NOT_FOUND'],
  }),
};
