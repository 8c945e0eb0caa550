import { Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { EmptyState } from '../../../components/ui/empty-state.tsx';
import { ErrorState } from '../../../components/ui/error-state.tsx';
import { QueueList } from '../../../components/ui/queue-list.tsx';
import { ShowMore } from '../../../components/ui/show-more.tsx';
import { Loading, SkeletonRows } from '../../../components/ui/skeleton.tsx';
import { api, keyOf } from '../../../lib/api.ts';
import { ApprovalNote } from './approval-note.tsx';
import { ContentCase } from './content-case.tsx';
import { ContentRow } from './content-row.tsx';

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
          <ContentRow key={item.id} item={item} onOpen={() => setOpenId(item.id)}>
            <ApprovalNote waiting={item} />
          </ContentRow>
        ))}
      </QueueList>
      <ShowMore list={list} className="mt-6" />
      {openId ? <ContentCase key={openId} contentId={openId} state={state} onClose={() => setOpenId(null)} /> : null}
    </>
  );
}
