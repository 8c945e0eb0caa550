import { Trans, useLingui } from '@lingui/react/macro';
import { type BanKind, banKinds } from '@vlam/contract/rules/risk';
import { Switch } from '../../components/ui/choice.tsx';
import { Field } from '../../components/ui/field.tsx';
import { FormSheet } from '../../components/ui/form-sheet.tsx';
import { TextArea } from '../../components/ui/text-input.tsx';
import { api } from '../../lib/api.ts';
import { useRecordForm } from '../../lib/helpers/use-record-form.ts';
import { changedByDecisions } from './api.ts';
import { banLabels } from './labels.ts';
import { StaffReasonField } from './staff-reason-field.tsx';

/** Lets a device, number or account be used again. */
export function LiftSheet({ ban, onClose }: { ban: { id: string; kind: BanKind }; onClose(): void }) {
  const { t } = useLingui();
  const form = useRecordForm({
    initial: { reason: '' },
    send: ({ reason }) => api.liftBan({ params: { id: ban.id }, body: { reason } }),
    changes: changedByDecisions,
    done: t`The ban is lifted`,
    onDone: onClose,
  });
  return (
    <FormSheet
      onClose={onClose}
      title={<Trans>Lift the ban</Trans>}
      action={<Trans>Lift</Trans>}
      busyLabel={<Trans>Saving</Trans>}
      busy={form.busy}
      onSubmit={form.submit}
    >
      <Field label={<Trans>Why</Trans>} error={form.errorOf('reason') ?? form.failure}>
        <TextArea {...form.field('reason')} rows={3} maxLength={2000} />
      </Field>
    </FormSheet>
  );
}

/** Bans what a suspended account came with. */
export function BanSheet({ accountId, onClose }: { accountId: string; onClose(): void }) {
  const { t, i18n } = useLingui();
  const form = useRecordForm({
    initial: { reason: '', device: true, id_number: true, payout_account: true },
    send: ({ reason, ...kinds }) =>
      api.placeBans({ body: { userId: accountId, kinds: banKinds.filter((kind) => kinds[kind]), reason } }),
    changes: changedByDecisions,
    done: t`Banned`,
    onDone: onClose,
  });
  return (
    <FormSheet
      onClose={onClose}
      title={<Trans>Ban device, ID or bank account</Trans>}
      intro={
        <Trans>Whoever comes with them again is put into the queue. Nothing tells them that they are banned.</Trans>
      }
      action={<Trans>Ban</Trans>}
      busyLabel={<Trans>Saving</Trans>}
      busy={form.busy}
      disabled={!banKinds.some((kind) => form.values[kind])}
      variant="danger"
      onSubmit={form.submit}
    >
      <div>
        {banKinds.map((kind) => (
          <Switch
            key={kind}
            checked={form.values[kind]}
            onChange={(on) => form.set(kind, on)}
            label={i18n._(banLabels[kind])}
          />
        ))}
      </div>
      <StaffReasonField field={form.field('reason')} error={form.errorOf('reason') ?? form.failure} />
    </FormSheet>
  );
}
