import { Trans, useLingui } from '@lingui/react/macro';
import type { WaitingDocument } from '@vlam/contract/profiles-identity';
import { useState } from 'react';
import { ReasonField } from '../../../components/reason-field.tsx';
import { FormSheet } from '../../../components/ui/form-sheet.tsx';
import { fieldErrorsOf } from '../../../lib/api.ts';
import { toast } from '../../../lib/toast.ts';
import { useFailure } from '../../../lib/use-failure.ts';
import { useDecideDocument } from '../api.ts';
import { DocumentBirthDateField } from './document-birth-date-field.tsx';

interface DecisionProps {
  each: WaitingDocument;
  decision: 'accept' | 'refuse';
  onClose(): void;
  onDecided(): void;
}

/** Accepts with the date of birth as the document shows it, or refuses with a reason that the member reads. */
export function IdentityDocumentDecision({ each, decision, onClose, onDecided }: DecisionProps) {
  const { t } = useLingui();
  const fail = useFailure();
  const accepts = decision === 'accept';
  const [dateOfBirth, setDateOfBirth] = useState('');
  const [reason, setReason] = useState('');
  const [submitted, setSubmitted] = useState(false);
  const name = `${each.firstName} ${each.lastName}`;
  const decide = useDecideDocument(each.id, {
    onSuccess: () => {
      toast({ title: accepts ? t`Accepted` : t`Refused`, text: name });
      onDecided();
    },
    onError: (error) => {
      if (Object.keys(fieldErrorsOf(error)).length === 0) fail(error);
    },
  });
  const fieldErrors = fieldErrorsOf(decide.error);
  const trimmed = reason.trim();
  const isReason = trimmed.length >= 3;
  return (
    <FormSheet
      onClose={onClose}
      title={accepts ? t`Accept ${name}` : t`Refuse ${name}`}
      intro={
        accepts ? (
          <Trans>They reach identity level 2 at least, and X18 opens to them.</Trans>
        ) : (
          <Trans>They read the reason and may send another document.</Trans>
        )
      }
      busy={decide.isPending}
      busyLabel={<Trans>Saving</Trans>}
      variant={accepts ? 'primary' : 'danger'}
      action={accepts ? <Trans>Accept</Trans> : <Trans>Refuse</Trans>}
      onSubmit={() => {
        setSubmitted(true);
        if (!isReason) return;
        if (!accepts) decide.mutate({ decision, reason: trimmed });
        else if (dateOfBirth) decide.mutate({ decision: 'accept', dateOfBirth, reason: trimmed });
      }}
    >
      {accepts ? (
        <DocumentBirthDateField
          value={dateOfBirth}
          onChange={setDateOfBirth}
          isMissing={submitted && !dateOfBirth}
          error={fieldErrors.dateOfBirth}
        />
      ) : null}
      <ReasonField
        label={accepts ? <Trans>Reason, for the audit log</Trans> : <Trans>Reason, which the member reads</Trans>}
        error={fieldErrors.reason ?? (submitted && !isReason ? t`Please say why` : undefined)}
        maxLength={300}
        value={reason}
        onChange={setReason}
      />
    </FormSheet>
  );
}
