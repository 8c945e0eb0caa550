import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { ReasonField } from '../../../components/reason-field.tsx';
import type { ButtonVariant } from '../../../components/ui/button.tsx';
import { FormSheet } from '../../../components/ui/form-sheet.tsx';
import { useRequestMessage } from '../form-messages.ts';

interface ReasonSheetProps {
  open: boolean;
  onClose(): void;
  title: ReactNode;
  intro: ReactNode;
  label: ReactNode;
  /** Error for an empty reason; optional without it. */
  required?: string;
  maxLength: number;
  action: ReactNode;
  busyLabel: ReactNode;
  variant: ButtonVariant;
  busy: boolean;
  onSend(reason: string): void;
}

/** Confirms an action on a request, with a reason. */
export function ReasonSheet(props: ReasonSheetProps) {
  const { t } = useLingui();
  const translate = useRequestMessage();
  const [reason, setReason] = useState('');
  const [submitted, setSubmitted] = useState(false);
  const missing = props.required !== undefined && reason.trim() === '';
  return (
    <FormSheet
      open={props.open}
      onClose={props.onClose}
      title={props.title}
      intro={props.intro}
      busy={props.busy}
      busyLabel={props.busyLabel}
      variant={props.variant}
      action={props.action}
      onSubmit={() => {
        setSubmitted(true);
        if (!missing) props.onSend(reason.trim());
      }}
    >
      <ReasonField
        label={props.label}
        aside={props.required === undefined ? t`Optional` : undefined}
        error={submitted && missing ? translate(props.required) : undefined}
        maxLength={props.maxLength}
        value={reason}
        onChange={setReason}
      />
    </FormSheet>
  );
}
