import { Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Button } from '../../../components/ui/button.tsx';
import { EmptyState } from '../../../components/ui/empty-state.tsx';
import { ErrorState } from '../../../components/ui/error-state.tsx';
import { ShowMore } from '../../../components/ui/show-more.tsx';
import { Loading, Skeleton } from '../../../components/ui/skeleton.tsx';
import { type BundleFilter, type BundleView, bundlesQuery } from '../api.ts';
import { BundleCard } from './bundle-card.tsx';

const grid = 'grid gap-x-4 gap-y-7 sm:grid-cols-2 lg:gap-x-5 xl:grid-cols-3';

interface BundleGridProps {
  filter: BundleFilter;
  onOpen(bundle: BundleView): void;
  onClearFilter(): void;
}

/** Bundles on sale that match the filter. */
export function BundleGrid({ filter, onOpen, onClearFilter }: BundleGridProps) {
  const { t } = useLingui();
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    bundlesQuery(filter),
  );
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data)
    return (
      <Loading label={t`Loading bundles`} className={grid}>
        {['a', 'b', 'c'].map((box) => (
          <div key={box}>
            <Skeleton className="aspect-[4/3] rounded-card" />
            <Skeleton className="mt-2 h-12 rounded-[24px]" />
          </div>
        ))}
      </Loading>
    );
  const bundles = data.pages.flatMap((page) => page.items);
  const isFiltered = filter.q !== '' || filter.category !== 'all' || filter.price !== 'all';
  if (bundles.length === 0)
    return isFiltered ? (
      <EmptyState
        title={<Trans>No bundles found</Trans>}
        text={<Trans>Nothing on sale fits all of that. Look a little wider.</Trans>}
        action={
          <Button variant="bone" onClick={onClearFilter}>
            <Trans>Show all bundles</Trans>
          </Button>
        }
      />
    ) : (
      <EmptyState
        title={<Trans>No bundles on sale yet</Trans>}
        text={<Trans>Creators put them together from what they publish. Come back soon.</Trans>}
      />
    );
  return (
    <>
      <ul className={`${grid} rise`}>
        {bundles.map((bundle, index) => (
          <li key={bundle.id}>
            <BundleCard bundle={bundle} eager={index < 2} onOpen={onOpen} />
          </li>
        ))}
      </ul>
      <ShowMore list={{ hasNextPage, isFetchingNextPage, fetchNextPage }} className="mt-8" />
    </>
  );
}
