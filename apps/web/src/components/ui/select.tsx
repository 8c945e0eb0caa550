import { clsx } from 'clsx';
import ChevronDown from 'lucide-react/icons/chevron-down';
import type { ComponentProps } from 'react';
import { controlStyle, useFieldWiring } from './field.tsx';

export interface SelectOption {
  value: string;
  label: string;
  disabled?: boolean;
}

export interface SelectProps extends Omit<ComponentProps<'select'>, 'children'> {
  options: readonly SelectOption[];
  /** Shown while nothing is selected; not selectable. */
  placeholder?: string;
}

/** The native select. No option may have an empty value. */
export function Select({ options, placeholder, className, ...rest }: SelectProps) {
  const wiring = useFieldWiring();
  return (
    <span className="relative block">
      <select
        {...wiring}
        {...rest}
        data-slot="select"
        className={clsx(controlStyle, 'h-[52px] appearance-none pr-11', className)}
      >
        {placeholder === undefined ? null : (
          <option value="" disabled hidden>
            {placeholder}
          </option>
        )}
        {options.map((option) => (
          <option key={option.value} value={option.value} disabled={option.disabled}>
            {option.label}
          </option>
        ))}
      </select>
      <ChevronDown size={20} className="pointer-events-none absolute top-1/2 right-4 -translate-y-1/2 text-faint" />
    </span>
  );
}
