import { Trans } from '@lingui/react/macro';
import { clsx } from 'clsx';
import { Link } from '../../lib/router.tsx';

const quiet = 'inline-flex min-h-11 items-center text-faint text-meta hover:text-ink';

/** At the foot of every page: the takedown desk and the legal pages. */
export const SiteFooter = ({ className = 'mt-16' }: { className?: string }) => (
  <footer
    data-slot="site-footer"
    className={clsx('flex flex-wrap gap-x-5 border-line border-t pt-2 print:hidden', className)}
  >
    <Link to="/takedown" className={quiet}>
      <Trans>Have something taken down</Trans>
    </Link>
    <Link to="/legal" className={quiet}>
      <Trans>Terms and privacy</Trans>
    </Link>
    <Link to="/compliance/personal-information" className={quiet}>
      <Trans>Your personal information</Trans>
    </Link>
  </footer>
);
