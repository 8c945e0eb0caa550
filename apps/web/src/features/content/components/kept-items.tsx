import { Trans, useLingui } from '@lingui/react/macro';
import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query';
import type { ContentView } from '@vlam/contract/content';
import type { ReactNode } from 'react';
import { buttonStyle } from '../../../components/ui/button.tsx';
import { EmptyState } from '../../../components/ui/empty-state.tsx';
import { ErrorState } from '../../../components/ui/error-state.tsx';
import { NextPageError, ShowMore } from '../../../components/ui/show-more.tsx';
import { Loading, Skeleton } from '../../../components/ui/skeleton.tsx';
import { type Answer, api, keyOf } from '../../../lib/api.ts';
import { formatNumber } from '../../../lib/format.ts';
import { Link } from '../../../lib/router.tsx';
import { KeptTile } from './kept-tile.tsx';

type List = 'listOwned' | 'listSaved';

const keptQuery = (list: List) =>
  infiniteQueryOptions({
    queryKey: keyOf(list),
    queryFn: ({ pageParam, signal }): Promise<Answer<List>> =>
      api[list]({ query: pageParam ? { cursor: pageParam } : {}, signal }),
    initialPageParam: '',
    getNextPageParam: (last: Answer<List>) => last.nextCursor,
  });

const grid = 'grid grid-cols-2 gap-2 sm:grid-cols-3 lg:grid-cols-4 lg:gap-3.5';

/** A figure over its words, at the head of a list. */
export function Headline({ value, children }: { value: string; children: ReactNode }) {
  return (
    <p className="mb-5">
      <span className="d1 block">{value}</span>
      <span className="font-semibold text-muted">{children}</span>
    </p>
  );
}

interface KeptItemsProps {
  list: List;
  onOpen(item: ContentView): void;
}

/** Items the member bought, or saved for later. */
export function KeptItems({ list: name, onOpen }: KeptItemsProps) {
  const { t } = useLingui();
  const list = useInfiniteQuery(keptQuery(name));
  const { data, error, refetch, fetchNextPage } = list;
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data)
    return (
      <Loading label={t`Loading content`} className={grid}>
        {['a', 'b', 'c', 'd'].map((box) => (
          <Skeleton key={box} className="aspect-[4/5] rounded-md" />
        ))}
      </Loading>
    );
  const items = data.pages.flatMap((page) => page.items);
  if (items.length === 0) return <NothingKept list={name} />;
  return (
    <>
      <Headline value={formatNumber(data.pages[0]?.total ?? items.length)}>
        {name === 'listOwned' ? <Trans>bought and open to you</Trans> : <Trans>saved for later</Trans>}
      </Headline>
      <ul aria-label={name === 'listOwned' ? t`Bought` : t`Saved`} className={`${grid} rise`}>
        {items.map((item, index) => (
          <li key={item.id}>
            <KeptTile item={item} onOpen={onOpen} eager={index < 2} />
          </li>
        ))}
      </ul>
      {list.isFetchNextPageError ? (
        <NextPageError error={error} onRetry={() => void fetchNextPage()} />
      ) : (
        <ShowMore list={list} full className="mt-8" />
      )}
    </>
  );
}

const NothingKept = ({ list }: { list: List }) => (
  <EmptyState
    title={list === 'listOwned' ? <Trans>Nothing bought yet</Trans> : <Trans>Nothing saved yet</Trans>}
    text={
      list === 'listOwned' ? (
        <Trans>What you unlock stays here, open for as long as its creator shows it to you.</Trans>
      ) : (
        <Trans>Save a post and find it here again. Nobody else sees what you save.</Trans>
      )
    }
    action={
      <Link to="/" className={buttonStyle({ variant: 'bone' })}>
        <Trans>See the feed</Trans>
      </Link>
    }
  />
);
