import { useLingui } from '@lingui/react/macro';
import { type NotificationTopic, topicOfKind } from '@vlam/contract/rules/notifications';
import { clsx } from 'clsx';
import Banknote from 'lucide-react/icons/banknote';
import Bell from 'lucide-react/icons/bell';
import Flame from 'lucide-react/icons/flame';
import Gift from 'lucide-react/icons/gift';
import Heart from 'lucide-react/icons/heart';
import Inbox from 'lucide-react/icons/inbox';
import MessageCircle from 'lucide-react/icons/message-circle';
import Phone from 'lucide-react/icons/phone';
import Radio from 'lucide-react/icons/radio';
import ShieldCheck from 'lucide-react/icons/shield-check';
import Sparkles from 'lucide-react/icons/sparkles';
import UserRound from 'lucide-react/icons/user-round';
import { Avatar } from '../../../components/ui/avatar.tsx';
import { PostedAge } from '../../../components/ui/posted-age.tsx';
import type { Destination, Path } from '../../../lib/paths.ts';
import { findRoute, Link } from '../../../lib/router.tsx';
import type { Notification } from '../api.ts';
import { NotificationText } from '../notification-text.tsx';

const icons: Record<NotificationTopic, typeof Bell> = {
  messages: MessageCircle,
  likes: Heart,
  subscriptions: Sparkles,
  tips: Gift,
  live: Radio,
  matches: Flame,
  requests: Inbox,
  payouts: Banknote,
  calls: Phone,
  safety: ShieldCheck,
  account: UserRound,
};

/** The route of a server link; the list of notifications for an unknown path. */
function destinationOf(link: string): Destination<Path> {
  const { pathname, searchParams } = new URL(link, location.origin);
  const match = findRoute(pathname);
  return (
    match
      ? { to: match.route.path, params: match.params, search: Object.fromEntries(searchParams) }
      : { to: '/notifications' }
  ) as Destination<Path>;
}

const dayMs = 86_400_000;
const isWithinDay = (at: string) => Date.now() - Date.parse(at) < dayMs;

/** A notification; a dot marks it as unread. */
export function NotificationRow({
  notification,
  onOpen,
}: {
  notification: Notification;
  onOpen(notification: Notification): void;
}) {
  const { t } = useLingui();
  const { actor, kind, readAt, createdAt } = notification;
  const Icon = icons[topicOfKind[kind]] ?? Bell;
  const isNew = readAt === null;
  return (
    <li className="border-line border-t first:border-t-0">
      <Link
        {...destinationOf(notification.link)}
        onClick={() => onOpen(notification)}
        className="-mx-3 flex items-start gap-3 rounded-sm px-3 py-3 hover:bg-surface-2"
      >
        <span className="relative shrink-0">
          {actor ? (
            <Avatar src={actor.avatarUrl} size={44} />
          ) : (
            <span className="flex size-11 items-center justify-center rounded-pill bg-surface-2 text-muted">
              <Icon size={20} />
            </span>
          )}
          {actor ? (
            <span className="-right-1 -bottom-1 absolute flex size-5.5 items-center justify-center rounded-pill bg-surface-3 text-ember-line ring-2 ring-bg">
              <Icon size={12} />
            </span>
          ) : null}
        </span>
        <span className="min-w-0 flex-1">
          <span className={clsx('block wrap-anywhere', isNew ? 'text-ink' : 'text-muted')}>
            <NotificationText notification={notification} />
          </span>
          <span className="mt-0.5 block text-faint text-meta">
            <PostedAge at={createdAt} rule={isWithinDay(createdAt) ? 'feed' : 'card'} />
          </span>
        </span>
        {isNew ? (
          <span className="mt-2 size-2.5 shrink-0 rounded-pill bg-ember-line">
            <span className="sr-only">{t`New`}</span>
          </span>
        ) : null}
      </Link>
    </li>
  );
}
