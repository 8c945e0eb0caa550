import { useState } from 'react';
import { AvailableSection } from '../../features/discovery/components/available-section.tsx';
import { LocationNote } from '../../features/discovery/components/location-note.tsx';
import { PhotosNote } from '../../features/profiles/components/photos-note.tsx';
import { useFlames } from '../../lib/flames.ts';
import { lazyPart } from '../../lib/styles.ts';
import { LazyBoundary, LazySheet } from '../shell/lazy-boundary.tsx';
import { Below } from './home-below.tsx';
import { HomeHero } from './home-hero.tsx';

const FilterSheet = lazyPart(() =>
  import('../../features/discovery/components/filter-sheet.tsx').then((module) => module.FilterSheet),
);
const PlaceSheet = lazyPart(() => import('../../components/ui/place-sheet.tsx').then((module) => module.PlaceSheet));
const MatchSheet = lazyPart(() => import('../../components/ui/match-sheet.tsx').then((module) => module.MatchSheet));
const Craving = lazyPart(() => import('./home-craving.tsx').then((module) => module.HomeCraving));
const Activity = lazyPart(() => import('./home-activity.tsx').then((module) => module.HomeActivity));
const HeatMap = lazyPart(() =>
  import('../../features/discovery/components/heat-section.tsx').then((module) => module.HeatSection),
);
const Creators = lazyPart(() => import('./home-creators.tsx').then((module) => module.HomeCreators));

/** Home of a member: people, what creators posted (those followed first), cravings and the heat map. */
export function Route() {
  const [openSheet, setOpenSheet] = useState<'filter' | 'place' | null>(null);
  const [match, setMatch] = useState<{ id: string; displayName: string } | null>(null);
  const flames = useFlames({ onMatch: setMatch });
  const close = () => setOpenSheet(null);
  return (
    <>
      <HomeHero />
      <AvailableSection
        flames={flames}
        onFilter={() => setOpenSheet('filter')}
        note={
          <LazyBoundary>
            <LocationNote onSet={() => setOpenSheet('place')} />
            <PhotosNote />
          </LazyBoundary>
        }
      />
      <Below minHeight="min-h-[900px]">
        <Creators />
      </Below>
      <Below minHeight="min-h-[700px] lg:min-h-[470px]">
        <Craving />
      </Below>
      <Below minHeight="min-h-[1140px] lg:min-h-[720px]">
        <HeatMap />
      </Below>
      <Below id="activity" minHeight="min-h-[2200px] lg:min-h-[1250px]">
        <Activity flames={flames} />
      </Below>
      <LazySheet open={openSheet === 'filter'} close={close}>
        <FilterSheet open={openSheet === 'filter'} onClose={close} />
      </LazySheet>
      <LazySheet open={openSheet === 'place'} close={close}>
        <PlaceSheet open={openSheet === 'place'} onClose={close} />
      </LazySheet>
      <LazySheet open={match !== null} close={() => setMatch(null)}>
        <MatchSheet person={match} onClose={() => setMatch(null)} />
      </LazySheet>
    </>
  );
}
