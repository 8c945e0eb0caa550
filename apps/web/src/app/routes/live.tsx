import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { buttonStyle } from '../../components/ui/button.tsx';
import type { LiveView } from '../../features/lives/api.ts';
import { LiveList } from '../../features/lives/components/live-list.tsx';
import { go, Link } from '../../lib/router.tsx';
import { useCurrentUser } from '../../lib/session.ts';
import { lazyPart } from '../../lib/styles.ts';
import { LazyBoundary } from '../shell/lazy-boundary.tsx';

const TicketSheet = lazyPart(() =>
  import('../../features/lives/components/ticket-sheet.tsx').then((module) => module.TicketSheet),
);
const PlanSheet = lazyPart(() => import('../plan-sheet.tsx').then((module) => module.PlanSheet));

/** Live shows, with the way to a ticket; creators begin theirs from here. */
export function Route() {
  const user = useCurrentUser();
  const [wanted, setWanted] = useState<LiveView | null>(null);
  const [planned, setPlanned] = useState<LiveView | null>(null);
  return (
    <>
      <LiveList
        onTicket={setWanted}
        aside={
          user?.creator ? (
            <Link to="/go-live" className={buttonStyle({ variant: 'bone', className: 'mt-5' })}>
              <Trans>Go live</Trans>
            </Link>
          ) : null
        }
      />
      {wanted ? (
        <LazyBoundary close={() => setWanted(null)}>
          <TicketSheet
            live={wanted}
            onClose={() => setWanted(null)}
            onBought={({ id }) => go({ to: '/live/:id', params: { id } })}
            onPlan={() => {
              setWanted(null);
              setPlanned(wanted);
            }}
          />
        </LazyBoundary>
      ) : null}
      {planned ? (
        <LazyBoundary close={() => setPlanned(null)}>
          <PlanSheet creatorId={planned.creator.id} tier={planned.fromTier} open onClose={() => setPlanned(null)} />
        </LazyBoundary>
      ) : null}
    </>
  );
}
