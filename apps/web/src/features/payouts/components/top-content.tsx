import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { buttonStyle } from '../../../components/ui/button.tsx';
import { ErrorState } from '../../../components/ui/error-state.tsx';
import { Section, sectionLink } from '../../../components/ui/page-title.tsx';
import { ShowMore } from '../../../components/ui/show-more.tsx';
import { Loading, SkeletonRows } from '../../../components/ui/skeleton.tsx';
import { type Answer, api, keyOf } from '../../../lib/api.ts';
import { formatCompact, formatRand } from '../../../lib/format.ts';
import { Link } from '../../../lib/router.tsx';
import { thumbnailOf } from '../../../lib/thumbnail.ts';
import type { Period, TopItem } from '../api.ts';
import { PriceSheet } from './price-sheet.tsx';

const pageLength = '4';

/** Own items by earnings in the period; each opens its price sheet. */
export function TopContent({ period }: { period: Period }) {
  const { t } = useLingui();
  const [pricing, setPricing] = useState<TopItem | null>(null);
  const query = { period, limit: pageLength };
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: keyOf('creatorTopContent', { query }),
    queryFn: ({ pageParam, signal }) =>
      api.creatorTopContent({ query: { ...query, ...(pageParam ? { cursor: pageParam } : {}) }, signal }),
    initialPageParam: '',
    getNextPageParam: (last: Answer<'creatorTopContent'>) => last.nextCursor,
  });
  const items = data?.pages.flatMap((page) => page.items);
  return (
    <Section
      title={<Trans>Top content</Trans>}
      aside={
        <Link to="/studio" className={sectionLink}>
          <Trans>All posts</Trans>
        </Link>
      }
      className="min-w-0"
    >
      {error && !items ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : !items ? (
        <Loading label={t`Loading your content`}>
          <SkeletonRows />
        </Loading>
      ) : items.length === 0 ? (
        <>
          <p className="text-muted">
            <Trans>Nothing published yet.</Trans>
          </p>
          <Link to="/create" className={buttonStyle({ variant: 'bone', size: 'sm', className: 'mt-3' })}>
            <Trans>Create content</Trans>
          </Link>
        </>
      ) : (
        <ul>
          {items.map((item) => (
            <Row key={item.id} item={item} onPrice={() => setPricing(item)} />
          ))}
        </ul>
      )}
      <ShowMore list={{ hasNextPage, isFetchingNextPage, fetchNextPage }} size="sm" className="mt-3" />
      {pricing ? <PriceSheet key={pricing.id} item={pricing} onClose={() => setPricing(null)} /> : null}
    </Section>
  );
}

function Row({ item, onPrice }: { item: TopItem; onPrice(): void }) {
  const { t } = useLingui();
  const kinds = { image: t`Photo`, video: t`Video`, audio: t`Audio` };
  const { title, purchases, tips, views, price } = item;
  return (
    <li className="grid grid-cols-[52px_minmax(0,1fr)_auto] items-center gap-x-3.5 border-line border-t py-2.5 first:border-t-0">
      <img
        src={thumbnailOf(item.item)}
        alt=""
        loading="lazy"
        className="h-16 w-13 rounded-sm bg-surface-2 object-cover"
      />
      <div className="min-w-0">
        <p className="wrap-anywhere font-semibold">{title}</p>
        <p className="mt-0.5 text-faint text-meta">
          {kinds[item.type]}
          {item.isExclusive ? t`, exclusive` : ''}
          {', '}
          <Plural value={purchases} one="# purchase" other="# purchases" />
          {tips > 0 ? (
            <>
              {', '}
              <Plural value={tips} one="# tip" other="# tips" />
            </>
          ) : null}
          {', '}
          {t`${formatCompact(views)} views`}
        </p>
        <button
          type="button"
          aria-label={t`Change the price of ${title}, now ${price} credits`}
          onClick={onPrice}
          className="press -my-1 -ml-2 inline-flex min-h-11 items-center rounded-pill text-left px-2 font-semibold text-gold text-meta tabular-nums hover:bg-surface-2"
        >
          {price > 0 ? <Plural value={price} one="# credit" other="# credits" /> : <Trans>Not sold singly</Trans>}
        </button>
      </div>
      <p className="num text-[1.125rem]">{formatRand(item.earnings)}</p>
    </li>
  );
}
