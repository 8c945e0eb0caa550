import { infiniteQueryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { EventCategory, TonightCategory } from '@vlam/contract/rules/meeting';
import type { City } from '@vlam/contract/rules/places';
import { type Answer, api, keyOf } from '../../lib/api.ts';
import { useIntent } from '../../lib/helpers/idempotency.ts';

export type EventView = Answer<'getEvent'>;
export type SafetyPlan = Answer<'listSafetyPlans'>[number];
export type TravelPlan = NonNullable<Answer<'ownTravel'>['plan']>;
export type TravellerView = Answer<'travellers'>['items'][number];
export type TonightRequest = Answer<'tonight'>['items'][number];

/** Lists are refetched on their next mount once older than this, in milliseconds. */
const staleAfterMs = 30_000;

export interface EventFilter {
  city?: City | undefined;
  category?: EventCategory | undefined;
  mine?: 'attending' | 'organizing' | undefined;
}

/** Drops undefined filters, so that they share the query key of absent ones. */
const omitUndefined = <Query extends object>(query: Query) =>
  Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined)) as Query;

export const eventsQuery = (filter: EventFilter) => {
  const query = { ...omitUndefined(filter), limit: '20' };
  return infiniteQueryOptions({
    queryKey: keyOf('listEvents', { query }),
    queryFn: ({ pageParam, signal }) =>
      api.listEvents({ query: { ...query, ...(pageParam ? { cursor: pageParam } : {}) }, signal }),
    initialPageParam: '',
    getNextPageParam: (last: Answer<'listEvents'>) => last.nextCursor,
    staleTime: staleAfterMs,
  });
};

export const travellersQuery = (city: City) => {
  const query = { city, limit: '24' };
  return infiniteQueryOptions({
    queryKey: keyOf('travellers', { query }),
    queryFn: ({ pageParam, signal }) =>
      api.travellers({ query: { ...query, ...(pageParam ? { cursor: pageParam } : {}) }, signal }),
    initialPageParam: '',
    getNextPageParam: (last: Answer<'travellers'>) => last.nextCursor,
    staleTime: staleAfterMs,
  });
};

export const tonightQuery = (filter: { city?: City | undefined; category?: TonightCategory | undefined }) => {
  const query = { ...omitUndefined(filter), limit: '20' };
  return infiniteQueryOptions({
    queryKey: keyOf('tonight', { query }),
    queryFn: ({ pageParam, signal }) =>
      api.tonight({ query: { ...query, ...(pageParam ? { cursor: pageParam } : {}) }, signal }),
    initialPageParam: '',
    getNextPageParam: (last: Answer<'tonight'>) => last.nextCursor,
    staleTime: staleAfterMs,
  });
};

interface MutationCallbacks<Result> {
  onSuccess?(result: Result): void;
  onError(error: Error): void;
}

/** A mutation that refetches these lists on success and failure; after a refusal the list was outdated. */
function useListMutation<Input, Result>(
  names: readonly (
    | 'listEvents'
    | 'eventCities'
    | 'getEvent'
    | 'ownTravel'
    | 'travellers'
    | 'tonight'
    | 'listSafetyPlans'
  )[],
  mutationFn: (input: Input) => Promise<Result>,
  { onSuccess, onError }: MutationCallbacks<Result>,
) {
  const client = useQueryClient();
  const invalidateLists = () => {
    for (const name of names) void client.invalidateQueries({ queryKey: keyOf(name) });
  };
  return useMutation<Result, Error, Input>({
    mutationFn,
    onSuccess: (result) => {
      invalidateLists();
      onSuccess?.(result);
    },
    onError: (error) => {
      invalidateLists();
      onError(error);
    },
  });
}

const events = ['listEvents', 'eventCities', 'getEvent'] as const;

/** Attends an event or cancels. Idempotent on the server; the button is busy until the response. */
export const useAttendance = (outcome: MutationCallbacks<EventView>) =>
  useListMutation<EventView, EventView>(
    events,
    ({ id, isAttending }) => (isAttending ? api.leaveEvent({ params: { id } }) : api.attendEvent({ params: { id } })),
    outcome,
  );
export const useCancelEvent = (outcome: MutationCallbacks<unknown>) =>
  useListMutation<string, unknown>(events, (id) => api.cancelEvent({ params: { id } }), outcome);
export const useRemoveEvent = (outcome: MutationCallbacks<unknown>) =>
  useListMutation<{ id: string; reason: string }, unknown>(
    events,
    ({ id, reason }) => api.removeEvent({ params: { id }, body: { reason } }),
    outcome,
  );

export const useSetTravel = (outcome: MutationCallbacks<Answer<'setTravel'>>) =>
  useListMutation<Parameters<typeof api.setTravel>[0]['body'], Answer<'setTravel'>>(
    ['ownTravel', 'travellers'],
    (body) => api.setTravel({ body }),
    outcome,
  );
export const useEndTravel = (outcome: MutationCallbacks<unknown>) =>
  useListMutation<void, unknown>(['ownTravel', 'travellers'], () => api.endTravel(), outcome);

export const usePostTonight = (outcome: MutationCallbacks<TonightRequest>) =>
  useListMutation<Parameters<typeof api.postTonight>[0]['body'], TonightRequest>(
    ['tonight'],
    (body) => api.postTonight({ body }),
    outcome,
  );
export const useDeleteTonight = (outcome: MutationCallbacks<unknown>) =>
  useListMutation<string, unknown>(['tonight'], (id) => api.deleteTonight({ params: { id } }), outcome);
export const useRespondTonight = (outcome: MutationCallbacks<unknown>) =>
  useListMutation<{ id: string; message: string }, unknown>(
    ['tonight'],
    ({ id, message }) => api.respondTonight({ params: { id }, body: { message } }),
    outcome,
  );

export const useCheckIn = (outcome: MutationCallbacks<SafetyPlan>) =>
  useListMutation<{ id: string; extendMinutes?: number }, SafetyPlan>(
    ['listSafetyPlans'],
    ({ id, ...body }) => api.checkInSafetyPlan({ params: { id }, body }),
    outcome,
  );
export const useCancelPlan = (outcome: MutationCallbacks<unknown>) =>
  useListMutation<string, unknown>(['listSafetyPlans'], (id) => api.cancelSafetyPlan({ params: { id } }), outcome);

/** Creates an event or a plan, idempotently. */
function useIdempotentCreate<Input, Result>(
  names: readonly ('listEvents' | 'eventCities' | 'listSafetyPlans')[],
  call: (input: Input, idempotencyKey: string) => Promise<Result>,
  { onSuccess, onError }: MutationCallbacks<Result>,
) {
  const client = useQueryClient();
  return useIntent<Input, Result>({
    call,
    onSuccess: (result) => {
      for (const name of names) void client.invalidateQueries({ queryKey: keyOf(name) });
      onSuccess?.(result);
    },
    onError,
  });
}

export const useCreateEvent = (outcome: MutationCallbacks<EventView>) =>
  useIdempotentCreate<Parameters<typeof api.createEvent>[0]['body'], EventView>(
    ['listEvents', 'eventCities'],
    (body, idempotencyKey) => api.createEvent({ body, idempotencyKey }),
    outcome,
  );
export const useSharePlan = (outcome: MutationCallbacks<SafetyPlan>) =>
  useIdempotentCreate<Parameters<typeof api.createSafetyPlan>[0]['body'], SafetyPlan>(
    ['listSafetyPlans'],
    (body, idempotencyKey) => api.createSafetyPlan({ body, idempotencyKey }),
    outcome,
  );
