import { infiniteQueryOptions, useQueryClient } from '@tanstack/react-query';
import { type Answer, api, keyOf } from '../../lib/api.ts';
import { useIntent } from '../../lib/idempotency.ts';

export type AdminPayout = Answer<'adminPayouts'>['items'][number];
export type PayoutStatus = AdminPayout['status'];
export type Health = Answer<'ledgerHealth'>;
export type Transfer = Answer<'ledgerTransfers'>['items'][number];

/** Payouts of everybody, those of one state or all. */
export const payoutsQuery = (status: PayoutStatus | undefined) => {
  const query = { limit: '20', ...(status ? { status } : {}) };
  return infiniteQueryOptions({
    queryKey: keyOf('adminPayouts', { query }),
    queryFn: ({ pageParam, signal }) =>
      api.adminPayouts({ query: { ...query, ...(pageParam ? { cursor: pageParam } : {}) }, signal }),
    initialPageParam: '',
    getNextPageParam: (last: Answer<'adminPayouts'>) => last.nextCursor,
  });
};

export type TransferField = 'reference' | 'kind' | 'ownerId' | 'payeeId';

/** Transfers, newest first; those whose field holds `text`, or all. */
export const transfersQuery = (field: TransferField, text: string) => {
  const query = { limit: '25', ...(text ? { [field]: text } : {}) };
  return infiniteQueryOptions({
    queryKey: keyOf('ledgerTransfers', { query }),
    queryFn: ({ pageParam, signal }) =>
      api.ledgerTransfers({ query: { ...query, ...(pageParam ? { cursor: pageParam } : {}) }, signal }),
    initialPageParam: '',
    getNextPageParam: (last: Answer<'ledgerTransfers'>) => last.nextCursor,
  });
};

export type Decision =
  | { kind: 'approve'; id: string }
  | { kind: 'sent'; id: string; bankReference: string }
  | { kind: 'fail'; id: string; reason: string };

/** Moves a payout on. A second tap or a lost reply is the same decision. */
export function useDecidePayout(options: { onSuccess(payout: AdminPayout): void; onError(error: Error): void }) {
  const client = useQueryClient();
  const refresh = () => {
    for (const name of ['adminPayouts', 'ledgerTransfers', 'ledgerHealth'] as const)
      void client.invalidateQueries({ queryKey: keyOf(name) });
  };
  return useIntent<Decision, AdminPayout>({
    call: (decision, idempotencyKey) => {
      const call = { params: { id: decision.id }, idempotencyKey };
      if (decision.kind === 'approve') return api.approvePayout(call);
      if (decision.kind === 'sent')
        return api.markPayoutSent({ ...call, body: { bankReference: decision.bankReference } });
      return api.failPayout({ ...call, body: { reason: decision.reason } });
    },
    onSuccess: (payout) => {
      refresh();
      options.onSuccess(payout);
    },
    onError: (error) => {
      refresh();
      options.onError(error);
    },
  });
}
