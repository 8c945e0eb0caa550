import { Trans, useLingui } from '@lingui/react/macro';
import { clsx } from 'clsx';
import BellOff from 'lucide-react/icons/bell-off';
import { Avatar } from '../../../components/ui/avatar.tsx';
import { CountBadge } from '../../../components/ui/icon-button.tsx';
import { Link } from '../../../lib/router.tsx';
import { useDays, useSummary } from '../row-parts/summary.ts';
import type { ConversationRow } from '../types.ts';

interface ThreadRowProps {
  row: ConversationRow;
  isOpen: boolean;
  isTyping: boolean;
}

/** One thread of the list: name, last message, time and unread count. */
export function ThreadRow({ row, isOpen, isTyping }: ThreadRowProps) {
  const { t } = useLingui();
  const { lastOf } = useSummary();
  const { shortTime } = useDays();
  const { profile, lastMessage, unread, muted } = row;
  const last = lastOf(row);
  return (
    <Link
      to="/chat/:id"
      params={{ id: profile.id }}
      aria-current={isOpen ? 'page' : undefined}
      className={clsx(
        'press flex min-h-18 items-center gap-3 rounded-md px-3 py-2.5',
        isOpen ? 'bg-surface-2' : 'hover:bg-surface-1',
      )}
    >
      <Avatar src={profile.avatarUrl} size={48} online={profile.isOnline} />
      <span className="min-w-0 flex-1">
        <span className="flex items-baseline justify-between gap-2">
          <span data-cut className="min-w-0 truncate font-semibold">
            {profile.displayName}
            {profile.isOnline ? <span className="sr-only">, {t`online`}</span> : null}
          </span>
          {lastMessage ? (
            <time dateTime={lastMessage.timestamp} className="shrink-0 text-faint text-meta tabular-nums">
              {shortTime(lastMessage.timestamp)}
            </time>
          ) : null}
        </span>
        <span className="mt-0.5 flex min-h-5 items-center gap-2">
          {isTyping ? (
            <span className="min-w-0 flex-1 truncate text-ember-text text-sm">
              <Trans>typing…</Trans>
            </span>
          ) : (
            <span
              data-cut
              className={clsx('min-w-0 flex-1 truncate text-sm', unread > 0 ? 'font-semibold' : 'text-faint')}
            >
              {last}
            </span>
          )}
          {muted ? (
            <>
              <BellOff size={16} className="shrink-0 text-faint" />
              <span className="sr-only">{t`muted`}</span>
            </>
          ) : null}
          <CountBadge count={unread} className={clsx('shrink-0', muted && 'bg-surface-4! text-ink!')} />
          {unread > 0 ? <span className="sr-only">{t`${unread} unread`}</span> : null}
        </span>
      </span>
    </Link>
  );
}
