import { type ReactNode, type RefObject, useId } from 'react';
import type { ButtonVariant } from './button.tsx';
import { Sheet } from './sheet.tsx';
import { SheetFoot } from './sheet-foot.tsx';

export interface FormSheetProps {
  open?: boolean;
  onClose: () => void;
  title: ReactNode;
  intro?: ReactNode;
  children?: ReactNode;
  /** What the button says, with the amount where there is one. */
  action: ReactNode;
  /** The -ing form shown while it is sent. */
  busyLabel: ReactNode;
  busy: boolean;
  variant?: ButtonVariant;
  disabled?: boolean;
  /** Stands in place of the button when something else must be done first. */
  instead?: ReactNode;
  /** The first button, where it leads back a step rather than out. */
  cancel?: ReactNode;
  onCancel?: () => void;
  formRef?: RefObject<HTMLFormElement | null>;
  /** Called by the button and by Enter in a field. */
  onSubmit: () => void;
}

/** A sheet that asks for something and sends it: Cancel, and one button that submits its form. Locked while it is sent. */
export function FormSheet(props: FormSheetProps) {
  const { open = true, onClose, busy, variant = 'primary' } = props;
  const id = useId();
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={props.title}
      intro={props.intro}
      locked={busy}
      actions={
        <SheetFoot
          onCancel={props.onCancel ?? onClose}
          cancel={props.cancel}
          action={props.action}
          busyLabel={props.busyLabel}
          busy={busy}
          variant={variant}
          disabled={props.disabled}
          form={id}
          instead={props.instead}
        />
      }
    >
      <form
        id={id}
        ref={props.formRef}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!busy && !props.disabled && !props.instead) props.onSubmit();
        }}
        className="grid grid-cols-1 gap-5 empty:hidden"
      >
        {props.children}
      </form>
    </Sheet>
  );
}
