import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { buttonStyle } from '../../components/ui/button.tsx';
import { Brand } from '../../components/ui/marks.tsx';
import { Link, usePathname } from '../../lib/router.tsx';
import { LanguageMenu } from '../shell/language-menu.tsx';

/** The desk's own header: no account, no rail. */
export function DeskFrame({ children }: { children: ReactNode }) {
  const isStatus = usePathname() === '/takedown/status';
  return (
    <div className="min-h-dvh">
      <header className="flex min-h-(--bar-top) items-center justify-between gap-2 pr-2 pl-(--gutter) lg:h-20 lg:pr-6 lg:pl-12">
        <a href="/" className="min-w-11 rounded-sm">
          <Brand />
        </a>
        <div className="flex items-center gap-1 lg:mr-24">
          {isStatus ? (
            <Link to="/takedown" className={buttonStyle({ variant: 'ghost', size: 'sm' })}>
              <Trans>New case</Trans>
            </Link>
          ) : (
            <Link to="/takedown/status" className={buttonStyle({ variant: 'ghost', size: 'sm' })}>
              <Trans>Case status</Trans>
            </Link>
          )}
          <LanguageMenu />
        </div>
      </header>
      <div className="px-(--gutter) pt-2 pb-12 lg:px-12">{children}</div>
    </div>
  );
}
