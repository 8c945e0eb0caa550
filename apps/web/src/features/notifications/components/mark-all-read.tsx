import { Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import CheckCheck from 'lucide-react/icons/check-check';
import { Button } from '../../../components/ui/button.tsx';
import { messageOf } from '../../../lib/api.ts';
import { toastError } from '../../../lib/toast.ts';
import { notificationsQuery, useMarkRead } from '../api.ts';

/** Marks all up to the newest one on screen, so that one that arrives later stays unread. */
export function MarkAllRead() {
  const { t } = useLingui();
  const { data } = useInfiniteQuery(notificationsQuery);
  const read = useMarkRead({
    onError: (error) => toastError(t`They are still marked as new`, messageOf(error)),
  });
  const [first] = data?.pages ?? [];
  const newest = first?.items[0];
  const hasUnread =
    data?.pages.some(({ items }) => items.some(({ readAt }) => readAt === null)) || (first?.unread ?? 0) > 0;
  if (!newest || !hasUnread) return null;
  return (
    <Button
      size="sm"
      variant="ghost"
      icon={<CheckCheck size={18} />}
      busy={read.isPending}
      busyLabel={<Trans>Marking</Trans>}
      onClick={() => read.mutate({ upTo: newest.id })}
    >
      <Trans>Mark all as read</Trans>
    </Button>
  );
}
