import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Broadcast } from '@vlam/contract/messaging-creators';
import { useId } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { CreditPrice } from '../../../components/ui/credit-price.tsx';
import { useEarnedLabel } from '../../../components/ui/earned-label.ts';
import { PostedAge } from '../../../components/ui/posted-age.tsx';
import { ProgressBar } from '../../../components/ui/progress-bar.tsx';
import { Tag } from '../../../components/ui/tag.tsx';
import { api, keyOf, queryOf } from '../../../lib/api.ts';
import { useFailure } from '../../../lib/use-failure.ts';

const shown = 5;
const pollIntervalMs = 2_000;

/** The latest broadcasts with progress and results; a running one can be stopped. */
export function BroadcastList() {
  const id = useId();
  const { data } = useQuery({
    ...queryOf('listBroadcasts', { query: { limit: String(shown) } }),
    refetchInterval: ({ state }) => (state.data?.items.some((one) => one.state === 'sending') ? pollIntervalMs : false),
  });
  if (!data || data.items.length === 0) return null;
  return (
    <section aria-labelledby={id} className="border-line border-t pt-5">
      <h3 id={id} className="font-semibold">
        <Trans>Sent before</Trans>
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
  const { id, content, state, recipients, sent, skipped, read, unlocked, earned, price, createdAt } = broadcast;
  const client = useQueryClient();
  const earnedLabel = useEarnedLabel();
  const stop = useMutation({
    mutationFn: () => api.cancelBroadcast({ params: { id } }),
    onSettled: () => client.invalidateQueries({ queryKey: keyOf('listBroadcasts') }),
    onError: fail,
  });
  return (
    <>
      <p className="flex items-start gap-3">
        <span className="min-w-0 flex-1 truncate">
          {content || (broadcast.mediaType === 'video' ? <Trans>Video</Trans> : <Trans>Photo</Trans>)}
        </span>
        {state === 'cancelled' ? (
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
        {price > 0 ? (
          <>
            {' · '}
            <Trans>{unlocked} unlocked</Trans>
            {' · '}
            {earnedLabel.full(earned)}
          </>
        ) : null}
      </p>
    </>
  );
}
