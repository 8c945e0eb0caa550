import { Trans, useLingui } from '@lingui/react/macro';
import type { RiskCaseDetail } from '@vlam/contract/risk';
import type { CommunityRule } from '@vlam/contract/rules/community';
import { banKinds } from '@vlam/contract/rules/risk';
import { useState } from 'react';
import { RuleField } from '../../components/staff-lists/rule-field.tsx';
import { Switch } from '../../components/ui/choice.tsx';
import { Field } from '../../components/ui/field.tsx';
import { FormSheet } from '../../components/ui/form-sheet.tsx';
import { TextArea } from '../../components/ui/text-input.tsx';
import { api } from '../../lib/api.ts';
import { useRecordForm } from '../../lib/helpers/use-record-form.ts';
import { changedByDecisions } from './api.ts';
import { banLabels } from './labels.ts';
import { StaffReasonField } from './staff-reason-field.tsx';

export type CaseAct = 'note' | 'freeze' | 'clear' | 'confirm';
interface SheetProps {
  found: RiskCaseDetail;
  onClose(): void;
}

export function CaseSheet({ act, ...props }: SheetProps & { act: CaseAct }) {
  if (act === 'note') return <NoteSheet {...props} />;
  if (act === 'freeze') return <FreezeSheet {...props} />;
  return act === 'clear' ? <ClearSheet {...props} /> : <ConfirmSheet {...props} />;
}

const paramsOf = ({ id }: RiskCaseDetail) => ({ params: { id } });

function NoteSheet({ found, onClose }: SheetProps) {
  const { t } = useLingui();
  const form = useRecordForm({
    initial: { text: '' },
    send: ({ text }) => api.noteRiskCase({ ...paramsOf(found), body: { text } }),
    changes: changedByDecisions,
    done: t`Saved`,
    onDone: onClose,
  });
  return (
    <FormSheet
      onClose={onClose}
      title={<Trans>Write a note</Trans>}
      action={<Trans>Save</Trans>}
      busyLabel={<Trans>Saving</Trans>}
      busy={form.busy}
      onSubmit={form.submit}
    >
      <Field
        label={<Trans>Note</Trans>}
        aside={<Trans>only staff read it</Trans>}
        error={form.errorOf('text') ?? form.failure}
      >
        <TextArea {...form.field('text')} rows={4} maxLength={2000} />
      </Field>
    </FormSheet>
  );
}

function FreezeSheet({ found, onClose }: SheetProps) {
  const { t } = useLingui();
  const form = useRecordForm({
    initial: { reason: '', holdsSpending: found.frozen?.holdsSpending ?? false },
    send: (body) => api.freezeRiskCase({ ...paramsOf(found), body }),
    changes: changedByDecisions,
    done: t`The money is frozen`,
    onDone: onClose,
  });
  return (
    <FormSheet
      onClose={onClose}
      title={<Trans>Freeze the money</Trans>}
      intro={
        <Trans>
          Payouts and refunds wait until the case is decided. The member sees the same as with any payout that waits,
          and must not learn why.
        </Trans>
      }
      action={<Trans>Freeze</Trans>}
      busyLabel={<Trans>Saving</Trans>}
      busy={form.busy}
      onSubmit={form.submit}
    >
      <StaffReasonField field={form.field('reason')} error={form.errorOf('reason') ?? form.failure} />
      <Switch
        checked={form.values.holdsSpending}
        onChange={(on) => form.set('holdsSpending', on)}
        label={<Trans>Hold spending too</Trans>}
        description={<Trans>Purchases say that they cannot be made right now.</Trans>}
      />
    </FormSheet>
  );
}

function ClearSheet({ found, onClose }: SheetProps) {
  const { t } = useLingui();
  const form = useRecordForm({
    initial: { reason: '' },
    send: ({ reason }) => api.clearRiskCase({ ...paramsOf(found), body: { reason } }),
    changes: changedByDecisions,
    done: t`The case is cleared`,
    onDone: onClose,
  });
  return (
    <FormSheet
      onClose={onClose}
      title={found.frozen ? <Trans>Clear and release</Trans> : <Trans>Clear the case</Trans>}
      intro={<Trans>The same signals open no other case for 30 days.</Trans>}
      action={found.frozen ? <Trans>Release</Trans> : <Trans>Clear</Trans>}
      busyLabel={<Trans>Saving</Trans>}
      busy={form.busy}
      onSubmit={form.submit}
    >
      <Field
        label={<Trans>What you found</Trans>}
        aside={<Trans>only staff read it</Trans>}
        error={form.errorOf('reason') ?? form.failure}
      >
        <TextArea {...form.field('reason')} rows={3} maxLength={2000} />
      </Field>
    </FormSheet>
  );
}

function ConfirmSheet({ found, onClose }: SheetProps) {
  const { t, i18n } = useLingui();
  const [rule, setRule] = useState<CommunityRule>('fraud');
  const form = useRecordForm({
    initial: {
      ...{ reason: '', statement: '', suspend: true },
      ...{ device: true, id_number: true, payout_account: true },
    },
    send: ({ reason, statement, suspend, ...bans }) =>
      api.confirmRiskCase({
        ...paramsOf(found),
        body: { reason, rule, statement, suspend, bans: banKinds.filter((kind) => bans[kind]) },
      }),
    changes: changedByDecisions,
    done: t`The case is confirmed`,
    onDone: onClose,
  });
  return (
    <FormSheet
      onClose={onClose}
      title={<Trans>Confirm the case</Trans>}
      variant="danger"
      intro={<Trans>Payouts of this account end. The member is told what they lose, and may appeal.</Trans>}
      action={<Trans>Confirm</Trans>}
      busyLabel={<Trans>Saving</Trans>}
      busy={form.busy}
      onSubmit={form.submit}
    >
      <Field
        label={<Trans>What you found</Trans>}
        aside={<Trans>only staff read it</Trans>}
        error={form.errorOf('reason')}
      >
        <TextArea {...form.field('reason')} rows={3} maxLength={2000} />
      </Field>
      <RuleField value={rule} onChange={setRule} />
      <Field
        label={<Trans>What the member reads</Trans>}
        help={<Trans>It must not say that anything was or will be reported.</Trans>}
        error={form.errorOf('statement') ?? form.failure}
      >
        <TextArea {...form.field('statement')} rows={3} maxLength={500} />
      </Field>
      <div>
        <Switch
          checked={form.values.suspend}
          onChange={(on) => form.set('suspend', on)}
          label={<Trans>Suspend the account</Trans>}
        />
        {banKinds.map((kind) => (
          <Switch
            key={kind}
            checked={form.values[kind]}
            onChange={(on) => form.set(kind, on)}
            label={<Trans>Ban: {i18n._(banLabels[kind])}</Trans>}
          />
        ))}
      </div>
    </FormSheet>
  );
}
