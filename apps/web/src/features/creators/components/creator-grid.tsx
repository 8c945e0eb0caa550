import { Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { EmptyState } from '../../../components/ui/empty-state.tsx';
import { ErrorState } from '../../../components/ui/error-state.tsx';
import { personGrid } from '../../../components/ui/person-card.tsx';
import { NextPageError, ShowMore } from '../../../components/ui/show-more.tsx';
import { Loading, Skeleton } from '../../../components/ui/skeleton.tsx';
import { creatorsQuery, type ListedCreator } from '../api.ts';
import { type CreatorFilter, isFiltered, noFilter } from '../filter.ts';
import { CreatorCard } from './creator-card.tsx';

interface CreatorGridProps {
  filter: CreatorFilter;
  onFilter(filter: CreatorFilter): void;
  /** The button below a creator's picture. */
  action(creator: ListedCreator): ReactNode;
}

/** Creators that match the filter. */
export function CreatorGrid({ filter, onFilter, action }: CreatorGridProps) {
  const { t } = useLingui();
  const list = useInfiniteQuery(creatorsQuery(filter));
  const { data, error, refetch, fetchNextPage } = list;
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data)
    return (
      <Loading label={t`Loading creators`} className={personGrid}>
        {['a', 'b', 'c', 'd'].map((box) => (
          <div key={box}>
            <Skeleton className="aspect-3/4 rounded-card" />
            <Skeleton className="mt-2 h-11 rounded-pill" />
          </div>
        ))}
      </Loading>
    );
  const creators = data.pages.flatMap((page) => page.items);
  if (creators.length === 0) return <NoCreators filter={filter} onFilter={onFilter} />;
  return (
    <div aria-busy={list.isPlaceholderData}>
      <ul aria-label={t`Creators`} className={`${personGrid} rise`}>
        {creators.map((creator, index) => (
          <li key={creator.id}>
            <CreatorCard creator={creator} eager={index < 2} action={action(creator)} />
          </li>
        ))}
      </ul>
      {list.isFetchNextPageError ? (
        <NextPageError error={error} onRetry={() => void fetchNextPage()} />
      ) : (
        <ShowMore list={list} full className="mt-8" />
      )}
    </div>
  );
}

function NoCreators({ filter, onFilter }: Omit<CreatorGridProps, 'action'>) {
  const onlyFollowing = filter.following && !isFiltered({ ...filter, following: false });
  const showAll = isFiltered(filter) ? (
    <Button variant="bone" onClick={() => onFilter(noFilter)}>
      <Trans>Show all creators</Trans>
    </Button>
  ) : null;
  if (onlyFollowing)
    return (
      <EmptyState
        title={<Trans>You follow nobody yet</Trans>}
        text={<Trans>Follow a creator and what they post comes first in your feed.</Trans>}
        action={showAll}
      />
    );
  return showAll ? (
    <EmptyState
      title={<Trans>No creators found</Trans>}
      text={<Trans>Nobody fits all of that. Look a little wider.</Trans>}
      action={showAll}
    />
  ) : (
    <EmptyState title={<Trans>No creators yet</Trans>} text={<Trans>New creators appear here as they join.</Trans>} />
  );
}
