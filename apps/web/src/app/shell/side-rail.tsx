import { Trans, useLingui } from '@lingui/react/macro';
import { clsx } from 'clsx';
import ChartColumn from 'lucide-react/icons/chart-column';
import Clapperboard from 'lucide-react/icons/clapperboard';
import Coins from 'lucide-react/icons/coins';
import Gem from 'lucide-react/icons/gem';
import House from 'lucide-react/icons/house';
import Inbox from 'lucide-react/icons/inbox';
import MessageCircle from 'lucide-react/icons/message-circle';
import Radar from 'lucide-react/icons/radar';
import Radio from 'lucide-react/icons/radio';
import ShieldCheck from 'lucide-react/icons/shield-check';
import SquarePen from 'lucide-react/icons/square-pen';
import Store from 'lucide-react/icons/store';
import UserRound from 'lucide-react/icons/user-round';
import { CountBadge } from '../../components/ui/icon-button.tsx';
import { Brand } from '../../components/ui/marks.tsx';
import { RollingNumber } from '../../components/ui/rolling-number.tsx';
import { formatCompact } from '../../lib/numbers.ts';
import { Link } from '../../lib/router.tsx';
import { canUseRequests, isCreator, useCurrentUser } from '../../lib/session.ts';
import { type ItemProps, isActive, type NavigationProps } from './bottom-nav.tsx';

/** Navigation at the side from 1024 px, in the same order and with more items. Creators have their work there; their credits are in the header. */
export function SideRail({ pathname, badges, onPremium }: NavigationProps & { onPremium: () => void }) {
  const { t } = useLingui();
  const { balance, messages } = badges;
  const user = useCurrentUser();
  const creator = isCreator(user);
  return (
    <div className="flex min-h-full flex-col px-3.5 pt-3.5 pb-4">
      <Link to="/" className="mb-4.5 self-start rounded-sm px-3">
        <Brand large />
      </Link>
      <nav aria-label={t`Main`} className="flex flex-col gap-1">
        <Item to="/" pathname={pathname} icon={<House size={20} />} label={<Trans>Feed</Trans>} />
        <Item to="/nearby" pathname={pathname} icon={<Radar size={20} />} label={<Trans>Nearby Flames</Trans>} />
        <Item to="/messages" pathname={pathname} icon={<MessageCircle size={20} />} label={<Trans>Messages</Trans>}>
          <CountBadge count={messages} className="ml-auto" />
          {messages > 0 ? <span className="sr-only">{t`${messages} unread`}</span> : null}
        </Item>
        {creator ? (
          <>
            <Item
              to="/dashboard"
              pathname={pathname}
              icon={<ChartColumn size={20} />}
              label={<Trans>Dashboard</Trans>}
            />
            <Item to="/studio" pathname={pathname} icon={<Clapperboard size={20} />} label={<Trans>Studio</Trans>} />
          </>
        ) : (
          <>
            <Item to="/credits" pathname={pathname} icon={<Coins size={20} />} label={<Trans>Credits</Trans>}>
              {balance === undefined ? null : (
                <span className="ml-auto font-bold text-gold text-meta">
                  <RollingNumber value={balance} format={formatCompact} />
                </span>
              )}
            </Item>
            <Item to="/marketplace" pathname={pathname} icon={<Store size={20} />} label={<Trans>Marketplace</Trans>} />
          </>
        )}
        {canUseRequests(user) ? (
          <Item to="/requests" pathname={pathname} icon={<Inbox size={20} />} label={<Trans>Requests</Trans>} />
        ) : null}
        {creator ? (
          <Item to="/go-live" pathname={pathname} icon={<Radio size={20} />} label={<Trans>Go live</Trans>} />
        ) : null}
        <Item to="/create" pathname={pathname} icon={<SquarePen size={20} />} label={<Trans>Create</Trans>} />
        <Item to="/profile" pathname={pathname} icon={<UserRound size={20} />} label={<Trans>Profile</Trans>} />
      </nav>
      <div className="min-h-6 flex-1" />
      <button type="button" onClick={onPremium} className={`${itemLook} text-muted hover:bg-surface-2`}>
        <Gem size={20} />
        <Trans>Premium features</Trans>
      </button>
      <Item to="/privacy" pathname={pathname} icon={<ShieldCheck size={20} />} label={<Trans>Privacy Center</Trans>} />
    </div>
  );
}

const itemLook =
  'flex h-[46px] shrink-0 items-center gap-3.5 rounded-sm px-3 text-button leading-tight font-medium transition-colors';

function Item({ to, pathname, icon, label, children }: ItemProps) {
  const here = isActive(to, pathname);
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
