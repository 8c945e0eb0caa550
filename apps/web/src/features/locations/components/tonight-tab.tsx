import { Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import { cities } from '@vlam/contract/constants';
import { type TonightCategory, tonightCategories } from '@vlam/contract/rules/meeting';
import type { City } from '@vlam/contract/rules/places';
import { useState } from 'react';
import { Chip, ChipRow } from '../../../components/ui/chip.tsx';
import { EmptyState } from '../../../components/ui/empty-state.tsx';
import { ErrorState } from '../../../components/ui/error-state.tsx';
import { Select } from '../../../components/ui/select.tsx';
import { ShowMore } from '../../../components/ui/show-more.tsx';
import { Loading, SkeletonRows } from '../../../components/ui/skeleton.tsx';
import { type TonightRequest, tonightQuery } from '../api.ts';
import { tonightCategoryLabels } from '../labels.ts';
import { TonightComposer } from './tonight-composer.tsx';
import { TonightRow } from './tonight-row.tsx';

interface TonightTabProps {
  home: City | undefined;
  onRespond(request: TonightRequest): void;
  onRead(request: TonightRequest): void;
}

/** Requests for tonight; they lapse at 06:00. */
export function TonightTab({ home, onRespond, onRead }: TonightTabProps) {
  const { t, i18n } = useLingui();
  const [chosen, setCity] = useState<City | 'all' | undefined>(undefined);
  const place = chosen ?? home ?? 'all';
  const city = place === 'all' ? undefined : place;
  const [category, setCategory] = useState<TonightCategory | undefined>(undefined);
  return (
    <div className="mt-6 lg:grid lg:grid-cols-[minmax(0,1fr)_340px] lg:gap-x-12">
      <div className="lg:col-start-2 lg:row-start-1">
        <TonightComposer home={home} />
      </div>
      <div className="max-lg:mt-7 lg:col-start-1 lg:row-start-1">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <h2 className="d3">{city ? t`Tonight in ${city}` : t`Tonight`}</h2>
          <div className="w-full sm:w-56">
            <Select
              aria-label={t`City`}
              options={[
                { value: 'all', label: t`All cities` },
                ...cities.map((each) => ({ value: each, label: each })),
              ]}
              value={city ?? 'all'}
              onChange={(event) => setCity(cities.find((each) => each === event.currentTarget.value) ?? 'all')}
            />
          </div>
        </div>
        <ChipRow label={t`Category`} className="mt-3">
          <Chip pressed={category === undefined} onClick={() => setCategory(undefined)}>
            <Trans>All</Trans>
          </Chip>
          {tonightCategories.map((value) => (
            <Chip key={value} pressed={category === value} onClick={() => setCategory(value)}>
              {i18n._(tonightCategoryLabels[value])}
            </Chip>
          ))}
        </ChipRow>
        <Requests key={`${city} ${category}`} city={city} category={category} onRespond={onRespond} onRead={onRead} />
      </div>
    </div>
  );
}

interface RequestsProps extends Omit<TonightTabProps, 'home'> {
  city: City | undefined;
  category: TonightCategory | undefined;
}

function Requests({ city, category, onRespond, onRead }: RequestsProps) {
  const { t } = useLingui();
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    tonightQuery({ city, category }),
  );
  const requests = data?.pages.flatMap((page) => page.items);
  if (error && !requests) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!requests)
    return (
      <Loading label={t`Loading requests`} className="mt-3">
        <SkeletonRows count={5} />
      </Loading>
    );
  if (requests.length === 0)
    return (
      <EmptyState
        title={<Trans>A quiet night so far</Trans>}
        text={<Trans>Nobody has asked for this tonight. Say what you feel like and be the first.</Trans>}
      />
    );
  return (
    <>
      <ul className="rise mt-2">
        {requests.map((request) => (
          <li key={request.id} className="border-line border-t py-4 first:border-t-0">
            <TonightRow request={request} onRespond={onRespond} onRead={onRead} />
          </li>
        ))}
      </ul>
      <ShowMore list={{ hasNextPage, isFetchingNextPage, fetchNextPage }} className="mt-4" />
    </>
  );
}
