import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Avatar } from '../../../components/ui/avatar.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { ProgressBar } from '../../../components/ui/progress-bar.tsx';
import { SafetyMenu } from '../../../components/ui/safety-menu.tsx';
import { Sheet } from '../../../components/ui/sheet.tsx';
import { Tag } from '../../../components/ui/tag.tsx';
import { VerifiedBadge } from '../../../components/ui/verified-badge.tsx';
import { queryOf } from '../../../lib/api.ts';
import { formatNumber, formatRand } from '../../../lib/format.ts';
import { Link } from '../../../lib/router.tsx';
import { useCurrentUser } from '../../../lib/session.ts';
import { toast } from '../../../lib/toast.ts';
import { useFailure } from '../../../lib/use-failure.ts';
import { type EventView, useAttendance, useCancelEvent } from '../api.ts';
import { eventCategoryLabels, useDateFormats } from '../labels.ts';
import { PlacesTag } from './event-row.tsx';
import { RemoveEvent } from './remove-event.tsx';

interface EventSheetProps {
  event: EventView;
  onClose(): void;
  /** Opens sharing a safety plan for the event. */
  onSharePlan(event: EventView): void;
}

function Fact({ label, children }: { label: ReactNode; children: ReactNode }) {
  return (
    <div className="flex gap-4 border-line border-t py-3 first:border-t-0">
      <dt className="w-24 shrink-0 text-faint">{label}</dt>
      <dd className="min-w-0 flex-1 break-words">{children}</dd>
    </div>
  );
}

/** Details of an event, with a button to attend or cancel. */
export function EventSheet({ event: listed, onClose, onSharePlan }: EventSheetProps) {
  const { t, i18n } = useLingui();
  const dates = useDateFormats();
  const fail = useFailure();
  const user = useCurrentUser();
  const [removing, setRemoving] = useState(false);
  const [sure, setSure] = useState(false);
  const { data: event = listed } = useQuery({
    ...queryOf('getEvent', { params: { id: listed.id } }),
    placeholderData: listed,
  });
  const attendance = useAttendance({
    onSuccess: (view) =>
      toast(
        view.isAttending
          ? { title: t`You're going`, text: t`${view.title}, ${dates.full(view.startsAt)}` }
          : { title: t`Your place is free again` },
      ),
    onError: fail,
  });
  const cancel = useCancelEvent({
    onSuccess: () => {
      toast({ title: t`Cancelled`, text: t`Everyone who signed up is notified.` });
      onClose();
    },
    onError: fail,
  });
  const busy = attendance.isPending || cancel.isPending;
  const isPublished = event.state === 'published';
  const isFull = event.attendees >= event.maxAttendees;
  const canRemove = user?.permissions.some((held) => held === 'all' || held === 'moderate_content') === true;
  const organizer = event.organizer;
  if (removing) return <RemoveEvent event={event} onClose={() => setRemoving(false)} onRemoved={onClose} />;
  return (
    <Sheet
      open
      onClose={onClose}
      locked={busy}
      title={event.title}
      actions={
        <>
          <Button onClick={onClose} disabled={busy}>
            <Trans>Close</Trans>
          </Button>
          {!isPublished ? (
            <Button disabled>
              <Trans>Cancelled</Trans>
            </Button>
          ) : event.isOwn ? (
            <Button
              variant={sure ? 'danger' : 'quiet'}
              busy={cancel.isPending}
              busyLabel={<Trans>Cancelling</Trans>}
              onClick={() => (sure ? cancel.mutate(event.id) : setSure(true))}
            >
              {sure ? <Trans>Yes, cancel it for everybody</Trans> : <Trans>Cancel event</Trans>}
            </Button>
          ) : event.isAttending ? (
            <Button
              busy={attendance.isPending}
              busyLabel={<Trans>Leaving</Trans>}
              onClick={() => attendance.mutate(event)}
            >
              <Trans>Give my place back</Trans>
            </Button>
          ) : (
            <Button
              variant="primary"
              disabled={isFull}
              busy={attendance.isPending}
              busyLabel={<Trans>Taking a place</Trans>}
              onClick={() => attendance.mutate(event)}
            >
              {isFull ? <Trans>Full</Trans> : <Trans>Attend</Trans>}
            </Button>
          )}
        </>
      }
    >
      <div className="flex flex-wrap items-center gap-2">
        <PlacesTag event={event} />
        <Tag>{i18n._(eventCategoryLabels[event.category])}</Tag>
        {event.tags.map((tag) => (
          <Tag key={tag} tone="outline">
            {tag}
          </Tag>
        ))}
      </div>
      <div className="mt-4 flex items-center gap-3">
        <Link
          to="/profile/:id"
          params={{ id: organizer.id }}
          className="flex min-h-14 min-w-0 flex-1 items-center gap-3.5 hover:text-ember-text"
        >
          <Avatar src={organizer.avatarUrl} size={56} />
          <span className="min-w-0">
            <span className="block text-faint text-meta">
              <Trans>Host</Trans>
            </span>
            <span className="wrap-anywhere font-semibold">{organizer.displayName}</span>
            {organizer.isVerified ? <VerifiedBadge className="ml-1 inline-block align-[-.12em] text-info" /> : null}
          </span>
        </Link>
        {event.isOwn ? null : (
          <SafetyMenu
            person={organizer}
            target={{ type: 'event', id: event.id }}
            reportTitle={<Trans>Report this event</Trans>}
            variant="filled"
            onBlocked={onClose}
          />
        )}
      </div>
      <p className="mt-4 whitespace-pre-line break-words text-muted">{event.description}</p>
      <dl className="mt-4 text-sm">
        <Fact label={<Trans>When</Trans>}>{dates.full(event.startsAt)}</Fact>
        <Fact label={<Trans>Where</Trans>}>
          {event.venue}
          <span className="block text-muted">{event.address ? `${event.address}, ${event.city}` : event.city}</span>
        </Fact>
        <Fact label={<Trans>Places</Trans>}>
          <span className="tabular-nums">
            <Trans>
              {formatNumber(event.attendees)} of {formatNumber(event.maxAttendees)} taken
            </Trans>
          </span>
          <ProgressBar value={event.attendees / event.maxAttendees} label={t`Places taken`} className="mt-2 max-w-60" />
        </Fact>
        <Fact label={<Trans>Entrance</Trans>}>
          {event.priceCents === 0 ? (
            <span className="font-semibold">
              <Trans>Free</Trans>
            </span>
          ) : (
            <>
              <span className="num block text-[1.375rem]">{formatRand(event.price)}</span>
              <span className="text-muted">
                <Trans>At the door. Nothing is paid here.</Trans>
              </span>
            </>
          )}
        </Fact>
        <Fact label={<Trans>Ages</Trans>}>{event.ageRange}</Fact>
        {event.dresscode ? <Fact label={<Trans>Dress code</Trans>}>{event.dresscode}</Fact> : null}
      </dl>
      {isPublished && (event.isAttending || event.isOwn) ? (
        <Button size="sm" className="mt-2" onClick={() => onSharePlan(event)}>
          <Trans>Share my plan with somebody</Trans>
        </Button>
      ) : null}
      {canRemove && !event.isOwn && event.state !== 'removed' ? (
        <Button size="sm" variant="ghost" className="mt-2 text-danger!" onClick={() => setRemoving(true)}>
          <Trans>Take this event down</Trans>
        </Button>
      ) : null}
    </Sheet>
  );
}
