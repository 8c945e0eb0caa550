import { Trans } from '@lingui/react/macro';
import ShieldCheck from 'lucide-react/icons/shield-check';
import UsersRound from 'lucide-react/icons/users-round';
import { Tag } from '../../components/ui/tag.tsx';
import { hasPermission, useStaffUser } from '../../lib/session.ts';
import { useStore } from '../../lib/store.ts';
import { viewRoleStore } from '../../lib/view-as.ts';
import { useViewRoleNames } from './view-role.tsx';

/** On every screen of staff: `Admin View`, whose screen an admin views, or that this is a moderator. */
export function StaffBadge({ className = '' }: { className?: string }) {
  const role = useStore(viewRoleStore);
  const names = useViewRoleNames();
  if (!hasPermission(useStaffUser(), 'all'))
    return (
      <Tag icon={<UsersRound />} className={className}>
        <Trans>Moderator</Trans>
      </Tag>
    );
  return (
    <Tag tone={role} icon={<ShieldCheck />} className={className}>
      {role === 'admin' ? <Trans>Admin View</Trans> : <Trans>Viewing as {names[role].toLowerCase()}</Trans>}
    </Tag>
  );
}
