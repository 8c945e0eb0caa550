import { Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { FanList } from '@vlam/contract/rules/fans';
import { useOwnTierNames } from '../../../../components/pay/from-tier.tsx';
import { Button } from '../../../../components/ui/button.tsx';
import { EmptyState } from '../../../../components/ui/empty-state.tsx';
import { ErrorState } from '../../../../components/ui/error-state.tsx';
import { NextPageError, ShowMore } from '../../../../components/ui/show-more.tsx';
import { Loading, Skeleton } from '../../../../components/ui/skeleton.tsx';
import { type PeopleFilter, peopleQuery } from '../api.ts';
import { columns, FanRow } from './fan-row.tsx';

interface PeopleListProps {
  filter: PeopleFilter;
  /** People in the list, whether shown or not. */
  total: number | undefined;
  openId: string | null;
  onOpen(id: string): void;
  onClear(): void;
}

/** The people of one list. */
export function PeopleList({ filter, total, openId, onOpen, onClear }: PeopleListProps) {
  const { t } = useLingui();
  const people = useInfiniteQuery(peopleQuery(filter));
  const { data, error, refetch, fetchNextPage } = people;
  const { list } = filter;
  const tierNames = useOwnTierNames();
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <PeopleLoading />;
  const ids = new Set<string>();
  // A person who spent between two pages may be in both.
  const fans = data.pages.flatMap(({ items }) => items).filter(({ id }) => !ids.has(id) && Boolean(ids.add(id)));
  const isFiltered =
    filter.q !== '' || filter.active || filter.ending || filter.tier !== null || filter.earnedOver !== null;
  if (fans.length === 0)
    return isFiltered ? (
      <EmptyState
        compact
        className="mt-6"
        title={<Trans>Nobody fits</Trans>}
        action={
          <Button size="sm" onClick={onClear}>
            <Trans>Clear search and filters</Trans>
          </Button>
        }
      />
    ) : (
      <Nobody list={list} />
    );
  const isWhole = !people.hasNextPage && !isFiltered && filter.sort !== 'spent';
  return (
    <div aria-busy={people.isPlaceholderData}>
      <div
        aria-hidden
        className={`mt-4 hidden border-line-strong border-b pb-2 font-semibold text-meta text-muted ${columns}`}
      >
        <span>
          <Trans>Fan</Trans>
        </span>
        <span>
          <TimeHead list={list} />
        </span>
        <span>{list === 'former' ? null : <Trans>Renews</Trans>}</span>
        <span className="text-right">
          <Trans>Your share</Trans>
        </span>
      </div>
      <ul aria-label={t`People`} className="mt-1 lg:mt-0">
        {fans.map((fan) => (
          <FanRow
            key={fan.id}
            {...{ fan, list }}
            tierName={fan.subscription ? tierNames.get(fan.subscription.tier) : undefined}
            isOpen={fan.id === openId}
            onOpen={() => onOpen(fan.id)}
          />
        ))}
      </ul>
      {people.isFetchNextPageError ? (
        <NextPageError error={error} onRetry={() => void fetchNextPage()} />
      ) : (
        <ShowMore list={people} full className="mt-6" />
      )}
      {isWhole && total !== undefined && total > fans.length ? (
        <p className="mt-5 text-meta text-muted">
          <Trans>
            The number counts everyone. People who hide, who left, or whom a block separates are not listed.
          </Trans>
        </p>
      ) : null}
    </div>
  );
}

function TimeHead({ list }: { list: FanList }) {
  if (list === 'former') return <Trans>Ended</Trans>;
  if (list === 'spenders') return <Trans>Bought last</Trans>;
  return list === 'own' ? <Trans>Added</Trans> : <Trans>Since</Trans>;
}

function Nobody({ list }: { list: FanList }) {
  return (
    <EmptyState
      className="mt-4"
      title={
        list === 'subscribers' ? (
          <Trans>Your first subscriber will stand here</Trans>
        ) : list === 'former' ? (
          <Trans>Nobody has left</Trans>
        ) : list === 'followers' ? (
          <Trans>Your first follower will stand here</Trans>
        ) : list === 'spenders' ? (
          <Trans>Your first sale will stand here</Trans>
        ) : list === 'restricted' ? (
          <Trans>Nobody is restricted</Trans>
        ) : (
          <Trans>Nobody is in this list</Trans>
        )
      }
      text={
        list === 'own' ? (
          <Trans>Open a person anywhere in your studio, and add them under Lists.</Trans>
        ) : list === 'spenders' ? (
          <Trans>Unlocks, tips, gifts, calls, requests and subscriptions all count.</Trans>
        ) : undefined
      }
    />
  );
}

function PeopleLoading() {
  const { t } = useLingui();
  return (
    <Loading label={t`Loading your people`} className="mt-4">
      {['a', 'b', 'c', 'd', 'e', 'f'].map((row) => (
        <div key={row} className="flex items-center gap-3 py-3.5">
          <Skeleton className="size-11 shrink-0 rounded-pill" />
          <div className="flex flex-1 flex-col gap-2">
            <Skeleton className="h-4 w-2/5 rounded-[7px]" />
            <Skeleton className="h-3 w-3/5 rounded-[6px]" />
          </div>
          <Skeleton className="h-4 w-14 rounded-[7px]" />
        </div>
      ))}
    </Loading>
  );
}
