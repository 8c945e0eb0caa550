import { Trans, useLingui } from '@lingui/react/macro';
import type { Role } from '@vlam/contract/identity';
import type { CommunityRule } from '@vlam/contract/rules/community';
import History from 'lucide-react/icons/history';
import ListChecks from 'lucide-react/icons/list-checks';
import ShieldCheck from 'lucide-react/icons/shield-check';
import UserCheck from 'lucide-react/icons/user-check';
import UserRoundCog from 'lucide-react/icons/user-round-cog';
import UserX from 'lucide-react/icons/user-x';
import { type ReactNode, useState } from 'react';
import { RuleField } from '../../../components/staff-lists/rule-field.tsx';
import { RadioRows } from '../../../components/ui/choice.tsx';
import { Field } from '../../../components/ui/field.tsx';
import { FormSheet } from '../../../components/ui/form-sheet.tsx';
import { Sheet } from '../../../components/ui/sheet.tsx';
import { sheetRow } from '../../../components/ui/sheet-row.ts';
import { TextArea } from '../../../components/ui/text-input.tsx';
import { fieldErrorsOf } from '../../../lib/api.ts';
import { useForm } from '../../../lib/form.ts';
import { Link } from '../../../lib/router.tsx';
import { toast } from '../../../lib/toast.ts';
import { useFailure } from '../../../lib/use-failure.ts';
import { type User, type UserChange, useChangeUser } from './api.ts';
import { userRoles } from './filter.ts';
import { roleLabels } from './labels.ts';
import { RoleTag, StatusMark } from './marks.tsx';
import { nameOf } from './names.ts';
import type { Question } from './user-actions.tsx';
import { useWhen } from './when.ts';

export interface UserSheetsProps {
  question: Question;
  user: User;
  /** Whether this is the account of the member of staff, or one they may not change. */
  isFixed: boolean;
  /** Chooses the account for an action on several; absent outside the list. */
  onChoose?: () => void;
  /** Opens another question about the same account. */
  onAsk(question: Question): void;
  onClose(): void;
}

/** What is done to one account: the menu, and a sheet for each action. */
export function UserSheets(props: UserSheetsProps) {
  if (props.question === 'menu') return <MenuSheet {...props} />;
  if (props.question === 'suspend') return <SuspendSheet {...props} />;
  if (props.question === 'role') return <RoleSheet {...props} />;
  return <ConfirmSheet {...props} kind={props.question} />;
}

function MenuSheet({ user, isFixed, onChoose, onAsk, onClose }: UserSheetsProps) {
  const isSuspended = user.status === 'suspended';
  const isProven = user.isVerified && user.identityChecked;
  return (
    <Sheet
      open
      onClose={onClose}
      title={nameOf(user)}
      intro={
        <span className="flex flex-wrap items-center gap-3">
          <RoleTag role={user.role} />
          <StatusMark status={user.status} />
        </span>
      }
    >
      <Link to="/admin/users/:id" params={{ id: user.id }} onClick={onClose} className={sheetRow}>
        <History size={20} />
        <Trans>Whole history</Trans>
      </Link>
      {isFixed ? null : (
        <>
          {isProven ? null : (
            <button type="button" onClick={() => onAsk('verify')} className={sheetRow}>
              <UserCheck size={20} />
              <Trans>Verify</Trans>
            </button>
          )}
          <button type="button" onClick={() => onAsk(isSuspended ? 'unsuspend' : 'suspend')} className={sheetRow}>
            {isSuspended ? <ShieldCheck size={20} /> : <UserX size={20} />}
            {isSuspended ? <Trans>Unsuspend</Trans> : <Trans>Suspend</Trans>}
          </button>
          <button type="button" onClick={() => onAsk('role')} className={sheetRow}>
            <UserRoundCog size={20} />
            <Trans>Change role</Trans>
          </button>
          {onChoose ? (
            <button type="button" onClick={onChoose} className={sheetRow}>
              <ListChecks size={20} />
              <Trans>Choose several</Trans>
            </button>
          ) : null}
        </>
      )}
    </Sheet>
  );
}

/** Sends a change, says that it is done, and closes. */
function useChange({ user, onClose }: UserSheetsProps, onRefused?: (error: Error) => boolean) {
  const { t } = useLingui();
  const fail = useFailure();
  const name = nameOf(user);
  const titles: Record<UserChange['kind'], string> = {
    suspend: t`Suspended`,
    unsuspend: t`Suspension lifted`,
    verify: t`Verified`,
    role: t`Role changed`,
  };
  return useChangeUser({
    onSuccess(_user, change) {
      const isProposal = change.kind === 'role' && change.role === 'admin';
      toast(
        isProposal
          ? { title: t`Proposed as an admin`, text: t`Another admin has to confirm ${name} within 24 hours.` }
          : { title: titles[change.kind], text: name },
      );
      onClose();
    },
    onError: (error) => {
      if (!onRefused?.(error)) fail(error);
    },
  });
}

export const maxReasonLength = 500;

function SuspendSheet(props: UserSheetsProps) {
  const { t } = useLingui();
  const { user, onClose } = props;
  const [rule, setRule] = useState<CommunityRule>('other');
  const form = useForm(
    { reason: '' },
    ({ reason }): Record<string, string> => (reason.trim() ? {} : { reason: t`A reason is required` }),
  );
  const change = useChange(props, (error) => form.refuse(fieldErrorsOf(error)));
  return (
    <FormSheet
      onClose={onClose}
      title={<Trans>Suspend {nameOf(user)}?</Trans>}
      intro={
        <Trans>
          They are signed out at once and can't sign in until you lift it. Their profile and content disappear from
          others. They are told the reason.
        </Trans>
      }
      formRef={form.ref}
      action={<Trans>Suspend</Trans>}
      busyLabel={<Trans>Suspending</Trans>}
      busy={change.isPending}
      variant="danger"
      onSubmit={() => {
        if (form.validate())
          change.mutate({ kind: 'suspend', userId: user.id, rule, reason: form.values.reason.trim() });
      }}
    >
      <RuleField value={rule} onChange={setRule} />
      <Field
        label={<Trans>Reason</Trans>}
        aside={<Trans>kept in the log</Trans>}
        error={form.errors.reason}
        className="mt-4"
      >
        <TextArea {...form.field('reason')} rows={3} maxLength={maxReasonLength} />
      </Field>
    </FormSheet>
  );
}

function RoleSheet(props: UserSheetsProps) {
  const { i18n } = useLingui();
  const { user, onClose } = props;
  const [role, setRole] = useState<Role>(user.role);
  const change = useChange(props);
  const texts: Record<Role, ReactNode> = {
    user: <Trans>A member without a creator profile</Trans>,
    creator: <Trans>Sells content from their own profile</Trans>,
    moderator: <Trans>Decides reports and content, sees figures</Trans>,
    admin: <Trans>May do everything, also change roles. A second admin has to confirm it</Trans>,
  };
  return (
    <FormSheet
      onClose={onClose}
      title={<Trans>Change the role of {nameOf(user)}</Trans>}
      intro={<Trans>They are signed out and sign in again with the new role.</Trans>}
      action={<Trans>Change role</Trans>}
      busyLabel={<Trans>Changing</Trans>}
      busy={change.isPending}
      disabled={role === user.role}
      onSubmit={() => change.mutate({ kind: 'role', userId: user.id, role })}
    >
      <RadioRows<Role>
        legend={<Trans>Role</Trans>}
        hideLegend
        value={role}
        onChange={setRole}
        options={userRoles.map((value) => ({ value, label: i18n._(roleLabels[value]), description: texts[value] }))}
      />
    </FormSheet>
  );
}

function ConfirmSheet(props: UserSheetsProps & { kind: 'verify' | 'unsuspend' }) {
  const { user, kind, onClose } = props;
  const when = useWhen();
  const change = useChange(props);
  const isVerify = kind === 'verify';
  return (
    <FormSheet
      onClose={onClose}
      title={isVerify ? <Trans>Verify {nameOf(user)}?</Trans> : <Trans>Unsuspend {nameOf(user)}?</Trans>}
      intro={
        isVerify ? (
          <Trans>
            You record that you have seen an identity document of an adult, and that it is this person. The account
            opens and gets the verified badge.
          </Trans>
        ) : (
          <Trans>They can sign in again, and their profile and content return.</Trans>
        )
      }
      action={isVerify ? <Trans>I have seen it: verify</Trans> : <Trans>Unsuspend</Trans>}
      busyLabel={isVerify ? <Trans>Verifying</Trans> : <Trans>Lifting</Trans>}
      busy={change.isPending}
      onSubmit={() => change.mutate({ kind, userId: user.id })}
    >
      {!isVerify && user.suspendedAt ? (
        <div className="rounded-md bg-surface-2 px-4 py-3 text-sm">
          <p className="text-faint text-meta">
            <Trans>Suspended, {when(user.suspendedAt, { relative: false })}</Trans>
          </p>
          <p className="mt-0.5 wrap-anywhere">{user.suspendedReason}</p>
        </div>
      ) : null}
    </FormSheet>
  );
}
