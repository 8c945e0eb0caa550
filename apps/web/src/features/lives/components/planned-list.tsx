import { Trans } from '@lingui/react/macro';
import { Avatar } from '../../../components/ui/avatar.tsx';
import { Link } from '../../../lib/router.tsx';
import type { LiveView } from '../api.ts';
import { usePlannedTime } from '../planned-time.ts';
import { ReminderButton } from './reminder-button.tsx';
import { ShowSection } from './show-section.tsx';

/** Shows that are planned, the next first. */
export const PlannedList = ({ planned }: { planned: readonly LiveView[] }) => (
  <ShowSection
    id="coming-up"
    title={<Trans>Coming up</Trans>}
    shows={planned}
    row={(live) => <Planned key={live.id} live={live} />}
  />
);

function Planned({ live }: { live: LiveView }) {
  const { id, title, creator, plannedFor } = live;
  const timeOf = usePlannedTime();
  if (!plannedFor) return null;
  const { day, time } = timeOf(plannedFor);
  return (
    <li data-live-id={id} className="relative flex items-center gap-4 border-line border-b py-3.5">
      <p className="w-17 shrink-0">
        <span className="num block text-[1.375rem]">{time}</span>
        <span className="block text-meta text-muted">{day}</span>
      </p>
      <Avatar src={creator.avatarUrl} size={44} />
      <div className="min-w-0 flex-1">
        <h3 className="wrap-anywhere font-semibold text-sm">
          <Link to="/live/:id" params={{ id }} className="after:absolute after:inset-0">
            {title}
          </Link>
        </h3>
        <p className="mt-0.5 text-meta text-muted">
          {creator.displayName}, <Price live={live} />
        </p>
      </div>
      {live.isOwn || live.audience === 'private' ? null : <ReminderButton live={live} />}
    </li>
  );
}

function Price({ live: { audience, isOwn, isSubscribed, ticket, ticketCredits, tierName } }: { live: LiveView }) {
  if (audience === 'private') return isOwn ? <Trans>yours, private</Trans> : <Trans>for you alone</Trans>;
  if (isOwn) return <Trans>yours</Trans>;
  if (ticket === 'held') return <Trans>you have a ticket</Trans>;
  if (isSubscribed) return <Trans>subscribed</Trans>;
  if (audience === 'free') return <Trans>free</Trans>;
  if (ticketCredits === null) return tierName ? <Trans>with {tierName}</Trans> : <Trans>subscribers</Trans>;
  return <Trans>{ticketCredits} credits</Trans>;
}
