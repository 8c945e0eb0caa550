import { clsx } from 'clsx';
import { type ReactNode, useId } from 'react';

export interface SwitchRowProps {
  checked: boolean;
  onChange: (checked: boolean) => void;
  label: ReactNode;
  description?: ReactNode;
  disabled?: boolean;
  className?: string;
}

/** A row with a switch; tapping anywhere toggles it. */
export function Switch({ checked, onChange, label, description, disabled = false, className }: SwitchRowProps) {
  const id = useId();
  return (
    <button
      type="button"
      role="switch"
      data-slot="switch"
      aria-checked={checked}
      aria-labelledby={`${id}-label`}
      aria-describedby={description ? `${id}-text` : undefined}
      disabled={disabled}
      onClick={() => onChange(!checked)}
      className={clsx('flex min-h-15 w-full items-center justify-between gap-4 py-2 text-left', className)}
    >
      <span className="min-w-0">
        <span id={`${id}-label`} className={clsx('block font-semibold', disabled && 'text-faint')}>
          {label}
        </span>
        {description ? (
          <span id={`${id}-text`} className="mt-0.5 block text-muted text-sm">
            {description}
          </span>
        ) : null}
      </span>
      <span
        aria-hidden
        className={clsx(
          'relative h-8 w-13 shrink-0 rounded-pill transition-colors',
          checked ? 'bg-ink' : 'bg-surface-3 inset-ring-[1.5px] inset-ring-control',
        )}
      >
        <span
          className={clsx(
            'absolute top-[5px] size-[22px] rounded-pill transition-[left,background-color]',
            checked ? 'left-[25px] bg-bg' : 'left-[5px] bg-faint',
          )}
        />
      </span>
    </button>
  );
}

export interface RadioOption<Value extends string> {
  value: Value;
  label: ReactNode;
  description?: ReactNode;
}

export interface RadioRowsProps<Value extends string> {
  legend: ReactNode;
  hideLegend?: boolean;
  options: readonly RadioOption<Value>[];
  value: Value | null;
  onChange: (value: Value) => void;
  className?: string;
}

/** Radio buttons as rows; arrow keys move between them. */
export function RadioRows<Value extends string>({
  legend,
  hideLegend = false,
  options,
  value,
  onChange,
  className,
}: RadioRowsProps<Value>) {
  const name = useId();
  return (
    <fieldset data-slot="radio-rows" className={className}>
      <legend className={hideLegend ? 'sr-only' : 'mb-1.5 font-semibold text-sm'}>{legend}</legend>
      {options.map((option) => (
        <label
          key={option.value}
          className="flex min-h-15 items-center gap-3 border-line border-t py-2 first-of-type:border-t-0"
        >
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
            className="size-6 shrink-0 appearance-none rounded-pill inset-ring-2 inset-ring-control checked:inset-ring-7 checked:inset-ring-ink"
          />
          <span className="min-w-0">
            <span className="block font-semibold">{option.label}</span>
            {option.description ? <span className="block text-muted text-sm">{option.description}</span> : null}
          </span>
        </label>
      ))}
    </fieldset>
  );
}

export interface SegmentProps<Value extends string> {
  label: string;
  options: readonly { value: Value; label: ReactNode }[];
  value: Value;
  onChange: (value: Value) => void;
  className?: string;
}

/** Two to five options side by side: periods, windows, views. */
export function Segment<Value extends string>({ label, options, value, onChange, className }: SegmentProps<Value>) {
  const name = useId();
  return (
    <fieldset
      data-slot="segment"
      aria-label={label}
      // Larger text wraps to a second row.
      className={clsx('flex min-w-0 flex-wrap rounded-[24px] bg-surface-2 p-0.5', className)}
    >
      {options.map((option) => (
        <label
          key={option.value}
          className="press relative flex min-h-11 min-w-fit flex-1 items-center justify-center whitespace-nowrap rounded-pill px-3.5 font-semibold text-muted text-sm has-checked:bg-ink has-checked:text-bg has-focus-visible:outline-2 has-focus-visible:outline-(--focus) has-focus-visible:outline-offset-2"
        >
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
            className="sr-only"
          />
          {option.label}
        </label>
      ))}
    </fieldset>
  );
}
