import { Trans, useLingui } from '@lingui/react/macro';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { classifications } from '@vlam/contract/rules/classification';
import { listedStates } from '@vlam/contract/rules/content-states';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { Chip, ChipRow } from '../../../components/ui/chip.tsx';
import { EmptyState } from '../../../components/ui/empty-state.tsx';
import { ErrorState } from '../../../components/ui/error-state.tsx';
import { PostedAge } from '../../../components/ui/posted-age.tsx';
import { QueueList, queueRow } from '../../../components/ui/queue-list.tsx';
import { RatingTag } from '../../../components/ui/rating-tag.tsx';
import { SearchField } from '../../../components/ui/search-field.tsx';
import { NextPageError, ShowMore } from '../../../components/ui/show-more.tsx';
import { Loading, SkeletonRows } from '../../../components/ui/skeleton.tsx';
import { Tag } from '../../../components/ui/tag.tsx';
import { api, keyOf } from '../../../lib/api.ts';
import { go, useSearchParams } from '../../../lib/router.tsx';
import type { ListedContent } from '../api.ts';
import { type ContentFilter, readContentFilter } from '../content-filter.ts';
import { listedStateLabels } from '../labels.ts';
import { ContentCase } from './content-case.tsx';
import { ListedItemSheet } from './listed-item-sheet.tsx';

/** All items that were published or wait to be, newest first; the list shows no pictures. The filter stands in the address. */
export function ContentList() {
  const { t, i18n } = useLingui();
  const filter = readContentFilter(useSearchParams());
  const [open, setOpen] = useState<ListedContent | null>(null);
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
    <li className="border-line border-t first:border-t-0">
      <button
        type="button"
        onClick={onOpen}
        className={`${queueRow} flex min-h-16 w-[calc(100%+24px)] items-center gap-3 py-2.5 text-left`}
      >
        <span className="min-w-0 flex-1">
          <span className="block wrap-anywhere font-semibold">{item.title}</span>
          <span className="block wrap-anywhere text-muted text-sm">
            {item.profile.displayName} · <PostedAge at={item.createdAt} />
          </span>
          {item.state === 'published' ? null : (
            <Tag tone={item.state === 'flagged' ? 'danger' : 'warning'} className="mt-1">
              {i18n._(listedStateLabels[item.state])}
            </Tag>
          )}
        </span>
        <RatingTag item={item} />
        <ChevronRight size={18} aria-hidden className="shrink-0 text-faint" />
      </button>
    </li>
  );
}
