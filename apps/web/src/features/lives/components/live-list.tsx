import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Chip, ChipRow } from '../../../components/ui/chip.tsx';
import { EmptyState } from '../../../components/ui/empty-state.tsx';
import { ErrorState } from '../../../components/ui/error-state.tsx';
import { Loading, SkeletonRows } from '../../../components/ui/skeleton.tsx';
import { queryOf } from '../../../lib/api.ts';
import { formatNumber } from '../../../lib/numbers.ts';
import type { LiveView } from '../api.ts';
import { LiveCard } from './live-card.tsx';
import { PlannedList } from './planned-list.tsx';
import { ReplayList } from './replay-list.tsx';

const refetchMs = 10_000;

type Filter = 'all' | 'following' | 'subscribed' | 'free';
const filters: Record<Filter, (live: LiveView) => boolean> = {
  all: () => true,
  following: ({ isFollowed }) => isFollowed,
  subscribed: ({ isSubscribed }) => isSubscribed,
  free: ({ audience, isSample }) => audience === 'free' && !isSample,
};

/** Shows that run now, in the order of their audience, and the sample shows of a demo, marked as such. */
export function LiveList({ aside, onTicket }: { aside: ReactNode; onTicket(live: LiveView): void }) {
  const { t } = useLingui();
  const [filter, setFilter] = useState<Filter>('all');
  const { data, error, refetch } = useQuery({ ...queryOf('listLives', {}), refetchInterval: refetchMs });
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data)
    return (
      <Loading label={t`Loading live shows`}>
        <SkeletonRows />
      </Loading>
    );
  const { items, planned, replays, running, samples } = data;
  const count = running + samples;
  const shown = items.filter(filters[filter]);
  const [first] = filter === 'all' ? shown.filter(({ isSample }) => !isSample) : [];
  const labels: Record<Filter, string> = {
    all: t`All`,
    following: t`Following`,
    subscribed: t`Subscribed`,
    free: t`Free`,
  };
  return (
    <>
      <div className="lg:grid lg:grid-cols-[minmax(0,1fr)_minmax(0,1.9fr)] lg:gap-6">
        <header className="pt-2">
          <h1 tabIndex={-1}>
            <span className="num -ml-1 block text-[min(6.5rem,28vw)] leading-[.86]! lg:text-[9.5rem]">
              {formatNumber(count)}
            </span>
            <span className="d4 mt-4 block max-w-50">
              {samples > 0 ? (
                <Trans>live shows</Trans>
              ) : (
                <Plural value={count} one="live show, on right now" other="live shows, on right now" />
              )}
            </span>
          </h1>
          <p className="mt-3 max-w-80 text-muted text-sm">
            {samples > 0 ? (
              <Plural
                value={running}
                one="# has a picture right now. The others are samples that nobody broadcasts."
                other="# have a picture right now. The others are samples that nobody broadcasts."
              />
            ) : (
              <Trans>A ticket is 25 credits unless the creator says otherwise. Subscribers walk in.</Trans>
            )}
          </p>
          {aside}
        </header>
        {first ? (
          <div className="mt-6 lg:mt-0">
            <LiveCard live={first} featured eager onTicket={onTicket} />
          </div>
        ) : null}
      </div>
      {items.length > 0 ? (
        <ChipRow label={t`Which shows`} className="mt-6">
          {(Object.keys(filters) as Filter[]).map((name) => (
            <Chip
              key={name}
              pressed={filter === name}
              count={formatNumber(name === 'all' ? count : items.filter(filters[name]).length)}
              onClick={() => setFilter(name)}
            >
              {labels[name]}
            </Chip>
          ))}
        </ChipRow>
      ) : null}
      {shown.length === 0 ? (
        <EmptyState
          title={<Trans>Nobody is live here right now</Trans>}
          text={<Trans>Follow a creator and a notification tells you when they begin.</Trans>}
        />
      ) : (
        <ul className="mt-5 grid grid-cols-2 gap-2 md:grid-cols-3 lg:grid-cols-4 lg:gap-3.5">
          {shown
            .filter((live) => live !== first)
            .map((live) => (
              <li key={live.id}>
                <LiveCard live={live} onTicket={onTicket} />
              </li>
            ))}
        </ul>
      )}
      <PlannedList planned={planned} />
      <ReplayList replays={replays} />
    </>
  );
}
