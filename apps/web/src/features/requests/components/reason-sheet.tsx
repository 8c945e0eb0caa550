import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { Button, type ButtonVariant } from '../../../components/ui/button.tsx';
import { Field } from '../../../components/ui/field.tsx';
import { Sheet } from '../../../components/ui/sheet.tsx';
import { TextArea } from '../../../components/ui/text-input.tsx';
import { useRequestWords } from '../use-words.ts';

interface ReasonSheetProps {
  open: boolean;
  onClose(): void;
  title: ReactNode;
  intro: ReactNode;
  label: ReactNode;
  /** Said when it is needed and nothing was written. */
  required?: string;
  longest: number;
  action: ReactNode;
  busyLabel: ReactNode;
  variant: ButtonVariant;
  busy: boolean;
  onSend(reason: string): void;
}

/** Asks for a reason before something that ends or stops a request. */
export function ReasonSheet(props: ReasonSheetProps) {
  const { t } = useLingui();
  const say = useRequestWords();
  const [reason, setReason] = useState('');
  const [asked, setAsked] = useState(false);
  const missing = props.required !== undefined && reason.trim() === '';
  return (
    <Sheet
      open={props.open}
      onClose={props.onClose}
      title={props.title}
      intro={props.intro}
      locked={props.busy}
      actions={
        <>
          <Button onClick={props.onClose} disabled={props.busy}>
            <Trans>Cancel</Trans>
          </Button>
          <Button
            variant={props.variant}
            busy={props.busy}
            busyLabel={props.busyLabel}
            onClick={() => {
              setAsked(true);
              if (!missing) props.onSend(reason.trim());
            }}
          >
            {props.action}
          </Button>
        </>
      }
    >
      <Field
        label={props.label}
        aside={props.required === undefined ? t`Optional` : undefined}
        error={asked && missing ? say(props.required) : undefined}
      >
        <TextArea
          name="reason"
          rows={3}
          maxLength={props.longest}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      </Field>
    </Sheet>
  );
}
