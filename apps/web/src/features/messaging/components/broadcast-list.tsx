import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Broadcast } from '@vlam/contract/messaging-creators';
import { useId, useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { CreditPrice } from '../../../components/ui/credit-price.tsx';
import { useEarnedLabel } from '../../../components/ui/earned-label.ts';
import { PostedAge } from '../../../components/ui/posted-age.tsx';
import { ProgressBar } from '../../../components/ui/progress-bar.tsx';
import { Tag } from '../../../components/ui/tag.tsx';
import { api, keyOf, queryOf } from '../../../lib/api.ts';
import { formatDate, formatTime } from '../../../lib/format.ts';
import { useFailure } from '../../../lib/use-failure.ts';

const shown = 5;
const pollIntervalMs = 2_000;

const isMoving = ({ state, scheduledAt, isTakenBack, sent, takenBack }: Broadcast) =>
  state === 'sending' ||
  (state === 'scheduled' && Date.parse(scheduledAt ?? '') < Date.now()) ||
  // While it is being unsent; one that everyone has read stays as it is.
  (isTakenBack && takenBack === 0 && sent > 0);

/** The latest broadcasts with progress and results; a running one can be stopped. */
export function BroadcastList() {
  const id = useId();
  const { data } = useQuery({
    ...queryOf('listBroadcasts', { query: { limit: String(shown) } }),
    refetchInterval: ({ state }) => (state.data?.items.some(isMoving) ? pollIntervalMs : false),
  });
  if (!data || data.items.length === 0) return null;
  return (
    <section aria-labelledby={id} className="border-line border-t pt-5">
      <h3 id={id} className="font-semibold">
        <Trans>Sent and planned</Trans>
      </h3>
      <ul>
        {data.items.map((one) => (
          <li key={one.id} className="border-line border-t py-4 first:border-t-0 last:pb-0">
            <Sent broadcast={one} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Sent({ broadcast }: { broadcast: Broadcast }) {
  const { t } = useLingui();
  const fail = useFailure();
  const { id, content, state, recipients, sent, skipped, read, unlocked, earned, createdAt } = broadcast;
  const { scheduledAt, takenBack, isTakenBack } = broadcast;
  const price = Math.max(broadcast.price, ...broadcast.also.map((one) => one.price));
  const client = useQueryClient();
  const earnedLabel = useEarnedLabel();
  const title = content || (broadcast.mediaType === 'video' ? <Trans>Video</Trans> : <Trans>Photo</Trans>);
  const stop = useMutation({
    mutationFn: () => api.cancelBroadcast({ params: { id } }),
    onSettled: () => client.invalidateQueries({ queryKey: keyOf('listBroadcasts') }),
    onError: fail,
  });
  if (state === 'scheduled')
    return (
      <div className="flex items-center gap-3">
        <div className="min-w-0 flex-1">
          <p className="truncate">{title}</p>
          <p className="mt-1 text-faint text-meta tabular-nums">
            {scheduledAt ? (
              <Trans>
                Goes out on {formatDate(scheduledAt)}, {formatTime(scheduledAt)}
              </Trans>
            ) : null}
          </p>
        </div>
        <Button size="sm" busy={stop.isPending} onClick={() => stop.mutate()}>
          <Trans>Cancel it</Trans>
        </Button>
      </div>
    );
  return (
    <>
      <p className="flex items-start gap-3">
        <span className="min-w-0 flex-1 truncate">{title}</span>
        {isTakenBack ? (
          <Tag>
            <Trans>Unsent</Trans>
          </Tag>
        ) : state === 'cancelled' ? (
          <Tag>
            <Trans>Stopped</Trans>
          </Tag>
        ) : null}
        {price > 0 ? <CreditPrice credits={price} ofAnother /> : null}
      </p>
      {state === 'sending' ? (
        <div className="mt-2.5 flex items-center gap-4">
          <ProgressBar
            className="flex-1"
            value={(sent + skipped) / Math.max(1, recipients)}
            label={t`Sent to ${sent} of ${recipients}`}
          />
          <Button size="sm" busy={stop.isPending} onClick={() => stop.mutate()}>
            <Trans>Stop</Trans>
          </Button>
        </div>
      ) : null}
      <p className="mt-1 text-faint text-meta tabular-nums">
        <PostedAge at={createdAt} />
        {' · '}
        {state === 'sending' ? (
          <Trans>
            {sent} of {recipients}
          </Trans>
        ) : (
          <Plural value={sent} one="# person" other="# people" />
        )}
        {' · '}
        <Trans>{read} read</Trans>
        {isTakenBack ? (
          <>
            {' · '}
            <Trans comment="Messages taken back before they were read">{takenBack} unsent</Trans>
          </>
        ) : null}
        {price > 0 ? (
          <>
            {' · '}
            <Trans>{unlocked} unlocked</Trans>
            {' · '}
            {earnedLabel.full(earned)}
          </>
        ) : null}
      </p>
      {state !== 'sending' && sent > 0 && !isTakenBack ? <TakeBack id={id} /> : null}
    </>
  );
}

/** Unsends a broadcast where nobody has read it, after a second press. */
function TakeBack({ id }: { id: string }) {
  const fail = useFailure();
  const client = useQueryClient();
  const [asks, setAsks] = useState(false);
  const takeBack = useMutation({
    mutationFn: () => api.takeBackBroadcast({ params: { id } }),
    onSettled: () => client.invalidateQueries({ queryKey: keyOf('listBroadcasts') }),
    onError: fail,
  });
  if (!asks)
    return (
      <Button size="sm" className="mt-2.5" onClick={() => setAsks(true)}>
        <Trans>Unsend where unread</Trans>
      </Button>
    );
  return (
    <div className="mt-2.5">
      <p className="text-muted text-sm">
        <Trans>It disappears for everyone who has neither read nor bought it. The others keep it.</Trans>
      </p>
      <div className="mt-2 flex flex-wrap gap-2">
        <Button size="sm" variant="danger" busy={takeBack.isPending} onClick={() => takeBack.mutate()}>
          <Trans>Unsend it</Trans>
        </Button>
        <Button size="sm" onClick={() => setAsks(false)}>
          <Trans>Keep it</Trans>
        </Button>
      </div>
    </div>
  );
}
