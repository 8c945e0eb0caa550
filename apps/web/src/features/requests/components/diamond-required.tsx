import { Trans } from '@lingui/react/macro';
import Gem from 'lucide-react/icons/gem';
import { buttonStyle } from '../../../components/ui/button.tsx';
import { Link } from '../../../lib/router.tsx';

/** Explains that custom requests need the Diamond tier, with a link to VIP. */
export function DiamondRequired() {
  return (
    <div className="mt-6 flex flex-wrap items-center gap-x-5 gap-y-3 rounded-card bg-surface-1 px-5 py-4.5">
      <Gem size={24} strokeWidth={1.75} aria-hidden className="hidden shrink-0 text-muted sm:block" />
      <div className="min-w-0 flex-[1_1_240px]">
        <p className="font-semibold">
          <Trans>Custom requests come with Diamond</Trans>
        </p>
        <p className="mt-0.5 text-muted text-sm">
          <Trans>
            Diamond members can ask every creator for something of their own. Some creators also take requests from
            their subscribers: look on their page. What you have asked for before stays here.
          </Trans>
        </p>
      </div>
      <Link to="/vip" className={buttonStyle({ variant: 'bone', size: 'sm' })}>
        <Trans>See VIP Membership</Trans>
      </Link>
    </div>
  );
}
