import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type Answer, api, keyOf } from '../../lib/api.ts';

export type Report = Answer<'listReports'>[number];
export type ReportStatus = Report['status'];
export type ReportedMessage = Answer<'openReport'>['evidence'][number];

/** Resolves or dismisses a report with a text for the audit log. Idempotent on the server. */
export function useDecideReport({
  onSuccess,
  onError,
}: {
  onSuccess(result: Report): void;
  onError(error: Error): void;
}) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id: reportId, decision, text }: { id: string; decision: 'resolved' | 'dismissed'; text: string }) =>
      decision === 'resolved'
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
