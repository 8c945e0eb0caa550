import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { buttonStyle } from '../../components/ui/button.tsx';
import { Brand } from '../../components/ui/marks.tsx';
import { Link, usePathname } from '../../lib/router.tsx';
import { LanguageMenu } from '../shell/language-menu.tsx';

/** Legal pages stand alone, for everyone, and print without their frame. */
export function LegalFrame({ children }: { children: ReactNode }) {
  const isList = usePathname() === '/legal';
  return (
    <div className="mx-auto min-h-dvh max-w-[820px] px-(--gutter) pb-12">
      <header className="flex min-h-(--bar-top) items-center justify-between gap-2 lg:h-20 print:hidden">
        <a href="/" className="min-w-11 rounded-sm">
          <Brand />
        </a>
        <div className="flex items-center gap-1">
          {isList ? null : (
            <Link to="/legal" className={buttonStyle({ variant: 'ghost', size: 'sm' })}>
              <Trans>All pages</Trans>
            </Link>
          )}
          <LanguageMenu />
        </div>
      </header>
      <div className="pt-2 lg:pt-6">{children}</div>
    </div>
  );
}
