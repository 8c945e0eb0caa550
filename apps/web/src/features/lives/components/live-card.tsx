import { Trans } from '@lingui/react/macro';
import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { Portrait } from '../../../components/ui/avatar.tsx';
import { CreditToken } from '../../../components/ui/marks.tsx';
import { VerifiedBadge } from '../../../components/ui/verified-badge.tsx';
import { Link } from '../../../lib/router.tsx';
import type { LiveView } from '../api.ts';
import { RatingTag, StateTag, WatchingTag } from './live-tags.tsx';

/** What the viewer pays, or why nothing. */
function Terms({ live }: { live: LiveView }) {
  if (live.isSample) return null;
  if (live.audience === 'private') return <Trans>Private</Trans>;
  if (live.isOwn) return <Trans>Yours</Trans>;
  if (live.ticket === 'held')
    return (
      <span className="text-picture-green">
        <Trans>Ticket</Trans>
      </span>
    );
  if (live.isSubscribed)
    return (
      <span className="text-picture-green">
        <Trans>Subscribed</Trans>
      </span>
    );
  if (live.audience === 'free') return <Trans>Free</Trans>;
  if (live.ticketCredits === null)
    return live.tierName ? (
      <span className="wrap-anywhere">
        <Trans>With {live.tierName}</Trans>
      </span>
    ) : (
      <Trans>Subscribers</Trans>
    );
  return (
    <span className="num inline-flex items-center gap-1.5 text-picture-gold">
      <CreditToken />
      {live.ticketCredits}
      <span className="sr-only">
        <Trans>credits</Trans>
      </span>
    </span>
  );
}

interface LiveCardProps {
  live: LiveView;
  /** Opens the price of a ticket; without a right to watch. */
  onTicket(live: LiveView): void;
  /** The wide card above the list. */
  featured?: boolean;
  eager?: boolean;
}

/** A show as a portrait behind glass: a link when the viewer may watch, else the way to its ticket. */
export function LiveCard({ live, onTicket, featured = false, eager = false }: LiveCardProps) {
  const { creator, title } = live;
  const needsTicket = live.playlistUrl === null && !live.isSample && live.ticketCredits !== null && !live.isOwn;
  return (
    <article
      aria-label={title}
      data-live-id={live.id}
      className={clsx(
        'relative isolate flex flex-col justify-end overflow-clip rounded-card bg-[#221b19] text-on-picture',
        featured ? 'min-h-78 px-4.5 pt-24 pb-4.5' : 'aspect-3/4 px-3.5 pt-14 pb-3.5',
      )}
    >
      <Portrait
        src={creator.portraitUrl}
        width={3}
        height={4}
        eager={eager}
        className="absolute inset-0 -z-2 size-full bg-transparent!"
      />
      <span
        aria-hidden
        className="-z-1 absolute inset-0 bg-[linear-gradient(rgb(10_6_6/.3),rgb(10_6_6/0)_30%,rgb(10_6_6/.1)_50%,rgb(10_6_6/.88))]"
      />
      <span className="absolute top-3 left-3 flex flex-wrap gap-1.5">
        <StateTag live={live} timed={featured} />
        {live.isSample ? null : (
          <>
            <WatchingTag watching={live.watching} />
            <RatingTag live={live} />
          </>
        )}
      </span>
      <h2 className={clsx('wrap-anywhere', featured ? 'd3' : 'font-semibold text-sm')}>
        <Whole live={live} needsTicket={needsTicket} onTicket={onTicket}>
          {title}
        </Whole>
      </h2>
      <p className="mt-1 flex flex-wrap items-center justify-between gap-x-3 text-meta text-on-picture-2">
        <span className="inline-flex items-center gap-1">
          {creator.displayName}
          {creator.isVerified ? <VerifiedBadge size={14} /> : null}
        </span>
        {featured ? null : (
          <span className="font-semibold text-on-picture">
            <Terms live={live} />
          </span>
        )}
      </p>
      {featured && !live.isSample ? (
        <span
          aria-hidden
          className="mt-4 inline-flex min-h-12 items-center gap-2 self-start rounded-pill bg-ember px-5 font-semibold text-button text-on-ember"
        >
          {needsTicket ? (
            <Trans>
              Watch for <CreditToken /> {live.ticketCredits}
            </Trans>
          ) : (
            <Trans>Watch</Trans>
          )}
        </span>
      ) : null}
    </article>
  );
}

/** One link or button whose area is the card. */
function Whole({
  live,
  needsTicket,
  onTicket,
  children,
}: Pick<LiveCardProps, 'live' | 'onTicket'> & { needsTicket: boolean; children: ReactNode }) {
  const area = 'text-left after:absolute after:inset-0 after:rounded-card';
  if (live.isSample) return <>{children}</>;
  if (needsTicket)
    return (
      <button type="button" aria-haspopup="dialog" onClick={() => onTicket(live)} className={area}>
        {children}
      </button>
    );
  return (
    <Link to="/live/:id" params={{ id: live.id }} className={area}>
      {children}
    </Link>
  );
}
