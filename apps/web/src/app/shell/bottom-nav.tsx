import { Trans, useLingui } from '@lingui/react/macro';
import { clsx } from 'clsx';
import Coins from 'lucide-react/icons/coins';
import House from 'lucide-react/icons/house';
import MessageCircle from 'lucide-react/icons/message-circle';
import Radar from 'lucide-react/icons/radar';
import UserRound from 'lucide-react/icons/user-round';
import type { ReactNode } from 'react';
import { CountBadge } from '../../components/ui/icon-button.tsx';
import { RollingNumber } from '../../components/ui/rolling-number.tsx';
import { formatCompact } from '../../lib/numbers.ts';
import type { Path } from '../../lib/paths.ts';
import { Link } from '../../lib/router.tsx';
import type { Badges } from './use-badges.ts';

type NavigationPath = Extract<
  Path,
  | '/'
  | '/nearby'
  | '/messages'
  | '/credits'
  | '/marketplace'
  | '/requests'
  | '/create'
  | '/dashboard'
  | '/studio'
  | '/go-live'
  | '/profile'
  | '/privacy'
>;

const within: Record<string, RegExp> = {
  '/': /^\/live/,
  '/messages': /^\/chat/,
  '/credits': /^\/(vip|statement|checkout)/,
  '/profile': /^\/(settings|library)/,
};
/** `/` matches exactly; other items match subpaths too, and some the screens within them. */
export const isActive = (to: string, pathname: string) =>
  pathname === to || !!within[to]?.test(pathname) || (to !== '/' && pathname.startsWith(`${to}/`));

export interface NavigationProps {
  pathname: string;
  badges: Badges;
}

/** Five items at the bottom, below 1024 px. */
export function BottomNav({ pathname, badges }: NavigationProps) {
  const { balance } = badges;
  return (
    <Bar>
      <Tab to="/" pathname={pathname} icon={<House size={24} />} label={<Trans>Feed</Trans>} />
      <Tab
        to="/nearby"
        pathname={pathname}
        icon={<Radar size={24} />}
        label={<Trans comment="Short for Nearby Flames, in the bottom bar">Nearby</Trans>}
      />
      <Tab to="/credits" pathname={pathname} icon={<Coins size={24} />} label={<Trans>Credits</Trans>}>
        {balance === undefined ? null : (
          <span className="absolute top-1.5 left-[calc(50%+5px)] min-w-[17px] rounded-pill bg-gold-soft px-[5px] text-center font-bold text-[min(0.75rem,3.2vw)]/[1.0625rem] text-gold ring-2 ring-surface-1">
            <RollingNumber value={balance} format={formatCompact} />
          </span>
        )}
      </Tab>
      <MessagesTab pathname={pathname} badges={badges} />
      <Tab to="/profile" pathname={pathname} icon={<UserRound size={24} />} label={<Trans>Profile</Trans>} />
    </Bar>
  );
}

export function Bar({ columns = 'grid-cols-5', children }: { columns?: string; children: ReactNode }) {
  const { t } = useLingui();
  return (
    <nav
      aria-label={t`Main`}
      className={clsx(
        'fixed inset-x-0 bottom-0 z-30 grid border-line border-t bg-surface-1 pb-[env(safe-area-inset-bottom)] lg:hidden',
        columns,
      )}
    >
      {children}
    </nav>
  );
}

export function MessagesTab({ pathname, badges: { messages } }: NavigationProps) {
  const { t } = useLingui();
  return (
    <Tab to="/messages" pathname={pathname} icon={<MessageCircle size={24} />} label={<Trans>Messages</Trans>}>
      <CountBadge count={messages} className="absolute top-1.5 left-[calc(50%+5px)] ring-2 ring-surface-1" />
      {messages > 0 ? <span className="sr-only">{t`${messages} unread`}</span> : null}
    </Tab>
  );
}

export interface ItemProps {
  to: NavigationPath;
  pathname: string;
  icon: ReactNode;
  label: ReactNode;
  children?: ReactNode;
}

export function Tab({ to, pathname, icon, label, children }: ItemProps) {
  const here = isActive(to, pathname);
  return (
    <Link
      to={to}
      aria-current={here ? 'page' : undefined}
      className={clsx(
        'relative flex h-16 min-w-0 flex-col items-center justify-center gap-[3px] text-[min(0.75rem,3.75vw)] leading-none -outline-offset-2',
        here
          ? 'font-semibold text-ink before:absolute before:-top-px before:h-[3px] before:w-7 before:rounded-b-[3px] before:bg-ember-line [&_svg]:text-ember-line'
          : 'font-medium text-faint hover:text-ink',
      )}
    >
      {icon}
      <span className="max-w-full truncate px-0.5 py-px">{label}</span>
      {children}
    </Link>
  );
}
