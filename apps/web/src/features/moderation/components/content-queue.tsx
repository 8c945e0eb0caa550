import { Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { useState } from 'react';
import { EmptyState } from '../../../components/ui/empty-state.tsx';
import { ErrorState } from '../../../components/ui/error-state.tsx';
import { PostedAge } from '../../../components/ui/posted-age.tsx';
import { QueueList, queueRow } from '../../../components/ui/queue-list.tsx';
import { RatingTag } from '../../../components/ui/rating-tag.tsx';
import { ShowMore } from '../../../components/ui/show-more.tsx';
import { Loading, SkeletonRows } from '../../../components/ui/skeleton.tsx';
import { api, keyOf } from '../../../lib/api.ts';
import { ApprovalNote } from './approval-note.tsx';
import { ContentCase } from './content-case.tsx';

/** Items that wait for a decision, oldest first; the list shows no pictures. */
export function ContentQueue({ state }: { state: 'review' | 'flagged' }) {
  const { t } = useLingui();
  const [openId, setOpenId] = useState<string | null>(null);
  const list = useInfiniteQuery({
    queryKey: [...keyOf('listWaitingContent'), state],
    queryFn: ({ pageParam, signal }) =>
      api.listWaitingContent({ query: { state, ...(pageParam ? { cursor: pageParam } : {}) }, signal }),
    initialPageParam: '',
    getNextPageParam: (last) => last.nextCursor,
    refetchOnMount: 'always',
  });
  const items = list.data?.pages.flatMap((page) => page.items);
  if (list.error && !items) return <ErrorState error={list.error} onRetry={() => void list.refetch()} />;
  if (!items)
    return (
      <Loading label={t`Loading content`} className="mt-4">
        <SkeletonRows />
      </Loading>
    );
  if (items.length === 0)
    return (
      <EmptyState
        title={<Trans>Nothing is waiting</Trans>}
        text={
          state === 'review' ? (
            <Trans>
              Items of creators who need review, with a private link, or with a lower rating, are listed here.
            </Trans>
          ) : (
            <Trans>Items are held back when a person in them says no, or is not an adult.</Trans>
          )
        }
      />
    );
  return (
    <>
      <QueueList label={state === 'review' ? t`Waiting` : t`Held back`} className="rise mt-2">
        {items.map((item) => (
          <li key={item.id} className="border-line border-t first:border-t-0">
            <button
              type="button"
              onClick={() => setOpenId(item.id)}
              className={`${queueRow} flex min-h-16 w-[calc(100%+24px)] items-center gap-3 py-2.5 text-left`}
            >
              <span className="min-w-0 flex-1">
                <span className="block wrap-anywhere font-semibold">{item.title}</span>
                <span className="block wrap-anywhere text-muted text-sm">
                  {item.profile.displayName} · <PostedAge at={item.createdAt} />
                </span>
                <ApprovalNote waiting={item} />
              </span>
              <RatingTag item={item} />
              <ChevronRight size={18} aria-hidden className="shrink-0 text-faint" />
            </button>
          </li>
        ))}
      </QueueList>
      <ShowMore list={list} className="mt-6" />
      {openId ? <ContentCase key={openId} contentId={openId} state={state} onClose={() => setOpenId(null)} /> : null}
    </>
  );
}
