import { Trans } from '@lingui/react/macro';
import { clsx } from 'clsx';
import { type ReactNode, useState } from 'react';
import { ErrorBoundary } from '../../components/ui/error-state.tsx';
import { SiteFooter } from '../../components/ui/site-footer.tsx';
import { afterLoading } from '../../components/ui/skeleton.tsx';
import { connectionStore } from '../../lib/online.ts';
import { type CurrentUser, hasPermission, isCreator, viewedAs } from '../../lib/session.ts';
import { useStore } from '../../lib/store.ts';
import { lazyComponent, lazyPart } from '../../lib/styles.ts';
import { useMediaQuery } from '../../lib/use-media-query.ts';
import { viewRoleStore } from '../../lib/view-as.ts';
import type { Layout } from '../router.tsx';
import { Banners, DemoMark } from './banners.tsx';
import { BottomNav } from './bottom-nav.tsx';
import { Header } from './header.tsx';
import { LazyBoundary } from './lazy-boundary.tsx';
import { useBadges } from './use-badges.ts';

// Phones never load it; its styles come with the full sheet.
const SideRail = lazyComponent(() => import('./side-rail.tsx').then((module) => module.SideRail));
const CreatorBar = lazyPart(() => import('./creator-nav.tsx').then((module) => module.CreatorBar));
const StaffRail = lazyPart(() => import('./staff-nav.tsx').then((module) => module.StaffRail));
const StaffBar = lazyPart(() => import('./staff-nav.tsx').then((module) => module.StaffBar));
const loadPremium = () => import('./premium-menu.tsx').then((module) => module.PremiumMenu);
const PremiumMenu = lazyPart(loadPremium);

// A detail screen has its own bar; one that failed to load has none.
const hiddenOnPhones = 'hidden lg:flex group-has-data-[slot=failed]:flex';

/** Screens for browsing show the premium button in the header; work screens do not. */
const withPremium = /^\/(|explore|marketplace|locations|vip|gifts|notifications|pwa)$/;

/** A show fills the window. */
const fullScreen = /^\/live\/./;

export interface ShellProps {
  layout: Layout;
  user: CurrentUser | null | undefined;
  pathname: string;
  children: ReactNode;
}

/** Header, navigation and banners around a screen. */
export function Shell({ layout, user, pathname, children }: ShellProps) {
  const badges = useBadges(user);
  const wide = useMediaQuery('(min-width: 1024px)');
  const connection = useStore(connectionStore);
  const [premium, setPremium] = useState(false);
  const viewed = viewedAs(user, useStore(viewRoleStore));
  const framed = layout !== 'plain';
  const staff = layout === 'staff';
  const inbox = layout === 'inbox';
  const chat = layout === 'chat';
  const detail = layout === 'detail' || chat;
  const openPremium = () => setPremium(true);
  const closePremium = () => setPremium(false);
  return (
    <>
      <button
        type="button"
        onClick={() => document.getElementById('main')?.focus()}
        className="-translate-y-24 fixed top-2 left-2 z-60 rounded-pill bg-ink px-5 py-3 font-semibold text-bg focus:translate-y-0"
      >
        <Trans>Skip to content</Trans>
      </button>
      {framed ? (
        <aside className="fixed inset-y-0 left-0 z-25 hidden w-(--side) overflow-y-auto border-line border-r bg-bg lg:block">
          {wide ? (
            <LazyBoundary>
              {staff ? (
                <StaffRail pathname={pathname} />
              ) : (
                <SideRail pathname={pathname} badges={badges} onPremium={openPremium} />
              )}
            </LazyBoundary>
          ) : null}
        </aside>
      ) : null}
      <div
        className={clsx(
          'group',
          framed && 'lg:ml-(--side)',
          chat && 'flex h-dvh flex-col',
          inbox && 'lg:flex lg:h-dvh lg:flex-col',
        )}
      >
        {framed && !staff ? (
          <Header
            user={viewed}
            badges={badges}
            wide={wide}
            admin={hasPermission(user, 'all') ? user : null}
            premium={withPremium.test(pathname) ? { open: openPremium, warm: loadPremium } : null}
            className={chat ? 'hidden' : inbox ? 'flex lg:hidden' : detail ? hiddenOnPhones : 'flex'}
          />
        ) : null}
        <DemoMark layout={layout} />
        <Banners framed={framed && !detail && !staff} />
        <main
          id="main"
          tabIndex={-1}
          className={clsx(
            'outline-none',
            chat && 'flex min-h-0 flex-1',
            inbox && 'px-(--gutter) pb-32 lg:flex lg:min-h-0 lg:flex-1 lg:p-0',
            framed && !chat && !inbox && 'mx-auto flow-root px-(--gutter) lg:max-w-[1184px]',
            framed && !chat && !inbox && (detail ? 'pb-24 lg:pb-16' : 'pb-32 lg:pb-16'),
          )}
        >
          <ErrorBoundary resetKey={pathname + connection}>{children}</ErrorBoundary>
          {chat || inbox || fullScreen.test(pathname) ? null : (
            <div className={clsx(afterLoading, !framed && 'px-(--gutter) pb-6 lg:px-12')}>
              <SiteFooter />
            </div>
          )}
        </main>
      </div>
      {staff && !wide ? (
        <LazyBoundary>
          <StaffBar pathname={pathname} />
        </LazyBoundary>
      ) : framed && !detail && !staff ? (
        isCreator(viewed) ? (
          <LazyBoundary>
            <CreatorBar pathname={pathname} badges={badges} />
          </LazyBoundary>
        ) : (
          <BottomNav pathname={pathname} badges={badges} />
        )
      ) : null}
      {premium ? (
        <LazyBoundary close={closePremium}>
          <PremiumMenu onClose={closePremium} />
        </LazyBoundary>
      ) : null}
    </>
  );
}
