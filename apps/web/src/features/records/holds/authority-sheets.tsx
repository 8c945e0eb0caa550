import { Trans, useLingui } from '@lingui/react/macro';
import type { AuthorityRequest } from '@vlam/contract/records-holds';
import { authorities, authorityDemands } from '@vlam/contract/rules/records';
import { RadioRows } from '../../../components/ui/choice.tsx';
import { Field } from '../../../components/ui/field.tsx';
import { FormSheet } from '../../../components/ui/form-sheet.tsx';
import { Select } from '../../../components/ui/select.tsx';
import { TextArea, TextInput } from '../../../components/ui/text-input.tsx';
import { api } from '../../../lib/api.ts';
import { useRecordForm } from '../../../lib/helpers/use-record-form.ts';
import { authorityLabels, demandLabels } from './labels.ts';

/** Records what an authority asked. */
export function RequestSheet({ onClose }: { onClose(): void }) {
  const { t, i18n } = useLingui();
  const form = useRecordForm({
    initial: { authority: 'police', demand: 'preserve', reference: '', summary: '', dueOn: '' },
    send: ({ dueOn, ...body }, idempotencyKey) =>
      api.recordAuthorityRequest({
        body: {
          ...body,
          authority: body.authority as AuthorityRequest['authority'],
          demand: body.demand as AuthorityRequest['demand'],
          ...(dueOn ? { dueOn } : {}),
        },
        idempotencyKey,
      }),
    changes: ['listAuthorityRequests', 'recordsWaiting'],
    done: t`Recorded`,
    onDone: onClose,
  });
  return (
    <FormSheet
      onClose={onClose}
      title={<Trans>Record a request</Trans>}
      action={<Trans>Record</Trans>}
      busyLabel={<Trans>Saving</Trans>}
      busy={form.busy}
      onSubmit={form.submit}
    >
      <Field label={<Trans>From</Trans>}>
        <Select
          {...form.field('authority')}
          options={authorities.map((value) => ({ value, label: i18n._(authorityLabels[value]) }))}
        />
      </Field>
      <Field label={<Trans>Asks</Trans>}>
        <Select
          {...form.field('demand')}
          options={authorityDemands.map((value) => ({ value, label: i18n._(demandLabels[value]) }))}
        />
      </Field>
      <Field label={<Trans>Their number</Trans>} error={form.errorOf('reference')}>
        <TextInput {...form.field('reference')} maxLength={100} autoComplete="off" />
      </Field>
      <Field label={<Trans>What they ask</Trans>} error={form.errorOf('summary') ?? form.failure}>
        <TextArea {...form.field('summary')} rows={4} maxLength={1000} />
      </Field>
      <Field label={<Trans>Last day to answer</Trans>} aside={<Trans>optional</Trans>} error={form.errorOf('dueOn')}>
        <TextInput type="date" {...form.field('dueOn')} />
      </Field>
    </FormSheet>
  );
}

/** Records what was answered, once. */
export function AnswerSheet({ request, onClose }: { request: AuthorityRequest; onClose(): void }) {
  const { t } = useLingui();
  const form = useRecordForm({
    initial: { state: 'answered', answer: '' },
    send: ({ state, answer }) =>
      api.answerAuthorityRequest({
        params: { id: request.id },
        body: { state: state as 'answered' | 'refused', answer },
      }),
    changes: ['listAuthorityRequests', 'recordsWaiting'],
    done: t`Recorded`,
    onDone: onClose,
  });
  return (
    <FormSheet
      onClose={onClose}
      title={request.number}
      action={<Trans>Record</Trans>}
      busyLabel={<Trans>Saving</Trans>}
      busy={form.busy}
      onSubmit={form.submit}
    >
      <RadioRows
        legend={<Trans>Answer</Trans>}
        value={form.values.state}
        onChange={(state) => form.set('state', state)}
        options={[
          { value: 'answered', label: t`Answered` },
          { value: 'refused', label: t`Refused` },
        ]}
      />
      <Field label={<Trans>What was answered</Trans>} error={form.errorOf('answer') ?? form.failure}>
        <TextArea {...form.field('answer')} rows={4} maxLength={2000} />
      </Field>
    </FormSheet>
  );
}
