import { Trans } from '@lingui/react/macro';
import ChevronRight from 'lucide-react/icons/chevron-right';
import Inbox from 'lucide-react/icons/inbox';
import MapPin from 'lucide-react/icons/map-pin';
import Store from 'lucide-react/icons/store';
import type { ReactNode } from 'react';
import { Link } from '../../../lib/router.tsx';
import { useCurrentUser } from '../../../lib/session.ts';

/** Links to common actions; custom requests for Diamond members only. */
export function QuickActions() {
  const user = useCurrentUser();
  return (
    <section aria-labelledby="quick-actions">
      <h3 id="quick-actions" className="d4 mb-1">
        <Trans>Quick Actions</Trans>
      </h3>
      <ActionLink to="/nearby" icon={<MapPin size={20} />}>
        <Trans>Find People Nearby</Trans>
      </ActionLink>
      <ActionLink to="/marketplace" icon={<Store size={20} />}>
        <Trans>Browse Premium Content</Trans>
      </ActionLink>
      {user?.vipTier === 'diamond' ? (
        <ActionLink to="/requests" icon={<Inbox size={20} />}>
          <Trans>Make a Request</Trans>
        </ActionLink>
      ) : null}
    </section>
  );
}

function ActionLink({
  to,
  icon,
  children,
}: {
  to: '/nearby' | '/marketplace' | '/requests';
  icon: ReactNode;
  children: ReactNode;
}) {
  return (
    <Link
      to={to}
      className="flex min-h-14 items-center gap-3.5 border-line border-t py-1.5 font-semibold text-button first-of-type:border-t-0 hover:text-ember-text"
    >
      <span className="flex size-11 shrink-0 items-center justify-center rounded-field bg-surface-2 text-muted">
        {icon}
      </span>
      <span className="flex-1">{children}</span>
      <ChevronRight size={18} className="shrink-0 text-faint" />
    </Link>
  );
}
