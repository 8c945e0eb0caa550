import { Trans, useLingui } from '@lingui/react/macro';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { classifications } from '@vlam/contract/rules/classification';
import { listedStates } from '@vlam/contract/rules/content-states';
import { useState } from 'react';
import { QueueList } from '../../../components/staff-lists/queue-list.tsx';
import { useExport } from '../../../components/staff-lists/use-export.ts';
import { Button } from '../../../components/ui/button.tsx';
import { Chip, ChipRow } from '../../../components/ui/chip.tsx';
import { EmptyState } from '../../../components/ui/empty-state.tsx';
import { ErrorState } from '../../../components/ui/error-state.tsx';
import { SearchField } from '../../../components/ui/search-field.tsx';
import { NextPageError, ShowMore } from '../../../components/ui/show-more.tsx';
import { Loading, SkeletonRows } from '../../../components/ui/skeleton.tsx';
import { Tag } from '../../../components/ui/tag.tsx';
import { api, keyOf } from '../../../lib/api.ts';
import { go, useSearchParams } from '../../../lib/router.tsx';
import { contentFile, type ListedContent } from '../api.ts';
import { type ContentFilter, readContentFilter } from '../content-filter.ts';
import { listedStateLabels } from '../labels.ts';
import { ContentCase } from './content-case.tsx';
import { ContentRow } from './content-row.tsx';
import { ContentTools } from './content-tools.tsx';
import { ListedItemSheet } from './listed-item-sheet.tsx';

/** All items that were published or wait to be, newest first; the list shows no pictures. The filter stands in the address. */
export function ContentList() {
  const { t, i18n } = useLingui();
  const filter = readContentFilter(useSearchParams());
  const [open, setOpen] = useState<ListedContent | null>(null);
  const [startExport, isExporting] = useExport(...contentFile);
  const show = (next: ContentFilter) => go({ to: '/admin/content', search: { ...next }, replace: true });
  const without = (name: keyof ContentFilter): ContentFilter => {
    const { [name]: _left, ...rest } = filter;
    return rest;
  };
  const list = useInfiniteQuery({
    queryKey: keyOf('listAllContent', { query: { ...filter } }),
    queryFn: ({ pageParam, signal }) =>
      api.listAllContent({ query: { ...filter, ...(pageParam ? { cursor: pageParam } : {}) }, signal }),
    initialPageParam: '',
    getNextPageParam: (last) => last.nextCursor,
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  });
  const items = list.data?.pages.flatMap((page) => page.items);
  const isFiltered = Object.keys(filter).length > 0;
  return (
    <>
      <div className="mt-4 lg:max-w-md">
        <SearchField
          label={t`Search titles`}
          placeholder={t`Title of an item`}
          value={filter.q ?? ''}
          maxLength={100}
          onChange={(q) => show(q ? { ...filter, q } : without('q'))}
        />
      </div>
      <ChipRow label={t`State`} className="mt-3">
        <Chip pressed={!filter.state} onClick={() => show(without('state'))}>
          <Trans>Any state</Trans>
        </Chip>
        {listedStates.map((state) => (
          <Chip key={state} pressed={filter.state === state} onClick={() => show({ ...filter, state })}>
            {i18n._(listedStateLabels[state])}
          </Chip>
        ))}
      </ChipRow>
      <ChipRow label={t`Rating`} className="mt-2">
        <Chip pressed={!filter.classification} onClick={() => show(without('classification'))}>
          <Trans>Any rating</Trans>
        </Chip>
        {classifications.map((each) => (
          <Chip
            key={each}
            pressed={filter.classification === each}
            onClick={() => show({ ...filter, classification: each })}
          >
            {each}
          </Chip>
        ))}
      </ChipRow>
      <ContentTools filter={filter} exports={{ isExporting, start: () => startExport({ ...filter }) }} />
      {filter.profile ? (
        <p className="mt-3 flex flex-wrap items-center gap-3 text-muted text-sm">
          <Trans>Items of one creator.</Trans>
          <Button size="sm" variant="outline" onClick={() => show(without('profile'))}>
            <Trans>Items of everyone</Trans>
          </Button>
        </p>
      ) : null}
      <div className="mt-4" aria-busy={list.isPlaceholderData || undefined}>
        {list.error && !items ? (
          <ErrorState error={list.error} onRetry={() => void list.refetch()} />
        ) : !items ? (
          <Loading label={t`Loading content`}>
            <SkeletonRows count={6} />
          </Loading>
        ) : items.length === 0 ? (
          <EmptyState
            title={isFiltered ? <Trans>Nothing matches</Trans> : <Trans>No items yet</Trans>}
            text={
              isFiltered ? (
                <Trans>Try fewer letters, or another filter.</Trans>
              ) : (
                <Trans>What creators publish is listed here.</Trans>
              )
            }
            {...(isFiltered
              ? {
                  action: (
                    <Button variant="bone" onClick={() => show({})}>
                      <Trans>Clear all</Trans>
                    </Button>
                  ),
                }
              : {})}
          />
        ) : (
          <QueueList label={t`All content`} className="rise">
            {items.map((item) => (
              <Row key={item.id} item={item} onOpen={() => setOpen(item)} />
            ))}
          </QueueList>
        )}
      </div>
      {list.error && items ? (
        <NextPageError error={list.error} onRetry={() => void list.fetchNextPage()} />
      ) : (
        <ShowMore list={list} className="mt-6" />
      )}
      {open?.state === 'published' ? (
        <ListedItemSheet item={open} onClose={() => setOpen(null)} />
      ) : open ? (
        <ContentCase key={open.id} contentId={open.id} state={open.state} onClose={() => setOpen(null)} />
      ) : null}
    </>
  );
}

function Row({ item, onOpen }: { item: ListedContent; onOpen(): void }) {
  const { i18n } = useLingui();
  return (
    <ContentRow item={item} onOpen={onOpen}>
      {item.state === 'published' ? null : (
        <Tag tone={item.state === 'flagged' ? 'danger' : 'warning'} className="mt-1">
          {i18n._(listedStateLabels[item.state])}
        </Tag>
      )}
    </ContentRow>
  );
}
