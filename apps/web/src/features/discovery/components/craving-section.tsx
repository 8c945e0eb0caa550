import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { type InterestCategory, interestCategories } from '@vlam/contract/constants';
import type { HeatLevel } from '@vlam/contract/rules/heat';
import { clsx } from 'clsx';
import ChevronDown from 'lucide-react/icons/chevron-down';
import RefreshCw from 'lucide-react/icons/refresh-cw';
import { useState } from 'react';
import { ErrorState } from '../../../components/ui/error-state.tsx';
import { HeatBars } from '../../../components/ui/heat-bars.tsx';
import { Section } from '../../../components/ui/page-title.tsx';
import { RollingNumber } from '../../../components/ui/rolling-number.tsx';
import { Loading, Skeleton } from '../../../components/ui/skeleton.tsx';
import type { Answer } from '../../../lib/api.ts';
import { interestNames } from '../../../lib/interest-names.ts';
import { interestsQuery } from '../api.ts';
import { heatNames } from '../labels.ts';
import { useRefetchOnChange } from '../live.ts';
import { useCount } from '../use-count.ts';

type Craving = Answer<'interests'>[number];

const fills: Record<HeatLevel, string> = {
  cool: 'bg-heat-cool-fill text-on-heat-cool',
  warm: 'bg-heat-warm-fill text-on-heat-warm',
  hot: 'bg-heat-hot-fill text-on-heat-hot',
  blazing: 'bg-heat-blazing-fill text-on-heat-blazing',
};
/** The first tile is the widest, the second the tallest, all others are equal. */
const mosaic = 'grid grid-cols-2 gap-2 lg:auto-rows-[120px] lg:grid-cols-4';
const shapes = ['col-span-2 min-h-33 lg:row-span-2', 'row-span-2'];
const shapeOf = (rank: number) => shapes[rank] ?? 'min-h-26 lg:min-h-0';
const numbers = ['text-[min(4rem,21vw)] lg:text-[6rem]', 'text-[min(3rem,16vw)] lg:text-[4rem]'];

/** What people crave now: eight categories, the most popular largest. A tile links to the posts about it. */
export function CravingSection({ onPick }: { onPick(category: InterestCategory): void }) {
  const { t, i18n } = useLingui();
  const [only, setOnly] = useState<InterestCategory | 'all'>('all');
  const { data, error, refetch } = useQuery(interestsQuery);
  useRefetchOnChange('interests', 'interests', () => void refetch());
  // Ranked once, because tiles that move under a finger would be mistaken; colours and numbers update.
  const [order, setOrder] = useState<readonly InterestCategory[] | null>(null);
  if (data && !order) setOrder(rankCravings(data));
  const shown = (order ?? []).flatMap((category) =>
    only === 'all' || category === only ? (data?.find((each) => each.category === category) ?? []) : [],
  );
  return (
    <Section
      id="craving"
      title={<Trans>What People Are Craving</Trans>}
      aside={
        <span className="relative shrink-0">
          <select
            aria-label={t`Show one interest`}
            value={only}
            onChange={(event) => setOnly(event.currentTarget.value as InterestCategory | 'all')}
            className={clsx(
              'h-11 max-w-[42vw] appearance-none truncate rounded-pill bg-surface-2 pr-9 pl-4 font-semibold text-sm hover:bg-surface-3',
              only === 'all' && 'w-[max(73px,4.5625rem)]',
            )}
          >
            <option value="all">{t`All`}</option>
            {interestCategories.map((category) => (
              <option key={category} value={category}>
                {i18n._(interestNames[category])}
              </option>
            ))}
          </select>
          <ChevronDown size={16} className="pointer-events-none absolute top-1/2 right-3.5 -translate-y-1/2" />
        </span>
      }
    >
      {data ? (
        <ul className={mosaic}>
          {shown.map((craving, rank) => (
            <li key={craving.category} className={clsx('grid', shapeOf(rank))}>
              <Tile craving={craving} rank={rank} onPick={onPick} />
            </li>
          ))}
        </ul>
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <Loading label={t`Loading what people crave`} className={mosaic}>
          {interestCategories.map((category, rank) => (
            <Skeleton key={category} className={clsx('rounded-card', shapeOf(rank))} />
          ))}
        </Loading>
      )}
      <p className="mt-3 flex items-center gap-1.5 text-faint text-meta">
        <RefreshCw size={16} className="shrink-0" />
        <Trans>Updates every 30 seconds. More bars, more people.</Trans>
      </p>
    </Section>
  );
}

const rankCravings = (cravings: readonly Craving[]) =>
  cravings.toSorted((one, other) => (other.count ?? 0) - (one.count ?? 0)).map(({ category }) => category);

function Tile({ craving, rank, onPick }: { craving: Craving; rank: number; onPick(category: InterestCategory): void }) {
  const { t, i18n } = useLingui();
  const { category, count, change, heat } = craving;
  const translate = useCount();
  const name = i18n._(interestNames[category]);
  const label = i18n._(heatNames[heat]);
  return (
    <button
      type="button"
      onClick={() => onPick(category)}
      className={clsx(
        'press flex min-w-0 flex-col justify-between rounded-card px-4 py-3.5 text-left max-xs:px-3 transition-[background-color,color,scale] duration-(--dur-4)!',
        fills[heat],
      )}
    >
      <span className="flex w-full flex-wrap items-start justify-between gap-x-2">
        <span className="min-w-min max-w-full flex-1 break-words font-semibold text-[min(0.9375rem,6.5vw)] leading-tight">
          {name}
        </span>
        <span className="flex shrink-0 items-center gap-1.5 pt-px text-micro">
          {rank === 0 ? label : null}
          <HeatBars level={heat} mono />
        </span>
      </span>
      <span className="block w-full">
        <span className="flex flex-wrap items-baseline justify-between gap-x-2">
          <span className={clsx('num', numbers[rank] ?? 'text-[1.875rem]')}>
            {count === null ? translate(null) : <RollingNumber value={count} />}
          </span>
          {rank === 0 ? null : <span className="text-micro">{label}</span>}
        </span>
        <span className={rank < 2 ? 'mt-1 block text-sm' : 'sr-only'}>
          {rank === 0 ? <Change change={change} /> : t`people in a day`}
        </span>
      </span>
    </button>
  );
}

/** The change in the last hour, as text. */
function Change({ change }: { change: number | null }) {
  const { t } = useLingui();
  if (!change) return t`people in a day`;
  const count = Math.abs(change);
  return change > 0
    ? t`${plural(count, { one: 'people in a day, # more than an hour ago', other: 'people in a day, # more than an hour ago' })}`
    : t`${plural(count, { one: 'people in a day, # fewer than an hour ago', other: 'people in a day, # fewer than an hour ago' })}`;
}
