import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { cities } from '@vlam/contract/constants';
import type { City } from '@vlam/contract/rules/places';
import MapIcon from 'lucide-react/icons/map';
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal';
import { useState } from 'react';
import { Button, buttonStyle } from '../../components/ui/button.tsx';
import { CountBadge, IconButton } from '../../components/ui/icon-button.tsx';
import { MatchSheet, type MatchSheetProps } from '../../components/ui/match-sheet.tsx';
import { PageTitle } from '../../components/ui/page-title.tsx';
import { SafetyMenu } from '../../components/ui/safety-menu.tsx';
import { Tabs } from '../../components/ui/tabs.tsx';
import { FilterSheet } from '../../features/discovery/nearby/components/filter-sheet.tsx';
import { PeopleList } from '../../features/discovery/nearby/components/people-list.tsx';
import { countFilters, firstFilter, type NearbyFilter } from '../../features/discovery/nearby/filter.ts';
import { queryOf } from '../../lib/api.ts';
import { useFlames } from '../../lib/flames.ts';
import { Link, useSearchParam } from '../../lib/router.tsx';
import { lazyPart } from '../../lib/styles.ts';
import { PlaceAndPrivacy, type PlaceSheetName } from './place-and-privacy.tsx';

const CellMap = lazyPart(() =>
  import('../../features/discovery/nearby/components/cell-map.tsx').then((module) => module.CellMap),
);
const FlameList = lazyPart(() =>
  import('../../features/discovery/nearby/components/flame-list.tsx').then((module) => module.FlameList),
);

type Tab = 'people' | 'mutual' | 'in' | 'out';

/** People nearby, flames, and the member's visibility. */
export function Route() {
  const { t } = useLingui();
  const [tab, setTab] = useState<Tab>('people');
  const cityParam = useSearchParam('city');
  const city = cities.find((each) => each === cityParam) ?? null;
  const [chosenFilter, setFilter] = useState<NearbyFilter>(firstFilter);
  const filter = { ...chosenFilter, city };
  const [view, setView] = useState<'list' | 'map'>('list');
  const [openSheet, setOpenSheet] = useState<PlaceSheetName>(null);
  const [filtering, setFiltering] = useState(false);
  const count = countFilters(filter);
  const { data: location } = useQuery(queryOf('ownLocation'));
  const [matched, setMatched] = useState<MatchSheetProps['person']>(null);
  const flames = useFlames({ onMatch: setMatched });
  return (
    <>
      <PageTitle
        className="flex-nowrap!"
        aside={
          <div className="flex gap-2">
            <IconButton
              variant="filled"
              label={t`Map`}
              aria-pressed={view === 'map'}
              className={view === 'map' ? 'bg-ink! text-bg!' : ''}
              onClick={() => {
                setTab('people');
                setView(view === 'map' ? 'list' : 'map');
              }}
            >
              <MapIcon size={20} />
            </IconButton>
            <IconButton
              variant="filled"
              label={count > 0 ? t`Filters ${count}` : t`Filters`}
              aria-haspopup="dialog"
              onClick={() => setFiltering(true)}
            >
              <SlidersHorizontal size={20} />
              <CountBadge count={count} className="absolute -top-1 -right-1 bg-ink! text-bg!" />
            </IconButton>
          </div>
        }
      >
        <Trans>Nearby Flames</Trans>
      </PageTitle>
      <PlaceAndPrivacy radius={filter.radius} around={city} openSheet={openSheet} onOpen={setOpenSheet} />
      <Tabs<Tab>
        label={t`Nearby Flames`}
        value={tab}
        onChange={setTab}
        tabs={[
          { value: 'people', label: city ?? t`Near you` },
          { value: 'mutual', label: t`Matches` },
          { value: 'in', label: t`Flames for you` },
          { value: 'out', label: t`Sent` },
        ]}
      >
        {tab === 'people' ? (
          <>
            {city ? (
              <AroundCity city={city} />
            ) : location && location.city === null ? (
              <NoLocation onSet={() => setOpenSheet('place')} />
            ) : null}
            <div className="mt-3.5">
              {view === 'map' ? (
                <CellMap filter={filter} />
              ) : (
                <PeopleList
                  key={JSON.stringify(filter)}
                  filter={filter}
                  onFilter={setFilter}
                  isFlamed={flames.isFlamed}
                  onFlame={flames.send}
                  menu={(person) => <SafetyMenu person={person} variant="glass" />}
                />
              )}
            </div>
          </>
        ) : (
          <FlameList key={tab} direction={tab} isFlamed={flames.isFlamed} onFlame={flames.send} />
        )}
      </Tabs>
      <FilterSheet filter={filter} open={filtering} onClose={() => setFiltering(false)} onApply={setFilter} />
      <MatchSheet person={matched} onClose={() => setMatched(null)} />
    </>
  );
}

function AroundCity({ city }: { city: City }) {
  return (
    <div className="mt-4 flex flex-wrap items-center justify-between gap-3 rounded-card bg-surface-1 px-5 py-4">
      <p className="max-w-[46ch] text-muted">
        <Trans>You are looking around {city}. Others still see you where you are.</Trans>
      </p>
      <Link to="/nearby" replace className={buttonStyle({ size: 'sm' })}>
        <Trans>Back to my place</Trans>
      </Link>
    </div>
  );
}

function NoLocation({ onSet }: { onSet(): void }) {
  return (
    <div className="mt-4 flex flex-wrap items-center justify-between gap-3 rounded-card bg-surface-1 px-5 py-4">
      <p className="max-w-[46ch] text-muted">
        <Trans>
          You keep no location, so this is measured from your profile's city, and others do not find you here.
        </Trans>
      </p>
      <Button variant="bone" size="sm" onClick={onSet}>
        <Trans>Set your location</Trans>
      </Button>
    </div>
  );
}
