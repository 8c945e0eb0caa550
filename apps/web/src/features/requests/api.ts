import { infiniteQueryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { ContentRequestView, deliveryEstimates, RequestDelivery, RequestStatus } from '@vlam/contract/requests';
import { exclusivePrice } from '@vlam/contract/rules/exclusive-price';
import { type Answer, api, keyOf } from '../../lib/api.ts';
import { putBalance } from '../../lib/balance.ts';
import { useIntent } from '../../lib/helpers/idempotency.ts';
import { toIsoTime } from '../../lib/johannesburg-time.ts';
import { parsePrice, type RequestForm } from './request-form.ts';

export type { ContentRequestView, RequestDelivery };
export type RequestBox = 'sent' | 'received';

/** Sent or received requests, in pages. */
export const requestsQuery = (box: RequestBox, status: RequestStatus | undefined) => {
  const query = { box, limit: '20', ...(status ? { status } : {}) };
  return infiniteQueryOptions({
    queryKey: keyOf('listRequests', { query }),
    queryFn: ({ pageParam, signal }) =>
      api.listRequests({ query: { ...query, ...(pageParam ? { cursor: pageParam } : {}) }, signal }),
    initialPageParam: '',
    getNextPageParam: (last: Answer<'listRequests'>) => last.nextCursor,
  });
};

interface MutationCallbacks<Result> {
  onSuccess(result: Result): void;
  onError(error: Error): void;
}

/** An idempotent action that charges, holds or releases credits; invalidates the lists of requests. */
function useRequestIntent<Input, Result extends { balance?: number }>(
  call: (input: Input, idempotencyKey: string) => Promise<Result>,
  { onSuccess, onError }: MutationCallbacks<Result>,
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
      // The request may have changed in another tab.
      void client.invalidateQueries({ queryKey: keyOf('listRequests') });
      onError(error);
    },
  });
}

export const useCreateRequest = (outcome: MutationCallbacks<Answer<'createRequest'>>) =>
  useRequestIntent<RequestForm, Answer<'createRequest'>>(({ deadline, showAt, offerId, ...form }, idempotencyKey) => {
    const isShow = form.contentType === 'live_show';
    const isExclusive = form.isExclusive && !isShow;
    return api.createRequest({
      body: {
        ...form,
        title: form.title.trim(),
        description: form.description.trim(),
        offeredPrice: parsePrice(form.offeredPrice),
        isExclusive,
        totalPrice: exclusivePrice(parsePrice(form.offeredPrice), isExclusive),
        ...(offerId ? { offerId } : {}),
        ...(isShow ? { showAt: toIsoTime(showAt) ?? '' } : offerId ? {} : { deadline }),
      },
      idempotencyKey,
    });
  }, outcome);

interface RequestResponse {
  id: string;
  acceptedPrice: number;
  isExclusive: boolean;
  /** Of a file; a show has a time. */
  estimatedDelivery: (typeof deliveryEstimates)[number] | null;
  showAt: string | null;
  additionalNotes: string;
}
type RequestResult = ContentRequestView & { balance?: number };

export const useRespond = (outcome: MutationCallbacks<RequestResult>) =>
  useRequestIntent<RequestResponse, RequestResult>(
    ({ id, additionalNotes, estimatedDelivery, showAt, ...body }, idempotencyKey) =>
      api.respondToRequest({
        params: { id },
        body: {
          ...body,
          ...(estimatedDelivery ? { estimatedDelivery } : {}),
          ...(showAt ? { showAt } : {}),
          ...(additionalNotes ? { additionalNotes } : {}),
        },
        idempotencyKey,
      }),
    outcome,
  );

export const useDecline = (outcome: MutationCallbacks<RequestResult>) =>
  useRequestIntent<{ id: string; reason: string }, RequestResult>(
    ({ id, reason }, idempotencyKey) =>
      api.declineRequest({ params: { id }, body: reason ? { reason } : {}, idempotencyKey }),
    outcome,
  );

export const useWithdraw = (outcome: MutationCallbacks<Answer<'withdrawRequest'>>) =>
  useRequestIntent<string, Answer<'withdrawRequest'>>(
    (id, idempotencyKey) => api.withdrawRequest({ params: { id }, idempotencyKey }),
    outcome,
  );

export const useAcceptCounter = (outcome: MutationCallbacks<Answer<'acceptCounterOffer'>>) =>
  useRequestIntent<{ id: string; price: number }, Answer<'acceptCounterOffer'>>(
    ({ id, price }, idempotencyKey) => api.acceptCounterOffer({ params: { id }, body: { price }, idempotencyKey }),
    outcome,
  );

export const useDeliver = (outcome: MutationCallbacks<RequestResult>) =>
  useRequestIntent<{ id: string; mediaIds: string[]; message: string }, RequestResult>(
    ({ id, mediaIds, message }, idempotencyKey) =>
      api.deliverRequest({ params: { id }, body: { mediaIds, ...(message ? { message } : {}) }, idempotencyKey }),
    outcome,
  );

export const useDispute = (outcome: MutationCallbacks<RequestResult>) =>
  useRequestIntent<{ id: string; reason: string }, RequestResult>(
    ({ id, reason }, idempotencyKey) => api.disputeRequest({ params: { id }, body: { reason }, idempotencyKey }),
    outcome,
  );

export const useAnswerDispute = (outcome: MutationCallbacks<RequestResult>) =>
  useRequestIntent<{ id: string; answer: string }, RequestResult>(
    ({ id, answer }, idempotencyKey) => api.answerDispute({ params: { id }, body: { answer }, idempotencyKey }),
    outcome,
  );

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
