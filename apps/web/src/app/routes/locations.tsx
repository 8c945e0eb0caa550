import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { cities } from '@vlam/contract/constants';
import { type ReactNode, useState } from 'react';
import { Button } from '../../components/ui/button.tsx';
import { PageTitle } from '../../components/ui/page-title.tsx';
import { Tabs } from '../../components/ui/tabs.tsx';
import type { EventView, TonightRequest, TravelPlan } from '../../features/locations/api.ts';
import { EventsTab } from '../../features/locations/components/events-tab.tsx';
import { SafetyBar } from '../../features/locations/components/safety-bar.tsx';
import { SafetySection } from '../../features/locations/components/safety-section.tsx';
import type { PlanSubject } from '../../features/locations/plan-form.ts';
import { queryOf } from '../../lib/api.ts';
import { go, useSearchParam } from '../../lib/router.tsx';
import { lazyPart } from '../../lib/styles.ts';
import { useInView } from '../../lib/use-in-view.ts';
import { Opened } from '../shell/opened.tsx';

const EventMap = lazyPart(() =>
  import('../../features/locations/components/event-map.tsx').then((module) => module.EventMap),
);
const EventSheet = lazyPart(() =>
  import('../../features/locations/components/event-sheet.tsx').then((module) => module.EventSheet),
);
const MakeEventSheet = lazyPart(() =>
  import('../../features/locations/components/make-event-sheet.tsx').then((module) => module.MakeEventSheet),
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
type Over =
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
  const asked = useSearchParam('tab');
  const tab: Tab = tabs.find((each) => each === asked) ?? 'events';
  const [renderOverlay, setOver] = useState<Over | null>(null);
  const { data: own } = useQuery(queryOf('ownProfile'));
  const home = cities.find((city) => city === own?.location);
  const close = () => setOver(null);
  const panels: Record<Tab, () => ReactNode> = {
    events: () => (
      <EventsTab
        onOpen={(event) => setOver({ name: 'event', event })}
        onCreate={() => setOver({ name: 'create' })}
        map={(city, choose) => (
          <WhenSeen>
            <Opened>
              <EventMap city={city} onChoose={choose} />
            </Opened>
          </WhenSeen>
        )}
      />
    ),
    travel: () => (
      <Opened>
        <TravelTab home={home} onPlan={(plan) => setOver({ name: 'trip', plan })} />
      </Opened>
    ),
    tonight: () => (
      <Opened>
        <TonightTab
          home={home}
          onRespond={(request) => setOver({ name: 'respond', request })}
          onRead={(request) => setOver({ name: 'answers', request })}
        />
      </Opened>
    ),
  };
  const about: Record<Tab, PlanSubject['about']> = { events: 'date', travel: 'travel', tonight: 'tonight' };
  return (
    <>
      <PageTitle
        lead={<Trans>An evening out, a city you pass through, or simply tonight.</Trans>}
        aside={
          tab === 'events' ? (
            <Button variant="primary" onClick={() => setOver({ name: 'create' })}>
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
      <SafetySection onShare={() => setOver({ name: 'share', subject: { about: about[tab] } })} />
      {renderOverlay ? (
        <Opened key={renderOverlay.name} close={close}>
          {renderOverlay.name === 'event' ? (
            <EventSheet
              event={renderOverlay.event}
              onClose={close}
              onSharePlan={(event) => setOver({ name: 'share', subject: planOf(event) })}
            />
          ) : renderOverlay.name === 'create' ? (
            <MakeEventSheet onClose={close} onMade={(event) => setOver({ name: 'event', event })} />
          ) : renderOverlay.name === 'share' ? (
            <ShareSheet subject={renderOverlay.subject} onClose={close} />
          ) : renderOverlay.name === 'trip' ? (
            <TripSheet plan={renderOverlay.plan} home={home} onClose={close} />
          ) : renderOverlay.name === 'respond' ? (
            <RespondSheet request={renderOverlay.request} onClose={close} />
          ) : (
            <AnswersSheet request={renderOverlay.request} onClose={close} />
          )}
        </Opened>
      ) : null}
    </>
  );
}

/** Renders its children once they come into view, so that a hidden map is not loaded. */
function WhenSeen({ children }: { children: ReactNode }) {
  const [ref, seen] = useInView<HTMLDivElement>();
  return (
    <div ref={ref} className="min-h-60">
      {seen ? children : null}
    </div>
  );
}
