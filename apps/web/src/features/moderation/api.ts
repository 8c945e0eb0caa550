import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type Answer, api, keyOf } from '../../lib/api.ts';

export type Report = Answer<'listReports'>[number];
export type ReportStatus = Report['status'];
export type ReportedMessage = Answer<'openReport'>['evidence'][number];

/** Closes a report with what was done, or with why nothing was; the server does so once. */
export function useDecideReport({
  onSuccess,
  onError,
}: {
  onSuccess(result: Report): void;
  onError(error: Error): void;
}) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id: reportId, ending, text }: { id: string; ending: 'resolved' | 'dismissed'; text: string }) =>
      ending === 'resolved'
        ? api.resolveReport({ body: { reportId, resolution: text } })
        : api.dismissReport({ body: { reportId, reason: text } }),
    onSuccess,
    onError,
    onSettled: () => {
      for (const name of ['listReports', 'staffWaiting'] as const)
        void client.invalidateQueries({ queryKey: keyOf(name) });
    },
  });
}
