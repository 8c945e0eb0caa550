import { Trans, useLingui } from '@lingui/react/macro';
import { safetyLimits } from '@vlam/contract/rules/meeting';
import { useState } from 'react';
import { Field } from '../../../components/ui/field.tsx';
import { FormSheet } from '../../../components/ui/form-sheet.tsx';
import { FormSummary } from '../../../components/ui/form-summary.tsx';
import { TextArea, TextInput } from '../../../components/ui/text-input.tsx';
import { fieldErrorsOf } from '../../../lib/api.ts';
import { useForm } from '../../../lib/form.ts';
import { toast } from '../../../lib/toast.ts';
import { useFailure } from '../../../lib/use-failure.ts';
import { useSharePlan } from '../api.ts';
import { useLocationMessage } from '../labels.ts';
import { checkPlanForm, emptyPlanForm, type PlanSubject, planBackBy, planStart, toPlanFields } from '../plan-form.ts';

/** Shares a plan and its "back by" time with a contact. No draft is stored. */
export function ShareSheet({ subject, onClose }: { subject: PlanSubject; onClose(): void }) {
  const { t } = useLingui();
  const translate = useLocationMessage();
  const fail = useFailure();
  const [now] = useState(() => new Date());
  const form = useForm(
    () => emptyPlanForm(subject, now),
    (values) => checkPlanForm(values, now),
  );
  const { errors, field, values } = form;
  const share = useSharePlan({
    onSuccess: ({ contactName }) => {
      toast({ title: t`Shared`, text: t`${contactName} has a link by mail. Remember to check in.` });
      onClose();
    },
    onError: (error) => {
      if (!form.refuse(toPlanFields(fieldErrorsOf(error)))) fail(error);
    },
  });
  const send = () => {
    const startsAt = planStart(values);
    const backBy = planBackBy(values);
    if (!form.validate() || !startsAt || !backBy) return;
    share.mutate({
      about: subject.about,
      ...(subject.aboutId ? { aboutId: subject.aboutId } : {}),
      title: values.title.trim(),
      place: values.place.trim(),
      startsAt,
      backBy,
      contactName: values.contactName.trim(),
      contactEmail: values.contactEmail.trim(),
      note: values.note.trim(),
    });
  };
  const minutes = safetyLimits.graceMinutes;
  return (
    <FormSheet
      onClose={onClose}
      title={<Trans>Share my plan</Trans>}
      intro={
        <Trans>
          Your friend gets a mail with your first name and a private link, and needs no account. If you have not checked
          in {minutes} minutes after "back by", we write to them again.
        </Trans>
      }
      action={<Trans>Share plan</Trans>}
      busy={share.isPending}
      busyLabel={<Trans>Sharing</Trans>}
      formRef={form.ref}
      onSubmit={() => {
        send();
      }}
    >
      <FormSummary invalidCount={form.invalidCount} />
      <Field label={<Trans>What you are doing</Trans>} error={translate(errors.title)}>
        <TextInput {...field('title')} maxLength={100} autoComplete="off" required />
      </Field>
      <Field label={<Trans>Where</Trans>} error={translate(errors.place)}>
        <TextInput {...field('place')} maxLength={200} autoComplete="off" required />
      </Field>
      <div className="grid grid-cols-[3fr_2fr] gap-3">
        <Field label={<Trans>From</Trans>}>
          <TextInput {...field('startDate')} type="date" required />
        </Field>
        <Field label={<Trans>Time</Trans>} error={translate(errors.startTime)}>
          <TextInput {...field('startTime')} type="time" aria-label={t`Time you leave`} required />
        </Field>
        <Field label={<Trans>Back by</Trans>}>
          <TextInput {...field('backDate')} type="date" required />
        </Field>
        <Field label={<Trans>Time</Trans>} error={translate(errors.backTime)}>
          <TextInput {...field('backTime')} type="time" aria-label={t`Time you are back by`} required />
        </Field>
      </div>
      <Field label={<Trans>Who should know</Trans>} error={translate(errors.contactName)}>
        <TextInput {...field('contactName')} maxLength={60} autoComplete="off" required />
      </Field>
      <Field label={<Trans>Their email</Trans>} error={translate(errors.contactEmail)}>
        <TextInput
          {...field('contactEmail')}
          type="email"
          inputMode="email"
          maxLength={254}
          autoComplete="off"
          required
        />
      </Field>
      <Field
        label={<Trans>Note</Trans>}
        aside={<Trans>Optional</Trans>}
        help={<Trans>Whom you meet, how you travel. Only your friend reads it.</Trans>}
      >
        <TextArea {...field('note')} rows={2} maxLength={500} className="min-h-0!" />
      </Field>
    </FormSheet>
  );
}
