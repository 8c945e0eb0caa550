import { infiniteQueryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { type Answer, api, keyOf } from '../../lib/api.ts';
import { useIntent } from '../../lib/helpers/idempotency.ts';

export type AdminPayout = Answer<'adminPayouts'>['items'][number];
export type PayoutStatus = AdminPayout['status'];
export type Health = Answer<'ledgerHealth'>;
export type Transfer = Answer<'ledgerTransfers'>['items'][number];

/** Payouts of all creators, optionally with one status. */
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

/** Transfers, newest first; all when `text` is empty. */
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

export const useDecidePayout = (outcome: MutationCallbacks<AdminPayout>) =>
  useDecision<Decision, AdminPayout>(
    (decision, idempotencyKey) => {
      const call = { params: { id: decision.id }, idempotencyKey };
      if (decision.kind === 'approve') return api.approvePayout(call);
      if (decision.kind === 'sent')
        return api.markPayoutSent({ ...call, body: { bankReference: decision.bankReference } });
      return api.failPayout({ ...call, body: { reason: decision.reason } });
    },
    ['adminPayouts'],
    outcome,
  );

export type DisputeSummary = Answer<'listDisputes'>['items'][number];
export type Dispute = Answer<'getDispute'>;
export type DisputeState = DisputeSummary['status'];

export const disputesQuery = (state: DisputeState) => {
  const query = { state, limit: '20' };
  return infiniteQueryOptions({
    queryKey: keyOf('listDisputes', { query }),
    queryFn: ({ pageParam, signal }) =>
      api.listDisputes({ query: { ...query, ...(pageParam ? { cursor: pageParam } : {}) }, signal }),
    initialPageParam: '',
    getNextPageParam: (last: Answer<'listDisputes'>) => last.nextCursor,
  });
};

interface MutationCallbacks<Result> {
  onSuccess(result: Result): void;
  onError(error: Error): void;
}

/** A decision about money, idempotent when tapped twice. Invalidates `changed` and the ledger's queries. */
function useDecision<Input, Result>(
  call: (input: Input, idempotencyKey: string) => Promise<Result>,
  changed: readonly Parameters<typeof keyOf>[0][],
  { onSuccess, onError }: MutationCallbacks<Result>,
) {
  const client = useQueryClient();
  const refresh = () => {
    for (const name of [...changed, 'staffWaiting', 'ledgerTransfers', 'ledgerHealth'] as const)
      void client.invalidateQueries({ queryKey: keyOf(name) });
  };
  return useIntent<Input, Result>({
    call,
    onSuccess: (result) => {
      refresh();
      onSuccess(result);
    },
    onError: (error) => {
      refresh();
      onError(error);
    },
  });
}

export interface DisputeVerdict {
  id: string;
  version: number;
  decision: NonNullable<Dispute['outcome']>['decision'];
  /** Sent only for a split. */
  returnCredits: number;
  reason: string;
}

export const useDecideDispute = (outcome: MutationCallbacks<Dispute>) =>
  useDecision<DisputeVerdict, Dispute>(
    ({ id, decision, returnCredits, reason, version }, idempotencyKey) =>
      api.decideDispute({
        params: { id },
        body: { decision, reason, version, ...(decision === 'split' ? { returnCredits } : {}) },
        idempotencyKey,
      }),
    ['listDisputes', 'getDispute'],
    outcome,
  );

export type FlaggedPayment = Answer<'listFlaggedPayments'>['items'][number];

export interface PaymentVerdict {
  id: string;
  kind: 'grant' | 'refund' | 'end';
  amount: number;
  currency: string;
  reason: string;
}

export const useDecidePayment = (outcome: MutationCallbacks<FlaggedPayment>) =>
  useDecision<PaymentVerdict, FlaggedPayment>(
    ({ id, kind, ...body }, idempotencyKey) => {
      if (kind === 'end') return api.endPayment({ params: { id }, body: { reason: body.reason }, idempotencyKey });
      const call = { params: { id }, body, idempotencyKey };
      return kind === 'grant' ? api.grantPayment(call) : api.refundPayment(call);
    },
    ['listFlaggedPayments'],
    outcome,
  );

export type AgeReview = Answer<'listAgeReviews'>['items'][number];

/** Accounts waiting for a review of their identity document, oldest first. */
export const ageReviewsQuery = infiniteQueryOptions({
  queryKey: keyOf('listAgeReviews'),
  queryFn: ({ pageParam, signal }) => api.listAgeReviews({ query: pageParam ? { cursor: pageParam } : {}, signal }),
  initialPageParam: '',
  getNextPageParam: (last: Answer<'listAgeReviews'>) => last.nextCursor,
});

export type AgeVerdict =
  | { accept: true; idNumber: string; dateOfBirth: string; reason: string }
  | { accept: false; reason: string };

export function useDecideAgeReview(id: string, { onSuccess, onError }: MutationCallbacks<void>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (verdict: AgeVerdict): Promise<void> => {
      await api.decideAgeReview({ params: { id }, body: verdict });
    },
    onSuccess,
    onError,
    onSettled: () => {
      for (const name of ['listAgeReviews', 'staffWaiting'] as const)
        void client.invalidateQueries({ queryKey: keyOf(name) });
    },
  });
}

/** Identity documents that wait, oldest first. */
export const documentsQuery = infiniteQueryOptions({
  queryKey: keyOf('listIdentityDocuments'),
  queryFn: ({ pageParam, signal }) =>
    api.listIdentityDocuments({ query: pageParam ? { cursor: pageParam } : {}, signal }),
  initialPageParam: '',
  getNextPageParam: (last: Answer<'listIdentityDocuments'>) => last.nextCursor,
});

export type DocumentVerdict =
  | { decision: 'accept'; dateOfBirth: string; reason: string }
  | { decision: 'refuse'; reason: string };

export function useDecideDocument(id: string, { onSuccess, onError }: MutationCallbacks<void>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (verdict: DocumentVerdict): Promise<void> => {
      await api.decideIdentityDocument({ params: { id }, body: verdict });
    },
    onSuccess,
    onError,
    onSettled: () => {
      for (const name of ['listIdentityDocuments', 'staffWaiting'] as const)
        void client.invalidateQueries({ queryKey: keyOf(name) });
    },
  });
}
