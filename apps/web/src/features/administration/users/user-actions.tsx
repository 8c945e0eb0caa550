import { Trans, useLingui } from '@lingui/react/macro';
import EllipsisVertical from 'lucide-react/icons/ellipsis-vertical';
import { Button } from '../../../components/ui/button.tsx';
import { IconButton } from '../../../components/ui/icon-button.tsx';
import type { User } from './api.ts';
import { nameOf } from './names.ts';

/** What is asked about one account, in a sheet. */
export type Question = 'menu' | 'suspend' | 'unsuspend' | 'verify' | 'role';
export type Ask = (question: Question, user: User) => void;

/** The one action at hand for an account: unsuspend, verify or suspend. */
export function FirstAction({ user, ask }: { user: User; ask: Ask }) {
  const name = nameOf(user);
  const { t } = useLingui();
  if (user.status === 'suspended')
    return (
      <Button size="sm" aria-label={t`Unsuspend ${name}`} onClick={() => ask('unsuspend', user)}>
        <Trans>Unsuspend</Trans>
      </Button>
    );
  if (user.status === 'unverified')
    return (
      <Button size="sm" variant="bone" aria-label={t`Verify ${name}`} onClick={() => ask('verify', user)}>
        <Trans>Verify</Trans>
      </Button>
    );
  return (
    <Button size="sm" variant="outline" aria-label={t`Suspend ${name}`} onClick={() => ask('suspend', user)}>
      <Trans>Suspend</Trans>
    </Button>
  );
}

/** Opens all actions of an account. */
export function MoreActions({ user, ask }: { user: User; ask: Ask }) {
  const { t } = useLingui();
  return (
    <IconButton label={t`More about ${nameOf(user)}`} aria-haspopup="dialog" onClick={() => ask('menu', user)}>
      <EllipsisVertical size={20} />
    </IconButton>
  );
}
