import { Trans, useLingui } from '@lingui/react/macro';
import type { Breach } from '@vlam/contract/records-breaches';
import type { ReactNode } from 'react';
import { Field } from '../../../components/ui/field.tsx';
import { FormSheet } from '../../../components/ui/form-sheet.tsx';
import { TextArea, TextInput } from '../../../components/ui/text-input.tsx';
import { api } from '../../../lib/api.ts';
import { useRecordForm } from '../../../lib/helpers/use-record-form.ts';
import { toJohannesburg, toUtc } from './local-time.ts';

/** What is known of an incident: recorded first, and written on as more is known. */
export function FactsSheet({
  breach,
  onClose,
  onDone,
}: {
  /** Absent for a new one. */
  breach?: Breach;
  onClose(): void;
  onDone(breach: Breach): void;
}) {
  const { t } = useLingui();
  const form = useRecordForm({
    initial: {
      title: breach?.title ?? '',
      knownAt: toJohannesburg(breach?.knownAt ?? new Date().toISOString()),
      happenedOn: breach?.happenedOn ?? '',
      what: breach?.what ?? '',
      data: breach?.data ?? '',
      people: breach?.people == null ? '' : String(breach.people),
      consequences: breach?.consequences ?? '',
      measures: breach?.measures ?? '',
      advice: breach?.advice ?? '',
    },
    send: ({ people, knownAt, happenedOn, ...facts }, idempotencyKey) => {
      const body = {
        ...facts,
        knownAt: toUtc(knownAt),
        happenedOn: happenedOn || null,
        people: /^\d+$/.test(people.trim()) ? Number(people) : null,
      };
      return breach
        ? api.changeBreach({ params: { id: breach.id }, body })
        : api.recordBreach({ body, idempotencyKey });
    },
    changes: ['listBreaches', 'recordsWaiting'],
    done: t`Saved`,
    onDone,
  });
  const long = (name: 'what' | 'data' | 'consequences' | 'measures' | 'advice', label: ReactNode, max: number) => (
    <Field label={label} error={form.errorOf(name)}>
      <TextArea rows={3} maxLength={max} {...form.field(name)} />
    </Field>
  );
  return (
    <FormSheet
      onClose={onClose}
      title={breach ? breach.number : <Trans>Record an incident</Trans>}
      intro={breach ? undefined : <Trans>Write down what you know now. The clock of each step starts with it.</Trans>}
      action={<Trans>Save</Trans>}
      busyLabel={<Trans>Saving</Trans>}
      busy={form.busy}
      onSubmit={form.submit}
    >
      <Field label={<Trans>Title</Trans>} error={form.errorOf('title')}>
        <TextInput maxLength={120} autoComplete="off" {...form.field('title')} />
      </Field>
      <Field label={<Trans>Known since</Trans>} error={form.errorOf('knownAt')}>
        <TextInput type="datetime-local" {...form.field('knownAt')} />
      </Field>
      <Field label={<Trans>Happened on</Trans>} aside={<Trans>if known</Trans>} error={form.errorOf('happenedOn')}>
        <TextInput type="date" {...form.field('happenedOn')} />
      </Field>
      {long('what', <Trans>What happened</Trans>, 4000)}
      {long('data', <Trans>Which data</Trans>, 1000)}
      <Field label={<Trans>How many people</Trans>} aside={<Trans>if known</Trans>} error={form.errorOf('people')}>
        <TextInput inputMode="numeric" maxLength={9} autoComplete="off" {...form.field('people')} />
      </Field>
      {long('consequences', <Trans>What could follow for them</Trans>, 2000)}
      {long('measures', <Trans>What was done, and will be</Trans>, 2000)}
      <Field label={<Trans>What they can do</Trans>} error={form.errorOf('advice') ?? form.failure}>
        <TextArea rows={3} maxLength={2000} {...form.field('advice')} />
      </Field>
    </FormSheet>
  );
}
