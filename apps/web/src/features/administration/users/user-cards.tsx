import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { clsx } from 'clsx';
import { CheckBox } from '../../../components/staff-lists/check-box.tsx';
import { RoleTag, StatusMark } from './marks.tsx';
import { nameOf } from './names.ts';
import { MoreActions } from './user-actions.tsx';
import { Identity, type RowsProps } from './user-table.tsx';
import { useWhen } from './when.ts';

/** The list below 1024 px. Boxes appear once the first account is chosen, from its menu. */
export function UserCards({ users, ownId, chosen, onChoose, ask, suspensions }: RowsProps) {
  const { t } = useLingui();
  const when = useWhen();
  return (
    <ul className="border-line border-t">
      {users.map((user) => (
        <li
          key={user.id}
          className={clsx(
            'grid grid-cols-[minmax(0,1fr)_44px] items-start border-line border-b py-3',
            chosen.has(user.id) && 'bg-surface-1',
          )}
        >
          <Identity user={user} />
          {chosen.size > 0 && user.id !== ownId ? (
            <CheckBox label={t`Choose ${nameOf(user)}`} checked={chosen.has(user.id)} onChange={() => onChoose(user)} />
          ) : (
            <MoreActions user={user} ask={ask} />
          )}
          <div className="col-span-full mt-1.5 flex flex-wrap items-center gap-x-3 gap-y-1.5 pl-14">
            <RoleTag role={user.role} />
            <StatusMark status={user.status} />
            {user.openReports > 0 && !suspensions ? (
              <span className="text-meta text-muted">
                <Plural value={user.openReports} one="# report" other="# reports" />
              </span>
            ) : null}
            {user.id === ownId ? (
              <span className="text-meta text-muted">
                <Trans>You</Trans>
              </span>
            ) : null}
            {suspensions && user.suspendedAt ? (
              <span className="text-meta text-muted">{when(user.suspendedAt, { relative: false })}</span>
            ) : null}
          </div>
          {suspensions && user.suspendedReason ? (
            <p className="col-span-full mt-1 wrap-anywhere pl-14 text-meta text-muted">{user.suspendedReason}</p>
          ) : null}
        </li>
      ))}
    </ul>
  );
}
