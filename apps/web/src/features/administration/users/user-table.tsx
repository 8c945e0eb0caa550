import { Trans, useLingui } from '@lingui/react/macro';
import { clsx } from 'clsx';
import { CheckBox } from '../../../components/staff-lists/check-box.tsx';
import { Avatar } from '../../../components/ui/avatar.tsx';
import { Link } from '../../../lib/router.tsx';
import type { User } from './api.ts';
import { RoleTag, StatusMark } from './marks.tsx';
import { nameOf } from './names.ts';
import { type Ask, FirstAction, MoreActions } from './user-actions.tsx';
import { useWhen } from './when.ts';

export interface RowsProps {
  users: readonly User[];
  /** Account of the member of staff, who cannot act on themselves. */
  ownId: string | undefined;
  chosen: ReadonlySet<string>;
  onChoose(user: User): void;
  ask: Ask;
  /** Shows since when and why instead of reports and last seen. */
  suspensions: boolean;
}

/** The list from 1024 px. */
export function UserTable({ users, ownId, chosen, onChoose, ask, suspensions }: RowsProps) {
  const { t } = useLingui();
  return (
    <div className="overflow-x-auto">
      <table className="w-full border-collapse text-left text-sm">
        <thead>
          <tr className="border-line-strong border-b text-faint text-meta [&>th]:py-2.5 [&>th]:pr-4 [&>th]:font-normal">
            <th scope="col" className="w-11">
              <span className="sr-only">
                <Trans>Choose</Trans>
              </span>
            </th>
            <th scope="col" className="pl-14">
              <Trans>User</Trans>
            </th>
            <th scope="col">
              <Trans>Role</Trans>
            </th>
            {suspensions ? (
              <>
                <th scope="col">
                  <Trans>Since</Trans>
                </th>
                <th scope="col">
                  <Trans>Reason</Trans>
                </th>
              </>
            ) : (
              <>
                <th scope="col">
                  <Trans>Status</Trans>
                </th>
                <th scope="col" className="pr-8! text-right">
                  <Trans>Reports</Trans>
                </th>
                <th scope="col">
                  <Trans>Last seen</Trans>
                </th>
              </>
            )}
            <th scope="col" className="pr-0! text-right">
              <Trans>Actions</Trans>
            </th>
          </tr>
        </thead>
        <tbody>
          {users.map((user) => (
            <tr
              key={user.id}
              className={clsx('border-line border-b [&>td]:py-2 [&>td]:pr-4', chosen.has(user.id) && 'bg-surface-1')}
            >
              <td>
                {user.id === ownId ? null : (
                  <CheckBox
                    label={t`Choose ${nameOf(user)}`}
                    checked={chosen.has(user.id)}
                    onChange={() => onChoose(user)}
                  />
                )}
              </td>
              <th scope="row" className="min-w-64 max-w-72 py-2 pr-4 font-normal">
                <Identity user={user} />
              </th>
              <td>
                <RoleTag role={user.role} />
              </td>
              {suspensions ? <Suspension user={user} /> : <Facts user={user} />}
              <td className="pr-0!">
                <div className="flex items-center justify-end gap-1.5">
                  {user.id === ownId ? (
                    <span className="px-4 text-muted">
                      <Trans>You</Trans>
                    </span>
                  ) : (
                    <FirstAction user={user} ask={ask} />
                  )}
                  <MoreActions user={user} ask={ask} />
                </div>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Portrait, name and address; leads to the member's page. */
export function Identity({ user }: { user: User }) {
  return (
    <Link
      to="/admin/users/:id"
      params={{ id: user.id }}
      className="flex min-h-11 items-center gap-3 rounded-sm hover:text-ember-text"
    >
      <Avatar src={user.portraitUrl} size={44} />
      <span className="min-w-0">
        <span className="block wrap-anywhere font-semibold text-button leading-tight">{nameOf(user)}</span>
        <span className="mt-0.5 block wrap-anywhere text-faint text-meta">{user.email}</span>
      </span>
    </Link>
  );
}

function Facts({ user }: { user: User }) {
  const when = useWhen();
  return (
    <>
      <td className="whitespace-nowrap">
        <StatusMark status={user.status} />
      </td>
      <td className={clsx('pr-8! text-right tabular-nums', user.openReports === 0 && 'text-faint')}>
        {user.openReports}
      </td>
      <td className="whitespace-nowrap text-muted">{user.lastSeenAt ? when(user.lastSeenAt) : '–'}</td>
    </>
  );
}

function Suspension({ user }: { user: User }) {
  const when = useWhen();
  return (
    <>
      <td className="whitespace-nowrap text-muted">
        {user.suspendedAt ? when(user.suspendedAt, { relative: false }) : <StatusMark status={user.status} />}
      </td>
      <td className="max-w-72 wrap-anywhere text-muted">{user.suspendedReason}</td>
    </>
  );
}
