import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { availableForMs } from '@vlam/contract/rules/discovery';
import Power from 'lucide-react/icons/power';
import { useEffect, useState } from 'react';
import { Avatar } from '../../../components/ui/avatar.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { messageOf } from '../../../lib/api.ts';
import { formatTime } from '../../../lib/format.ts';
import { useCurrentUser } from '../../../lib/session.ts';
import { toast, toastError } from '../../../lib/toast.ts';
import { availabilityQuery, useSetAvailability } from '../api.ts';

const minuteMs = 60_000;

/** The member's own availability and its remaining minutes; refetched when it lapses. */
function useAvailability() {
  const { t } = useLingui();
  const { data, refetch } = useQuery(availabilityQuery);
  const [now, setNow] = useState(Date.now);
  const until = data?.until ? Date.parse(data.until) : 0;
  useEffect(() => {
    if (!until) return;
    const timer = setInterval(() => {
      setNow(Date.now());
      if (Date.now() >= until) void refetch();
    }, minuteMs / 4);
    return () => clearInterval(timer);
  }, [until, refetch]);
  const set = useSetAvailability({
    onError: (error) => toastError(t`Error`, messageOf(error) ?? t`Your availability was not changed.`),
  });
  // This clock may differ from the server's, so cap the minutes at the maximum.
  const minutes = Math.min(availableForMs / minuteMs, Math.max(0, Math.ceil((until - now) / minuteMs)));
  const on = data?.available === true && minutes > 0;
  const left =
    minutes >= 60
      ? t`${Math.floor(minutes / 60)} h ${minutes % 60} min left`
      : t`${plural(minutes, { one: '# minute left', other: '# minutes left' })}`;
  return {
    known: data !== undefined,
    on,
    left,
    until: on && data?.until ? formatTime(data.until) : '',
    busy: set.isPending,
    toggle: () =>
      set.mutate(!on, {
        onSuccess: ({ available }) =>
          available
            ? toast({ title: t`You're available now`, text: t`It ends by itself after two hours.` })
            : toast({ title: t`You're no longer shown as available` }),
      }),
  };
}

/** From 1024 px, in the section's heading. */
export function AvailabilityButton() {
  const { known, on, left, busy, toggle } = useAvailability();
  return (
    <Button
      size="sm"
      variant={on ? 'quiet' : 'outline'}
      aria-pressed={on}
      disabled={!known}
      busy={busy}
      icon={<Power size={18} className={on ? 'text-online' : undefined} />}
      onClick={toggle}
      className="hidden! lg:inline-flex!"
    >
      {on ? <Trans>Available now, {left}</Trans> : <Trans>Set as Available Now</Trans>}
    </Button>
  );
}

/** On phones, below the list. */
export function AvailabilityRow() {
  const user = useCurrentUser();
  const { known, on, left, until, busy, toggle } = useAvailability();
  return (
    <div className="mt-4 flex flex-wrap items-center gap-x-3 gap-y-2 border-line border-t pt-3.5 lg:hidden">
      <Avatar src={user?.profileImageUrl} size={44} />
      <div className="min-w-36 flex-1">
        <p className="font-semibold text-sm">
          {on ? <Trans>You're shown until {until}</Trans> : <Trans>You're not shown here</Trans>}
        </p>
        <p className="text-faint text-meta">{on ? left : <Trans>Appear for the next 2 hours</Trans>}</p>
      </div>
      <Button
        size="sm"
        variant={on ? 'quiet' : 'outline'}
        aria-pressed={on}
        disabled={!known}
        busy={busy}
        onClick={toggle}
        className="max-xs:w-full"
      >
        {on ? <Trans>Stop</Trans> : <Trans>Set as Available Now</Trans>}
      </Button>
    </div>
  );
}
