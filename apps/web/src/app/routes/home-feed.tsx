import { Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { Button, buttonStyle } from '../../components/ui/button.tsx';
import { EmptyState } from '../../components/ui/empty-state.tsx';
import { ErrorState } from '../../components/ui/error-state.tsx';
import { Loading, Skeleton } from '../../components/ui/skeleton.tsx';
import { feedQuery } from '../../features/content/api.ts';
import { ContentCard } from '../../features/content/components/content-card.tsx';
import { Link } from '../../lib/router.tsx';
import { lazyPart } from '../../lib/styles.ts';
import { useMediaQuery } from '../../lib/use-media-query.ts';
import { useItemSheets } from '../item-sheets.tsx';

const Featured = lazyPart(() => import('./home-featured.tsx').then((module) => module.Featured));

/** Items shown first: each loads a picture, and the page has loaded many already. */
const initialCount = 3;
/** Kept while the app is open: Back to home finds the list as long as it was left. */
let wasOpened = false;

/** Creators' items: those the member follows first, then all, newest first. */
export function HomeFeed() {
  const { t } = useLingui();
  const itemSheets = useItemSheets();
  const wide = useMediaQuery('(min-width: 1024px)');
  const feed = useInfiniteQuery(feedQuery);
  const items = feed.data?.pages.flatMap((page) => page.items) ?? [];
  const [showAll, setShowAll] = useState(wasOpened);
  const shown = showAll ? items : items.slice(0, initialCount);
  if (feed.error && !feed.data) return <ErrorState error={feed.error} onRetry={() => void feed.refetch()} />;
  if (!feed.data)
    return (
      <Loading label={t`Loading the feed`} className="grid gap-3">
        <Skeleton className="h-11 w-1/2 rounded-pill" />
        <Skeleton className="aspect-[4/3.4] rounded-card" />
      </Loading>
    );
  if (items.length === 0)
    return (
      <EmptyState
        title={<Trans>No content available yet</Trans>}
        text={t`When a creator posts, it appears here.`}
        action={
          <Link to="/create" className={buttonStyle({ variant: 'bone' })}>
            <Trans>Create</Trans>
          </Link>
        }
      />
    );
  return (
    <div className="rise lg:grid lg:grid-cols-[minmax(0,640px)_minmax(0,1fr)] lg:gap-12">
      <div>
        {shown.map((item) => (
          <ContentCard key={item.id} item={item} onOpen={itemSheets.open} onTip={itemSheets.tip} />
        ))}
        {shown.length < items.length ? (
          <Button
            full
            className="mt-4"
            onClick={() => {
              wasOpened = true;
              setShowAll(true);
            }}
          >
            <Trans>Show more</Trans>
          </Button>
        ) : feed.hasNextPage ? (
          <Button
            full
            className="mt-4"
            busy={feed.isFetchingNextPage}
            busyLabel={<Trans>Loading</Trans>}
            onClick={() => void feed.fetchNextPage()}
          >
            <Trans>Show more</Trans>
          </Button>
        ) : (
          <p className="py-6 text-center text-sm text-faint">
            <Trans>That's everything for now.</Trans>
          </p>
        )}
      </div>
      {wide ? (
        <Suspense fallback={<aside />}>
          <Featured />
        </Suspense>
      ) : null}
      {itemSheets.sheets}
    </div>
  );
}
