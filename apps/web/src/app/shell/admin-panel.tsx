import { Trans, useLingui } from '@lingui/react/macro';
import type { Permission } from '@vlam/contract/operation';
import { clsx } from 'clsx';
import ChevronDown from 'lucide-react/icons/chevron-down';
import ExternalLink from 'lucide-react/icons/external-link';
import ShieldCheck from 'lucide-react/icons/shield-check';
import X from 'lucide-react/icons/x';
import { useState } from 'react';
import { Switch } from '../../components/ui/choice.tsx';
import { IconButton } from '../../components/ui/icon-button.tsx';
import { Sheet } from '../../components/ui/sheet.tsx';
import { Link } from '../../lib/router.tsx';
import { type CurrentUser, hasPermission } from '../../lib/session.ts';
import { useStore } from '../../lib/store.ts';
import { useMediaQuery } from '../../lib/use-media-query.ts';
import { setViewRole, viewRoleStore } from '../../lib/view-as.ts';
import { StaffBadge } from './staff-badge.tsx';
import { useViewRoleNames, ViewRoleSegment, viewRoleColours } from './view-role.tsx';

interface Shortcut {
  to: '/admin/dashboard' | '/admin/users' | '/admin/reports' | '/admin/settings';
  label: string;
  /** Absent where everyone who has the panel may go. */
  needs?: Permission;
}

type PanelState = 'aside' | 'open' | 'closed';

const corner = 'fixed right-6 bottom-6 z-29';

/**
 * The administrator's panel: whose screen is viewed, and shortcuts that open in new tabs. Can be minimised to a button
 * of the header, or closed until the next visit. A sheet on phones.
 */
export function AdminPanel({ user }: { user: CurrentUser }) {
  const { t } = useLingui();
  const [state, setState] = useState<PanelState>('aside');
  const wide = useMediaQuery('(min-width: 768px)');
  const role = useStore(viewRoleStore);
  const names = useViewRoleNames();
  if (state === 'closed') return null;
  const label = role === 'admin' ? t`Admin controls` : t`Admin controls, viewing as ${names[role].toLowerCase()}`;
  const button = (
    <IconButton
      label={label}
      aria-expanded={state === 'open'}
      onClick={() => setState('open')}
      className={`${viewRoleColours[role]}!`}
    >
      <ShieldCheck size={20} />
    </IconButton>
  );
  if (!wide)
    return (
      <>
        {button}
        <Sheet open={state === 'open'} onClose={() => setState('aside')} title={<Trans>Admin controls</Trans>}>
          <PanelBody user={user} />
        </Sheet>
      </>
    );
  if (state === 'aside') return button;
  return (
    <section
      aria-label={t`Admin controls`}
      className={`${corner} max-h-[calc(100dvh-48px)] w-80 overflow-y-auto rounded-card bg-surface-2 p-3 shadow-pop inset-ring inset-ring-line-strong`}
    >
      <div className="mb-2 flex items-center gap-1 pl-2">
        <p className={clsx('flex flex-1 items-center gap-2 font-semibold', viewRoleColours[role])}>
          <ShieldCheck size={18} aria-hidden />
          <Trans>Admin controls</Trans>
        </p>
        <IconButton label={t`Minimise`} onClick={() => setState('aside')}>
          <ChevronDown size={20} />
        </IconButton>
        <IconButton label={t`Close`} onClick={() => setState('closed')}>
          <X size={20} />
        </IconButton>
      </div>
      <PanelBody user={user} />
    </section>
  );
}

function PanelBody({ user }: { user: CurrentUser }) {
  const { t } = useLingui();
  const role = useStore(viewRoleStore);
  const shortcuts: Shortcut[] = [
    { to: '/admin/dashboard', label: t`Dashboard`, needs: 'view_analytics' },
    { to: '/admin/users', label: t`User Management`, needs: 'manage_users' },
    { to: '/admin/reports', label: t`Reports`, needs: 'moderate_content' },
    { to: '/admin/settings', label: t`Platform Settings` },
  ];
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-2 px-2">
        <p aria-hidden className="text-meta text-muted">
          <Trans>View as</Trans>
        </p>
        <StaffBadge />
      </div>
      <ViewRoleSegment className="mt-2 bg-surface-3! *:px-2!" />
      <Switch
        className="px-2"
        checked={role !== 'admin'}
        onChange={(on) => setViewRole(on ? 'user' : 'admin')}
        label={<Trans>User view</Trans>}
      />
      <ul className="border-line border-t pt-1">
        {shortcuts
          .filter(({ needs }) => !needs || hasPermission(user, needs))
          .map(({ to, label }) => (
            <li key={to}>
              <Link
                to={to}
                target="_blank"
                className="flex min-h-12 items-center gap-3 rounded-sm px-2 py-1 text-button hover:bg-surface-3"
              >
                <span className="min-w-0 flex-1 font-medium">{label}</span>
                <ExternalLink size={16} aria-label={t`opens a new tab`} className="text-faint" />
              </Link>
            </li>
          ))}
      </ul>
    </>
  );
}
