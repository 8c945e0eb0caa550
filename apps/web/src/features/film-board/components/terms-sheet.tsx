import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Field } from '../../../components/ui/field.tsx';
import { FormSheet } from '../../../components/ui/form-sheet.tsx';
import { TextInput } from '../../../components/ui/text-input.tsx';
import { type Answer, api, keyOf, messageOf } from '../../../lib/api.ts';
import { toast } from '../../../lib/toast.ts';

const isDays = (days: number) => Number.isInteger(days) && days >= 1 && days <= 250;

/** The times of review and of the reminders, for what is sent from now on. */
export function TermsSheet({ terms, onClose }: { terms: Answer<'filmBoardTerms'>; onClose(): void }) {
  const { t } = useLingui();
  const client = useQueryClient();
  const [review, setReview] = useState(String(terms.reviewDays));
  const [reminders, setReminders] = useState(terms.reminderDays.join(', '));
  const [submitted, setSubmitted] = useState(false);
  const reviewDays = Number(review);
  const reminderDays = reminders
    .split(/[\s,;]+/)
    .filter(Boolean)
    .map(Number);
  const reminderProblem = reminderDays.length === 0 || reminderDays.length > 6 || !reminderDays.every(isDays);
  const save = useMutation({
    mutationFn: () => api.setFilmBoardTerms({ body: { reviewDays, reminderDays } }),
    onSuccess(saved) {
      client.setQueryData(keyOf('filmBoardTerms'), saved);
      toast({ title: t`Saved` });
      onClose();
    },
  });
  return (
    <FormSheet
      onClose={onClose}
      title={<Trans>Times of the film board</Trans>}
      intro={<Trans>For what is sent from now on. Days that were promised stay. Each change is recorded.</Trans>}
      action={<Trans>Save</Trans>}
      busyLabel={<Trans>Saving</Trans>}
      busy={save.isPending}
      onSubmit={() => {
        setSubmitted(true);
        if (isDays(reviewDays) && !reminderProblem) save.mutate();
      }}
    >
      <Field
        label={<Trans>Business days until an answer</Trans>}
        error={submitted && !isDays(reviewDays) ? <Trans>From 1 to 250 days</Trans> : messageOf(save.error)}
      >
        <TextInput
          name="reviewDays"
          inputMode="numeric"
          value={review}
          onChange={(event) => setReview(event.currentTarget.value)}
        />
      </Field>
      <Field
        label={<Trans>Reminders, in days before the end</Trans>}
        help={<Trans>From the first of them on a registration can be renewed.</Trans>}
        error={submitted && reminderProblem ? <Trans>Up to six numbers from 1 to 250</Trans> : undefined}
      >
        <TextInput
          name="reminderDays"
          inputMode="numeric"
          value={reminders}
          onChange={(event) => setReminders(event.currentTarget.value)}
        />
      </Field>
    </FormSheet>
  );
}
