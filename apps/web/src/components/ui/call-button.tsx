import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { CallPartner } from '@vlam/contract/calls';
import { clsx } from 'clsx';
import Video from 'lucide-react/icons/video';
import type { ReactNode } from 'react';
import { codeOf, queryOf } from '../../lib/api.ts';
import { formatNumber } from '../../lib/numbers.ts';
import { Link } from '../../lib/router.tsx';
import { Button, type ButtonVariant, buttonStyle } from './button.tsx';
import { CallSpace } from './call-space.tsx';
import { CreditPrice } from './credit-price.tsx';
import { CreditToken } from './marks.tsx';
import { Popover } from './popover.tsx';
import { sheetRow } from './sheet-row.ts';

/** How long an availability response is trusted, in milliseconds. */
const freshMs = 15_000;

/** A creator's availability for calls: undefined while it loads, null for those who take no calls or are hidden. */
function usePartner(profileId: string, isWatched: boolean): CallPartner | null | undefined {
  const { data, error } = useQuery({
    ...queryOf('getCallPartner', { params: { id: profileId } }),
    staleTime: freshMs,
    refetchInterval: isWatched ? freshMs : false,
  });
  return codeOf(error) === 'NOT_FOUND' ? null : (data ?? (error ? null : undefined));
}

/** Price per minute in credits and rand. */
function Rate({ partner }: { partner: CallPartner }) {
  return (
    <span className="flex flex-wrap items-center gap-x-1">
      <CreditPrice credits={partner.creditsPerMinute} size="sm" />
      <span className="text-meta text-muted">
        <Trans comment="After a price in credits">a minute</Trans>
      </span>
    </span>
  );
}

/** Link to the call, or the reason why there is none. It rings only after the price is accepted there. */
function Start({ partner, variant }: { partner: CallPartner; variant: ButtonVariant }): ReactNode {
  const { id, displayName, isOnline, isBusy } = partner;
  if (isOnline && !isBusy)
    return (
      <Link to="/video-chat" search={{ with: id }} className={buttonStyle({ variant, full: true })}>
        <Video size={18} aria-hidden />
        <Trans>Start Video Call</Trans>
      </Link>
    );
  return (
    <>
      <Button full disabled aria-describedby={`call-${id}`} icon={<Video size={18} />}>
        <Trans>Start Video Call</Trans>
      </Button>
      <p id={`call-${id}`} className="mt-1.5 text-center text-meta text-muted">
        {isBusy ? <Trans>{displayName} is in a call</Trans> : <Trans>{displayName} isn't online right now</Trans>}
      </p>
    </>
  );
}

interface CallProps {
  profileId: string;
}

/** A call as a row of a sheet, with its price per minute. Renders nothing for creators who take no calls. */
export function CallRow({ profileId }: CallProps) {
  const partner = usePartner(profileId, true);
  if (!partner) return null;
  const { id, displayName, isOnline, isBusy } = partner;
  if (isOnline && !isBusy)
    return (
      <Link to="/video-chat" search={{ with: id }} className={sheetRow}>
        <Video size={20} aria-hidden />
        <span className="flex-1 font-semibold">
          <Trans>Video call</Trans>
        </span>
        <Rate partner={partner} />
      </Link>
    );
  return (
    <button type="button" disabled className={sheetRow}>
      <Video size={20} aria-hidden />
      <span className="flex-1">
        <span className="block font-semibold">
          <Trans>Video call</Trans>
        </span>
        <span className="block text-meta text-muted">
          {isBusy ? <Trans>{displayName} is in a call</Trans> : <Trans>{displayName} isn't online right now</Trans>}
        </span>
      </span>
      <Rate partner={partner} />
    </button>
  );
}

/**
 * The same behind a button: in a chat's bar (`look` plain) with its price if there is room, in a row (filled) as an
 * icon.
 */
export function CallMenu({ profileId, variant }: CallProps & { variant: 'plain' | 'filled' }) {
  const { t } = useLingui();
  const partner = usePartner(profileId, false);
  if (partner === undefined && variant === 'plain') return <CallSpace />;
  if (!partner) return null;
  const { displayName, creditsPerMinute: rate } = partner;
  const isBar = variant === 'plain';
  return (
    <span data-call className="contents">
      <Popover
        label={t`Video call with ${displayName}, ${rate} credits a minute`}
        trigger={
          <>
            <Video size={20} strokeWidth={1.75} />
            {isBar ? (
              <span
                aria-hidden
                className="@max-[34rem]/head:hidden flex items-center gap-1.5 font-semibold text-sm max-lg:hidden"
              >
                <CreditToken className="text-gold" />
                <span className="-ml-0.5 text-gold tabular-nums">{formatNumber(rate)}</span>
                <span className="font-normal text-faint text-meta">
                  <Trans comment="After a price in credits">a minute</Trans>
                </span>
              </span>
            ) : null}
          </>
        }
        triggerClassName={clsx(
          'press inline-flex h-11 min-w-11 shrink-0 items-center justify-center gap-2 rounded-pill',
          isBar
            ? 'hover:bg-surface-2 max-lg:-mr-1 lg:bg-surface-2 lg:px-4 lg:hover:bg-surface-3 @max-[34rem]/head:px-0'
            : 'bg-surface-2 hover:bg-surface-3',
        )}
        className="w-76 max-lg:right-2!"
      >
        {() => <Panel profileId={profileId} />}
      </Popover>
    </span>
  );
}

function Panel({ profileId }: { profileId: string }) {
  const partner = usePartner(profileId, true);
  if (!partner)
    return (
      <p className="px-3 py-2.5">
        <Trans>They don't take calls any more</Trans>
      </p>
    );
  return (
    <div className="px-2.5 pt-2 pb-2.5">
      <p className="font-semibold">
        <Trans>Video call with {partner.displayName}</Trans>
      </p>
      <Rate partner={partner} />
      <p className="mt-1.5 mb-3 text-meta text-muted">
        <Trans>
          Each started minute counts. You see yourself and your balance first; nothing rings before you agree.
        </Trans>
      </p>
      <Start partner={partner} variant="primary" />
    </div>
  );
}
