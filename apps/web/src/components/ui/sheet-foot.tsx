import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Button, type ButtonVariant } from './button.tsx';

export interface SheetFootProps {
  onCancel(): void;
  /** Where the first button does something else than cancel. */
  cancel?: ReactNode;
  /** What the second button says, with the amount where there is one. */
  action: ReactNode;
  /** The -ing form shown while it is sent. */
  busyLabel?: ReactNode;
  busy?: boolean;
  variant?: ButtonVariant;
  disabled?: boolean | undefined;
  /** Id of the form that the second button submits; otherwise it calls `onConfirm`. */
  form?: string;
  onConfirm?(): void;
  /** Stands in place of the second button when something else must be done first. */
  instead?: ReactNode;
}

/** The foot of a sheet that asks: a quiet way out, and one button that says what happens. */
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
