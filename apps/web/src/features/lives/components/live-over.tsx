import { Trans } from '@lingui/react/macro';
import { liveMegabytesPerMinute } from '@vlam/contract/rules/lives';
import Play from 'lucide-react/icons/play';
import type { ReactNode } from 'react';
import { Button, buttonStyle } from '../../../components/ui/button.tsx';
import { formatDate, formatDuration, formatNumber } from '../../../lib/format.ts';
import { Link } from '../../../lib/router.tsx';
import type { LiveView } from '../api.ts';

interface LiveOverProps {
  live: LiveView;
  onReplay(): void;
  /** Asks the creator whether to remove the replay. */
  onRemove(): void;
}

/** After the end: why, the state of the ticket, and the replay. */
export function LiveOver({ live, onReplay, onRemove }: LiveOverProps) {
  const { ending, replay, creator, isOwn } = live;
  return (
    <div role="status" className="text-center">
      <h2 className="d3">
        {ending === 'failed' ? (
          <Trans>The show broke off</Trans>
        ) : ending === 'stopped' ? (
          <Trans>The show was stopped</Trans>
        ) : (
          <Trans>The show is over</Trans>
        )}
      </h2>
      <p className="mx-auto mt-2 max-w-90 text-on-picture-2">
        <Afterwards live={live} />
      </p>
      <div className="mt-5 flex flex-wrap justify-center gap-2">
        {replay ? (
          <Button variant="primary" icon={<Play size={18} />} onClick={onReplay}>
            <Trans>Watch again</Trans>
            <span className="font-normal tabular-nums opacity-80">{formatDuration(replay.seconds)}</span>
          </Button>
        ) : null}
        {isOwn ? (
          replay ? (
            <Button variant="danger" onClick={onRemove}>
              <Trans>Remove the replay</Trans>
            </Button>
          ) : null
        ) : (
          <Link to="/profile/:id" params={{ id: creator.id }} className={buttonStyle({ variant: 'bone' })}>
            <Trans>Profile of {creator.displayName}</Trans>
          </Link>
        )}
        {live.audience === 'private' ? (
          <Link to="/requests" className={buttonStyle({ variant: 'quiet' })}>
            <Trans>To the request</Trans>
          </Link>
        ) : (
          <Link to="/live" className={buttonStyle({ variant: 'quiet' })}>
            <Trans>Other shows</Trans>
          </Link>
        )}
      </div>
    </div>
  );
}

function Afterwards({ live }: { live: LiveView }): ReactNode {
  const { ending, ticket, ticketCredits, replay, replayFor } = live;
  if (ticket === 'returned') return <Trans>Your {ticketCredits} credits are back in your balance.</Trans>;
  if (ticket === 'held' && ending === 'stopped')
    return <Trans>Your {ticketCredits} credits are on their way back.</Trans>;
  if (replay) {
    const until = formatDate(replay.until);
    const megabytes = formatNumber(Math.max(1, Math.round((replay.seconds / 60) * liveMegabytesPerMinute)));
    return (
      <Trans>
        The replay is here until {until}. The whole of it is about {megabytes} MB.
      </Trans>
    );
  }
  if (live.audience === 'private')
    return replayFor === 'none' ? <Trans>The request says what became of its price.</Trans> : null;
  if (replayFor === 'holders') return <Trans>Its replay is for those who had a ticket.</Trans>;
  if (replayFor === 'subscribers') return <Trans>Its replay is for subscribers and those who had a ticket.</Trans>;
  return <Trans>There is no replay of it.</Trans>;
}
