import { Plural, Trans } from '@lingui/react/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { livePlanEarlyMs } from '@vlam/contract/rules/lives';
import { useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { FormSheet } from '../../../components/ui/form-sheet.tsx';
import { api, keyOf, queryOf } from '../../../lib/api.ts';
import { useFailure } from '../../../lib/use-failure.ts';
import type { LiveView } from '../api.ts';
import type { IngestAccess } from '../broadcaster.ts';
import { usePlannedTime } from '../planned-time.ts';

const refetchMs = 30_000;

interface OwnPlannedProps {
  /** The camera is on. */
  ready: boolean;
  onStarted(started: IngestAccess & { id: string }): void;
}

/** The creator's planned shows, to begin or call off. */
export function OwnPlanned({ ready, onStarted }: OwnPlannedProps) {
  const { data } = useQuery({ ...queryOf('listLives', {}), refetchInterval: refetchMs });
  const [leaving, setLeaving] = useState<LiveView | null>(null);
  const own = data?.planned.filter(({ isOwn }) => isOwn) ?? [];
  if (own.length === 0) return null;
  return (
    <section className="mb-8" aria-labelledby="own-planned">
      <h2 id="own-planned" className="d4">
        <Trans>Your planned shows</Trans>
      </h2>
      <ul className="mt-2">
        {own.map((live) => (
          <Planned key={live.id} live={live} ready={ready} onStarted={onStarted} onLeave={() => setLeaving(live)} />
        ))}
      </ul>
      {leaving ? <CallOffSheet live={leaving} onClose={() => setLeaving(null)} /> : null}
    </section>
  );
}

function Planned({ live, ready, onStarted, onLeave }: OwnPlannedProps & { live: LiveView; onLeave(): void }) {
  const { id, title, plannedFor, audience, tierName } = live;
  const timeOf = usePlannedTime();
  const fail = useFailure();
  const begin = useMutation({
    mutationFn: () => api.beginPlannedLive({ params: { id } }),
    onSuccess: onStarted,
    onError: fail,
  });
  if (!plannedFor) return null;
  const { day, time } = timeOf(plannedFor);
  const isTime = Date.now() >= Date.parse(plannedFor) - livePlanEarlyMs;
  const minutes = livePlanEarlyMs / 60_000;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 border-line border-b py-3.5">
      <div className="min-w-40 flex-1">
        <h3 className="wrap-anywhere font-semibold text-sm">{title}</h3>
        <p className="mt-0.5 text-meta text-muted">
          <Trans>
            {day} at {time}
          </Trans>
          {audience === 'private' ? (
            <>
              {'. '}
              <Trans>Private, from a request.</Trans>
            </>
          ) : null}
          {tierName ? (
            <>
              {'. '}
              <Trans>Subscribers from {tierName} on.</Trans>
            </>
          ) : null}
          {isTime ? null : (
            <>
              {'. '}
              <Plural value={minutes} one="It can begin # minute before." other="It can begin # minutes before." />
            </>
          )}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        {isTime ? (
          <Button
            variant="primary"
            disabled={!ready}
            busy={begin.isPending}
            busyLabel={<Trans>Beginning</Trans>}
            onClick={() => begin.mutate()}
          >
            <Trans>Begin</Trans>
          </Button>
        ) : null}
        <Button variant="quiet" onClick={onLeave}>
          <Trans>Call off</Trans>
        </Button>
      </div>
    </li>
  );
}

function CallOffSheet({ live: { id, title, audience }, onClose }: { live: LiveView; onClose(): void }) {
  const client = useQueryClient();
  const fail = useFailure();
  const callOff = useMutation({
    mutationFn: () => api.endLive({ params: { id } }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: keyOf('listLives') });
      void client.invalidateQueries({ queryKey: keyOf('listRequests') });
      onClose();
    },
    onError: fail,
  });
  return (
    <FormSheet
      title={<Trans>Call the show off?</Trans>}
      intro={
        audience === 'private' ? (
          <Trans>What is held for {title} goes back.</Trans>
        ) : (
          <Trans>Every ticket of {title} goes back.</Trans>
        )
      }
      onClose={onClose}
      variant="danger"
      busy={callOff.isPending}
      busyLabel={<Trans>Calling off</Trans>}
      action={<Trans>Call off</Trans>}
      onSubmit={() => callOff.mutate()}
    />
  );
}
