import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { ReasonField } from '../../../components/reason-field.tsx';
import { Field } from '../../../components/ui/field.tsx';
import { FormSheet } from '../../../components/ui/form-sheet.tsx';
import { TextInput } from '../../../components/ui/text-input.tsx';
import { fieldErrorsOf } from '../../../lib/api.ts';
import { toast } from '../../../lib/toast.ts';
import { useFailure } from '../../../lib/use-failure.ts';
import { type AgeReview, useDecideAgeReview } from '../api.ts';
import { DocumentBirthDateField } from './document-birth-date-field.tsx';

const maxReasonLength = 300;

interface AgeReviewDecisionProps {
  review: AgeReview;
  accepts: boolean;
  onBack(): void;
  onClose(): void;
}

/** Accepts with the document's ID number and date of birth, or refuses; both need a reason for the audit log. */
export function AgeReviewDecision({ review, accepts, onBack, onClose }: AgeReviewDecisionProps) {
  const { t } = useLingui();
  const fail = useFailure();
  const [idNumber, setIdNumber] = useState('');
  const [dateOfBirth, setDateOfBirth] = useState('');
  const [reason, setReason] = useState('');
  const [submitted, setSubmitted] = useState(false);
  const name = `${review.firstName} ${review.lastName}`;
  const holder = review.heldBy ? `${review.heldBy.firstName} ${review.heldBy.lastName}` : null;
  const decide = useDecideAgeReview(review.id, {
    onSuccess: () => {
      toast({ title: accepts ? t`Accepted` : t`Refused`, text: name });
      onClose();
    },
    onError: (error) => {
      if (Object.keys(fieldErrorsOf(error)).length === 0) fail(error);
    },
  });
  const fieldErrors = fieldErrorsOf(decide.error);
  const digits = idNumber.replace(/\s/g, '');
  const trimmed = reason.trim();
  const hasNumber = /^\d{13}$/.test(digits);
  return (
    <FormSheet
      onClose={onClose}
      cancel={<Trans>Back</Trans>}
      onCancel={onBack}
      title={accepts ? t`Accept ${name}` : t`Refuse ${name}`}
      intro={
        !accepts ? (
          <Trans>They get no access, and may verify their age again with their own ID number.</Trans>
        ) : holder ? (
          <Trans>They come in with the number. {holder} loses it, is closed out and waits here in turn.</Trans>
        ) : (
          <Trans>They come in, and their profile says that their identity document was seen.</Trans>
        )
      }
      busy={decide.isPending}
      busyLabel={<Trans>Saving</Trans>}
      variant={accepts ? 'primary' : 'danger'}
      action={accepts ? <Trans>Accept</Trans> : <Trans>Refuse</Trans>}
      onSubmit={() => {
        setSubmitted(true);
        if (!trimmed) return;
        if (!accepts) decide.mutate({ accept: false, reason: trimmed });
        else if (hasNumber && dateOfBirth)
          decide.mutate({ accept: true, idNumber: digits, dateOfBirth, reason: trimmed });
      }}
    >
      {accepts ? (
        <>
          <Field
            label={<Trans>ID number in the document</Trans>}
            error={fieldErrors.idNumber ?? (submitted && !hasNumber ? t`SA ID number must be 13 digits` : undefined)}
          >
            <TextInput
              name="idNumber"
              value={idNumber}
              onChange={(event) => setIdNumber(event.currentTarget.value)}
              inputMode="numeric"
              maxLength={17}
              autoComplete="off"
              className="tabular-nums"
            />
          </Field>
          <DocumentBirthDateField
            value={dateOfBirth}
            onChange={setDateOfBirth}
            isMissing={submitted && !dateOfBirth}
            error={fieldErrors.dateOfBirth}
          />
        </>
      ) : null}
      <ReasonField
        label={<Trans>Reason, for the audit log</Trans>}
        error={fieldErrors.reason ?? (submitted && !trimmed ? t`Please say why` : undefined)}
        maxLength={maxReasonLength}
        value={reason}
        onChange={setReason}
      />
    </FormSheet>
  );
}
