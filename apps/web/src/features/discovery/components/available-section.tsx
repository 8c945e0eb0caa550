import { Trans, useLingui } from '@lingui/react/macro';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { availableDistance } from '@vlam/contract/rules/discovery';
import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal';
import { type ReactNode, useRef, useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { EmptyState } from '../../../components/ui/empty-state.tsx';
import { ErrorState } from '../../../components/ui/error-state.tsx';
import { IconButton } from '../../../components/ui/icon-button.tsx';
import { Section } from '../../../components/ui/page-title.tsx';
import { PersonCard, type PersonCardProps } from '../../../components/ui/person-card.tsx';
import { SafetyMenu } from '../../../components/ui/safety-menu.tsx';
import { Loading, Skeleton } from '../../../components/ui/skeleton.tsx';
import { saveData } from '../../../lib/device.ts';
import type { Flames } from '../../../lib/flames.ts';
import { useStore } from '../../../lib/store.ts';
import { useInView } from '../../../lib/use-in-view.ts';
import { type AvailableFilter, availableFilter, availableQuery, initialFilter } from '../api.ts';
import { useRefetchOnChange } from '../live.ts';
import { AvailabilityButton, AvailabilityRow } from './availability.tsx';

/** A rail on phones; from 1024 px five across, the rest by arrows. */
const rail =
  'bleed no-scrollbar -my-1 flex snap-x gap-3 overflow-x-auto py-1 scroll-px-(--gutter) lg:mx-0 lg:px-0 lg:scroll-px-0';
const card = 'w-43 shrink-0 snap-start lg:w-[calc((100%-48px)/5)]';

/** Who is available now, and a button to become available. */
export function AvailableSection({ flames, onFilter, note }: { flames: Flames; onFilter(): void; note: ReactNode }) {
  const { t } = useLingui();
  const filter = useStore(availableFilter);
  const { data, error, refetch } = useQuery({ ...availableQuery(filter), placeholderData: keepPreviousData });
  useRefetchOnChange('available', 'available', () => void refetch());
  const filtered = filter.maxDistance !== initialFilter.maxDistance || filter.relationship !== 'all';
  return (
    <Section
      id="available"
      title={<Trans>Available Right Now</Trans>}
      aside={
        <div className="flex gap-2">
          <AvailabilityButton />
          <Button
            size="sm"
            icon={<SlidersHorizontal size={18} />}
            aria-label={filtered ? t`Filter, ${filter.maxDistance} km` : undefined}
            onClick={onFilter}
          >
            {filtered ? t`${filter.maxDistance} km` : <Trans>Filter</Trans>}
          </Button>
        </div>
      }
    >
      {note}
      <div className="min-h-[281px] lg:min-h-[302px]">
        {data ? (
          data.length === 0 ? (
            <NoOneAvailable filter={filter} />
          ) : (
            <Rail people={data} flames={flames} />
          )
        ) : error ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : (
          <Loading label={t`Loading who is available`} className={rail}>
            {[1, 2, 3, 4, 5].map((place) => (
              <div key={place} className={card}>
                <Skeleton className="aspect-3/4 rounded-card" />
                <Skeleton className="mt-2 h-11 rounded-pill" />
              </div>
            ))}
          </Loading>
        )}
      </div>
      <AvailabilityRow />
    </Section>
  );
}

function Rail({ people, flames: { isFlamed, send } }: { people: PersonCardProps['person'][]; flames: Flames }) {
  const { t } = useLingui();
  const list = useRef<HTMLUListElement>(null);
  const [moved, setMoved] = useState(false);
  const [spare, setSpare] = useState(saveData);
  const scrollByPage = (direction: 1 | -1) => list.current?.scrollBy({ left: direction * list.current.clientWidth });
  return (
    <div className="rise">
      <ul
        ref={list}
        aria-label={t`People available right now`}
        className={`${rail} motion-safe:scroll-smooth`}
        onScroll={() => setMoved(true)}
      >
        {people.map((person) => (
          <RailItem key={person.id} ahead={moved}>
            {(near) => (
              <PersonCard
                person={person}
                pictured={near && !spare}
                flamed={isFlamed(person)}
                onConnect={send}
                corner={<SafetyMenu person={person} variant="glass" />}
                className="h-full"
              />
            )}
          </RailItem>
        ))}
      </ul>
      <div className="mt-3 flex items-center gap-2">
        {spare ? (
          <Button size="sm" onClick={() => setSpare(false)}>
            <Trans>Show pictures</Trans>
          </Button>
        ) : null}
        {people.length > 5 ? (
          <div className="ml-auto hidden gap-2 lg:flex">
            <IconButton variant="filled" label={t`Previous people`} onClick={() => scrollByPage(-1)}>
              <ChevronLeft size={20} />
            </IconButton>
            <IconButton variant="filled" label={t`More people`} onClick={() => scrollByPage(1)}>
              <ChevronRight size={20} />
            </IconButton>
          </div>
        ) : null}
      </div>
    </div>
  );
}

/** One card of the rail; its picture loads when it is near the viewport or after the rail was moved. */
function RailItem({ ahead, children }: { ahead: boolean; children(near: boolean): ReactNode }) {
  const [ref, seen] = useInView<HTMLLIElement>('0px -16px');
  return (
    <li ref={ref} className={card}>
      {children(seen || ahead)}
    </li>
  );
}

function NoOneAvailable({ filter }: { filter: AvailableFilter }) {
  const { t } = useLingui();
  const wider = filter.maxDistance < availableDistance.expanded;
  return (
    <EmptyState
      heading="h3"
      title={<Trans>No one available right now</Trans>}
      text={t`Nobody within ${filter.maxDistance} km has a light on. Look a little further.`}
      action={
        wider ? (
          <Button
            variant="bone"
            onClick={() => availableFilter.set({ ...filter, maxDistance: availableDistance.expanded })}
          >
            <Trans>Expand to 25km</Trans>
          </Button>
        ) : (
          <Button
            variant="bone"
            onClick={() => availableFilter.set({ ...initialFilter, maxDistance: filter.maxDistance })}
          >
            <Trans>Show everyone</Trans>
          </Button>
        )
      }
    />
  );
}
