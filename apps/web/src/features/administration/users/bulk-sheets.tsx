import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { CommunityRule } from '@vlam/contract/rules/community';
import { useState } from 'react';
import { Field } from '../../../components/ui/field.tsx';
import { FormSheet } from '../../../components/ui/form-sheet.tsx';
import { RuleField } from '../../../components/ui/rule-field.tsx';
import { TextArea } from '../../../components/ui/text-input.tsx';
import { useForm } from '../../../lib/form.ts';
import type { BulkAction, User } from './api.ts';
import { nameOf } from './names.ts';

/** Names shown before the rest is only counted. */
const maxNames = 6;

export interface BulkSheetProps {
  action: BulkAction['action'];
  users: readonly User[];
  busy: boolean;
  onConfirm(suspension?: { reason: string; rule: CommunityRule }): void;
  onClose(): void;
}

/** Names whom a bulk action is about, and asks for the reason of a suspension. */
export function BulkSheet({ action, users, busy, onConfirm, onClose }: BulkSheetProps) {
  const { t } = useLingui();
  const needsReason = action === 'suspend';
  const [rule, setRule] = useState<CommunityRule>('other');
  const form = useForm(
    { reason: '' },
    ({ reason }): Record<string, string> => (!needsReason || reason.trim() ? {} : { reason: t`A reason is required` }),
  );
  const count = users.length;
  const rest = count - maxNames;
  const titles = {
    suspend: <Plural value={count} one="Suspend # member?" other="Suspend # members?" />,
    unsuspend: <Plural value={count} one="Unsuspend # member?" other="Unsuspend # members?" />,
    verify: <Plural value={count} one="Verify # member?" other="Verify # members?" />,
  };
  const intros = {
    suspend: <Trans>They are signed out at once and are told the reason. You can undo it for ten minutes.</Trans>,
    unsuspend: <Trans>They can sign in again. You can undo it for ten minutes.</Trans>,
    verify: <Trans>You record that you have seen an identity document of each. You can undo it for ten minutes.</Trans>,
  };
  const actions = {
    suspend: <Trans>Suspend {count}</Trans>,
    unsuspend: <Trans>Unsuspend {count}</Trans>,
    verify: <Trans>Verify {count}</Trans>,
  };
  return (
    <FormSheet
      onClose={onClose}
      title={titles[action]}
      intro={intros[action]}
      formRef={form.ref}
      action={actions[action]}
      busyLabel={<Trans>Working</Trans>}
      busy={busy}
      variant={action === 'suspend' ? 'danger' : 'primary'}
      onSubmit={() => {
        if (form.validate()) onConfirm(needsReason ? { reason: form.values.reason.trim(), rule } : undefined);
      }}
    >
      <ul className="text-sm">
        {users.slice(0, maxNames).map((user) => (
          <li key={user.id} className="wrap-anywhere py-1">
            {nameOf(user)} <span className="text-faint">{user.email}</span>
          </li>
        ))}
        {rest > 0 ? (
          <li className="py-1 text-muted">
            <Trans>and {rest} more</Trans>
          </li>
        ) : null}
      </ul>
      {needsReason ? (
        <>
          <RuleField value={rule} onChange={setRule} />
          <Field
            label={<Trans>Reason</Trans>}
            aside={<Trans>kept in the log</Trans>}
            error={form.errors.reason}
            className="mt-4"
          >
            <TextArea {...form.field('reason')} rows={3} maxLength={500} />
          </Field>
        </>
      ) : null}
    </FormSheet>
  );
}
