import { useLingui } from '@lingui/react/macro';
import { clsx } from 'clsx';
import { Segment } from '../../components/ui/choice.tsx';
import { useStore } from '../../lib/store.ts';
import { setViewRole, type ViewRole, viewRoleStore } from '../../lib/view-as.ts';

export function useViewRoleNames(): Record<ViewRole, string> {
  const { t } = useLingui();
  return { admin: t`Admin`, creator: t`Creator`, user: t`User` };
}

export const viewRoleColours: Record<ViewRole, string> = {
  admin: 'text-role-admin',
  creator: 'text-role-creator',
  user: 'text-role-user',
};

/** Switches whose screen an admin looks at: admin, creator or user. */
export function ViewRoleSegment({ className }: { className?: string }) {
  const { t } = useLingui();
  const role = useStore(viewRoleStore);
  const names = useViewRoleNames();
  return (
    <Segment<ViewRole>
      label={t`View as`}
      value={role}
      onChange={setViewRole}
      options={(['admin', 'creator', 'user'] as const).map((value) => ({
        value,
        label: (
          <span className="inline-flex items-center gap-1">
            <span aria-hidden className={clsx('size-1.5 rounded-pill bg-current', viewRoleColours[value])} />
            {names[value]}
          </span>
        ),
      }))}
      {...(className ? { className } : {})}
    />
  );
}
