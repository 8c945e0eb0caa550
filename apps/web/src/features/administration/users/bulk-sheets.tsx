import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { CommunityRule } from '@vlam/contract/rules/community';
import { useState } from 'react';
import { BulkSheet } from '../../../components/staff-lists/bulk-sheet.tsx';
import { RuleField } from '../../../components/staff-lists/rule-field.tsx';
import type { BulkAction, User } from './api.ts';
import { nameOf } from './names.ts';

export interface UserBulkSheetProps {
  action: BulkAction['action'];
  users: readonly User[];
  busy: boolean;
  onConfirm(suspension?: { reason: string; rule: CommunityRule }): void;
  onClose(): void;
}

/** Names the accounts of a bulk action, and asks for the reason of a suspension. */
export function UserBulkSheet({ action, users, busy, onConfirm, onClose }: UserBulkSheetProps) {
  const { t } = useLingui();
  const needsReason = action === 'suspend';
  const [rule, setRule] = useState<CommunityRule>('other');
  const count = users.length;
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
    <BulkSheet
      onClose={onClose}
      title={titles[action]}
      intro={intros[action]}
      action={actions[action]}
      busy={busy}
      variant={needsReason ? 'danger' : 'primary'}
      rows={users.map((user) => ({ id: user.id, name: nameOf(user), more: user.email }))}
      {...(needsReason && {
        text: {
          label: <Trans>Reason</Trans>,
          aside: <Trans>kept in the log</Trans>,
          min: 1,
          missing: t`A reason is required`,
        },
      })}
      onConfirm={(reason) => onConfirm(needsReason ? { reason, rule } : undefined)}
    >
      {needsReason ? <RuleField value={rule} onChange={setRule} /> : null}
    </BulkSheet>
  );
}
