import { useQuery } from '@tanstack/react-query';
import type { ProfileView } from '@vlam/contract/profiles';
import { Suspense, useState } from 'react';
import { ErrorState } from '../../components/ui/error-state.tsx';
import { useArrival, useIdOfHandle } from '../../features/profiles/handle-api.ts';
import { useScrolledPast } from '../../features/profiles/use-scrolled-past.ts';
import { ApiError } from '../../lib/api.ts';
import { useFlames } from '../../lib/flames.ts';
import { bottomBar } from '../../lib/helpers/bottom-bar.ts';
import { personQuery } from '../../lib/person.ts';
import { useParams } from '../../lib/router.tsx';
import { lazyPart } from '../../lib/styles.ts';
import { LazyBoundary, LazySheet } from '../shell/lazy-boundary.tsx';
import { PersonActions, type PersonCallbacks } from './person-actions.tsx';
import { CreatorPage } from './person-creator.tsx';
import { PersonLoading } from './person-loading.tsx';
import type { PersonSheet } from './person-sheet.ts';

const NameBar = lazyPart(() =>
  import('../../features/profiles/components/name-bar.tsx').then((module) => module.NameBar),
);
const FanPage = lazyPart(() => import('./person-fan.tsx').then((module) => module.FanPage));
const PersonNotFound = lazyPart(() => import('./person-not-found.tsx').then((module) => module.PersonNotFound));
const PersonSheets = lazyPart(() => import('./person-sheets.tsx').then((module) => module.PersonSheets));

/** A person as others see them, fan or creator, on all four paths. */
export function Route() {
  const { id: namedId, handle } = useParams<'/profile/:id' | '/@:handle'>('/profile/:id');
  const named = useIdOfHandle(handle);
  const id = namedId ?? named.data;
  const byId = useQuery({ ...personQuery(id ?? ''), enabled: id !== undefined });
  const { data: person } = byId;
  const { error, refetch } = id === undefined ? named : byId;
  useArrival(person);
  // Blocked, hidden, suspended and unknown give the same response.
  if (error instanceof ApiError && error.status === 404)
    return (
      <Suspense fallback={<PersonLoading />}>
        <PersonNotFound />
      </Suspense>
    );
  if (!person && error) return <ErrorState heading="h1" error={error} onRetry={() => void refetch()} />;
  if (!person) return <PersonLoading />;
  return (
    <Suspense fallback={<PersonLoading />}>
      <Person key={person.id} person={person} />
    </Suspense>
  );
}

function Person({ person }: { person: ProfileView }) {
  const [sheet, setSheet] = useState<PersonSheet | null>(null);
  const [actions, isScrolledPast] = useScrolledPast<HTMLDivElement>();
  const flames = useFlames();
  const { id, displayName, portraits, isOwn } = person;
  const callbacks: PersonCallbacks = {
    open: setSheet,
    flame: () => flames.send({ id, displayName, avatarUrl: portraits.avatar }),
    flamed: flames.isFlamed({ id, displayName, flamed: person.relation?.flamed ?? false }),
  };
  const bar = {
    name: displayName,
    onShare: () => setSheet('share'),
    onMore: isOwn ? undefined : () => setSheet('more'),
  };
  const Page = person.creator ? CreatorPage : FanPage;
  return (
    <>
      {isScrolledPast ? (
        <LazyBoundary>
          <NameBar {...bar} avatar={portraits.avatar} isOnline={person.isOnline} />
        </LazyBoundary>
      ) : null}
      <Page person={person} callbacks={callbacks} bar={bar} actionsRef={actions} />
      {isScrolledPast && !isOwn ? (
        <div
          ref={bottomBar}
          className="sticky bottom-0 z-20 -mx-(--gutter) mt-8 -mb-24 border-line border-t bg-surface-1 px-(--gutter) pt-2.5 pb-[max(10px,env(safe-area-inset-bottom))] lg:hidden"
        >
          <PersonActions person={person} callbacks={callbacks} />
        </div>
      ) : null}
      <LazySheet open={sheet !== null} close={() => setSheet(null)}>
        <PersonSheets person={person} open={sheet} onOpen={setSheet} />
      </LazySheet>
    </>
  );
}
