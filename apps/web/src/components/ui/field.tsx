import { clsx } from 'clsx';
import CircleAlert from 'lucide-react/icons/circle-alert';
import { createContext, type ReactNode, useContext, useId } from 'react';

interface FieldWiring {
  id: string;
  describedBy: string | undefined;
  invalid: boolean;
}
const FieldContext = createContext<FieldWiring>({ id: '', describedBy: undefined, invalid: false });

/** Attributes that a control inside a `Field` must have. */
export function useFieldWiring() {
  const { id, describedBy, invalid } = useContext(FieldContext);
  return {
    ...(id ? { id } : {}),
    ...(describedBy ? { 'aria-describedby': describedBy } : {}),
    ...(invalid ? { 'aria-invalid': true } : {}),
  };
}

export interface FieldProps {
  label: ReactNode;
  /** Right of the label: a range, or a count such as "14 of 20". */
  aside?: ReactNode;
  /** A line under the control; the error takes its place. */
  help?: ReactNode;
  error?: ReactNode;
  children: ReactNode;
  className?: string;
}

/** A labelled control: visible label, help or error tied by `aria-describedby`. */
export function Field({ label, aside, help, error, children, className }: FieldProps) {
  const id = useId();
  const hasError = Boolean(error);
  const hint = hasError ? `${id}-error` : help ? `${id}-help` : undefined;
  const described = [hint, aside ? `${id}-aside` : undefined].filter(Boolean).join(' ') || undefined;
  return (
    <div data-slot="field" className={clsx('min-w-0', className)}>
      <div className="mb-1.5 flex items-baseline justify-between gap-3 text-sm">
        <label htmlFor={id} className="font-semibold">
          {label}
        </label>
        {aside ? (
          <span id={`${id}-aside`} className="text-faint tabular-nums">
            {aside}
          </span>
        ) : null}
      </div>
      <FieldContext value={{ id, describedBy: described, invalid: hasError }}>{children}</FieldContext>
      {hasError ? (
        <p id={`${id}-error`} role="alert" className="mt-1.5 flex items-start gap-1.5 text-danger text-meta">
          <CircleAlert size={16} className="mt-px shrink-0" />
          {error}
        </p>
      ) : help ? (
        <p id={`${id}-help`} className="mt-1.5 text-faint text-meta">
          {help}
        </p>
      ) : null}
    </div>
  );
}

/** Style of text controls. 16 px text, so that phones do not zoom. */
export const controlStyle =
  'w-full rounded-field border border-control bg-surface-2 px-4 text-base text-ink placeholder:text-faint transition-shadow ' +
  'focus-visible:outline-none focus-visible:border-ink focus-visible:shadow-[0_0_0_1px_var(--text)] ' +
  'aria-invalid:border-danger aria-invalid:shadow-[0_0_0_1px_var(--danger)] ' +
  'aria-invalid:focus-visible:shadow-[0_0_0_1px_var(--danger),0_0_0_3px_var(--bg),0_0_0_5px_var(--text)] ' +
  'disabled:border-transparent disabled:text-faint caret-ember';
