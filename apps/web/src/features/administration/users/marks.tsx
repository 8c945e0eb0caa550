import { useLingui } from '@lingui/react/macro';
import type { Role } from '@vlam/contract/identity';
import type { UserStatus } from '@vlam/contract/rules/users';
import { clsx } from 'clsx';
import CircleAlert from 'lucide-react/icons/circle-alert';
import CircleCheck from 'lucide-react/icons/circle-check';
import CircleDot from 'lucide-react/icons/circle-dot';
import Clock from 'lucide-react/icons/clock';
import ShieldCheck from 'lucide-react/icons/shield-check';
import Star from 'lucide-react/icons/star';
import UserRound from 'lucide-react/icons/user-round';
import UsersRound from 'lucide-react/icons/users-round';
import { Tag, type TagTone } from '../../../components/ui/tag.tsx';
import { roleLabels, statusLabels } from './labels.ts';

const roleLooks: Record<Role, { tone: TagTone; Icon: typeof Star }> = {
  user: { tone: 'user', Icon: UserRound },
  creator: { tone: 'creator', Icon: Star },
  moderator: { tone: 'neutral', Icon: UsersRound },
  admin: { tone: 'admin', Icon: ShieldCheck },
};

export function RoleTag({ role }: { role: Role }) {
  const { i18n } = useLingui();
  const { tone, Icon } = roleLooks[role];
  return (
    <Tag tone={tone} icon={<Icon />}>
      {i18n._(roleLabels[role])}
    </Tag>
  );
}

const statusLooks: Record<UserStatus, { colour: string; Icon: typeof Star }> = {
  active: { colour: 'text-online', Icon: CircleCheck },
  unverified: { colour: 'text-warning', Icon: Clock },
  suspended: { colour: 'text-danger', Icon: CircleAlert },
  inactive: { colour: 'text-faint', Icon: CircleDot },
};

export function StatusMark({ status, className }: { status: UserStatus; className?: string }) {
  const { i18n } = useLingui();
  const { colour, Icon } = statusLooks[status];
  return (
    <span className={clsx('inline-flex items-center gap-1.5 text-sm', className)}>
      <Icon size={16} aria-hidden className={clsx('shrink-0', colour)} />
      {i18n._(statusLabels[status])}
    </span>
  );
}
