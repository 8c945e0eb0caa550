import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { LegalHold } from '@vlam/contract/records-holds';
import { authorities, holdSubjects } from '@vlam/contract/rules/records';
import { CostRow } from '../../../components/pay/cost-summary.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { Field } from '../../../components/ui/field.tsx';
import { FormSheet } from '../../../components/ui/form-sheet.tsx';
import { Select } from '../../../components/ui/select.tsx';
import { Sheet } from '../../../components/ui/sheet.tsx';
import { TextArea, TextInput } from '../../../components/ui/text-input.tsx';
import { api } from '../../../lib/api.ts';
import { formatDate } from '../../../lib/format.ts';
import { useRecordAct, useRecordForm } from '../../../lib/helpers/use-record-form.ts';
import { languageStore } from '../../../lib/language.ts';
import { useStore } from '../../../lib/store.ts';
import { useFailure } from '../../../lib/use-failure.ts';
import { authorityLabels, holdStates, subjectLabels } from './labels.ts';

/** Asks for a hold, which another member of staff confirms. */
export function PlaceHoldSheet({ onClose }: { onClose(): void }) {
  const { t, i18n } = useLingui();
  const form = useRecordForm({
    initial: {
      ...{ subjectType: 'account', subject: '', authority: 'police', reference: '' },
      ...{ reason: '', requestNumber: '', until: '' },
    },
    send: ({ requestNumber, ...body }, idempotencyKey) =>
      api.placeLegalHold({
        body: {
          ...body,
          subjectType: body.subjectType as LegalHold['subject']['type'],
          authority: body.authority as LegalHold['authority'],
          ...(requestNumber ? { requestNumber } : {}),
        },
        idempotencyKey,
      }),
    changes: ['listLegalHolds', 'recordsWaiting'],
    done: t`The hold is in force`,
    onDone: onClose,
  });
  return (
    <FormSheet
      onClose={onClose}
      title={<Trans>Place a hold</Trans>}
      intro={<Trans>It holds at once, and lapses after three days unless another member of staff confirms it.</Trans>}
      action={<Trans>Place</Trans>}
      busyLabel={<Trans>Saving</Trans>}
      busy={form.busy}
      onSubmit={form.submit}
    >
      <Field label={<Trans>What is preserved</Trans>}>
        <Select
          {...form.field('subjectType')}
          options={holdSubjects.map((value) => ({ value, label: i18n._(subjectLabels[value]) }))}
        />
      </Field>
      <Field
        label={<Trans>Which one</Trans>}
        help={<Trans>Id or email address of a member, number of a case, id of a report</Trans>}
        error={form.errorOf('subject') ?? form.failure}
      >
        <TextInput {...form.field('subject')} maxLength={200} autoComplete="off" spellCheck={false} />
      </Field>
      <Field label={<Trans>For</Trans>}>
        <Select
          {...form.field('authority')}
          options={authorities.map((value) => ({ value, label: i18n._(authorityLabels[value]) }))}
        />
      </Field>
      <Field label={<Trans>Their number</Trans>} error={form.errorOf('reference')}>
        <TextInput {...form.field('reference')} maxLength={100} autoComplete="off" />
      </Field>
      <Field label={<Trans>Why</Trans>} error={form.errorOf('reason')}>
        <TextArea {...form.field('reason')} rows={3} maxLength={1000} />
      </Field>
      <Field
        label={<Trans>Number of the request</Trans>}
        aside={<Trans>optional</Trans>}
        error={form.errorOf('requestNumber')}
      >
        <TextInput {...form.field('requestNumber')} maxLength={20} placeholder="AR-2611-0001" autoComplete="off" />
      </Field>
      <Field label={<Trans>Last day</Trans>} error={form.errorOf('until')}>
        <TextInput type="date" {...form.field('until')} />
      </Field>
    </FormSheet>
  );
}

/** One hold, and what the member of staff may do with it. */
export function HoldSheet({
  hold,
  onClose,
  onChange,
}: {
  hold: LegalHold;
  onClose(): void;
  onChange(action: 'renew' | 'end'): void;
}) {
  const { i18n } = useLingui();
  const language = useStore(languageStore);
  const fail = useFailure();
  const confirm = useRecordAct(
    (confirmed: boolean) => api.confirmLegalHold({ params: { id: hold.id }, body: { confirmed } }),
    ['listLegalHolds', 'recordsWaiting'],
    { onDone: onClose, onError: fail },
  );
  const mayChange = hold.state === 'confirmed' && !hold.change;
  return (
    <Sheet
      open
      onClose={onClose}
      title={hold.number}
      actions={
        hold.mayConfirm ? (
          <>
            <Button busy={confirm.isPending} onClick={() => confirm.mutate(false)}>
              <Trans>Reject</Trans>
            </Button>
            <Button variant="primary" busy={confirm.isPending} onClick={() => confirm.mutate(true)}>
              <Trans>Confirm</Trans>
            </Button>
          </>
        ) : mayChange ? (
          <>
            <Button onClick={() => onChange('end')}>
              <Trans>End it</Trans>
            </Button>
            <Button variant="bone" onClick={() => onChange('renew')}>
              <Trans>Renew</Trans>
            </Button>
          </>
        ) : undefined
      }
    >
      <dl>
        <CostRow label={i18n._(subjectLabels[hold.subject.type])}>
          {hold.subject.name}
          <span className="block break-all font-normal text-faint text-meta">{hold.subject.id}</span>
        </CostRow>
        {hold.subject.type === 'account' ? (
          <CostRow label={<Trans>Removed meanwhile, and kept</Trans>}>
            <Plural value={hold.keptRows} _0="nothing" one="# entry" other="# entries" />
          </CostRow>
        ) : null}
        <CostRow label={<Trans>State</Trans>}>{i18n._(holdStates[hold.state])}</CostRow>
        <CostRow label={<Trans>For</Trans>}>{i18n._(authorityLabels[hold.authority])}</CostRow>
        <CostRow label={<Trans>Their number</Trans>}>{hold.reference}</CostRow>
        {hold.requestNumber ? (
          <CostRow label={<Trans>Number of the request</Trans>}>{hold.requestNumber}</CostRow>
        ) : null}
        <CostRow label={<Trans>Placed</Trans>}>
          {formatDate(hold.placedAt, language)}
          <span className="block font-normal text-faint text-meta">{hold.placedBy}</span>
        </CostRow>
        {hold.confirmedBy ? <CostRow label={<Trans>Confirmed by</Trans>}>{hold.confirmedBy}</CostRow> : null}
        {hold.state === 'asked' ? (
          <CostRow label={<Trans>Lapses on</Trans>}>{formatDate(hold.confirmBy, language)}</CostRow>
        ) : null}
        <CostRow label={<Trans>Until</Trans>}>{formatDate(hold.until, language)}</CostRow>
      </dl>
      <p className="mt-4 whitespace-pre-line wrap-anywhere">{hold.reason}</p>
      {hold.change ? (
        <div className="mt-5 rounded-md bg-warning-soft p-4 text-sm">
          <p className="font-semibold text-warning">
            {hold.change.action === 'end' ? (
              <Trans>{hold.change.by} asks to end it</Trans>
            ) : hold.change.until ? (
              <Trans>
                {hold.change.by} asks to renew it until {formatDate(hold.change.until, language)}
              </Trans>
            ) : null}
          </p>
          <p className="mt-1 wrap-anywhere">{hold.change.reason}</p>
        </div>
      ) : null}
    </Sheet>
  );
}

/** Asks to renew or end a hold. */
export function ChangeHoldSheet({
  hold,
  action,
  onClose,
}: {
  hold: LegalHold;
  action: 'renew' | 'end';
  onClose(): void;
}) {
  const { t } = useLingui();
  const form = useRecordForm({
    initial: { reason: '', until: '' },
    send: ({ reason, until }) =>
      api.changeLegalHold({
        params: { id: hold.id },
        body: { action, reason, ...(action === 'renew' ? { until } : {}) },
      }),
    changes: ['listLegalHolds', 'recordsWaiting'],
    done: t`Another member of staff confirms it`,
    onDone: onClose,
  });
  return (
    <FormSheet
      onClose={onClose}
      title={action === 'renew' ? <Trans>Renew the hold</Trans> : <Trans>End the hold</Trans>}
      action={<Trans>Ask</Trans>}
      busyLabel={<Trans>Saving</Trans>}
      busy={form.busy}
      onSubmit={form.submit}
    >
      {action === 'renew' ? (
        <Field label={<Trans>Last day</Trans>} error={form.errorOf('until')}>
          <TextInput type="date" {...form.field('until')} />
        </Field>
      ) : null}
      <Field label={<Trans>Why</Trans>} error={form.errorOf('reason') ?? form.failure}>
        <TextArea {...form.field('reason')} rows={3} maxLength={1000} />
      </Field>
    </FormSheet>
  );
}
