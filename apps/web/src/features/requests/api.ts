import { infiniteQueryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { ContentRequestView, deliveryEstimates, RequestDelivery, RequestStatus } from '@vlam/contract/requests';
import { exclusivePrice } from '@vlam/contract/rules/exclusive-price';
import { type Answer, api, keyOf } from '../../lib/api.ts';
import { putBalance } from '../../lib/balance.ts';
import { useIntent } from '../../lib/idempotency.ts';
import { type RequestForm, typedPrice } from './request-form.ts';

export type { ContentRequestView, RequestDelivery };
export type Box = 'sent' | 'received';

/** Requests one sent or received, a page at a time. */
export const requestsQuery = (box: Box, status: RequestStatus | undefined) => {
  const query = { box, limit: '20', ...(status ? { status } : {}) };
  return infiniteQueryOptions({
    queryKey: keyOf('listRequests', { query }),
    queryFn: ({ pageParam, signal }) =>
      api.listRequests({ query: { ...query, ...(pageParam ? { cursor: pageParam } : {}) }, signal }),
    initialPageParam: '',
    getNextPageParam: (last: Answer<'listRequests'>) => last.nextCursor,
  });
};

interface Outcome<Result> {
  onSuccess(result: Result): void;
  onError(error: Error): void;
}

/** An action on requests that costs, holds or frees money: one intent however often it is tapped; the lists follow. */
function useRequestIntent<Input, Result extends { balance?: number }>(
  call: (input: Input, idempotencyKey: string) => Promise<Result>,
  { onSuccess, onError }: Outcome<Result>,
) {
  const client = useQueryClient();
  return useIntent<Input, Result>({
    call,
    onSuccess: (result) => {
      if (result.balance !== undefined) putBalance(client, result.balance);
      void client.invalidateQueries({ queryKey: keyOf('listRequests') });
      onSuccess(result);
    },
    onError: (error) => {
      // It may have changed under our hands: show how it stands now.
      void client.invalidateQueries({ queryKey: keyOf('listRequests') });
      onError(error);
    },
  });
}

export const useCreateRequest = (outcome: Outcome<Answer<'createRequest'>>) =>
  useRequestIntent<RequestForm, Answer<'createRequest'>>(
    (form, idempotencyKey) =>
      api.createRequest({
        body: {
          ...form,
          title: form.title.trim(),
          description: form.description.trim(),
          offeredPrice: typedPrice(form.offeredPrice),
          totalPrice: exclusivePrice(typedPrice(form.offeredPrice), form.isExclusive),
        },
        idempotencyKey,
      }),
    outcome,
  );

interface Response {
  id: string;
  acceptedPrice: number;
  isExclusive: boolean;
  estimatedDelivery: (typeof deliveryEstimates)[number];
  additionalNotes: string;
}
type RequestAnswer = ContentRequestView & { balance?: number };

export const useRespond = (outcome: Outcome<RequestAnswer>) =>
  useRequestIntent<Response, RequestAnswer>(
    ({ id, additionalNotes, ...body }, idempotencyKey) =>
      api.respondToRequest({
        params: { id },
        body: { ...body, ...(additionalNotes ? { additionalNotes } : {}) },
        idempotencyKey,
      }),
    outcome,
  );

export const useDecline = (outcome: Outcome<RequestAnswer>) =>
  useRequestIntent<{ id: string; reason: string }, RequestAnswer>(
    ({ id, reason }, idempotencyKey) =>
      api.declineRequest({ params: { id }, body: reason ? { reason } : {}, idempotencyKey }),
    outcome,
  );

export const useWithdraw = (outcome: Outcome<Answer<'withdrawRequest'>>) =>
  useRequestIntent<string, Answer<'withdrawRequest'>>(
    (id, idempotencyKey) => api.withdrawRequest({ params: { id }, idempotencyKey }),
    outcome,
  );

export const useAcceptCounter = (outcome: Outcome<Answer<'acceptCounterOffer'>>) =>
  useRequestIntent<{ id: string; price: number }, Answer<'acceptCounterOffer'>>(
    ({ id, price }, idempotencyKey) => api.acceptCounterOffer({ params: { id }, body: { price }, idempotencyKey }),
    outcome,
  );

export const useDeliver = (outcome: Outcome<RequestAnswer>) =>
  useRequestIntent<{ id: string; mediaId: string; message: string }, RequestAnswer>(
    ({ id, mediaId, message }, idempotencyKey) =>
      api.deliverRequest({ params: { id }, body: { mediaId, ...(message ? { message } : {}) }, idempotencyKey }),
    outcome,
  );

export const useDispute = (outcome: Outcome<RequestAnswer>) =>
  useRequestIntent<{ id: string; reason: string }, RequestAnswer>(
    ({ id, reason }, idempotencyKey) => api.disputeRequest({ params: { id }, body: { reason }, idempotencyKey }),
    outcome,
  );

export const useAnswerDispute = (outcome: Outcome<RequestAnswer>) =>
  useRequestIntent<{ id: string; answer: string }, RequestAnswer>(
    ({ id, answer }, idempotencyKey) => api.answerDispute({ params: { id }, body: { answer }, idempotencyKey }),
    outcome,
  );

/** Stars for what was delivered. */
export function useRateRequest(id: string, onError: (error: Error) => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (stars: number) => api.rateRequest({ params: { id }, body: { stars } }),
    onSuccess: ({ creatorId }) => {
      void client.invalidateQueries({ queryKey: keyOf('listRequests') });
      void client.invalidateQueries({ queryKey: keyOf('getProfile', { params: { id: creatorId } }) });
    },
    onError,
  });
}
