import { Trans, useLingui } from '@lingui/react/macro';
import Check from 'lucide-react/icons/check';
import { Avatar } from '../../../components/ui/avatar.tsx';
import { ProgressBar } from '../../../components/ui/progress-bar.tsx';
import { Tag } from '../../../components/ui/tag.tsx';
import { formatNumber, formatRand } from '../../../lib/format.ts';
import type { EventView } from '../api.ts';
import { eventCategoryLabels, useDateFormats } from '../labels.ts';

/** Tag for a full or nearly full event. */
export function PlacesTag({ event }: { event: EventView }) {
  const left = event.maxAttendees - event.attendees;
  if (event.state !== 'published')
    return (
      <Tag tone="danger">
        <Trans>Cancelled</Trans>
      </Tag>
    );
  if (event.isAttending)
    return (
      <Tag tone="online" icon={<Check />}>
        <Trans>You're going</Trans>
      </Tag>
    );
  if (event.isOwn)
    return (
      <Tag tone="outline">
        <Trans>Yours</Trans>
      </Tag>
    );
  if (left <= 0)
    return (
      <Tag>
        <Trans>Full</Trans>
      </Tag>
    );
  if (left * 10 <= event.maxAttendees)
    return (
      <Tag tone="warning">
        <Trans>{formatNumber(left)} left</Trans>
      </Tag>
    );
  return null;
}

/** A row of the list of events. */
export function EventRow({ event, onOpen }: { event: EventView; onOpen(event: EventView): void }) {
  const { t, i18n } = useLingui();
  const dates = useDateFormats();
  const [day, month] = dates.day(event.date).split(' ');
  const places = t`${formatNumber(event.attendees)} of ${formatNumber(event.maxAttendees)} places`;
  return (
    <button
      type="button"
      data-event={event.id}
      onClick={() => onOpen(event)}
      className="group/row -mx-3 flex w-[calc(100%+24px)] gap-4 rounded-md px-3 py-4.5 text-left hover:bg-surface-1 sm:gap-6"
    >
      <span className="w-12 shrink-0 text-center">
        <span className="num block text-[2.125rem]">{day}</span>
        <span className="mt-1 block text-faint text-meta">{month}</span>
      </span>
      <span className="min-w-0 flex-1">
        <span className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1.5">
          <span className="d4 min-w-0 break-words group-hover/row:text-ember-text">{event.title}</span>
          <PlacesTag event={event} />
        </span>
        <span className="mt-1.5 block text-muted text-sm">
          {dates.weekday(event.startsAt)} {event.time} · {event.venue}, {event.city}
        </span>
        <span className="mt-2.5 flex items-center gap-2.5 text-meta">
          <Avatar src={event.organizer.avatarUrl} size={32} />
          <span className="min-w-0 flex-1">
            <span className="wrap-anywhere block text-muted">{event.organizer.displayName}</span>
            <span className="block text-faint tabular-nums">
              {places}
              <span className="hidden sm:inline"> · {i18n._(eventCategoryLabels[event.category])}</span>
            </span>
          </span>
          <span className="num shrink-0 text-[1.125rem]">
            {event.priceCents === 0 ? <Trans>Free</Trans> : formatRand(event.price)}
          </span>
        </span>
        <ProgressBar value={event.attendees / event.maxAttendees} label={places} className="mt-2.5 h-1!" />
      </span>
    </button>
  );
}
