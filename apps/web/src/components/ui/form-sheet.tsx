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
  /** Label of the button, with the amount if there is one. */
  action: ReactNode;
  /** Label while it is sending, in the -ing form. */
  busyLabel: ReactNode;
  busy: boolean;
  variant?: ButtonVariant;
  disabled?: boolean;
  /** Replaces the button when another step comes first. */
  instead?: ReactNode;
  /** The first button, where it goes back a step instead of closing. */
  cancel?: ReactNode;
  onCancel?: () => void;
  formRef?: RefObject<HTMLFormElement | null>;
  /** Called by the button, by Enter in a field, and by Ctrl and Enter in one of several lines. */
  onSubmit: () => void;
}

/** A sheet with a form: Cancel and a submit button. Locked while sending. */
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
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.currentTarget.requestSubmit();
        }}
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
