import { Trans } from '@lingui/react/macro';
import type { Permission } from '@vlam/contract/operation';
import type { ReactNode } from 'react';
import { buttonStyle } from '../../components/ui/button.tsx';
import { EmptyState } from '../../components/ui/empty-state.tsx';
import { Link } from '../../lib/router.tsx';

/** Replaces a staff section for members without permission and for visitors. */
export function NoPermission({ needs }: { needs: Permission }) {
  const texts: Partial<Record<Permission, ReactNode>> = {
    view_analytics: <Trans>You don't have permission to access the admin dashboard.</Trans>,
    manage_users: <Trans>You don't have permission to access user management.</Trans>,
    moderate_content: <Trans>You don't have permission to access moderation.</Trans>,
    view_identity: <Trans>You don't have permission to look at identities.</Trans>,
    manage_money: <Trans>You don't have permission to manage payments.</Trans>,
    manage_compliance: <Trans>You don't have permission to access compliance records.</Trans>,
  };
  return (
    <EmptyState
      heading="h1"
      title={<Trans>You don't have permission</Trans>}
      text={texts[needs] ?? <Trans>You don't have permission to change platform settings.</Trans>}
      action={
        <Link to="/" className={buttonStyle({ variant: 'bone' })}>
          <Trans>Go to Feed</Trans>
        </Link>
      }
    />
  );
}
