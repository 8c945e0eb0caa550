import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ChooseButtons, useChoosing } from '../../../components/staff-lists/choose-buttons.tsx';
import { KeyHint, QueueList } from '../../../components/staff-lists/queue-list.tsx';
import { useExport } from '../../../components/staff-lists/use-export.ts';
import { EmptyState } from '../../../components/ui/empty-state.tsx';
import { ErrorState } from '../../../components/ui/error-state.tsx';
import { ShowMore } from '../../../components/ui/show-more.tsx';
import { Loading, SkeletonRows } from '../../../components/ui/skeleton.tsx';
import { api, keyOf } from '../../../lib/api.ts';
import { useSearchParams } from '../../../lib/router.tsx';
import { contentFile } from '../api.ts';
import { readContentFilter } from '../content-filter.ts';
import { ApprovalNote } from './approval-note.tsx';
import { isBulkDecidable, useContentBulk } from './content-bulk.tsx';
import { ContentCase } from './content-case.tsx';
import { ContentRow } from './content-row.tsx';
import { ContentTools } from './content-tools.tsx';

/** Items that wait for a decision, oldest first, decided one by one or several at once; the list shows no pictures. */
export function ContentQueue({ state }: { state: 'review' | 'flagged' }) {
  const { t } = useLingui();
  const { classification } = readContentFilter(useSearchParams());
  const query = { state, ...(classification ? { classification } : {}) };
  const [openId, setOpenId] = useState<string | null>(null);
  const choosing = useChoosing(isBulkDecidable);
  const [startExport, isExporting] = useExport(...contentFile);
  const [notice, bar] = useContentBulk({
    choosing,
    mayRefuse: state === 'review',
    isExporting,
    onExport: () => startExport({ ids: [...choosing.chosen.rows.keys()].join(',') }),
  });
  const list = useInfiniteQuery({
    queryKey: keyOf('listWaitingContent', { query }),
    queryFn: ({ pageParam, signal }) =>
      api.listWaitingContent({ query: { ...query, ...(pageParam ? { cursor: pageParam } : {}) }, signal }),
    initialPageParam: '',
    getNextPageParam: (last) => last.nextCursor,
    refetchOnMount: 'always',
  });
  const items = list.data?.pages.flatMap((page) => page.items);
  const decidable = items?.filter(isBulkDecidable) ?? [];
  const alone = (items?.length ?? 0) - decidable.length;
  return (
    <div className={choosing.chosen.rows.size > 0 ? 'pb-28' : ''}>
      <ContentTools
        filter={query}
        isChoosing={choosing.isOn}
        exports={{ isExporting, start: () => startExport(query) }}
      >
        <ChooseButtons choosing={choosing} rows={decidable} />
      </ContentTools>
      {choosing.isOn && alone > 0 ? (
        <p className="mt-2 text-muted text-sm">
          <Plural
            value={alone}
            one="# item is decided on its own: X18 takes two moderators, and your own takes others."
            other="# items are decided on their own: X18 takes two moderators, and your own takes others."
          />
        </p>
      ) : null}
      {notice}
      {list.error && !items ? (
        <ErrorState error={list.error} onRetry={() => void list.refetch()} />
      ) : !items ? (
        <Loading label={t`Loading content`} className="mt-4">
          <SkeletonRows />
        </Loading>
      ) : items.length === 0 ? (
        <EmptyState
          title={classification ? <Trans>Nothing matches</Trans> : <Trans>Nothing is waiting</Trans>}
          text={
            classification ? (
              <Trans>Try another filter.</Trans>
            ) : state === 'review' ? (
              <Trans>
                Items of creators who need review, with a private link, or with a lower rating, are listed here.
              </Trans>
            ) : (
              <Trans>Items are held back when a person in them says no, or is not an adult.</Trans>
            )
          }
        />
      ) : (
        <QueueList
          label={state === 'review' ? t`Waiting` : t`Held back`}
          className="rise mt-2"
          rowKeys={{ x: (index) => choosing.toggle(items[index]) }}
          hint={
            <KeyHint keys={['X']}>
              <Trans>choose it</Trans>
            </KeyHint>
          }
        >
          {items.map((item) => (
            <ContentRow key={item.id} item={item} onOpen={() => setOpenId(item.id)} {...choosing.choiceOf(item)}>
              <ApprovalNote waiting={item} />
            </ContentRow>
          ))}
        </QueueList>
      )}
      <ShowMore list={list} className="mt-6" />
      {bar}
      {openId ? <ContentCase key={openId} contentId={openId} state={state} onClose={() => setOpenId(null)} /> : null}
    </div>
  );
}
