import { Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { EmptyState } from '../../../components/ui/empty-state.tsx';
import { ErrorState } from '../../../components/ui/error-state.tsx';
import { Loading, SkeletonRows } from '../../../components/ui/skeleton.tsx';
import { useInView } from '../../../lib/use-in-view.ts';
import { flatten, type Notification, notificationsQuery, useMarkRead } from '../api.ts';
import { NotificationRow } from './notification-row.tsx';

/** Notifications, newest first; `short` shows only the newest, for the panel under the bell. */
export function NotificationList({ short = false, onOpen }: { short?: boolean; onOpen?: () => void }) {
  const { t } = useLingui();
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(notificationsQuery);
  const read = useMarkRead();
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data)
    return (
      <Loading label={t`Loading notifications`}>
        <SkeletonRows count={short ? 4 : 8} />
      </Loading>
    );
  const all = flatten(data.pages);
  const items = short ? all.slice(0, shortLength) : all;
  if (items.length === 0)
    return (
      <EmptyState
        compact={short}
        title={<Trans>Nothing has happened yet</Trans>}
        text={t`Flames, messages, tips and replies appear here.`}
      />
    );
  const open = ({ id, readAt }: Notification) => {
    if (readAt === null) read.mutate({ ids: [id] });
    onOpen?.();
  };
  return (
    <>
      <ul>
        {items.map((notification) => (
          <NotificationRow key={notification.id} notification={notification} onOpen={open} />
        ))}
      </ul>
      {hasNextPage && !short ? (
        <More key={data.pages.length} busy={isFetchingNextPage} onMore={() => void fetchNextPage()} />
      ) : null}
    </>
  );
}

const shortLength = 7;

/** Loads the next page when it scrolls into view; the button is for members who do not scroll. */
function More({ busy, onMore }: { busy: boolean; onMore(): void }) {
  const [end, seen] = useInView<HTMLDivElement>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: onMore must run once per page.
  useEffect(() => {
    if (seen) onMore();
  }, [seen]);
  return (
    <div ref={end} className="mt-4">
      <Button busy={busy} busyLabel={<Trans>Loading</Trans>} onClick={onMore}>
        <Trans>Show more</Trans>
      </Button>
    </div>
  );
}
