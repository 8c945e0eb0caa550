import { Trans, useLingui } from '@lingui/react/macro';
import type { Permission } from '@vlam/contract/operation';
import ChevronDown from 'lucide-react/icons/chevron-down';
import ExternalLink from 'lucide-react/icons/external-link';
import ShieldCheck from 'lucide-react/icons/shield-check';
import X from 'lucide-react/icons/x';
import { useState } from 'react';
import { IconButton } from '../../components/ui/icon-button.tsx';
import { Link } from '../../lib/router.tsx';
import type { CurrentUser } from '../../lib/session.ts';

type AdminPath =
  | '/admin/dashboard'
  | '/admin/users'
  | '/admin/reports'
  | '/admin/settings'
  | '/admin/settings/payments';

interface Shortcut {
  to: AdminPath;
  label: string;
  /** Null: shown to everybody who sees the panel. */
  needs: Permission | null;
  isComing: boolean;
}

const corner =
  'fixed left-4 bottom-[calc(var(--bar-bottom)+env(safe-area-inset-bottom)+16px)] z-29 lg:right-6 lg:bottom-6 lg:left-auto';

/** The administrator's shortcuts, which open in tabs of their own. Put aside to a button, or closed until the next visit. */
export function AdminPanel({ user }: { user: CurrentUser }) {
  const { t } = useLingui();
  const [state, setState] = useState<'aside' | 'open' | 'closed'>('aside');
  const all: Shortcut[] = [
    { to: '/admin/settings/payments', label: t`Manage payments`, needs: 'manage_money', isComing: false },
    { to: '/admin/dashboard', label: t`Overview`, needs: 'view_analytics', isComing: true },
    { to: '/admin/users', label: t`Users`, needs: 'manage_users', isComing: true },
    { to: '/admin/reports', label: t`Reports`, needs: 'moderate_content', isComing: true },
    { to: '/admin/settings', label: t`Platform Settings`, needs: null, isComing: true },
  ];
  const shown = all.filter(
    ({ needs }) => needs === null || user.permissions.some((each) => each === needs || each === 'all'),
  );
  if (state === 'closed') return null;
  if (state === 'aside')
    return (
      <button
        type="button"
        aria-label={t`Admin controls`}
        aria-expanded={false}
        onClick={() => setState('open')}
        className={`${corner} press flex size-13 items-center justify-center rounded-pill bg-role-admin-soft text-role-admin shadow-pop inset-ring inset-ring-line-strong`}
      >
        <ShieldCheck size={20} />
      </button>
    );
  return (
    <section
      aria-label={t`Admin controls`}
      className={`${corner} w-72 rounded-card bg-surface-2 p-3 shadow-pop inset-ring inset-ring-line-strong`}
    >
      <div className="flex items-center gap-1 pl-2">
        <p className="flex flex-1 items-center gap-2 font-semibold text-role-admin">
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
      <ul>
        {shown.map(({ to, label, isComing }) => (
          <li key={to}>
            <Link
              to={to}
              target="_blank"
              className="flex min-h-12 items-center gap-3 rounded-sm px-2 py-1 text-button hover:bg-surface-3"
            >
              <span className="min-w-0 flex-1">
                <span className="block font-medium">{label}</span>
                {isComing ? (
                  <span className="block text-faint text-meta">
                    <Trans>Not built yet</Trans>
                  </span>
                ) : null}
              </span>
              <ExternalLink size={16} aria-label={t`opens a new tab`} className="text-faint" />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
