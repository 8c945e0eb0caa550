import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type Answer, api, keyOf } from '../../lib/api.ts';
import { useIntent } from '../../lib/helpers/idempotency.ts';
import { type AccountForm, accountBody } from './account-form.ts';

export type CreatorStats = Answer<'creatorStats'>;
export type Period = CreatorStats['period'];
export type TopItem = Answer<'creatorTopContent'>['items'][number];
export type Activity = Answer<'creatorActivity'>['items'][number];
export type PayoutSummary = Answer<'listPayouts'>;
export type PayoutAccount = Answer<'getPayoutAccount'>['account'];

interface MutationCallbacks {
  onSuccess(): void;
  onError(error: Error): void;
}

/** Requests a payout of cleared earnings. Idempotent when tapped twice or retried after a lost response. */
export function useRequestPayout({ onSuccess, onError }: MutationCallbacks) {
  const client = useQueryClient();
  return useIntent<number, Answer<'requestPayout'>>({
    call: (amountCents, idempotencyKey) => api.requestPayout({ body: { amountCents }, idempotencyKey }),
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: keyOf('listPayouts') });
      onSuccess();
    },
    onError,
  });
}

export function useSetPayoutAccount({ onSuccess, onError }: MutationCallbacks) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (form: AccountForm) => api.setPayoutAccount({ body: accountBody(form) }),
    onSuccess: (answer) => {
      client.setQueryData<Answer<'getPayoutAccount'>>(keyOf('getPayoutAccount'), answer);
      void client.invalidateQueries({ queryKey: keyOf('getPayoutAccount') });
      void client.invalidateQueries({ queryKey: keyOf('listPayouts') });
      onSuccess();
    },
    onError,
  });
}

export type WeeklyPayout = Answer<'getWeeklyPayout'>;

function useWeekly<Input>(
  mutationFn: (input: Input) => Promise<WeeklyPayout>,
  { onSuccess, onError }: MutationCallbacks,
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn,
    onSuccess: (answer) => {
      client.setQueryData<WeeklyPayout>(keyOf('getWeeklyPayout'), answer);
      onSuccess();
    },
    onError,
  });
}

export const useSetWeekly = (callbacks: MutationCallbacks) =>
  useWeekly((body: { weekday: number; leastCents: number }) => api.setWeeklyPayout({ body }), callbacks);

export const useEndWeekly = (callbacks: MutationCallbacks) => useWeekly(() => api.endWeeklyPayout(), callbacks);

export function useSetContentPrice({ onSuccess, onError }: MutationCallbacks) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, price }: { id: string; price: number }) =>
      api.updateContent({ params: { id }, body: { price } }),
    onSuccess: () => {
      for (const name of ['creatorTopContent', 'creatorContent', 'contentFeed', 'getContent'] as const)
        void client.invalidateQueries({ queryKey: keyOf(name) });
      onSuccess();
    },
    onError,
  });
}
