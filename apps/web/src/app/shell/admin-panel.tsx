import { Trans, useLingui } from '@lingui/react/macro';
import type { Permission } from '@vlam/contract/operation';
import ChevronDown from 'lucide-react/icons/chevron-down';
import ExternalLink from 'lucide-react/icons/external-link';
import ShieldCheck from 'lucide-react/icons/shield-check';
import X from 'lucide-react/icons/x';
import { useState } from 'react';
import { IconButton } from '../../components/ui/icon-button.tsx';
import { Link } from '../../lib/router.tsx';
import { type CurrentUser, hasPermission } from '../../lib/session.ts';

interface Shortcut {
  to: '/admin/reports' | '/admin/users/verification' | '/admin/settings/payments';
  label: string;
  needs: Permission;
}

const corner =
  'fixed left-4 bottom-[calc(var(--bar-bottom)+env(safe-area-inset-bottom)+16px)] z-29 lg:right-6 lg:bottom-6 lg:left-auto';

/**
 * The administrator's shortcuts, which open in new tabs. Can be minimized to a button of the header, or closed until
 * the next visit.
 */
export function AdminPanel({ user }: { user: CurrentUser }) {
  const { t } = useLingui();
  const [state, setState] = useState<'aside' | 'open' | 'closed'>('aside');
  // Sections that are not built are left out.
  const all: Shortcut[] = [
    { to: '/admin/settings/payments', label: t`Manage payments`, needs: 'manage_money' },
    { to: '/admin/reports', label: t`Reports`, needs: 'moderate_content' },
    { to: '/admin/users/verification', label: t`Age reviews`, needs: 'view_identity' },
  ];
  const shown = all.filter(({ needs }) => hasPermission(user, needs));
  if (state === 'closed') return null;
  if (state === 'aside')
    return (
      <IconButton
        label={t`Admin controls`}
        aria-expanded={false}
        onClick={() => setState('open')}
        className="text-role-admin! max-xs:hidden"
      >
        <ShieldCheck size={20} />
      </IconButton>
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
        {shown.map(({ to, label }) => (
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
    </section>
  );
}
