import { Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import { cities } from '@vlam/contract/constants';
import { type EventCategory, eventCategories } from '@vlam/contract/rules/meeting';
import type { City } from '@vlam/contract/rules/places';
import { clsx } from 'clsx';
import MapIcon from 'lucide-react/icons/map';
import { type ReactNode, useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { Chip, ChipRow } from '../../../components/ui/chip.tsx';
import { Segment } from '../../../components/ui/choice.tsx';
import { EmptyState } from '../../../components/ui/empty-state.tsx';
import { ErrorState } from '../../../components/ui/error-state.tsx';
import { IconButton } from '../../../components/ui/icon-button.tsx';
import { Select } from '../../../components/ui/select.tsx';
import { ShowMore } from '../../../components/ui/show-more.tsx';
import { Loading, Skeleton } from '../../../components/ui/skeleton.tsx';
import { type EventFilter, type EventView, eventsQuery } from '../api.ts';
import { eventCategoryLabels } from '../labels.ts';
import { EventRow } from './event-row.tsx';

interface EventsTabProps {
  /** The own city, which is shown first; undefined while it loads, null without one. */
  home: City | null | undefined;
  onOpen(event: EventView): void;
  onCreate(): void;
  /** The map of cities; rendered when first shown. */
  map(city: City | undefined, choose: (city: City | undefined) => void): ReactNode;
}

type EventScope = 'all' | 'attending' | 'organizing';

/** Upcoming events, as a list and on the map. */
export function EventsTab({ home, onOpen, onCreate, map }: EventsTabProps) {
  const { t, i18n } = useLingui();
  const [chosen, setCity] = useState<City | 'all' | undefined>(undefined);
  const [category, setCategory] = useState<EventCategory | undefined>(undefined);
  const [which, setWhich] = useState<EventScope>('all');
  const [view, setView] = useState<'list' | 'map'>('list');
  // Own plans are shown wherever they are.
  const place = chosen ?? (which === 'all' ? home : undefined) ?? 'all';
  const city = place === 'all' ? undefined : place;
  const filter: EventFilter = { city, category, mine: which === 'all' ? undefined : which };
  return (
    <div className="mt-5 lg:grid lg:grid-cols-[minmax(0,1fr)_340px] lg:gap-x-12">
      <div>
        <div className="flex items-center gap-2">
          <Segment<EventScope>
            label={t`Which events`}
            className="min-w-0 flex-1 sm:w-84 sm:flex-none"
            options={[
              { value: 'all', label: <Trans>All</Trans> },
              { value: 'attending', label: <Trans>I'm going</Trans> },
              { value: 'organizing', label: <Trans>Mine</Trans> },
            ]}
            value={which}
            onChange={setWhich}
          />
          <IconButton
            variant="filled"
            className="aria-pressed:bg-ink! aria-pressed:text-bg! lg:hidden"
            label={t`Show the map`}
            aria-pressed={view === 'map'}
            onClick={() => setView(view === 'map' ? 'list' : 'map')}
          >
            <MapIcon size={20} />
          </IconButton>
        </div>
        <div className={clsx(view === 'map' && 'max-lg:hidden')}>
          <div className="mt-3 lg:hidden">
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
          <ChipRow label={t`Category`} className="mt-3">
            <Chip pressed={category === undefined} onClick={() => setCategory(undefined)}>
              <Trans>All</Trans>
            </Chip>
            {eventCategories.map((value) => (
              <Chip key={value} pressed={category === value} onClick={() => setCategory(value)}>
                {i18n._(eventCategoryLabels[value])}
              </Chip>
            ))}
          </ChipRow>
          {home === undefined && chosen === undefined ? (
            <EventsLoading />
          ) : (
            <EventList
              key={JSON.stringify(filter)}
              filter={filter}
              onOpen={onOpen}
              onCreate={onCreate}
              onReset={() => {
                setCity('all');
                setCategory(undefined);
                setWhich('all');
              }}
            />
          )}
        </div>
      </div>
      <aside aria-label={t`Events by city`} className={clsx('max-lg:mt-5 lg:pt-1', view === 'list' && 'max-lg:hidden')}>
        <div className="lg:sticky lg:top-22">
          {map(city, (picked) => {
            setCity(picked ?? 'all');
            setView('list');
          })}
        </div>
      </aside>
    </div>
  );
}

interface EventListProps {
  filter: EventFilter;
  onOpen(event: EventView): void;
  onCreate(): void;
  onReset(): void;
}

function EventsLoading() {
  const { t } = useLingui();
  return (
    <Loading label={t`Loading events`} className="mt-4 grid gap-3">
      {[0, 1, 2, 3].map((row) => (
        <Skeleton key={row} className="h-32 rounded-md" />
      ))}
    </Loading>
  );
}

function EventList({ filter, onOpen, onCreate, onReset }: EventListProps) {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    eventsQuery(filter),
  );
  const events = data?.pages.flatMap((page) => page.items);
  if (error && !events) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!events) return <EventsLoading />;
  if (events.length === 0)
    return filter.mine === 'organizing' ? (
      <EmptyState
        title={<Trans>You host nothing yet</Trans>}
        text={<Trans>A table, a walk, a record player. Ten people are an evening.</Trans>}
        action={
          <Button variant="bone" onClick={onCreate}>
            <Trans>Create Event</Trans>
          </Button>
        }
      />
    ) : (
      <EmptyState
        title={filter.mine ? <Trans>No plans yet</Trans> : <Trans>Nothing on here yet</Trans>}
        text={
          filter.mine ? (
            <Trans>Take a place at an event and it waits for you here.</Trans>
          ) : (
            <Trans>Nobody has announced this for the coming days. Look wider, or host it yourself.</Trans>
          )
        }
        action={
          <Button variant="bone" onClick={onReset}>
            <Trans>Show all events</Trans>
          </Button>
        }
      />
    );
  return (
    <>
      <ul className="rise mt-2">
        {events.map((event) => (
          <li key={event.id} className="border-line border-t first:border-t-0">
            <EventRow event={event} onOpen={onOpen} />
          </li>
        ))}
      </ul>
      <ShowMore list={{ hasNextPage, isFetchingNextPage, fetchNextPage }} className="mt-4" />
    </>
  );
}
