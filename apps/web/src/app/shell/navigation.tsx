import { Trans, useLingui } from '@lingui/react/macro';
import { clsx } from 'clsx';
import Coins from 'lucide-react/icons/coins';
import Gem from 'lucide-react/icons/gem';
import House from 'lucide-react/icons/house';
import Inbox from 'lucide-react/icons/inbox';
import MessageCircle from 'lucide-react/icons/message-circle';
import Radar from 'lucide-react/icons/radar';
import ShieldCheck from 'lucide-react/icons/shield-check';
import SquarePen from 'lucide-react/icons/square-pen';
import Store from 'lucide-react/icons/store';
import UserRound from 'lucide-react/icons/user-round';
import type { ReactNode } from 'react';
import { CountBadge } from '../../components/ui/icon-button.tsx';
import { Brand } from '../../components/ui/marks.tsx';
import { RollingNumber } from '../../components/ui/rolling-number.tsx';
import { formatCompact } from '../../lib/format.ts';
import type { Path } from '../../lib/paths.ts';
import { Link } from '../../lib/router.tsx';
import type { Badges } from './use-badges.ts';

type Plain = Extract<
  Path,
  '/' | '/nearby' | '/messages' | '/credits' | '/marketplace' | '/requests' | '/create' | '/profile' | '/privacy'
>;

/** `/` only when exactly there; the others also below themselves. */
const isHere = (to: string, pathname: string) =>
  to === '/' ? pathname === '/' : pathname === to || (to !== '/profile' && pathname.startsWith(`${to}/`));

interface NavigationProps {
  pathname: string;
  badges: Badges;
}

/** Five items at the thumb, under 1024. */
export function BottomNav({ pathname, badges }: NavigationProps) {
  const { t } = useLingui();
  const { balance, messages } = badges;
  return (
    <nav
      aria-label={t`Main`}
      className="fixed inset-x-0 bottom-0 z-30 grid grid-cols-5 border-line border-t bg-surface-1 pb-[env(safe-area-inset-bottom)] lg:hidden"
    >
      <Tab to="/" pathname={pathname} icon={<House size={24} />} label={t`Feed`} />
      <Tab
        to="/nearby"
        pathname={pathname}
        icon={<Radar size={24} />}
        label={t({ message: 'Nearby', comment: 'Short for Nearby Flames, in the bottom bar' })}
      />
      <Tab to="/credits" pathname={pathname} icon={<Coins size={24} />} label={t`Credits`}>
        {balance === undefined ? null : (
          <span className="absolute top-1.5 left-[calc(50%+5px)] min-w-[17px] rounded-pill bg-gold-soft px-[5px] text-center font-bold text-[12px]/[17px] text-gold ring-2 ring-surface-1">
            <RollingNumber value={balance} format={formatCompact} />
          </span>
        )}
      </Tab>
      <Tab to="/messages" pathname={pathname} icon={<MessageCircle size={24} />} label={t`Messages`}>
        <CountBadge count={messages} className="absolute top-1.5 left-[calc(50%+5px)] ring-2 ring-surface-1" />
        {messages > 0 ? <span className="sr-only">{t`${messages} unread`}</span> : null}
      </Tab>
      <Tab to="/profile" pathname={pathname} icon={<UserRound size={24} />} label={t`Profile`} />
    </nav>
  );
}

interface ItemProps {
  to: Plain;
  pathname: string;
  icon: ReactNode;
  label: string;
  children?: ReactNode;
}

function Tab({ to, pathname, icon, label, children }: ItemProps) {
  const here = isHere(to, pathname);
  return (
    <Link
      to={to}
      aria-current={here ? 'page' : undefined}
      className={clsx(
        'relative flex h-16 min-w-0 flex-col items-center justify-center gap-[3px] text-[12px] leading-none -outline-offset-2',
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

/** The same order at the side from 1024, with what the phone has no room for. */
export function SideRail({ pathname, badges, onPremium }: NavigationProps & { onPremium: () => void }) {
  const { t } = useLingui();
  const { balance, messages } = badges;
  return (
    <aside className="fixed inset-y-0 left-0 z-25 hidden w-(--side) flex-col overflow-y-auto border-line border-r bg-bg px-3.5 pt-3.5 pb-4 lg:flex">
      <Link to="/" className="mb-4.5 self-start rounded-sm px-3">
        <Brand large />
      </Link>
      <nav aria-label={t`Main`} className="flex flex-col gap-1">
        <Item to="/" pathname={pathname} icon={<House size={20} />} label={t`Feed`} />
        <Item to="/nearby" pathname={pathname} icon={<Radar size={20} />} label={t`Nearby Flames`} />
        <Item to="/messages" pathname={pathname} icon={<MessageCircle size={20} />} label={t`Messages`}>
          <CountBadge count={messages} className="ml-auto" />
          {messages > 0 ? <span className="sr-only">{t`${messages} unread`}</span> : null}
        </Item>
        <Item to="/credits" pathname={pathname} icon={<Coins size={20} />} label={t`Credits`}>
          {balance === undefined ? null : (
            <span className="ml-auto font-bold text-gold text-meta">
              <RollingNumber value={balance} format={formatCompact} />
            </span>
          )}
        </Item>
        <Item to="/marketplace" pathname={pathname} icon={<Store size={20} />} label={t`Marketplace`} />
        <Item to="/requests" pathname={pathname} icon={<Inbox size={20} />} label={t`Requests`} />
        <Item to="/create" pathname={pathname} icon={<SquarePen size={20} />} label={t`Create`} />
        <Item to="/profile" pathname={pathname} icon={<UserRound size={20} />} label={t`Profile`} />
      </nav>
      <div className="min-h-6 flex-1" />
      <button type="button" onClick={onPremium} className={`${itemLook} text-muted hover:bg-surface-2`}>
        <Gem size={20} />
        <Trans>Premium features</Trans>
      </button>
      <Item to="/privacy" pathname={pathname} icon={<ShieldCheck size={20} />} label={t`Privacy centre`} />
    </aside>
  );
}

const itemLook =
  'flex h-[46px] shrink-0 items-center gap-3.5 rounded-sm px-3 text-button leading-tight font-medium transition-colors';

function Item({ to, pathname, icon, label, children }: ItemProps) {
  const here = isHere(to, pathname);
  return (
    <Link
      to={to}
      aria-current={here ? 'page' : undefined}
      className={clsx(
        itemLook,
        here
          ? 'bg-surface-2 font-semibold text-ink [&_svg]:text-ember-line'
          : 'text-muted hover:bg-surface-2 hover:text-ink',
      )}
    >
      {icon}
      {label}
      {children}
    </Link>
  );
}
