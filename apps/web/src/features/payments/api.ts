import { useLingui } from '@lingui/react/macro';
import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { ChargeAnswer, OrderState } from '@vlam/contract/payments';
import { type Answer, api, codeOf, keyOf, queryOf } from '../../lib/api.ts';
import { putBalance } from '../../lib/balance.ts';
import type { CheckoutIntent } from '../../lib/checkout.ts';
import { useIntent } from '../../lib/idempotency.ts';

export type CreditPack = Answer<'listCreditPacks'>[number];
export type Order = Answer<'getOrder'>;
export type Limits = Answer<'getSpendingLimits'>;

const waiting: readonly OrderState[] = ['created', 'pending'];
/** Whether the provider has still to decide. */
export const isWaiting = (status: OrderState): boolean => waiting.includes(status);

/** Reads that a payment can change. */
const touched = [
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
] as const;

/** Reads again whatever a payment may have changed. */
export function refreshAfterPayment(client: QueryClient): void {
  for (const name of touched) void client.invalidateQueries({ queryKey: keyOf(name) });
}

/** Reads again what is sold for rand, after a price was refused. */
function refreshPrices(client: QueryClient): void {
  for (const name of ['listCreditPacks', 'ownVip', 'listVipTiers', 'getCreator'] as const)
    void client.invalidateQueries({ queryKey: keyOf(name) });
}

/** How often an order is asked for: every 2 s for half a minute, every 5 s for the next minute and a half, then no more. */
const patience = { quickMs: 2_000, quick: 15, slowMs: 5_000, total: 33 } as const;

/** One order, polled until the provider has decided or the time limit ends. */
export const orderQuery = (id: string) =>
  queryOptions({
    ...queryOf('getOrder', { params: { id } }),
    refetchInterval: ({ state }) => {
      if (state.data && !isWaiting(state.data.status)) return false;
      const asked = state.dataUpdateCount + state.errorUpdateCount;
      return asked < patience.quick ? patience.quickMs : asked < patience.total && patience.slowMs;
    },
  });

/** True when polling has stopped by its limit. */
export function useIsLate(id: string): boolean {
  const state = useQueryClient().getQueryState(orderQuery(id).queryKey);
  return state !== undefined && state.dataUpdateCount + state.errorUpdateCount >= patience.total;
}

/** Buys a pack with a saved method, at once. */
export function usePurchase(options: { onSuccess(answer: ChargeAnswer): void; onError(error: Error): void }) {
  const client = useQueryClient();
  return useIntent<{ packId: string; price: number; methodId: string }, ChargeAnswer>({
    call: (body, idempotencyKey) => api.purchaseCredits({ body, idempotencyKey }),
    onSuccess: (answer) => {
      if (answer.balance !== null) putBalance(client, answer.balance);
      if (answer.paid) refreshAfterPayment(client);
      options.onSuccess(answer);
    },
    onError: (error) => {
      if (codeOf(error) === 'PRICE_CHANGED') refreshPrices(client);
      options.onError(error);
    },
  });
}

/** Begins a payment on the provider's page. `startNow`: the words of `StartNow` were shown. */
export function useCheckout(options: { onSuccess(answer: ChargeAnswer): void; onError(error: Error): void }) {
  const client = useQueryClient();
  return useIntent<CheckoutIntent & { saveMethod: boolean; startNow: boolean }, ChargeAnswer>({
    call: ({ purpose, reference, amount, message, saveMethod, startNow }, idempotencyKey) =>
      api.createCheckout({
        body: {
          purpose,
          reference,
          saveMethod,
          ...(startNow ? { startNow } : {}),
          ...(amount === undefined ? {} : { amount }),
          ...(message ? { message } : {}),
        },
        idempotencyKey,
      }),
    onSuccess: options.onSuccess,
    onError: (error) => {
      if (codeOf(error) === 'PRICE_CHANGED') refreshPrices(client);
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
      refreshAfterPayment(client);
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
