import { Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button, buttonStyle } from '../../../components/ui/button.tsx';
import { EmptyState } from '../../../components/ui/empty-state.tsx';
import { ErrorState } from '../../../components/ui/error-state.tsx';
import { ShowMore } from '../../../components/ui/show-more.tsx';
import { Loading, Skeleton } from '../../../components/ui/skeleton.tsx';
import { api, keyOf } from '../../../lib/api.ts';
import { Link } from '../../../lib/router.tsx';
import type { CallPartner } from '../api.ts';
import { PartnerCard } from './partner-card.tsx';
import { allPartners, type PartnerFilter, PartnerFilters } from './partner-filters.tsx';

// Two columns on a phone, one with larger text.
const grid =
  'mt-6 grid grid-cols-[repeat(auto-fill,minmax(min(100%,max(8rem,40%)),1fr))] gap-x-3 gap-y-7 sm:grid-cols-3 lg:grid-cols-4 lg:gap-x-5 xl:grid-cols-5';

/** Creators who are online and take calls, by order, price and presence. Refetched every 30 s while visible. */
export function PartnerList({ onCall }: { onCall(partner: CallPartner): void }) {
  const [filter, setFilter] = useState(allPartners);
  return (
    <>
      <PartnerFilters filter={filter} onChange={setFilter} />
      <Partners key={JSON.stringify(filter)} filter={filter} onCall={onCall} onReset={() => setFilter(allPartners)} />
    </>
  );
}

interface PartnersProps {
  filter: PartnerFilter;
  onCall(partner: CallPartner): void;
  onReset(): void;
}

function Partners({ filter, onCall, onReset }: PartnersProps) {
  const { t } = useLingui();
  const { sort, band, free } = filter;
  const asked = { sort, ...(band ? { band } : {}), ...(free ? { free: 'yes' as const } : {}) };
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: [...keyOf('listCallPartners'), asked],
    queryFn: ({ pageParam, signal }) =>
      api.listCallPartners({ query: pageParam ? { ...asked, cursor: pageParam } : asked, signal }),
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor,
    refetchInterval: 30_000,
  });
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data)
    return (
      <Loading label={t`Loading who takes calls`} className={grid}>
        {['a', 'b', 'c', 'd', 'e'].map((box) => (
          <span key={box} className="block">
            <Skeleton className="aspect-3/4 rounded-card" />
            <Skeleton className="mt-3 h-4 w-2/3 rounded-xs" />
            <Skeleton className="mt-3 h-11 rounded-pill" />
          </span>
        ))}
      </Loading>
    );
  const partners = data.pages.flatMap(({ items }) => items);
  if (partners.length === 0 && (band || free))
    return (
      <EmptyState
        title={<Trans>Nobody here fits</Trans>}
        text={<Trans>Nobody who takes calls now has this price or is free. Look a little wider.</Trans>}
        action={
          <Button variant="bone" onClick={onReset}>
            <Trans>Show everyone</Trans>
          </Button>
        }
      />
    );
  if (partners.length === 0)
    return (
      <EmptyState
        title={<Trans>Nobody takes calls right now</Trans>}
        text={t`Creators switch their line on when they have an evening. Their posts are there meanwhile.`}
        action={
          <Link to="/" className={buttonStyle({ variant: 'bone' })}>
            <Trans>Go to Feed</Trans>
          </Link>
        }
      />
    );
  return (
    <>
      <ul className={grid}>
        {partners.map((partner, index) => (
          <li key={partner.id} className="grid">
            <PartnerCard partner={partner} eager={index < 4} onCall={onCall} />
          </li>
        ))}
      </ul>
      {hasNextPage ? (
        <div className="mt-8 flex justify-center">
          <ShowMore list={{ hasNextPage, isFetchingNextPage, fetchNextPage }} />
        </div>
      ) : null}
    </>
  );
}
