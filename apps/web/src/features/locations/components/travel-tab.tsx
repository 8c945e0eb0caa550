import { Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { cities } from '@vlam/contract/constants';
import type { City } from '@vlam/contract/rules/places';
import MoveRight from 'lucide-react/icons/move-right';
import { useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { EmptyState } from '../../../components/ui/empty-state.tsx';
import { ErrorState } from '../../../components/ui/error-state.tsx';
import { PersonCard } from '../../../components/ui/person-card.tsx';
import { SafetyMenu } from '../../../components/ui/safety-menu.tsx';
import { Select } from '../../../components/ui/select.tsx';
import { ShowMore } from '../../../components/ui/show-more.tsx';
import { Loading, Skeleton } from '../../../components/ui/skeleton.tsx';
import { Tag } from '../../../components/ui/tag.tsx';
import { queryOf } from '../../../lib/api.ts';
import { saveData } from '../../../lib/device.ts';
import { toast } from '../../../lib/toast.ts';
import { useFailure } from '../../../lib/use-failure.ts';
import { type TravellerView, type TravelPlan, travellersQuery, useEndTravel } from '../api.ts';
import { useDateFormats } from '../labels.ts';

interface TravelTabProps {
  /** The city whose visitors are shown first. */
  home: City | undefined;
  onPlan(plan: TravelPlan | null): void;
}

/** The own trip, and other travellers. */
export function TravelTab({ home, onPlan }: TravelTabProps) {
  const { t } = useLingui();
  const { data: own } = useQuery(queryOf('ownTravel'));
  const [chosen, setChosen] = useState<City | undefined>(undefined);
  const city = chosen ?? own?.plan?.visitingCity ?? home ?? 'Cape Town';
  return (
    <div className="mt-6 lg:grid lg:grid-cols-[minmax(0,1fr)_340px] lg:gap-x-12">
      <div className="lg:col-start-2 lg:row-start-1">
        <OwnTrip plan={own?.plan} onPlan={onPlan} />
      </div>
      <div className="max-lg:mt-9 lg:col-start-1 lg:row-start-1">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <h2 className="d3">
            <Trans>Travelling to {city}</Trans>
          </h2>
          <div className="w-full sm:w-56">
            <Select
              aria-label={t`City`}
              options={cities.map((each) => ({ value: each, label: each }))}
              value={city}
              onChange={(event) => setChosen(cities.find((each) => each === event.currentTarget.value))}
            />
          </div>
        </div>
        <Travellers key={city} city={city} />
      </div>
    </div>
  );
}

function OwnTrip({ plan, onPlan }: { plan: TravelPlan | null | undefined; onPlan(plan: TravelPlan | null): void }) {
  const { t } = useLingui();
  const dates = useDateFormats();
  const end = useEndTravel({
    onSuccess: () => toast({ title: t`Trip ended`, text: t`You are shown at home again.` }),
    onError: useFailure(),
  });
  if (plan === undefined) return <Skeleton className="h-44 rounded-card" />;
  if (!plan)
    return (
      <div className="rounded-card bg-surface-1 p-5">
        <h2 className="d4">
          <Trans>Going somewhere?</Trans>
        </h2>
        <p className="mt-1.5 text-muted text-sm">
          <Trans>
            Name a city and your dates. People there see you coming, you appear in that city while you are there, and it
            ends by itself.
          </Trans>
        </p>
        <Button variant="primary" className="mt-4" full onClick={() => onPlan(null)}>
          <Trans>Plan a trip</Trans>
        </Button>
      </div>
    );
  return (
    <div data-trip className="rounded-card bg-surface-1 p-5">
      <div className="flex items-start justify-between gap-3">
        <h2 className="text-muted text-sm">
          <Trans>Your trip</Trans>
        </h2>
        {plan.isThere ? (
          <Tag tone="online">
            <Trans>You are there</Trans>
          </Tag>
        ) : null}
      </div>
      <p className="d3 mt-2 break-words">{plan.visitingCity}</p>
      <p className="mt-1.5 text-muted">
        {dates.day(plan.arrivalDate)} – {dates.day(plan.departureDate)}
      </p>
      {plan.lookingFor ? <p className="mt-3 break-words text-muted text-sm">“{plan.lookingFor}”</p> : null}
      <p className="mt-3 text-faint text-meta">
        <Trans>Others see the city and the days, never where in it you are.</Trans>
      </p>
      <div className="mt-4 flex gap-2">
        <Button size="sm" className="flex-1" onClick={() => onPlan(plan)}>
          <Trans>Change</Trans>
        </Button>
        <Button
          size="sm"
          className="flex-1"
          busy={end.isPending}
          busyLabel={<Trans>Ending</Trans>}
          onClick={() => end.mutate()}
        >
          <Trans>End trip</Trans>
        </Button>
      </div>
    </div>
  );
}

function Travellers({ city }: { city: City }) {
  const { t } = useLingui();
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    travellersQuery(city),
  );
  const people = data?.pages.flatMap((page) => page.items);
  if (error && !people) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!people)
    return (
      <Loading label={t`Loading travellers`} className="mt-4 grid grid-cols-2 gap-3 sm:grid-cols-3 lg:gap-4">
        {[0, 1, 2].map((card) => (
          <Skeleton key={card} className="aspect-3/4 rounded-card" />
        ))}
      </Loading>
    );
  if (people.length === 0)
    return (
      <EmptyState
        title={<Trans>Nobody on the way yet</Trans>}
        text={<Trans>No one has shared a trip to {city} for the coming days. Try another city.</Trans>}
      />
    );
  return (
    <>
      <ul className="rise mt-4 grid grid-cols-2 gap-x-3 gap-y-6 sm:grid-cols-3 lg:gap-x-4">
        {people.map((traveller) => (
          <li key={traveller.person.id}>
            <Traveller traveller={traveller} />
          </li>
        ))}
      </ul>
      <ShowMore list={{ hasNextPage, isFetchingNextPage, fetchNextPage }} className="mt-6" />
    </>
  );
}

function Traveller({ traveller }: { traveller: TravellerView }) {
  const dates = useDateFormats();
  const { person } = traveller;
  return (
    <PersonCard
      person={person}
      className="h-full"
      pictured={!saveData()}
      corner={<SafetyMenu person={person} variant="glass" />}
    >
      <div className="mt-2.5 flex-1 text-sm">
        <p className="flex flex-wrap items-center gap-x-1.5 font-semibold">
          {dates.day(traveller.arrivalDate)}
          <MoveRight size={14} aria-hidden className="text-faint" />
          {dates.day(traveller.departureDate)}
        </p>
        <p className="mt-1 flex flex-wrap items-center gap-x-2 gap-y-1 wrap-anywhere text-faint text-meta">
          <Trans>from {traveller.currentCity}</Trans>
          {traveller.isThere ? (
            <Tag tone="online">
              <Trans>In town</Trans>
            </Tag>
          ) : null}
        </p>
        {traveller.lookingFor ? <p className="mt-1 line-clamp-2 text-muted">“{traveller.lookingFor}”</p> : null}
        {traveller.bio ? <p className="mt-1 line-clamp-2 text-faint text-meta">{traveller.bio}</p> : null}
      </div>
    </PersonCard>
  );
}
