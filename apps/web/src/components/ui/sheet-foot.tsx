import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Button, type ButtonVariant } from './button.tsx';

export interface SheetFootProps {
  onCancel(): void;
  /** Label of the first button when it does not cancel. */
  cancel?: ReactNode;
  /** Label of the second button, with the amount if there is one. */
  action: ReactNode;
  /** Label while sending, in the -ing form. */
  busyLabel?: ReactNode;
  busy?: boolean;
  variant?: ButtonVariant;
  disabled?: boolean | undefined;
  /** Id of the form that the second button submits; without it the button calls `onConfirm`. */
  form?: string;
  onConfirm?(): void;
  /** Replaces the second button when another step comes first. */
  instead?: ReactNode;
}

/** Buttons of a sheet: cancel, and one that names its effect. */
export function SheetFoot(props: SheetFootProps) {
  const { busy = false, variant = 'primary', disabled = false } = props;
  return (
    <>
      <Button onClick={props.onCancel} disabled={busy}>
        {props.cancel ?? <Trans>Cancel</Trans>}
      </Button>
      {props.instead ?? (
        <Button
          {...(props.form ? { type: 'submit', form: props.form } : { onClick: props.onConfirm })}
          variant={variant}
          disabled={disabled}
          busy={busy}
          busyLabel={props.busyLabel}
        >
          {props.action}
        </Button>
      )}
    </>
  );
}
