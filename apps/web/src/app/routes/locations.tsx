import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { cities } from '@vlam/contract/constants';
import { type ReactNode, useState } from 'react';
import { Button } from '../../components/ui/button.tsx';
import { PageTitle } from '../../components/ui/page-title.tsx';
import { afterLoading } from '../../components/ui/skeleton.tsx';
import { Tabs } from '../../components/ui/tabs.tsx';
import type { EventView, TonightRequest, TravelPlan } from '../../features/locations/api.ts';
import { EventsTab } from '../../features/locations/components/events-tab.tsx';
import { SafetyBar } from '../../features/locations/components/safety-bar.tsx';
import { SafetySection } from '../../features/locations/components/safety-section.tsx';
import type { PlanSubject } from '../../features/locations/plan-form.ts';
import { queryOf } from '../../lib/api.ts';
import { go, useSearchParam } from '../../lib/router.tsx';
import { lazyPart } from '../../lib/styles.ts';
import { ScreenLoading } from '../screen-loading.tsx';
import { LazyBoundary } from '../shell/lazy-boundary.tsx';
import { LoadInView } from '../shell/load-in-view.tsx';

const EventMap = lazyPart(() =>
  import('../../features/locations/components/event-map.tsx').then((module) => module.EventMap),
);
const EventSheet = lazyPart(() =>
  import('../../features/locations/components/event-sheet.tsx').then((module) => module.EventSheet),
);
const CreateEventSheet = lazyPart(() =>
  import('../../features/locations/components/create-event-sheet.tsx').then((module) => module.CreateEventSheet),
);
const ShareSheet = lazyPart(() =>
  import('../../features/locations/components/share-sheet.tsx').then((module) => module.ShareSheet),
);
const TravelTab = lazyPart(() =>
  import('../../features/locations/components/travel-tab.tsx').then((module) => module.TravelTab),
);
const TripSheet = lazyPart(() =>
  import('../../features/locations/components/trip-sheet.tsx').then((module) => module.TripSheet),
);
const TonightTab = lazyPart(() =>
  import('../../features/locations/components/tonight-tab.tsx').then((module) => module.TonightTab),
);
const RespondSheet = lazyPart(() =>
  import('../../features/locations/components/respond-sheet.tsx').then((module) => module.RespondSheet),
);
const AnswersSheet = lazyPart(() =>
  import('../../features/locations/components/answers-sheet.tsx').then((module) => module.AnswersSheet),
);

const tabs = ['events', 'travel', 'tonight'] as const;
type Tab = (typeof tabs)[number];

/** The open sheet; one at a time. */
type OpenSheet =
  | { name: 'event'; event: EventView }
  | { name: 'create' }
  | { name: 'share'; subject: PlanSubject }
  | { name: 'trip'; plan: TravelPlan | null }
  | { name: 'respond'; request: TonightRequest }
  | { name: 'answers'; request: TonightRequest };

const planOf = (event: EventView): PlanSubject => ({
  about: 'event',
  aboutId: event.id,
  title: event.title,
  place: [event.venue, event.address, event.city].filter(Boolean).join(', ').slice(0, 200),
  startsAt: event.startsAt,
});

/** Events, travel and tonight. `?tab=travel` and `?tab=tonight` open the others. */
export function Route() {
  const { t } = useLingui();
  const tabParam = useSearchParam('tab');
  const tab: Tab = tabs.find((each) => each === tabParam) ?? 'events';
  const [sheet, setSheet] = useState<OpenSheet | null>(null);
  const { data: own, isPending } = useQuery(queryOf('ownProfile'));
  const home = cities.find((city) => city === own?.location);
  const close = () => setSheet(null);
  const panels: Record<Tab, () => ReactNode> = {
    events: () => (
      <EventsTab
        home={isPending ? undefined : (home ?? null)}
        onOpen={(event) => setSheet({ name: 'event', event })}
        onCreate={() => setSheet({ name: 'create' })}
        map={(city, choose) => (
          // A hidden map is not loaded.
          <LoadInView className="min-h-60">
            <EventMap city={city} onChoose={choose} />
          </LoadInView>
        )}
      />
    ),
    travel: () => (
      <LazyBoundary fallback={<ScreenLoading />}>
        <TravelTab home={home} onPlan={(plan) => setSheet({ name: 'trip', plan })} />
      </LazyBoundary>
    ),
    tonight: () => (
      <LazyBoundary fallback={<ScreenLoading />}>
        <TonightTab
          home={home}
          onRespond={(request) => setSheet({ name: 'respond', request })}
          onRead={(request) => setSheet({ name: 'answers', request })}
        />
      </LazyBoundary>
    ),
  };
  const about: Record<Tab, PlanSubject['about']> = { events: 'date', travel: 'travel', tonight: 'tonight' };
  return (
    <>
      <PageTitle
        lead={<Trans>An evening out, a city you pass through, or simply tonight.</Trans>}
        aside={
          tab === 'events' ? (
            <Button variant="primary" onClick={() => setSheet({ name: 'create' })}>
              <Trans>Create Event</Trans>
            </Button>
          ) : null
        }
      >
        <Trans>Location-Based Connections</Trans>
      </PageTitle>
      <SafetyBar />
      <Tabs<Tab>
        className="mt-5"
        label={t`Location-Based Connections`}
        value={tab}
        onChange={(value) =>
          go({ to: '/locations', ...(value === 'events' ? {} : { search: { tab: value } }), replace: true })
        }
        tabs={[
          { value: 'events', label: t`Hotspot Events` },
          { value: 'travel', label: t`Travel Mode` },
          { value: 'tonight', label: t`Nearby Tonight` },
        ]}
      >
        {panels[tab]()}
      </Tabs>
      <div className={afterLoading}>
        <SafetySection onShare={() => setSheet({ name: 'share', subject: { about: about[tab] } })} />
      </div>
      {sheet ? (
        <LazyBoundary key={sheet.name} close={close}>
          {sheet.name === 'event' ? (
            <EventSheet
              event={sheet.event}
              onClose={close}
              onSharePlan={(event) => setSheet({ name: 'share', subject: planOf(event) })}
            />
          ) : sheet.name === 'create' ? (
            <CreateEventSheet onClose={close} onCreated={(event) => setSheet({ name: 'event', event })} />
          ) : sheet.name === 'share' ? (
            <ShareSheet subject={sheet.subject} onClose={close} />
          ) : sheet.name === 'trip' ? (
            <TripSheet plan={sheet.plan} home={home} onClose={close} />
          ) : sheet.name === 'respond' ? (
            <RespondSheet request={sheet.request} onClose={close} />
          ) : (
            <AnswersSheet request={sheet.request} onClose={close} />
          )}
        </LazyBoundary>
      ) : null}
    </>
  );
}
