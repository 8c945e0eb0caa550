import { infiniteQueryOptions, type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import type { CommunityRule } from '@vlam/contract/rules/community';
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
    onSettled: () => refreshReports(client),
  });
}

/** Refetches what lists or counts reports. */
export function refreshReports(client: QueryClient): void {
  for (const name of ['listReports', 'reportTimes', 'staffWaiting'] as const)
    void client.invalidateQueries({ queryKey: keyOf(name) });
}

/** Address and name of the CSV of content. */
export const contentFile = ['/api/admin/content/export.csv', 'vlam-content.csv'] as const;

export type ListedContent = Answer<'listAllContent'>['items'][number];
export type WaitingContent = Answer<'listWaitingContent'>['items'][number];
export type ReviewedContent = Answer<'reviewContent'>;
export type ContentDecision = 'approve' | 'refuse' | 'file' | 'delete';

interface DecidedContent {
  decision: ContentDecision;
  contentId: string;
  reason: string;
  rule: CommunityRule;
  /** The one file to remove. */
  mediaId?: string;
}

/** Decides about an item that waits, with a reason for the audit log. */
export function useDecideContent({
  onSuccess,
  onError,
}: {
  /** `isSecondNeeded`: it was approved by the first of two. */
  onSuccess(result: { isSecondNeeded: boolean }): void;
  onError(error: Error): void;
}) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ decision, mediaId, ...body }: DecidedContent) => {
      const { contentId, reason } = body;
      if (decision === 'approve') {
        const { isPublished } = await api.approveContent({ body: { contentId, reason } });
        return { isSecondNeeded: !isPublished };
      }
      if (decision === 'refuse') await api.refuseContent({ body });
      else await api.deleteContent({ body: { ...body, ...(mediaId ? { mediaId } : {}) } });
      return { isSecondNeeded: false };
    },
    onSuccess,
    onError,
    onSettled: () => refreshContent(client),
  });
}

/** Refetches what lists or counts content that waits. */
export function refreshContent(client: QueryClient): void {
  for (const name of ['listWaitingContent', 'listAllContent', 'staffWaiting', 'reviewContent'] as const)
    void client.invalidateQueries({ queryKey: keyOf(name) });
}

/** Shows or refuses a member's photo; a refusal carries the reason its owner reads. */
export function useDecidePhoto({ onSuccess, onError }: { onSuccess(): void; onError(error: Error): void }) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Parameters<typeof api.decidePhoto>[0]['body']) => api.decidePhoto({ body }),
    onSuccess,
    onError,
    onSettled: () => {
      for (const name of ['listWaitingPhotos', 'staffWaiting'] as const)
        void client.invalidateQueries({ queryKey: keyOf(name) });
    },
  });
}

/** Approves or refuses a comparison with a selfie, which deletes the selfie. */
export function useDecidePhotoCheck({ onSuccess, onError }: { onSuccess(): void; onError(error: Error): void }) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, ...body }: { id: string; decision: 'approve' | 'refuse'; reason?: string }) =>
      api.decidePhotoCheck({ params: { id }, body }),
    onSuccess,
    onError,
    onSettled: () => {
      for (const name of ['listPhotoChecks', 'staffWaiting'] as const)
        void client.invalidateQueries({ queryKey: keyOf(name) });
    },
  });
}

export type Appeal = Answer<'listAppeals'>['items'][number];
export type AppealState = 'open' | 'answered';

export const appealsQuery = (state: AppealState) =>
  infiniteQueryOptions({
    queryKey: keyOf('listAppeals', { query: { state } }),
    queryFn: ({ pageParam, signal }) =>
      api.listAppeals({ query: { state, ...(pageParam ? { cursor: pageParam } : {}) }, signal }),
    initialPageParam: '',
    getNextPageParam: (last: Answer<'listAppeals'>) => last.nextCursor,
  });

/** Answers an appeal; a second answer is refused by the server. */
export function useDecideAppeal({ onSuccess }: { onSuccess(answered: Appeal): void }) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, ...body }: { id: string; decision: 'uphold' | 'reverse'; reason: string }) =>
      api.decideAppeal({ params: { id }, body }),
    onSuccess,
    onSettled: () => {
      for (const name of ['listAppeals', 'staffWaiting', 'listWaitingContent'] as const)
        void client.invalidateQueries({ queryKey: keyOf(name) });
    },
  });
}
