import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { type Answer, api, keyOf } from '../../lib/api.ts';
import { useIntent } from '../../lib/helpers/idempotency.ts';

export type TakedownCase = Answer<'takedownStatus'>;
export type StaffTakedown = Answer<'listTakedowns'>[number];
export type OpenedTakedown = Answer<'openTakedown'>;
export type TakedownFile = OpenedTakedown['found'][number];
export type TakedownAction = Parameters<typeof api.actOnTakedown>[0]['body']['action'];

/** What opens a case; kept in memory only. */
export interface CaseKeys {
  caseNumber: string;
  pin: string;
}

/** A case by number and PIN; fetched again every 15 seconds, because staff decide it. */
export const caseQuery = (keys: CaseKeys) =>
  queryOptions({
    queryKey: ['takedownStatus', keys.caseNumber],
    queryFn: ({ signal }) => api.takedownStatus({ body: keys, signal }),
    refetchInterval: 15_000,
    gcTime: 0,
  });

/** Hides, shows again or decides a case. */
export function useActOnTakedown({
  onSuccess,
  onError,
}: {
  onSuccess(result: StaffTakedown): void;
  onError(error: Error): void;
}) {
  const client = useQueryClient();
  return useIntent({
    call: ({ id, ...body }: { id: string; action: TakedownAction; reason: string }, idempotencyKey) =>
      api.actOnTakedown({ params: { id }, body, idempotencyKey }),
    onSuccess,
    onError,
    onSettled: () => {
      for (const name of ['listTakedowns', 'openTakedown', 'staffWaiting'] as const)
        void client.invalidateQueries({ queryKey: keyOf(name) });
    },
  });
}
