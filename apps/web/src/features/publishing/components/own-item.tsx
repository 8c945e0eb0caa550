import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { ContentView } from '@vlam/contract/content';
import CircleAlert from 'lucide-react/icons/circle-alert';
import { useState } from 'react';
import { Button, buttonStyle } from '../../../components/ui/button.tsx';
import { messageOf, queryOf } from '../../../lib/api.ts';
import { serverTime } from '../../../lib/helpers/clock.ts';
import { Link } from '../../../lib/router.tsx';
import { toast } from '../../../lib/toast.ts';
import { useFailure } from '../../../lib/use-failure.ts';
import { useItemAction } from '../api.ts';
import { isFetched, timeText } from '../times.ts';
import { useSavedMessage } from '../use-saved-message.ts';
import { ProblemText } from './problem-text.tsx';

const fetchedEveryMs = 4_000;

/** State of an item of one's own, with edit, publish and remove. */
export function OwnItem({ item: given, onClose }: { item: ContentView; onClose(): void }) {
  const { t } = useLingui();
  const fail = useFailure();
  const savedMessage = useSavedMessage();
  const { data: item = given } = useQuery({
    ...queryOf('getContent', { params: { id: given.id } }),
    refetchInterval: ({ state: { data } }) => data && isFetched(data, serverTime(Date.now())) && fetchedEveryMs,
  });
  const [isAsking, setAsking] = useState(false);
  const publish = useItemAction('publish', {
    onSuccess(published) {
      if (published) toast(savedMessage(published, null));
      onClose();
    },
  });
  const remove = useItemAction('remove', {
    onSuccess() {
      toast({ title: t`Removed` });
      onClose();
    },
  });
  const problem = publish.error ? messageOf(publish.error) : item.state === 'draft' ? item.rules?.problem : null;
  const isBusy = publish.isPending || remove.isPending;
  return (
    <section aria-label={t`Your item`} className="mb-5">
      <State item={item} />
      <p role="alert" className={problem ? 'mt-2 flex items-start gap-2 text-danger text-sm' : 'sr-only'}>
        {problem ? (
          <>
            <CircleAlert size={18} className="mt-px shrink-0" />
            <ProblemText problem={problem} />
          </>
        ) : null}
      </p>
      {isAsking ? (
        <>
          <p className="mt-3">
            <Trans>Remove it for good? Those who bought it lose it too, and its likes and comments go with it.</Trans>
          </p>
          <div className="mt-3 flex flex-wrap gap-2">
            <Button size="sm" disabled={isBusy} onClick={() => setAsking(false)}>
              <Trans>Keep it</Trans>
            </Button>
            <Button
              size="sm"
              variant="danger"
              busy={remove.isPending}
              busyLabel={<Trans>Removing</Trans>}
              onClick={() => remove.mutate(item.id, { onError: fail })}
            >
              <Trans>Remove for good</Trans>
            </Button>
          </div>
        </>
      ) : (
        <div className="mt-3 flex flex-wrap gap-2">
          {item.state === 'flagged' ? null : (
            <Link
              to="/create"
              search={{ item: item.id }}
              className={buttonStyle({ size: 'sm', variant: item.state === 'draft' ? 'bone' : 'quiet' })}
            >
              <Trans>Edit</Trans>
            </Link>
          )}
          {item.state === 'draft' ? (
            <Button
              size="sm"
              disabled={remove.isPending}
              busy={publish.isPending}
              busyLabel={<Trans>Publishing</Trans>}
              onClick={() => publish.mutate(item.id)}
            >
              <Trans>Publish now</Trans>
            </Button>
          ) : null}
          <Button size="sm" variant="ghost" disabled={isBusy} onClick={() => setAsking(true)}>
            <Trans>Remove</Trans>
          </Button>
        </div>
      )}
    </section>
  );
}

function State({ item: { state, rules } }: { item: ContentView }) {
  const now = serverTime(Date.now());
  const start = rules?.publishAt ? timeText(rules.publishAt, now) : null;
  const end = rules?.expiresAt ? timeText(rules.expiresAt, now) : null;
  return (
    <p className="text-muted text-sm">
      {state === 'review' ? (
        <Trans>In review. A moderator looks at it first; until then only you see it.</Trans>
      ) : state === 'flagged' ? (
        <Trans>Held back. A moderator decides about it, and nobody else sees it.</Trans>
      ) : isFetched({ state, rules }, now) ? (
        <Trans>Its file is on its way. It is published when that is ready; until then only you see it.</Trans>
      ) : state === 'draft' ? (
        start ? (
          <Trans>Scheduled for {start}. Until then only you see it.</Trans>
        ) : rules?.isArchived ? (
          <Trans>Archived. Only you and those who bought it see it.</Trans>
        ) : (
          <Trans>A draft. Only you see it.</Trans>
        )
      ) : end ? (
        <Trans>Published, until {end}.</Trans>
      ) : (
        <Trans>Published.</Trans>
      )}
    </p>
  );
}
