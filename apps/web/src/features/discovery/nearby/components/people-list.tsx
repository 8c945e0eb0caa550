import { Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef } from 'react';
import { Button } from '../../../../components/ui/button.tsx';
import { EmptyState } from '../../../../components/ui/empty-state.tsx';
import { ErrorState } from '../../../../components/ui/error-state.tsx';
import { personGrid } from '../../../../components/ui/person-card.tsx';
import { NextPageError } from '../../../../components/ui/show-more.tsx';
import { Loading, Skeleton } from '../../../../components/ui/skeleton.tsx';
import { nearbyQuery, type Person } from '../api.ts';
import { countFilters, firstFilter, type NearbyFilter, widerRadius } from '../filter.ts';
import { NearbyCard } from './nearby-card.tsx';

/** The next page loads this far before the end comes into view. */
const preloadMargin = '800px';

interface PeopleListProps {
  filter: NearbyFilter;
  onFilter(filter: NearbyFilter): void;
  isFlamed(person: Person): boolean;
  onFlame(person: Person): void;
  /** Menu of further actions. */
  menu?: ((person: Person) => ReactNode) | undefined;
}

/** People nearby, nearest first, with infinite scrolling. */
export function PeopleList({ filter, onFilter, isFlamed, onFlame, menu }: PeopleListProps) {
  const { t } = useLingui();
  const query = useInfiniteQuery(nearbyQuery(filter));
  const { data, error, refetch, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = query;
  const end = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = end.current;
    if (!element || !hasNextPage || isFetchingNextPage || isFetchNextPageError) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) void fetchNextPage();
      },
      { rootMargin: preloadMargin },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage]);
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data)
    return (
      <Loading label={t`Loading people`} className={personGrid}>
        {['a', 'b', 'c', 'd'].map((box) => (
          <div key={box}>
            <Skeleton className="aspect-3/4 rounded-card" />
            <Skeleton className="mt-2 h-11 rounded-pill" />
          </div>
        ))}
      </Loading>
    );
  const people = data.pages.flatMap((page) => page.items);
  if (people.length === 0) return <NoPeople filter={filter} onFilter={onFilter} />;
  return (
    <>
      <ul className={personGrid}>
        {people.map((person, index) => (
          <li key={person.id}>
            <NearbyCard
              person={person}
              flamed={isFlamed(person)}
              onFlame={onFlame}
              eager={index < 2}
              corner={menu?.(person)}
            />
          </li>
        ))}
      </ul>
      <div ref={end} />
      {isFetchNextPageError ? (
        <NextPageError error={error} onRetry={() => void fetchNextPage()} />
      ) : isFetchingNextPage ? (
        <p role="status" className="mt-6 text-center text-faint text-sm">
          <Trans>Loading more people</Trans>
        </p>
      ) : null}
    </>
  );
}

function NoPeople({ filter, onFilter }: Pick<PeopleListProps, 'filter' | 'onFilter'>) {
  const { t } = useLingui();
  const wider = widerRadius(filter.radius);
  return (
    <EmptyState
      title={<Trans>No flames found</Trans>}
      text={
        countFilters(filter) > 0
          ? t`Nobody fits all of that right now. Look a little wider.`
          : t`Nobody is this near right now. Look a little further.`
      }
      action={
        wider ? (
          <Button variant="bone" onClick={() => onFilter({ ...filter, radius: wider })}>
            {t`Search ${wider} km`}
          </Button>
        ) : countFilters(filter) > 0 ? (
          <Button variant="bone" onClick={() => onFilter({ ...firstFilter, city: filter.city, radius: filter.radius })}>
            <Trans>Show everybody</Trans>
          </Button>
        ) : null
      }
    />
  );
}
