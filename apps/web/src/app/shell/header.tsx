import { Trans, useLingui } from '@lingui/react/macro';
import { clsx } from 'clsx';
import Bell from 'lucide-react/icons/bell';
import Gem from 'lucide-react/icons/gem';
import Search from 'lucide-react/icons/search';
import { useEffect, useState } from 'react';
import { BalancePill } from '../../components/ui/balance-pill.tsx';
import { buttonStyle } from '../../components/ui/button.tsx';
import { DemoText } from '../../components/ui/demo-text.tsx';
import { CountBadge, IconButton } from '../../components/ui/icon-button.tsx';
import { Brand } from '../../components/ui/marks.tsx';
import { Popover } from '../../components/ui/popover.tsx';
import { saveData } from '../../lib/device.ts';
import { Link } from '../../lib/router.tsx';
import { type CurrentUser, signInUrl } from '../../lib/session.ts';
import { lazyPart } from '../../lib/styles.ts';
import { demoCaption, useDemo } from './banners.tsx';
import { LanguageMenu } from './language-menu.tsx';
import { LazyBoundary } from './lazy-boundary.tsx';
import type { Badges } from './use-badges.ts';
import { UserMenu } from './user-menu.tsx';

const SearchBox = lazyPart(() => import('./search-box.tsx').then((module) => module.SearchBox));

const AdminPanel = lazyPart(() => import('./admin-panel.tsx').then((module) => module.AdminPanel));
const BellPanel = lazyPart(() =>
  import('../../features/notifications/components/bell-panel.tsx').then((module) => module.BellPanel),
);
/** As an icon button. */
const bellStyle =
  'press relative inline-flex size-11 shrink-0 items-center justify-center rounded-pill text-ink hover:bg-surface-2';

interface HeaderPremium {
  open(): void;
  /** Preloads the menu on pointer down. */
  warm(): Promise<unknown>;
}

export interface HeaderProps {
  /** Opens the premium menu below 1024 px; null on work screens. From there on the rail has it. */
  premium: HeaderPremium | null;
  /** The signed-in administrator, who has a panel of shortcuts. */
  admin: CurrentUser | null | undefined;
  /** From 1024 px lists open as panels. */
  wide: boolean;
  user: CurrentUser | null | undefined;
  badges: Badges;
  className: string;
}

/** Height: 56 px on phones, 72 px from 1024 px. */
export function Header({ user, badges, wide, premium, admin, className }: HeaderProps) {
  const { t, i18n } = useLingui();
  const [searching, setSearching] = useState(false);
  const { notifications } = badges;
  const bellLabel = notifications > 0 ? t`Notifications, ${notifications} new` : t`Notifications`;
  const bell = (
    <>
      <Bell size={20} />
      <CountBadge count={notifications} className="absolute top-[3px] right-px" />
    </>
  );
  useEffect(() => {
    // Common shortcut for search; ignored while typing.
    const open = (event: KeyboardEvent) => {
      const typing =
        event.target instanceof Element && event.target.closest('input, textarea, select, [contenteditable]');
      if (event.key !== '/' || typing || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      setSearching(true);
    };
    addEventListener('keydown', open);
    return () => removeEventListener('keydown', open);
  }, []);

  return (
    <header
      className={clsx(
        'sticky top-0 z-20 h-(--bar-top) items-center justify-between gap-3 bg-bg pr-1.5 pl-(--gutter) lg:pr-6',
        className,
      )}
    >
      <Link to="/" className="flex min-w-11 rounded-sm lg:hidden">
        <Brand wordClassName={premium && user ? 'max-xs:sr-only' : ''} />
      </Link>
      {useDemo() ? (
        <p className={clsx('-mr-6 -ml-1 flex-1', demoCaption, premium && user && 'max-xs:-ml-6')}>
          <DemoText />
        </p>
      ) : null}
      {searching && user ? (
        // One box for both widths: two would close each other on an outside press.
        <div className="absolute inset-0 z-1 flex items-center bg-bg px-2 lg:static lg:block lg:px-0">
          <LazyBoundary close={() => setSearching(false)}>
            <SearchBox onClose={() => setSearching(false)} />
          </LazyBoundary>
        </div>
      ) : (
        <div className="hidden lg:block">{user ? <SearchButton onOpen={() => setSearching(true)} /> : null}</div>
      )}
      <div className="flex items-center">
        {admin ? (
          <LazyBoundary>
            <AdminPanel user={admin} />
          </LazyBoundary>
        ) : null}
        {user ? (
          <IconButton lang={i18n.locale} label={t`Search`} onClick={() => setSearching(true)} className="lg:hidden">
            <Search size={20} />
          </IconButton>
        ) : null}
        {premium ? (
          <IconButton
            label={t`Premium features`}
            onClick={premium.open}
            onPointerDown={() => {
              if (!saveData()) premium.warm().catch(() => undefined);
            }}
            className="lg:hidden"
          >
            <Gem size={20} />
          </IconButton>
        ) : null}
        <LanguageMenu />
        {user ? (
          <>
            {wide ? (
              <Popover label={bellLabel} trigger={bell} triggerClassName={bellStyle} className="w-[420px]">
                {(close) => (
                  <LazyBoundary close={close} fallback={<div className="h-80" />}>
                    <BellPanel close={close} />
                  </LazyBoundary>
                )}
              </Popover>
            ) : (
              <Link to="/notifications" aria-label={bellLabel} className={bellStyle}>
                {bell}
              </Link>
            )}
            {badges.balance === undefined ? null : (
              <BalancePill balance={badges.balance} className="mr-2.5 ml-2 hidden! lg:inline-flex!" />
            )}
            <UserMenu user={user} />
          </>
        ) : null}
        {user === null ? (
          <a href={signInUrl()} className={buttonStyle({ variant: 'bone', size: 'sm', className: 'mr-2 ml-1' })}>
            <Trans>Login</Trans>
          </a>
        ) : null}
      </div>
    </header>
  );
}

function SearchButton({ onOpen }: { onOpen: () => void }) {
  return (
    <button
      type="button"
      onClick={onOpen}
      onFocus={() => import('./search-box.tsx').catch(() => undefined)}
      onPointerEnter={() => import('./search-box.tsx').catch(() => undefined)}
      className="flex h-11 w-[340px] items-center gap-2.5 rounded-pill bg-surface-2 px-4 text-button text-faint hover:bg-surface-3"
    >
      <Search size={20} />
      <Trans>Search people, creators, cities</Trans>
    </button>
  );
}
