import { Trans, useLingui } from '@lingui/react/macro';
import type { Breach } from '@vlam/contract/records-breaches';
import type { BreachStep } from '@vlam/contract/rules/records';
import Circle from 'lucide-react/icons/circle';
import CircleCheck from 'lucide-react/icons/circle-check';
import { useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { Field } from '../../../components/ui/field.tsx';
import { FormSheet } from '../../../components/ui/form-sheet.tsx';
import { Tag } from '../../../components/ui/tag.tsx';
import { TextArea } from '../../../components/ui/text-input.tsx';
import { api } from '../../../lib/api.ts';
import { formatDate, formatTime } from '../../../lib/format.ts';
import { useMinute } from '../../../lib/helpers/use-minute.ts';
import { useRecordForm } from '../../../lib/helpers/use-record-form.ts';
import { languageStore } from '../../../lib/language.ts';
import { useStore } from '../../../lib/store.ts';
import { stepHelp, stepLabels } from './labels.ts';

interface StepsProps {
  breach: Breach;
  onChanged(breach: Breach): void;
}

/** What is to be done, until when, and what was done. */
export function Steps({ breach, onChanged }: StepsProps) {
  const { i18n } = useLingui();
  const [marked, setMarked] = useState<BreachStep | 'close' | null>(null);
  const isDone = breach.steps.every(({ doneAt }) => doneAt !== null);
  return (
    <>
      <ol className="grid">
        {breach.steps.map((step) => (
          <li key={step.step} className="flex flex-wrap gap-3 border-line border-t py-3 first:border-t-0">
            {step.doneAt ? (
              <CircleCheck size={22} aria-hidden className="mt-0.5 shrink-0 text-online" />
            ) : (
              <Circle size={22} aria-hidden className="mt-0.5 shrink-0 text-faint" />
            )}
            <div className="min-w-0 flex-[1_1_12rem]">
              <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-semibold">
                {i18n._(stepLabels[step.step])}
                {step.doneAt ? null : <Due dueAt={step.dueAt} />}
              </p>
              <Done step={step} />
            </div>
            {step.doneAt || breach.closedAt ? null : (
              <Button
                size="sm"
                className="self-center"
                aria-label={i18n._(stepLabels[step.step])}
                onClick={() => setMarked(step.step)}
              >
                <Trans>Done</Trans>
              </Button>
            )}
          </li>
        ))}
      </ol>
      {isDone && !breach.closedAt ? (
        <Button variant="bone" className="mt-4" onClick={() => setMarked('close')}>
          <Trans>Close the incident</Trans>
        </Button>
      ) : null}
      {marked ? (
        <NoteSheet
          breach={breach}
          step={marked}
          onClose={() => setMarked(null)}
          onChanged={(changed) => {
            setMarked(null);
            onChanged(changed);
          }}
        />
      ) : null}
    </>
  );
}

function Done({ step }: { step: Breach['steps'][number] }) {
  const { i18n } = useLingui();
  const language = useStore(languageStore);
  if (!step.doneAt) return <p className="text-muted text-sm">{i18n._(stepHelp[step.step])}</p>;
  return (
    <p className="text-muted text-sm">
      <Trans>
        {step.doneBy}, {formatDate(step.doneAt, language)}, {formatTime(step.doneAt)}
      </Trans>
      {step.note ? <span className="block wrap-anywhere">{step.note}</span> : null}
    </p>
  );
}

function Due({ dueAt }: { dueAt: string }) {
  const language = useStore(languageStore);
  const isLate = Date.parse(dueAt) < useMinute();
  return (
    <Tag tone={isLate ? 'danger' : 'neutral'}>
      {isLate ? (
        <Trans>late</Trans>
      ) : (
        <Trans>
          by {formatDate(dueAt, language)}, {formatTime(dueAt)}
        </Trans>
      )}
    </Tag>
  );
}

function NoteSheet({ breach, step, onClose, onChanged }: StepsProps & { step: BreachStep | 'close'; onClose(): void }) {
  const { t, i18n } = useLingui();
  const params = { id: breach.id };
  const form = useRecordForm({
    initial: { note: '' },
    send: ({ note }) =>
      step === 'close'
        ? api.closeBreach({ params, body: { note } })
        : api.markBreachStep({ params, body: { step, note } }),
    changes: ['listBreaches', 'recordsWaiting'],
    done: t`Saved`,
    onDone: onChanged,
  });
  return (
    <FormSheet
      onClose={onClose}
      title={step === 'close' ? <Trans>Close the incident</Trans> : i18n._(stepLabels[step])}
      action={<Trans>Done</Trans>}
      busyLabel={<Trans>Saving</Trans>}
      busy={form.busy}
      onSubmit={form.submit}
    >
      <Field
        label={step === 'close' ? <Trans>What was learnt</Trans> : <Trans>What was done</Trans>}
        aside={step === 'close' ? undefined : <Trans>optional</Trans>}
        error={form.errorOf('note') ?? form.failure}
      >
        <TextArea rows={4} maxLength={step === 'close' ? 2000 : 500} {...form.field('note')} />
      </Field>
    </FormSheet>
  );
}
