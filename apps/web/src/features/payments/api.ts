import { useLingui } from '@lingui/react/macro';
import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { ChargeAnswer, OrderState } from '@vlam/contract/payments';
import { type Answer, api, codeOf, keyOf, queryOf } from '../../lib/api.ts';
import { putBalance } from '../../lib/balance.ts';
import type { CheckoutIntent } from '../../lib/checkout.ts';
import { useIntent } from '../../lib/helpers/idempotency.ts';

export type CreditPack = Answer<'listCreditPacks'>[number];
export type Order = Answer<'getOrder'>;
export type Limits = Answer<'getSpendingLimits'>;

const pendingStates: readonly OrderState[] = ['created', 'pending'];
/** True while the provider has not decided. */
export const isPending = (status: OrderState): boolean => pendingStates.includes(status);

/** Queries that a payment can change. */
const affectedQueries = [
  'creditTransactions',
  'creditBalance',
  'listOrders',
  'listPaymentMethods',
  'creditTerms',
  'getSpendingLimits',
  'listSubscriptions',
  'ownVip',
  'contentFeed',
  'creatorContent',
  'getContent',
  'getCreator',
  'getProfile',
  'getSubscriptionTerms',
] as const;

export function invalidateAfterPayment(client: QueryClient): void {
  for (const name of affectedQueries) void client.invalidateQueries({ queryKey: keyOf(name) });
}

/** After a price was refused. */
function invalidatePrices(client: QueryClient): void {
  for (const name of ['listCreditPacks', 'ownVip', 'listVipTiers', 'getCreator', 'getSubscriptionTerms'] as const)
    void client.invalidateQueries({ queryKey: keyOf(name) });
}

/** Polls an order every 2 s for 30 s, then every 5 s for 90 s; `quick` and `total` count requests. */
const polling = { quickMs: 2_000, quick: 15, slowMs: 5_000, total: 33 } as const;

/** One order, polled until the provider has decided or the time limit ends. */
export const orderQuery = (id: string) =>
  queryOptions({
    ...queryOf('getOrder', { params: { id } }),
    refetchInterval: ({ state }) => {
      if (state.data && !isPending(state.data.status)) return false;
      const asked = state.dataUpdateCount + state.errorUpdateCount;
      return asked < polling.quick ? polling.quickMs : asked < polling.total && polling.slowMs;
    },
  });

/** True when polling stopped at its limit. */
export function usePollingEnded(id: string): boolean {
  const state = useQueryClient().getQueryState(orderQuery(id).queryKey);
  return state !== undefined && state.dataUpdateCount + state.errorUpdateCount >= polling.total;
}

/** Buys a pack with a saved payment method. */
export function usePurchase(options: { onSuccess(answer: ChargeAnswer): void; onError(error: Error): void }) {
  const client = useQueryClient();
  return useIntent<{ packId: string; price: number; methodId: string }, ChargeAnswer>({
    call: (body, idempotencyKey) => api.purchaseCredits({ body, idempotencyKey }),
    onSuccess: (answer) => {
      if (answer.balance !== null) putBalance(client, answer.balance);
      if (answer.paid) invalidateAfterPayment(client);
      options.onSuccess(answer);
    },
    onError: (error) => {
      if (codeOf(error) === 'PRICE_CHANGED') invalidatePrices(client);
      options.onError(error);
    },
  });
}

/** Starts a payment on the provider's page. `startNow` records that the text of `StartNow` was shown. */
export function useCheckout(options: { onSuccess(answer: ChargeAnswer): void; onError(error: Error): void }) {
  const client = useQueryClient();
  return useIntent<CheckoutIntent & { saveMethod: boolean; startNow: boolean }, ChargeAnswer>({
    call: ({ purpose, reference, amount, message, tier, months, code, saveMethod, startNow }, idempotencyKey) =>
      api.createCheckout({
        body: {
          purpose,
          reference,
          saveMethod,
          ...(startNow ? { startNow } : {}),
          ...(amount === undefined ? {} : { amount }),
          ...(message ? { message } : {}),
          ...(tier ? { tier } : {}),
          ...(months ? { months } : {}),
          ...(code ? { code } : {}),
        },
        idempotencyKey,
      }),
    onSuccess: options.onSuccess,
    onError: (error) => {
      if (codeOf(error) === 'PRICE_CHANGED') invalidatePrices(client);
      options.onError(error);
    },
  });
}

export function useRefund(options: { onSuccess(): void; onError(error: Error): void }) {
  const client = useQueryClient();
  return useIntent<string, Answer<'refundPurchase'>>({
    call: (id, idempotencyKey) => api.refundPurchase({ params: { id }, idempotencyKey }),
    onSuccess: ({ balance }) => {
      putBalance(client, balance);
      invalidateAfterPayment(client);
      options.onSuccess();
    },
    onError: options.onError,
  });
}

export function useRemoveMethod(options: { onSuccess(): void; onError(error: Error): void }) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => api.removePaymentMethod({ params: { id } }),
    onSuccess: (_answer, id) => {
      client.setQueryData<Answer<'listPaymentMethods'>>(keyOf('listPaymentMethods'), (methods) =>
        methods?.filter((method) => method.id !== id),
      );
      options.onSuccess();
    },
    onError: options.onError,
  });
}

export function useSetLimits(options: { onSuccess(limits: Limits): void; onError(error: Error): void }) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: { dailyCents: number | null; monthlyCents: number | null; coolOffDays?: number }) =>
      api.setSpendingLimits({ body }),
    onSuccess: (limits) => {
      client.setQueryData(keyOf('getSpendingLimits'), limits);
      options.onSuccess(limits);
    },
    onError: options.onError,
  });
}

/** Text for a missing response, so that members do not pay twice. */
export function useLostReply(): string {
  const { t } = useLingui();
  return t`The connection dropped. You were not charged twice; try again.`;
}
